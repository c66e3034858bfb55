// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/**
 * An unsigned integer of 8 bits. In kernels the class literal represents the type, as in {@code
 * Triton.conv(UInt8.class, x)}.
 */
public final class UInt8 extends KernelNumber {
    private static final long serialVersionUID = 1;

    /** The number's bits. */
    private final byte bits;

    private UInt8(byte bits) {
        this.bits = bits;
    }

    /**
     * Returns the number that has the lower 8 bits of an integer.
     *
     * @param value an integer, which wraps around
     * @return the number
     */
    public static UInt8 valueOf(long value) {
        return new UInt8((byte) value);
    }

    /**
     * Returns the number that has these bits.
     *
     * @param bits the bits of the number in memory
     * @return the number
     */
    public static UInt8 ofBits(byte bits) {
        return new UInt8(bits);
    }

    /**
     * Returns the number's bits.
     *
     * @return the bits of the number in memory
     */
    public byte toBits() {
        return bits;
    }

    @Override
    ElementType elementType() {
        return ElementType.U8;
    }

    @Override
    long element() {
        return bits & 0xFF;
    }
}
