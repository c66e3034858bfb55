// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.fails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Launchers;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;
import jdk.net.UnixDomainPrincipal;
import org.junit.jupiter.api.Test;

/** Records as parameters of kernels: launches, constants, generated launchers, runs on the JVM. */
@Launchers
class RecordParametersTest {
    record Params(int n, float scale, Ptr out) {}

    record Range(int first, Integer count) {
        int end() {
            return first + count;
        }
    }

    record Work<T>(Range range, T by, boolean negates) {}

    enum Mode { FAST, EXACT }

    record Tiling(int block, Mode mode, Class<?> type, String text, Range range) {}

    private static final int N = 8;
    private final Device cpu = Device.cpu();

    @Kernel
    static void scale(Ptr x, Params p) {
        var offsets = Triton.arange(0, N);
        var mask = offsets.lt(p.n());
        p.out().add(offsets).store(x.add(offsets).load(mask).mul(p.scale()), mask);
    }

    private static Tensor times(Tensor x, Work<Float> work) {
        return x.mul(work.negates() ? -work.by() : work.by());
    }

    @Kernel
    static void work(Ptr x, Work<Float> work, Ptr optional) {
        var offsets = Triton.arange(0, N);
        var p = x.add(offsets);
        var range = work.range();
        var v = times(p.load(), work);
        if (optional != null)
            v = v.add(optional.load());
        p.store(v, offsets.ge(range.first()).and(offsets.lt(range.end())));
    }

    @Kernel
    static void tiled(Ptr x, @Constant Tiling tiling, int n) {
        var p = x.add(Triton.arange(0, tiling.block()));
        var v = p.load().conv(tiling.type());
        switch (tiling.text()) {
            case "a,\"%" -> v = v.add(n);
            default -> v = v.sub(n);
        }
        p.store(tiling.mode() == Mode.FAST ? v : v.mul(tiling.range().end()));
    }

    /** A kernel that another calls. */
    @Kernel
    static void outer(Ptr x, Params p) {
        scale(x, new Params(p.n() - 1, p.scale(), p.out()));
        scale(x, p);
    }

    private static KernelFunction kernel(String name) {
        return KernelFunction.of(RecordParametersTest.class, name).on(Device.cpu());
    }

    private static float[] floats(DeviceBuffer buffer) {
        return buffer.copyTo(new float[(int) buffer.count()]);
    }

    @Test
    void componentsAreParameters() {
        assertEquals(List.of("x", "p.n", "p.scale", "p.out"),
            kernel("scale").parameters().stream().map(Parameter::name).toList());
        assertEquals(
            List.of("x", "work.range.first", "work.range.count", "work.by", "work.negates", "optional"),
            kernel("work").parameters().stream().map(Parameter::name).toList());
        String ptx = kernel("scale").compile("sm_90a", "*fp32,i32,fp32,*fp32").ptx();
        assertTrue(ptx.contains(".entry"), ptx);
    }

    @Test
    void recordsAreArguments() {
        float[] values = {0, 1, 2, 3, 4, 5, 6, 7};
        try (DeviceBuffer x = cpu.copyOf(values); DeviceBuffer out = cpu.copyOf(new float[N + 1])) {
            Params params = new Params(5, 0.5f, out.slice(1, N).ptr());
            for (String name : List.of("scale", "outer")) {
                KernelFunction kernel = kernel(name);
                kernel.launch(1, x, params);
                assertArrayEquals(new float[] {0, 0, 0.5f, 1, 1.5f, 2, 0, 0, 0}, floats(out), name);
                kernel.launch(1, kernel.arguments().add(x).addAll(new Params(6, 1, out.ptr())));
                assertArrayEquals(new float[] {0, 1, 2, 3, 4, 5, 0, 0, 0}, floats(out), name);
                kernel.debug(1, x, params);
                assertArrayEquals(new float[] {0, 0, 0.5f, 1, 1.5f, 2, 0, 0, 0}, floats(out), name);
                // Components in place of a record.
                kernel.launch(1, x, 1, 4f, out);
                kernel.debug(1, x, 2, 4f, out);
                assertArrayEquals(new float[] {0, 4, 0.5f, 1, 1.5f, 2, 0, 0, 0}, floats(out), name);
                kernel.checked().launch(1, x, new Params(8, 0, out.ptr()));
                assertArrayEquals(new float[9], floats(out), name);
            }
        }
    }

    @Test
    void recordsAreNested() {
        var work = new Work<>(new Range(2, 3), 10f, true);
        for (boolean isDebug : new boolean[] {false, true}) {
            try (DeviceBuffer x = cpu.copyOf(new float[] {0, 1, 2, 3, 4, 5, 6, 7});
                 DeviceBuffer one = cpu.copyOf(new float[] {1})) {
                if (isDebug) {
                    kernel("work").debug(1, x, work, null);
                    kernel("work").debug(1, x, work, one);
                } else {
                    kernel("work").launch(1, x, work, null);
                    kernel("work").launch(1, x, work, one.ptr());
                }
                assertArrayEquals(new float[] {0, 1, 201, 301, 401, 5, 6, 7}, floats(x));
            }
        }
    }

    @Test
    void recordsAreConstants() {
        float[] values = {1.5f, 2, 3, 4, 5, 6, 7, 8};
        var tiling = new Tiling(4, Mode.FAST, int.class, "a,\"%", new Range(1, 2));
        var other = new Tiling(2, Mode.EXACT, float.class, "b", new Range(1, 2));
        KernelFunction kernel = kernel("tiled");
        try (DeviceBuffer x = cpu.copyOf(values); DeviceBuffer y = cpu.copyOf(values)) {
            kernel.constant("tiling", tiling).launch(1, x, 10);
            kernel.constant("tiling", tiling).debug(1, y, 10);
            assertArrayEquals(new float[] {11, 12, 13, 14, 5, 6, 7, 8}, floats(x));
            assertArrayEquals(floats(x), floats(y));
            kernel.constant("tiling", other).launch(1, x, 10);
            kernel.constant("tiling", tiling).constant("tiling", other).debug(1, y, 10);
            assertArrayEquals(new float[] {3, 6, 13, 14, 5, 6, 7, 8}, floats(x));
            assertArrayEquals(floats(x), floats(y));
            fails(IllegalArgumentException.class,
                "parameter 1, 'tiling.block': a @Constant has no value: expected constant(\"tiling\", value) "
                    + "before the launch",
                () -> kernel.launch(1, x, 10));
        }
    }

    @Test
    void launchersTakeRecords() {
        try (DeviceBuffer x = cpu.copyOf(new float[] {1, 2, 3, 4});
             DeviceBuffer out = cpu.copyOf(new float[N])) {
            RecordParametersTestKernels.scale().on(cpu).launch(Grid.of(1), x, new Params(3, 2, out.ptr()));
            assertArrayEquals(new float[] {2, 4, 6, 0, 0, 0, 0, 0}, floats(out));
            RecordParametersTestKernels
                .tiled(new Tiling(4, Mode.FAST, float.class, "b", new Range(0, 0))).on(cpu)
                .launch(Grid.of(1), x, 1);
            assertArrayEquals(new float[] {0, 1, 2, 3}, floats(x));
        }
    }

    @Test
    void preparedLaunchesAllocateNothing() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        KernelFunction kernel = kernel("scale");
        try (DeviceBuffer x = cpu.copyOf(new float[N]); DeviceBuffer out = cpu.copyOf(new float[N])) {
            Params[] records = {new Params(N, 1, out.ptr()), new Params(N, 2, out.ptr())};
            Arguments arguments = kernel.arguments().add(x).addAll(records[0]);
            for (int i = 0; i < 20_000; i++)
                kernel.launch(1, arguments.setAll(1, records[i & 1]));
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1000; i++)
                kernel.launch(1, arguments.setAll(1, records[i & 1]));
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(bytes < 1000, bytes + " bytes");
        }
    }

    record Count(Integer n) {}

    /** Cannot be created of each number. */
    record Positive(int n) {
        Positive {
            if (n < 1)
                throw new IllegalArgumentException("not positive");
        }
    }

    @Kernel
    static void counted(Ptr x, Positive p) {
        x.store(p.n());
    }

    @Test
    void recordsThatCannotBeReadOrCreated() throws Exception {
        var attributes = Files.readAttributes(Path.of("."), PosixFileAttributes.class);
        var closed = new UnixDomainPrincipal(attributes.owner(), attributes.group());
        fails(IllegalArgumentException.class, "the record jdk.net.UnixDomainPrincipal cannot be read: add "
            + "'opens jdk.net to io.github.cm2tt.runtime;' to the module-info of jdk.net",
            () -> kernel("counted").arguments().addAll(closed));
        try (DeviceBuffer x = cpu.copyOf(new float[1])) {
            fails(IllegalArgumentException.class, "a Positive of [0] cannot be created: "
                + "java.lang.IllegalArgumentException: not positive",
                () -> kernel("counted").debug(1, x, 0));
        }
    }

    @Test
    @SuppressWarnings("try") // A buffer is closed before its end.
    void mistakesAreReported() {
        KernelFunction kernel = kernel("scale");
        try (DeviceBuffer x = cpu.copyOf(new float[N]); DeviceBuffer closed = cpu.copyOf(new float[N])) {
            var range = new Range(1, 2);
            fails(IllegalArgumentException.class,
                "parameter 1, 'p': Range was given: expected Params", () -> kernel.launch(1, x, range));
            fails(IllegalArgumentException.class,
                "parameter 1, 'p': Range was given: expected Params", () -> kernel.debug(1, x, range));
            fails(IllegalArgumentException.class,
                "parameter 0, 'x': Range was given: expected a DeviceBuffer",
                () -> kernel.launch(1, range, new Params(1, 1, x.ptr())));
            Arguments all = kernel.arguments().add(x).addAll(new Params(1, 1, null));
            fails(IllegalArgumentException.class, "argument 4: null was given: expected a DeviceBuffer or a "
                + "number", () -> all.addAll(new Count(null)));
            fails(IllegalArgumentException.class, "parameter 3, 'p.out': Ptr was given: expected memory of a "
                + "device: a DeviceBuffer, or its ptr() in a record",
                () -> kernel.launch(1, x, new Params(1, 1, Ptr.of(new float[N]))));
            fails(IllegalArgumentException.class, "constant 'p.out': Ptr was given: expected a number, a "
                + "boolean, a string, a constant of an enum or a class of numbers",
                () -> kernel.constant("p", new Params(1, 1, x.ptr())));
            Params dangling = new Params(1, 1, closed.ptr());
            closed.close();
            String message =
                assertThrows(IllegalStateException.class, () -> kernel.launch(1, x, dangling)).getMessage();
            assertTrue(message.startsWith("parameter 3, 'p.out': the buffer of 8 x fp32 is closed"), message);
        }
    }
}
