// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.HostBuffer;
import io.github.cm2tt.runtime.KernelFunction;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * The time of a softmax on the CPU with memory of the host: the kernel alone, with host buffers (which have
 * large pages) and direct ByteBuffers that are wrapped for each launch, and with copies of arrays. {@code
 * HostMemory [rounds]} interleaves them, and prints medians and their ratio to the kernel alone.
 */
public final class HostMemory {
    private static final int ROWS = 4096;
    private static final int COLUMNS = 1000;

    private HostMemory() {}

    @Kernel
    static void softmax(Ptr input, Ptr output, int n, @Constant int BLOCK) {
        var columns = Triton.arange(0, BLOCK);
        var offsets = columns.add(Triton.programId(0) * n);
        var mask = columns.lt(n);
        var x = input.add(offsets).load(mask, Float.NEGATIVE_INFINITY);
        var powers = x.sub(x.max(0)).exp();
        output.add(offsets).store(powers.div(powers.sum(0)), mask);
    }

    private static FloatBuffer floats(ByteBuffer bytes) {
        return bytes.order(ByteOrder.nativeOrder()).asFloatBuffer();
    }

    private static void launch(KernelFunction softmax, FloatBuffer from, FloatBuffer to) {
        Device cpu = Device.cpu();
        try (DeviceBuffer a = cpu.wrap(from); DeviceBuffer b = cpu.wrap(to)) {
            softmax.launch(Grid.of(ROWS), a, b, COLUMNS);
        }
    }

    public static void main(String[] arguments) {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
        Device cpu = Device.cpu();
        KernelFunction softmax = KernelFunction.of(HostMemory.class, "softmax").constant("BLOCK",
            1024).on(cpu);
        Grid grid = Grid.of(ROWS);
        float[] x = new float[ROWS * COLUMNS];
        for (int i = 0; i < x.length; i++) {
            x[i] = (i * 37L % 1000) / 100f;
        }
        float[] y = new float[x.length];
        int bytes = 4 * x.length;
        FloatBuffer from = floats(ByteBuffer.allocateDirect(bytes)).put(x).clear();
        FloatBuffer to = floats(ByteBuffer.allocateDirect(bytes));
        try (HostBuffer hostFrom = cpu.allocateHost(bytes); HostBuffer hostTo = cpu.allocateHost(bytes);
            DeviceBuffer in = cpu.copyOf(x); DeviceBuffer out = cpu.allocate(ElementType.FP32, x.length)) {
            FloatBuffer largeFrom = floats(hostFrom.asByteBuffer()).put(x).clear();
            FloatBuffer largeTo = floats(hostTo.asByteBuffer());
            Runnable[] ways = {
                () -> softmax.launch(grid, in, out, COLUMNS),
                () -> launch(softmax, largeFrom, largeTo), () -> launch(softmax, from, to),
                () -> {
                    softmax.launch(grid, in.copyFrom(x), out, COLUMNS);
                    out.copyTo(y);
                }};
            double[] medians = medians(ways, rounds);
            String[] names = {"kernel alone", "wrap(HostBuffer)", "wrap(ByteBuffer)", "copies of arrays"};
            System.out.printf("softmax of %d x %d on %s%n", ROWS, COLUMNS, cpu);
            for (int i = 0; i < ways.length; i++) {
                System.out.printf("%-16s %8.3f ms %6.2f%n", names[i], medians[i] / 1e6,
                    medians[i] / medians[0]);
            }
            float[] alone = out.copyTo(new float[x.length]);
            float[] wrapped = new float[x.length];
            to.get(wrapped);
            float[] large = new float[x.length];
            largeTo.get(large);
            if (!Arrays.equals(alone, wrapped) || !Arrays.equals(alone, large) || !Arrays.equals(alone, y)) {
                throw new AssertionError("the results differ");
            }
        }
    }

    /** The median times in nanoseconds. */
    private static double[] medians(Runnable[] ways, int rounds) {
        long[][] times = new long[ways.length][rounds];
        for (int round = -rounds / 4; round < rounds; round++) {
            for (int i = 0; i < ways.length; i++) {
                // The first run of each brings its memory into the cache.
                ways[i].run();
                long begin = System.nanoTime();
                ways[i].run();
                times[i][Math.max(round, 0)] = System.nanoTime() - begin;
            }
        }
        return Arrays.stream(times).mapToDouble(one -> {
            Arrays.sort(one);
            return one[rounds / 2];
        }).toArray();
    }
}
