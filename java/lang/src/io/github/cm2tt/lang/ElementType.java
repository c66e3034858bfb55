// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.List;

/**
 * The type of the elements of a tile: a number type, or a pointer to numbers. There is one object for each
 * type, so that {@code ==} compares types.
 *
 * <p>An element is stored in a {@code long} in a canonical form: signed integers are sign-extended, unsigned
 * integers, truth values and the bits of floating-point numbers are zero-extended, and pointers are
 * addresses. So nothing is rounded that a device does not round.
 *
 * <p>Not here: the result types of operations ({@link Promotion}).
 */
final class ElementType {
    /** The kind of an element; the order of the kinds of numbers is that of conversion. */
    enum Kind { BOOL, INTEGER, FLOAT, POINTER }

    static final ElementType I1 = new ElementType("boolean", Kind.BOOL, 1, boolean.class);
    static final ElementType I8 = new ElementType("byte", Kind.INTEGER, 8, byte.class);
    static final ElementType I16 = new ElementType("short", Kind.INTEGER, 16, short.class);
    static final ElementType I32 = new ElementType("int", Kind.INTEGER, 32, int.class);
    static final ElementType I64 = new ElementType("long", Kind.INTEGER, 64, long.class);
    static final ElementType U8 = unsigned(8, UInt8.class);
    static final ElementType U16 = unsigned(16, UInt16.class);
    static final ElementType U32 = unsigned(32, UInt32.class);
    static final ElementType U64 = unsigned(64, UInt64.class);
    static final ElementType F16 = new ElementType("fp16", FloatFormat.F16, Float16.class);
    static final ElementType BF16 = new ElementType("bf16", FloatFormat.BF16, BFloat16.class);
    static final ElementType F32 = new ElementType("float", FloatFormat.F32, float.class);
    static final ElementType F64 = new ElementType("double", FloatFormat.F64, double.class);
    static final ElementType F8E4M3 = new ElementType("fp8e4nv", FloatFormat.E4M3, Float8E4M3.class);
    static final ElementType F8E5M2 = new ElementType("fp8e5", FloatFormat.E5M2, Float8E5M2.class);

    /** All types of numbers. */
    static final List<ElementType> NUMBERS =
        List.of(I1, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64, F8E4M3, F8E5M2);

    /**
     * The name in messages and in {@link TensorType}: Java's name, or that of signatures for types that Java
     * lacks.
     */
    final String name;
    final Kind kind;
    /** The number of bits of an element; 64 for a pointer. */
    final int bits;
    /** The class literal that represents the type in kernels; null for pointers. */
    final Class<?> javaClass;
    /** The format of floating-point numbers; null for other types. */
    final FloatFormat format;
    /** The element type of a pointer; null for other types. */
    final ElementType pointee;
    private final boolean isUnsigned;
    private ElementType pointer;

    private ElementType(String name, Kind kind, int bits, Class<?> javaClass) {
        this(name, kind, kind == Kind.BOOL, bits, javaClass, null, null);
    }

    private ElementType(String name, FloatFormat format, Class<?> javaClass) {
        this(name, Kind.FLOAT, false, format.bits(), javaClass, format, null);
    }

    private static ElementType unsigned(int bits, Class<?> javaClass) {
        return new ElementType("u" + bits, Kind.INTEGER, true, bits, javaClass, null, null);
    }

    private ElementType(String name, Kind kind, boolean isUnsigned, int bits, Class<?> javaClass,
        FloatFormat format, ElementType pointee) {
        this.name = name;
        this.kind = kind;
        this.isUnsigned = isUnsigned;
        this.bits = bits;
        this.javaClass = javaClass;
        this.format = format;
        this.pointee = pointee;
    }

    /** Returns the type of pointers to elements of this type. */
    synchronized ElementType pointer() {
        if (pointer == null) {
            pointer = new ElementType("ptr<" + name + ">", Kind.POINTER, false, 64, null, null, this);
        }
        return pointer;
    }

    /**
     * Returns the number type that a class literal, or the class of a box, represents; null if there is none.
     */
    static ElementType of(Class<?> javaClass) {
        ElementType boxed = ofBox(javaClass);
        if (boxed != null) {
            return boxed;
        }
        for (ElementType type : NUMBERS) {
            if (type.javaClass == javaClass) {
                return type;
            }
        }
        return javaClass == char.class || javaClass == Character.class ? U16 : null;
    }

    private static ElementType ofBox(Class<?> javaClass) {
        if (javaClass == Integer.class) {
            return I32;
        }
        if (javaClass == Float.class) {
            return F32;
        }
        if (javaClass == Long.class) {
            return I64;
        }
        if (javaClass == Double.class) {
            return F64;
        }
        if (javaClass == Boolean.class) {
            return I1;
        }
        if (javaClass == Byte.class) {
            return I8;
        }
        return javaClass == Short.class ? I16 : null;
    }

    boolean isBool() {
        return kind == Kind.BOOL;
    }

    /** Returns whether it is an integer of more than one bit. */
    boolean isInteger() {
        return kind == Kind.INTEGER;
    }

    boolean isFloat() {
        return kind == Kind.FLOAT;
    }

    boolean isPointer() {
        return kind == Kind.POINTER;
    }

    /** Returns whether it is an unsigned integer; truth values count as unsigned. */
    boolean isUnsigned() {
        return isUnsigned;
    }

    /** Returns the number of bytes of an element in memory. */
    int bytes() {
        return (bits + 7) / 8;
    }

    /** Returns the canonical form of an element, given by its low bits. */
    long canonical(long raw) {
        if (bits == 64) {
            return raw;
        }
        int unused = 64 - bits;
        return isInteger() && !isUnsigned() ? raw << unused >> unused : raw << unused >>> unused;
    }

    /**
     * Returns the value of a number as a double: rounded for integers of more than 53 bits, exact otherwise.
     */
    double doubleOf(long element) {
        if (this == F64) {
            return Double.longBitsToDouble(element);
        }
        if (isFloat()) {
            return floatOf(element);
        }
        return this == U64 ? Double.longBitsToDouble(FloatFormat.F64.encode(false, element, 0, false))
            : element;
    }

    /** Returns the exact value of a floating-point number as a float; not for double. */
    float floatOf(long element) {
        return this == F32 ? Float.intBitsToFloat((int) element) : format.decode(element);
    }

    /** Returns the element nearest to a number; ties to even. For floating-point types. */
    long ofDouble(double value) {
        if (this == F64) {
            return Double.doubleToRawLongBits(value);
        }
        return this == F32 ? ofFloat((float) value) : format.encode(value, false);
    }

    /** Like {@link #ofDouble}, for a float. */
    long ofFloat(float value) {
        if (this == F32) {
            return Float.floatToRawIntBits(value) & 0xFFFFFFFFL;
        }
        return this == F64 ? Double.doubleToRawLongBits(value) : format.encode(value, false);
    }

    /** Returns the element type of a pointer; null for other types. */
    ElementType pointee() {
        return pointee;
    }

    /** Returns the result of Java's cast of the element to int; for a pointer, its address. */
    static int toInt(ElementType type, long element) {
        return (int) (type.isPointer() ? element : Conversions.cast(element, type, I32));
    }

    /** Returns the result of Java's cast of the element to long; for a pointer, its address. */
    static long toLong(ElementType type, long element) {
        return type.isPointer() ? element : Conversions.cast(element, type, I64);
    }

    /** Returns the result of Java's cast of the element to float; for a pointer, its address. */
    static float toFloat(ElementType type, long element) {
        return type.isPointer() ? element : Float.intBitsToFloat((int) Conversions.cast(element, type, F32));
    }

    /** Returns the result of Java's cast of the element to double; for a pointer, its address. */
    static double toDouble(ElementType type, long element) {
        return type.isPointer() ? element : type.doubleOf(element);
    }

    /** Returns the element as text, in Java's format of numbers; an address in hexadecimal. */
    static String format(ElementType type, long element) {
        if (type.isPointer()) {
            return "0x" + Long.toHexString(element);
        }
        if (type.isBool()) {
            return element != 0 ? "true" : "false";
        }
        if (type.isFloat()) {
            return type == F64 ? Double.toString(type.doubleOf(element))
                : Float.toString(type.floatOf(element));
        }
        return type.isUnsigned() ? Long.toUnsignedString(element) : Long.toString(element);
    }

    @Override
    public String toString() {
        return name;
    }
}
