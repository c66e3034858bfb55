// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import static io.github.cm2tt.runtime.internal.NativeTesting.NONE;
import static io.github.cm2tt.runtime.internal.NativeTesting.list;
import static io.github.cm2tt.runtime.internal.NativeTesting.text;
import static io.github.cm2tt.runtime.internal.NativeTesting.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.DeviceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Tuners, as Java launches them: ask for the choice, launch its kernel; tune if there is none. */
class NativeTunerTest {
    /** As little time as can be, on one thread. */
    static final double[] QUICK = {1, 8, 9, 50, 0.5, 0, 1};

    private NativeTesting setup;
    private long buffer;
    private long block;

    @BeforeEach
    void setUp() {
        setup = new NativeTesting();
        buffer = NativeMemory.create(setup.device, 800);
        NativeArrays.writeFloats(buffer, 0, new float[200], 0, 200);
        long address = NativeMemory.address(buffer);
        block = NativeTesting.block(100, address, address, 100).handle();
    }

    @AfterEach
    void tearDown() {
        NativeKernel.destroyBlock(block);
        NativeMemory.destroy(buffer);
        setup.close();
    }

    private long create(int[] shapes, byte[][] keys, int[] kinds, double[] timing) {
        return create(shapes, "", keys, kinds, timing);
    }

    private long create(int[] shapes, String without, byte[][] keys, int[] kinds, double[] timing) {
        return NativeTuner.create(setup.runtime, utf8(NativeTesting.SCALE), utf8("m"), null, utf8(""), NONE,
            NONE, 0, true, true, utf8(without), NONE, NONE, shapes, keys, kinds, list("arg1"), NONE, timing);
    }

    private long create() {
        return create(new int[] {1, 1, 2, 0}, list("arg2"), new int[] {1}, QUICK);
    }

    private static void refused(Executable call, String text) {
        String said = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(said.contains(text), said);
    }

    @Test
    void chooses(@TempDir Path folder) throws IOException {
        long tuner = create();
        int[] grids = {100, 1, 1, 100, 1, 1};
        long[] bytes = {400};
        assertEquals(-1, NativeTuner.choice(tuner, setup.device, block, 3));
        NativeArrays.writeFloats(buffer, 0, new float[] {3}, 0, 1);
        NativeTuner.launch(tuner, setup.device, block, 3, grids, bytes);
        int choice = NativeTuner.choice(tuner, setup.device, block, 3);
        assertTrue(choice == 0 || choice == 1, "choice " + choice);
        float[] value = new float[1];
        NativeArrays.readFloats(buffer, 0, value, 0, 1);
        assertEquals(6, value[0]);
        long kernel = NativeTuner.kernel(tuner, choice);
        NativeKernel.launch(kernel, setup.device, block, 3);
        NativeArrays.readFloats(buffer, 0, value, 0, 1);
        assertEquals(12, value[0]);
        NativeTuner.tune(tuner, setup.device, block, 3, grids, bytes);
        NativeArrays.readFloats(buffer, 0, value, 0, 1);
        assertEquals(12, value[0]);
        assertTrue(text(NativeTuner.results(tuner, setup.device, block, 3)).contains("\"arg2<=128\""));
        assertTrue(text(NativeTuner.results(tuner, 0, 0, 0)).contains("\"choice\""));
        Path file = folder.resolve("tuned.json");
        NativeTuner.save(tuner, utf8(file.toString()));
        assertTrue(Files.readString(file).contains("cm2tt-tuning"));
        assertThrows(DeviceException.class, () -> NativeTuner.save(tuner, utf8("/dev/null/x")));
        NativeKernel.destroy(kernel);
        NativeTuner.destroy(tuner);
    }

    @Test
    void wrongCalls() {
        long tuner = create();
        long[] bytes = {400};
        int[] grids = {1, 1, 1, 1, 1, 1};
        refused(() -> NativeTuner.launch(tuner, setup.device, block, 3, new int[] {1, 1, 1}, bytes),
            "1 grids given: expected 2, one for each configuration");
        refused(() -> NativeTuner.launch(tuner, setup.device, block, 3, new int[] {1, 1}, bytes),
            "2 extents of grids: expected x, y and z for each configuration");
        refused(() -> NativeTuner.launch(tuner, setup.device, block, 3, new int[0], bytes),
            "cm2tt_tuner_launch: 'launch->grids' is null");
        refused(() -> NativeTuner.launch(tuner, setup.device, block, 3, new int[] {1, 1, -1}, bytes),
            "an extent of a grid is -1: expected 0 or more");
        refused(() -> NativeTuner.launch(tuner, setup.device, block, 3, grids, new long[] {1, 2}),
            "2 sizes of restored memory given: expected 1");
        refused(() -> NativeTuner.launch(tuner, setup.device, block, 3, grids, new long[] {-1}), "a number "
                + "of restored bytes is -1: expected 0 or more");
        refused(() -> NativeTuner.launch(tuner, setup.device, block, 2, grids, bytes), "2 arguments given: "
                + "expected 3, for arg0, arg1, arg2");
        refused(() -> NativeTuner.tune(tuner, setup.device, 0, 3, grids, bytes), "block is 0");
        refused(() -> NativeTuner.tune(0, setup.device, block, 3, grids, bytes), "cm2tt_tuner_tune: "
                + "'tuner' is null");
        refused(() -> NativeTuner.choice(0, setup.device, block, 3), "cm2tt_tuner_choice: 'tuner' is null");
        refused(() -> NativeTuner.choice(tuner, 0, block, 3), "cm2tt_tuner_choice: 'device' is null");
        refused(() -> NativeTuner.choice(tuner, setup.device, 0, 3), "cm2tt_tuner_choice: 'arguments' is "
                + "null");
        refused(() -> NativeTuner.choice(tuner, setup.device, block, -3), "-3 arguments: the block has room "
                + "for 3");
        refused(() -> NativeTuner.kernel(tuner, 2), "no configuration 2: there are 2, counted from 0");
        refused(() -> NativeTuner.kernel(tuner, -1), "configuration is -1: expected 0 or more");
        refused(() -> NativeTuner.results(0, 0, 0, 0), "cm2tt_tuner_results: 'tuner' is null");
        assertThrows(NullPointerException.class, () -> NativeTuner.save(tuner, null));
        assertThrows(NullPointerException.class,
            () -> NativeTuner.tune(tuner, setup.device, block, 3, null, bytes));
        assertThrows(NullPointerException.class,
            () -> NativeTuner.tune(tuner, setup.device, block, 3, grids, null));
        NativeTuner.destroy(tuner);
        NativeTuner.destroy(0);
    }

    @Test
    void wrongOptions() {
        refused(() -> create(new int[0], NONE, new int[0], null), "no configuration to choose from: "
                + "expected at least one");
        refused(() -> create(new int[] {1}, NONE, new int[0], null), "0 configurations of 0 constants "
                + "each, 0 values");
        refused(() -> create(new int[] {-1, 1}, NONE, new int[0], null),
            "warps is -1: expected 0 or more");
        refused(() -> create(new int[] {1, 1}, "rotate_loops", NONE, new int[0], null),
            "'options->without': 'rotate_loops': expected all, tensor-maps, ");
        refused(() -> create(new int[] {1, 1}, list("arg2"), new int[0], null),
            "a constant without a value, or a key without a kind");
        refused(() -> create(new int[] {1, 1}, list("cm2tt_tuner_create: key 'arg2': there is no kind 3, "
                + "or 'reserved' is not 0"), new int[] {3}, null), "there is no kind 3");
        refused(() -> create(new int[] {1, 1}, list("key 'arg9': no parameter of that name takes an "
                + "argument: expected one of arg0, arg1, arg2"), new int[] {0}, null), "'arg9'");
        refused(() -> create(new int[] {1, 1}, NONE, new int[0], new double[3]), "3 numbers in timing: "
                + "expected 7");
        refused(() -> create(new int[] {1, 1}, NONE, new int[0], new double[] {-1, 0, 0, 0, 0, 0, 0}),
            "timing has -1.000000: expected 0 to 1000000000.000000");
        double[] threads = {0, 0, 0, 0, 0, 0, Double.NaN};
        refused(() -> create(new int[] {1, 1}, NONE, new int[0], threads),
            "timing has nan: expected 0 to 1000000000.000000");
        assertThrows(NullPointerException.class, () -> create(null, NONE, new int[0], null));
        assertThrows(NullPointerException.class, () -> create(new int[] {1, 1}, null, new int[0], null));
        assertThrows(NullPointerException.class, () -> create(new int[] {1, 1}, NONE, null, null));
    }
}
