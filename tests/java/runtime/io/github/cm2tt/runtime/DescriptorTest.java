// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.MatrixSupport.integers;
import static io.github.cm2tt.runtime.MatrixSupport.product;
import static io.github.cm2tt.runtime.TestSupport.fails;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Triton.PaddingOption;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Kernels with tensor descriptors, on the CPU and on the JVM, against plain Java. */
class DescriptorTest {
    private final Device cpu = Device.cpu();

    private KernelFunction kernel(String name) {
        return KernelFunction.of(DescriptorKernels.class, name).on(cpu);
    }

    /** Runs a kernel on the CPU, then on the JVM. */
    private static void onBoth(
        KernelFunction kernel, Grid grid, Runnable before, Runnable check, Object... arguments) {
        for (BiConsumer<Grid, Object[]> way : List.<BiConsumer<Grid, Object[]>>of(
                 kernel::launch, kernel::debug)) {
            before.run();
            way.accept(grid, arguments);
            check.run();
        }
    }

    private static long[] dims(long... numbers) {
        return numbers;
    }

    private static int[] block(int... numbers) {
        return numbers;
    }

    /** No extent is a multiple of the block's. */
    @Test
    void multipliesMatrices() {
        int m = 40, n = 56, depth = 72;
        float[] left = integers(m * depth, 1), right = integers(depth * n, 3);
        try (DeviceBuffer a = cpu.copyOf(ElementType.FP16, left);
            DeviceBuffer b = cpu.copyOf(ElementType.FP16, right);
            DeviceBuffer c = cpu.allocate(ElementType.FP16, m * n)) {
            KernelFunction multiply =
                kernel("multiply").constant("M", 32).constant("N", 32).constant("K", 16);
            Runnable check = ()
                -> assertArrayEquals(product(left, right, m, n, depth), c.copyTo(new float[m * n]));
            onBoth(multiply, Grid.of(2, 2), () -> c.fill((byte) 0), check,
                cpu.tensorDescriptor(a, dims(m, depth), dims(depth, 1), block(32, 16)),
                cpu.tensorDescriptor(b, dims(depth, n), dims(n, 1), block(16, 32)),
                cpu.tensorDescriptor(c, dims(m, n), dims(n, 1), block(32, 32)), depth);
            KernelFunction made =
                kernel("multiplyMade").constant("M", 32).constant("N", 32).constant("K", 16);
            onBoth(made, Grid.of(2, 2), () -> c.fill((byte) 0), check, a, b, c, m, n, depth);
        }
    }

    /** Blocks that begin before the tensor and end after it, with strides that no map has. */
    @Test
    void readsPaddingOutsideOfTensors() {
        int rows = 5, columns = 7;
        try (DeviceBuffer x = cpu.copyOf(numbers(rows * columns, 1));
            DeviceBuffer out = cpu.allocate(ElementType.FP32, 8 * 8)) {
            var to = cpu.tensorDescriptor(out, dims(8, 8), dims(8, 1), block(8, 8));
            for (PaddingOption padding : PaddingOption.values()) {
                float outside = padding == PaddingOption.NAN ? Float.NaN : 0;
                float[] expected = new float[64];
                for (int i = 0; i < 64; i++) {
                    int row = i / 8 - 2, column = i % 8 + 3;
                    boolean isInside = row >= 0 && row < rows && column < columns;
                    expected[i] = isInside ? row * columns + column : outside;
                }
                onBoth(kernel("copy"), Grid.of(1), () -> out.fill((byte) 1),
                    () -> assertArrayEquals(expected, out.copyTo(new float[64])),
                    cpu.tensorDescriptor(x, dims(rows, columns), dims(columns, 1), block(8, 8), padding),
                    to, -2, 3);
            }
        }
    }

    @Test
    void padsRowsOfKernelsWithNaN() {
        try (DeviceBuffer x = cpu.copyOf(numbers(10, 1));
            DeviceBuffer out = cpu.allocate(ElementType.FP32, 16)) {
            float[] expected = numbers(16, 1);
            Arrays.fill(expected, 10, 16, Float.NaN);
            onBoth(kernel("padded").constant("BLOCK", 16), Grid.of(1), () -> out.fill((byte) 0),
                () -> assertArrayEquals(expected, out.copyTo(new float[16])), x, out, 10);
        }
    }

    @Test
    void gathersAndScattersRows() {
        int rows = 20, columns = 12;
        int[] chosen = {3, 0, 19, 20, -1, 7, 7, 1}, targets = {7, 6, 5, 4, 3, 2, 1, 9};
        float[] expected = new float[8 * 8];
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8 && targets[i] < 8; j++) {
                boolean isInside = chosen[i] >= 0 && chosen[i] < rows && 5 + j < columns;
                expected[targets[i] * 8 + j] = isInside ? chosen[i] * columns + 5 + j : 0;
            }
        try (DeviceBuffer x = cpu.copyOf(numbers(rows * columns, 1));
            DeviceBuffer indices = cpu.copyOf(chosen);
            DeviceBuffer places = cpu.copyOf(targets);
            DeviceBuffer out = cpu.allocate(ElementType.FP32, 8 * 8)) {
            onBoth(kernel("rows"), Grid.of(1), () -> out.fill((byte) 0),
                () -> assertArrayEquals(expected, out.copyTo(new float[64])),
                cpu.tensorDescriptor(x, dims(rows, columns), dims(columns, 1), block(1, 8)),
                cpu.tensorDescriptor(out, dims(8, 8), dims(8, 1), block(1, 8)), indices, places, 5);
        }
    }

    /** Several programs update one block, of which a part is in the tensor. */
    @Test
    void updatesAtomically() {
        int n = 13, programs = 9;
        int[] zeros = new int[n];
        try (DeviceBuffer sums = cpu.copyOf(zeros); DeviceBuffer lowest = cpu.copyOf(zeros);
            DeviceBuffer highest = cpu.copyOf(zeros); DeviceBuffer bits = cpu.copyOf(zeros)) {
            Runnable check = () -> {
                int[] sum = sums.copyTo(new int[n]), low = lowest.copyTo(new int[n]);
                int[] high = highest.copyTo(new int[n]), all = bits.copyTo(new int[n]);
                for (int i = 0; i < n; i++) {
                    assertEquals(programs * i + programs * (programs - 1) / 2, sum[i]);
                    assertEquals(-(i + programs - 1), low[i]);
                    assertEquals(i + programs - 1, high[i]);
                    assertEquals((1 << programs) - 1 | 1 << 20, all[i]);
                }
            };
            onBoth(kernel("update").constant("N", 16), Grid.of(programs), () -> {
                for (DeviceBuffer each : List.of(sums, lowest, highest, bits))
                    each.fill((byte) 0);
            }, check, vector(sums, n), vector(lowest, n), vector(highest, n), vector(bits, n));
        }
    }

    private DeviceTensorDescriptor vector(DeviceBuffer buffer, int count) {
        return cpu.tensorDescriptor(buffer, dims(count), dims(1), block(16));
    }

    @Test
    void takesFiveDimensions() {
        try (DeviceBuffer out = cpu.allocate(ElementType.I32, 2 * 1 * 2 * 3 * 4)) {
            var to = cpu.tensorDescriptor(
                out, dims(2, 1, 2, 3, 4), dims(24, 24, 12, 4, 1), block(2, 1, 2, 2, 4));
            int[] expected = new int[48];
            for (int i = 0; i < 48; i++)
                expected[i] = i / 4 % 3 == 2 ? 1 : 0;
            onBoth(kernel("five"), Grid.of(1), () -> out.fill((byte) 0),
                () -> assertArrayEquals(expected, out.copyTo(new int[48])), to, 2);
        }
    }

    /** Tensors of one block share code unless 16 bytes divide one alone; blocks and types do not. */
    @Test
    void compilesForBlockTypeAndAlignment() {
        try (DeviceBuffer x = cpu.copyOf(numbers(200, 1));
            DeviceBuffer out = cpu.allocate(ElementType.FP32, 64)) {
            KernelFunction copy = kernel("copy");
            var to = cpu.tensorDescriptor(out, dims(8, 8), dims(8, 1), block(8, 8));
            var odd = cpu.tensorDescriptor(x, dims(9, 13), dims(13, 1), block(8, 8));
            var narrow = cpu.tensorDescriptor(x, dims(9, 11), dims(12, 1), block(8, 8));
            var shifted = cpu.tensorDescriptor(x.slice(1, 190), dims(9, 12), dims(12, 1), block(8, 8));
            var smaller = cpu.tensorDescriptor(x, dims(9, 12), dims(12, 1), block(4, 8));
            var aligned = cpu.tensorDescriptor(x, dims(9, 12), dims(12, 1), block(8, 8));
            assertEquals("tensordesc<fp32[8x8]>:16,tensordesc<fp32[8x8]>:16,i32:16,i32:16",
                copy.prepare(aligned, to, 0, 0).signature());
            assertEquals("tensordesc<fp32[8x8]>,tensordesc<fp32[8x8]>:16,i32:16,i32:16",
                copy.prepare(odd, to, 0, 0).signature());
            assertEquals("tensordesc<fp32[8x8]>,tensordesc<fp32[8x8]>:16,i32:16,i32:16",
                copy.prepare(narrow, to, 0, 0).signature());
            assertEquals("tensordesc<fp32[8x8]>,tensordesc<fp32[8x8]>:16,i32:16,i32:16",
                copy.prepare(shifted, to, 0, 0).signature());
            var e = assertThrows(CompilationException.class, () -> copy.prepare(smaller, to, 0, 0));
            assertTrue(e.getMessage().contains("T-DESCACCESS-4: values do not broadcast to the block: "
                    + "a tile of 4x8 float and a tile of 8x8 float"),
                e.getMessage());
        }
    }

    @Test
    void reusesArguments() {
        try (DeviceBuffer x = cpu.copyOf(numbers(64, 1)); DeviceBuffer y = cpu.copyOf(numbers(64, 2));
            DeviceBuffer out = cpu.allocate(ElementType.FP32, 64)) {
            var to = cpu.tensorDescriptor(out, dims(8, 8), dims(8, 1), block(8, 8));
            KernelFunction copy = kernel("copy");
            Arguments arguments = copy.arguments()
                .addTensor(cpu.tensorDescriptor(x, dims(8, 8), dims(8, 1), block(8, 8)))
                .addTensor(to).add(0).add(0);
            copy.launch(1, arguments);
            assertArrayEquals(numbers(64, 1), out.copyTo(new float[64]));
            var other = cpu.tensorDescriptor(y, dims(8, 8), dims(8, 1), block(8, 8));
            copy.launch(1, arguments.setTensor(0, other));
            assertArrayEquals(numbers(64, 2), out.copyTo(new float[64]));
            fails(IllegalArgumentException.class,
                "parameter 0, 'from' is a tensor descriptor: expected an integer", () -> arguments.longAt(0));
            fails(IllegalArgumentException.class,
                "parameter 0, 'from' is a tensor descriptor: expected a buffer", () -> arguments.bufferAt(0));
            fails(IllegalArgumentException.class,
                "parameter 0, 'from': i32 was given: expected a tensor descriptor",
                () -> copy.launch(1, 1, to, 0, 0));
            fails(IllegalArgumentException.class,
                "parameter 2, 'row': tensordesc<fp32[8x8]> was given: expected a number",
                () -> copy.launch(1, to, to, to, 0));
            to.close();
            var e = assertThrows(IllegalStateException.class, () -> copy.launch(1, arguments));
            assertEquals("parameter 1, 'to': the tensor descriptor is closed: use it before close(), and not "
                    + "after", e.getMessage());
        }
    }

    @Test
    void refusesInvalidTensors() {
        try (DeviceBuffer x = cpu.allocate(ElementType.FP32, 64);
            DeviceBuffer truths = cpu.allocate(ElementType.I1, 64);
            DeviceBuffer ints = cpu.allocate(ElementType.I32, 64)) {
            String what = "a tensor descriptor ";
            invalid("a tensor of shape [9, 8] with strides [8, 1] exceeds its buffer of 64 elements", x,
                dims(9, 8), dims(8, 1), block(8, 8));
            invalid(what + "has 1 extents, 2 strides and a block of 2: expected one number", x, dims(8),
                dims(8, 1), block(8, 8));
            invalid(what + "has 1 extents, 1 strides and a block of 2: expected one number", x, dims(8),
                dims(1), block(8, 8));
            invalid("1 to 5 dimensions are expected: 6", x, new long[6], new long[6], new int[6]);
            invalid("1 to 5 dimensions are expected: 0", x, dims(), dims(), block());
            invalid(what + "has a last stride of 2: expected 1", x, dims(8), dims(2), block(8));
            invalid(what + "has an extent of -1: expected 0 to 2^31 - 1", x, dims(-1), dims(1), block(8));
            invalid(what + "has a stride of -8: expected no negative one", x, dims(8, 8), dims(-8, 1),
                block(8, 8));
            invalid(what + "has a block of 6: expected powers of two", x, dims(8), dims(1), block(6));
            invalid(what + "has a block of 2048x1024: expected at most 1048576 elements", x, dims(8, 8),
                dims(8, 1), block(2048, 1024));
            invalid(what + "has a block with rows of 8 bytes: expected 16 or more", x, dims(8), dims(1),
                block(2));
            invalid(what + "has truth values as elements: expected numbers", truths, dims(8), dims(1),
                block(16));
            var e = assertThrows(IllegalArgumentException.class,
                () -> cpu.tensorDescriptor(ints, dims(8), dims(1), block(8), PaddingOption.NAN));
            assertTrue(e.getMessage().contains(what + "pads i32 with NaN: expected floating-point numbers"),
                e.getMessage());
        }
    }

    private void invalid(String message, DeviceBuffer buffer, long[] shape, long[] strides, int[] block) {
        var e = assertThrows(IllegalArgumentException.class,
            () -> cpu.tensorDescriptor(buffer, shape, strides, block));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }
}
