// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/**
 * An unsigned integer of 16 bits. In kernels the class literal represents the type, as in {@code
 * Triton.conv(UInt16.class, x)}.
 */
public final class UInt16 extends KernelNumber {
    private static final long serialVersionUID = 1;

    /** The number's bits. */
    private final short bits;

    private UInt16(short bits) {
        this.bits = bits;
    }

    /**
     * Returns the number that has the lower 16 bits of an integer.
     *
     * @param value an integer, which wraps around
     * @return the number
     */
    public static UInt16 valueOf(long value) {
        return new UInt16((short) value);
    }

    /**
     * Returns the number that has these bits.
     *
     * @param bits the bits of the number in memory
     * @return the number
     */
    public static UInt16 ofBits(short bits) {
        return new UInt16(bits);
    }

    /**
     * Returns the number's bits.
     *
     * @return the bits of the number in memory
     */
    public short toBits() {
        return bits;
    }

    @Override
    ElementType elementType() {
        return ElementType.U16;
    }

    @Override
    long element() {
        return bits & 0xFFFF;
    }
}
