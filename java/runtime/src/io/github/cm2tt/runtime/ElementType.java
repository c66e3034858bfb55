// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.BFloat16;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Float8E4M3;
import io.github.cm2tt.lang.Float8E5M2;
import io.github.cm2tt.lang.UInt16;
import io.github.cm2tt.lang.UInt32;
import io.github.cm2tt.lang.UInt64;
import io.github.cm2tt.lang.UInt8;
import java.util.Arrays;
import java.util.Locale;

/**
 * The types of numbers that kernels take, and that buffers have.
 *
 * <pre>{@code
 * DeviceBuffer halves = device.allocate(ElementType.FP16, 1 << 20);   // 2 MiB
 * }</pre>
 */
// The ordinals are those of cm2tt_type.
public enum ElementType {
    /** Truth values, a byte each: 0 or 1. */
    I1(1, boolean.class),
    /** Signed integers of 8 bits. */
    I8(1, byte.class),
    /** Signed integers of 16 bits. */
    I16(2, short.class),
    /** Signed integers of 32 bits. */
    I32(4, int.class),
    /** Signed integers of 64 bits. */
    I64(8, long.class),
    /** Unsigned integers of 8 bits. */
    U8(1, UInt8.class),
    /** Unsigned integers of 16 bits. */
    U16(2, UInt16.class),
    /** Unsigned integers of 32 bits. */
    U32(4, UInt32.class),
    /** Unsigned integers of 64 bits. */
    U64(8, UInt64.class),
    /** IEEE's half precision. */
    FP16(2, Float16.class),
    /** The upper half of an FP32. */
    BF16(2, BFloat16.class),
    /** Single precision. */
    FP32(4, float.class),
    /** Double precision. */
    FP64(8, double.class),
    /** 8 bits: 4 of the exponent, 3 of the mantissa; finite or NaN. */
    FP8E4NV(1, Float8E4M3.class),
    /** 8 bits: 5 of the exponent, 2 of the mantissa. */
    FP8E5(1, Float8E5M2.class);

    private static final ElementType[] ALL = values();

    private final int bytes;
    private final Class<?> javaClass;

    ElementType(int bytes, Class<?> javaClass) {
        this.bytes = bytes;
        this.javaClass = javaClass;
    }

    /**
     * How long an element is in memory.
     *
     * @return bytes
     */
    public int bytes() {
        return bytes;
    }

    /**
     * The class that stands for the type in kernels.
     *
     * @return such as {@code float.class} or {@code Float16.class}
     */
    public Class<?> javaClass() {
        return javaClass;
    }

    /**
     * The type's name in signatures.
     *
     * @return such as "fp32"
     */
    public String signature() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type of an ordinal. */
    static ElementType of(int ordinal) {
        return ALL[ordinal];
    }

    /**
     * The type that a class stands for.
     *
     * @param javaClass as {@link #javaClass} gives it
     * @return the type
     * @throws IllegalArgumentException if it stands for none
     */
    public static ElementType of(Class<?> javaClass) {
        for (ElementType type : ALL)
            if (type.javaClass == javaClass)
                return type;
        throw new IllegalArgumentException(javaClass.getName() + " is no type of elements: expected one of "
            + Arrays.stream(ALL).map(type -> type.javaClass.getSimpleName()).toList());
    }
}
