// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.runtime.ElementType;
import java.util.Arrays;

/** Checks of the arguments of launchers, and extents of tiles. */
final class Tensors {
    private Tensors() {}

    /** Throws unless a tensor has a shape, of which -1 is any extent. */
    static void requireShape(String name, DeviceTensor tensor, long... shape) {
        boolean same = tensor.rank() == shape.length;
        for (int axis = 0; same && axis < shape.length; axis++) {
            same = shape[axis] == -1 || shape[axis] == tensor.size(axis);
        }
        if (!same) {
            throw new IllegalArgumentException(
                name + ": expected the shape " + Arrays.toString(shape) + ", found " + tensor);
        }
    }

    /** Throws unless neighbours along the last axis are neighbours in memory. */
    static void requireRows(String name, DeviceTensor tensor) {
        if (tensor.rank() == 0 || tensor.size(-1) > 1 && tensor.stride(-1) != 1) {
            throw new IllegalArgumentException(name + ": expected contiguous rows, found " + tensor);
        }
    }

    /** Throws unless all elements follow each other in memory. */
    static void requireContiguous(String name, DeviceTensor tensor) {
        if (!tensor.isContiguous()) {
            throw new IllegalArgumentException(
                name + ": expected a contiguous tensor, found a view: " + tensor);
        }
    }

    /** Returns the least power of two from {@code least} that is at least n. */
    static int powerOfTwo(long n, int least) {
        int power = least;
        while (power < n) {
            power = Math.multiplyExact(power, 2);
        }
        return power;
    }

    /** Throws unless a tensor has one of some types. */
    static void requireType(String name, DeviceTensor tensor, ElementType... types) {
        if (!Arrays.asList(types).contains(tensor.type())) {
            String expected = types.length == 1 ? types[0].toString() : "one of " + Arrays.toString(types);
            throw new IllegalArgumentException(
                name + ": expected the type " + expected + ", found " + tensor);
        }
    }

    /** Throws if a tensor is null. */
    static void requirePresent(String name, DeviceTensor tensor) {
        if (tensor == null) {
            throw new IllegalArgumentException(name + ": expected a tensor, found null");
        }
    }

    /** Throws unless a tensor has floating-point numbers of 16 bits at least. */
    static void requireFloats(String name, DeviceTensor tensor) {
        requireType(name, tensor, ElementType.FP32, ElementType.FP16, ElementType.BF16, ElementType.FP64);
    }

    /** Throws unless a tensor has floating-point numbers of 16 bits at least, or integers of 32. */
    static void requireNumbers(String name, DeviceTensor tensor) {
        requireType(name, tensor, ElementType.FP32, ElementType.FP16, ElementType.BF16, ElementType.FP64,
            ElementType.I32);
    }

    /** Returns the type in which the elements of a tensor are summed: int, double or float. */
    static Class<?> sumType(DeviceTensor tensor) {
        return switch (tensor.type()) {
            case I32 -> int.class;
            case FP64 -> double.class;
            default -> float.class;
        };
    }

    /** Returns a shape without one of its axes. */
    static long[] without(long[] shape, int axis) {
        long[] result = Arrays.copyOf(shape, shape.length - 1);
        System.arraycopy(shape, axis + 1, result, axis, result.length - axis);
        return result;
    }
}
