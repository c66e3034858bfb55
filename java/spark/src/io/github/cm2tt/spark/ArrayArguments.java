// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import java.lang.reflect.Array;
import java.util.Map;

/** Java's arrays as arguments of kernels. */
final class ArrayArguments {
    private static final Map<Class<?>, ElementType> TYPES = Map.of(byte[].class, ElementType.I8,
        short[].class, ElementType.I16, int[].class, ElementType.I32, long[].class, ElementType.I64,
        float[].class, ElementType.FP32, double[].class, ElementType.FP64);

    private ArrayArguments() {}

    /** Returns whether an object is an array of numbers. */
    static boolean isArray(Object value) {
        return TYPES.containsKey(value.getClass());
    }

    /** Returns the type of the elements of an array. */
    static ElementType typeOf(Object array) {
        return TYPES.get(array.getClass());
    }

    /** Copies an array to memory that the context closes. */
    static DeviceBuffer copy(Object array, KernelContext context) {
        DeviceBuffer buffer = context.allocate(typeOf(array), Array.getLength(array));
        if (array instanceof byte[] numbers) {
            buffer.copyFrom(numbers);
        } else if (array instanceof short[] numbers) {
            buffer.copyFrom(numbers);
        } else if (array instanceof int[] numbers) {
            buffer.copyFrom(numbers);
        } else if (array instanceof long[] numbers) {
            buffer.copyFrom(numbers);
        } else if (array instanceof float[] numbers) {
            buffer.copyFrom(numbers);
        } else {
            buffer.copyFrom((double[]) array);
        }
        return buffer;
    }
}
