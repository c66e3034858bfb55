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
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * A kernel with several configurations, of which the fastest is launched.
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
 * <p>The first launch with arguments of a new key compiles all configurations and times them, with these
 * arguments, in turns, until one is faster than the others by more than chance or time is up. So the kernel
 * runs many times: memory that it reads and changes is named by {@link Builder#restored}. Results are kept on
 * disk, and can be shipped.
 *
 * <p>Any thread may use it; one key is tuned after the other. It launches on the device and the stream of the
 * kernel that it was made of.
 */
public final class Autotuner extends NativeObject {
    private final KernelFunction kernel;
    private final List<TuneConfiguration> configurations;
    private final GridFunction grid;
    /** What errors call the parameters that take an argument. */
    private final List<String> takers;
    /** The indices of the arguments that are restored. */
    private final int[] restored;
    /** The native kernels of the configurations, made when they are needed first. */
    private final AtomicReferenceArray<NativeObject> kernels;

    private Autotuner(Builder from, long address, List<String> takers, int[] restored) {
        super(Handle.of("tuner", address, NativeTuner::destroy));
        kernel = from.kernel;
        configurations = List.copyOf(from.configurations);
        grid = from.grid;
        this.takers = takers;
        this.restored = restored;
        kernels = new AtomicReferenceArray<>(configurations.size());
    }

    /** The grid of a launch, by the configuration and the launch's arguments. */
    @FunctionalInterface
    public interface GridFunction {
        /**
         * Called for each launch, by any thread.
         *
         * @param configuration how the kernel is compiled
         * @param arguments what it is launched with; not to be changed
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
     * Begins a tuner.
     *
     * @param kernel what to tune; its constants and parameters that are not specialized are those of all
     *     configurations, its warps and stages are not used
     * @return no configurations yet
     */
    public static Builder of(KernelFunction kernel) {
        return new Builder(Objects.requireNonNull(kernel, "kernel"));
    }

    /**
     * New arguments to be used for many launches.
     *
     * @return none yet
     */
    public Arguments arguments() {
        return new Arguments(this::nameOf);
    }

    private String nameOf(int argument) {
        return argument < takers.size() ? "parameter '" + takers.get(argument) + "'" : "argument " + argument;
    }

    /**
     * Launches the choice for these arguments; tunes before that if there is none yet.
     *
     * @param arguments one for each parameter that is no constant
     * @throws IllegalArgumentException if the arguments or the grid do not fit
     * @throws IllegalStateException if something is closed, or of another device
     * @throws CompilationException if no configuration can be compiled
     * @throws Cm2ttException if the device cannot launch it, or a kernel failed before
     */
    public void launch(Arguments arguments) {
        checkCount(arguments);
        int choice = choose(arguments);
        if (choice < 0)
            tune(arguments, NativeTuner::launch);
        else
            launch(choice, arguments);
    }

    /**
     * Launches the choice for these arguments; tunes before that if there is none yet.
     *
     * @param arguments as for {@link KernelFunction#launch(Grid, Object...)}
     * @throws IllegalArgumentException if the arguments or the grid do not fit
     * @throws IllegalStateException if something is closed, or of another device
     * @throws CompilationException if no configuration can be compiled
     * @throws Cm2ttException if the device cannot launch it, or a kernel failed before
     */
    public void launch(Object... arguments) {
        Arguments all = arguments();
        Values.set(all, arguments);
        launch(all);
    }

    /**
     * Tunes, whatever is known, and has later launches use the result.
     *
     * @param arguments as for {@link #launch(Arguments)}
     * @return what was found
     * @throws IllegalArgumentException if the arguments or the grid do not fit
     * @throws IllegalStateException if something is closed, or of another device
     * @throws CompilationException if no configuration can be compiled
     */
    public TuneResult tune(Arguments arguments) {
        checkCount(arguments);
        tune(arguments, NativeTuner::tune);
        return explain(arguments).get(0);
    }

    /**
     * Why launches with such arguments use what they use.
     *
     * @param arguments as for {@link #launch(Arguments)}
     * @return empty if there has been no such launch
     * @throws IllegalArgumentException if the arguments do not fit
     * @throws IllegalStateException if something is closed
     */
    public List<TuneResult> explain(Arguments arguments) {
        checkCount(arguments);
        byte[][] json = new byte[1][];
        enter(arguments, (tuner, device, block, count) ->
            json[0] = NativeTuner.results(tuner, device, block, count));
        return TuneResults.of(new String(json[0], StandardCharsets.UTF_8));
    }

    /**
     * All results in use.
     *
     * @return in the order in which they came
     * @throws IllegalStateException if this is closed
     */
    public List<TuneResult> results() {
        long tuner = handle.acquire();
        try {
            return TuneResults.of(new String(NativeTuner.results(tuner, 0, 0, 0), StandardCharsets.UTF_8));
        } finally {
            handle.release();
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Writes all results in use into a file to be shipped ({@link Builder#shipped}), in one step.
     *
     * @param file replaced if it is there
     * @throws DeviceException if it cannot be written
     * @throws IllegalStateException if this is closed
     */
    public void save(Path file) {
        long tuner = handle.acquire();
        try {
            NativeTuner.save(tuner, file.toString().getBytes(StandardCharsets.UTF_8));
        } finally {
            handle.release();
            Reference.reachabilityFence(this);
        }
    }

    /** Gives back what native code has of it, after the launches that use it. Any thread may. */
    @Override
    public void close() {
        super.close();
        for (int i = 0; i < kernels.length(); i++) {
            NativeObject choice = kernels.get(i);
            if (choice != null)
                choice.close();
        }
    }

    private void checkCount(Arguments arguments) {
        if (arguments.size() != takers.size())
            throw new IllegalArgumentException(arguments.size() + " arguments given: expected "
                + takers.size() + ", for " + takers);
    }

    private interface NativeCall {
        void call(long tuner, long device, long block, int arguments);
    }

    private interface TuneCall {
        void call(long tuner, long device, long block, int arguments, int[] grids, long[] restoredBytes);
    }

    /** Calls native code while the arguments are held. */
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

    /** As {@link #enter}, without a lambda that is allocated. */
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
            NativeKernel.launch(chosen.handle.address(), device.address(), slot.address(), count);
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
        if (known != null)
            return known;
        long tuner = handle.acquire();
        try {
            Choice made = new Choice(NativeTuner.kernel(tuner, choice));
            if (kernels.compareAndSet(choice, null, made))
                return made;
            made.close();
            return kernels.get(choice);
        } finally {
            handle.release();
        }
    }

    /** Says what is wrong with the arguments before all configurations say it. */
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
        for (int i = 0; i < bytes.length; i++)
            bytes[i] = arguments.bufferAt(restored[i]).bytes();
        enter(arguments, (tuner, device, block, count) ->
            call.call(tuner, device, block, count, grids, bytes));
    }

    /** What a tuner is told. Not for several threads at once. */
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

        /**
         * Adds a configuration.
         *
         * @param configuration has the same constants as all others, with other values
         * @return this
         */
        public Builder configuration(TuneConfiguration configuration) {
            configurations.add(Objects.requireNonNull(configuration, "configuration"));
            return this;
        }

        /**
         * There is a choice for each value of a parameter.
         *
         * @param parameter its name
         * @return this
         */
        public Builder key(String parameter) {
            return key(parameter, 0);
        }

        /**
         * There is a choice for each power of two that a parameter's value is rounded up to.
         *
         * @param parameter the name of an integer
         * @return this
         */
        public Builder keyPowerOfTwo(String parameter) {
            return key(parameter, 1);
        }

        /**
         * There is a choice for each type of a parameter; of a pointer, of what it points to.
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
         * The grid of a launch.
         *
         * @param function called for each launch, by any thread
         * @return this
         */
        public Builder grid(GridFunction function) {
            grid = Objects.requireNonNull(function, "function");
            return this;
        }

        /**
         * A buffer that the kernel reads and changes: its content is as before for each run while tuning, and
         * for the launch after that.
         *
         * @param parameter the pointer's name
         * @return this
         */
        public Builder restored(String parameter) {
            restored.add(Objects.requireNonNull(parameter, "parameter"));
            return this;
        }

        /**
         * A file of results, made by {@link Autotuner#save}, that is used where none are kept on disk.
         *
         * @param file the file
         * @return this
         */
        public Builder shipped(Path file) {
            shipped.add(file.toString());
            return this;
        }

        /**
         * Where results are kept, in place of beside the runtime's cache.
         *
         * @param path the folder
         * @return this
         */
        public Builder folder(Path path) {
            folder = path.toString().getBytes(StandardCharsets.UTF_8);
            return this;
        }

        /**
         * Keeps results nowhere.
         *
         * @return this
         */
        public Builder noFolder() {
            folder = new byte[0];
            return this;
        }

        /**
         * How long to measure for one key, in place of a second.
         *
         * @param budget milliseconds after which no round begins
         * @return this
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder milliseconds(double budget) {
            if (!(budget > 0))
                throw new IllegalArgumentException(budget + " milliseconds: expected a positive number");
            timing[3] = budget;
            return this;
        }

        /**
         * Makes the tuner. Reads the model.
         *
         * @return the tuner
         * @throws IllegalArgumentException if there is no grid or configuration, or something does not fit to
         *     the kernel
         * @throws CompilationException if the model cannot be read
         */
        public Autotuner build() {
            if (grid == null)
                throw new IllegalArgumentException("the tuner has no grid: expected grid(function) "
                    + "before build()");
            if (configurations.isEmpty())
                throw new IllegalArgumentException("the tuner has no configurations: expected "
                    + "configuration(TuneConfiguration) before build()");
            List<String> constants = List.copyOf(configurations.get(0).constants().keySet());
            List<String> takers = takers(constants);
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
            if (place < 0)
                throw new IllegalArgumentException("restored '" + name + "': expected one of " + takers);
            return place;
        }

        private long create(long runtime, List<String> constants) {
            KernelSource source = kernel.code().source();
            KernelChoices choices = kernel.code().choices();
            List<String> shared = new ArrayList<>();
            choices.constants().forEach((name, value) -> shared.addAll(List.of(name, value)));
            return NativeTuner.create(runtime, source.model(), source.name().getBytes(StandardCharsets.UTF_8),
                source.kernel() == null ? null : source.kernel().getBytes(StandardCharsets.UTF_8), folder,
                KernelChoices.utf8(shared),
                choices.unspecializeAll() ? null : KernelChoices.utf8(choices.unspecialized()),
                KernelChoices.utf8(constants), KernelChoices.utf8(values(constants)), shapes(),
                KernelChoices.utf8(keys), keyKinds.stream().mapToInt(kind -> kind).toArray(),
                KernelChoices.utf8(restored), KernelChoices.utf8(shipped), timing);
        }

        private int[] shapes() {
            return configurations.stream().flatMapToInt(configuration -> IntStream.of(
                configuration.warps(), configuration.stages())).toArray();
        }

        private List<String> values(List<String> constants) {
            List<String> values = new ArrayList<>();
            for (TuneConfiguration configuration : configurations) {
                if (!configuration.constants().keySet().equals(Set.copyOf(constants)))
                    throw new IllegalArgumentException("a configuration has the constants "
                        + configuration.constants().keySet() + ": expected those of the first one, "
                        + constants);
                constants.forEach(name -> values.add(configuration.constants().get(name)));
            }
            return values;
        }
    }
}
