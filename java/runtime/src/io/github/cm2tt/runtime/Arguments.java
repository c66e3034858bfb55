// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * The arguments of a launch: the values of the parameters of a kernel that are not constants, in order, with
 * the components of a record in place of it. An object should be reused for many launches, which then
 * allocate nothing:
 *
 * <pre>{@code
 * Arguments arguments = kernel.arguments().add(x).add(y).add(0);
 * for (int i = 0; i < steps; i++) {
 *     arguments.set(2, i);
 *     kernel.launch(grid, arguments);
 * }
 * }</pre>
 *
 * <p>A launch copies the arguments before it returns. An object may be used by one thread at a time: if
 * another thread changes it during a launch, the launch may use some of the old values and some of the new
 * ones.
 *
 * <p>Arrays are not accepted, since they would hide two copies in each launch.
 */
// The values are copied into the block of the launch, unless it has them already, and pointers are computed
// from the buffers that the block holds: threads that share this object by mistake compute wrong numbers at
// most. Native code alone checks the types of arguments, on the path that compiles, so that the rules exist
// once. Java checks what only Java can check: null, arrays, closed objects, another device.
//
// Not here: the comparison with the parameters, which a launch performs before anything runs.
public final class Arguments {
    /** In place of an ordinal: a null pointer. */
    private static final byte NULL = -1;

    /** The buffers of pointers; null for numbers. */
    private DeviceBuffer[] buffers = new DeviceBuffer[16];
    /** Tensor descriptors; null for other arguments, and until there is one. */
    private DeviceTensorDescriptor[] tensors;
    private long[] bits = new long[16];
    /** The ordinals of {@link ElementType}. */
    private byte[] types = new byte[16];
    private int count;
    /** The number of null pointers, whose types are {@link #NULL}. */
    private int nullCount;
    /** The number of the fill of a {@link LaunchSlot} with these arguments; 0 after a change. */
    private long fill;
    /** The name in errors of the parameter of an argument. */
    private final IntFunction<String> names;

    Arguments(IntFunction<String> names) {
        this.names = names;
    }

    /**
     * Returns the number of arguments.
     *
     * @return the number of arguments
     */
    public int size() {
        return count;
    }

    /**
     * Removes all arguments.
     *
     * @return this
     */
    public Arguments clear() {
        Arrays.fill(buffers, 0, count, null);
        fill = 0;
        if (tensors != null) {
            Arrays.fill(tensors, null);
        }
        count = 0;
        nullCount = 0;
        return this;
    }

    /**
     * Returns the buffer of a pointer.
     *
     * @param index from 0
     * @return the buffer
     * @throws IndexOutOfBoundsException if the index is too large
     * @throws IllegalArgumentException if the argument is a number
     */
    public DeviceBuffer bufferAt(int index) {
        Objects.checkIndex(index, count);
        if (tensorAt(index) != null) {
            throw new IllegalArgumentException(
                names.apply(index) + " is a tensor descriptor: expected a buffer");
        }
        if (buffers[index] == null) {
            throw new IllegalArgumentException(
                names.apply(index) + (isNull(index) ? " is null" : " is a number") + ": expected a buffer");
        }
        return buffers[index];
    }

    /**
     * Returns the value of an integer or truth value.
     *
     * @param index from 0
     * @return the value
     * @throws IndexOutOfBoundsException if the index is too large
     * @throws IllegalArgumentException if the argument is not an integer
     */
    public long longAt(int index) {
        Objects.checkIndex(index, count);
        if (isNull(index)) {
            throw new IllegalArgumentException(names.apply(index) + " is null: expected an integer");
        }
        if (tensorAt(index) != null) {
            throw new IllegalArgumentException(
                names.apply(index) + " is a tensor descriptor: expected an integer");
        }
        ElementType type = ElementType.of(types[index]);
        if (buffers[index] != null || type.compareTo(ElementType.U64) > 0) {
            throw new IllegalArgumentException(names.apply(index) + " is "
                + (buffers[index] == null ? type.signature() : "a buffer") + ": expected an integer");
        }
        return bits[index];
    }

    /**
     * Appends the components of a record, in order, and those of records in it.
     *
     * <pre>{@code
     * record Shape(int rows, int columns) {}
     * Arguments arguments = kernel.arguments().add(x).addAll(new Shape(3, 4));   // (Ptr x, Shape shape)
     * }</pre>
     *
     * @param record the argument; {@link DeviceBuffer#ptr} gives pointers for it
     * @return this
     * @throws IllegalArgumentException if a component cannot be an argument, or the record's package is not
     *     open to this module
     */
    public Arguments addAll(Record record) {
        return setAll(count, record);
    }

    /**
     * Sets as many arguments as a record has components, in order, those of records in it included. This
     * allocates nothing.
     *
     * @param index the index of the first one, from 0; {@link #size} appends arguments
     * @param record the argument; {@link DeviceBuffer#ptr} gives pointers for it
     * @return this
     * @throws IndexOutOfBoundsException if the index is too large
     * @throws IllegalArgumentException if a component cannot be an argument, or the record's package is not
     *     open to this module
     */
    public Arguments setAll(int index, Record record) {
        Objects.checkIndex(index, count + 1);
        RecordArguments.set(this, index, Objects.requireNonNull(record, "record"));
        return this;
    }

    /**
     * Appends a pointer to the beginning of a buffer.
     *
     * @param value the argument; null for a null pointer, which the kernel is compiled for
     * @return this
     */
    public Arguments add(DeviceBuffer value) {
        return set(count, value);
    }

    /**
     * Sets an argument to a pointer to the beginning of a buffer.
     *
     * @param index the index, from 0; {@link #size} appends an argument
     * @param value the argument; null for a null pointer, which the kernel is compiled for
     * @return this
     * @throws IndexOutOfBoundsException if the index is too large
     */
    public Arguments set(int index, DeviceBuffer value) {
        put(index, value == null ? ElementType.I8 : value.type(), 0);
        buffers[index] = value;
        if (value == null) {
            types[index] = NULL;
            nullCount++;
        }
        return this;
    }

    /**
     * Appends a tensor descriptor.
     *
     * @param value the argument, of {@link Device#tensorDescriptor}
     * @return this
     */
    public Arguments addTensor(DeviceTensorDescriptor value) {
        return setTensor(count, value);
    }

    /**
     * Sets an argument to a tensor descriptor.
     *
     * @param index the index, from 0; {@link #size} appends an argument
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if the index is too large
     */
    public Arguments setTensor(int index, DeviceTensorDescriptor value) {
        put(index, Objects.requireNonNull(value, "value").buffer().type(), 0);
        if (tensors == null || tensors.length < bits.length) {
            tensors = tensors == null ? new DeviceTensorDescriptor[bits.length]
                : Arrays.copyOf(tensors, bits.length);
        }
        tensors[index] = value;
        return this;
    }

    /** Returns the tensor descriptor of an argument; null for other arguments. */
    private DeviceTensorDescriptor tensorAt(int index) {
        DeviceTensorDescriptor[] known = tensors;
        return known == null || index >= known.length ? null : known[index];
    }

    /**
     * Appends a truth value.
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
     * @param index the index, from 0; {@link #size} appends an argument
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if the index is too large
     */
    public Arguments set(int index, boolean value) {
        return put(index, ElementType.I1, value ? 1 : 0);
    }

    /**
     * Appends an integer.
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
     * @param index the index, from 0; {@link #size} appends an argument
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if the index is too large
     */
    public Arguments set(int index, byte value) {
        return put(index, ElementType.I8, value);
    }

    /**
     * Appends an integer.
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
     * @param index the index, from 0; {@link #size} appends an argument
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if the index is too large
     */
    public Arguments set(int index, short value) {
        return put(index, ElementType.I16, value);
    }

    /**
     * Appends a character.
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
     * @param index the index, from 0; {@link #size} appends an argument
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if the index is too large
     */
    public Arguments set(int index, char value) {
        return put(index, ElementType.U16, value);
    }

    /**
     * Appends an integer.
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
     * @param index the index, from 0; {@link #size} appends an argument
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if the index is too large
     */
    public Arguments set(int index, int value) {
        return put(index, ElementType.I32, value);
    }

    /**
     * Appends an integer.
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
     * @param index the index, from 0; {@link #size} appends an argument
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if the index is too large
     */
    public Arguments set(int index, long value) {
        return put(index, ElementType.I64, value);
    }

    /**
     * Appends a floating-point number.
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
     * @param index the index, from 0; {@link #size} appends an argument
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if the index is too large
     */
    public Arguments set(int index, float value) {
        return put(index, ElementType.FP32, Float.floatToRawIntBits(value) & 0xFFFFFFFFL);
    }

    /**
     * Appends a floating-point number.
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
     * @param index the index, from 0; {@link #size} appends an argument
     * @param value the argument
     * @return this
     * @throws IndexOutOfBoundsException if the index is too large
     */
    public Arguments set(int index, double value) {
        return put(index, ElementType.FP64, Double.doubleToRawLongBits(value));
    }

    /**
     * Appends a number of any type, given by its bits.
     *
     * @param type its type
     * @param value its bits, in the low bits of the argument
     * @return this
     */
    public Arguments add(ElementType type, long value) {
        return set(count, type, value);
    }

    /**
     * Sets an argument to a number of any type, given by its bits.
     *
     * @param index the index, from 0; {@link #size} appends an argument
     * @param type its type
     * @param value its bits, in the low bits of the argument
     * @return this
     * @throws IndexOutOfBoundsException if the index is too large
     */
    public Arguments set(int index, ElementType type, long value) {
        return put(index, Objects.requireNonNull(type, "type"), value);
    }

    private Arguments put(int index, ElementType type, long value) {
        Objects.checkIndex(index, count + 1);
        if (index == bits.length) {
            grow();
        }
        if (nullCount != 0 && isNull(index)) {
            nullCount--;
        }
        fill = 0;
        buffers[index] = null;
        if (tensorAt(index) != null) {
            tensors[index] = null;
        }
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

    /** Returns the number of the fill of a {@link LaunchSlot} with these arguments; 0 after a change. */
    long fill() {
        return fill;
    }

    /** Notes that a slot is filled with these arguments. */
    void filled(long number) {
        fill = number;
    }

    /** Returns whether an argument is a null pointer. */
    boolean hasNull() {
        return nullCount != 0;
    }

    /** Returns whether the argument of that index is a null pointer. */
    boolean isNull(int index) {
        return index < count && types[index] == NULL;
    }

    /** Returns the name in errors of the parameter of an argument. */
    String nameOf(int index) {
        return names.apply(index);
    }

    /**
     * Writes all arguments but null pointers to the block of a launch, which holds the buffers. Even if
     * another thread changes the arguments, each written pointer is that of a buffer that is held.
     *
     * @return the number of arguments
     */
    int copyTo(LaunchSlot slot, Device device) {
        DeviceBuffer[] pointers = buffers;
        int size = Math.min(count, pointers.length);
        int written = 0;
        for (int i = 0; i < size; i++) {
            DeviceBuffer buffer = pointers[i];
            DeviceTensorDescriptor tensor = tensorAt(i);
            if (tensor != null) {
                tensor.pass(slot, written++, device, names, i);
                continue;
            }
            if (buffer == null) {
                if (types[i] != NULL) {
                    slot.argument(written++, bits[i], types[i], 0);
                }
                continue;
            }
            if (buffer.device() != device) {
                throw ArgumentConversion.foreign(names.apply(i), buffer, device);
            }
            slot.hold(buffer.handle);
            slot.argument(
                written++, buffer.address(), buffer.type().ordinal(), buffer.isReadOnly() ? 3 : 1);
        }
        return written;
    }

    /**
     * Returns for each argument that {@link #copyTo} writes the size of its buffer, or its tensor's, in
     * bytes; 0 for numbers.
     */
    long[] extents(int written) {
        DeviceBuffer[] pointers = buffers;
        long[] extents = new long[written];
        int at = 0;
        for (int i = 0; at < written && i < pointers.length; i++) {
            if (isNull(i)) {
                continue;
            }
            DeviceTensorDescriptor tensor = tensorAt(i);
            DeviceBuffer memory = tensor == null ? pointers[i] : tensor.buffer();
            extents[at++] = memory == null ? 0 : memory.bytes();
        }
        return extents;
    }

    /**
     * Returns the name in errors of the parameter whose buffer has the given handle, or null if there is
     * none.
     */
    String ownerOf(Handle handle) {
        for (int i = 0; i < count; i++) {
            DeviceTensorDescriptor tensor = tensorAt(i);
            if (buffers[i] != null && buffers[i].handle == handle
                || tensor != null && tensor.uses(handle)) {
                return names.apply(i);
            }
        }
        return null;
    }
}
