// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * What a launch gives for the parameters of a kernel, in order, without those that are constants. To be made
 * once and used for many launches, which then allocate nothing:
 *
 * <pre>{@code
 * Arguments arguments = kernel.arguments().add(x).add(y).add(0);
 * for (int i = 0; i < steps; i++) {
 *     arguments.set(2, i);
 *     kernel.launch(grid, arguments);
 * }
 * }</pre>
 *
 * <p>A launch has copied them when it returns. For one thread at a time: launches of what another thread
 * changes meanwhile may see some values of before and some of after.
 *
 * <p>Not here: whether they fit to the parameters, which launches check before anything runs.
 */
public final class Arguments {
    /** Of pointers; null for numbers. */
    private DeviceBuffer[] buffers = new DeviceBuffer[16];
    private long[] bits = new long[16];
    /** Ordinals of {@link ElementType}. */
    private byte[] types = new byte[16];
    private int count;
    /** What errors call the parameter of an argument. */
    private final IntFunction<String> names;

    Arguments(IntFunction<String> names) {
        this.names = names;
    }

    /**
     * How many there are.
     *
     * @return arguments
     */
    public int size() {
        return count;
    }

    /**
     * Forgets all of them.
     *
     * @return this
     */
    public Arguments clear() {
        Arrays.fill(buffers, 0, count, null);
        count = 0;
        return this;
    }

    /**
     * The buffer of a pointer.
     *
     * @param index from 0
     * @return the buffer
     * @throws IndexOutOfBoundsException if there are not so many arguments
     * @throws IllegalArgumentException if it is a number
     */
    public DeviceBuffer bufferAt(int index) {
        Objects.checkIndex(index, count);
        if (buffers[index] == null)
            throw new IllegalArgumentException(names.apply(index) + " is a number: expected a buffer");
        return buffers[index];
    }

    /**
     * The value of an integer or truth value.
     *
     * @param index from 0
     * @return the value
     * @throws IndexOutOfBoundsException if there are not so many arguments
     * @throws IllegalArgumentException if it is no integer
     */
    public long longAt(int index) {
        Objects.checkIndex(index, count);
        ElementType type = ElementType.of(types[index]);
        if (buffers[index] != null || type.compareTo(ElementType.U64) > 0)
            throw new IllegalArgumentException(names.apply(index) + " is "
                + (buffers[index] == null ? type.signature() : "a buffer") + ": expected an integer");
        return bits[index];
    }

    /**
     * Adds a pointer to the beginning of a buffer.
     *
     * @param value the argument
     * @return this
     * @throws IllegalArgumentException if it is null
     */
    public Arguments add(DeviceBuffer value) {
        return set(count, value);
    }

    /**
     * Sets an argument to a pointer to the beginning of a buffer.
     *
     * @param index which one, from 0; {@link #size} adds one
     * @param value the argument
     * @return this
     * @throws IllegalArgumentException if it is null
     * @throws IndexOutOfBoundsException if there are not so many arguments
     */
    public Arguments set(int index, DeviceBuffer value) {
        if (value == null)
            throw Values.refused(names.apply(index), null);
        put(index, value.type(), 0);
        buffers[index] = value;
        return this;
    }

    /**
     * Adds a truth value.
     *
     * @param value the argument
     * @return this
     */
    public Arguments add(boolean value) {
        return set(count, value);
    }

    /**
     * Sets an argument to a truth value.
     *
     * @param index which one, from 0; {@link #size} adds one
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if there are not so many arguments
     */
    public Arguments set(int index, boolean value) {
        return put(index, ElementType.I1, value ? 1 : 0);
    }

    /**
     * Adds an integer.
     *
     * @param value the argument
     * @return this
     */
    public Arguments add(byte value) {
        return set(count, value);
    }

    /**
     * Sets an argument to an integer.
     *
     * @param index which one, from 0; {@link #size} adds one
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if there are not so many arguments
     */
    public Arguments set(int index, byte value) {
        return put(index, ElementType.I8, value);
    }

    /**
     * Adds an integer.
     *
     * @param value the argument
     * @return this
     */
    public Arguments add(short value) {
        return set(count, value);
    }

    /**
     * Sets an argument to an integer.
     *
     * @param index which one, from 0; {@link #size} adds one
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if there are not so many arguments
     */
    public Arguments set(int index, short value) {
        return put(index, ElementType.I16, value);
    }

    /**
     * Adds a character.
     *
     * @param value the argument
     * @return this
     */
    public Arguments add(char value) {
        return set(count, value);
    }

    /**
     * Sets an argument to a character.
     *
     * @param index which one, from 0; {@link #size} adds one
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if there are not so many arguments
     */
    public Arguments set(int index, char value) {
        return put(index, ElementType.U16, value);
    }

    /**
     * Adds an integer.
     *
     * @param value the argument
     * @return this
     */
    public Arguments add(int value) {
        return set(count, value);
    }

    /**
     * Sets an argument to an integer.
     *
     * @param index which one, from 0; {@link #size} adds one
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if there are not so many arguments
     */
    public Arguments set(int index, int value) {
        return put(index, ElementType.I32, value);
    }

    /**
     * Adds an integer.
     *
     * @param value the argument
     * @return this
     */
    public Arguments add(long value) {
        return set(count, value);
    }

    /**
     * Sets an argument to an integer.
     *
     * @param index which one, from 0; {@link #size} adds one
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if there are not so many arguments
     */
    public Arguments set(int index, long value) {
        return put(index, ElementType.I64, value);
    }

    /**
     * Adds a floating-point number.
     *
     * @param value the argument
     * @return this
     */
    public Arguments add(float value) {
        return set(count, value);
    }

    /**
     * Sets an argument to a floating-point number.
     *
     * @param index which one, from 0; {@link #size} adds one
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if there are not so many arguments
     */
    public Arguments set(int index, float value) {
        return put(index, ElementType.FP32, Float.floatToRawIntBits(value) & 0xFFFFFFFFL);
    }

    /**
     * Adds a floating-point number.
     *
     * @param value the argument
     * @return this
     */
    public Arguments add(double value) {
        return set(count, value);
    }

    /**
     * Sets an argument to a floating-point number.
     *
     * @param index which one, from 0; {@link #size} adds one
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if there are not so many arguments
     */
    public Arguments set(int index, double value) {
        return put(index, ElementType.FP64, Double.doubleToRawLongBits(value));
    }

    /**
     * Adds a number of any type, by its bits.
     *
     * @param type its type
     * @param value its bits, in the lowest of these
     * @return this
     */
    public Arguments add(ElementType type, long value) {
        return set(count, type, value);
    }

    /**
     * Sets an argument to a number of any type, by its bits.
     *
     * @param index which one, from 0; {@link #size} adds one
     * @param type its type
     * @param value its bits, in the lowest of these
     * @return this
     * @throws IndexOutOfBoundsException if there are not so many arguments
     */
    public Arguments set(int index, ElementType type, long value) {
        return put(index, Objects.requireNonNull(type, "type"), value);
    }

    private Arguments put(int index, ElementType type, long value) {
        Objects.checkIndex(index, count + 1);
        if (index == bits.length)
            grow();
        buffers[index] = null;
        bits[index] = value;
        types[index] = (byte) type.ordinal();
        count = Math.max(count, index + 1);
        return this;
    }

    private void grow() {
        buffers = Arrays.copyOf(buffers, 2 * count);
        bits = Arrays.copyOf(bits, 2 * count);
        types = Arrays.copyOf(types, 2 * count);
    }

    /** What errors call the parameter of an argument. */
    String nameOf(int index) {
        return names.apply(index);
    }

    /**
     * Writes all into the block of a launch, which holds the buffers. What is read of arguments that another
     * thread changes is checked here nevertheless: each pointer is that of the buffer that is held.
     *
     * @return how many there are
     */
    int copyTo(LaunchSlot slot, Device device) {
        DeviceBuffer[] pointers = buffers;
        int size = Math.min(count, pointers.length);
        for (int i = 0; i < size; i++) {
            DeviceBuffer buffer = pointers[i];
            if (buffer == null) {
                slot.argument(i, bits[i], types[i], false);
                continue;
            }
            if (buffer.device() != device)
                throw Values.foreign(names.apply(i), buffer, device);
            slot.hold(buffer.handle);
            slot.argument(i, buffer.address(), buffer.type().ordinal(), true);
        }
        return size;
    }

    /** What errors call the parameter whose buffer has a handle; null if none has. */
    String ownerOf(Handle handle) {
        for (int i = 0; i < count; i++)
            if (buffers[i] != null && buffers[i].handle == handle)
                return names.apply(i);
        return null;
    }
}
