// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.runtime.internal.InternalFrames;
import io.github.cm2tt.runtime.internal.NativeKernel;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A kernel of a runtime with its options. Its native kernel is looked up when it is first needed, and shared
 * by all launches on any device or stream, and with equal kernels ({@link KernelCache}).
 */
final class KernelCode {
    private final KernelModel model;
    private final KernelOptions choices;
    /** Null for the shared runtime. */
    private final Cm2ttRuntime runtime;
    private volatile Loaded loaded;
    private volatile boolean isClosed;
    /** For names of parameters, separated by commas: the kernel for which they are null. */
    private final Map<String, KernelCode> nulls = new ConcurrentHashMap<>();

    KernelCode(KernelModel model, KernelOptions choices, Cm2ttRuntime runtime) {
        this.model = model;
        this.choices = choices;
        this.runtime = runtime;
    }

    /** A native kernel. It refers to no class of the user and to no runtime, which it would keep alive. */
    static final class Loaded extends NativeObject {
        private static final int FREE = 0;
        private static final int KEPT = 1;
        private static final int EVICTED = 2;
        private static final VarHandle STATE;

        static {
            try {
                STATE = MethodHandles.lookup().findVarHandle(Loaded.class, "state", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        final List<Parameter> parameters;
        /** The name in errors of the parameter that take an argument. */
        private final List<String> takers = new ArrayList<>();
        /** The parameters of the Java method that take an argument; none if the method is unknown. */
        private final int[] takingParts;
        /** Whether launches on CPUs check accesses to memory. */
        final boolean isChecked;
        /** The reason why it cannot be launched; null if it can. */
        final String obstacle;
        private volatile int state = FREE;
        private volatile long lastUse;

        Loaded(long address, List<JavaParameters.Part> parts) {
            super(Handle.of("kernel", address, NativeKernel::destroy));
            isChecked = NativeKernel.isChecked(address);
            parameters = parametersOf(address);
            for (int i = 0; i < parameters.size(); i++) {
                if (parameters.get(i).takesArgument()) {
                    takers.add("parameter " + i + ", '" + parameters.get(i).name() + "'");
                }
            }
            boolean isCurrent = parts.stream().flatMap(JavaParameters.Part::leaves).count()
                == parameters.size();
            obstacle = isCurrent ? missing(parts) : null;
            takingParts = isCurrent ? taking(parts) : new int[0];
        }

        /** Lets {@link #evict} do nothing from now on; returns false if it was evicted before. */
        boolean keep() {
            return state == KEPT || STATE.compareAndSet(this, FREE, KEPT) || state == KEPT;
        }

        /** Returns whether {@link #keep} was called before it was evicted. */
        boolean isKept() {
            return state == KEPT;
        }

        /**
         * Destroys it unless it is kept. A launch that is under way is not waited for: a collection destroys
         * the kernel later.
         */
        void evict() {
            if (STATE.compareAndSet(this, FREE, EVICTED) && !LaunchSlot.isInLaunch(handle)) {
                close();
            }
        }

        /** Notes the time of a use. Writes only if that is news, since many threads may use it. */
        void touch(long now) {
            if (lastUse != now) {
                lastUse = now;
            }
        }

        /** Returns the time of the last {@link #touch}. */
        long lastUse() {
            return lastUse;
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

        /** Returns the indices of the parameters of the method of which a component takes an argument. */
        private int[] taking(List<JavaParameters.Part> parts) {
            List<Integer> found = new ArrayList<>();
            int first = 0;
            for (int i = 0; i < parts.size(); i++) {
                int end = first + (int) parts.get(i).leaves().count();
                if (parameters.subList(first, end).stream().anyMatch(Parameter::takesArgument)) {
                    found.add(i);
                }
                first = end;
            }
            return found.stream().mapToInt(index -> index).toArray();
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
        return model.source();
    }

    KernelModel model() {
        return model;
    }

    KernelOptions choices() {
        return choices;
    }

    /** Returns the runtime to which this belongs. */
    Cm2ttRuntime runtime() {
        return runtime == null ? Cm2ttRuntime.shared() : runtime;
    }

    /**
     * Returns the native kernel. The first one that this returns may be evicted at any time. One that is
     * needed again is kept: this was not created for one launch. Throws IllegalStateException
     * if this is closed.
     */
    Loaded loaded() {
        Loaded known = loaded;
        return known != null && known.isKept() ? known : find(known);
    }

    /** Returns the native kernel, which is not evicted as long as this exists. */
    Loaded kept() {
        Loaded kernel = loaded();
        while (!kernel.keep()) {
            kernel = loaded();
        }
        return kernel;
    }

    private Loaded find(Loaded known) {
        if (isClosed) {
            throw new IllegalStateException("the kernel is closed: use it before close(), and not after");
        }
        if (known != null && known.keep()) {
            return known;
        }
        Loaded found = KernelCache.find(model, runtime(), choices);
        loaded = found;
        if (isClosed) {
            loaded = null; // Closed meanwhile; this use is one of before.
        }
        return found;
    }

    /** Throws IllegalArgumentException if a record is not of the class of its parameter. */
    void checkRecords(Loaded kernel, Object[] values) {
        if (values == null || values.length != kernel.takingParts.length) {
            return; // components instead of records, or too few arguments
        }
        // Each launch of objects comes here: a loop without streams, which allocates nothing.
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof Record && !takingPart(kernel, i).type().isInstance(values[i])) {
                throw foreignRecord(kernel, values[i], i);
            }
        }
    }

    private JavaParameters.Part takingPart(Loaded kernel, int index) {
        return model.parameters().get(kernel.takingParts[index]);
    }

    private IllegalArgumentException foreignRecord(Loaded kernel, Object value, int index) {
        JavaParameters.Part part = takingPart(kernel, index);
        String name = kernel.nameOf((int) IntStream.range(0, index)
            .mapToObj(each -> takingPart(kernel, each)).flatMap(JavaParameters.Part::leaves).count());
        return new IllegalArgumentException((part.parts() == null ? name : name.replaceAll("\\..*'", "'"))
            + ": " + value.getClass().getSimpleName() + " was given: expected "
            + (part.type() == Ptr.class ? "a DeviceBuffer" : part.type().getSimpleName()));
    }

    /**
     * Returns the kernel that is compiled for null as the pointers that are null among its arguments. Throws
     * IllegalArgumentException if another argument is null.
     */
    KernelCode withNulls(Loaded kernel, Arguments arguments) {
        List<Parameter> takers = kernel.parameters.stream().filter(Parameter::takesArgument).toList();
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
        return nulls.computeIfAbsent(names.toString(), key -> new KernelCode(model, all, runtime));
    }

    /**
     * Returns the error for a kernel of {@link #withNulls} that cannot be compiled: the parameters, the line
     * and what to do, instead of what the compiler says on operations with null. Returns the compiler's error
     * if that does not name any of these parameters.
     */
    CompilationException refusedNulls(CompilationException error) {
        List<String> given = new ArrayList<>();
        List<Parameter> parameters = kept().parameters;
        for (int i = 0; i < parameters.size(); i++) {
            String name = parameters.get(i).name();
            if ("null".equals(choices.constants().get(name)) && names(error.diagnostics(), name)) {
                given.add("parameter " + i + ", '" + name + "'");
            }
        }
        if (given.isEmpty()) {
            return error;
        }
        Diagnostic first = error.diagnostics().get(0);
        return InternalFrames.remove(new CompilationException(String.join("; ", given)
            + ": null was given, for which the kernel cannot be compiled at " + first.file() + ":"
            + first.line() + ": expected a DeviceBuffer, or a kernel that compares the parameter with null "
            + "before it uses it", error.diagnostics()));
    }

    private static boolean names(List<Diagnostic> diagnostics, String parameter) {
        return diagnostics.stream().anyMatch(each -> each.message().contains("'" + parameter + "'")
            || names(each.notes(), parameter));
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
        Loaded kernel = kept();
        return kernel.handle.apply(kernel, address -> CompiledKernel.take(compiler.applyAsLong(address)));
    }

    /** Ends the use of this; equal kernels may go on using the native kernel. */
    void close() {
        isClosed = true;
        loaded = null;
        nulls.values().forEach(KernelCode::close);
    }
}
