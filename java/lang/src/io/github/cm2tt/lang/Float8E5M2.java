// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/**
 * A floating-point number of 8 bits, fp8e5: 5 bits of exponent, 2 of fraction, up to 57344. In kernels the
 * class literal represents the type, as in {@code Triton.conv(Float8E5M2.class, x)}.
 */
public final class Float8E5M2 extends KernelNumber {
    private static final long serialVersionUID = 1;

    /** The number's bits. */
    private final byte bits;

    private Float8E5M2(byte bits) {
        this.bits = bits;
    }

    /**
     * Returns the number nearest to a float; ties to even.
     *
     * @param value any number
     * @return the number
     */
    public static Float8E5M2 valueOf(float value) {
        return new Float8E5M2(toBits(value));
    }

    /**
     * Returns the number that has these bits.
     *
     * @param bits the bits of the number in memory
     * @return the number
     */
    public static Float8E5M2 ofBits(byte bits) {
        return new Float8E5M2(bits);
    }

    /**
     * Returns the bits of the number nearest to a float; ties to even. A value that is too large becomes the
     * largest number.
     *
     * @param value any number
     * @return the bits of the number in memory
     */
    public static byte toBits(float value) {
        return (byte) FloatFormat.E5M2.encode(value, false);
    }

    /**
     * Returns the float equal to the number that has these bits.
     *
     * @param bits the bits of the number in memory
     * @return the number, exactly
     */
    public static float toFloat(byte bits) {
        return FloatFormat.E5M2.decode(bits & 0xFF);
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
        return ElementType.F8E5M2;
    }

    @Override
    long element() {
        return bits & 0xFF;
    }
}
