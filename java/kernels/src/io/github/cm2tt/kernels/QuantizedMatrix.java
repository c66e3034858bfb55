// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Stream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;

/**
 * A matrix of numbers of few bits on a device: the weight [rows, columns] of {@code x w^T}, in a layout for
 * kernels ({@link QuantizedTiles}). It takes about as many bytes as its file does.
 *
 * <pre>{@code
 * try (QuantizedMatrix weight = QuantizedMatrix.fromGguf(device, Format.Q4_K, blocks, 4096, 4096)) {
 *     QuantizedMatmul.launch(stream, x, weight, out, Epilogue.NONE);
 * }
 * }</pre>
 */
public final class QuantizedMatrix implements AutoCloseable {
    /** How numbers are encoded. GGML's formats are those of its file {@code ggml-quants.c}. */
    public enum Format {
        /** Blocks of 32: d (q - 8). */
        Q4_0(32, 18),
        /** Blocks of 32: d q + m. */
        Q4_1(32, 20),
        /** Blocks of 32, 5 bits: d (q - 16). */
        Q5_0(32, 22),
        /** Blocks of 32, 5 bits: d q + m. */
        Q5_1(32, 24),
        /** Blocks of 32 signed bytes: d q. */
        Q8_0(32, 34),
        /** Blocks of 256, in groups of 32: d s q - e m. */
        Q4_K(256, 144),
        /** Blocks of 256, in groups of 32, 5 bits: d s q - e m. */
        Q5_K(256, 176),
        /** Blocks of 256, in groups of 16, 6 bits: d s (q - 32). */
        Q6_K(256, 210),
        /** Groups of 128, 4 bits: s (q - z). */
        INT4(32, 0),
        /** Floating-point numbers with 4 bits of exponent and 3 of mantissa, and a scale of each row: s q. */
        FP8(32, 0);

        private final int columns;
        private final int bytes;

        Format(int columns, int bytes) {
            this.columns = columns;
            this.bytes = bytes;
        }

        /**
         * Returns of what the number of columns is a multiple.
         *
         * @return the columns of a block
         */
        public int blockColumns() {
            return columns;
        }

        /**
         * Returns the size of a block in a file of GGUF.
         *
         * @return bytes; 0 for a format that these files do not have
         */
        public int blockBytes() {
            return bytes;
        }
    }

    private static final int CHUNK = 4 << 20;

    private final Format format;
    private final long rows;
    private final long columns;
    private final DeviceBuffer words;
    private final DeviceBuffer high;
    private final DeviceBuffer scales;
    private final DeviceBuffer minima;
    private final DeviceBuffer codes;

    private QuantizedMatrix(Device device, Format format, long rows, long columns) {
        this.format = format;
        this.rows = rows;
        this.columns = columns;
        QuantizedPanel panel = new QuantizedPanel(format, groups());
        long panels = panels();
        words = device.allocate(ElementType.I32, panels * panel.words.length);
        high = allocate(device, ElementType.I32, panels * panel.high.length);
        boolean isFp8 = format == Format.FP8;
        scales = device.allocate(isFp8 ? ElementType.FP32 : ElementType.FP16,
            panels * (panel.floats.length + panel.scales.length));
        minima = allocate(device, ElementType.FP16, panels * panel.minima.length);
        codes = allocate(device, ElementType.I8, panels * panel.codes.length);
    }

    private static DeviceBuffer allocate(Device device, ElementType type, long count) {
        return count == 0 ? null : device.allocate(type, count);
    }

    /**
     * Copies blocks of GGML's formats, as in a file of GGUF, to a device.
     *
     * @param device where the matrix is to be
     * @param format one of GGML's formats
     * @param blocks the blocks of the first row, those of the next one, and so on; from the position on
     * @param rows the number of rows
     * @param columns the number of columns, a multiple of those of a block
     * @return the matrix
     * @throws IllegalArgumentException if the format is not one of GGML's, the columns are not a multiple, or
     *     there are fewer bytes than rows and columns require
     */
    public static QuantizedMatrix fromGguf(
        Device device, Format format, ByteBuffer blocks, long rows, long columns) {
        if (format.bytes == 0) {
            throw new IllegalArgumentException(format + " is no format of GGML's blocks");
        }
        checkShape(format, rows, columns);
        int rowBytes = Math.toIntExact(columns / format.columns * format.bytes);
        requireBytes(format, blocks.remaining(), rows, columns, Math.multiplyExact(rows, rowBytes));
        ByteBuffer source = blocks.slice().order(ByteOrder.LITTLE_ENDIAN);
        QuantizedMatrix matrix = new QuantizedMatrix(device, format, rows, columns);
        return matrix.fill(
            (panel, row, inPanel) -> GgufBlocks.row(panel, source, (int) (row * rowBytes), inPanel));
    }

    /**
     * Copies codes of four bits, in groups of 128 columns, to a device.
     *
     * @param device where the matrix is to be
     * @param nibbles two columns a byte, the first in its lower bits; rows in order, from the position on
     * @param scales [rows, groups], rounded to fp16
     * @param zeros [rows, groups], the code of the number 0, rounded to fp16
     * @param rows the number of rows
     * @param columns the number of columns, a multiple of 32; the last group may have fewer than 128
     * @return the matrix, of format {@code INT4}
     * @throws IllegalArgumentException if the arrays do not have that many elements
     */
    public static QuantizedMatrix ofInt4(
        Device device, ByteBuffer nibbles, float[] scales, float[] zeros, long rows, long columns) {
        checkShape(Format.INT4, rows, columns);
        int groups = Math.toIntExact((columns + 127) / 128);
        requireBytes(Format.INT4, nibbles.remaining(), rows, columns, rows * columns / 2);
        requireNumbers("scales", scales.length, rows * groups);
        requireNumbers("zeros", zeros.length, rows * groups);
        ByteBuffer source = nibbles.slice().order(ByteOrder.LITTLE_ENDIAN);
        return new QuantizedMatrix(device, Format.INT4, rows, columns).fill((panel, row, inPanel) -> {
            panel.nibbles(source, (int) (row * columns / 2), inPanel);
            panel.halves(scales, zeros, (int) row * groups, groups, inPanel);
        });
    }

    /**
     * Copies numbers of FP8 (E4M3 without infinities), with a scale for each row, to a device.
     *
     * @param device where the matrix is to be
     * @param numbers a byte for each number, rows in order, from the position on; NaN is not kept
     * @param scales [rows]
     * @param rows the number of rows
     * @param columns the number of columns, a multiple of 32
     * @return the matrix, of format {@code FP8}
     * @throws IllegalArgumentException if the arrays do not have that many elements
     */
    public static QuantizedMatrix ofFp8(
        Device device, ByteBuffer numbers, float[] scales, long rows, long columns) {
        checkShape(Format.FP8, rows, columns);
        requireBytes(Format.FP8, numbers.remaining(), rows, columns, rows * columns);
        requireNumbers("scales", scales.length, rows);
        ByteBuffer source = numbers.slice().order(ByteOrder.LITTLE_ENDIAN);
        return new QuantizedMatrix(device, Format.FP8, rows, columns).fill((panel, row, inPanel) -> {
            panel.bytes(source, (int) (row * columns), 0, inPanel);
            panel.floats[inPanel] = scales[(int) row];
        });
    }

    /** Writes a row into a panel. */
    private interface RowSource {
        void read(QuantizedPanel panel, long row, int inPanel);
    }

    /** Fills the matrix, some panels at a time. */
    private QuantizedMatrix fill(RowSource source) {
        try {
            QuantizedPanel one = new QuantizedPanel(format, groups());
            int atOnce = Math.max(1, CHUNK / Math.max(1, one.words.length));
            for (long first = 0; first < panels(); first += atOnce) {
                long start = first;
                int count = (int) Math.min(atOnce, panels() - first);
                QuantizedPanel[] chunk = new QuantizedPanel[count];
                IntStream.range(0, count).parallel().forEach(i -> {
                    chunk[i] = new QuantizedPanel(format, groups());
                    long from = (start + i) * QuantizedTiles.PANEL;
                    for (int r = 0; r < QuantizedTiles.PANEL && from + r < rows; r++) {
                        source.read(chunk[i], from + r, r);
                    }
                });
                for (int i = 0; i < count; i++) {
                    upload(chunk[i], start + i);
                }
            }
            return this;
        } catch (RuntimeException | Error problem) {
            close();
            throw problem;
        }
    }

    private void upload(QuantizedPanel panel, long at) {
        part(words, panel.words.length, at).copyFrom(panel.words);
        if (high != null) {
            part(high, panel.high.length, at).copyFrom(panel.high);
        }
        if (format == Format.FP8) {
            part(scales, panel.floats.length, at).copyFrom(panel.floats);
        } else {
            part(scales.as(ElementType.I16), panel.scales.length, at).copyFrom(panel.scales);
        }
        if (minima != null) {
            part(minima.as(ElementType.I16), panel.minima.length, at).copyFrom(panel.minima);
        }
        if (codes != null) {
            part(codes, panel.codes.length, at).copyFrom(panel.codes);
        }
    }

    private static DeviceBuffer part(DeviceBuffer buffer, int count, long panel) {
        return buffer.slice(panel * count, count);
    }

    /**
     * Returns how numbers are encoded.
     *
     * @return the format
     */
    public Format format() {
        return format;
    }

    /**
     * Returns the number of rows: of the outputs of a product.
     *
     * @return the number
     */
    public long rows() {
        return rows;
    }

    /**
     * Returns the number of columns: of the inputs of a product.
     *
     * @return the number
     */
    public long columns() {
        return columns;
    }

    /**
     * Returns the size in the device's memory.
     *
     * @return bytes
     */
    public long bytes() {
        long sum = words.bytes() + scales.bytes();
        for (DeviceBuffer buffer : new DeviceBuffer[] {high, minima, codes}) {
            sum += buffer == null ? 0 : buffer.bytes();
        }
        return sum;
    }

    /**
     * Returns where the matrix is.
     *
     * @return the device
     */
    public Device device() {
        return words.device();
    }

    /**
     * Computes the numbers, and copies them to the host.
     *
     * @return rows in order; for GGML's formats exactly the numbers that GGML's conversion to float defines
     */
    public float[] toFloats() {
        float[] result = new float[Math.toIntExact(rows * columns)];
        int atOnce = (int) Math.max(1, Math.min(rows, CHUNK / Math.max(1, columns)));
        Stream stream = device().stream();
        try (stream; DeviceTensor out = DeviceTensor.allocate(device(), ElementType.FP32, atOnce, columns)) {
            for (int first = 0; first < rows; first += atOnce) {
                int from = first;
                int count = (int) Math.min(atOnce, rows - first);
                int[] indices = IntStream.range(from, from + count).toArray();
                try (DeviceTensor ids = DeviceTensor.copyOf(device(), indices, count)) {
                    QuantizedMatmul.gather(stream, this, ids, out.slice(0, 0, count));
                    stream.synchronize();
                }
                out.buffer().copyTo(result, (int) (from * columns), (int) (count * columns));
            }
        }
        return result;
    }

    /** Frees the memory. */
    @Override
    public void close() {
        for (DeviceBuffer buffer : new DeviceBuffer[] {words, high, scales, minima, codes}) {
            if (buffer != null) {
                buffer.close();
            }
        }
    }

    @Override
    public String toString() {
        return "matrix of " + format + " [" + rows + ", " + columns + "] on " + device();
    }

    /** Returns the number of groups of 32 columns. */
    int groups() {
        return Math.toIntExact(columns / 32);
    }

    /** Returns the number of panels, of which the last one may have fewer rows. */
    private long panels() {
        return (rows + QuantizedTiles.PANEL - 1) / QuantizedTiles.PANEL;
    }

    /** Returns what a kernel takes. */
    QuantizedTiles.Arrays arrays() {
        return new QuantizedTiles.Arrays(words.ptr(), high == null ? null : high.ptr(), scales.ptr(),
            minima == null ? null : minima.ptr(), codes == null ? null : codes.ptr());
    }

    private static void checkShape(Format format, long rows, long columns) {
        if (rows < 0 || columns < 0 || columns % format.columns != 0) {
            throw new IllegalArgumentException(format + ": expected columns that are a multiple of "
                + format.columns + ", found [" + rows + ", " + columns + "]");
        }
    }

    private static void requireBytes(Format format, long found, long rows, long columns, long expected) {
        if (found < expected) {
            throw new IllegalArgumentException(
                format + " [" + rows + ", " + columns + "] has " + expected + " bytes, found " + found);
        }
    }

    private static void requireNumbers(String name, long found, long expected) {
        if (found != expected) {
            throw new IllegalArgumentException(name + ": expected " + expected + ", found " + found);
        }
    }
}
