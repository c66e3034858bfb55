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
// One method for each of Triton's that takes a pointer first: hence a file beyond the usual length.
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
     * A pointer to numbers of another type than the array's, of whose bits they are made:
     * {@code Ptr.of(Float16.class, new short[64])}.
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
     * A pointer into a buffer, whose bytes from its position to its limit lie as in a device's memory, the
     * lower ones first, whatever the buffer's order.
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
        throw new IllegalArgumentException("a pointer is to an array of primitive numbers or a ByteBuffer, "
            + "not " + (array == null ? "null" : array.getClass().getTypeName()));
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

    /**
     * {@link Triton#add(Number, Number)} of this pointer.
     *
     * @param b the second operand, likewise
     * @return the sum, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor add(Number b) {
        return Triton.add(this, b);
    }

    /**
     * {@link Triton#add(Ptr, int)} of this pointer.
     *
     * @param elements by how many elements
     * @return the moved pointer
     */
    public Ptr add(int elements) {
        return Triton.add(this, elements);
    }

    /**
     * {@link Triton#add(Ptr, long)} of this pointer.
     *
     * @param elements by how many elements
     * @return the moved pointer
     */
    public Ptr add(long elements) {
        return Triton.add(this, elements);
    }

    /**
     * {@link Triton#sub(Number, Number)} of this pointer.
     *
     * @param b the second operand, likewise
     * @return the difference, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor sub(Number b) {
        return Triton.sub(this, b);
    }

    /**
     * {@link Triton#sub(Ptr, int)} of this pointer.
     *
     * @param elements by how many elements
     * @return the moved pointer
     */
    public Ptr sub(int elements) {
        return Triton.sub(this, elements);
    }

    /**
     * {@link Triton#sub(Ptr, long)} of this pointer.
     *
     * @param elements by how many elements
     * @return the moved pointer
     */
    public Ptr sub(long elements) {
        return Triton.sub(this, elements);
    }

    /**
     * {@link Triton#broadcast(Object, TensorType)} of this pointer.
     *
     * @param type the type whose shape is taken
     * @return x in that shape
     */
    public Tensor broadcast(TensorType type) {
        return Triton.broadcast(this, type);
    }

    /**
     * {@link Triton#broadcastTo(Object, int...)} of this pointer.
     *
     * @param shape the extents, constant powers of two
     * @return x in that shape
     */
    public Tensor broadcastTo(int... shape) {
        return Triton.broadcastTo(this, shape);
    }

    /**
     * {@link Triton#join(Number, Number)} of this pointer.
     *
     * @param b another one, of the same element type
     * @return the joined tile
     */
    public Tensor join(Number b) {
        return Triton.join(this, b);
    }

    /**
     * {@link Triton#interleave(Number, Number)} of this pointer.
     *
     * @param b another one, of the same element type
     * @return the tile of both
     */
    public Tensor interleave(Number b) {
        return Triton.interleave(this, b);
    }

    /**
     * {@link Triton#load(Number, Number, Number, CacheModifier, EvictionPolicy, boolean)} of this pointer.
     *
     * @param mask truth values; {@code null} if absent
     * @param other what the result is where the mask is false; {@code null} if absent
     * @param cache the cache modifier, a constant
     * @param eviction the eviction policy, a constant
     * @param isVolatile whether the access is volatile, a constant
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load(Number mask, Number other, Triton.CacheModifier cache, Triton.EvictionPolicy eviction,
        boolean isVolatile) {
        return Triton.load(this, mask, other, cache, eviction, isVolatile);
    }

    /**
     * {@link Triton#load(Number)} of this pointer.
     *
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load() {
        return Triton.load(this);
    }

    /**
     * {@link Triton#load(Number, Number)} of this pointer.
     *
     * @param mask truth values; {@code null} if absent
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load(Number mask) {
        return Triton.load(this, mask);
    }

    /**
     * {@link Triton#load(Number, Number, Number)} of this pointer.
     *
     * @param mask truth values; {@code null} if absent
     * @param other what the result is where the mask is false; {@code null} if absent
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load(Number mask, Number other) {
        return Triton.load(this, mask, other);
    }

    /**
     * {@link Triton#load(Number, AccessOption, AccessOption...)} of this pointer.
     *
     * @param option a constant of {@link Triton.CacheModifier} or {@link Triton.EvictionPolicy}
     * @param options a constant of the other, if both are given
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load(Triton.AccessOption option, Triton.AccessOption... options) {
        return Triton.load(this, option, options);
    }

    /**
     * {@link Triton#load(Number, Number, AccessOption, AccessOption...)} of this pointer.
     *
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.CacheModifier} or {@link Triton.EvictionPolicy}
     * @param options a constant of the other, if both are given
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load(Number mask, Triton.AccessOption option, Triton.AccessOption... options) {
        return Triton.load(this, mask, option, options);
    }

    /**
     * {@link Triton#load(Number, Number, Number, AccessOption, AccessOption...)} of this pointer.
     *
     * @param mask truth values; {@code null} if absent
     * @param other what the result is where the mask is false; {@code null} if absent
     * @param option a constant of {@link Triton.CacheModifier} or {@link Triton.EvictionPolicy}
     * @param options a constant of the other, if both are given
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load(
        Number mask, Number other, Triton.AccessOption option, Triton.AccessOption... options) {
        return Triton.load(this, mask, other, option, options);
    }

    /**
     * {@link Triton#store(Number, Number, Number, CacheModifier, EvictionPolicy)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param cache the cache modifier, a constant
     * @param eviction the eviction policy, a constant
     */
    public void store(
        Number values, Number mask, Triton.CacheModifier cache, Triton.EvictionPolicy eviction) {
        Triton.store(this, values, mask, cache, eviction);
    }

    /**
     * {@link Triton#store(Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     */
    public void store(Number values) {
        Triton.store(this, values);
    }

    /**
     * {@link Triton#store(Number, Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     */
    public void store(Number values, Number mask) {
        Triton.store(this, values, mask);
    }

    /**
     * {@link Triton#store(Number, Number, AccessOption, AccessOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.CacheModifier} or {@link Triton.EvictionPolicy}
     * @param options a constant of the other, if both are given
     */
    public void store(Number values, Triton.AccessOption option, Triton.AccessOption... options) {
        Triton.store(this, values, option, options);
    }

    /**
     * {@link Triton#store(Number, Number, Number, AccessOption, AccessOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.CacheModifier} or {@link Triton.EvictionPolicy}
     * @param options a constant of the other, if both are given
     */
    public void store(
        Number values, Number mask, Triton.AccessOption option, Triton.AccessOption... options) {
        Triton.store(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicAdd(Number, Number, Number, MemSemantic, MemScope)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicAdd(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicAdd(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicAdd(Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicAdd(Number values) {
        return Triton.atomicAdd(this, values);
    }

    /**
     * {@link Triton#atomicAdd(Number, Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicAdd(Number values, Number mask) {
        return Triton.atomicAdd(this, values, mask);
    }

    /**
     * {@link Triton#atomicAdd(Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicAdd(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicAdd(this, values, option, options);
    }

    /**
     * {@link Triton#atomicAdd(Number, Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicAdd(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicAdd(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicMax(Number, Number, Number, MemSemantic, MemScope)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicMax(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicMax(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicMax(Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicMax(Number values) {
        return Triton.atomicMax(this, values);
    }

    /**
     * {@link Triton#atomicMax(Number, Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicMax(Number values, Number mask) {
        return Triton.atomicMax(this, values, mask);
    }

    /**
     * {@link Triton#atomicMax(Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicMax(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicMax(this, values, option, options);
    }

    /**
     * {@link Triton#atomicMax(Number, Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicMax(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicMax(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicMin(Number, Number, Number, MemSemantic, MemScope)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicMin(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicMin(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicMin(Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicMin(Number values) {
        return Triton.atomicMin(this, values);
    }

    /**
     * {@link Triton#atomicMin(Number, Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicMin(Number values, Number mask) {
        return Triton.atomicMin(this, values, mask);
    }

    /**
     * {@link Triton#atomicMin(Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicMin(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicMin(this, values, option, options);
    }

    /**
     * {@link Triton#atomicMin(Number, Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicMin(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicMin(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicAnd(Number, Number, Number, MemSemantic, MemScope)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicAnd(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicAnd(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicAnd(Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicAnd(Number values) {
        return Triton.atomicAnd(this, values);
    }

    /**
     * {@link Triton#atomicAnd(Number, Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicAnd(Number values, Number mask) {
        return Triton.atomicAnd(this, values, mask);
    }

    /**
     * {@link Triton#atomicAnd(Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicAnd(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicAnd(this, values, option, options);
    }

    /**
     * {@link Triton#atomicAnd(Number, Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicAnd(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicAnd(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicOr(Number, Number, Number, MemSemantic, MemScope)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicOr(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicOr(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicOr(Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicOr(Number values) {
        return Triton.atomicOr(this, values);
    }

    /**
     * {@link Triton#atomicOr(Number, Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicOr(Number values, Number mask) {
        return Triton.atomicOr(this, values, mask);
    }

    /**
     * {@link Triton#atomicOr(Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicOr(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicOr(this, values, option, options);
    }

    /**
     * {@link Triton#atomicOr(Number, Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicOr(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicOr(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicXor(Number, Number, Number, MemSemantic, MemScope)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicXor(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicXor(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicXor(Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicXor(Number values) {
        return Triton.atomicXor(this, values);
    }

    /**
     * {@link Triton#atomicXor(Number, Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicXor(Number values, Number mask) {
        return Triton.atomicXor(this, values, mask);
    }

    /**
     * {@link Triton#atomicXor(Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicXor(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicXor(this, values, option, options);
    }

    /**
     * {@link Triton#atomicXor(Number, Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicXor(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicXor(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicXchg(Number, Number, Number, MemSemantic, MemScope)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicXchg(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicXchg(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicXchg(Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicXchg(Number values) {
        return Triton.atomicXchg(this, values);
    }

    /**
     * {@link Triton#atomicXchg(Number, Number, Number)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicXchg(Number values, Number mask) {
        return Triton.atomicXchg(this, values, mask);
    }

    /**
     * {@link Triton#atomicXchg(Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicXchg(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicXchg(this, values, option, options);
    }

    /**
     * {@link Triton#atomicXchg(Number, Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicXchg(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicXchg(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicCas(Number, Number, Number, MemSemantic, MemScope)} of this pointer.
     *
     * @param compare what memory must hold to be written
     * @param values what is written
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicCas(
        Number compare, Number values, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicCas(this, compare, values, semantic, scope);
    }

    /**
     * {@link Triton#atomicCas(Number, Number, Number)} of this pointer.
     *
     * @param compare what memory must hold to be written
     * @param values what is written
     * @return what was there before
     */
    public Tensor atomicCas(Number compare, Number values) {
        return Triton.atomicCas(this, compare, values);
    }

    /**
     * {@link Triton#atomicCas(Number, Number, Number, AtomicOption, AtomicOption...)} of this pointer.
     *
     * @param compare what memory must hold to be written
     * @param values what is written
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicCas(
        Number compare, Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicCas(this, compare, values, option, options);
    }

    /**
     * {@link Triton#multipleOf(Number, int...)} of this pointer.
     *
     * @param divisors one constant for each dimension
     * @return the value; use it in place of the argument
     */
    public Ptr multipleOf(int... divisors) {
        return Triton.multipleOf(this, divisors);
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
        return new UnsupportedOperationException("a pointer is no number; read what it points at: "
            + "Triton.load");
    }

    @Override
    public String toString() {
        return "ptr<" + pointee.name + "> into " + memory + " at byte " + offset;
    }
}
