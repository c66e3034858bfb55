// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Programs;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.TensorDescriptor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of a run on the JVM: Java objects, and copies of the buffers that they point to.
 *
 * <p>Whole buffers are copied, also for slices of them, so that slices that share memory on the device share
 * it on the JVM.
 */
final class DebugArguments {
    private final KernelCode code;
    private final KernelCode.Loaded kernel;
    private final Map<String, String> constants;
    /** The name of the Java method. */
    private final String method;
    private final List<JavaParameters.Part> parts;
    /** The copy of each memory that is used; slices of a buffer share the copy of the whole. */
    private final Map<Handle, Copy> copies = new HashMap<>();
    /** The copies that records and tables refer to, by the addresses on the device. */
    private final Map<Long, ByteBuffer> byAddress = new HashMap<>();
    /** The memory of each parameter, by its name in Java. */
    private final List<Programs.Parameter> memories = new ArrayList<>();
    private Object[] values;
    private int nextValue;
    /** The next parameter of the compiled kernel, and the number of arguments before it. */
    private int nextParameter;
    private int nextArgument;

    private record Copy(DeviceBuffer buffer, ByteBuffer bytes) {}

    DebugArguments(KernelCode code) {
        this.code = code;
        kernel = code.kept();
        constants = code.choices().constants();
        parts = code.model().parameters();
        method = code.source().method().getName();
    }

    /** Returns the arguments of the Java method for those of a launch. */
    Object[] of(Object[] objects) {
        List<Parameter> parameters = kernel.parameters;
        long count = parts.stream().flatMap(JavaParameters.Part::leaves).count();
        if (count != parameters.size()) {
            throw new IllegalStateException("the model has " + parameters.size()
                + " parameters and the method '" + method + "' " + count + ": compile the class again");
        }
        code.checkRecords(kernel, objects);
        checkCount(objects);
        values = objects;
        return parts.stream().map(this::argument).toArray();
    }

    /** Returns copies of the memory that records and tables refer to, by the addresses on the device. */
    Map<Long, ByteBuffer> memory() {
        return byAddress;
    }

    /** Returns the memory of each parameter that is a pointer or a tensor. */
    List<Programs.Parameter> parameters() {
        return memories;
    }

    /** Copies the buffers back. */
    void copyBack() {
        copies.values().stream().filter(copy -> !copy.buffer.isReadOnly())
            .forEach(copy -> copy.buffer.copyFrom(copy.bytes));
    }

    private void checkCount(Object[] objects) {
        List<Object> flat = new ArrayList<>();
        for (Object value : objects) {
            if (value instanceof Record record) {
                RecordArguments.addValues(record, flat);
            } else {
                flat.add(value);
            }
        }
        List<String> expected = kernel.parameters.stream().filter(Parameter::takesArgument)
            .map(Parameter::name).toList();
        if (flat.size() != expected.size()) {
            throw new IllegalArgumentException(flat.size() + " arguments given: expected " + expected.size()
                + ", for " + expected);
        }
    }

    /** Returns the object for a parameter, or for a component of one. */
    private Object argument(JavaParameters.Part part) {
        if (part.parts() == null) {
            Parameter parameter = kernel.parameters.get(nextParameter++);
            return parameter.takesArgument()
                ? argument(parameter, kernel.nameOf(nextArgument++), part.type(), values[nextValue++])
                : constant(part.type(), parameter);
        }
        int end = nextParameter + (int) part.leaves().count();
        long taking = kernel.parameters.subList(nextParameter, end).stream()
            .filter(Parameter::takesArgument).count();
        if (taking == 0 || !(values[nextValue] instanceof Record given)) {
            Object[] components = part.parts().stream().map(this::argument).toArray();
            return JavaParameters.construct(part.type(), components);
        }
        nextValue++;
        nextParameter = end;
        nextArgument += (int) taking;
        copyMemoryOf(given);
        return given;
    }

    /** Copies the memory to which the components of a record point. */
    private void copyMemoryOf(Record record) {
        List<Object> components = new ArrayList<>();
        RecordArguments.addValues(record, components);
        for (Object each : components) {
            DeviceBuffer buffer = ArgumentConversion.bufferOf(each);
            if (buffer != null) {
                copyAt(buffer);
            }
        }
    }

    /** Copies the memory of a buffer, and has its address on the device refer to the copy. */
    private void copyAt(DeviceBuffer buffer) {
        byAddress.computeIfAbsent(buffer.whole().address(), address -> {
            ByteBuffer bytes = copy(buffer).bytes;
            return (buffer.whole().isReadOnly() ? bytes.asReadOnlyBuffer() : bytes.duplicate()).clear();
        });
        buffer.targets().forEach(this::copyTarget);
    }

    private Object argument(Parameter parameter, String name, Class<?> type, Object value) {
        DeviceBuffer buffer = ArgumentConversion.bufferOf(value);
        if (buffer != null) {
            if (!type.isAssignableFrom(Ptr.class)) {
                throw new IllegalArgumentException(
                    name + ": a buffer was given: expected " + type.getSimpleName());
            }
            return pointer(parameter, buffer);
        }
        if (value == null && type == Ptr.class) {
            return null;
        }
        if (value instanceof DeviceTensorDescriptor tensor) {
            if (type != TensorDescriptor.class) {
                throw new IllegalArgumentException(
                    name + ": a tensor descriptor was given: expected " + type.getSimpleName());
            }
            return tensor.over(pointer(parameter, tensor.buffer()));
        }
        if (!(value instanceof Number || value instanceof Boolean || value instanceof Character)) {
            throw ArgumentConversion.refused(name, value);
        }
        Object converted = BoxedNumbers.widened(value, type);
        if (converted == null) {
            throw new IllegalArgumentException(name + ": " + value.getClass().getSimpleName() + " " + value
                + " was given: expected " + (type == Ptr.class ? "a DeviceBuffer" : type.getSimpleName()));
        }
        return converted;
    }

    /** Copies the memory of a buffer in a table, unless it was copied, as of a table in a table. */
    private void copyTarget(DeviceBuffer target) {
        if (!byAddress.containsKey(target.whole().address())) {
            copyAt(target);
        }
    }

    private Ptr pointer(Parameter parameter, DeviceBuffer buffer) {
        buffer.targets().forEach(this::copyTarget);
        ByteBuffer part = copy(buffer).bytes.slice((int) buffer.offset(), (int) buffer.bytes());
        memories.add(new Programs.Parameter(parameter.name(), part, buffer.isReadOnly()));
        return Ptr.of(buffer.type().javaClass(), part);
    }

    private Copy copy(DeviceBuffer buffer) {
        return copies.computeIfAbsent(buffer.handle, handle -> copyOf(buffer.whole()));
    }

    private static Copy copyOf(DeviceBuffer buffer) {
        if (buffer.bytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a buffer of " + buffer.bytes() + " bytes: expected at most "
                + Integer.MAX_VALUE + " for a run on the JVM");
        }
        return new Copy(buffer, buffer.copyTo(ByteBuffer.allocate((int) buffer.bytes())));
    }

    private Object constant(Class<?> type, Parameter parameter) {
        String text = constants.getOrDefault(parameter.name(), parameter.signature());
        Object value = BoxedNumbers.parsed(text, type);
        if (value == null) {
            throw new IllegalArgumentException("parameter '" + parameter.name() + "': the constant '" + text
                + "' is no " + type.getSimpleName());
        }
        return value;
    }
}
