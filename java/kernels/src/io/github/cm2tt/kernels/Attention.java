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
 * Attention, {@code softmax(q k^T * scale) v}, without a matrix of all scores (Milakov and Gimelshein, 2018;
 * Dao and others, 2022). Scores and sums have single precision; so have products, if queries have.
 */
public final class Attention {
    private static final KernelFunction ATTEND = KernelFunction.of(Attention.class, "attend");
    private static final float LOG2_E = 1.44269504f;

    private Attention() {}

    /** How far apart neighbours of a tensor [batch, length, heads, width] are along its first axes. */
    record Strides(long batch, long row, long head) {
        static Strides of(DeviceTensor tensor) {
            return new Strides(tensor.stride(0), tensor.stride(1), tensor.stride(2));
        }
    }

    /**
     * BM queries of head programId(1) of batch programId(2). Of the scores so far, only the maximum of each
     * row and the sum of exponentials are kept; a new maximum rescales the sum.
     */
    @Kernel
    static void attend(Ptr q, Ptr k, Ptr v, Ptr out, Strides qStrides, Strides kStrides, Strides vStrides,
        Strides outStrides, int queries, int keys, float scale, int window, @Constant Class<?> TYPE,
        @Constant int GROUP, @Constant boolean CAUSAL, @Constant boolean WINDOWED, @Constant int WIDTH,
        @Constant int D, @Constant int BM, @Constant int BN) {
        int first = Triton.programId(0) * BM;
        long head = Triton.programId(1);
        long owner = Triton.programId(1) / GROUP;
        long batch = Triton.programId(2);
        var query = Triton.arange(0, BM).add(first);
        var column = Triton.arange(0, D).expand(0);
        var exists = query.lt(queries).expand(1);
        var mask = D == WIDTH ? exists : exists.and(column.lt(WIDTH));
        var longQuery = Triton.conv(long.class, query).expand(1);
        var queriesOfHead = q.add(batch * qStrides.batch() + head * qStrides.head());
        var loaded = queriesOfHead.add(longQuery.mul(qStrides.row())).add(column).load(mask, 0.0f);
        var keysOfHead = k.add(batch * kStrides.batch() + owner * kStrides.head());
        var valuesOfHead = v.add(batch * vStrides.batch() + owner * vStrides.head());
        var position = query.add(keys - queries).expand(1);

        int end = CAUSAL ? Math.min(keys, keys - queries + first + BM) : keys;
        int start = WINDOWED ? Math.max(0, keys - queries + first - window + 1) / BN * BN : 0;
        var greatest = Triton.full(float.class, -1e30f, BM);
        var sums = Triton.zeros(float.class, BM);
        var result = Triton.zeros(float.class, BM, D);
        for (int at = start; at < end; at += BN) {
            var key = Triton.arange(0, BN).add(at);
            var longKey = Triton.conv(long.class, key).expand(1);
            var isKey = D == WIDTH ? key.lt(keys).expand(1) : key.lt(keys).expand(1).and(column.lt(WIDTH));
            var x = keysOfHead.add(longKey.mul(kStrides.row())).add(column).load(isKey, 0.0f);
            var scores =
                Triton
                    .dot(Triton.conv(TYPE, loaded), Triton.conv(TYPE, x).trans(), Triton.InputPrecision.IEEE)
                    .mul(scale * LOG2_E);
            var isSeen = key.lt(keys).expand(0);
            if (CAUSAL) {
                isSeen = isSeen.and(key.expand(0).le(position));
            }
            if (WINDOWED) {
                isSeen = isSeen.and(position.sub(key.expand(0)).lt(window));
            }
            scores = isSeen.where(scores, -1e30f);
            var next = greatest.maximum(scores.max(1));
            var powers = scores.sub(next.expand(1)).exp2();
            var correction = greatest.sub(next).exp2();
            sums = sums.mul(correction).add(powers.sum(1));
            var y = valuesOfHead.add(longKey.mul(vStrides.row())).add(column).load(isKey, 0.0f);
            result = Triton.dot(Triton.conv(TYPE, powers), Triton.conv(TYPE, y),
                result.mul(correction.expand(1)), Triton.InputPrecision.IEEE);
            greatest = next;
        }
        out.add(batch * outStrides.batch() + head * outStrides.head())
            .add(longQuery.mul(outStrides.row()))
            .add(column)
            .store(result.div(sums.expand(1)), mask);
    }

    /**
     * Computes {@code out = softmax(q k^T * scale) v} for each batch and head. Rows of all tensors may be
     * strided; the numbers of a head are contiguous.
     *
     * @param stream the queue of the launch
     * @param q [batch, queries, heads, width], of type fp32, fp16 or bf16
     * @param k [batch, keys, owners, width]; heads are a multiple of owners, and the first heads / owners of
     *     them share the keys of the first owner
     * @param v the same
     * @param out [batch, queries, heads, width], of any floating-point type
     * @param scale what scores are multiplied by
     * @param isCausal whether query i sees keys up to {@code keys - queries + i} only; then there are at
     *     least as many keys as queries
     * @param window how many of these keys a query sees at most; 0: all. Requires isCausal.
     * @throws IllegalArgumentException if shapes do not match
     */
    public static void launch(Stream stream, DeviceTensor q, DeviceTensor k, DeviceTensor v, DeviceTensor out,
        float scale, boolean isCausal, int window) {
        check(q, k, v, out, isCausal, window);
        if (q.count() == 0) {
            return;
        }
        int queries = Math.toIntExact(q.size(1));
        int width = Math.toIntExact(q.size(3));
        int[] tile = AttentionTiles.chooseContiguous(q, queries, isCausal);
        ATTEND.constant("TYPE", q.type().javaClass())
            .constant("GROUP", q.size(2) / k.size(2))
            .constant("CAUSAL", isCausal)
            .constant("WINDOWED", window > 0)
            .constant("WIDTH", width)
            .constant("D", Tensors.powerOfTwo(width, 16))
            .constant("BM", tile[0])
            .constant("BN", tile[1])
            .on(stream)
            .launch(
                Grid.of(Grid.cdiv(queries, tile[0]), Math.toIntExact(q.size(2)), Math.toIntExact(q.size(0))),
                q.buffer(), k.buffer(), v.buffer(), out.buffer(), Strides.of(q), Strides.of(k), Strides.of(v),
                Strides.of(out), queries, Math.toIntExact(k.size(1)), scale, window);
    }

    private static void check(
        DeviceTensor q, DeviceTensor k, DeviceTensor v, DeviceTensor out, boolean isCausal, int window) {
        Tensors.requireShape("q", q, -1, -1, -1, -1);
        Tensors.requireType("q", q, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        Tensors.requireShape("k", k, q.size(0), -1, -1, q.size(3));
        Tensors.requireShape("v", v, k.shape());
        Tensors.requireShape("out", out, q.shape());
        for (DeviceTensor tensor : new DeviceTensor[] {q, k, v, out}) {
            Tensors.requireRows("q, k, v, out", tensor);
        }
        if (k.size(2) == 0 || q.size(2) % k.size(2) != 0) {
            throw new IllegalArgumentException(
                "q: expected heads that are a multiple of " + k.size(2) + ", found " + q);
        }
        if (k.size(1) == 0 || isCausal && k.size(1) < q.size(1)) {
            throw new IllegalArgumentException("k: expected as many keys as queries at least, found " + k);
        }
        if (window > 0 && !isCausal) {
            throw new IllegalArgumentException("window: expected causal attention");
        }
    }
}
