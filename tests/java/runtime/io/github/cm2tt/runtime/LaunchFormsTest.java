// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.fails;
import static io.github.cm2tt.runtime.TestSupport.inParallel;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Launchers;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A kernel function that is created for one launch computes the same as one in a field, and adds no native
 * kernel: in each form in which programs write that, and for each kind of constant.
 */
class LaunchFormsTest {
    private static final int N = 50;
    private final Device cpu = Device.cpu();

    /** Kernels of other tests do not count. */
    @BeforeEach
    void beginEmpty() {
        KernelCache.forgetRuntime(cpu.runtime().handle.address());
    }

    enum Mode { TWICE, NEGATED }

    record Tiling(int block, boolean negates) {}

    @Launchers
    static final class Kernels {
        private Kernels() {}

        @Kernel
        static void scale(Ptr x, Ptr out, float factor, int n, @Constant int block) {
            var offsets = Triton.arange(0, block).add(Triton.programId(0) * block);
            var mask = offsets.lt(n);
            out.add(offsets).store(x.add(offsets).load(mask).mul(factor), mask);
        }

        @Kernel
        static void choose(Ptr out, @Constant Mode mode, @Constant String text, @Constant Class<?> type,
            @Constant Tiling tiling, @Constant boolean adds, @Constant double wide) {
            var offsets = Triton.arange(0, tiling.block());
            var value = offsets.conv(float.class).add(0.001f).conv(type).conv(float.class);
            if (mode == Mode.TWICE) {
                value = value.mul(2);
            }
            if (text.equals("plus")) {
                value = value.add(1000);
            }
            if (adds) {
                value = value.add((float) wide);
            }
            out.add(offsets).store(tiling.negates() ? value.neg() : value);
        }

        @Kernel
        static void isNull(Ptr x, Ptr out) {
            out.store(x == null ? 1f : 2f);
        }
    }

    private KernelFunction scale() {
        return KernelFunction.of(Kernels.class, "scale").constant("block", 16).on(cpu);
    }

    /** Functions that make a kernel for each launch, by what they are called in a report. */
    private Map<String, Supplier<KernelFunction>> forms(Stream stream) {
        KernelFunction field = scale();
        KernelFunction open = KernelFunction.of(Kernels.class, "scale").on(cpu);
        Map<String, Supplier<KernelFunction>> forms = new LinkedHashMap<>();
        forms.put("field", () -> field);
        forms.put("of", this::scale);
        forms.put("constant", () -> open.constant("block", 16));
        forms.put("constant twice", () -> open.constant("block", 4).constant("block", 16));
        forms.put("constant as text", () -> open.constant("block", Long.parseLong("16")));
        forms.put("warps", () -> field.warps(8));
        forms.put("stages", () -> field.stages(2));
        forms.put("registers", () -> field.maxRegisters(64));
        forms.put("fusion", () -> field.fpFusion(false));
        forms.put("ftz", () -> field.ftz(false));
        forms.put("without", () -> field.without(Optimization.PERSISTENT));
        forms.put("without all", () -> field.without(Optimization.values()));
        forms.put("unspecialized", () -> field.unspecialized());
        forms.put("unspecialized n", () -> field.unspecialized("n"));
        forms.put("checked", field::checked);
        forms.put("device", () -> field.on(cpu));
        forms.put("stream", () -> field.on(stream));
        forms.put("cluster", () -> field.cluster(1, 1, 1));
        forms.put("launcher", () -> LaunchFormsTest_KernelsKernels.scale(16).on(cpu).function());
        forms.put("launcher with", () -> LaunchFormsTest_KernelsKernels.scale(16).on(cpu)
            .with(kernel -> kernel.warps(2)).function());
        return forms;
    }

    private void check(KernelFunction kernel, DeviceBuffer x, DeviceBuffer out, float factor, String form) {
        out.fill(0);
        kernel.launch(Grid.of(Grid.cdiv(N, 16)), x, out, factor, N);
        if (kernel.launchStream() != null) {
            kernel.launchStream().synchronize();
        }
        assertArrayEquals(numbers(N, factor), out.copyTo(new float[N]), form);
    }

    @Test
    void computesTheSame() {
        try (Stream stream = cpu.stream(); DeviceBuffer x = cpu.copyOf(numbers(N, 1));
            DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            Map<String, Supplier<KernelFunction>> forms = forms(stream);
            Map<String, KernelCode.Loaded> first = new LinkedHashMap<>();
            for (int round = 0; round < 3; round++) {
                float factor = 2 + round;
                forms.forEach((form, kernel) -> {
                    check(kernel.get(), x, out, factor, form);
                    KernelCode.Loaded loaded = kernel.get().code().loaded();
                    KernelCode.Loaded known = first.putIfAbsent(form, loaded);
                    assertSame(known == null ? loaded : known, loaded, form);
                });
            }
            assertEquals(12, Set.copyOf(first.values()).size(), "of equal kernels there is one");
        }
    }

    /** A launch reads no model and loads no native kernel: it would allocate the text of the model. */
    @Test
    void allocatesLittle() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        try (Stream stream = cpu.stream(); DeviceBuffer x = cpu.copyOf(numbers(N, 1));
            DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            forms(stream).forEach((form, kernel) -> {
                if (form.equals("checked")) {
                    return;
                }
                kernel.get().launch(1, x, out, 2f, N);
                long bytes = Long.MAX_VALUE;
                for (int i = 0; i < 100; i++) {
                    long before = threads.getThreadAllocatedBytes(id);
                    kernel.get().launch(1, x, out, 2f, N);
                    bytes = Math.min(bytes, threads.getThreadAllocatedBytes(id) - before);
                }
                assertTrue(bytes < 4000, form + ": " + bytes + " bytes");
            });
            stream.synchronize();
        }
    }

    @Test
    void debugsAndPreparesTheSame() {
        try (Stream stream = cpu.stream(); DeviceBuffer x = cpu.copyOf(numbers(N, 1));
            DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            forms(stream).forEach((form, kernel) -> {
                out.fill(0);
                kernel.get().debug(Grid.cdiv(N, 16), x, out, 3f, N);
                assertArrayEquals(numbers(N, 3), out.copyTo(new float[N]), form);
                String signature = kernel.get().prepare(x, out, 3f, N).signature();
                assertEquals(form.equals("unspecialized") ? "*fp32,*fp32,fp32,i32,16"
                    : "*fp32:16,*fp32:16,fp32,i32,16", signature, form);
                assertEquals(5, kernel.get().parameters().size());
            });
        }
    }

    /** Kernels that differ in a constant, an option or a parameter's null are different kernels. */
    @Test
    void distinguishesConstants() {
        try (DeviceBuffer out = cpu.allocate(ElementType.FP32, 16)) {
            KernelFunction choose = KernelFunction.of(Kernels.class, "choose").on(cpu);
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < 64; i++) {
                    boolean[] bit = new boolean[6];
                    for (int b = 0; b < bit.length; b++) {
                        bit[b] = (i >> b & 1) != 0;
                    }
                    choose.constant("mode", bit[0] ? Mode.TWICE : Mode.NEGATED)
                        .constant("text", bit[1] ? "plus" : "minus")
                        .constant("type", bit[2] ? Float16.class : float.class)
                        .constant("tiling", new Tiling(bit[3] ? 8 : 16, bit[4]))
                        .constant("adds", bit[5]).constant("wide", 0.5).launch(1, out);
                    float value = bit[2] ? Float16.valueOf(1.001f).floatValue() : 1.001f;
                    value = (bit[0] ? 2 * value : value) + (bit[1] ? 1000 : 0) + (bit[5] ? 0.5f : 0);
                    assertEquals(bit[4] ? -value : value, out.copyTo(new float[16])[1], 1e-6, "case " + i);
                }
            }
        }
    }

    @Test
    void distinguishesNulls() {
        try (DeviceBuffer out = cpu.copyOf(new float[1])) {
            for (int round = 0; round < 4; round++) {
                KernelFunction.of(Kernels.class, "isNull").on(cpu).launch(1, null, out);
                assertEquals(1, out.copyTo(new float[1])[0]);
                KernelFunction.of(Kernels.class, "isNull").on(cpu).launch(1, out, out);
                assertEquals(2, out.copyTo(new float[1])[0]);
            }
        }
    }

    /** A kernel that was launched once can be captured, in any form. */
    @Test
    void captures() {
        try (Stream stream = cpu.stream(); DeviceBuffer x = cpu.copyOf(numbers(N, 1));
            DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            check(scale().on(stream), x, out, 5, "before");
            out.fill(0);
            try (Graph graph = stream.capture(() -> KernelFunction.of(Kernels.class, "scale")
                    .constant("block", 16).on(stream).launch(Grid.cdiv(N, 16), x, out, 5f, N))) {
                KernelCache.forgetModel(scale().code().model().number());
                graph.launch(stream);
                stream.synchronize();
            }
            assertArrayEquals(numbers(N, 5), out.copyTo(new float[N]));
        }
    }

    /** Each thread makes its kernels, while their native kernels are removed again and again. */
    @Test
    void launchesFromManyThreadsWhileKernelsAreEvicted() {
        long model = scale().code().model().number();
        inParallel(8, thread -> {
            try (Stream stream = cpu.stream(); DeviceBuffer x = cpu.copyOf(numbers(N, 1));
                DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
                Map<String, Supplier<KernelFunction>> forms = forms(stream);
                for (int round = 0; round < 3; round++) {
                    float factor = 1 + thread + round;
                    forms.forEach((form, kernel) -> {
                        if (thread == 0) {
                            KernelCache.forgetModel(model);
                        }
                        check(kernel.get(), x, out, factor, form);
                    });
                }
            }
        });
    }

    /** All threads find the native kernel of the first one. */
    @Test
    void loadsOnceForManyThreads() {
        List<KernelCode.Loaded> found = new ArrayList<>();
        inParallel(8, thread -> {
            KernelCode.Loaded kernel =
                KernelFunction.of(Kernels.class, "scale").constant("block", 32).on(cpu).code().loaded();
            synchronized (found) {
                found.add(kernel);
            }
        });
        found.forEach(kernel -> assertSame(found.get(0), kernel));
    }

    @Test
    void refusesTheSameInEachForm() {
        try (Stream stream = cpu.stream(); DeviceBuffer x = cpu.copyOf(numbers(N, 1))) {
            forms(stream).forEach((form, kernel) -> {
                for (int round = 0; round < 2; round++) {
                    fails(IllegalArgumentException.class, "parameter 3, 'n': i64 was given: expected i32",
                        () -> kernel.get().launch(1, x, x, 1f, 5L));
                    fails(IllegalArgumentException.class, "parameter 3, 'n': String was given: expected a "
                            + "DeviceBuffer or a number",
                        () -> kernel.get().launch(1, x, x, 1f, "n"));
                    fails(IllegalArgumentException.class, "constant 'size': the kernel has no such "
                            + "parameter: expected one of x, out, factor, n, block",
                        () -> kernel.get().constant("size", 1).launch(1, x, x, 1f, 5));
                    KernelFunction closed = kernel.get().warps(16);
                    closed.close();
                    fails(IllegalStateException.class, "the kernel is closed: use it before close(), and "
                            + "not after",
                        () -> closed.launch(1, x, x, 1f, 5));
                }
            });
        }
    }
}
