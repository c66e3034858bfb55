// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.BFloat16;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Float8E4M3;
import io.github.cm2tt.lang.Float8E5M2;
import io.github.cm2tt.lang.UInt16;
import io.github.cm2tt.lang.UInt32;
import io.github.cm2tt.lang.UInt64;
import io.github.cm2tt.lang.UInt8;
import java.nio.Buffer;

/** Conversion of objects to arguments, and the errors for others. */
final class ArgumentConversion {
    private ArgumentConversion() {}

    /**
     * Replaces all arguments by objects. Throws IllegalArgumentException if an object cannot be an argument.
     */
    static void set(Arguments arguments, Object[] values) {
        arguments.clear();
        if (values == null) {
            throw refused(arguments.nameOf(0), null);
        }
        for (Object value : values) {
            if (!addJava(arguments, value) && !addElement(arguments, value)) {
                throw refused(arguments.nameOf(arguments.size()), value);
            }
        }
    }

    private static boolean addJava(Arguments to, Object value) {
        if (value == null || value instanceof DeviceBuffer) {
            to.add((DeviceBuffer) value);
        } else if (value instanceof Integer number) {
            to.add((int) number);
        } else if (value instanceof Float number) {
            to.add((float) number);
        } else if (value instanceof Long number) {
            to.add((long) number);
        } else if (value instanceof Double number) {
            to.add((double) number);
        } else if (value instanceof Boolean truth) {
            to.add((boolean) truth);
        } else if (value instanceof Byte number) {
            to.add((byte) number);
        } else if (value instanceof Short number) {
            to.add((short) number);
        } else if (value instanceof Character character) {
            to.add((char) character);
        } else {
            return false;
        }
        return true;
    }

    private static boolean addElement(Arguments to, Object value) {
        if (value instanceof Float16 number) {
            to.add(ElementType.FP16, number.toBits());
        } else if (value instanceof BFloat16 number) {
            to.add(ElementType.BF16, number.toBits());
        } else if (value instanceof Float8E4M3 number) {
            to.add(ElementType.FP8E4NV, number.toBits());
        } else if (value instanceof Float8E5M2 number) {
            to.add(ElementType.FP8E5, number.toBits());
        } else if (value instanceof UInt8 number) {
            to.add(ElementType.U8, number.toBits() & 0xFF);
        } else if (value instanceof UInt16 number) {
            to.add(ElementType.U16, number.toBits() & 0xFFFF);
        } else if (value instanceof UInt32 number) {
            to.add(ElementType.U32, number.toBits() & 0xFFFFFFFFL);
        } else if (value instanceof UInt64 number) {
            to.add(ElementType.U64, number.toBits());
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
