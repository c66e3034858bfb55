// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import io.github.cm2tt.lang.Triton.ScaledFormat;
import java.util.Arrays;

/**
 * Products of matrices of narrow numbers with scales. As on a CPU, scaled numbers are floats, and each
 * product is added with one rounding, in the order of the inner dimension.
 */
final class DotScaled {
    private DotScaled() {}

    /** {@link Triton#dotScaled}. */
    static Tensor dotScaled(Tensor a, Tensor aScale, ScaledFormat aFormat, Tensor b, Tensor bScale,
        ScaledFormat bFormat, Tensor acc) {
        Factor left = Factor.of("a", a, aScale, aFormat, true);
        Factor right = Factor.of("b", b, bScale, bFormat, false);
        int[] shape = productShape(left, right);
        int count = left.numbersForScale();
        int other = right.numbersForScale();
        if (count != 0 && other != 0 && count != other) {
            throw new KernelException("T-DOTSCALED-8: numbers for one scale differ: " + count + " of a, "
                + other + " of b");
        }
        Tiles.checked("T-DOTSCALED-9", shape);
        if (acc != null && (acc.type != ElementType.F32 || !Arrays.equals(acc.shape, shape))) {
            throw new KernelException("T-DOTSCALED-10: the accumulator must be "
                + Promotion.describe(ElementType.F32, shape) + ": " + Promotion.describe(acc));
        }
        long[] sums = acc == null ? new long[Tiles.count(shape)] : acc.bits.clone();
        int inner = left.shape()[left.inner];
        Dot.addProducts(ElementType.F32, shape, inner, left.numbers(), right.numbers(), sums);
        return new Tensor(ElementType.F32, shape, sums);
    }

    /** Returns the shape of the result: MxN for MxK and KxN. */
    private static int[] productShape(Factor a, Factor b) {
        String both = Promotion.describe(a.tile) + " and " + Promotion.describe(b.tile);
        int[] left = a.shape();
        int[] right = b.shape();
        if (left.length != right.length) {
            throw new KernelException(
                "T-DOTSCALED-2: operands must be tiles of two dimensions, or of three: " + both);
        }
        int inner = left[a.inner];
        if (inner != right[b.inner]) {
            throw new KernelException("T-DOTSCALED-4: inner extents differ: " + inner + " and "
                + right[b.inner] + " numbers, of " + both);
        }
        if (inner < 16) {
            throw new KernelException("T-DOTSCALED-5: the inner extent must be 16 at least: " + inner);
        }
        if (left.length == 3 && left[0] != right[0]) {
            throw new KernelException(
                "T-DOTSCALED-6: batches differ: " + left[0] + " and " + right[0] + ", of " + both);
        }
        left[left.length - 1] = right[right.length - 1];
        return left;
    }

    //------------------------------------------------------------------------
    // Operands
    //------------------------------------------------------------------------

    /**
     * An operand with its scales.
     *
     * @param name a or b, for messages
     * @param inner the dimension that is summed over
     * @param outer the other dimension of the matrix
     */
    private record Factor(String name, Tensor tile, Tensor scale, ScaledFormat format, int inner, int outer) {
        /** The magnitudes of e2m1. */
        private static final float[] MAGNITUDES = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};

        static Factor of(String name, Tensor tile, Tensor scale, ScaledFormat format, boolean isLeft) {
            if (format == null) {
                throw new KernelException(
                    "T-DOTSCALED-1: the format of " + name + " must be a constant of ScaledFormat: null");
            }
            int rank = tile == null ? 0 : tile.shape.length;
            if (rank != 2 && rank != 3) {
                throw new KernelException("T-DOTSCALED-2: operands must be tiles of two dimensions,"
                    + " or of three: " + Promotion.describe(tile));
            }
            Factor result = isLeft ? new Factor(name, tile, scale, format, rank - 1, rank - 2)
                : new Factor(name, tile, scale, format, rank - 2, rank - 1);
            result.checkElements();
            return result;
        }

        private boolean isPacked() {
            return format == ScaledFormat.E2M1 || format == ScaledFormat.E2M1_OUTER;
        }

        private void checkElements() {
            boolean isRight = switch (format) {
                case E2M1, E2M1_OUTER -> tile.type == ElementType.I8 || tile.type == ElementType.U8;
                case E4M3 -> tile.type == ElementType.F8E4M3;
                case E5M2 -> tile.type == ElementType.F8E5M2;
                case BF16 -> tile.type == ElementType.BF16;
                case FP16 -> tile.type == ElementType.F16;
            };
            if (isRight) {
                return;
            }
            String expected = switch (format) {
                case E2M1, E2M1_OUTER -> "byte or UInt8";
                case E4M3 -> "fp8e4nv";
                case E5M2 -> "fp8e5";
                case BF16 -> "bf16";
                case FP16 -> "fp16";
            };
            throw new KernelException("T-DOTSCALED-3: the elements of " + name + " must be " + expected + ": "
                + Promotion.describe(tile));
        }

        /** Returns the dimension along which a byte has two numbers. */
        private int packed() {
            return format == ScaledFormat.E2M1 ? inner : outer;
        }

        /** Returns the extents of the numbers. */
        int[] shape() {
            int[] shape = tile.shape.clone();
            if (isPacked()) {
                shape[packed()] *= 2;
            }
            return shape;
        }

        /** Returns the number of elements along K for one scale; 0 without scales. */
        int numbersForScale() {
            if (scale == null) {
                return 0;
            }
            int[] shape = shape();
            int numbers = shape[inner];
            int vectors = shape[outer];
            shape[shape.length - 2] = vectors;
            boolean isScale = scale.type == ElementType.I8 || scale.type == ElementType.U8
                || scale.type == ElementType.F8E4M3;
            for (int count = 16; count <= 32; count *= 2) {
                shape[shape.length - 1] = numbers / count;
                if (isScale && Arrays.equals(scale.shape, shape)) {
                    return count;
                }
            }
            throw new KernelException("T-DOTSCALED-7: the scales of " + name + " must be bytes or fp8e4nv, "
                + vectors + " times " + numbers / 32 + " or " + numbers / 16 + ": "
                + Promotion.describe(scale));
        }

        //--------------------------------------------------------------------
        // Values
        //--------------------------------------------------------------------

        /** Returns the numbers in row-major order, scaled, as bits of floats. */
        long[] numbers() {
            int[] shape = shape();
            int rank = shape.length;
            int count = numbersForScale();
            float[] plain = isPacked() ? null : floats(tile);
            float[] scales = scale == null ? null : scales();
            long[] result = new long[Tiles.count(shape)];
            int[] at = new int[3];
            for (int i = 0; i < result.length; i++) {
                at[rank - 1] = i % shape[rank - 1];
                at[rank - 2] = i / shape[rank - 1] % shape[rank - 2];
                int batch = i / shape[rank - 1] / shape[rank - 2];
                float number = plain == null ? unpacked(batch, at) : plain[i];
                if (scales != null) {
                    int row = batch * shape[outer] + at[outer];
                    number *= scales[row * (shape[inner] / count) + at[inner] / count];
                }
                result[i] = Float.floatToRawIntBits(number) & 0xFFFFFFFFL;
            }
            return result;
        }

        private static float[] floats(Tensor tile) {
            long[] bits = Conversions.convert(Operand.of(tile), ElementType.F32).bits();
            float[] result = new float[bits.length];
            for (int i = 0; i < result.length; i++) {
                result[i] = Float.intBitsToFloat((int) bits[i]);
            }
            return result;
        }

        private float[] scales() {
            if (scale.type == ElementType.F8E4M3) {
                return floats(scale);
            }
            float[] result = new float[scale.bits.length];
            for (int i = 0; i < result.length; i++) {
                int exponent = (int) scale.bits[i] & 0xFF;
                result[i] = exponent == 255 ? Float.NaN : Math.scalb(1.0f, exponent - 127);
            }
            return result;
        }

        /** Returns the number of the format e2m1 at a position of a matrix. */
        private float unpacked(int batch, int[] at) {
            int rank = tile.shape.length;
            int row = at[rank - 2];
            int column = at[rank - 1];
            boolean isHigh = at[packed()] % 2 == 1;
            if (packed() == rank - 1) {
                column /= 2;
            } else {
                row /= 2;
            }
            long element = tile.bits[(batch * tile.shape[rank - 2] + row) * tile.shape[rank - 1] + column];
            int code = (int) (isHigh ? element >> 4 : element) & 0xF;
            float magnitude = MAGNITUDES[code & 7];
            return code < 8 ? magnitude : -magnitude;
        }
    }
}
