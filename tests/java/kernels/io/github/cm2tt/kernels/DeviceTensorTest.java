// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.DEVICE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Shapes, views and memory of tensors. */
final class DeviceTensorTest {
    private static DeviceTensor numbers(long... shape) {
        int count = 1;
        for (long extent : shape)
            count *= extent;
        float[] values = new float[count];
        for (int i = 0; i < count; i++)
            values[i] = i;
        return DeviceTensor.copyOf(DEVICE, ElementType.FP32, values, shape);
    }

    private static void refuses(String message, Executable code) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, code).getMessage());
    }

    /** The elements of a view, in the order of their indices. */
    private static float[] elements(DeviceTensor view) {
        float[] memory = view.buffer().copyTo(new float[(int) view.buffer().count()]);
        float[] result = new float[(int) view.count()];
        for (int i = 0; i < result.length; i++) {
            long at = 0;
            long rest = i;
            for (int axis = view.rank() - 1; axis >= 0; axis--) {
                at += rest % view.size(axis) * view.stride(axis);
                rest /= view.size(axis);
            }
            result[i] = memory[(int) at];
        }
        return result;
    }

    @Test
    void viewsShareMemory() {
        try (DeviceTensor x = numbers(3, 4)) {
            assertArrayEquals(new float[] {5, 6, 9, 10}, elements(x.slice(0, 1, 3).slice(1, 1, 3)));
            assertArrayEquals(new float[] {1, 5, 9}, elements(x.select(-1, 1)));
            assertArrayEquals(new float[] {0, 4, 8, 1, 5, 9}, elements(x.transpose(0, 1).slice(0, 0, 2)));
            assertArrayEquals(new long[] {2, 6}, x.reshape(2, -1).shape());
            assertArrayEquals(new long[] {3, 2, 2}, x.splitLast(2).shape());
            assertArrayEquals(new float[] {2, 3, 6, 7}, elements(x.splitLast(2).select(1, 1).slice(0, 0, 2)));
            assertArrayEquals(new long[] {1, 3, 4}, x.expandFirst().shape());
            assertTrue(x.expandFirst().isContiguous());
            assertArrayEquals(new float[] {1, 5, 9}, elements(x.slice(1, 1, 2).expandFirst()));
            assertTrue(x.slice(0, 1, 2).isContiguous());
            assertFalse(x.slice(1, 1, 2).isContiguous());
            assertEquals(0, x.slice(0, 2, 2).count());
        }
    }

    @Test
    void namesWhatDoesNotFit() {
        try (DeviceTensor x = numbers(3, 4); DeviceBuffer four = DEVICE.allocate(ElementType.FP32, 4)) {
            refuses("a tensor of shape [2, 3] has 6 elements, but the buffer has 4",
                () -> DeviceTensor.of(four, 2, 3));
            refuses("a tensor of shape [5] has 5 elements, found 2 numbers",
                () -> DeviceTensor.copyOf(DEVICE, new int[2], 5));
            refuses("negative extent in [-2]", () -> DeviceTensor.of(four, -2));
            refuses("more than one -1 in [-1, -1]", () -> x.reshape(-1, -1));
            refuses("a tensor of shape [3, 4] cannot be [5, -1]", () -> x.reshape(5, -1));
            refuses(x + " cannot be divided into 3 columns", () -> x.splitLast(3));
            DeviceTensor turned = x.transpose(0, 1);
            refuses("toFloats: " + turned + " with strides [1, 4] is not contiguous", turned::toFloats);
            refuses("x: expected the type one of [FP16, BF16], found " + x,
                () -> Tensors.requireType("x", x, ElementType.FP16, ElementType.BF16));
            assertThrows(IndexOutOfBoundsException.class, () -> x.slice(0, 2, 4));
            assertThrows(IndexOutOfBoundsException.class, () -> x.select(2, 0));
        }
    }

    @Test
    void readsFiles(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("numbers");
        Files.write(file, new byte[] {9, 9, 1, 0, 0, 0, 2, 0, 0, 0});
        try (FileChannel channel = FileChannel.open(file);
            DeviceTensor x = DeviceTensor.read(DEVICE, ElementType.I32, channel, 2, 2)) {
            assertArrayEquals(new int[] {1, 2}, x.toInts());
            assertEquals(
                "a tensor of shape [3] and type I32 at byte 2 has 12 bytes, but the file ends after 10",
                assertThrows(
                    EOFException.class, () -> DeviceTensor.read(DEVICE, ElementType.I32, channel, 2, 3))
                    .getMessage());
        }
    }
}
