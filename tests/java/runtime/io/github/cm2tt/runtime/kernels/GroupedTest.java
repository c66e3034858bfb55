// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.close;
import static io.github.cm2tt.runtime.kernels.Checks.normalHalves;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.KernelException;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables of pointers: a product of many pairs of matrices of different sizes, in one launch. */
class GroupedTest {
    private static final int BLOCK = 32;
    private static final int[][] SIZES = {{40, 24, 33}, {16, 64, 16}, {70, 10, 100}, {1, 1, 1}};

    /** Tables with a pointer for each group: factors of fp16, products of fp32; and m, n, k of each. */
    record Groups(Ptr a, Ptr b, Ptr c, Ptr sizes) {}

    @Kernel
    static void grouped(Groups groups, @Constant int BLOCK) {
        int group = Triton.programId(1);
        var size = groups.sizes().add(3 * group);
        int m = size.load().intValue();
        int n = size.add(1).load().intValue();
        int k = size.add(2).load().intValue();
        int columns = Triton.cdiv(n, BLOCK);
        int tile = Triton.programId(0);
        if (tile >= Triton.cdiv(m, BLOCK) * columns)
            return;
        var a = groups.a().add(group).load().toPointer(Float16.class).multipleOf(16);
        var b = groups.b().add(group).load().toPointer(Float16.class).multipleOf(16);
        Ptr c = Triton.toPointer(float.class, groups.c().add(group).load().longValue());
        var row = Triton.arange(0, BLOCK).add(tile / columns * BLOCK).expand(1);
        var column = Triton.arange(0, BLOCK).add(tile % columns * BLOCK).expand(0);
        var inner = Triton.arange(0, BLOCK);
        var sum = Triton.zeros(float.class, BLOCK, BLOCK);
        for (int start = 0; start < k; start += BLOCK) {
            var left = inner.expand(0).add(start);
            var top = inner.expand(1).add(start);
            var x = a.add(row.mul(k).add(left)).load(row.lt(m).and(left.lt(k)), 0);
            var y = b.add(top.mul(n).add(column)).load(top.lt(k).and(column.lt(n)), 0);
            sum = Triton.dot(x, y, sum);
        }
        c.add(row.mul(n).add(column)).store(sum, row.lt(m).and(column.lt(n)));
    }

    private final List<DeviceBuffer> opened = new ArrayList<>();

    private DeviceBuffer open(DeviceBuffer buffer) {
        opened.add(buffer);
        return buffer;
    }

    private static double[] product(float[] a, float[] b, int m, int n, int k) {
        double[] product = new double[m * n];
        for (int row = 0; row < m; row++) {
            for (int i = 0; i < k; i++) {
                for (int column = 0; column < n; column++)
                    product[row * n + column] += (double) a[row * k + i] * b[i * n + column];
            }
        }
        return product;
    }

    @Test
    void productsOfDifferentSizes() {
        int count = SIZES.length;
        DeviceBuffer[] a = new DeviceBuffer[count], b = new DeviceBuffer[count], c = new DeviceBuffer[count];
        double[][] expected = new double[count][];
        int[] sizes = new int[3 * count];
        for (int i = 0; i < count; i++) {
            int m = SIZES[i][0], n = SIZES[i][1], k = SIZES[i][2];
            float[] x = normalHalves(m * k, i), y = normalHalves(k * n, i + 10);
            expected[i] = product(x, y, m, n, k);
            a[i] = open(CPU.copyOf(ElementType.FP16, x));
            b[i] = open(CPU.copyOf(ElementType.FP16, y));
            c[i] = open(CPU.zeros(ElementType.FP32, (long) m * n));
            System.arraycopy(SIZES[i], 0, sizes, 3 * i, 3);
        }
        DeviceBuffer tableA = open(CPU.pointerTable(a)), tableB = open(CPU.pointerTable(b));
        var groups = new Groups(tableA.ptr(), tableB.ptr(), open(CPU.pointerTable(c)).ptr(),
            open(CPU.copyOf(sizes)).ptr());
        KernelFunction kernel =
            KernelFunction.of(GroupedTest.class, "grouped").constant("BLOCK", BLOCK).on(CPU);
        Grid grid = Grid.of(6, count);
        for (Runnable way : List.<Runnable>of(() -> kernel.launch(grid, groups),
                 () -> kernel.checked().launch(grid, groups), () -> kernel.debug(grid, groups))) {
            for (DeviceBuffer each : c)
                each.fill(0);
            way.run();
            for (int i = 0; i < count; i++)
                close("product " + i, expected[i], c[i].copyTo(new float[(int) c[i].count()]), 1e-4);
        }
        String ptx = kernel.compile("sm_90a", "*i64:16,*i64:16,*i64:16,*i32:16").ptx();
        assertTrue(ptx.contains("mma"), ptx);
        opened.forEach(DeviceBuffer::close);
    }

    @Kernel
    static void addresses(Ptr table, Ptr out) {
        var p = table.add(Triton.arange(0, 2)).load().toPointer(int.class);
        out.add(Triton.arange(0, 2)).store(p.add(1).load());
    }

    @Test
    void tablesKeepTheirMemory() {
        DeviceBuffer x = CPU.copyOf(new int[] {1, 2, 3}), y = CPU.copyOf(new int[] {4, 5});
        try (DeviceBuffer out = CPU.zeros(ElementType.I32, 2);
             DeviceBuffer table = CPU.pointerTable(null, x.slice(1, 2), y)) {
            KernelFunction kernel = KernelFunction.of(GroupedTest.class, "addresses").on(CPU);
            DeviceBuffer part = table.slice(1, 2);
            kernel.debug(1, part, out);
            assertArrayEquals(new int[] {3, 5}, out.copyTo(new int[2]));
            assertEquals(0, table.copyTo(new long[3])[0]);
            x.close();
            y.close();
            assertArrayEquals(new int[] {3, 5}, launched(kernel, part, out));
            assertThrows(IllegalStateException.class, () -> CPU.pointerTable(y));
        }
    }

    private static int[] launched(KernelFunction kernel, DeviceBuffer table, DeviceBuffer out) {
        kernel.launch(1, table, out.fill(0));
        return out.copyTo(new int[2]);
    }

    @Test
    void addressesWithoutMemoryAreReported() {
        try (DeviceBuffer out = CPU.zeros(ElementType.I32, 2);
             DeviceBuffer table = CPU.pointerTable(out, null)) {
            KernelFunction kernel = KernelFunction.of(GroupedTest.class, "addresses").on(CPU);
            String message =
                assertThrows(KernelException.class, () -> kernel.debug(1, table, out)).getMessage();
            assertTrue(message.contains("the address 0x4 is not in memory of this run: expected a buffer "
                           + "that is an argument, or in a table of pointers"), message);
        }
    }
}
