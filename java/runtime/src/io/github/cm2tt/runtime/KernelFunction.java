// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeKernel;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A kernel that can be launched. It is found in the class that it was written in, or read from a model:
 *
 * <pre>{@code
 * static final KernelFunction ADD = KernelFunction.of(Kernels.class, "add").constant("BLOCK", 1024);
 * ...
 * ADD.launch(Grid.cdiv(n, 1024), x, y, out, n);
 * }</pre>
 *
 * <p>It does not change: {@code constant}, {@code warps}, {@code on} and so on give another one. Nothing is
 * read, compiled or loaded before it is needed. The first launch with arguments of a kind compiles for that:
 * of the same types, integers that are 1 or divisible by 16 as before, addresses that are divisible by 16 as
 * before.
 *
 * <p>All that a launch is given is checked before anything runs: an argument that is missing or does not fit
 * is an IllegalArgumentException that names the parameter; what is closed or of another device is an
 * IllegalStateException. On a GPU, and on a stream of the CPU, the kernel runs after the launch, and a later
 * call reports what fails then. Kernels are not kept from reaching beyond their buffers: {@link #debug} finds
 * that.
 *
 * <p>Any thread may use it. What it has of native code is given back when nothing refers to it, or by
 * {@link #close}.
 */
public final class KernelFunction implements AutoCloseable {
    private final KernelCode code;
    /** Null: the best of the runtime. */
    private final Device device;
    /** Null: the default stream. */
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
     * A kernel that was written in Java: a static method annotated with {@code @Kernel}. Its model was put
     * beside the class when that was compiled, by cm2tt-javac on javac's class path or processor path.
     *
     * @param owner the class that declares it
     * @param name the method's name
     * @return the kernel
     * @throws IllegalArgumentException if there is no such method or no model, with what there is
     */
    public static KernelFunction of(Class<?> owner, String name) {
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(name, "name");
        return of(KernelSource.of(owner, name));
    }

    /**
     * The only kernel of a model.
     *
     * <pre>{@code
     * KernelFunction kernel = KernelFunction.ofModel(op.toText());   // a model of Babylon's
     * }</pre>
     *
     * @param model JSON, code-model text or MLIR
     * @return the kernel; whether the model makes sense, its first use says
     */
    public static KernelFunction ofModel(String model) {
        return of(KernelSource.ofModel(Objects.requireNonNull(model, "model"), null));
    }

    /**
     * A kernel of a model.
     *
     * @param model JSON, code-model text or MLIR
     * @param kernel the kernel's name
     * @return the kernel; whether the model makes sense and has it, its first use says
     */
    public static KernelFunction ofModel(String model, String kernel) {
        return of(KernelSource.ofModel(
            Objects.requireNonNull(model, "model"), Objects.requireNonNull(kernel, "kernel")));
    }

    private static KernelFunction of(KernelSource source) {
        return new KernelFunction(
            new KernelCode(source, KernelChoices.DEFAULT, null), null, null, LaunchShape.PLAIN);
    }

    private KernelFunction with(KernelChoices choices) {
        Cm2ttRuntime runtime = device == null ? null : device.runtime();
        return new KernelFunction(new KernelCode(code.source(), choices, runtime), device, stream, shape);
    }

    private KernelFunction withConstant(String name, String value) {
        return with(code.choices().withConstant(Objects.requireNonNull(name, "name"), value));
    }

    /**
     * The kernel with an integer for a parameter, known while compiling: any that is annotated with
     * {@code @Constant} needs one, others may have one.
     *
     * @param name the parameter's name
     * @param value its value
     * @return the kernel with that; launches give no argument for the parameter
     */
    public KernelFunction constant(String name, long value) {
        return withConstant(name, Long.toString(value));
    }

    /**
     * The kernel with a number for a parameter, known while compiling.
     *
     * @param name the parameter's name
     * @param value its value
     * @return the kernel with that; launches give no argument for the parameter
     */
    public KernelFunction constant(String name, float value) {
        return withConstant(name, Float.toString(value));
    }

    /**
     * The kernel with a number for a parameter, known while compiling.
     *
     * @param name the parameter's name
     * @param value its value
     * @return the kernel with that; launches give no argument for the parameter
     */
    public KernelFunction constant(String name, double value) {
        return withConstant(name, Double.toString(value));
    }

    /**
     * The kernel with a truth value for a parameter, known while compiling.
     *
     * @param name the parameter's name
     * @param value its value
     * @return the kernel with that; launches give no argument for the parameter
     */
    public KernelFunction constant(String name, boolean value) {
        return withConstant(name, Boolean.toString(value));
    }

    /**
     * The kernel compiled for another number of warps, in place of 4.
     *
     * @param number of a block: 1, 2, 4, 8, 16 or 32; a CPU has no use for it
     * @return the kernel with that
     * @throws IllegalArgumentException if it is another number
     */
    public KernelFunction warps(int number) {
        return with(code.choices().withWarps(number));
    }

    /**
     * The kernel compiled for another number of stages, in place of 3.
     *
     * @param number buffers of a pipelined loop, at least 1; fewer are used where shared memory does not
     *     suffice
     * @return the kernel with that
     * @throws IllegalArgumentException if it is less
     */
    public KernelFunction stages(int number) {
        return with(code.choices().withStages(number));
    }

    /**
     * The kernel compiled so that a thread uses no more registers than this, in place of as many as the
     * assembler sees fit: more threads fit on the GPU at once, and what has no register goes to memory.
     *
     * @param number of registers of 32 bits, at least 1; the assembler raises what is too low and ignores
     *     more than 255; a CPU has no use for it
     * @return the kernel with that
     * @throws IllegalArgumentException if it is less
     */
    public KernelFunction maxRegisters(int number) {
        return with(code.choices().withMaxRegisters(number));
    }

    /**
     * The kernel compiled so that a product and a sum of tiles are rounded one after the other, or, as
     * without this, once where that is faster, as one {@code fma}. Products of matrices stay as they are.
     *
     * @param fuses whether they may be rounded once
     * @return the kernel with that
     */
    public KernelFunction fpFusion(boolean fuses) {
        return with(code.choices().withFpFusion(fuses));
    }

    /**
     * The kernel compiled so that functions of floats, such as {@code exp2} and {@code sqrt}, keep subnormal
     * numbers on a GPU, or, as without this, take them for 0, which is faster.
     *
     * @param flushes whether they are taken for 0
     * @return the kernel with that
     */
    public KernelFunction ftz(boolean flushes) {
        return with(code.choices().withFtz(flushes));
    }

    /**
     * The kernel compiled without a look at some values: neither that 16 divides them nor that they are 1 is
     * used. For parameters that change much, so that fewer variants are compiled.
     *
     * @param names the parameters; without any: all
     * @return the kernel with that
     */
    public KernelFunction unspecialized(String... names) {
        return with(code.choices().withUnspecialized(List.of(names)));
    }

    /**
     * The kernel, launched on a device's default stream, in place of that of {@link Device#best}.
     *
     * @param other the device
     * @return the kernel with that; what was compiled is shared, but between runtimes
     */
    public KernelFunction on(Device other) {
        Objects.requireNonNull(other, "device");
        return on(other, null);
    }

    /**
     * The kernel, launched on a stream and its device.
     *
     * @param other the stream
     * @return the kernel with that; what was compiled is shared, but between runtimes
     */
    public KernelFunction on(Stream other) {
        Objects.requireNonNull(other, "stream");
        return on(other.device(), other);
    }

    private KernelFunction on(Device other, Stream queue) {
        Cm2ttRuntime now = device == null ? code.runtime() : device.runtime();
        KernelCode shared =
            now == other.runtime() ? code : new KernelCode(code.source(), code.choices(), other.runtime());
        return new KernelFunction(shared, other, queue, shape);
    }

    /**
     * The kernel, launched in clusters: blocks that run at the same time next to one another, on GPUs that
     * have them.
     *
     * @param x blocks along axis 0
     * @param y blocks along axis 1
     * @param z blocks along axis 2
     * @return the kernel with that
     * @throws IllegalArgumentException if one of them is not positive
     */
    public KernelFunction cluster(int x, int y, int z) {
        if (x < 1 || y < 1 || z < 1)
            throw new IllegalArgumentException(
                "cluster " + x + " x " + y + " x " + z + ": expected positive numbers of blocks");
        return new KernelFunction(code, device, stream, new LaunchShape(x, y, z, shape.isCooperative()));
    }

    /**
     * The kernel, launched so that all programs run at the same time and may wait for one another.
     *
     * @return the kernel with that; a CPU refuses to launch it
     */
    public KernelFunction cooperative() {
        return new KernelFunction(code, device, stream,
            new LaunchShape(shape.clusterX(), shape.clusterY(), shape.clusterZ(), true));
    }

    /**
     * The parameters of the Java method. Reads the model.
     *
     * @return in order; not changeable
     * @throws CompilationException if the model cannot be read
     * @throws IllegalArgumentException if it has no such kernel, or a constant does not fit
     */
    public List<Parameter> parameters() {
        return code.loaded().parameters;
    }

    /**
     * New arguments to be used for many launches, for the parameters that are no constants.
     *
     * @return none yet
     */
    public Arguments arguments() {
        return new Arguments(index -> code.loaded().nameOf(index));
    }

    /**
     * Launches. This is the fastest way: it allocates nothing, once the kernel is compiled for such
     * arguments.
     *
     * @param grid how many programs there are
     * @param arguments one for each parameter that is no constant
     * @throws IllegalArgumentException if the arguments do not fit
     * @throws IllegalStateException if something is closed, or of another device
     * @throws CompilationException if the kernel cannot be compiled for them
     * @throws Cm2ttException if the device cannot launch it, or a kernel failed before
     */
    public void launch(Grid grid, Arguments arguments) {
        run(grid.x(), grid.y(), grid.z(), arguments);
    }

    /**
     * Launches for a grid of one axis. This is the fastest way: it allocates nothing, once the kernel is
     * compiled for such arguments.
     *
     * @param programs how many programs there are
     * @param arguments one for each parameter that is no constant
     * @throws IllegalArgumentException if the arguments do not fit
     * @throws IllegalStateException if something is closed, or of another device
     * @throws CompilationException if the kernel cannot be compiled for them
     * @throws Cm2ttException if the device cannot launch it, or a kernel failed before
     */
    public void launch(int programs, Arguments arguments) {
        run(programs, 1, 1, arguments);
    }

    /**
     * Launches.
     *
     * @param grid how many programs there are
     * @param arguments one for each parameter that is no constant: {@link DeviceBuffer}s for pointers,
     *     numbers of the parameter's type or of a narrower integer type
     * @throws IllegalArgumentException if the arguments do not fit
     * @throws IllegalStateException if something is closed, or of another device
     * @throws CompilationException if the kernel cannot be compiled for them
     * @throws Cm2ttException if the device cannot launch it, or a kernel failed before
     */
    public void launch(Grid grid, Object... arguments) {
        runObjects(grid.x(), grid.y(), grid.z(), arguments);
    }

    /**
     * Launches for a grid of one axis.
     *
     * @param programs how many programs there are
     * @param arguments one for each parameter that is no constant: {@link DeviceBuffer}s for pointers,
     *     numbers of the parameter's type or of a narrower integer type
     * @throws IllegalArgumentException if the arguments do not fit
     * @throws IllegalStateException if something is closed, or of another device
     * @throws CompilationException if the kernel cannot be compiled for them
     * @throws Cm2ttException if the device cannot launch it, or a kernel failed before
     */
    public void launch(int programs, Object... arguments) {
        runObjects(programs, 1, 1, arguments);
    }

    private void runObjects(int x, int y, int z, Object[] values) {
        LaunchSlot slot = slot();
        try {
            run(slot, x, y, z, slot.scratch(code.loaded(), values));
        } finally {
            slot.scratch.clear();
            slot.giveBack();
        }
    }

    private void run(int x, int y, int z, Arguments arguments) {
        LaunchSlot slot = slot();
        try {
            run(slot, x, y, z, arguments);
        } finally {
            slot.giveBack();
        }
    }

    /** To be given back. */
    private LaunchSlot slot() {
        code.loaded();
        return LaunchSlot.take();
    }

    private void run(LaunchSlot slot, int x, int y, int z, Arguments arguments) {
        Grid.check(x, y, z);
        KernelCode.Loaded kernel = launchable();
        Device on = target();
        int count = slot.fill(kernel.handle, on, stream, arguments);
        slot.describe(x, y, z, shape);
        slot.enter();
        try {
            slot.checkOpen(arguments);
            slot.capture(on, stream);
            NativeKernel.launch(kernel.handle.address(), on.address(), slot.address(), count);
        } finally {
            slot.leave();
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(this);
        }
    }

    private KernelCode.Loaded launchable() {
        KernelCode.Loaded kernel = code.loaded();
        if (kernel.obstacle != null)
            throw new IllegalArgumentException(kernel.obstacle);
        return kernel;
    }

    private Device target() {
        Device known = target;
        if (known == null)
            target = known = device == null ? code.runtime().best() : device;
        return known;
    }

    /**
     * Compiles for such arguments and loads the code, so that launches with such arguments find it. Reads
     * nothing of the buffers.
     *
     * @param arguments as for {@link #launch(Grid, Arguments)}
     * @return what was compiled
     * @throws IllegalArgumentException if the arguments do not fit
     * @throws IllegalStateException if something is closed, or of another device
     * @throws CompilationException if the kernel cannot be compiled for them
     */
    public CompiledKernel prepare(Arguments arguments) {
        LaunchSlot slot = slot();
        try {
            return prepare(slot, arguments);
        } finally {
            slot.giveBack();
        }
    }

    private CompiledKernel prepare(LaunchSlot slot, Arguments arguments) {
        KernelCode.Loaded kernel = launchable();
        Device on = target();
        int count = slot.fill(kernel.handle, on, stream, arguments);
        slot.enter();
        try {
            slot.checkOpen(arguments);
            return CompiledKernel.take(
                NativeKernel.prepare(kernel.handle.address(), on.address(), slot.address(), count));
        } finally {
            slot.leave();
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Compiles for such arguments and loads the code, so that launches with such arguments find it.
     *
     * @param arguments as for {@link #launch(Grid, Object...)}
     * @return what was compiled
     * @throws IllegalArgumentException if the arguments do not fit
     * @throws IllegalStateException if something is closed, or of another device
     * @throws CompilationException if the kernel cannot be compiled for them
     */
    public CompiledKernel prepare(Object... arguments) {
        LaunchSlot slot = slot();
        try {
            return prepare(slot, slot.scratch(code.loaded(), arguments));
        } finally {
            slot.scratch.clear();
            slot.giveBack();
        }
    }

    /**
     * Compiles for a target that need not be here.
     *
     * @param to the target: "sm_90a", "cpu"
     * @param signature an entry for each parameter that takes an argument, "*fp32:16,*fp32,i32"; or for each
     *     parameter, in which constants are numbers, "*fp32:16,*fp32,i32,1024"
     * @return what was compiled
     * @throws IllegalArgumentException if there is no such target, or the signature does not fit
     * @throws CompilationException if the kernel cannot be compiled for it
     */
    public CompiledKernel compile(String to, String signature) {
        byte[] name = to.getBytes(StandardCharsets.UTF_8);
        byte[] text = code.withConstants(signature).getBytes(StandardCharsets.UTF_8);
        return code.compiled(kernel -> NativeKernel.compile(kernel, name, text));
    }

    /**
     * Runs the kernel on the JVM, program by program on this thread: to step through it, to print from it, to
     * find accesses beyond buffers. Nothing is compiled. Buffers are copied to the host before and back
     * after; if the kernel throws, they stay as they were.
     *
     * <pre>{@code
     * kernel.debug(Grid.of(2), x, y, out, n);   // with breakpoints in the kernel
     * }</pre>
     *
     * @param grid how many programs there are, few
     * @param arguments as for {@link #launch(Grid, Object...)}
     * @throws IllegalArgumentException if the arguments do not fit
     * @throws IllegalStateException if something is closed, or only the kernel's model is known
     * @throws io.github.cm2tt.lang.KernelException if the kernel does something wrong
     */
    public void debug(Grid grid, Object... arguments) {
        DebugRun.run(code, grid, arguments);
    }

    /**
     * Runs the kernel on the JVM, for a grid of one axis: {@link #debug(Grid, Object...)}.
     *
     * @param programs how many programs there are, few
     * @param arguments as for {@link #launch(Grid, Object...)}
     */
    public void debug(int programs, Object... arguments) {
        debug(Grid.of(programs), arguments);
    }

    /** What tuning needs to know. */
    KernelCode code() {
        return code;
    }

    /** Where tuned launches go to. */
    Device launchDevice() {
        return target();
    }

    /** What tuned launches say beside their grid. */
    LaunchShape shape() {
        return shape;
    }

    /** Where tuned launches are queued; null: the default stream. */
    Stream launchStream() {
        return stream;
    }

    /**
     * Gives back what native code has of it, after the launches that use it; also for those that {@code on},
     * {@code cluster} and {@code cooperative} made of it. Does nothing if that was done before. Any thread
     * may.
     */
    @Override
    public void close() {
        code.close();
    }

    /**
     * What it is, for messages.
     *
     * @return such as "add of Kernels.cm2tt.json"
     */
    @Override
    public String toString() {
        KernelSource source = code.source();
        return (source.kernel() == null ? "the kernel" : source.kernel()) + " of " + source.name();
    }
}
