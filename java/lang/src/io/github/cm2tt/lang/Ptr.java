// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A pointer to numbers in memory. As a parameter of a kernel it points into the device's memory; on the JVM
 * ({@link Programs#run}) into an array or a buffer, which the kernel reads and writes in place.
 *
 * <pre>{@code
 * float[] x = {1, 2, 3, 4};
 * Programs.run(1, () -> twice(Ptr.of(x)));
 * }</pre>
 */
public final class Ptr extends Number {
    private static final long serialVersionUID = 1;

    private final transient ElementType pointee;
    private final transient Memory memory;
    /** In bytes, from the start of the memory. */
    private final transient long offset;

    Ptr(ElementType pointee, Memory memory, long offset) {
        this.pointee = pointee;
        this.memory = memory;
        this.offset = offset;
    }

    /** A pointer with an address of this thread's run. */
    Ptr(ElementType pointee, long address) {
        this.pointee = pointee;
        this.memory = Programs.space().memoryNear(address);
        this.offset = address - Programs.space().baseOf(memory);
    }

    /**
     * A pointer to the first element of an array of floats.
     *
     * @param array what is pointed at
     * @return the pointer
     */
    public static Ptr of(float[] array) {
        return new Ptr(ElementType.F32, new Memory(array, array.length, 4), 0);
    }

    /**
     * A pointer to the first element of an array of doubles.
     *
     * @param array what is pointed at
     * @return the pointer
     */
    public static Ptr of(double[] array) {
        return new Ptr(ElementType.F64, new Memory(array, array.length, 8), 0);
    }

    /**
     * A pointer to the first element of an array of longs.
     *
     * @param array what is pointed at
     * @return the pointer
     */
    public static Ptr of(long[] array) {
        return new Ptr(ElementType.I64, new Memory(array, array.length, 8), 0);
    }

    /**
     * A pointer to the first element of an array of ints.
     *
     * @param array what is pointed at
     * @return the pointer
     */
    public static Ptr of(int[] array) {
        return new Ptr(ElementType.I32, new Memory(array, array.length, 4), 0);
    }

    /**
     * A pointer to the first element of an array of shorts.
     *
     * @param array what is pointed at
     * @return the pointer
     */
    public static Ptr of(short[] array) {
        return new Ptr(ElementType.I16, new Memory(array, array.length, 2), 0);
    }

    /**
     * A pointer to the first element of an array of chars.
     *
     * @param array what is pointed at
     * @return the pointer
     */
    public static Ptr of(char[] array) {
        return new Ptr(ElementType.U16, new Memory(array, array.length, 2), 0);
    }

    /**
     * A pointer to the first element of an array of bytes.
     *
     * @param array what is pointed at
     * @return the pointer
     */
    public static Ptr of(byte[] array) {
        return new Ptr(ElementType.I8, new Memory(array, array.length, 1), 0);
    }

    /**
     * A pointer to the first element of an array of booleans.
     *
     * @param array what is pointed at
     * @return the pointer
     */
    public static Ptr of(boolean[] array) {
        return new Ptr(ElementType.I1, new Memory(array, array.length, 1), 0);
    }

    /**
     * A pointer to numbers of another type than the array's, of whose bits it is made: {@code Ptr.of(Float16.class,
     * new short[64])}.
     *
     * @param elementType the class literal of a number type
     * @param array an array of primitive numbers
     * @return the pointer
     * @throws IllegalArgumentException the class is no number type, or the array none of numbers
     */
    public static Ptr of(Class<?> elementType, Object array) {
        if (array instanceof ByteBuffer buffer)
            return of(elementType, buffer);
        return new Ptr(typeOf(elementType), ofArray(array).memory, 0);
    }

    /**
     * A pointer into a buffer, whose bytes from its position to its limit lie as in a device's memory, the lower ones
     * first, whatever the buffer's order.
     *
     * @param elementType the class literal of a number type
     * @param buffer what is pointed at
     * @return the pointer
     * @throws IllegalArgumentException the class is no number type
     */
    public static Ptr of(Class<?> elementType, ByteBuffer buffer) {
        return new Ptr(typeOf(elementType), new Memory(buffer), 0);
    }

    private static Ptr ofArray(Object array) {
        if (array instanceof float[] floats)
            return of(floats);
        if (array instanceof double[] doubles)
            return of(doubles);
        if (array instanceof long[] longs)
            return of(longs);
        if (array instanceof int[] ints)
            return of(ints);
        if (array instanceof short[] shorts)
            return of(shorts);
        if (array instanceof char[] chars)
            return of(chars);
        if (array instanceof byte[] bytes)
            return of(bytes);
        if (array instanceof boolean[] booleans)
            return of(booleans);
        throw new IllegalArgumentException("a pointer is to an array of primitive numbers or a ByteBuffer, not "
                + (array == null ? "null" : array.getClass().getTypeName()));
    }

    private static ElementType typeOf(Class<?> elementType) {
        ElementType type = ElementType.of(Objects.requireNonNull(elementType, "elementType"));
        if (type == null)
            throw new IllegalArgumentException("the class of no number type: " + elementType.getName()
                    + "; use one such as float.class or Float16.class");
        return type;
    }

    /** What it points at. */
    ElementType pointee() {
        return pointee;
    }

    /** Its address in the run of this thread. */
    long address() {
        return Programs.space().baseOf(memory) + offset;
    }

    /** The pointer moved by so many elements. */
    Ptr moved(long elements) {
        return new Ptr(pointee, memory, offset + elements * pointee.bytes());
    }

    /** The same address, with elements of another type. */
    Ptr as(ElementType type) {
        return new Ptr(type, memory, offset);
    }

    @Override
    public int intValue() {
        throw noNumber();
    }

    @Override
    public long longValue() {
        throw noNumber();
    }

    @Override
    public float floatValue() {
        throw noNumber();
    }

    @Override
    public double doubleValue() {
        throw noNumber();
    }

    private static UnsupportedOperationException noNumber() {
        return new UnsupportedOperationException("a pointer is no number; read what it points at: Triton.load");
    }

    @Override
    public String toString() {
        return "ptr<" + pointee.name + "> into " + memory + " at byte " + offset;
    }
}
