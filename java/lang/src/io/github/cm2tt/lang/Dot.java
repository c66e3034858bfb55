// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;
import java.util.List;

/**
 * Matrix products. As on a CPU, factors are widened to the type of the sum, float for fp16, and each product
 * is added with one rounding, in the order of the inner dimension. The requested precision has no effect.
 */
final class Dot {
    private Dot() {}

    /** {@link Triton#dot}. */
    static Tensor dot(Tensor a, Tensor b, Tensor acc, Triton.InputPrecision precision, Class<?> literal,
        int maxNumImpreciseAcc) {
        int[] shape = productShape(a, b);
        if (maxNumImpreciseAcc < 0) {
            throw new KernelException(
                "T-DOT-10: the number of imprecise sums must be 0 or more: " + maxNumImpreciseAcc);
        }
        ElementType type = sumType(a.type, acc, literal);
        Tiles.checked("T-DOT-8", shape);
        if (acc != null && (acc.type != type || !Arrays.equals(acc.shape, shape))) {
            throw new KernelException("T-DOT-9: the accumulator must be "
                + new Operand(type, shape, new long[0], false).describe() + ": " + Promotion.describe(acc));
        }
        ElementType wide = type == ElementType.F16 ? ElementType.F32 : type;
        long[] sums = acc == null ? new long[Tiles.count(shape)]
            : Conversions.convert(Operand.of(acc), wide).bits().clone();
        addProducts(wide, shape, a.shape[shape.length - 1], widened(a, wide), widened(b, wide), sums);
        Undefined undefined = undefined(shape, a, b);
        if (acc != null && acc.undefined != null) {
            undefined = acc.undefined.or(undefined);
        }
        return Conversions.convert(new Operand(wide, shape, sums, false, undefined), type).toTensor();
    }

    /** A row of the first operand makes a row of the product undefined, a column of the second a column. */
    private static Undefined undefined(int[] shape, Tensor a, Tensor b) {
        int rank = shape.length;
        Undefined all = null;
        for (int operand = 0; operand < 2; operand++) {
            Tensor tile = operand == 0 ? a : b;
            if (tile.undefined != null) {
                AxisTraversal axes = AxisTraversal.of("T-DOT-1", tile.shape, rank - 1 - operand);
                Undefined rows = Undefined.reduced(tile.undefined, axes);
                all = rows.broadcast(axes.reducedShape(true), shape).or(all);
            }
        }
        return all;
    }

    private static long[] widened(Tensor tile, ElementType type) {
        return Conversions.convert(Operand.of(tile), type).bits();
    }

    //------------------------------------------------------------------------
    // Types
    //------------------------------------------------------------------------

    private static boolean isFloat8(ElementType type) {
        return type.isFloat() && type.bits == 8;
    }

    private static boolean isFactor(ElementType type) {
        return type == ElementType.I8 || type.isFloat();
    }

    /** Returns the types in which products of a type can be summed, the default first. */
    private static List<ElementType> sumTypes(ElementType factor) {
        if (factor == ElementType.I8) {
            return List.of(ElementType.I32);
        }
        if (factor == ElementType.F64) {
            return List.of(factor);
        }
        if (factor == ElementType.F32 || factor == ElementType.BF16) {
            return List.of(ElementType.F32);
        }
        return List.of(ElementType.F32, ElementType.F16);
    }

    private static ElementType sumType(ElementType factor, Tensor acc, Class<?> literal) {
        List<ElementType> types = sumTypes(factor);
        if (literal != null) {
            ElementType type = ElementType.of(literal);
            if (type == null) {
                throw new KernelException("T-DOT-6: an accumulator, an InputPrecision, a class literal or"
                    + " a constant int, each once at most, is expected: " + literal.getName());
            }
            if (!types.contains(type)) {
                throw new KernelException(
                    "T-DOT-7: products of " + factor.name + " cannot be summed in " + type.name);
            }
            return type;
        }
        return acc != null && types.contains(acc.type) ? acc.type : types.get(0);
    }

    /** Returns the shape of the result: MxN for MxK and KxN. */
    private static int[] productShape(Tensor a, Tensor b) {
        String both = Promotion.describe(a) + " and " + Promotion.describe(b);
        int rank = a == null ? 0 : a.shape.length;
        if (b == null || b.shape.length != rank || rank != 2 && rank != 3) {
            throw new KernelException(
                "T-DOT-1: operands must be tiles of two dimensions, or of three: " + both);
        }
        int inner = a.shape[rank - 1];
        if (inner != b.shape[rank - 2]) {
            throw new KernelException(
                "T-DOT-2: inner extents differ: " + inner + " and " + b.shape[rank - 2] + ", of " + both);
        }
        if (rank == 3 && a.shape[0] != b.shape[0]) {
            throw new KernelException(
                "T-DOT-3: batches differ: " + a.shape[0] + " and " + b.shape[0] + ", of " + both);
        }
        if (!isFactor(a.type) || a.type != b.type && !(isFloat8(a.type) && isFloat8(b.type))) {
            throw new KernelException(
                "T-DOT-4: operands must be of one type, byte, fp8, fp16, bf16, float or double: " + both);
        }
        int least = a.type.bits == 8 ? 32 : 16;
        if (inner < least) {
            throw new KernelException(
                "T-DOT-5: the inner extent must be " + least + " at least for " + a.type.name + ": " + inner);
        }
        int[] shape = a.shape.clone();
        shape[rank - 1] = b.shape[rank - 1];
        return shape;
    }

    //------------------------------------------------------------------------
    // Sums
    //------------------------------------------------------------------------

    /**
     * Adds the products of matrices to sums of the shape of the result, all of one type.
     *
     * @param inner the number of elements along K
     */
    static void addProducts(ElementType type, int[] shape, int inner, long[] a, long[] b, long[] sums) {
        int rank = shape.length;
        Product product = new Product(shape[rank - 2], shape[rank - 1], inner);
        for (int i = 0; i < (rank == 3 ? shape[0] : 1); i++) {
            product.add(type, a, b, sums, i);
        }
    }

    /** The extents of one product. */
    private record Product(int m, int n, int k) {
        /** Adds the product of matrices in a batch to the sums, all of one type. */
        void add(ElementType type, long[] a, long[] b, long[] sums, int batch) {
            for (int row = batch * m; row < (batch + 1) * m; row++) {
                for (int inner = 0; inner < k; inner++) {
                    addRow(type, a[row * k + inner], b, (batch * k + inner) * n, sums, row * n);
                }
            }
        }

        private void addRow(ElementType type, long left, long[] b, int from, long[] sums, int to) {
            if (type == ElementType.I32) {
                for (int i = 0; i < n; i++) {
                    sums[to + i] = (int) (sums[to + i] + left * b[from + i]);
                }
            } else if (type == ElementType.F64) {
                double factor = Double.longBitsToDouble(left);
                for (int i = 0; i < n; i++) {
                    sums[to + i] = Double.doubleToRawLongBits(Math.fma(
                        factor, Double.longBitsToDouble(b[from + i]), Double.longBitsToDouble(sums[to + i])));
                }
            } else {
                float factor = Float.intBitsToFloat((int) left);
                for (int i = 0; i < n; i++) {
                    float sum = Math.fma(factor, Float.intBitsToFloat((int) b[from + i]),
                        Float.intBitsToFloat((int) sums[to + i]));
                    sums[to + i] = Float.floatToRawIntBits(sum) & 0xFFFFFFFFL;
                }
            }
        }
    }
}
