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
 * The types of the elements of buffers and of the numbers that kernels take.
 *
 * <pre>{@code
 * DeviceBuffer halves = device.allocate(ElementType.FP16, 1 << 20);   // 2 MiB
 * }</pre>
 *
 * <p>Each type of numbers has a second name, such as {@link #INT32}. A {@code case} of a switch takes the
 * first.
 */
// The ordinals are those of cm2tt_type.
public enum ElementType {
    /** Truth values of one byte each: 0 or 1. */
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
    /** 8 bits: 4 exponent bits, 3 mantissa bits; finite or NaN. */
    FP8E4NV(1, Float8E4M3.class),
    /** 8 bits: 5 exponent bits, 2 mantissa bits. */
    FP8E5(1, Float8E5M2.class);

    /** {@link #I8}, by the name that NumPy and JAX have for it. */
    public static final ElementType INT8 = I8;
    /** {@link #I16}, by the name that NumPy and JAX have for it. */
    public static final ElementType INT16 = I16;
    /** {@link #I32}, by the name that NumPy and JAX have for it. */
    public static final ElementType INT32 = I32;
    /** {@link #I64}, by the name that NumPy and JAX have for it. */
    public static final ElementType INT64 = I64;
    /** {@link #U8}, by the name that NumPy and JAX have for it. */
    public static final ElementType UINT8 = U8;
    /** {@link #U16}, by the name that NumPy and JAX have for it. */
    public static final ElementType UINT16 = U16;
    /** {@link #U32}, by the name that NumPy and JAX have for it. */
    public static final ElementType UINT32 = U32;
    /** {@link #U64}, by the name that NumPy and JAX have for it. */
    public static final ElementType UINT64 = U64;
    /** {@link #FP16}, by the name that NumPy and JAX have for it. */
    public static final ElementType FLOAT16 = FP16;
    /** {@link #BF16}, by the name that NumPy and JAX have for it. */
    public static final ElementType BFLOAT16 = BF16;
    /** {@link #FP32}, by the name that NumPy and JAX have for it. */
    public static final ElementType FLOAT32 = FP32;
    /** {@link #FP64}, by the name that NumPy and JAX have for it. */
    public static final ElementType FLOAT64 = FP64;

    private static final ElementType[] ALL = values();

    private final int bytes;
    private final Class<?> javaClass;

    ElementType(int bytes, Class<?> javaClass) {
        this.bytes = bytes;
        this.javaClass = javaClass;
    }

    /**
     * Returns the size of an element in memory.
     *
     * @return the number of bytes
     */
    public int bytes() {
        return bytes;
    }

    /**
     * Returns the class that represents the type in kernels.
     *
     * @return for example, {@code float.class} or {@code Float16.class}
     */
    public Class<?> javaClass() {
        return javaClass;
    }

    /**
     * Returns the name of the type in signatures.
     *
     * @return for example, "fp32"
     */
    public String signature() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the type with an ordinal. */
    static ElementType of(int ordinal) {
        return ALL[ordinal];
    }

    /**
     * Returns the type that a class represents.
     *
     * @param javaClass a class that {@link #javaClass} returns
     * @return the type
     * @throws IllegalArgumentException if the class represents none
     */
    public static ElementType of(Class<?> javaClass) {
        for (ElementType type : ALL) {
            if (type.javaClass == javaClass) {
                return type;
            }
        }
        throw new IllegalArgumentException(javaClass.getName()
            + " is not a type of elements: expected one of "
            + Arrays.stream(ALL).map(type -> type.javaClass.getSimpleName()).toList());
    }
}
