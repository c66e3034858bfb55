// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

/**
 * An integer of 32 bits without a sign. In kernels the class literal names the type, as in
 * {@code Triton.conv(UInt32.class, x)}.
 */
public final class UInt32 extends KernelNumber {
    private static final long serialVersionUID = 1;

    /** The number's bits. */
    private final int bits;

    private UInt32(int bits) {
        this.bits = bits;
    }

    /**
     * The number that has the lower 32 bits of an integer.
     *
     * @param value an integer, which wraps around
     * @return the number
     */
    public static UInt32 valueOf(long value) {
        return new UInt32((int) value);
    }

    /**
     * The number that has these bits.
     *
     * @param bits the number as it lies in memory
     * @return the number
     */
    public static UInt32 ofBits(int bits) {
        return new UInt32(bits);
    }

    /**
     * The number's bits.
     *
     * @return the number as it lies in memory
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
