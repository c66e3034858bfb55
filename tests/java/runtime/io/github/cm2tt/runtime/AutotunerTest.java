// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.fails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tuning: choices, results, what is restored and shipped. */
class AutotunerTest {
    private static final int N = 1000;
    private final Device cpu = Device.cpu();

    private Autotuner.Builder increment() {
        return Autotuner.of(KernelFunction.of(TestKernels.class, "increment").on(cpu))
            .configuration(TuneConfiguration.of("BLOCK", 128)).configuration(TuneConfiguration.of("BLOCK",
            512))
            .grid((configuration, arguments) ->
                Grid.of(Grid.cdiv(arguments.longAt(1), configuration.constant("BLOCK"))))
            .noFolder().milliseconds(20);
    }

    @Test
    void tunesOnceForAKey() {
        try (Autotuner tuner = increment().keyPowerOfTwo("n").restored("x").build();
                DeviceBuffer x = cpu.copyOf(new int[N])) {
            Arguments arguments = tuner.arguments().add(x).add(N).add(3);
            assertTrue(tuner.explain(arguments).isEmpty());
            tuner.launch(arguments);
            int[] expected = new int[N];
            Arrays.fill(expected, 3);
            assertArrayEquals(expected, x.copyTo(new int[N]));
            tuner.launch(x, N, 4);
            Arrays.fill(expected, 7);
            assertArrayEquals(expected, x.copyTo(new int[N]));
            TuneResult result = tuner.explain(arguments).get(0);
            assertEquals("increment", result.kernel());
            assertEquals(List.of("n<=1024"), result.key());
            assertEquals(2, result.measurements().size());
            assertEquals("128", result.measurements().get(0).configuration().constants().get("BLOCK"));
            assertTrue(result.measurements().get(result.choice()).runs() > 0);
            assertEquals(1, tuner.results().size());
            tuner.launch(x, 100, 1);
            assertEquals(2, tuner.results().size());
            assertEquals(result.key(), tuner.tune(arguments).key());
        }
    }

    /** Options of the kernel are those of all configurations. */
    @Test
    void keepsOptions() {
        KernelFunction kernel = KernelFunction.of(TestKernels.class, "roundTwice").on(cpu);
        try (Autotuner tuner = Autotuner.of(kernel.fpFusion(false).ftz(false).maxRegisters(64)
                    .without(Optimization.PERSISTENT))
                    .configuration(TuneConfiguration.of().withWarps(8)).restored("x")
                    .grid((configuration, arguments) -> Grid.of(1)).noFolder().milliseconds(20).build();
                DeviceBuffer x = cpu.copyOf(new float[] {1 + 0x1p-12f})) {
            tuner.launch(x, 1);
            assertEquals(0f, x.copyTo(new float[1])[0], "as an fma, 2^-24");
        }
    }

    @Test
    void ships(@TempDir Path folder) {
        Path file = folder.resolve("increment.json");
        try (Autotuner tuner = increment().build(); DeviceBuffer x = cpu.copyOf(new int[N])) {
            tuner.launch(x, N, 1);
            tuner.save(file);
        }
        try (Autotuner tuner = increment().shipped(file).build(); DeviceBuffer x = cpu.copyOf(new int[N])) {
            tuner.launch(x, N, 1);
            assertEquals(1, x.copyTo(new int[N])[N - 1]);
        }
    }

    @Test
    void refuses() {
        fails(IllegalArgumentException.class, "the tuner has no grid: expected grid(function) before build()",
            () -> Autotuner.of(KernelFunction.of(TestKernels.class, "add")).build());
        for (Function<Autotuner.Builder, Autotuner.Builder> wrong : List.<Function<Autotuner.Builder,
                Autotuner.Builder>>of(b -> b.key("none"), b -> b.restored("none"), b -> b.restored("n"),
                b -> b.configuration(TuneConfiguration.of("SIZE", 1)),
                b -> b.shipped(Path.of("/no/such/file"))))
            assertThrows(RuntimeException.class, () -> wrong.apply(increment()).build().launch(1, 2));
        fails(IllegalArgumentException.class, "restored 'none': expected one of [x, n, by]",
            () -> increment().restored("none").build());
        fails(IllegalArgumentException.class, "restored 'n': expected a pointer, not a parameter of type int",
            () -> increment().restored("n").build());
        fails(IllegalArgumentException.class,
            "restored 'by': expected a pointer, not a parameter of type int",
            () -> increment().restored("x").restored("by").build());
        fails(IllegalArgumentException.class, "a configuration has the constants [SIZE]: expected those of "
                + "the first one, [BLOCK]",
            () -> increment().configuration(TuneConfiguration.of("SIZE", 1)).build());
        fails(IllegalArgumentException.class, "the tuner has no configurations: expected "
                + "configuration(TuneConfiguration) before build()",
            () -> Autotuner.of(KernelFunction.of(TestKernels.class, "add"))
                .grid((configuration, arguments) -> Grid.of(1)).build());
        fails(IllegalArgumentException.class, "a checked kernel cannot be tuned, since checks change its "
                + "speed: tune it without checks, and check the kernel of a configuration",
            () -> Autotuner.of(KernelFunction.of(TestKernels.class, "add").checked()).build());
        fails(IllegalArgumentException.class, "0.0 milliseconds: expected a positive number",
            () -> increment().milliseconds(0));
        fails(IllegalArgumentException.class, "NaN milliseconds: expected a positive number",
            () -> increment().milliseconds(Double.NaN));
        Autotuner tuner = increment().build();
        DeviceBuffer x = cpu.copyOf(new int[N]);
        fails(IllegalArgumentException.class, "2 arguments given: expected 3, for [x, n, by]",
            () -> tuner.launch(x, N));
        assertThrows(IllegalArgumentException.class, () -> tuner.launch(x, null, 1));
        fails(IllegalArgumentException.class, "parameter 2, 'by': fp32 was given: expected i32",
            () -> tuner.launch(x, N, 1f));
        x.close();
        fails(IllegalStateException.class, "parameter 'x': the buffer of 1000 x i32 is closed: use it "
                + "before close(), and not after",
            () -> tuner.launch(x, N, 1));
        tuner.close();
        fails(IllegalStateException.class, "the tuner is closed: use it before close(), and not after",
            () -> tuner.launch(x, N, 1));
    }

    @Test
    void saysWhyNothingCanBeTuned() {
        try (Autotuner tuner = Autotuner.of(KernelFunction.of(TestKernels.class, "increment").on(cpu))
                .configuration(TuneConfiguration.of("BLOCK", -1)).noFolder().grid((c,
                a) -> Grid.of(1)).build();
                DeviceBuffer x = cpu.copyOf(new int[N])) {
            assertThrows(RuntimeException.class, () -> tuner.launch(x, N, 1));
        }
    }

    @Test
    @SuppressWarnings("try") // It is closed before its end.
    void launchesWithNullPointersAreTunedForThemselves() {
        float[] numbers = {0, 1, 2, 3, 4, 5, 6, 7};
        try (Autotuner tuner = Autotuner.of(KernelFunction.of(LanguageKernels.class, "biased").on(cpu))
                 .configuration(TuneConfiguration.of()).configuration(TuneConfiguration.of().withStages(2))
                 .keyType("bias").restored("x").restored("bias").noFolder().milliseconds(20)
                 .grid((configuration, arguments) -> Grid.of((int) arguments.longAt(3))).build();
             DeviceBuffer x = cpu.copyOf(numbers); DeviceBuffer bias = cpu.copyOf(numbers)) {
            tuner.launch(x, null, null, 1);
            assertArrayEquals(numbers, x.copyTo(new float[8]));
            tuner.launch(x, bias, null, 1);
            float[] expected = {1, 3, 5, 7, 9, 11, 13, 15};
            assertArrayEquals(expected, x.copyTo(new float[8]));
            tuner.launch(x, null, null, 1);
            assertArrayEquals(expected, x.copyTo(new float[8]));
            tuner.launch(x, bias, x.slice(0, 1), 1);
            assertArrayEquals(new float[] {2, 5, 8, 11, 14, 17, 20, 23}, x.copyTo(new float[8]));
            assertEquals(3, tuner.results().size());
            Arguments arguments = tuner.arguments().add(x).add(bias).add((DeviceBuffer) null).add(1);
            assertEquals(List.of("bias:*fp32"), tuner.explain(arguments).get(0).key());
            assertEquals(List.of(), tuner.tune(arguments.set(1, null)).key());
            fails(IllegalArgumentException.class, "parameter 'n': null was given: expected a DeviceBuffer or "
                + "a number", () -> tuner.launch(x, null, null, null));
            tuner.close();
            fails(IllegalStateException.class, "the tuner is closed: use it before close(), and not after",
                () -> tuner.launch(x, null, null, 1));
        }
    }

    @Test
    void fieldsOfTunedKernelsAreRead() {
        try (Autotuner tuner = Autotuner.of(KernelFunction.of(LanguageKernels.class, "statics").on(cpu))
                 .configuration(TuneConfiguration.of()).noFolder()
                 .grid((configuration, arguments) -> Grid.of(1)).build();
             DeviceBuffer x = cpu.copyOf(new float[4])) {
            tuner.launch(x);
            assertArrayEquals(new float[] {6, 1L << 40, Float.NaN, 2}, x.copyTo(new float[4]));
        }
    }

    @Test
    void failsWithTheGrid() {
        try (Autotuner tuner = Autotuner.of(KernelFunction.of(TestKernels.class, "increment").on(cpu))
                .configuration(TuneConfiguration.of("BLOCK", 128)).noFolder().grid((c, a) -> {
                    throw new UnsupportedOperationException("mine");
                }).build(); DeviceBuffer x = cpu.copyOf(new int[N])) {
            assertThrows(UnsupportedOperationException.class, () -> tuner.launch(x, N, 1));
        }
    }
}
