// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

import java.util.Objects;

/**
 * Runs kernels on the JVM, without any device or native code: to step through them, to print from them, to
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
 * <li>A number of Java's that is combined with a tile counts as a constant where its kind and value allow it,
 * as the literal in {@code Triton.mul(x, 2.0f)} does. For a number that is known at run time only, such as a
 * parameter without {@code @Constant}, the compiler has its type decide as well: a tile of fp16 times a
 * {@code float} parameter is a tile of float in a compiled kernel, and one of fp16 here; so are a tile of
 * byte plus an {@code int} one of int there, and one of byte here. {@code Triton.conv(float.class, scale)}
 * makes both the same. The reverse is so for what methods of {@code Triton} make of constants alone,
 * {@code Triton.add(1, 2)}, and for numbers that {@code Triton.full} and {@code Triton.zeros} make without a
 * shape: these are constants in a compiled kernel, but here no longer.
 * <li>A product and a sum are rounded each; in a compiled kernel perhaps once, together. Sums of many
 * elements may be added in another order there. Functions such as {@code exp} may differ in the last bits.
 * <li>What a compiled kernel leaves undefined, some of it, is an exception here: loads and stores out of
 * bounds, broken promises. Branches that the compiler never looks at do not run here either, but all that
 * does run must exist in Java.
 * <li>Programs do not run at the same time: one that waits for another never ends.
 * </ul>
 *
 * <p>Not here: devices and buffers, which the runtime's {@code KernelFunction.debug} copies to arrays for
 * this.
 */
public final class Programs {
    private static final ThreadLocal<Run> CURRENT = new ThreadLocal<>();

    /** One run: the grid, the program that runs, and the addresses of memory. */
    private static final class Run {
        final int[] grid;
        final int[] program = new int[3];
        final AddressSpace space = new AddressSpace();

        Run(int... grid) {
            this.grid = grid;
        }
    }

    private Programs() {}

    /**
     * Runs a kernel for a grid of one dimension.
     *
     * @param x how many programs there are
     * @param program calls the kernel with its arguments, once for each program
     * @throws KernelException the kernel breaks a rule of the kernel language, accesses memory out of
     *     bounds, or throws an exception, which is the cause
     * @throws IllegalArgumentException x is negative
     * @throws IllegalStateException a kernel calls this
     */
    public static void run(int x, Runnable program) {
        run(x, 1, 1, program);
    }

    /**
     * Runs a kernel for a grid of two dimensions.
     *
     * @param x how many programs there are along the first axis
     * @param y how many there are along the second one
     * @param program calls the kernel with its arguments, once for each program
     * @throws KernelException as {@link #run(int, Runnable)} says
     * @throws IllegalArgumentException x or y is negative
     * @throws IllegalStateException a kernel calls this
     */
    public static void run(int x, int y, Runnable program) {
        run(x, y, 1, program);
    }

    /**
     * Runs a kernel for a grid of three dimensions. An {@code Error} that the kernel throws, such as a failed
     * assertion of a test, comes out as it is; a {@code KernelException} that it suppresses says which
     * program threw it.
     *
     * @param x how many programs there are along the first axis
     * @param y how many there are along the second one
     * @param z how many there are along the third one
     * @param program calls the kernel with its arguments, once for each program
     * @throws KernelException as {@link #run(int, Runnable)} says
     * @throws IllegalArgumentException an extent is negative
     * @throws IllegalStateException a kernel calls this
     */
    public static void run(int x, int y, int z, Runnable program) {
        Objects.requireNonNull(program, "program");
        if (x < 0 || y < 0 || z < 0)
            throw new IllegalArgumentException(
                "a grid's extents must not be negative: " + x + ", " + y + ", " + z);
        if (CURRENT.get() != null)
            throw new IllegalStateException("Programs.run was called by a kernel that runs; call the other "
                + "kernel's method instead");
        Run run = new Run(x, y, z);
        CURRENT.set(run);
        try {
            runAll(run, program);
        } finally {
            CURRENT.remove();
        }
    }

    private static void runAll(Run run, Runnable program) {
        for (run.program[2] = 0; run.program[2] < run.grid[2]; run.program[2]++)
            for (run.program[1] = 0; run.program[1] < run.grid[1]; run.program[1]++)
                for (run.program[0] = 0; run.program[0] < run.grid[0]; run.program[0]++)
                    runOne(program);
    }

    private static void runOne(Runnable program) {
        try {
            program.run();
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
     * @param method who asks, a method of Triton
     * @throws IllegalStateException no kernel runs
     */
    static void require(String method) {
        if (CURRENT.get() == null)
            throw new IllegalStateException("Triton." + method + " was called on the JVM: "
                + "kernels are launched with KernelFunction.launch, or run here with "
                + "KernelFunction.debug or Programs.run");
    }

    /** The run of this thread, which {@link #require} has found. */
    private static Run current() {
        Run run = CURRENT.get();
        if (run == null)
            throw new AssertionError("no kernel runs on this thread");
        return run;
    }

    /** The addresses of this thread's run. */
    static AddressSpace space() {
        return current().space;
    }

    /** The index of the program that runs along an axis, 0 to 2. */
    static int id(int axis) {
        return current().program[axis];
    }

    /** How many programs there are along an axis, 0 to 2. */
    static int count(int axis) {
        return current().grid[axis];
    }

    /** Where a kernel runs, for the end of a message; nothing where none does. */
    static String position() {
        Run run = CURRENT.get();
        if (run == null)
            return "";
        return " [program (" + run.program[0] + ", " + run.program[1] + ", " + run.program[2] + ")]";
    }
}
