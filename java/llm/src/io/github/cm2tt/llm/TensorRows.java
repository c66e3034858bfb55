// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/** A tensor in a file, as rows: all its sizes but the last one count them. */
public interface TensorRows {
    /**
     * The sizes.
     *
     * @return the number of elements along each axis, outermost first; empty for a scalar
     */
    long[] shape();

    /**
     * The rows.
     *
     * @return the product of all sizes but the last; 1 for a scalar
     */
    default long rows() {
        long rows = 1;
        for (int i = 0; i + 1 < shape().length; i++) {
            rows *= shape()[i];
        }
        return rows;
    }

    /**
     * The length of a row.
     *
     * @return the last size, in elements; 1 for a scalar
     */
    default long columns() {
        return shape().length == 0 ? 1 : shape()[shape().length - 1];
    }
}
