// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.BFloat16;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Float8E4M3;
import io.github.cm2tt.lang.Float8E5M2;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.UInt16;
import io.github.cm2tt.lang.UInt32;
import io.github.cm2tt.lang.UInt64;
import io.github.cm2tt.lang.UInt8;
import java.nio.Buffer;

/** Conversion of objects to arguments, and the errors for others. */
final class ArgumentConversion {
    private ArgumentConversion() {}

    /**
     * Replaces all arguments by objects; a record gives an argument for each component. Throws
     * IllegalArgumentException if an object cannot be an argument.
     */
    static void set(Arguments arguments, Object[] values) {
        arguments.clear();
        if (values == null) {
            throw refused(arguments.nameOf(0), null);
        }
        for (Object value : values) {
            if (value instanceof Record record) {
                arguments.addAll(record);
            } else {
                set(arguments, arguments.size(), value);
            }
        }
    }

    /** Sets one argument. Throws IllegalArgumentException if the object cannot be one. */
    static void set(Arguments to, int index, Object value) {
        if (value instanceof DeviceTensorDescriptor tensor) {
            to.setTensor(index, tensor);
            return;
        }
        boolean isSet =
            setPointer(to, index, value) || setJava(to, index, value) || setElement(to, index, value);
        if (!isSet) {
            throw refused(to.nameOf(index), value);
        }
    }

    private static boolean setPointer(Arguments to, int index, Object value) {
        DeviceBuffer buffer = bufferOf(value);
        if (buffer == null && value != null) {
            return false;
        }
        to.set(index, buffer);
        return true;
    }

    /** Returns the buffer that an object is or that {@link DeviceBuffer#ptr} points to; null for others. */
    static DeviceBuffer bufferOf(Object value) {
        if (value instanceof Ptr pointer) {
            return Ptr.deviceMemoryOf(pointer) instanceof DeviceBuffer buffer ? buffer : null;
        }
        return value instanceof DeviceBuffer buffer ? buffer : null;
    }

    private static boolean setJava(Arguments to, int index, Object value) {
        if (value instanceof Integer number) {
            to.set(index, (int) number);
        } else if (value instanceof Float number) {
            to.set(index, (float) number);
        } else if (value instanceof Long number) {
            to.set(index, (long) number);
        } else if (value instanceof Double number) {
            to.set(index, (double) number);
        } else if (value instanceof Boolean truth) {
            to.set(index, (boolean) truth);
        } else if (value instanceof Byte number) {
            to.set(index, (byte) number);
        } else if (value instanceof Short number) {
            to.set(index, (short) number);
        } else if (value instanceof Character character) {
            to.set(index, (char) character);
        } else {
            return false;
        }
        return true;
    }

    private static boolean setElement(Arguments to, int index, Object value) {
        if (value instanceof Float16 number) {
            to.set(index, ElementType.FP16, number.toBits());
        } else if (value instanceof BFloat16 number) {
            to.set(index, ElementType.BF16, number.toBits());
        } else if (value instanceof Float8E4M3 number) {
            to.set(index, ElementType.FP8E4NV, number.toBits());
        } else if (value instanceof Float8E5M2 number) {
            to.set(index, ElementType.FP8E5, number.toBits());
        } else if (value instanceof UInt8 number) {
            to.set(index, ElementType.U8, number.toBits() & 0xFF);
        } else if (value instanceof UInt16 number) {
            to.set(index, ElementType.U16, number.toBits() & 0xFFFF);
        } else if (value instanceof UInt32 number) {
            to.set(index, ElementType.U32, number.toBits() & 0xFFFFFFFFL);
        } else if (value instanceof UInt64 number) {
            to.set(index, ElementType.U64, number.toBits());
        } else {
            return false;
        }
        return true;
    }

    /** Returns the exception for an object that cannot be an argument. */
    static IllegalArgumentException refused(String parameter, Object value) {
        if (value == null) {
            return new IllegalArgumentException(
                parameter + ": null was given: expected a DeviceBuffer or a number");
        }
        String given = parameter + ": " + value.getClass().getSimpleName() + " was given: ";
        if (value.getClass().isArray()) {
            return new IllegalArgumentException(given + "expected a DeviceBuffer, as kernels cannot reach "
                + "the arrays of Java: copy it, by device.copyOf(array)");
        }
        if (value instanceof HostBuffer || value instanceof Buffer) {
            return new IllegalArgumentException(given + "expected a DeviceBuffer: copy it, by copyFrom");
        }
        if (value instanceof Ptr) {
            return new IllegalArgumentException(
                given + "expected memory of a device: a DeviceBuffer, or its ptr() in a record");
        }
        if (value instanceof Arguments) {
            return new IllegalArgumentException(
                given + "expected it to be the only one after the grid, or none");
        }
        return new IllegalArgumentException(given + "expected a DeviceBuffer or a number");
    }

    /** Returns the exception for a buffer of another device. */
    static IllegalStateException foreign(String parameter, DeviceBuffer buffer, Device device) {
        return new IllegalStateException(parameter + ": the buffer is on " + buffer.device()
            + ", and the kernel is launched on " + device + ": expected one device, of one runtime; copy "
            + "the buffer, or choose the device by on(device)");
    }
}
