// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Chooses the experts of each token in a mixture of experts (Shazeer et al., 2017), and sums what they
 * compute. {@link GroupedMatmul} computes the products in between: it has a slot for each pair of a token and
 * one of its experts, sorted by expert. All numbers stay on the device.
 */
public final class Experts {
    private static final KernelFunction CHOOSE = KernelFunction.of(Experts.class, "choose");
    private static final KernelFunction SORT = KernelFunction.of(Experts.class, "sort");
    private static final KernelFunction SUM = KernelFunction.of(Experts.class, "sum");

    private Experts() {}

    /**
     * The experts of tokens.
     *
     * @param experts [tokens, k] I32: the experts of each token, the most probable first
     * @param weights [tokens, k] FP32: their weights
     * @param offsets [experts + 1] I32: the first slot of each expert, and the number of slots
     * @param sources [tokens * k] I32: the token of each slot
     * @param slots [tokens * k] I32: the slot of each token's first expert, second expert and so on
     */
    public record Routes(DeviceTensor experts, DeviceTensor weights, DeviceTensor offsets,
        DeviceTensor sources, DeviceTensor slots) {}

    /** A token. E and K: the numbers of experts and of those that are chosen, rounded up to powers of two. */
    @Kernel
    static void choose(Ptr logits, Ptr experts, Ptr weights, long stride, int n, int k,
        @Constant boolean RENORMALIZES, @Constant int E, @Constant int K) {
        long token = Triton.programId(0);
        var each = Triton.arange(0, E);
        var scores = logits.add(token * stride).add(each).load(each.lt(n), Float.NEGATIVE_INFINITY);
        var left = Triton.conv(float.class, scores);
        left = left.sub(left.max(0)).exp();
        float total = RENORMALIZES ? 0 : left.sum(0).floatValue();
        var place = Triton.arange(0, K);
        var indices = Triton.zeros(int.class, K);
        var shares = Triton.zeros(float.class, K);
        for (int i = 0; i < k; i++) {
            float greatest = left.max(0).floatValue();
            // NaN equals nothing: the last expert is taken.
            int index = Math.min(Triton.where(left.eq(greatest), each, E).min(0).intValue(), n - 1);
            indices = Triton.where(place.eq(i), index, indices);
            shares = Triton.where(place.eq(i), greatest, shares);
            left = Triton.where(each.eq(index), -1.0f, left);
            if (RENORMALIZES) {
                total += greatest;
            }
        }
        experts.add(token * k).add(place).store(indices, place.lt(k));
        weights.add(token * k).add(place).store(shares.div(total), place.lt(k));
    }

    /** The slots of an expert, after those of the experts before. */
    @Kernel
    static void sort(
        Ptr experts, Ptr offsets, Ptr sources, Ptr slots, int count, int pairs, int k, @Constant int BLOCK) {
        int expert = Triton.programId(0);
        var each = Triton.arange(0, BLOCK);
        int first = 0;
        for (int start = 0; start < pairs; start += BLOCK) {
            var chosen = experts.add(start).add(each).load(each.add(start).lt(pairs), Integer.MAX_VALUE);
            first += Triton.conv(int.class, chosen.lt(expert)).sum(0).intValue();
        }
        offsets.add(expert).store(first);
        int next = first;
        for (int start = 0; start < pairs; start += BLOCK) {
            var pair = each.add(start);
            var isOwn = experts.add(pair).load(pair.lt(pairs), Integer.MAX_VALUE).eq(expert);
            var ones = Triton.conv(int.class, isOwn);
            var slot = ones.cumsum(0).add(next - 1);
            sources.add(slot).store(pair.div(k), isOwn);
            slots.add(pair).store(slot, isOwn);
            next += ones.sum(0).intValue();
        }
        if (expert + 1 == count) {
            offsets.add(count).store(next);
        }
    }

    /** A block of a token. */
    @Kernel
    static void sum(Ptr x, Ptr weights, Ptr slots, Ptr out, long stride, long outStride, int columns, int k,
        @Constant int BLOCK) {
        long token = Triton.programId(0);
        var column = Triton.arange(0, BLOCK).add(Triton.programId(1) * BLOCK);
        var mask = column.lt(columns);
        var place = out.add(token * outStride).add(column);
        var sums = Triton.conv(float.class, place.load(mask));
        for (int i = 0; i < k; i++) {
            long slot = slots.add(token * k + i).load().longValue();
            var numbers = Triton.conv(float.class, x.add(slot * stride).add(column).load(mask));
            sums = sums.add(numbers.mul(weights.add(token * k + i).load()));
        }
        place.store(sums, mask);
    }

    /**
     * Chooses the k most probable experts of each token, of equal ones the first, and sorts them.
     *
     * @param stream the queue of the launches
     * @param logits [tokens, experts], of type {@code FP32}, {@code FP16} or {@code BF16}; the softmax of a
     *     row is the probabilities
     * @param renormalizes whether the weights of a token are its probabilities divided by their sum;
     *     otherwise they are the probabilities
     * @param routes what is computed; contiguous
     * @throws IllegalArgumentException if shapes or types do not match
     */
    public static void launch(Stream stream, DeviceTensor logits, boolean renormalizes, Routes routes) {
        check(logits, routes);
        int tokens = Math.toIntExact(logits.size(0));
        int experts = Math.toIntExact(logits.size(1));
        int k = Math.toIntExact(routes.experts().size(1));
        if (tokens == 0) {
            return;
        }
        CHOOSE.constant("RENORMALIZES", renormalizes)
            .constant("E", Tensors.powerOfTwo(experts, 2))
            .constant("K", Tensors.powerOfTwo(k, 2))
            .on(stream)
            .launch(tokens, logits.buffer(), routes.experts().buffer(), routes.weights().buffer(),
                logits.stride(0), experts, k);
        int pairs = Math.multiplyExact(tokens, k);
        SORT.constant("BLOCK", Math.min(1024, Tensors.powerOfTwo(pairs, 32)))
            .on(stream)
            .launch(experts, routes.experts().buffer(), routes.offsets().buffer(), routes.sources().buffer(),
                routes.slots().buffer(), experts, pairs, k);
    }

    private static void check(DeviceTensor logits, Routes routes) {
        Tensors.requireShape("logits", logits, -1, -1);
        Tensors.requireRows("logits", logits);
        Tensors.requireType("logits", logits, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        Tensors.requireShape("experts", routes.experts(), logits.size(0), -1);
        long k = routes.experts().size(1);
        if (k < 1 || k > logits.size(1)) {
            throw new IllegalArgumentException("experts: expected from 1 to " + logits.size(1)
                + " for each token, found " + routes.experts());
        }
        Tensors.requireShape("weights", routes.weights(), logits.size(0), k);
        Tensors.requireShape("offsets", routes.offsets(), logits.size(1) + 1);
        Tensors.requireShape("sources", routes.sources(), logits.size(0) * k);
        Tensors.requireShape("slots", routes.slots(), logits.size(0) * k);
        require("experts", routes.experts(), ElementType.I32);
        require("weights", routes.weights(), ElementType.FP32);
        require("offsets", routes.offsets(), ElementType.I32);
        require("sources", routes.sources(), ElementType.I32);
        require("slots", routes.slots(), ElementType.I32);
    }

    private static void require(String name, DeviceTensor tensor, ElementType type) {
        Tensors.requireType(name, tensor, type);
        Tensors.requireContiguous(name, tensor);
    }

    /**
     * Adds to each token what its experts computed, times their weights. Sums have single precision.
     *
     * @param stream the queue of the launch
     * @param x [slots, n], of type {@code FP32}, {@code FP16} or {@code BF16}
     * @param routes the experts of the tokens
     * @param out [tokens, n], of any of these types
     * @throws IllegalArgumentException if shapes or types do not match
     */
    public static void launchAdding(Stream stream, DeviceTensor x, Routes routes, DeviceTensor out) {
        Tensors.requireShape("x", x, routes.slots().size(0), -1);
        Tensors.requireShape("out", out, routes.experts().size(0), x.size(1));
        Tensors.requireType("x", x, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        Tensors.requireType("out", out, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        Tensors.requireRows("x", x);
        Tensors.requireRows("out", out);
        if (out.count() == 0) {
            return;
        }
        int columns = Math.toIntExact(out.size(1));
        int block = Rows.elements(out.device(), 1, columns).columns();
        SUM.constant("BLOCK", block)
            .on(stream)
            .launch(Grid.of(Math.toIntExact(out.size(0)), Grid.cdiv(columns, block)), x.buffer(),
                routes.weights().buffer(), routes.slots().buffer(), out.buffer(), x.stride(0), out.stride(0),
                columns, Math.toIntExact(routes.experts().size(1)));
    }
}
