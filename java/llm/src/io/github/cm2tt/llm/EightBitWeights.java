// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.kernels.QuantizedMatrix;
import io.github.cm2tt.lang.Float8E4M3;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Loads matrices of FP8 (E4M3) from folders. A number is multiplied by a scale of its row, or of all, which
 * stays so on the device; or of its square of 128 rows and columns, as in DeepSeek's models: then it becomes
 * BF16.
 */
final class EightBitWeights {
    /** The type in files. */
    static final String TYPE = "F8_E4M3";
    private static final int BLOCK = 128;
    private static final int STEP = 1024;

    private final TensorFile file;
    private final Device device;
    private final ModelWeights weights;

    EightBitWeights(TensorFile file, Device device, ModelWeights weights) {
        this.file = file;
        this.device = device;
        this.weights = weights;
    }

    /** Returns the name of the scales of a matrix; throws a ModelFileException if there are none. */
    static String scalesOf(TensorFile file, String matrix) {
        return List.of(matrix + "_scale", matrix + "_scale_inv").stream()
            .filter(file.names()::contains).findFirst()
            .orElseThrow(() -> new ModelFileException(file + ": the tensor '" + matrix + "' has no scales"));
    }

    private static boolean hasSquares(TensorFile file, String matrix) {
        long[] shape = file.shape(scalesOf(file, matrix));
        long[] whole = file.shape(matrix);
        return shape.length == 2 && shape[0] == (whole[0] + BLOCK - 1) / BLOCK
            && shape[1] == (whole[1] + BLOCK - 1) / BLOCK;
    }

    /** Returns the bytes of a matrix of this type on a device, for each in the file. */
    static int growth(TensorFile file, String matrix) {
        return hasSquares(file, matrix) ? ElementType.BF16.bytes() : 1;
    }

    /** Loads the rows of matrices, one after the other. */
    Weight load(long rows, int columns, List<String> matrices) throws IOException {
        if (hasSquares(file, matrices.get(0))) {
            return Weight.of(numbers(rows, columns, matrices));
        }
        float[] scales = new float[Math.toIntExact(rows)];
        ByteBuffer codes = ByteBuffer.allocateDirect(Math.toIntExact(rows * columns));
        for (String matrix : matrices) {
            int first = codes.position() / columns;
            codes.put(file.data(matrix));
            fill(scales, first, codes.position() / columns, scalesOf(file, matrix));
        }
        return Weight.of(weights.own(QuantizedMatrix.ofFp8(device, codes.flip(), scales, rows, columns)));
    }

    private void fill(float[] scales, int first, int end, String name) throws IOException {
        float[] found = floats(name);
        if (found.length != 1 && found.length != end - first) {
            throw new ModelFileException(file + ": the tensor '" + name + "' has " + found.length
                + " scales, but one for each of " + (end - first) + " rows, or for each square of " + BLOCK
                + " rows and columns, is expected");
        }
        for (int row = first; row < end; row++) {
            scales[row] = found[found.length == 1 ? 0 : row - first];
        }
    }

    private float[] floats(String name) throws IOException {
        ElementType type = WeightLoader.elementType(file.typeName(name));
        if (type == null) {
            throw new ModelFileException(file + ": the tensor '" + name + "' is " + file.typeName(name)
                + ", but F32, F16 or BF16 is expected");
        }
        long count = Arrays.stream(file.shape(name)).reduce(1, Math::multiplyExact);
        try (DeviceTensor tensor = DeviceTensor.allocate(device, type, count)) {
            tensor.buffer().as(ElementType.U8).copyFrom(file.data(name));
            return tensor.toFloats();
        }
    }

    private DeviceTensor numbers(long rows, int columns, List<String> matrices) throws IOException {
        DeviceTensor tensor = weights.own(DeviceTensor.allocate(device, ElementType.BF16, rows, columns));
        ByteBuffer out = ByteBuffer.allocateDirect(2 * STEP * columns).order(ByteOrder.LITTLE_ENDIAN);
        long at = 0;
        for (String matrix : matrices) {
            float[] scales = floats(scalesOf(file, matrix));
            int count = Math.toIntExact(file.shape(matrix)[0]);
            for (int first = 0; first < count; first += STEP) {
                int height = Math.min(STEP, count - first);
                ByteBuffer codes = file.data(matrix, first, height);
                int firstRow = first;
                IntStream.range(0, height).parallel().forEach(
                    row -> convert(codes, out, row, columns, scales, (firstRow + row) / BLOCK));
                out.limit(2 * height * columns);
                tensor.buffer().as(ElementType.U8).slice(at, out.limit()).copyFrom(out.slice());
                at += out.limit();
            }
        }
        return tensor;
    }

    private static void convert(
        ByteBuffer codes, ByteBuffer out, int row, int columns, float[] scales, int squaresAbove) {
        int squares = (columns + BLOCK - 1) / BLOCK;
        for (int i = 0; i < columns; i++) {
            float code = Float8E4M3.toFloat(codes.get(codes.position() + row * columns + i));
            int bits = Float.floatToRawIntBits(code * scales[squaresAbove * squares + i / BLOCK]);
            // To nearest, ties to even.
            out.putShort(2 * (row * columns + i), (short) (bits + 0x7FFF + (bits >>> 16 & 1) >>> 16));
        }
    }
}
