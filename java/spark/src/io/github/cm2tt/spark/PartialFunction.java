// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.io.Serializable;
import java.util.Iterator;

/**
 * Computes the partial result of a partition on a device.
 *
 * @param <T> the type of the result, which Spark serializes
 */
@FunctionalInterface
public interface PartialFunction<T> extends Serializable {
    /**
     * Computes the partial result of a partition.
     *
     * @param context the device and its memory
     * @param batches the rows; there may be none
     * @return the result
     */
    T call(KernelContext context, Iterator<Batch> batches);
}
