// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.nio.ByteBuffer;

/**
 * Memory that pointers point into while a kernel runs on the JVM: an array or a buffer, read and written in
 * place. The byte order is that of devices: little-endian.
 *
 * <p>Not here: addresses and their checks ({@link AddressSpace}).
 */
final class Memory {
    /** The array or buffer itself. */
    final Object storage;
    /** The number of bytes. */
    final long bytes;
    /** The number of bytes of an element of the storage; 1 for a buffer, 0 for memory of a device. */
    private final int unit;
    /** The first byte of a buffer, whose position may change later. */
    private final int start;
    /** The address of memory of a device. */
    final long deviceAddress;

    /** Creates memory for an array of primitive numbers. */
    Memory(Object array, int length, int unit) {
        this.storage = array;
        this.bytes = (long) length * unit;
        this.unit = unit;
        this.start = 0;
        this.deviceAddress = 0;
    }

    /** Creates memory of a device, which is read and written in a copy on the JVM, if there is one. */
    Memory(Object owner, long address) {
        this.storage = owner;
        this.bytes = 0;
        this.unit = 0;
        this.start = 0;
        this.deviceAddress = address;
    }

    /** Creates memory for a buffer from its position to its limit. */
    Memory(ByteBuffer buffer) {
        this.storage = buffer;
        this.bytes = buffer.remaining();
        this.unit = 1;
        this.start = buffer.position();
        this.deviceAddress = 0;
    }

    /** Returns whether it is memory of a device. */
    boolean isOnDevice() {
        return unit == 0;
    }

    /** Returns whether it is a buffer that is read-only. */
    boolean isReadOnly() {
        return storage instanceof ByteBuffer buffer && buffer.isReadOnly();
    }

    /** Returns whether both are the same bytes of one array or buffer. */
    boolean isSame(Memory other) {
        return storage == other.storage && start == other.start && bytes == other.bytes;
    }

    /** Returns a number of bytes at an offset that is in bounds, zero-extended. */
    long read(long offset, int count) {
        if (count == unit && offset % unit == 0) {
            return get((int) (offset / unit));
        }
        long result = 0;
        for (int i = count - 1; i >= 0; i--) {
            result = result << 8 | readByte(offset + i);
        }
        return result;
    }

    /** Writes the lower bytes of {@code bits} to an offset that is in bounds. */
    void write(long offset, int count, long bits) {
        if (count == unit && offset % unit == 0) {
            set((int) (offset / unit), bits);
            return;
        }
        for (int i = 0; i < count; i++) {
            writeByte(offset + i, bits >>> 8 * i);
        }
    }

    private long readByte(long offset) {
        return get((int) (offset / unit)) >>> 8 * (offset % unit) & 0xFF;
    }

    private void writeByte(long offset, long bits) {
        int index = (int) (offset / unit), shift = (int) (8 * (offset % unit));
        set(index, get(index) & ~(0xFFL << shift) | (bits & 0xFF) << shift);
    }

    /** Returns an element of the storage, zero-extended. */
    private long get(int index) {
        if (storage instanceof float[] floats) {
            return Float.floatToRawIntBits(floats[index]) & 0xFFFFFFFFL;
        }
        if (storage instanceof int[] ints) {
            return ints[index] & 0xFFFFFFFFL;
        }
        if (storage instanceof short[] shorts) {
            return shorts[index] & 0xFFFFL;
        }
        if (storage instanceof byte[] bytes) {
            return bytes[index] & 0xFFL;
        }
        if (storage instanceof long[] longs) {
            return longs[index];
        }
        if (storage instanceof double[] doubles) {
            return Double.doubleToRawLongBits(doubles[index]);
        }
        if (storage instanceof boolean[] booleans) {
            return booleans[index] ? 1 : 0;
        }
        if (storage instanceof char[] chars) {
            return chars[index];
        }
        return ((ByteBuffer) storage).get(start + index) & 0xFFL;
    }

    private void set(int index, long bits) {
        if (storage instanceof float[] floats) {
            floats[index] = Float.intBitsToFloat((int) bits);
        } else if (storage instanceof int[] ints) {
            ints[index] = (int) bits;
        } else if (storage instanceof short[] shorts) {
            shorts[index] = (short) bits;
        } else if (storage instanceof byte[] bytes) {
            bytes[index] = (byte) bits;
        } else if (storage instanceof long[] longs) {
            longs[index] = bits;
        } else if (storage instanceof double[] doubles) {
            doubles[index] = Double.longBitsToDouble(bits);
        } else if (storage instanceof boolean[] booleans) {
            booleans[index] = bits != 0;
        } else if (storage instanceof char[] chars) {
            chars[index] = (char) bits;
        } else {
            ((ByteBuffer) storage).put(start + index, (byte) bits);
        }
    }

    /** Returns a description for messages: {@code float[64]}. */
    @Override
    public String toString() {
        if (storage instanceof ByteBuffer) {
            return "the buffer of " + bytes + " bytes";
        }
        if (isOnDevice()) {
            return storage.toString();
        }
        return storage.getClass().getComponentType() + "[" + bytes / unit + "]";
    }
}
