// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/**
 * An unsigned integer of 64 bits. In kernels the class literal represents the type, as in {@code
 * Triton.conv(UInt64.class, x)}.
 */
public final class UInt64 extends KernelNumber {
    private static final long serialVersionUID = 1;

    /** The number's bits. */
    private final long bits;

    private UInt64(long bits) {
        this.bits = bits;
    }

    /**
     * Returns the number that has the lower 64 bits of an integer.
     *
     * @param value an integer, which wraps around
     * @return the number
     */
    public static UInt64 valueOf(long value) {
        return new UInt64(value);
    }

    /**
     * Returns the number that has these bits.
     *
     * @param bits the bits of the number in memory
     * @return the number
     */
    public static UInt64 ofBits(long bits) {
        return new UInt64(bits);
    }

    /**
     * Returns the number's bits.
     *
     * @return the bits of the number in memory
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
