// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Benchmark;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Random;

/** Adds two vectors: {@code java VectorAdd [elements]}. */
public final class VectorAdd {
    private static final int BLOCK = 1024;

    /** out = x + y. Each program adds one block of the n elements; the mask ends the last block. */
    @Kernel
    static void add(Ptr x, Ptr y, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var mask = offsets.lt(n);
        var sum = x.add(offsets).load(mask).add(y.add(offsets).load(mask));
        out.add(offsets).store(sum, mask);
    }

    public static void main(String[] arguments) {
        int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000_000;
        float[] x = random(n, 1);
        float[] y = random(n, 2);

        Device device = Device.best();
        KernelFunction add = KernelFunction.of(VectorAdd.class, "add").constant("BLOCK", BLOCK).on(device);
        Grid grid = Grid.of(Grid.cdiv(n, BLOCK));
        try (DeviceBuffer onDeviceX = device.copyOf(x); DeviceBuffer onDeviceY = device.copyOf(y);
            DeviceBuffer sum = device.allocate(ElementType.FP32, n)) {
            add.launch(grid, onDeviceX, onDeviceY, sum, n);
            float[] result = sum.copyTo(new float[n]);
            for (int i = 0; i < Math.min(3, n); i++)
                System.out.println(x[i] + " + " + y[i] + " = " + result[i]);
            check(x, y, result);

            double seconds = Benchmark.seconds(device, () -> add.launch(grid, onDeviceX, onDeviceY, sum, n));
            System.out.printf("%d elements on %s: %.3f ms, %.1f GB/s%n", n, device, 1e3 * seconds,
                3.0 * Float.BYTES * n / seconds / 1e9);
        }
    }

    private static float[] random(int n, int seed) {
        Random random = new Random(seed);
        float[] values = new float[n];
        for (int i = 0; i < n; i++)
            values[i] = random.nextFloat();
        return values;
    }

    /** Compares with sums in double precision, of which a float is off by half a unit of its last place. */
    private static void check(float[] x, float[] y, float[] sum) {
        for (int i = 0; i < sum.length; i++) {
            double expected = (double) x[i] + y[i];
            if (!(Math.abs(sum[i] - expected) <= Math.ulp((float) expected) / 2)) {
                System.out.printf("wrong: element %d is %s, expected %s%n", i, sum[i], expected);
                System.exit(1);
            }
        }
        System.out.println("correct: " + sum.length + " elements");
    }
}
