// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;

/**
 * One number for each dimension of a tensor: its shape, its strides or the extents of a block, as {@link
 * Triton#dims} returns them for {@link Triton#makeTensorDescriptor}.
 */
public final class Dims {
    private final long[] numbers;

    /** Keeps the array, which must not be changed any more. */
    Dims(long[] numbers) {
        this.numbers = numbers;
    }

    /** Returns a copy of the numbers. */
    long[] numbers() {
        return numbers.clone();
    }

    /** Returns the numbers, for messages and debuggers. */
    @Override
    public String toString() {
        return Arrays.toString(numbers);
    }
}
