// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Causal attention whose keys and values are in pages (Kwon and others, 2023): a request has a row of a table
 * with the pages of its keys, in order, and the programs of a launch serve requests of any lengths. Scores
 * and sums have single precision; so have products, if queries have.
 *
 * <p>The heads that share keys are rows of one tile, so that keys are loaded once for all of them. Requests
 * with one query, of which there are too few to occupy a GPU, are divided along their keys, if there is a
 * {@link Workspace} for the parts.
 */
public final class PagedAttention {
    private static final KernelFunction STORE = KernelFunction.of(PagedAttention.class, "store");
    private static final KernelFunction ATTEND = KernelFunction.of(PagedAttention.class, "attend");
    private static final KernelFunction MERGE = KernelFunction.of(PagedAttention.class, "merge");
    private static final float LOG2_E = 1.44269504f;
    /** The programs that occupy a GPU, for each of its processors. */
    private static final int PROGRAMS = 2;
    private static final int LEAST_KEYS = 256;
    /** The rows of a tile for which a CPU adds products up faster than it transposes keys. */
    private static final int FEW_ON_CPU = 4;

    private PagedAttention() {}

    /** Memory for the parts of requests that are divided along their keys. */
    public static final class Workspace implements AutoCloseable {
        /** The most parts of a request. */
        static final int PARTS = 32;

        private final DeviceBuffer results;
        private final DeviceBuffer sums;
        private final long rows;
        private final int width;

        /**
         * Allocates memory for launches of a model.
         *
         * @param device where the launches run
         * @param requests the most requests of a launch that are to be divided
         * @param heads the number of heads of queries
         * @param width the width of a head
         */
        public Workspace(Device device, int requests, int heads, int width) {
            this.rows = (long) requests * heads;
            this.width = width;
            results = device.allocate(ElementType.FP32, rows * PARTS * width);
            sums = device.allocate(ElementType.FP32, rows * PARTS * 2);
        }

        /** Returns whether it is large enough. */
        boolean suffices(long requests, long heads, long widthOfHead) {
            return requests * heads <= rows && widthOfHead <= width;
        }

        /** Frees the memory. */
        @Override
        public void close() {
            results.close();
            sums.close();
        }
    }

    /**
     * Copies row programId(0) of k and v, which has heads * width numbers, BLOCK at most, to its slot, unless
     * that is negative.
     */
    @Kernel
    static void store(Ptr k, Ptr v, Ptr slots, Ptr keys, Ptr values, int heads, long kStride,
        long kHeadStride, long vStride, long vHeadStride, @Constant int WIDTH, @Constant int BLOCK) {
        long row = Triton.programId(0);
        long slot = slots.add(row).load().longValue();
        if (slot < 0) {
            return;
        }
        var at = Triton.arange(0, BLOCK);
        var mask = at.lt(heads * WIDTH);
        var head = Triton.conv(long.class, at.div(WIDTH));
        var inHead = at.mod(WIDTH);
        var to = at.add(slot * (heads * WIDTH));
        keys.add(to).store(k.add(row * kStride).add(head.mul(kHeadStride)).add(inHead).load(mask), mask);
        values.add(to).store(v.add(row * vStride).add(head.mul(vHeadStride)).add(inHead).load(mask), mask);
    }

    /**
     * BM rows of results: (query, head) of one request and of the GROUP heads that share the keys of head
     * programId(1). Of the scores so far, only the maximum of each row and the sum of exponentials are kept.
     * With PARTS, the program computes one of them, of the only query. With SUMS, scores are sums along the
     * heads, for which keys need not be transposed in memory.
     */
    @Kernel
    static void attend(Ptr q, Ptr keys, Ptr values, Ptr table, Ptr starts, Ptr lengths, Ptr out, Ptr sumsOut,
        long qStride, long qHeadStride, long outStride, long outHeadStride, long tableStride, int owners,
        float scale, int window, @Constant Class<?> TYPE, @Constant int GROUP, @Constant int WIDTH,
        @Constant int D, @Constant int PAGE, @Constant boolean WINDOWED, @Constant boolean SUMS,
        @Constant int BM, @Constant int BN, @Constant int PARTS) {
        int request = Triton.programId(2);
        int owner = Triton.programId(1);
        int begin = starts.add(request).load().intValue();
        int count = starts.add(request + 1).load().intValue() - begin;
        int length = lengths.add(request).load().intValue();
        int first = PARTS > 1 ? 0 : Triton.programId(0) * (BM / GROUP);
        if (first >= count) {
            return;
        }
        var row = Triton.arange(0, BM);
        var query = row.div(GROUP).add(first);
        var head = row.mod(GROUP).add(owner * GROUP);
        var exists = query.lt(count).and(row.lt(BM / GROUP * GROUP)).expand(1);
        var column = Triton.arange(0, D).expand(0);
        var mask = D == WIDTH ? exists : exists.and(column.lt(WIDTH));
        var longQuery = Triton.conv(long.class, query.add(begin)).expand(1);
        var longHead = Triton.conv(long.class, head).expand(1);
        var queries = Triton.conv(
            TYPE, q.add(longQuery.mul(qStride)).add(longHead.mul(qHeadStride)).add(column).load(mask, 0.0f));
        var position = query.add(length - count).expand(1);

        int last = Math.min(length, length - count + first + BM / GROUP);
        int start = WINDOWED ? Math.max(0, length - count + first - window + 1) : 0;
        if (PARTS > 1) {
            int size = (last - start + PARTS * BN - 1) / (PARTS * BN) * BN;
            start += Triton.programId(0) * size;
            last = Math.min(last, start + size);
        }
        var greatest = Triton.full(float.class, -1e30f, BM);
        var sums = Triton.zeros(float.class, BM);
        var result = Triton.zeros(float.class, BM, D);
        var pages = table.add(request * tableStride);
        for (int at = start; at < last; at += BN) {
            var key = Triton.arange(0, BN).add(at);
            var isKey = key.lt(last);
            var page = Triton.conv(long.class, pages.add(key.div(PAGE)).load(isKey, 0));
            var rows = page.mul(PAGE).add(key.mod(PAGE)).mul(owners * WIDTH).add(owner * WIDTH).expand(1);
            var loaded = D == WIDTH ? isKey.expand(1) : isKey.expand(1).and(column.lt(WIDTH));
            var k = Triton.conv(TYPE, keys.add(rows).add(column).load(loaded, 0.0f));
            var scores = SUMS
                ? queries.expand(1).mul(k.expand(0)).sum(2)
                : Triton.dot(queries, k.trans(), Triton.InputPrecision.IEEE);
            scores = scores.mul(scale * LOG2_E);
            var isSeen = key.expand(0).le(position).and(isKey.expand(0));
            if (WINDOWED) {
                isSeen = isSeen.and(position.sub(key.expand(0)).lt(window));
            }
            scores = isSeen.where(scores, -1e30f);
            var next = greatest.maximum(scores.max(1));
            var powers = scores.sub(next.expand(1)).exp2();
            var correction = greatest.sub(next).exp2();
            sums = sums.mul(correction).add(powers.sum(1));
            var v = Triton.conv(TYPE, values.add(rows).add(column).load(loaded, 0.0f));
            result = Triton.dot(
                Triton.conv(TYPE, powers), v, result.mul(correction.expand(1)), Triton.InputPrecision.IEEE);
            greatest = next;
        }
        if (PARTS > 1) {
            long heads = owners * GROUP;
            var part = longHead.add(request * heads).mul(PARTS).add(Triton.programId(0));
            out.add(part.mul(WIDTH)).add(column).store(result, mask);
            sumsOut.add(part.mul(2)).store(greatest.expand(1), exists);
            sumsOut.add(part.mul(2).add(1)).store(sums.expand(1), exists);
        } else {
            out.add(longQuery.mul(outStride))
                .add(longHead.mul(outHeadStride))
                .add(column)
                .store(result.div(sums.expand(1)), mask);
        }
    }

    /** The sum of the parts of a head of a request, which have different maxima. Empty parts have no sum. */
    @Kernel
    static void merge(Ptr results, Ptr sums, Ptr starts, Ptr out, int heads, long outStride,
        long outHeadStride, @Constant int WIDTH, @Constant int D, @Constant int PARTS) {
        int head = Triton.programId(0);
        int request = Triton.programId(1);
        long begin = starts.add(request).load().longValue();
        if (starts.add(request + 1).load().longValue() == begin) {
            return;
        }
        var part = Triton.arange(0, PARTS).add(((long) request * heads + head) * PARTS);
        var column = Triton.arange(0, D);
        var mask = column.lt(WIDTH);
        var greatest = sums.add(part.mul(2)).load();
        var weights = sums.add(part.mul(2).add(1)).load().mul(greatest.sub(greatest.max(0)).exp2());
        var scales = greatest.sub(greatest.max(0)).exp2();
        var parts = results.add(part.mul(WIDTH).expand(1)).add(column.expand(0)).load(mask.expand(0), 0.0f);
        var total = parts.mul(scales.expand(1)).sum(0).div(weights.sum(0));
        out.add(begin * outStride + head * outHeadStride).add(column).store(total, mask);
    }

    /**
     * Copies new keys and values into pages.
     *
     * @param stream the queue of the launch
     * @param k [n, owners, width]; heads are contiguous
     * @param v the same
     * @param slots [n] I32: {@code page * pageSize + offset}, all different; a row with a negative slot is
     *     left out
     * @param keys [pages, pageSize, owners, width], contiguous
     * @param values the same
     * @throws IllegalArgumentException if shapes do not match
     */
    public static void store(Stream stream, DeviceTensor k, DeviceTensor v, DeviceTensor slots,
        DeviceTensor keys, DeviceTensor values) {
        Tensors.requireShape("k", k, -1, -1, -1);
        long n = k.size(0);
        Tensors.requireShape("v", v, n, k.size(1), k.size(2));
        Tensors.requireShape("slots", slots, n);
        Tensors.requireType("slots", slots, ElementType.I32);
        Tensors.requireContiguous("slots", slots);
        Tensors.requireShape("keys", keys, -1, -1, k.size(1), k.size(2));
        requireCache(keys, values);
        Tensors.requireRows("k", k);
        Tensors.requireRows("v", v);
        if (k.count() == 0) {
            return;
        }
        STORE.constant("WIDTH", k.size(2))
            .constant("BLOCK", Tensors.powerOfTwo(k.size(1) * k.size(2), 16))
            .on(stream)
            .launch(Math.toIntExact(n), k.buffer(), v.buffer(), slots.buffer(), keys.buffer(),
                values.buffer(), Math.toIntExact(k.size(1)), k.stride(0), k.stride(1), v.stride(0),
                v.stride(1));
    }

    /**
     * Computes {@code out = softmax(q k^T * scale) v} for each query and head. Query i of a request with c
     * queries and l keys sees keys from {@code max(0, l - c + i - window + 1)} to {@code l - c + i}.
     *
     * @param stream the queue of the launch
     * @param q [n, heads, width]: the queries of request r are the rows queryStarts[r] to
     *     {@code queryStarts[r + 1] - 1}
     * @param keys [pages, pageSize, owners, width], contiguous; heads are a multiple of owners, and the
     *     first heads / owners of them share the keys of the first owner
     * @param values the same
     * @param pageTable [requests, maxPages] I32: the pages of each request
     * @param queryStarts [requests + 1] I32; a request may have no queries
     * @param lengths [requests] I32: the number of keys of each request, those of its queries included
     * @param maxQueries the most queries of a request; there may be fewer
     * @param maxKeys the most keys of a request; there may be fewer
     * @param scale what scores are multiplied by
     * @param window how many keys a query sees at most; 0: all
     * @param out [n, heads, width], of any floating-point type
     * @throws IllegalArgumentException if shapes do not match
     */
    public static void launch(Stream stream, DeviceTensor q, DeviceTensor keys, DeviceTensor values,
        DeviceTensor pageTable, DeviceTensor queryStarts, DeviceTensor lengths, int maxQueries, int maxKeys,
        float scale, int window, DeviceTensor out) {
        launch(stream, q, keys, values, pageTable, queryStarts, lengths, maxQueries, maxKeys, scale, window,
            out, null);
    }

    /**
     * The same; requests with one query each are divided along their keys if there are few of them.
     *
     * @param stream the queue of the launches
     * @param q as above
     * @param keys as above
     * @param values as above
     * @param pageTable as above
     * @param queryStarts as above
     * @param lengths as above
     * @param maxQueries as above
     * @param maxKeys as above
     * @param scale as above
     * @param window as above
     * @param out as above
     * @param workspace memory for the parts; null, or one that is too small: requests are not divided
     * @throws IllegalArgumentException if shapes do not match
     */
    public static void launch(Stream stream, DeviceTensor q, DeviceTensor keys, DeviceTensor values,
        DeviceTensor pageTable, DeviceTensor queryStarts, DeviceTensor lengths, int maxQueries, int maxKeys,
        float scale, int window, DeviceTensor out, Workspace workspace) {
        check(q, keys, values, pageTable, queryStarts, lengths, out);
        if (q.count() == 0 || maxQueries <= 0) {
            return;
        }
        int parts = 1;
        if (maxQueries == 1 && workspace != null
            && workspace.suffices(lengths.size(0), q.size(1), q.size(2))) {
            parts = parts(q.device(), lengths.size(0) * keys.size(2), maxKeys, window);
        }
        launch(stream, q, keys, values, pageTable, queryStarts, lengths, maxQueries, scale, window, out,
            workspace, parts);
    }

    /** Launches with a number of parts, a power of two. */
    static void launch(Stream stream, DeviceTensor q, DeviceTensor keys, DeviceTensor values,
        DeviceTensor pageTable, DeviceTensor queryStarts, DeviceTensor lengths, int maxQueries, float scale,
        int window, DeviceTensor out, Workspace workspace, int parts) {
        int heads = Math.toIntExact(q.size(1));
        int width = Math.toIntExact(q.size(2));
        int owners = Math.toIntExact(keys.size(2));
        int requests = Math.toIntExact(lengths.size(0));
        int group = heads / owners;
        int[] tile = AttentionTiles.choose(q, group, maxQueries);
        boolean isDivided = parts > 1;
        int programs = isDivided ? parts : Grid.cdiv(maxQueries, tile[0] / group);
        ATTEND.constant("TYPE", q.type().javaClass())
            .constant("GROUP", group)
            .constant("WIDTH", width)
            .constant("D", Tensors.powerOfTwo(width, 16))
            .constant("PAGE", keys.size(1))
            .constant("WINDOWED", window > 0)
            .constant("SUMS", isSum(q, tile[0]))
            .constant("BM", tile[0])
            .constant("BN", tile[1])
            .constant("PARTS", parts)
            .on(stream)
            .launch(Grid.of(programs, owners, requests), q.buffer(), keys.buffer(), values.buffer(),
                pageTable.buffer(), queryStarts.buffer(), lengths.buffer(),
                isDivided ? workspace.results : out.buffer(), isDivided ? workspace.sums : null, q.stride(0),
                q.stride(1), out.stride(0), out.stride(1), pageTable.stride(0), owners, scale, window);
        if (isDivided) {
            MERGE.constant("WIDTH", width)
                .constant("D", Tensors.powerOfTwo(width, 16))
                .constant("PARTS", parts)
                .on(stream)
                .launch(Grid.of(heads, requests), workspace.results, workspace.sums, queryStarts.buffer(),
                    out.buffer(), heads, out.stride(0), out.stride(1));
        }
    }

    private static boolean isSum(DeviceTensor q, int rows) {
        return !q.device().isGpu() && q.type() == ElementType.FP32 && rows <= FEW_ON_CPU;
    }

    /** Returns into how many parts the keys of requests are divided, so that programs occupy the device. */
    private static int parts(Device device, long programs, int maxKeys, int window) {
        long wanted = (long) device.facts().processors() * (device.isGpu() ? PROGRAMS : 1) / programs;
        int keys = window > 0 ? Math.min(window, maxKeys) : maxKeys;
        int parts = 1;
        while (parts < Workspace.PARTS && parts * 2 <= wanted && parts * 2 * LEAST_KEYS <= keys) {
            parts *= 2;
        }
        return parts;
    }

    private static void check(DeviceTensor q, DeviceTensor keys, DeviceTensor values, DeviceTensor pageTable,
        DeviceTensor queryStarts, DeviceTensor lengths, DeviceTensor out) {
        Tensors.requireShape("q", q, -1, -1, -1);
        Tensors.requireType("q", q, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        Tensors.requireShape("out", out, q.size(0), q.size(1), q.size(2));
        Tensors.requireShape("keys", keys, -1, -1, -1, q.size(2));
        requireCache(keys, values);
        if (keys.size(2) == 0 || q.size(1) % keys.size(2) != 0) {
            throw new IllegalArgumentException(
                "q: expected heads that are a multiple of " + keys.size(2) + ", found " + q);
        }
        Tensors.requireShape("lengths", lengths, -1);
        Tensors.requireShape("queryStarts", queryStarts, lengths.size(0) + 1);
        Tensors.requireShape("pageTable", pageTable, lengths.size(0), -1);
        Tensors.requireType("lengths", lengths, ElementType.I32);
        Tensors.requireType("queryStarts", queryStarts, ElementType.I32);
        Tensors.requireType("pageTable", pageTable, ElementType.I32);
        Tensors.requireContiguous("lengths", lengths);
        Tensors.requireContiguous("queryStarts", queryStarts);
        Tensors.requireRows("pageTable", pageTable);
        Tensors.requireRows("q", q);
        Tensors.requireRows("out", out);
    }

    private static void requireCache(DeviceTensor keys, DeviceTensor values) {
        Tensors.requireShape("values", values, keys.shape());
        Tensors.requireContiguous("keys", keys);
        Tensors.requireContiguous("values", values);
    }
}
