// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Prepares the queries, keys and values of a layer of a language model, in one launch: queries and
 * keys are normalized (some models), then rotated ({@link Rope}); keys and values are stored in pages.
 */
public final class RotaryStore {
    private static final KernelFunction PROCESS = KernelFunction.of(RotaryStore.class, "process");

    /** The rows of a tile, where there are as many. */
    private static final int MANY = 16;

    private RotaryStore() {}

    /** The locations and the numbers of the pairs of a head. */
    record Pairs(Tensor first, Tensor second) {}

    /** The head programId(1) of ROWS rows: a query, or else a key and the value beside it. */
    @Kernel
    static void process(Ptr q, Ptr k, Ptr v, Ptr queryNorm, Ptr keyNorm, Ptr positions, Ptr frequencies,
        Ptr slots, Ptr keys, Ptr values, int n, long qStride, long kStride, long vStride, int heads,
        int owners, float epsilon, @Constant Rope.Style STYLE, @Constant boolean NORMALIZES,
        @Constant int WIDTH, @Constant int HALF, @Constant int ROWS) {
        int head = Triton.programId(1);
        var index = Triton.arange(0, ROWS).add(Triton.programId(0) * ROWS);
        var row = Triton.conv(long.class, index).expand(1);
        var pair = Triton.arange(0, HALF);
        var isPair = pair.lt(WIDTH / 2);
        var mask = index.lt(n).expand(1).and(isPair.expand(0));
        var locations = locations(pair.expand(0), STYLE, WIDTH);
        var position = Triton.conv(float.class, positions.add(index).load(index.lt(n), 0));
        var frequency = frequencies.add(pair).load(isPair, 0.0f);
        var rotation = Rope.rotation(
            position.expand(1).broadcastTo(ROWS, HALF), frequency.expand(0).broadcastTo(ROWS, HALF));
        if (head < heads) {
            var from = q.add(row.mul(qStride)).add(head * WIDTH);
            var turned = rotate(from, queryNorm, locations, mask, rotation, epsilon, NORMALIZES, WIDTH);
            from.add(locations.first()).store(turned.first(), mask);
            from.add(locations.second()).store(turned.second(), mask);
            return;
        }
        int owner = head - heads;
        var slot = slots.add(index).load(index.lt(n), -1).expand(1);
        var isStored = mask.and(slot.ge(0));
        var to = Triton.conv(long.class, slot).mul(owners).add(owner).mul(WIDTH);
        var from = k.add(row.mul(kStride)).add(owner * WIDTH);
        var turned = rotate(from, keyNorm, locations, mask, rotation, epsilon, NORMALIZES, WIDTH);
        from.add(locations.first()).store(turned.first(), mask);
        from.add(locations.second()).store(turned.second(), mask);
        keys.add(to).add(locations.first()).store(turned.first(), isStored);
        keys.add(to).add(locations.second()).store(turned.second(), isStored);
        var value = v.add(row.mul(vStride)).add(owner * WIDTH);
        var first = value.add(locations.first()).load(isStored);
        var second = value.add(locations.second()).load(isStored);
        values.add(to).add(locations.first()).store(first, isStored);
        values.add(to).add(locations.second()).store(second, isStored);
    }

    /** Where the elements of pairs are in a head. */
    static Pairs locations(Tensor pair, @Constant Rope.Style STYLE, int WIDTH) {
        if (STYLE == Rope.Style.HALVES) {
            return new Pairs(pair, pair.add(WIDTH / 2));
        }
        return new Pairs(pair.mul(2), pair.mul(2).add(1));
    }

    /** The pairs of a head of each row, normalized if so, and rotated. */
    static Pairs rotate(Tensor head, Ptr norm, Pairs locations, Tensor mask, Rope.Rotation rotation,
        float epsilon, @Constant boolean NORMALIZES, int WIDTH) {
        var a = Triton.conv(float.class, head.add(locations.first()).load(mask, 0.0f));
        var b = Triton.conv(float.class, head.add(locations.second()).load(mask, 0.0f));
        if (NORMALIZES) {
            var scale = a.mul(a).add(b.mul(b)).sum(1, true).div((float) WIDTH).add(epsilon).rsqrt();
            a = a.mul(scale).mul(weight(norm, locations.first(), WIDTH));
            b = b.mul(scale).mul(weight(norm, locations.second(), WIDTH));
        }
        var sine = rotation.sine();
        var cosine = rotation.cosine();
        return new Pairs(a.mul(cosine).sub(b.mul(sine)), a.mul(sine).add(b.mul(cosine)));
    }

    /** The weights at locations of a head. */
    private static Tensor weight(Ptr norm, Tensor locations, int WIDTH) {
        return Triton.conv(float.class, norm.add(locations).load(locations.lt(WIDTH), 0.0f));
    }

    /**
     * Rotates queries and keys in place, and stores the keys, and the values, in a cache.
     *
     * @param stream the queue of the launch
     * @param q [n, heads, width]; heads are contiguous
     * @param k [n, owners, width]; the same
     * @param v [n, owners, width]; the same
     * @param queryNorm [width]: the weight of the RMS normalization of queries; null for none
     * @param keyNorm [width]: that of keys; null without one for queries
     * @param epsilon what normalization adds to the mean of squares
     * @param positions [n], of type {@code I32}; from 0 to 2^24
     * @param frequencies [width / 2], of type {@code FP32}: radians for each position
     * @param style which elements form pairs
     * @param slots [n] I32: {@code page * pageSize + offset}; a row with a negative slot is in no cache
     * @param keys [pages, pageSize, owners, width], contiguous
     * @param values the same
     * @throws IllegalArgumentException if shapes do not match
     */
    public static void launch(Stream stream, DeviceTensor q, DeviceTensor k, DeviceTensor v,
        DeviceTensor queryNorm, DeviceTensor keyNorm, float epsilon, DeviceTensor positions,
        DeviceTensor frequencies, Rope.Style style, DeviceTensor slots, DeviceTensor keys,
        DeviceTensor values) {
        Tensors.requireShape("q", q, -1, -1, -1);
        long n = q.size(0);
        long width = q.size(2);
        Tensors.requireShape("k", k, n, -1, width);
        long owners = k.size(1);
        Tensors.requireShape("v", v, n, owners, width);
        requireHeads("q", q);
        requireHeads("k", k);
        requireHeads("v", v);
        requireVector("positions", positions, ElementType.I32, n);
        requireVector("frequencies", frequencies, ElementType.FP32, width / 2);
        requireVector("slots", slots, ElementType.I32, n);
        Tensors.requireShape("keys", keys, -1, -1, owners, width);
        Tensors.requireShape("values", values, keys.shape());
        Tensors.requireContiguous("keys", keys);
        Tensors.requireContiguous("values", values);
        boolean normalizes = queryNorm != null;
        if (normalizes) {
            Tensors.requireShape("queryNorm", queryNorm, width);
            Tensors.requirePresent("keyNorm", keyNorm);
            Tensors.requireShape("keyNorm", keyNorm, width);
        }
        if (n == 0) {
            return;
        }
        int rows = n < MANY || !q.device().isGpu() ? 1 : MANY;
        // A pointer that nothing reads, where there is no weight.
        DeviceTensor unused = normalizes ? queryNorm : frequencies;
        PROCESS.constant("STYLE", style)
            .constant("NORMALIZES", normalizes)
            .constant("WIDTH", width)
            .constant("HALF", Tensors.powerOfTwo(width / 2, 2))
            .constant("ROWS", rows)
            .warps(rows == 1 ? 1 : 4)
            .on(stream)
            .launch(Grid.of(Grid.cdiv(Math.toIntExact(n), rows), Math.toIntExact(q.size(1) + owners)),
                q.buffer(), k.buffer(), v.buffer(), unused.buffer(),
                (normalizes ? keyNorm : unused).buffer(), positions.buffer(), frequencies.buffer(),
                slots.buffer(), keys.buffer(), values.buffer(), Math.toIntExact(n), q.stride(0), k.stride(0),
                v.stride(0), Math.toIntExact(q.size(1)), Math.toIntExact(owners), epsilon);
    }

    private static void requireHeads(String name, DeviceTensor heads) {
        Tensors.requireRows(name, heads);
        if (heads.size(1) > 1 && heads.stride(1) != heads.size(2) || heads.size(2) % 2 != 0) {
            throw new IllegalArgumentException(
                name + ": expected contiguous heads of an even width, found " + heads);
        }
    }

    private static void requireVector(String name, DeviceTensor vector, ElementType type, long count) {
        Tensors.requireShape(name, vector, count);
        Tensors.requireType(name, vector, type);
        Tensors.requireContiguous(name, vector);
    }
}
