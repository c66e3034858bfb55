// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeKernel;
import io.github.cm2tt.runtime.internal.NativeTuner;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * A kernel with several configurations, which launches the fastest of them.
 *
 * <pre>{@code
 * Autotuner softmax = Autotuner.of(KernelFunction.of(Kernels.class, "softmax"))
 *     .configuration(TuneConfiguration.of("BLOCK", 256))
 *     .configuration(TuneConfiguration.of("BLOCK", 1024).withWarps(8))
 *     .keyPowerOfTwo("columns")
 *     .grid((configuration, arguments) -> Grid.of((int) arguments.longAt(3)))
 *     .build();
 * softmax.launch(x, out, columns, rows);
 * }</pre>
 *
 * <p>The first launch with arguments of a new key compiles all configurations and measures them in rounds,
 * with these arguments, until one is significantly faster than the others or the time limit is reached. So
 * the kernel runs many times: name the buffers that it reads and changes with {@link Builder#restored}.
 * Results are stored on disk, and can be shipped.
 *
 * <p>A launch with null for a pointer is tuned for itself: the kernels are compiled for that, and a key or
 * restored buffer that is null is left out.
 *
 * <p>A checked kernel cannot be tuned. With {@code CM2TT_CHECK=1}, all launches are checked, also those that
 * are measured; the first invalid access is an exception, and no results are stored.
 *
 * <p>It is thread-safe; keys are tuned one at a time. It launches on the device and the stream of its kernel.
 */
public final class Autotuner extends NativeObject {
    private final KernelFunction kernel;
    private final List<TuneConfiguration> configurations;
    private final GridFunction grid;
    /** The name in errors of the parameters that take an argument. */
    private final List<String> takers;
    /** The indices of the arguments that are restored. */
    private final int[] restored;
    /** The native kernels of the configurations, created when they are first needed. */
    private final AtomicReferenceArray<NativeObject> kernels;
    /** The builder of this, for the tuners of launches with null pointers. */
    private final Builder builder;
    /** For names of parameters: the tuner of launches in which they are null. */
    private final Map<List<String>, Autotuner> nulls = new ConcurrentHashMap<>();

    private Autotuner(Builder from, long address, List<String> takers, int[] restored) {
        super(Handle.of("tuner", address, NativeTuner::destroy));
        kernel = from.kernel;
        configurations = List.copyOf(from.configurations);
        grid = from.grid;
        this.takers = takers;
        this.restored = restored;
        builder = new Builder(from, List.of());
        kernels = new AtomicReferenceArray<>(configurations.size());
    }

    /** Computes the grid of a launch from the configuration and the arguments. */
    @FunctionalInterface
    public interface GridFunction {
        /**
         * Returns the grid of a launch. Any thread may call it.
         *
         * @param configuration the configuration of the kernel
         * @param arguments the arguments of the launch, which must not be changed
         * @return the grid
         */
        Grid grid(TuneConfiguration configuration, Arguments arguments);
    }

    /** A native kernel of a configuration. */
    private static final class Choice extends NativeObject {
        Choice(long address) {
            super(Handle.of("kernel", address, NativeKernel::destroy));
        }
    }

    /**
     * Creates a builder without configurations.
     *
     * @param kernel the kernel; its constants and unspecialized parameters apply to all configurations, its
     *     warps and stages are ignored
     * @return the builder
     */
    public static Builder of(KernelFunction kernel) {
        return new Builder(Objects.requireNonNull(kernel, "kernel"));
    }

    /**
     * Creates empty arguments, to be used for many launches.
     *
     * @return the arguments
     */
    public Arguments arguments() {
        return new Arguments(this::nameOf);
    }

    private String nameOf(int argument) {
        return argument < takers.size() ? "parameter '" + takers.get(argument) + "'" : "argument " + argument;
    }

    /**
     * Launches the choice for these arguments, and tunes first if there is none.
     *
     * @param arguments one for each parameter that is not a constant
     * @throws IllegalArgumentException if an argument or the grid is invalid
     * @throws IllegalStateException if an object is closed or belongs to another device
     * @throws CompilationException if no configuration can be compiled
     * @throws Cm2ttException if the device cannot launch it, or an earlier kernel failed
     */
    public void launch(Arguments arguments) {
        checkCount(arguments);
        if (arguments.hasNull()) {
            withNulls(arguments).launchChecked(arguments);
        } else {
            launchChecked(arguments);
        }
    }

    private void launchChecked(Arguments arguments) {
        int choice = choose(arguments);
        if (choice < 0) {
            tune(arguments, NativeTuner::launch);
        } else {
            launch(choice, arguments);
        }
    }

    /**
     * Launches the choice for these arguments, and tunes first if there is none.
     *
     * @param arguments as for {@link KernelFunction#launch(Grid, Object...)}
     * @throws IllegalArgumentException if an argument or the grid is invalid
     * @throws IllegalStateException if an object is closed or belongs to another device
     * @throws CompilationException if no configuration can be compiled
     * @throws Cm2ttException if the device cannot launch it, or an earlier kernel failed
     */
    public void launch(Object... arguments) {
        Arguments all = arguments();
        ArgumentConversion.set(all, arguments);
        launch(all);
    }

    /**
     * Tunes even if there is a choice; later launches use the result.
     *
     * @param arguments as for {@link #launch(Arguments)}
     * @return the result of tuning
     * @throws IllegalArgumentException if an argument or the grid is invalid
     * @throws IllegalStateException if an object is closed or belongs to another device
     * @throws CompilationException if no configuration can be compiled
     */
    public TuneResult tune(Arguments arguments) {
        checkCount(arguments);
        withNulls(arguments).tune(arguments, NativeTuner::tune);
        return explain(arguments).get(0);
    }

    /**
     * Returns the results that determine the choice for launches with such arguments.
     *
     * @param arguments as for {@link #launch(Arguments)}
     * @return the results; empty if there was no such launch
     * @throws IllegalArgumentException if an argument does not match its parameter
     * @throws IllegalStateException if something is closed
     */
    public List<TuneResult> explain(Arguments arguments) {
        checkCount(arguments);
        byte[][] json = new byte[1][];
        withNulls(arguments).enter(arguments, (tuner, device, block, count) ->
            json[0] = NativeTuner.results(tuner, device, block, count));
        return TuneResults.of(new String(json[0], StandardCharsets.UTF_8));
    }

    /**
     * Returns all results in use.
     *
     * @return the results, in the order in which they were obtained; those of launches with null pointers
     *     follow the others
     * @throws IllegalStateException if this is closed
     */
    public List<TuneResult> results() {
        byte[] json = handle.apply(this, tuner -> NativeTuner.results(tuner, 0, 0, 0));
        List<TuneResult> all = new ArrayList<>(TuneResults.of(new String(json, StandardCharsets.UTF_8)));
        nulls.values().forEach(tuner -> all.addAll(tuner.results()));
        return List.copyOf(all);
    }

    /**
     * Writes all results in use atomically to a file that can be shipped ({@link Builder#shipped}), except
     * for those of launches with null pointers, which are in the folder alone.
     *
     * @param file the file; replaced if it exists
     * @throws DeviceException if it cannot be written
     * @throws IllegalStateException if this is closed
     */
    public void save(Path file) {
        byte[] path = file.toString().getBytes(StandardCharsets.UTF_8);
        handle.use(this, tuner -> NativeTuner.save(tuner, path));
    }

    /** Frees the native resources after the launches that use them. Any thread may call this method. */
    @Override
    public void close() {
        super.close();
        for (int i = 0; i < kernels.length(); i++) {
            NativeObject choice = kernels.get(i);
            if (choice != null) {
                choice.close();
            }
        }
        nulls.values().forEach(Autotuner::close);
    }

    /** Returns the tuner of a kernel that is compiled for the null pointers among its arguments. */
    private Autotuner withNulls(Arguments arguments) {
        if (!arguments.hasNull()) {
            return this;
        }
        handle.check();
        List<Parameter> parameters = kernel.parameters();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            if (!arguments.isNull(i)) {
                continue;
            }
            String name = takers.get(i);
            boolean isPointer = parameters.stream()
                .anyMatch(each -> each.name().equals(name) && each.javaType().endsWith("Ptr"));
            if (!isPointer) {
                throw ArgumentConversion.refused(arguments.nameOf(i), null);
            }
            names.add(name);
        }
        return nulls.computeIfAbsent(names, key -> new Builder(builder, key).build(takers));
    }

    private void checkCount(Arguments arguments) {
        if (arguments.size() != takers.size()) {
            throw new IllegalArgumentException(arguments.size() + " arguments given: expected "
                + takers.size() + ", for " + takers);
        }
    }

    private interface NativeCall {
        void call(long tuner, long device, long block, int arguments);
    }

    private interface TuneCall {
        void call(long tuner, long device, long block, int arguments, int[] grids, long[] restoredBytes);
    }

    /** Calls native code while holding the arguments. */
    private void enter(Arguments arguments, NativeCall call) {
        Device device = kernel.launchDevice();
        LaunchSlot slot = LaunchSlot.take();
        try {
            enter(slot, device, arguments, call);
        } finally {
            slot.giveBack();
        }
    }

    private void enter(LaunchSlot slot, Device device, Arguments arguments, NativeCall call) {
        int count = slot.fill(handle, device, kernel.launchStream(), arguments);
        slot.describe(0, 0, 0, kernel.shape());
        slot.enter();
        try {
            slot.checkOpen(arguments);
            slot.capture(device, kernel.launchStream());
            call.call(handle.address(), device.address(), slot.address(), count);
        } finally {
            slot.leave();
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(this);
        }
    }

    /** Like {@link #enter}, but does not allocate a lambda. */
    private int choose(Arguments arguments) {
        Device device = kernel.launchDevice();
        LaunchSlot slot = LaunchSlot.take();
        try {
            return choose(slot, device, arguments);
        } finally {
            slot.giveBack();
        }
    }

    private int choose(LaunchSlot slot, Device device, Arguments arguments) {
        int count = slot.fill(handle, device, kernel.launchStream(), arguments);
        slot.enter();
        try {
            slot.checkOpen(arguments);
            return NativeTuner.choice(handle.address(), device.address(), slot.address(), count);
        } finally {
            slot.leave();
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(this);
        }
    }

    private void launch(int choice, Arguments arguments) {
        Grid size = gridOf(configurations.get(choice), arguments);
        NativeObject chosen = kernelOf(choice);
        Device device = kernel.launchDevice();
        LaunchSlot slot = LaunchSlot.take();
        try {
            launch(slot, device, chosen, size, arguments);
        } finally {
            slot.giveBack();
        }
    }

    private void launch(LaunchSlot slot, Device device, NativeObject chosen, Grid size, Arguments arguments) {
        int count = slot.fill(chosen.handle, device, kernel.launchStream(), arguments);
        slot.describe(size.x(), size.y(), size.z(), kernel.shape());
        slot.enter();
        try {
            slot.checkOpen(arguments);
            slot.capture(device, kernel.launchStream());
            FlightEvents.launch(kernel.code().source(), chosen.handle.address(), device, slot, count,
                null);
        } finally {
            slot.leave();
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(this);
        }
    }

    private Grid gridOf(TuneConfiguration configuration, Arguments arguments) {
        return Objects.requireNonNull(grid.grid(configuration, arguments), "the grid");
    }

    private NativeObject kernelOf(int choice) {
        NativeObject known = kernels.get(choice);
        if (known != null) {
            return known;
        }
        long tuner = handle.acquire();
        try {
            Choice made = new Choice(NativeTuner.kernel(tuner, choice));
            if (kernels.compareAndSet(choice, null, made)) {
                return made;
            }
            made.close();
            return kernels.get(choice);
        } finally {
            handle.release();
        }
    }

    /** Reports invalid arguments once, instead of for each configuration. */
    private void checkKinds(Arguments arguments) {
        NativeObject first = kernelOf(0);
        // The slot holds the tuner alone; who closes that closes this as well.
        long address = first.handle.acquire();
        try {
            enter(arguments, (tuner, device, block, count) ->
                NativeKernel.destroyCompiled(NativeKernel.prepare(address, device, block, count)));
        } catch (Cm2ttException e) {
            // Perhaps only this configuration cannot be compiled: tuning tells.
            return;
        } finally {
            first.handle.release();
            Reference.reachabilityFence(first);
        }
    }

    private void tune(Arguments arguments, TuneCall call) {
        checkKinds(arguments);
        int[] grids = new int[3 * configurations.size()];
        for (int i = 0; i < configurations.size(); i++) {
            Grid size = gridOf(configurations.get(i), arguments);
            grids[3 * i] = size.x();
            grids[3 * i + 1] = size.y();
            grids[3 * i + 2] = size.z();
        }
        long[] bytes = new long[restored.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = arguments.bufferAt(restored[i]).bytes();
        }
        enter(arguments, (tuner, device, block, count) ->
            call.call(tuner, device, block, count, grids, bytes));
    }

    /** A builder of tuners. It is not thread-safe. */
    public static final class Builder {
        private final KernelFunction kernel;
        private final List<TuneConfiguration> configurations = new ArrayList<>();
        private final List<String> keys = new ArrayList<>();
        private final List<Integer> keyKinds = new ArrayList<>();
        private final List<String> restored = new ArrayList<>();
        private final List<String> shipped = new ArrayList<>();
        private final double[] timing = {0, 0, 0, 0, 0, -1, 0};
        private byte[] folder;
        private GridFunction grid;

        private Builder(KernelFunction kernel) {
            this.kernel = kernel;
        }

        /** Copies a builder, for launches in which parameters are null pointers. */
        private Builder(Builder from, List<String> nulls) {
            KernelFunction with = from.kernel;
            for (String name : nulls) {
                with = with.nullPointer(name);
            }
            kernel = with;
            configurations.addAll(from.configurations);
            for (int i = 0; i < from.keys.size(); i++) {
                if (!nulls.contains(from.keys.get(i))) {
                    key(from.keys.get(i), from.keyKinds.get(i));
                }
            }
            from.restored.stream().filter(name -> !nulls.contains(name)).forEach(restored::add);
            shipped.addAll(from.shipped);
            System.arraycopy(from.timing, 0, timing, 0, timing.length);
            folder = from.folder;
            grid = from.grid;
        }

        /**
         * Adds a configuration.
         *
         * @param configuration the configuration, with the same constants as all others but other values
         * @return this
         */
        public Builder configuration(TuneConfiguration configuration) {
            configurations.add(Objects.requireNonNull(configuration, "configuration"));
            return this;
        }

        /**
         * Adds a parameter to the key: there is a choice for each of its values.
         *
         * @param parameter its name
         * @return this
         */
        public Builder key(String parameter) {
            return key(parameter, 0);
        }

        /**
         * Adds a parameter to the key: there is a choice for each power of two to which its value is rounded
         * up.
         *
         * @param parameter the name of an integer
         * @return this
         */
        public Builder keyPowerOfTwo(String parameter) {
            return key(parameter, 1);
        }

        /**
         * Adds the type of a parameter to the key; for a pointer, the type of its elements.
         *
         * @param parameter its name
         * @return this
         */
        public Builder keyType(String parameter) {
            return key(parameter, 2);
        }

        private Builder key(String parameter, int kind) {
            keys.add(Objects.requireNonNull(parameter, "parameter"));
            keyKinds.add(kind);
            return this;
        }

        /**
         * Sets the function that computes the grid of a launch.
         *
         * @param function the function, which is called for each launch, by any thread
         * @return this
         */
        public Builder grid(GridFunction function) {
            grid = Objects.requireNonNull(function, "function");
            return this;
        }

        /**
         * Adds a buffer that the kernel reads and changes: its content is restored before each run during
         * tuning, and before the launch that follows.
         *
         * @param parameter the pointer's name
         * @return this
         */
        public Builder restored(String parameter) {
            restored.add(Objects.requireNonNull(parameter, "parameter"));
            return this;
        }

        /**
         * Sets a file of results, written by {@link Autotuner#save}, which is used if none are stored on
         * disk.
         *
         * @param file the file
         * @return this
         */
        public Builder shipped(Path file) {
            shipped.add(file.toString());
            return this;
        }

        /**
         * Sets the folder in which results are stored, instead of one beside the runtime's cache.
         *
         * @param path the folder
         * @return this
         */
        public Builder folder(Path path) {
            folder = path.toString().getBytes(StandardCharsets.UTF_8);
            return this;
        }

        /**
         * Disables storing results.
         *
         * @return this
         */
        public Builder noFolder() {
            folder = new byte[0];
            return this;
        }

        /**
         * Sets the time limit for one key, instead of one second.
         *
         * @param budget the time in milliseconds after which no round begins
         * @return this
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder milliseconds(double budget) {
            if (!(budget > 0)) {
                throw new IllegalArgumentException(budget + " milliseconds: expected a positive number");
            }
            timing[3] = budget;
            return this;
        }

        /**
         * Creates the tuner, and reads the model.
         *
         * @return the tuner
         * @throws IllegalArgumentException if there is no grid or configuration, one does not match the
         *     kernel, or the kernel is {@linkplain KernelFunction#checked checked}
         * @throws CompilationException if the model cannot be read
         */
        public Autotuner build() {
            if (kernel.code().choices().checked()) {
                throw new IllegalArgumentException("a checked kernel cannot be tuned, since checks change "
                    + "its speed: tune it without checks, and check the kernel of a configuration");
            }
            if (grid == null) {
                throw new IllegalArgumentException("the tuner has no grid: expected grid(function) "
                    + "before build()");
            }
            if (configurations.isEmpty()) {
                throw new IllegalArgumentException("the tuner has no configurations: expected "
                    + "configuration(TuneConfiguration) before build()");
            }
            List<String> constants = List.copyOf(configurations.get(0).constants().keySet());
            List<String> takers = takers(constants);
            return build(takers);
        }

        /** Builds a tuner of a kernel whose launches have arguments for the given parameters. */
        private Autotuner build(List<String> takers) {
            List<String> constants = List.copyOf(configurations.get(0).constants().keySet());
            int[] places = restored.stream().mapToInt(name -> placeOf(name, takers)).toArray();
            long[] made = new long[1];
            kernel.code().runtime().use(runtime -> made[0] = create(runtime, constants));
            return new Autotuner(this, made[0], takers, places);
        }

        private List<String> takers(List<String> constants) {
            return kernel.parameters().stream()
                .filter(parameter -> parameter.takesArgument() && !constants.contains(parameter.name()))
                .map(Parameter::name).toList();
        }

        private static int placeOf(String name, List<String> takers) {
            int place = takers.indexOf(name);
            if (place < 0) {
                throw new IllegalArgumentException("restored '" + name + "': expected one of " + takers);
            }
            return place;
        }

        private long create(long runtime, List<String> constants) {
            KernelSource source = kernel.code().source();
            KernelOptions choices = kernel.code().choices();
            List<String> shared = new ArrayList<>();
            choices.constants().forEach((name, value) -> shared.addAll(List.of(name, value)));
            return NativeTuner.create(runtime, source.completeModel(),
                source.name().getBytes(StandardCharsets.UTF_8),
                source.kernel() == null ? null : source.kernel().getBytes(StandardCharsets.UTF_8), folder,
                KernelOptions.utf8(shared),
                choices.unspecializeAll() ? null : KernelOptions.utf8(choices.unspecialized()),
                choices.maxRegisters(), choices.fpFusion(), choices.ftz(), choices.withoutWords(),
                KernelOptions.utf8(constants), KernelOptions.utf8(values(constants)), shapes(),
                KernelOptions.utf8(keys),
                keyKinds.stream().mapToInt(kind -> kind).toArray(),
                KernelOptions.utf8(restored), KernelOptions.utf8(shipped), timing);
        }

        private int[] shapes() {
            return configurations.stream().flatMapToInt(configuration -> IntStream.of(
                configuration.warps(), configuration.stages())).toArray();
        }

        private List<String> values(List<String> constants) {
            List<String> values = new ArrayList<>();
            for (TuneConfiguration configuration : configurations) {
                if (!configuration.constants().keySet().equals(Set.copyOf(constants))) {
                    throw new IllegalArgumentException("a configuration has the constants "
                        + configuration.constants().keySet() + ": expected those of the first one, "
                        + constants);
                }
                constants.forEach(name -> values.add(configuration.constants().get(name)));
            }
            return values;
        }
    }
}
