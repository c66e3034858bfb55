// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.BLOCK;
import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.blocks;
import static io.github.cm2tt.runtime.TestSupport.fails;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.runtime.internal.InternalFrames;
import io.github.cm2tt.runtime.internal.LogListener;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Launches: what they are given, what they refuse, what they cost. */
class LaunchTest {
    private static final int N = 1000;
    private final Device cpu = Device.cpu();
    private final DeviceBuffer x = cpu.copyOf(numbers(N, 0.5f));
    private final DeviceBuffer y = cpu.copyOf(numbers(N, 2));
    private final DeviceBuffer out = cpu.allocate(ElementType.FP32, N);

    @AfterEach
    void closeBuffers() {
        x.close();
        y.close();
        out.close();
    }

    private static void refused(Class<? extends RuntimeException> type, String part, Runnable launch) {
        RuntimeException e = assertThrows(type, launch::run);
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }

    @Test
    void launchesWithObjects() {
        add().launch(Grid.of(blocks(N)), x, y, out, N);
        assertArrayEquals(numbers(N, 2.5f), out.copyTo(new float[N]));
    }

    @Test
    void launchesWithArguments() {
        KernelFunction add = add();
        Arguments arguments = add.arguments().add(x).add(y).add(out).add(0);
        out.fill(0);
        add.launch(blocks(N), arguments);
        assertArrayEquals(new float[N], out.copyTo(new float[N]));
        add.launch(blocks(N), arguments.set(3, N));
        assertArrayEquals(numbers(N, 2.5f), out.copyTo(new float[N]));
        assertEquals(N, arguments.longAt(3));
        assertEquals(x, arguments.bufferAt(0));
        fails(IllegalArgumentException.class, "parameter 0, 'x' is a buffer: expected an integer",
            () -> arguments.longAt(0));
        fails(IllegalArgumentException.class, "parameter 3, 'n' is a number: expected a buffer",
            () -> arguments.bufferAt(3));
        assertThrows(IndexOutOfBoundsException.class, () -> arguments.set(5, 1));
    }

    /** A launch that equals the last one of its thread writes nothing: anything that differs must show. */
    @Test
    void repeatsLaunchesUntilSomethingChanges() {
        KernelFunction add = add();
        try (Stream stream = cpu.stream(); DeviceBuffer other = cpu.allocate(ElementType.FP32, N)) {
            Arguments arguments = add.arguments().add(x).add(y).add(out).add(N);
            Arguments exchanged = add.arguments().add(y).add(y).add(other).add(N);
            for (KernelFunction kernel : new KernelFunction[] {add, add, add.on(stream), add}) {
                kernel.launch(blocks(N), arguments);
                stream.synchronize();
                assertArrayEquals(numbers(N, 2.5f), out.copyTo(new float[N]));
                out.fill(0);
            }
            add.launch(blocks(N), exchanged);
            assertArrayEquals(numbers(N, 4), other.copyTo(new float[N]));
            add.launch(blocks(N), arguments.set(0, y).set(2, other));
            add.launch(blocks(N), arguments.clear().add(x).add(x).add(out).add(N));
            assertArrayEquals(numbers(N, 4), other.copyTo(new float[N]));
            assertArrayEquals(numbers(N, 1), out.copyTo(new float[N]));
            add.launch(blocks(N), x, x, other, N);
            add.launch(blocks(N), x, y, other, N);
            assertArrayEquals(numbers(N, 2.5f), other.copyTo(new float[N]));
            add.launch(blocks(N), exchanged);
        }
        Arguments closed = add.arguments().add(x).add(y).add(out).add(N);
        add.launch(blocks(N), closed);
        out.close();
        fails(IllegalStateException.class, "parameter 2, 'out': the buffer of 1000 x fp32 is closed: use it "
                + "before close(), and not after",
            () -> add.launch(blocks(N), closed));
    }

    /** Threads that launch with one object, which they do not change, disturb each other in nothing. */
    @Test
    void sharesUnchangedArguments() throws InterruptedException {
        KernelFunction add = add();
        Arguments arguments = add.arguments().add(x).add(y).add(out).add(N);
        Runnable launches = () -> {
            for (int i = 0; i < 2000; i++)
                add.launch(1, arguments);
        };
        Thread[] threads = {new Thread(launches), new Thread(launches)};
        for (Thread thread : threads)
            thread.start();
        for (Thread thread : threads)
            thread.join();
        assertArrayEquals(numbers(BLOCK, 2.5f), out.slice(0, BLOCK).copyTo(new float[BLOCK]));
    }

    @Test
    void takesNarrowerIntegers() {
        add().launch(blocks(100), x, y, out, (byte) 100);
        add().launch(blocks(100), x, y, out, (short) 100);
        assertArrayEquals(numbers(100, 2.5f), out.copyTo(new float[100]));
    }

    @Test
    void launchesTenArguments() {
        KernelFunction combine =
            KernelFunction.of(TestKernels.class, "combine").constant("BLOCK", BLOCK).on(cpu);
        combine.launch(blocks(N), x, y, x, out, N, 1, 2L, 2f, 4.0, false);
        float[] expected = numbers(N, 3.5f);
        for (int i = 0; i < N; i++)
            expected[i] += 7;
        assertArrayEquals(expected, out.copyTo(new float[N]), 1e-3f);
    }

    @Test
    void launchesPartsOfBuffers() {
        int half = N / 2;
        add().launch(blocks(half), x.slice(half, half), y.slice(half, half), out.slice(0, half), half);
        float[] result = out.copyTo(new float[half]);
        assertEquals(2.5f * half, result[0]);
        assertEquals(2.5f * (N - 1), result[half - 1]);
    }

    @Test
    void launchesOtherTypes() {
        try (DeviceBuffer a = cpu.copyOf(ElementType.FP16, new float[] {1, 2, 3});
            DeviceBuffer b = cpu.copyOf(ElementType.FP16, new float[] {10, 20, 30});
            DeviceBuffer sum = cpu.allocate(ElementType.FP16, 3)) {
            add().launch(1, a, b, sum, 3);
            assertArrayEquals(new float[] {11, 22, 33}, sum.copyTo(new float[3]));
        }
    }

    @Test
    void doesNothingForAnEmptyGrid() {
        out.fill(0);
        add().launch(0, x, y, out, N);
        assertEquals(0, out.copyTo(new float[1])[0]);
    }

    @Test
    void refusesGrids() {
        refused(IllegalArgumentException.class, "grid -1 x 1 x 1: expected numbers of programs that are "
                + "not negative",
            () -> add().launch(-1, x, y, out, N));
        refused(IllegalArgumentException.class, "grid 1 x -2 x 1: expected numbers of programs that are "
                + "not negative",
            () -> Grid.of(1, -2));
        refused(IllegalArgumentException.class, "cdiv(1, 0): expected a count that is not negative and a "
                + "block that is positive",
            () -> Grid.cdiv(1, 0));
    }

    @Test
    void refusesTooManyBlocks() {
        fails(IllegalArgumentException.class, "4294967296 blocks: expected at most 2147483647; take "
                + "larger blocks",
            () -> Grid.cdiv(1L << 32, 1));
    }

    @Test
    void refusesArgumentsAmongOthers() {
        Arguments arguments = add().arguments();
        fails(IllegalArgumentException.class, "parameter 0, 'x': Arguments was given: expected it to be "
                + "the only one after the grid, or none",
            () -> add().launch(1, arguments, y, out, N));
    }

    @Test
    void refusesNumbersOfArguments() {
        refused(IllegalArgumentException.class, "2 arguments given: expected 4, for x, y, out, n; "
                + "constants are BLOCK = 128",
            () -> add().launch(1, x, y));
        refused(IllegalArgumentException.class, "0 arguments given: expected 4, for x, y, out, n; "
                + "constants are BLOCK = 128",
            () -> add().launch(1));
        refused(IllegalArgumentException.class, "5 arguments given: expected 4, for x, y, out, n; "
                + "constants are BLOCK = 128",
            () -> add().launch(1, x, y, out, N, BLOCK));
    }

    @Test
    void refusesOtherKinds() {
        refused(IllegalArgumentException.class, "parameter 3, 'n': fp32 was given: expected i32",
            () -> add().launch(1, x, y, out, 1f));
        refused(IllegalArgumentException.class, "parameter 3, 'n': i64 was given: expected i32",
            () -> add().launch(1, x, y, out, 1L));
        refused(IllegalArgumentException.class, "parameter 3, 'n': *fp32 was given: expected a number",
            () -> add().launch(1, x, y, out, x));
        refused(IllegalArgumentException.class, "parameter 3, 'n': fp16 was given: expected i32",
            () -> add().launch(1, x, y, out, Float16.valueOf(1)));
        refused(IllegalArgumentException.class, "parameter 1, 'y': i32 was given: expected a pointer",
            () -> add().launch(1, x, 5, out, N));
        KernelFunction combine =
            KernelFunction.of(TestKernels.class, "combine").constant("BLOCK", BLOCK).on(cpu);
        refused(IllegalArgumentException.class, "parameter 7, 'scale': i32 was given: expected fp32, such as "
                + "1.0f",
            () -> combine.launch(1, x, y, x, out, N, 1, 2L, 4, 8.0, true));
        refused(IllegalArgumentException.class, "parameter 3, 'n': null was given: expected a DeviceBuffer "
                + "or a number",
            () -> add().launch(1, x, y, out, null));
        refused(IllegalArgumentException.class, "parameter 2, 'out': String was given: expected a "
                + "DeviceBuffer or a number",
            () -> add().launch(1, x, y, "out", N));
        refused(IllegalArgumentException.class, "parameter 0, 'x': null was given: expected a DeviceBuffer "
                + "or a number",
            () -> add().launch(1, (Object[]) null));
    }

    @Test
    void refusesArraysAndSaysWhy() {
        refused(
            IllegalArgumentException.class, "parameter 0, 'x': float[] was given: expected a "
                + "DeviceBuffer, as kernels cannot reach the arrays of Java: copy it, by "
                + "device.copyOf(array)",
            () -> add().launch(1, new float[3], y, out, N));
        try (HostBuffer host = cpu.allocateHost(16)) {
            refused(IllegalArgumentException.class, "parameter 0, 'x': HostBuffer was given: expected a "
                    + "DeviceBuffer: copy it, by copyFrom",
                () -> add().launch(1, host, y, out, N));
        }
    }

    @Test
    void refusesConstantsWithoutValue() {
        KernelFunction add = KernelFunction.of(TestKernels.class, "add").on(cpu);
        refused(
            IllegalArgumentException.class, "parameter 4, 'BLOCK': a @Constant has no value: expected "
                + "constant(\"BLOCK\", value) before the launch",
            () -> add.launch(1, x, y, out, N, BLOCK));
        refused(IllegalArgumentException.class, "constant 'SIZE': the kernel has no such parameter: "
                + "expected one of x, y, out, n, BLOCK",
            () -> add().constant("SIZE", 5).launch(1, x, y, out, N));
        refused(IllegalArgumentException.class, "parameter 4, 'BLOCK': '0.5' is not an integer: expected i32",
            () -> add().constant("BLOCK", 0.5f).launch(1, x, y, out, N));
        refused(IllegalArgumentException.class, "parameter 4, 'BLOCK': '1099511627776' is out of range: i32 "
                + "holds -2147483648 to 2147483647",
            () -> add().constant("BLOCK", 1L << 40).launch(1, x, y, out, N));
    }

    @Test
    void refusesNulls() {
        String constant = "constant 'BLOCK': null was given: expected a number, a boolean, a string, a "
            + "constant of an enum or a class of numbers";
        fails(IllegalArgumentException.class, constant, () -> add().constant("BLOCK", (String) null));
        fails(IllegalArgumentException.class, constant, () -> add().constant("BLOCK", (Class<?>) null));
        fails(IllegalArgumentException.class, constant, () -> add().constant("BLOCK", (Severity) null));
        fails(IllegalArgumentException.class, constant, () -> add().constant("BLOCK", (Record) null));
        String grid = "the grid is null: expected Grid.of(x, y, z), or a number of programs";
        Arguments arguments = add().arguments().add(x).add(y).add(out).add(N);
        fails(NullPointerException.class, grid, () -> add().launch((Grid) null, arguments));
        fails(NullPointerException.class, grid, () -> add().launch((Grid) null, x, y, out, N));
        fails(NullPointerException.class, grid, () -> add().debug((Grid) null, x, y, out, N));
        String missing = "the arguments are null: expected those of arguments(), or values";
        fails(NullPointerException.class, missing, () -> add().launch(1, (Arguments) null));
        fails(NullPointerException.class, missing, () -> add().launch(Grid.of(1), (Arguments) null));
        fails(NullPointerException.class, missing, () -> add().prepare((Arguments) null));
        fails(NullPointerException.class, "name", () -> add().constant(null, 1));
        fails(NullPointerException.class, "name", () -> add().unspecialized("n", null));
        fails(NullPointerException.class, "optimization", () -> add().without((Optimization) null));
        fails(NullPointerException.class, "target", () -> add().compile(null, "i32"));
        fails(NullPointerException.class, "signature", () -> add().compile("cpu", null));
    }

    /** The line after the method that the program calls is the program's. */
    @Test
    void saysWhereTheProgramIs() {
        KernelFunction wrong = add().constant("BLOCK", -1);
        List<Executable> calls = List.of(() -> wrong.launch(1, x, y, out, N),
            () -> wrong.launch(1, wrong.arguments().add(x).add(y).add(out).add(N)),
            () -> wrong.prepare(x, y, out, N), () -> wrong.compile("cpu", "*fp32,*fp32,*fp32,i32"),
            () -> add().launch(1, null, y, out, N), () -> add().launch(1, x, y, out, 1L),
            () -> KernelFunction.ofModel("{").parameters(),
            () -> add().constant("BLOCK", 0.5f).launch(1, x, y, out, N));
        for (Executable call : calls) {
            StackTraceElement[] trace = assertThrows(RuntimeException.class, call).getStackTrace();
            assertEquals(KernelFunction.class.getName(), trace[0].getClassName());
            assertEquals(getClass().getName(), trace[1].getClassName());
        }
        RuntimeException own = new RuntimeException();
        StackTraceElement[] trace = own.getStackTrace();
        assertArrayEquals(trace, InternalFrames.remove(own).getStackTrace());
    }

    @Test
    void saysWhatCannotBeCompiled() {
        CompilationException e = assertThrows(
            CompilationException.class, () -> add().constant("BLOCK", -1).launch(1, x, y, out, N));
        assertEquals(Severity.ERROR, e.diagnostics().get(0).severity());
        assertTrue(e.diagnostics().get(0).file().endsWith("TestKernels.java"), e.getMessage());
        assertTrue(e.diagnostics().get(0).line() > 0, e.getMessage());
    }

    @Test
    void refusesWhatIsClosed() {
        DeviceBuffer closed = cpu.copyOf(numbers(N, 1));
        closed.close();
        closed.close();
        refused(IllegalStateException.class, "parameter 1, 'y': the buffer of 1000 x fp32 is closed: use "
                + "it before close(), and not after",
            () -> add().launch(1, x, closed, out, N));
        KernelFunction add = add();
        add.launch(1, x, y, out, 1);
        add.close();
        refused(IllegalStateException.class, "the kernel is closed: use it before close(), and not after",
            () -> add.launch(1, x, y, out, N));
        KernelFunction unused = add();
        unused.close();
        fails(IllegalStateException.class, "the kernel is closed: use it before close(), and not after",
            () -> unused.launch(1, x, y, out, N));
        Stream stream = cpu.stream();
        KernelFunction queued = add().on(stream);
        stream.close();
        refused(IllegalStateException.class, "the stream is closed: use it before close(), and not after",
            () -> queued.launch(1, x, y, out, N));
    }

    @Test
    void refusesBuffersOfOtherDevices() {
        try (Cm2ttRuntime other = Cm2ttRuntime.builder().noCache().cpuThreads(1).build();
            DeviceBuffer there = other.cpu().copyOf(numbers(N, 1))) {
            fails(IllegalStateException.class, "parameter 0, 'x': the buffer is on " + other.cpu()
                    + ", and the kernel is launched on " + cpu + ": expected one device, of one runtime; "
                    + "copy the buffer, or choose the device by on(device)",
                () -> add().launch(1, there, y, out, N));
            add().on(other.cpu()).launch(1, there, there, there, 1);
        }
    }

    @Test
    void refusesToLaunchForAClosedRuntime() {
        Cm2ttRuntime other = Cm2ttRuntime.builder().noCache().cpuThreads(1).build();
        KernelFunction add = add().on(other.cpu());
        DeviceBuffer there = other.cpu().copyOf(numbers(N, 1));
        add.launch(1, there, there, there, 1);
        other.close();
        refused(IllegalStateException.class, "the runtime is closed: use it before close(), and not after",
            () -> add.launch(1, there, there, there, 1));
        refused(IllegalStateException.class, "the runtime is closed: use it before close(), and not after",
            other::cpu);
        assertEquals(2, there.copyTo(new float[3])[2]);
        there.close();
        fails(IllegalStateException.class, "the shared runtime cannot be closed, as others may use it: "
                + "close only what Cm2ttRuntime.builder() created",
            () -> Cm2ttRuntime.shared().close());
    }

    /** Handlers of loggers run where something is logged: in the launch that compiles. */
    @Test
    void refusesToLaunchInALaunch() {
        List<Throwable> said = new ArrayList<>();
        LogListener listener = new LogListener(entry ->
            said.add(assertThrows(Throwable.class, () -> add().launch(1, x, y, out, N))));
        try (Cm2ttRuntime noted = Cm2ttRuntime.builder()
                .noCache().cpuThreads(1).dumpFolder(Path.of("/dev/null/nowhere")).build();
                DeviceBuffer there = noted.cpu().copyOf(numbers(N, 1))) {
            add().on(noted.cpu()).launch(1, there, there, there, N);
            assertEquals(2, there.copyTo(new float[2])[1]);
        } finally {
            listener.close();
        }
        assertEquals(List.of("java.lang.IllegalStateException: a launch of this thread is under way: "
                + "expected handlers of loggers that call nothing of the runtime"),
            said.stream().map(Throwable::toString).toList());
        add().launch(1, x, y, out, N);
    }

    @Test
    void takesMoreArgumentsThanUsual() {
        Arguments many = add().arguments();
        for (int i = 0; i < 100; i++)
            many.add(i);
        refused(IllegalArgumentException.class, "100 arguments given: expected 4, for x, y, out, n; "
                + "constants are BLOCK = 128",
            () -> add().launch(1, many));
        add().launch(1, x, y, out, 1);
    }

    @Test
    void allocatesNothing() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        KernelFunction add = add();
        FloatBuffer memory = ByteBuffer.allocateDirect(4 * N).order(ByteOrder.nativeOrder()).asFloatBuffer();
        DeviceBuffer wrapped = cpu.wrap(memory);
        Arguments arguments = add.arguments().add(wrapped).add(y).add(out).add(0);
        Grid grid = Grid.of(0);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < 10_000; i++) {
                arguments.set(0, (i & 1) == 0 ? x : wrapped).set(3, i & 1);
                add.launch(grid, arguments);
                add.launch(0, arguments);
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        wrapped.close();
        assertTrue(least < 1000, least + " bytes for 20,000 launches");
    }
}
