// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/**
 * A floating-point number of 16 bits, bf16: the upper half of a float, with 8 bits of exponent and 7 of
 * fraction. In kernels the class literal represents the type, as in {@code Triton.conv(BFloat16.class, x)}.
 */
public final class BFloat16 extends KernelNumber {
    private static final long serialVersionUID = 1;

    /** The number's bits. */
    private final short bits;

    private BFloat16(short bits) {
        this.bits = bits;
    }

    /**
     * Returns the number nearest to a float; ties to even.
     *
     * @param value any number
     * @return the number
     */
    public static BFloat16 valueOf(float value) {
        return new BFloat16(toBits(value));
    }

    /**
     * Returns the number that has these bits.
     *
     * @param bits the bits of the number in memory
     * @return the number
     */
    public static BFloat16 ofBits(short bits) {
        return new BFloat16(bits);
    }

    /**
     * Returns the bits of the number nearest to a float; ties to even.
     *
     * @param value any number
     * @return the bits of the number in memory
     */
    public static short toBits(float value) {
        return (short) FloatFormat.BF16.encode(value, false);
    }

    /**
     * Returns the float equal to the number that has these bits.
     *
     * @param bits the bits of the number in memory
     * @return the number, exactly
     */
    public static float toFloat(short bits) {
        return FloatFormat.BF16.decode(bits & 0xFFFF);
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
        return ElementType.BF16;
    }

    @Override
    long element() {
        return bits & 0xFFFF;
    }
}
