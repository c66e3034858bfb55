// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Runs kernels on the JVM, without a device or native code, in order to step through them, print from them or
 * test them. The programs of the grid run one after the other on the calling thread, the first index fastest,
 * and read and write Java's own arrays.
 *
 * <pre>{@code
 * float[] x = {1, 2, 3}, y = {4, 5, 6}, sum = new float[3];
 * Programs.run(1, () -> add(Ptr.of(x), Ptr.of(y), Ptr.of(sum), 3, 4));
 * }</pre>
 *
 * <p>Results are those of the compiled kernel on a CPU, with these exceptions:
 * <ul>
 * <li>Without {@link KernelCalls}, which {@code KernelFunction.debug} gives, a Java number that is combined
 * with a tile is treated as a constant if its kind and value allow it, as the literal in {@code
 * Triton.mul(x, 2.0f)}. The compiler however uses the type of a number that is not a constant, such as a
 * parameter without {@code @Constant}: a tile of fp16 times a {@code float} parameter is a tile of float.
 * Conversely, the results of methods of {@code Triton} on constants only, such as {@code Triton.add(1, 2)},
 * are constants in a compiled kernel.
 * <li>A product and a sum are rounded separately; a compiled kernel may round them once. It may also sum many
 * elements in another order. Functions such as {@code exp} may differ in the last bits, unless those of the
 * device are given.
 * <li>Some behaviour that is undefined in a compiled kernel is an exception: loads and stores out of bounds,
 * broken promises. Branches that the compiler decides at compile time are not run either; all code that runs
 * must exist in Java.
 * <li>Programs do not run at the same time: one that waits for another never ends.
 * </ul>
 *
 * <p>This class is for debugging, and is not optimised for speed.
 */
// Not here: devices and buffers, which KernelFunction.debug of the runtime copies to arrays.
public final class Programs {
    private static final ThreadLocal<Run> CURRENT = new ThreadLocal<>();

    /** One run: the grid, the program that runs, and the addresses of memory. */
    private static final class Run {
        final int[] grid;
        final int[] program = new int[3];
        final AddressSpace space;
        /** Null if no compiled kernel is known. */
        final KernelCalls calls;
        final FloatFunctions functions;

        Run(KernelCalls calls, Device device, int... grid) {
            this.calls = calls;
            this.functions = device.functions;
            this.space = new AddressSpace(device.memory, device.parameters);
            this.grid = grid;
        }
    }

    private Programs() {}

    /**
     * The properties of a device in a run on the JVM.
     *
     * @param memory copies of the device's memory, which the kernel reads and writes, by the addresses on the
     *     device: those in tables of pointers, and of {@link Ptr#ofDevice}; they do not overlap
     * @param parameters the memory of the kernel's parameters. Where it overlaps, a program must not depend
     *     on an order of accesses that a compiled kernel does not keep
     * @param functions the functions of floats
     */
    public record Device(
        Map<Long, ByteBuffer> memory, List<Parameter> parameters, FloatFunctions functions) {
        /**
         * The properties of a device for a kernel whose parameters do not overlap.
         *
         * @param memory as of the record
         * @param functions as of the record
         */
        public Device(Map<Long, ByteBuffer> memory, FloatFunctions functions) {
            this(memory, List.of(), functions);
        }
    }

    /**
     * The memory of a parameter.
     *
     * @param name the name in Java
     * @param memory the buffer to which {@link Ptr#of(Class, ByteBuffer)} points; that of other parameters is
     *     another object, but may have the same bytes
     * @param isReadOnly whether the kernel must not write it
     */
    public record Parameter(String name, ByteBuffer memory, boolean isReadOnly) {
        /**
         * The memory of a parameter, which the kernel may write.
         *
         * @param name as of the record
         * @param memory as of the record
         */
        public Parameter(String name, ByteBuffer memory) {
            this(name, memory, false);
        }
    }

    /**
     * Runs a kernel for a grid of one dimension.
     *
     * @param x the number of programs
     * @param program calls the kernel with its arguments, once for each program
     * @throws KernelException if the kernel breaks a rule of the kernel language, accesses memory out of
     *     bounds, or throws an exception, which is the cause
     * @throws IllegalArgumentException if x is negative
     * @throws IllegalStateException if a kernel calls this
     */
    public static void run(int x, Runnable program) {
        run(x, 1, 1, program);
    }

    /**
     * Runs a kernel for a grid of two dimensions.
     *
     * @param x the number of programs along the first axis
     * @param y the number of programs along the second axis
     * @param program calls the kernel with its arguments, once for each program
     * @throws KernelException as for {@link #run(int, Runnable)}
     * @throws IllegalArgumentException if x or y is negative
     * @throws IllegalStateException if a kernel calls this
     */
    public static void run(int x, int y, Runnable program) {
        run(x, y, 1, program);
    }

    /**
     * Runs a kernel for a grid of three dimensions. An {@code Error} that the kernel throws, such as a failed
     * assertion of a test, is thrown unchanged; a suppressed {@code KernelException} names the program that
     * threw it.
     *
     * @param x the number of programs along the first axis
     * @param y the number of programs along the second axis
     * @param z the number of programs along the third axis
     * @param program calls the kernel with its arguments, once for each program
     * @throws KernelException as for {@link #run(int, Runnable)}
     * @throws IllegalArgumentException if an extent is negative
     * @throws IllegalStateException if a kernel calls this
     */
    public static void run(int x, int y, int z, Runnable program) {
        run(null, x, y, z, program);
    }

    /**
     * Runs a kernel for a grid of three dimensions with the types of the compiled kernel.
     *
     * @param calls the calls of the kernel as they were typed for these arguments; null to treat each number
     *     of Java as a constant
     * @param x the number of programs along the first axis
     * @param y the number of programs along the second axis
     * @param z the number of programs along the third axis
     * @param program calls the kernel with its arguments, once for each program
     * @throws KernelException as for {@link #run(int, Runnable)}
     * @throws IllegalArgumentException if an extent is negative
     * @throws IllegalStateException if a kernel calls this
     */
    public static void run(KernelCalls calls, int x, int y, int z, Runnable program) {
        run(calls, new Device(Map.of(), FloatFunctions.OF_JVM), x, y, z, program);
    }

    /**
     * Runs a kernel for a grid of three dimensions with the types of the compiled kernel, and with memory and
     * functions of a device.
     *
     * @param calls the calls of the kernel as they were typed for these arguments; null to treat each number
     *     of Java as a constant
     * @param device the memory and the functions
     * @param x the number of programs along the first axis
     * @param y the number of programs along the second axis
     * @param z the number of programs along the third axis
     * @param program calls the kernel with its arguments, once for each program
     * @throws KernelException as for {@link #run(int, Runnable)}
     * @throws IllegalArgumentException if an extent is negative
     * @throws IllegalStateException if a kernel calls this
     */
    public static void run(KernelCalls calls, Device device, int x, int y, int z, Runnable program) {
        Objects.requireNonNull(program, "program");
        if (x < 0 || y < 0 || z < 0) {
            throw new IllegalArgumentException(
                "a grid's extents must not be negative: " + x + ", " + y + ", " + z);
        }
        if (CURRENT.get() != null) {
            throw new IllegalStateException("Programs.run was called by a kernel that runs; call the other "
                + "kernel's method instead");
        }
        Run run = new Run(calls, device, x, y, z);
        CURRENT.set(run);
        try {
            runAll(run, program);
        } finally {
            CURRENT.remove();
        }
    }

    private static void runAll(Run run, Runnable program) {
        for (run.program[2] = 0; run.program[2] < run.grid[2]; run.program[2]++) {
            for (run.program[1] = 0; run.program[1] < run.grid[1]; run.program[1]++) {
                for (run.program[0] = 0; run.program[0] < run.grid[0]; run.program[0]++) {
                    runOne(program);
                }
            }
        }
    }

    private static void runOne(Runnable program) {
        try {
            program.run();
            current().space.separate();
        } catch (KernelException exception) {
            throw exception;
        } catch (RuntimeException exception) {
            throw new KernelException(exception.toString(), exception);
        } catch (Error error) {
            error.addSuppressed(new KernelException(error.getClass().getName() + " thrown"));
            throw error;
        }
    }

    /**
     * Checks that a kernel runs on this thread.
     *
     * @param method the calling method of Triton
     * @throws IllegalStateException if no kernel runs
     */
    static void require(String method) {
        if (CURRENT.get() == null) {
            throw new IllegalStateException("Triton." + method + " was called on the JVM: "
                + "kernels are launched with KernelFunction.launch, or run here with "
                + "KernelFunction.debug or Programs.run");
        }
    }

    /**
     * Checks that a kernel runs on this thread.
     *
     * @param method the method of Triton that was called
     * @return the kinds of its arguments
     * @throws IllegalStateException if no kernel runs
     */
    static ArgumentKinds enter(String method) {
        require(method);
        KernelCalls calls = current().calls;
        String kinds = calls == null ? null : calls.argumentsOf(method, Programs.class, "runOne");
        return kinds == null ? ArgumentKinds.UNKNOWN : new ArgumentKinds(kinds);
    }

    /** Returns the run of this thread, which {@link #require} has checked. */
    private static Run current() {
        Run run = CURRENT.get();
        if (run == null) {
            throw new AssertionError("no kernel runs on this thread");
        }
        return run;
    }

    /** Returns the functions of floats in this thread's run. */
    static FloatFunctions functions() {
        return current().functions;
    }

    /** Returns the addresses of this thread's run. */
    static AddressSpace space() {
        return current().space;
    }

    /** Returns the index of the program that runs along an axis, 0 to 2. */
    static int id(int axis) {
        return current().program[axis];
    }

    /** Returns the number of programs along an axis, 0 to 2. */
    static int count(int axis) {
        return current().grid[axis];
    }

    /**
     * Returns the indices of the current program for the end of a message; an empty text if no kernel runs.
     */
    static String position() {
        Run run = CURRENT.get();
        if (run == null) {
            return "";
        }
        return " [program (" + run.program[0] + ", " + run.program[1] + ", " + run.program[2] + ")]";
    }
}
