// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/**
 * An unsigned integer of 32 bits. In kernels the class literal represents the type, as in {@code
 * Triton.conv(UInt32.class, x)}.
 */
public final class UInt32 extends KernelNumber {
    private static final long serialVersionUID = 1;

    /** The number's bits. */
    private final int bits;

    private UInt32(int bits) {
        this.bits = bits;
    }

    /**
     * Returns the number that has the lower 32 bits of an integer.
     *
     * @param value an integer, which wraps around
     * @return the number
     */
    public static UInt32 valueOf(long value) {
        return new UInt32((int) value);
    }

    /**
     * Returns the number that has these bits.
     *
     * @param bits the bits of the number in memory
     * @return the number
     */
    public static UInt32 ofBits(int bits) {
        return new UInt32(bits);
    }

    /**
     * Returns the number's bits.
     *
     * @return the bits of the number in memory
     */
    public int toBits() {
        return bits;
    }

    @Override
    ElementType elementType() {
        return ElementType.U32;
    }

    @Override
    long element() {
        return bits & 0xFFFFFFFFL;
    }
}
