// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.MatrixSupport.integers;
import static io.github.cm2tt.runtime.MatrixSupport.product;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cm2tt.lang.Triton.PaddingOption;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Kernels with tensor descriptors on GPUs: bulk tensor copies where those are, and pointers. The driver for
 * tests encodes maps, but computes nothing.
 */
class DescriptorGpuTest {
    private Device gpu;
    private boolean isFake;

    @BeforeEach
    void find() {
        assumeTrue(Cm2ttRuntime.shared().gpus() > 0, "needs a GPU");
        gpu = Device.gpu(0);
        isFake = gpu.name().startsWith("Fake GPU");
    }

    private KernelFunction kernel(String name) {
        return KernelFunction.of(DescriptorKernels.class, name).on(gpu);
    }

    private DeviceTensorDescriptor matrix(DeviceBuffer buffer, int rows, int columns, int... block) {
        return gpu.tensorDescriptor(
            buffer, new long[] {rows, columns}, new long[] {columns, 1}, block);
    }

    private void check(float[] expected, DeviceBuffer actual) {
        if (!isFake)
            assertArrayEquals(expected, actual.copyTo(new float[expected.length]));
    }

    /** Blocks at the borders are in part outside of the matrices; three stages. */
    @Test
    void multipliesMatrices() {
        if (isFake) // which has little shared memory
            return;
        int m = 200, n = 136, depth = 328;
        float[] left = integers(m * depth, 1), right = integers(depth * n, 3);
        float[] expected = product(left, right, m, n, depth);
        try (DeviceBuffer a = gpu.copyOf(ElementType.FP16, left);
            DeviceBuffer b = gpu.copyOf(ElementType.FP16, right);
            DeviceBuffer c = gpu.allocate(ElementType.FP16, m * n)) {
            KernelFunction multiply =
                kernel("multiply").constant("M", 64).constant("N", 64).constant("K", 64).stages(3);
            c.fill((byte) 0xff);
            multiply.launch(Grid.of(4, 3), matrix(a, m, depth, 64, 64), matrix(b, depth, n, 64, 64),
                matrix(c, m, n, 64, 64), depth);
            check(expected, c);
            KernelFunction made =
                kernel("multiplyMade").constant("M", 64).constant("N", 64).constant("K", 64).stages(3);
            for (int i = 0; i < 2; i++) {
                c.fill((byte) 0xff);
                made.launch(Grid.of(4, 3), a, b, c, m, n, depth);
                check(expected, c);
            }
        }
    }

    /** The kernel is compiled once for tensors of one kind, and again for one that has no map. */
    @Test
    void takesOtherTensors() {
        int count = 8 * 16;
        try (DeviceBuffer x = gpu.copyOf(numbers(count, 1)); DeviceBuffer y = gpu.copyOf(numbers(count, 2));
            DeviceBuffer out = gpu.allocate(ElementType.FP32, count)) {
            KernelFunction copy = kernel("copy");
            DeviceTensorDescriptor to = matrix(out, 8, 16, 8, 16);
            Arguments arguments = copy.arguments().addTensor(matrix(x, 8, 16, 8, 16)).addTensor(to)
                .add(0).add(0);
            for (int i = 0; i < 3; i++) {
                copy.launch(1, arguments);
                check(numbers(count, 1), out);
                copy.launch(1, arguments.setTensor(0, matrix(y, 8, 16, 8, 16)));
                check(numbers(count, 2), out);
                arguments.setTensor(0, matrix(x, 8, 16, 8, 16));
            }
            var rows = gpu.tensorDescriptor(y, new long[] {5, 10}, new long[] {17, 1}, new int[] {8, 16},
                PaddingOption.NAN);
            copy.launch(1, arguments.setTensor(0, rows));
            float[] expected = new float[count];
            for (int i = 0; i < count; i++)
                expected[i] = i / 16 < 5 && i % 16 < 10 ? 2 * (i / 16 * 17 + i % 16) : Float.NaN;
            check(expected, out);
        }
    }

    /** NaN outside of a tensor that has a map, also before its first row. */
    @Test
    void padsWithNaN() {
        try (DeviceBuffer x = gpu.copyOf(numbers(8 * 8, 1));
            DeviceBuffer out = gpu.allocate(ElementType.FP32, 8 * 16)) {
            var from = gpu.tensorDescriptor(x, new long[] {8, 8}, new long[] {8, 1}, new int[] {8, 16},
                PaddingOption.NAN);
            kernel("copy").constant("row", -3).constant("column", 4)
                .launch(1, from, matrix(out, 8, 16, 8, 16));
            float[] expected = new float[8 * 16];
            Arrays.fill(expected, Float.NaN);
            for (int row = 3; row < 8; row++)
                for (int column = 0; column < 4; column++)
                    expected[row * 16 + column] = (row - 3) * 8 + column + 4;
            check(expected, out);
        }
    }

    /** Streams share no memory of maps that a kernel creates. */
    @Test
    void runsOnTwoStreams() {
        int count = 64, launches = 50;
        try (Stream first = gpu.stream(); Stream second = gpu.stream();
            DeviceBuffer x = gpu.copyOf(numbers(count, 1)); DeviceBuffer y = gpu.copyOf(numbers(count, 2));
            DeviceBuffer a = gpu.allocate(ElementType.FP32, count);
            DeviceBuffer b = gpu.allocate(ElementType.FP32, count)) {
            gpu.synchronize();
            KernelFunction padded = kernel("padded").constant("BLOCK", count);
            for (int i = 0; i < launches; i++) {
                padded.on(first).launch(1, x, a, count - 4);
                padded.on(second).launch(1, y, b, count - 8);
            }
            first.synchronize();
            second.synchronize();
            float[] left = numbers(count, 1), right = numbers(count, 2);
            Arrays.fill(left, count - 4, count, Float.NaN);
            Arrays.fill(right, count - 8, count, Float.NaN);
            check(left, a);
            check(right, b);
        }
    }

    /** A graph owns the memory of its launches. */
    @Test
    void runsInAGraph() {
        if (isFake) // which has no graphs with memory
            return;
        int count = 64;
        try (Stream stream = gpu.stream(); DeviceBuffer x = gpu.copyOf(numbers(count, 1));
            DeviceBuffer out = gpu.allocate(ElementType.FP32, count)) {
            gpu.synchronize();
            KernelFunction padded = kernel("padded").constant("BLOCK", count).on(stream);
            padded.launch(1, x, out, count - 4);
            stream.synchronize();
            try (Graph graph = stream.capture(() -> padded.launch(1, x, out, count - 4))) {
                for (int i = 0; i < 3; i++) {
                    out.fill((byte) 0);
                    graph.launch(stream);
                    stream.synchronize();
                    float[] expected = numbers(count, 1);
                    Arrays.fill(expected, count - 4, count, Float.NaN);
                    check(expected, out);
                }
            }
        }
    }

    /** Sums of several programs, by bulk reductions where those are. */
    @Test
    void updatesAtomically() {
        int n = 16, programs = 9;
        try (DeviceBuffer sums = gpu.copyOf(new int[n]); DeviceBuffer lowest = gpu.copyOf(new int[n]);
            DeviceBuffer highest = gpu.copyOf(new int[n]); DeviceBuffer bits = gpu.copyOf(new int[n])) {
            kernel("update").constant("N", n).launch(
                programs, vector(sums), vector(lowest), vector(highest), vector(bits));
            if (isFake)
                return;
            for (int i = 0; i < n; i++) {
                assertEquals(programs * i + programs * (programs - 1) / 2, sums.copyTo(new int[n])[i]);
                assertEquals(-(i + programs - 1), lowest.copyTo(new int[n])[i]);
                assertEquals(i + programs - 1, highest.copyTo(new int[n])[i]);
            }
        }
    }

    private DeviceTensorDescriptor vector(DeviceBuffer buffer) {
        return gpu.tensorDescriptor(buffer, new long[] {buffer.count()}, new long[] {1}, new int[] {16});
    }

    /** Rows are gathered and scattered by pointers. */
    @Test
    void gathersAndScattersRows() {
        int[] chosen = {3, 0, 7, 8, -1, 6, 7, 1}, targets = {7, 6, 5, 4, 3, 2, 1, 9};
        try (DeviceBuffer x = gpu.copyOf(numbers(8 * 16, 1)); DeviceBuffer indices = gpu.copyOf(chosen);
            DeviceBuffer places = gpu.copyOf(targets); DeviceBuffer out = gpu.copyOf(new float[8 * 8])) {
            kernel("rows").launch(1, matrix(x, 8, 16, 1, 8), matrix(out, 8, 8, 1, 8), indices, places, 5);
            float[] expected = new float[8 * 8];
            for (int i = 0; i < 7; i++)
                for (int j = 0; j < 8; j++)
                    expected[targets[i] * 8 + j] =
                        chosen[i] >= 0 && chosen[i] < 8 ? chosen[i] * 16 + 5 + j : 0;
            check(expected, out);
        }
    }
}
