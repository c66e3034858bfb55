// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Draws an index for each row of logits, as language models choose the next token. In this order:
 *
 * <ol>
 * <li>top-k keeps the k greatest logits;
 * <li>the probability of those is {@code exp(logit / temperature)}, divided by the sum of all kept;
 * <li>top-p keeps the fewest greatest ones whose probabilities add up to p at least (Holtzman et al., 2020);
 * <li>min-p keeps those with at least minP times the greatest probability (Nguyen et al., 2024);
 * <li>the result is the first index at which the sum of the kept probabilities, in the order of the
 *     indices, exceeds the random number times the sum of all kept.
 * </ol>
 *
 * <p>Top-k and top-p keep all of several equal logits, or none: if several equal the last one that is kept,
 * more than k are. One at least is kept. NaN counts as negative infinity. A temperature of 0 or less takes
 * the first of the greatest logits.
 *
 * <p>Nothing is sorted: the least logit that is kept is found by bisection, of the order of all floats,
 * with at most 16 passes over the row. Sums have single precision.
 */
public final class Sampling {
    private static final KernelFunction SAMPLE = KernelFunction.of(Sampling.class, "sample");

    /** The key of negative infinity. */
    private static final int LOWEST = 0x807fffff;

    private Sampling() {}

    /** A row: its logits, their number and maximum, and 1 / temperature. */
    record Row(Ptr logits, int n, float maximum, float scale) {
        /** Returns a block of logits; negative infinity for NaN and after the end. */
        Tensor load(int start, @Constant int BLOCK) {
            var place = Triton.arange(0, BLOCK).add(start);
            var x = logits.add(place).load(place.lt(n), Float.NEGATIVE_INFINITY);
            return Triton.where(x.eq(x), x, Float.NEGATIVE_INFINITY);
        }

        /** Returns probabilities, relative to the greatest one. */
        Tensor weights(Tensor x) {
            return Triton.where(x.eq(maximum), 1.0f, x.sub(maximum).mul(scale).exp());
        }

        /** Returns keys and probabilities of a block. */
        KeySearch.Block block(int start, @Constant int BLOCK) {
            var x = load(start, BLOCK);
            return new KeySearch.Block(SortKeys.ofFloats(x), weights(x));
        }

        /** Returns the probabilities of the logits that are kept, and 0 for others. */
        Tensor kept(int start, int least, float minimum, @Constant int BLOCK) {
            var x = load(start, BLOCK);
            var weights = weights(x);
            return Triton.where(SortKeys.ofFloats(x).ge(least).and(weights.ge(minimum)), weights, 0.0f);
        }
    }

    /** Returns the sum of the weights that are kept, block by block. */
    static float total(Row row, int least, float minimum, @Constant int BLOCK) {
        float total = 0;
        for (int start = 0; start < row.n(); start += BLOCK) {
            total += row.kept(start, least, minimum, BLOCK).sum(0).floatValue();
        }
        return total;
    }

    /** Returns the first index at which the sum of the weights exceeds a number. */
    static Tensor index(Row row, int least, float minimum, float target, int otherwise, @Constant int BLOCK) {
        int start = 0;
        float sum = 0;
        boolean found = false;
        while (!found && start + BLOCK < row.n()) {
            float next = sum + row.kept(start, least, minimum, BLOCK).sum(0).floatValue();
            found = next > target;
            if (!found) {
                sum = next;
                start += BLOCK;
            }
        }
        var weights = row.kept(start, least, minimum, BLOCK);
        var place = Triton.arange(0, BLOCK).add(start);
        var positive = weights.gt(0.0f);
        var last = Triton.where(positive, place, -1).max(0);
        var exceeds = positive.and(weights.cumsum(0).add(sum).gt(target));
        // Sums in another order may miss the target by their rounding: then it is the last one.
        var first = Triton.where(exceeds, place, Integer.MAX_VALUE).min(0);
        var result = Triton.minimum(first, last);
        return Triton.where(result.lt(0), otherwise, result);
    }

    /** One row. */
    @Kernel
    static void sample(Ptr logits, Ptr temperature, Ptr topK, Ptr topP, Ptr minP, Ptr random, Ptr out,
        long stride, int n, @Constant int BLOCK) {
        long at = Triton.programId(0);
        Ptr first = logits.add(at * stride);
        var best = Argmax.best(first, n, BLOCK);
        float degree = temperature.add(at).load().floatValue();
        float maximum = best.value().floatValue();
        if (!(degree > 0) || maximum == Float.NEGATIVE_INFINITY) {
            out.add(at).store(best.index());
            return;
        }
        var row = new Row(first, n, maximum, 1 / degree);
        int highest = SortKeys.ofFloats(best.value()).intValue();
        int least = LOWEST;
        int k = topK.add(at).load().intValue();
        if (k > 0 && k < n) {
            least = KeySearch.least(start
                -> new KeySearch.Block(SortKeys.ofFloats(row.load(start, BLOCK)), null),
                n, LOWEST, highest, k, false, BLOCK);
        }
        float p = topP.add(at).load().floatValue();
        if (p < 1) {
            float goal = p * total(row, least, 0, BLOCK);
            least = KeySearch.least(start -> row.block(start, BLOCK), n, least, highest, goal, true, BLOCK);
        }
        float minimum = Math.min(minP.add(at).load().floatValue(), 1);
        float target = random.add(at).load().floatValue() * total(row, least, minimum, BLOCK);
        out.add(at).store(index(row, least, minimum, target, best.index().intValue(), BLOCK));
    }

    /**
     * Draws an index for each row.
     *
     * @param stream the queue of the launch
     * @param logits [rows, n], of type {@code FP32}; n is from 1 to 2^24
     * @param temperature [rows], of type {@code FP32}; 0 takes the greatest logit
     * @param topK [rows], of type {@code I32}: the number of logits to keep; 0 keeps all
     * @param topP [rows], of type {@code FP32}: the sum of the probabilities to keep; 1 keeps all
     * @param minP [rows], of type {@code FP32}: the least probability to keep, relative to the greatest;
     *     0 keeps all
     * @param random [rows], of type {@code FP32}: uniformly distributed from 0 to 1, which is excluded
     * @param out [rows], of type {@code I32}: indices from 0 to n - 1
     */
    public static void launch(Stream stream, DeviceTensor logits, DeviceTensor temperature, DeviceTensor topK,
        DeviceTensor topP, DeviceTensor minP, DeviceTensor random, DeviceTensor out) {
        Tensors.requireShape("logits", logits, -1, -1);
        Tensors.requireType("logits", logits, ElementType.FP32);
        Tensors.requireRows("logits", logits);
        requireVector("temperature", temperature, logits, ElementType.FP32);
        requireVector("topK", topK, logits, ElementType.I32);
        requireVector("topP", topP, logits, ElementType.FP32);
        requireVector("minP", minP, logits, ElementType.FP32);
        requireVector("random", random, logits, ElementType.FP32);
        requireVector("out", out, logits, ElementType.I32);
        if (logits.size(1) < 1 || logits.size(1) > 1 << 24) {
            throw new IllegalArgumentException("logits: expected from 1 to 2^24 columns, found " + logits);
        }
        if (logits.size(0) == 0) {
            return;
        }
        Rows.reading(SAMPLE, stream, logits.size(1), 8)
            .launch(Math.toIntExact(logits.size(0)), logits.buffer(), temperature.buffer(), topK.buffer(),
                topP.buffer(), minP.buffer(), random.buffer(), out.buffer(), logits.stride(0),
                Math.toIntExact(logits.size(1)));
    }

    private static void requireVector(
        String name, DeviceTensor tensor, DeviceTensor logits, ElementType type) {
        Tensors.requireShape(name, tensor, logits.size(0));
        Tensors.requireType(name, tensor, type);
        Tensors.requireRows(name, tensor);
    }
}
