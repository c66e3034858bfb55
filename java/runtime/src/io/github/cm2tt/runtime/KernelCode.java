// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.runtime.internal.NativeKernel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;

/**
 * A kernel of a runtime with its options. It is read when it is first needed, and shared by all launches on
 * any device or stream.
 */
final class KernelCode {
    private final KernelSource source;
    private final KernelOptions choices;
    /** Null for the shared runtime. */
    private final Cm2ttRuntime runtime;
    private volatile Loaded loaded;
    private boolean isClosed;
    /** For names of parameters, separated by commas: the kernel for which they are null. */
    private final Map<String, KernelCode> nulls = new ConcurrentHashMap<>();

    KernelCode(KernelSource source, KernelOptions choices, Cm2ttRuntime runtime) {
        this.source = source;
        this.choices = choices;
        this.runtime = runtime;
    }

    /** A native kernel. */
    static final class Loaded extends NativeObject {
        final Cm2ttRuntime runtime;
        final List<Parameter> parameters;
        /** The name in errors of the parameter that take an argument. */
        private final List<String> takers = new ArrayList<>();
        /** The parameters of the Java method that take an argument; none if the method is unknown. */
        private final List<JavaParameters.Part> takingParts;
        /** Whether launches on CPUs check accesses to memory. */
        final boolean isChecked;
        /** The reason why it cannot be launched; null if it can. */
        final String obstacle;

        Loaded(Cm2ttRuntime runtime, long address, KernelSource source) {
            super(Handle.of("kernel", address, NativeKernel::destroy));
            this.runtime = runtime;
            isChecked = NativeKernel.isChecked(address);
            parameters = parametersOf(address);
            for (int i = 0; i < parameters.size(); i++) {
                if (parameters.get(i).takesArgument()) {
                    takers.add("parameter " + i + ", '" + parameters.get(i).name() + "'");
                }
            }
            List<JavaParameters.Part> parts = source.parameters();
            boolean isCurrent = parts.stream().flatMap(JavaParameters.Part::leaves).count()
                == parameters.size();
            obstacle = isCurrent ? missing(parts) : null;
            takingParts = isCurrent ? taking(parts) : List.of();
        }

        /** Returns the error for a constant without a value; null for others. */
        private String missing(List<JavaParameters.Part> parts) {
            List<JavaParameters.Part> leaves = parts.stream().flatMap(JavaParameters.Part::leaves).toList();
            for (int i = 0, taker = 0; i < leaves.size(); i++) {
                if (!parameters.get(i).takesArgument()) {
                    continue;
                }
                if (leaves.get(i).isConstant()) {
                    return takers.get(taker) + ": a @Constant has no value: expected constant(\""
                        + parameters.get(i).name().split("\\.")[0] + "\", value) before the launch";
                }
                taker++;
            }
            return null;
        }

        /** Returns the parameters of the method of which a component takes an argument. */
        private List<JavaParameters.Part> taking(List<JavaParameters.Part> parts) {
            List<JavaParameters.Part> found = new ArrayList<>();
            int first = 0;
            for (JavaParameters.Part part : parts) {
                int end = first + (int) part.leaves().count();
                if (parameters.subList(first, end).stream().anyMatch(Parameter::takesArgument)) {
                    found.add(part);
                }
                first = end;
            }
            return found;
        }

        /** Throws IllegalArgumentException if a record is not of the class of its parameter. */
        void checkRecords(Object[] values) {
            if (values == null || values.length != takingParts.size()) {
                return; // components instead of records, or too few arguments
            }
            // Each launch of objects comes here: a loop without streams, which allocates nothing.
            for (int i = 0; i < values.length; i++) {
                if (values[i] instanceof Record && !takingParts.get(i).type().isInstance(values[i])) {
                    throw foreignRecord(values[i], i);
                }
            }
        }

        private IllegalArgumentException foreignRecord(Object value, int index) {
            JavaParameters.Part part = takingParts.get(index);
            String name =
                nameOf((int) takingParts.stream().limit(index).flatMap(JavaParameters.Part::leaves).count());
            return new IllegalArgumentException((part.parts() == null ? name : name.replaceAll("\\..*'", "'"))
                + ": " + value.getClass().getSimpleName() + " was given: expected "
                + (part.type() == Ptr.class ? "a DeviceBuffer" : part.type().getSimpleName()));
        }

        private static List<Parameter> parametersOf(long address) {
            byte[][] texts = NativeKernel.parameters(address);
            boolean[] takes = new boolean[texts.length / 3];
            for (int index : NativeKernel.launchParameters(address)) {
                takes[index] = true;
            }
            List<Parameter> all = new ArrayList<>();
            for (int i = 0; i < takes.length; i++) {
                all.add(new Parameter(utf8(texts[3 * i]), utf8(texts[3 * i + 1]), utf8(texts[3 * i + 2]),
                    takes[i]));
            }
            return List.copyOf(all);
        }

        private static String utf8(byte[] text) {
            return new String(text, StandardCharsets.UTF_8);
        }

        /** Returns the name in errors of the parameter of an argument. */
        String nameOf(int argument) {
            return argument < takers.size() ? takers.get(argument) : "argument " + argument;
        }
    }

    KernelSource source() {
        return source;
    }

    KernelOptions choices() {
        return choices;
    }

    /** Returns the runtime to which this belongs. */
    Cm2ttRuntime runtime() {
        return runtime == null ? Cm2ttRuntime.shared() : runtime;
    }

    /** Returns the native kernel, which may be closed. Reads the model if it was not read yet. */
    Loaded loaded() {
        Loaded known = loaded;
        return known == null ? load() : known;
    }

    private synchronized Loaded load() {
        if (isClosed) {
            throw new IllegalStateException("the kernel is closed: launch it before close(), and not after");
        }
        if (loaded == null) {
            Cm2ttRuntime of = runtime();
            try {
                of.use(address -> loaded = new Loaded(of, load(address), source));
            } catch (CompilationException e) {
                source.checkFunction();
                throw e;
            }
        }
        return loaded;
    }

    private long load(long of) {
        String kernel = source.kernel();
        return NativeKernel.load(of, source.completeModel(), source.name().getBytes(StandardCharsets.UTF_8),
            kernel == null ? null : kernel.getBytes(StandardCharsets.UTF_8), choices.warps(),
            choices.stages(), choices.maxRegisters(), choices.fpFusion(), choices.ftz(),
            KernelOptions.utf8(choices.constants().keySet()),
            KernelOptions.utf8(choices.constants().values()),
            KernelOptions.utf8(choices.unspecialized()), choices.unspecializeAll(), choices.checked(),
            choices.switches().bits());
    }

    /**
     * Returns the kernel that is compiled for null as the pointers that are null among its arguments. Throws
     * IllegalArgumentException if another argument is null.
     */
    KernelCode withNulls(Arguments arguments) {
        List<Parameter> takers = loaded().parameters.stream().filter(Parameter::takesArgument).toList();
        KernelOptions options = choices;
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < arguments.size(); i++) {
            if (!arguments.isNull(i)) {
                continue;
            }
            if (i >= takers.size() || !takers.get(i).javaType().endsWith("Ptr")) {
                throw ArgumentConversion.refused(arguments.nameOf(i), null);
            }
            options = options.withConstant(takers.get(i).name(), "null");
            names.append(takers.get(i).name()).append(',');
        }
        KernelOptions all = options;
        return nulls.computeIfAbsent(names.toString(), key -> new KernelCode(source, all, runtime));
    }

    /** Returns a signature with an entry for each parameter: missing constants are inserted. */
    String withConstants(String signature) {
        List<Parameter> parameters = loaded().parameters;
        List<String> given = signature.isBlank() ? List.of() : List.of(signature.split(",", -1));
        for (int i = 0; i < given.size(); i++) {
            if (given.get(i).isBlank()) {
                throw new IllegalArgumentException("signature '" + signature + "': entry " + i
                    + " is empty: expected a type such as *fp32:16 or i32, or a constant");
            }
        }
        List<Parameter> takers = parameters.stream().filter(Parameter::takesArgument).toList();
        if (given.size() == parameters.size()) {
            return signature;
        }
        if (given.size() != takers.size()) {
            throw new IllegalArgumentException("signature '" + signature + "' has " + given.size()
                + (given.size() == 1 ? " entry" : " entries") + ": expected " + takers.size()
                + ", for " + names(takers) + (takers.size() == parameters.size() ? ""
                    : ", or " + parameters.size() + ", with constants: for " + names(parameters)));
        }
        Iterator<String> entries = given.iterator();
        return parameters.stream().map(parameter -> parameter.takesArgument() ? entries.next()
            : choices.constants().getOrDefault(parameter.name(), parameter.signature()))
            .collect(Collectors.joining(","));
    }

    private static String names(List<Parameter> parameters) {
        return parameters.isEmpty() ? "no parameters"
            : parameters.stream().map(Parameter::name).collect(Collectors.joining(", "));
    }

    /** Calls a function that compiles the native kernel. */
    CompiledKernel compiled(LongUnaryOperator compiler) {
        Loaded kernel = loaded();
        return kernel.handle.apply(kernel, address -> CompiledKernel.take(compiler.applyAsLong(address)));
    }

    synchronized void close() {
        isClosed = true;
        nulls.values().forEach(KernelCode::close);
        if (loaded != null) {
            loaded.close();
        }
    }
}
