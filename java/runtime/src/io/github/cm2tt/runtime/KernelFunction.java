// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.KernelCalls;
import io.github.cm2tt.runtime.internal.NativeKernel;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A kernel that can be launched. Its model is beside the class that declares it, or is given:
 *
 * <pre>{@code
 * static final KernelFunction ADD = KernelFunction.of(Kernels.class, "add").constant("BLOCK", 1024);
 * ...
 * ADD.launch(Grid.cdiv(n, 1024), x, y, out, n);
 * }</pre>
 *
 * <p>It is immutable: {@code constant}, {@code warps}, {@code on} and similar methods return a new one.
 * Nothing is compiled or loaded before it is needed. A launch compiles the kernel if there was none with
 * arguments of the same properties: their types, which integers are 1 or divisible by 16, and which addresses
 * are divisible by 16.
 *
 * <p><b>Costs.</b> A kernel function may be created for each launch, as in {@code
 * kernel.constant("BLOCK", 64).launch(...)}: that adds 0.3 us at most, and some objects on the heap, to the
 * launch of a function in a field. Functions with the same kernel, constants, options and runtime
 * share what was loaded and compiled. The first launch with other constants or options reads the model, which
 * takes 0.1 ms or more, and compiles, which takes milliseconds to seconds, or reads the disk cache. The
 * process keeps 1024 of such variants, the last ones used. It keeps others as long as a kernel function
 * exists that has launched one twice or prepared it. Class loaders are collected as usual. The model of a
 * class is read once.
 *
 * <p>A launch checks its arguments before anything runs: an argument that is missing or does not match is an
 * IllegalArgumentException that names the parameter; an object that is closed or belongs to another device is
 * an IllegalStateException. On a GPU, and on a stream of the CPU, the kernel runs asynchronously, and a later
 * call reports its failure. Kernels may access memory out of bounds; {@link #checked} and {@link #debug}
 * detect that. An access to memory that is not mapped is a {@link KernelFaultException} on the CPU.
 *
 * <p>It is thread-safe. There is no need to close it.
 */
public final class KernelFunction implements AutoCloseable {
    private final KernelCode code;
    /** Null for the best device of the runtime. */
    private final Device device;
    /** Null for the default stream. */
    private final Stream stream;
    private final LaunchShape shape;
    /** The device, once it is known. */
    private volatile Device target;

    private KernelFunction(KernelCode code, Device device, Stream stream, LaunchShape shape) {
        this.code = code;
        this.device = device;
        this.stream = stream;
        this.shape = shape;
    }

    /**
     * Returns a kernel that is written in Java: a static method annotated with {@code @Kernel}. Its model is
     * beside the class, where cm2tt-javac, on the class path or processor path of javac, wrote it.
     *
     * @param owner the class that declares the method, or inherits it from a superclass
     * @param name the method's name; if kernels of the class have the same name, with the types of the
     *     parameters, such as {@code "add(Ptr, int)"}
     * @return the kernel
     * @throws IllegalArgumentException if there is no such method, several, or no model; the message lists
     *     those that exist
     */
    public static KernelFunction of(Class<?> owner, String name) {
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(name, "name");
        return of(KernelModel.of(owner, name));
    }

    /**
     * Returns the only kernel of a model.
     *
     * <pre>{@code
     * KernelFunction kernel = KernelFunction.ofModel(op.toText());   // a model of Babylon's
     * }</pre>
     *
     * @param model JSON, code-model text or MLIR
     * @return the kernel; its first use reports errors in the model
     */
    public static KernelFunction ofModel(String model) {
        return of(KernelModel.ofText(Objects.requireNonNull(model, "model"), null));
    }

    /**
     * Returns a kernel of a model.
     *
     * @param model JSON, code-model text or MLIR
     * @param kernel the kernel's name, with the types of the parameters if several kernels have it
     * @return the kernel; its first use reports errors in the model, or that there is no such kernel
     */
    public static KernelFunction ofModel(String model, String kernel) {
        return of(KernelModel.ofText(
            Objects.requireNonNull(model, "model"), Objects.requireNonNull(kernel, "kernel")));
    }

    private static KernelFunction of(KernelModel model) {
        return new KernelFunction(
            new KernelCode(model, KernelOptions.DEFAULT, null), null, null, LaunchShape.PLAIN);
    }

    private KernelFunction with(KernelOptions choices) {
        Cm2ttRuntime runtime = device == null ? null : device.runtime();
        return new KernelFunction(new KernelCode(code.model(), choices, runtime), device, stream, shape);
    }

    private KernelFunction withConstant(String name, String value) {
        return with(code.choices().withConstant(Objects.requireNonNull(name, "name"), value));
    }

    /**
     * Returns a kernel with an integer as a compile-time constant for a parameter. A parameter that is
     * annotated with {@code @Constant} needs a constant, others may have one. javac requires the annotation
     * where the parameter has to be a constant, such as an extent of a tile.
     *
     * <p>The kernel is compiled once for each value, at its first launch. After that, a call in the
     * expression of a launch costs about a microsecond more than a kernel that is kept in a field. This is
     * for a few values: a parameter that changes from launch to launch should be an argument.
     *
     * <p>A constant that is combined with a tile takes its type: a tile of bytes times the constant 2 is one
     * of bytes, and wraps. An argument of a launch, also one that is 1, makes it a tile of ints.
     *
     * @param name the parameter's name
     * @param value its value
     * @return the new kernel function; its launches have no argument for the parameter
     */
    public KernelFunction constant(String name, long value) {
        return withConstant(name, Long.toString(value));
    }

    /**
     * Returns a kernel with a number as a compile-time constant for a parameter.
     *
     * @param name the parameter's name
     * @param value its value
     * @return the new kernel function; its launches have no argument for the parameter
     */
    public KernelFunction constant(String name, float value) {
        return withConstant(name, Float.toString(value));
    }

    /**
     * Returns a kernel with a number as a compile-time constant for a parameter.
     *
     * @param name the parameter's name
     * @param value its value
     * @return the new kernel function; its launches have no argument for the parameter
     */
    public KernelFunction constant(String name, double value) {
        return withConstant(name, Double.toString(value));
    }

    /**
     * Returns a kernel with a truth value as a compile-time constant for a parameter.
     *
     * @param name the parameter's name
     * @param value its value
     * @return the new kernel function; its launches have no argument for the parameter
     */
    public KernelFunction constant(String name, boolean value) {
        return withConstant(name, Boolean.toString(value));
    }

    /**
     * Returns a kernel with a constant of an enum as a compile-time constant for a parameter.
     *
     * <pre>{@code
     * kernel.constant("mode", Mode.FAST);   // @Constant Mode mode
     * }</pre>
     *
     * @param name the parameter's name
     * @param value its value
     * @return the new kernel function; its launches have no argument for the parameter
     */
    public KernelFunction constant(String name, Enum<?> value) {
        return withConstant(name, ConstantTexts.of(name, (Object) value));
    }

    /**
     * Returns a kernel with a class of numbers as a compile-time constant for a parameter.
     *
     * <pre>{@code
     * kernel.constant("type", Float16.class);   // @Constant Class<?> type
     * }</pre>
     *
     * @param name the parameter's name
     * @param value the class that represents a type of elements
     * @return the new kernel function; its launches have no argument for the parameter
     * @throws IllegalArgumentException if the class represents none
     */
    public KernelFunction constant(String name, Class<?> value) {
        return withConstant(name, ConstantTexts.of(name, (Object) value));
    }

    /**
     * Returns a kernel with a string as a compile-time constant for a parameter.
     *
     * <pre>{@code
     * kernel.constant("mode", "fast");   // @Constant String mode, for a switch
     * }</pre>
     *
     * @param name the parameter's name
     * @param value its value
     * @return the new kernel function; its launches have no argument for the parameter
     */
    public KernelFunction constant(String name, String value) {
        return withConstant(name, ConstantTexts.of(name, (Object) value));
    }

    /**
     * Returns a kernel with a record as a compile-time constant for a parameter: each component is one, whose
     * name is that of the parameter, a dot and its own.
     *
     * <pre>{@code
     * record Tiling(int rows, int columns) {}
     * kernel.constant("tiling", new Tiling(64, 32));   // @Constant Tiling tiling
     * }</pre>
     *
     * @param name the parameter's name
     * @param value its value
     * @return the new kernel function; its launches have no argument for the parameter
     * @throws IllegalArgumentException if a component is not a number, a truth value, a string, a constant of
     *     an enum, a class of numbers or a record, or the record's package is not open to this module
     */
    public KernelFunction constant(String name, Record value) {
        Objects.requireNonNull(name, "name");
        KernelOptions choices = code.choices();
        for (var each : ConstantTexts.of(name, value).entrySet()) {
            choices = choices.withConstant(each.getKey(), each.getValue());
        }
        return with(choices);
    }

    /**
     * Returns a kernel with a number of warps. By default, the compiler chooses it from the tiles.
     *
     * @param number the warps of a block: 1, 2, 4, 8, 16 or 32; ignored on CPUs
     * @return the new kernel function
     * @throws IllegalArgumentException if the number is none of these
     */
    public KernelFunction warps(int number) {
        return with(code.choices().withWarps(number));
    }

    /**
     * Returns a kernel with a number of pipelining stages. By default, the compiler chooses it from the
     * tiles.
     *
     * @param number buffers of a pipelined loop, at least 1; fewer are used if shared memory does not suffice
     * @return the new kernel function
     * @throws IllegalArgumentException if it is less than 1
     */
    public KernelFunction stages(int number) {
        return with(code.choices().withStages(number));
    }

    /**
     * Returns a kernel whose threads use at most a number of registers. With fewer registers, more threads
     * run on the GPU at the same time, but values may be spilled to memory. By default, the assembler
     * chooses.
     *
     * @param number the number of 32-bit registers, at least 1; the assembler raises a number that is too
     *     small and ignores one above 255; ignored on CPUs
     * @return the new kernel function
     * @throws IllegalArgumentException if it is less than 1
     */
    public KernelFunction maxRegisters(int number) {
        return with(code.choices().withMaxRegisters(number));
    }

    /**
     * Returns a kernel that is compiled without some optimizations, for experiments. By default the compiler
     * applies each where it is possible and pays, unless CM2TT_WITHOUT names it.
     *
     * @param optimizations what is turned off, beside what was before
     * @return the new kernel function
     */
    public KernelFunction without(Optimization... optimizations) {
        for (Optimization each : optimizations) {
            Objects.requireNonNull(each, "optimization");
        }
        return optimizations.length == 0 ? this : with(code.choices().without(List.of(optimizations)));
    }

    /**
     * Returns a kernel in which a product and a sum of tiles may be computed, or not, by one {@code fma},
     * which rounds once. By default they may, if that is faster. Matrix products are not affected.
     *
     * @param fuses whether they may be fused
     * @return the new kernel function
     */
    public KernelFunction fpFusion(boolean fuses) {
        return with(code.choices().withFpFusion(fuses));
    }

    /**
     * Returns a kernel in which functions of floats on a GPU, such as {@code exp2} and {@code sqrt}, flush
     * subnormal numbers to 0, or not. By default they do, which is faster.
     *
     * @param flushes whether subnormal numbers are flushed to 0
     * @return the new kernel function
     */
    public KernelFunction ftz(boolean flushes) {
        return with(code.choices().withFtz(flushes));
    }

    /**
     * Returns a kernel that is not specialised for some parameters, that is, for values that are 1 or
     * divisible by 16. This compiles fewer variants if the values of these parameters change often; results
     * are the same.
     *
     * @param names the parameters; all parameters if there are no names
     * @return the new kernel function
     */
    public KernelFunction unspecialized(String... names) {
        for (String name : names) {
            Objects.requireNonNull(name, "name");
        }
        return with(code.choices().withUnspecialized(List.of(names)));
    }

    /**
     * Returns a kernel whose launches check each access to memory. Invalid accesses are not executed, and
     * the launch throws a {@link KernelFaultException} with the Java line, the program, the element and the
     * parameter of the first one at each location.
     *
     * <pre>{@code
     * kernel.on(Device.cpu()).checked().launch(grid, x, y, out, n);
     * }</pre>
     *
     * <p>On the CPU, an access has to be within the buffer or the slice that is the argument and aligned,
     * what it reads must have been written, and no two programs may store different values to one element.
     * Where the memory of parameters overlaps, a load by one of what another stored, and a store by one to
     * what another accessed at another index of a tile, must have a barrier or an atomic in between: without
     * checks, their order is not kept. The programs run one after the other, so that this is much slower.
     * Memory counts as written after copies, fills and checked kernels, and all memory after a kernel
     * without checks that ran since it was allocated.
     *
     * <p>On a GPU, of accesses only the bounds are checked, except of loads in a {@code map}. A thread keeps
     * its accesses in the order of Java, also where the memory of parameters overlaps. The launch returns
     * when the kernel has finished, and cannot be captured. Loads and stores access one element at a time,
     * so that such a kernel is slower and compiles more slowly. An assertion that fails is an error of the
     * launch; without checks, it ends the use of the GPU by the process.
     *
     * <p>On both, elements that a load leaves out, as it has a mask and no {@code other}, must not be used.
     *
     * <p>The environment variable {@code CM2TT_CHECK=1} checks the launches of all kernels. A checked kernel
     * cannot be tuned.
     *
     * @return the new kernel function
     */
    public KernelFunction checked() {
        return with(code.choices().withChecks());
    }

    /**
     * Returns a kernel that is launched on the default stream of a device. The default is {@link
     * Device#best}.
     *
     * @param other the device
     * @return the new kernel function; devices of the same runtime share compiled code
     */
    public KernelFunction on(Device other) {
        Objects.requireNonNull(other, "device");
        return on(other, null);
    }

    /**
     * Returns a kernel that is launched on a stream and its device.
     *
     * @param other the stream
     * @return the new kernel function; devices of the same runtime share compiled code
     */
    public KernelFunction on(Stream other) {
        Objects.requireNonNull(other, "stream");
        return on(other.device(), other);
    }

    private KernelFunction on(Device other, Stream queue) {
        Cm2ttRuntime now = device == null ? code.runtime() : device.runtime();
        KernelCode shared =
            now == other.runtime() ? code : new KernelCode(code.model(), code.choices(), other.runtime());
        return new KernelFunction(shared, other, queue, shape);
    }

    /**
     * Returns a kernel that is launched in clusters of blocks, on GPUs that have clusters.
     *
     * @param x blocks along axis 0
     * @param y blocks along axis 1
     * @param z blocks along axis 2
     * @return the new kernel function
     * @throws IllegalArgumentException if one of them is not positive
     */
    public KernelFunction cluster(int x, int y, int z) {
        if (x < 1 || y < 1 || z < 1) {
            throw new IllegalArgumentException(
                "cluster " + x + " x " + y + " x " + z + ": expected positive numbers of blocks");
        }
        return new KernelFunction(code, device, stream, new LaunchShape(x, y, z, shape.isCooperative()));
    }

    /**
     * Returns a kernel that is launched cooperatively: all programs run at the same time and may wait for one
     * another.
     *
     * @return the new kernel function, which cannot be launched on CPUs
     */
    public KernelFunction cooperative() {
        return new KernelFunction(code, device, stream,
            new LaunchShape(shape.clusterX(), shape.clusterY(), shape.clusterZ(), true));
    }

    /**
     * Returns the parameters of the Java method, and reads the model. In place of a record it has the
     * components, with names such as {@code params.n}.
     *
     * @return an immutable list, in order
     * @throws CompilationException if the model cannot be read
     * @throws IllegalArgumentException if it has no such kernel, or a constant does not match its parameter
     */
    public List<Parameter> parameters() {
        return code.loaded().parameters;
    }

    /**
     * Creates empty arguments, to be used for many launches.
     *
     * @return none yet
     */
    public Arguments arguments() {
        return new Arguments(index -> code.loaded().nameOf(index));
    }

    /**
     * Launches the kernel. This is the fastest way: it allocates nothing once the kernel is compiled for such
     * arguments.
     *
     * @param grid the number of programs
     * @param arguments one for each parameter that is not a constant
     * @throws IllegalArgumentException if an argument does not match its parameter
     * @throws IllegalStateException if an object is closed or belongs to another device
     * @throws CompilationException if the kernel cannot be compiled for the arguments
     * @throws Cm2ttException if the device cannot launch it, or an earlier kernel failed
     */
    public void launch(Grid grid, Arguments arguments) {
        check(grid);
        run(grid.x(), grid.y(), grid.z(), arguments);
    }

    /**
     * Launches the kernel for a grid of one axis. This is the fastest way: it allocates nothing once the
     * kernel is compiled for such arguments.
     *
     * @param programs the number of programs
     * @param arguments one for each parameter that is not a constant
     * @throws IllegalArgumentException if an argument does not match its parameter
     * @throws IllegalStateException if an object is closed or belongs to another device
     * @throws CompilationException if the kernel cannot be compiled for the arguments
     * @throws Cm2ttException if the device cannot launch it, or an earlier kernel failed
     */
    public void launch(int programs, Arguments arguments) {
        run(programs, 1, 1, arguments);
    }

    /**
     * Launches the kernel.
     *
     * @param grid the number of programs
     * @param arguments one for each parameter that is not a constant: {@link DeviceBuffer}s for pointers, or
     *     null, which the kernel is compiled for; numbers of the parameter's type or of a narrower integer
     *     type
     * @throws IllegalArgumentException if an argument does not match its parameter
     * @throws IllegalStateException if an object is closed or belongs to another device
     * @throws CompilationException if the kernel cannot be compiled for the arguments
     * @throws Cm2ttException if the device cannot launch it, or an earlier kernel failed
     */
    public void launch(Grid grid, Object... arguments) {
        check(grid);
        runObjects(grid.x(), grid.y(), grid.z(), arguments);
    }

    /**
     * Launches the kernel for a grid of one axis.
     *
     * @param programs the number of programs
     * @param arguments one for each parameter that is not a constant: {@link DeviceBuffer}s for pointers, or
     *     null, which the kernel is compiled for; numbers of the parameter's type or of a narrower integer
     *     type
     * @throws IllegalArgumentException if an argument does not match its parameter
     * @throws IllegalStateException if an object is closed or belongs to another device
     * @throws CompilationException if the kernel cannot be compiled for the arguments
     * @throws Cm2ttException if the device cannot launch it, or an earlier kernel failed
     */
    public void launch(int programs, Object... arguments) {
        runObjects(programs, 1, 1, arguments);
    }

    private static void check(Grid grid) {
        Objects.requireNonNull(grid, "the grid is null: expected Grid.of(x, y, z), or a number of programs");
    }

    private static void check(Arguments arguments) {
        Objects.requireNonNull(arguments, "the arguments are null: expected those of arguments(), or values");
    }

    private void runObjects(int x, int y, int z, Object[] values) {
        KernelCode.Loaded kernel = code.loaded();
        LaunchSlot slot = LaunchSlot.take();
        try {
            run(slot, kernel, x, y, z, scratch(slot, kernel, values));
        } finally {
            slot.clearScratch();
            slot.giveBack();
        }
    }

    private void run(int x, int y, int z, Arguments arguments) {
        check(arguments);
        KernelCode.Loaded kernel = code.loaded();
        LaunchSlot slot = LaunchSlot.take();
        try {
            run(slot, kernel, x, y, z, arguments);
        } finally {
            slot.giveBack();
        }
    }

    private Arguments scratch(LaunchSlot slot, KernelCode.Loaded kernel, Object[] values) {
        code.checkRecords(kernel, values);
        return slot.scratch(kernel, values);
    }

    private void run(LaunchSlot slot, KernelCode.Loaded own, int x, int y, int z, Arguments arguments) {
        Grid.check(x, y, z);
        if (arguments.hasNull()) {
            runWithNulls(slot, code.withNulls(own, arguments), x, y, z, arguments);
            return;
        }
        KernelCode.Loaded kernel = own;
        while (!launch(slot, kernel, x, y, z, arguments)) {
            kernel = code.loaded();
        }
    }

    private void runWithNulls(LaunchSlot slot, KernelCode nulls, int x, int y, int z, Arguments arguments) {
        try {
            while (!launch(slot, nulls.loaded(), x, y, z, arguments)) {
                // It was evicted.
            }
        } catch (CompilationException e) {
            throw nulls.refusedNulls(e);
        }
    }

    /** Launches a native kernel; returns false if it was evicted before. */
    private boolean launch(LaunchSlot slot, KernelCode.Loaded kernel, int x, int y, int z,
        Arguments arguments) {
        checkLaunchable(kernel);
        Device on = target();
        int count = slot.fill(kernel.handle, on, stream, arguments);
        slot.describe(x, y, z, shape);
        slot.enter();
        try {
            if (!kernel.handle.isOpen()) {
                return false;
            }
            slot.checkOpen(arguments);
            slot.capture(on, stream);
            FlightEvents.launch(code.source(), kernel.handle.address(), on, slot, count,
                kernel.isChecked ? arguments.extents(count) : null);
            return true;
        } finally {
            slot.leave();
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(kernel);
            Reference.reachabilityFence(this);
        }
    }

    private static void checkLaunchable(KernelCode.Loaded kernel) {
        if (kernel.obstacle != null) {
            throw new IllegalArgumentException(kernel.obstacle);
        }
    }

    /** Returns the native kernel for arguments, which is not evicted. */
    private KernelCode.Loaded launchable(KernelCode.Loaded own, Arguments arguments) {
        KernelCode.Loaded kernel = arguments.hasNull() ? code.withNulls(own, arguments).kept() : own;
        checkLaunchable(kernel);
        return kernel;
    }

    private Device target() {
        Device known = target;
        if (known == null) {
            target = known = device == null ? code.runtime().best() : device;
        }
        return known;
    }

    /**
     * Compiles the kernel for such arguments and loads the code, so that later launches find it. Does not
     * read the buffers.
     *
     * @param arguments as for {@link #launch(Grid, Arguments)}
     * @return the compiled kernel
     * @throws IllegalArgumentException if an argument does not match its parameter
     * @throws IllegalStateException if an object is closed or belongs to another device
     * @throws CompilationException if the kernel cannot be compiled for the arguments
     */
    public CompiledKernel prepare(Arguments arguments) {
        check(arguments);
        KernelCode.Loaded kernel = code.kept();
        LaunchSlot slot = LaunchSlot.take();
        try {
            return prepare(slot, kernel, arguments);
        } finally {
            slot.giveBack();
        }
    }

    private CompiledKernel prepare(LaunchSlot slot, KernelCode.Loaded own, Arguments arguments) {
        KernelCode.Loaded kernel = launchable(own, arguments);
        Device on = target();
        int count = slot.fill(kernel.handle, on, stream, arguments);
        slot.enter();
        try {
            slot.checkOpen(arguments);
            long address = kernel.handle.address();
            return CompiledKernel.take(FlightEvents.compile(code.source(), address, on.name(),
                () -> NativeKernel.prepare(address, on.address(), slot.address(), count)));
        } catch (CompilationException e) {
            throw arguments.hasNull() ? code.withNulls(own, arguments).refusedNulls(e) : e;
        } finally {
            slot.leave();
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(kernel);
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Compiles the kernel for such arguments and loads the code, so that later launches find it.
     *
     * @param arguments as for {@link #launch(Grid, Object...)}
     * @return the compiled kernel
     * @throws IllegalArgumentException if an argument does not match its parameter
     * @throws IllegalStateException if an object is closed or belongs to another device
     * @throws CompilationException if the kernel cannot be compiled for the arguments
     */
    public CompiledKernel prepare(Object... arguments) {
        KernelCode.Loaded kernel = code.kept();
        LaunchSlot slot = LaunchSlot.take();
        try {
            return prepare(slot, kernel, scratch(slot, kernel, arguments));
        } finally {
            slot.clearScratch();
            slot.giveBack();
        }
    }

    /**
     * Compiles the kernel for a target, which need not be present.
     *
     * @param to the target: "sm_90a", "cpu"
     * @param signature an entry for each parameter that takes an argument, "*fp32:16,*fp32,i32"; or for each
     *     parameter, where constants are numbers, "*fp32:16,*fp32,i32,1024"
     * @return the compiled kernel
     * @throws IllegalArgumentException if there is no such target, or the signature has the wrong number of
     *     entries or one that is no type and no constant
     * @throws CompilationException if the kernel cannot be compiled for the target, or for such types
     */
    public CompiledKernel compile(String to, String signature) {
        Objects.requireNonNull(to, "target");
        Objects.requireNonNull(signature, "signature");
        byte[] name = to.getBytes(StandardCharsets.UTF_8);
        byte[] text = code.withConstants(signature).getBytes(StandardCharsets.UTF_8);
        return code.compiled(kernel -> FlightEvents.compile(code.source(), kernel, to,
            () -> NativeKernel.compile(kernel, name, text)));
    }

    /**
     * Runs the kernel on the JVM, program by program on this thread, to step through it, print from it, or
     * find accesses out of bounds. The kernel is typed as for a launch, so that the types of results are
     * those of the compiled kernel, but it is not compiled. Methods such as {@code Triton.exp} compute what
     * the device computes. Buffers are copied to the host before the run and back after it; if the kernel
     * throws, they do not change. Accesses by several parameters to the same memory are checked as in {@link
     * #checked}; the pointers of a record that is passed as a whole keep the order of Java.
     *
     * <pre>{@code
     * kernel.debug(Grid.of(2), x, y, out, n);   // with breakpoints in the kernel
     * }</pre>
     *
     * @param grid the number of programs, which should be small
     * @param arguments as for {@link #launch(Grid, Object...)}
     * @throws IllegalArgumentException if an argument does not match its parameter
     * @throws IllegalStateException if an object is closed, or the kernel was created from a model
     * @throws io.github.cm2tt.lang.KernelException if the kernel breaks a rule
     */
    public void debug(Grid grid, Object... arguments) {
        check(grid);
        DebugRun.run(code, target(), grid, arguments, () -> typedCalls(arguments));
    }

    /**
     * Returns the calls as they are typed for such arguments; null if the kernel cannot be typed, of which
     * the run on the JVM shows the reason.
     */
    private KernelCalls typedCalls(Object... arguments) {
        KernelCode.Loaded own = code.kept();
        LaunchSlot slot = LaunchSlot.take();
        try {
            Arguments scratch = scratch(slot, own, arguments);
            KernelCode.Loaded kernel = launchable(own, scratch);
            Device on = target();
            int count = slot.fill(kernel.handle, on, stream, scratch);
            slot.enter();
            try {
                return TypedCalls.take(
                    NativeKernel.typeCalls(kernel.handle.address(), on.address(), slot.address(), count));
            } catch (CompilationException e) {
                return null;
            } finally {
                slot.leave();
                Reference.reachabilityFence(arguments);
                Reference.reachabilityFence(kernel);
                Reference.reachabilityFence(this);
            }
        } finally {
            slot.clearScratch();
            slot.giveBack();
        }
    }

    /**
     * Runs the kernel on the JVM, for a grid of one axis: {@link #debug(Grid, Object...)}.
     *
     * @param programs the number of programs, which should be small
     * @param arguments as for {@link #launch(Grid, Object...)}
     */
    public void debug(int programs, Object... arguments) {
        debug(Grid.of(programs), arguments);
    }

    /** Returns the kernel in which a parameter is a null pointer, for tuning. */
    KernelFunction nullPointer(String name) {
        return withConstant(name, "null");
    }

    /** Returns the code, for tuning. */
    KernelCode code() {
        return code;
    }

    /** Returns the device of tuned launches. */
    Device launchDevice() {
        return target();
    }

    /** Returns the attributes of tuned launches. */
    LaunchShape shape() {
        return shape;
    }

    /** Returns the stream of tuned launches, or null for the default stream. */
    Stream launchStream() {
        return stream;
    }

    /**
     * Ends the use of this, and of the kernel functions that {@code on}, {@code cluster} and {@code
     * cooperative} returned: each further launch throws an IllegalStateException. Launches that are under way
     * continue. What was compiled stays in memory for equal kernel functions, as far as there is room. Does
     * nothing if it was done before. Any thread may call this method.
     */
    @Override
    public void close() {
        code.close();
    }

    /**
     * Returns a description for messages.
     *
     * @return for example, "add of Kernels.cm2tt.json"
     */
    @Override
    public String toString() {
        KernelSource source = code.source();
        return (source.kernel() == null ? "the kernel" : source.kernel()) + " of " + source.name();
    }
}
