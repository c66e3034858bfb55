// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/**
 * A number of a type that Java lacks: a parameter of a kernel, or an element of a buffer. Its conversions are
 * those of Java's casts.
 */
abstract class KernelNumber extends Number {
    private static final long serialVersionUID = 1;

    /** For the classes of the kernel language only. */
    KernelNumber() {}

    /** Returns the type of the number. */
    abstract ElementType elementType();

    /** Returns the number in the form of {@link ElementType}. */
    abstract long element();

    @Override
    public int intValue() {
        return (int) Conversions.cast(element(), elementType(), ElementType.I32);
    }

    @Override
    public long longValue() {
        return Conversions.cast(element(), elementType(), ElementType.I64);
    }

    @Override
    public float floatValue() {
        return Float.intBitsToFloat((int) Conversions.cast(element(), elementType(), ElementType.F32));
    }

    @Override
    public double doubleValue() {
        return elementType().doubleOf(element());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KernelNumber number && elementType() == number.elementType()
            && element() == number.element();
    }

    @Override
    public int hashCode() {
        return Long.hashCode(element());
    }

    @Override
    public String toString() {
        return ElementType.format(elementType(), element());
    }
}
