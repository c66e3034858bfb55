// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.io.Serializable;
import java.util.Iterator;

/**
 * Computes results of a partition on a device.
 *
 * @param <T> the type of the results, which Spark serializes
 */
@FunctionalInterface
public interface PartitionFunction<T> extends Serializable {
    /**
     * Computes the results of a partition.
     *
     * @param context the device and its memory
     * @param batches the rows, each batch of which is valid until the next one is asked for
     * @return the results
     */
    Iterator<T> call(KernelContext context, Iterator<Batch> batches);
}
