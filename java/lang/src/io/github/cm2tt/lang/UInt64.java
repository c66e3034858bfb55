// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

/**
 * An integer of 64 bits without a sign. In kernels the class literal names the type, as in
 * {@code Triton.conv(UInt64.class, x)}.
 */
public final class UInt64 extends KernelNumber {
    private static final long serialVersionUID = 1;

    /** The number's bits. */
    private final long bits;

    private UInt64(long bits) {
        this.bits = bits;
    }

    /**
     * The number that has the lower 64 bits of an integer.
     *
     * @param value an integer, which wraps around
     * @return the number
     */
    public static UInt64 valueOf(long value) {
        return new UInt64(value);
    }

    /**
     * The number that has these bits.
     *
     * @param bits the number as it lies in memory
     * @return the number
     */
    public static UInt64 ofBits(long bits) {
        return new UInt64(bits);
    }

    /**
     * The number's bits.
     *
     * @return the number as it lies in memory
     */
    public long toBits() {
        return bits;
    }

    @Override
    ElementType elementType() {
        return ElementType.U64;
    }

    @Override
    long element() {
        return bits;
    }
}
