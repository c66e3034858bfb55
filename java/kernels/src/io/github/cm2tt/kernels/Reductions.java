// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Sums, means, extremes and norms along one axis of a tensor, or of all its elements. They are computed in
 * single precision, in double if x has doubles, and in 32 bits, which wrap, of integers. The order of the
 * sums depends on the shape and the device only.
 */
public final class Reductions {
    private static final KernelFunction ROWS = KernelFunction.of(Reductions.class, "ofRows");
    private static final KernelFunction COLUMNS = KernelFunction.of(Reductions.class, "ofColumns");
    private static final KernelFunction PARTS = KernelFunction.of(Reductions.class, "ofParts");

    private Reductions() {}

    /** The function of the elements. */
    public enum Kind {
        /** Their sum. */
        SUM,
        /** Their sum, divided by their number; not of integers. */
        MEAN,
        /** The greatest one that is no NaN; negative infinity, or the least integer, of none. */
        MAX,
        /** The least one that is no NaN; positive infinity, or the greatest integer, of none. */
        MIN,
        /** The square root of the sum of their squares; not of integers. */
        NORM
    }

    /** Returns the number that changes no result. */
    static Tensor neutral(@Constant Kind kind, @Constant Class<?> TYPE) {
        if (kind == Kind.MAX) {
            return Triton.full(TYPE, TYPE == int.class ? Integer.MIN_VALUE : Float.NEGATIVE_INFINITY);
        }
        if (kind == Kind.MIN) {
            return Triton.full(TYPE, TYPE == int.class ? Integer.MAX_VALUE : Float.POSITIVE_INFINITY);
        }
        return Triton.zeros(TYPE);
    }

    /** Returns results of more elements. */
    static Tensor combine(@Constant Kind kind, Tensor before, Tensor x) {
        return switch (kind) {
            case SUM, MEAN -> before.add(x);
            case MAX -> before.maximum(x);
            case MIN -> before.minimum(x);
            case NORM -> before.add(x.mul(x));
        };
    }

    /** Combines results along an axis. */
    static Tensor reduce(@Constant Kind kind, Tensor x, @Constant int axis) {
        return switch (kind) {
            case SUM, MEAN, NORM -> x.sum(axis, true);
            case MAX -> x.max(axis, true);
            case MIN -> x.min(axis, true);
        };
    }

    /** Returns the result of all elements. */
    static Tensor finish(@Constant Kind kind, Tensor x, long n) {
        if (kind == Kind.MEAN) {
            return x.div(n);
        }
        return kind == Kind.NORM ? x.sqrt() : x;
    }

    /** Some rows. LAST: the kind of the last step, which divides or takes the root, for n elements. */
    @Kernel
    static void ofRows(Ptr x, Ptr out, long stride, int rows, int columns, long n, @Constant Kind KIND,
        @Constant Kind LAST, @Constant Class<?> TYPE, @Constant int HEIGHT, @Constant int BLOCK) {
        var row = Triton.arange(0, HEIGHT).add(Triton.programId(0) * HEIGHT).expand(1);
        var neutral = neutral(KIND, TYPE);
        var results = neutral.broadcastTo(HEIGHT, BLOCK);
        for (int start = 0; start < columns; start += BLOCK) {
            var column = Triton.arange(0, BLOCK).add(start).expand(0);
            var mask = row.lt(rows).and(column.lt(columns));
            var numbers = Triton.conv(TYPE, x.add(row.mul(stride)).add(column).load(mask));
            results = combine(KIND, results, Triton.where(mask, numbers, neutral));
        }
        out.add(row).store(finish(LAST, reduce(KIND, results, 1), n), row.lt(rows));
    }

    /** Some columns of a matrix, of which there are several in a row. */
    @Kernel
    static void ofColumns(Ptr x, Ptr out, int n, int columns, @Constant Kind KIND, @Constant Class<?> TYPE,
        @Constant int HEIGHT, @Constant int BLOCK) {
        int blocks = Triton.cdiv(columns, BLOCK);
        long matrix = Triton.programId(0) / blocks;
        var column = Triton.arange(0, BLOCK).add(Triton.programId(0) % blocks * BLOCK).expand(0);
        var neutral = neutral(KIND, TYPE);
        var results = neutral.broadcastTo(HEIGHT, BLOCK);
        for (int start = 0; start < n; start += HEIGHT) {
            var row = Triton.arange(0, HEIGHT).add(start).expand(1);
            var mask = row.lt(n).and(column.lt(columns));
            var places = x.add(matrix * n * columns).add(row.mul((long) columns)).add(column);
            results =
                combine(KIND, results, Triton.where(mask, Triton.conv(TYPE, places.load(mask)), neutral));
        }
        var result = finish(KIND, reduce(KIND, results, 0), n);
        out.add(matrix * columns).add(column).store(result, column.lt(columns));
    }

    /** The blocks of one program, at a distance of the number of programs. */
    @Kernel
    static void ofParts(
        Ptr x, Ptr out, long n, @Constant Kind KIND, @Constant Class<?> TYPE, @Constant int BLOCK) {
        long step = (long) Triton.numPrograms(0) * BLOCK;
        var neutral = neutral(KIND, TYPE);
        var results = neutral.broadcastTo(BLOCK);
        for (long start = (long) Triton.programId(0) * BLOCK; start < n; start += step) {
            var place = Triton.arange(0, BLOCK).add(start);
            var mask = place.lt(n);
            var numbers = Triton.conv(TYPE, x.add(place).load(mask));
            results = combine(KIND, results, Triton.where(mask, numbers, neutral));
        }
        out.add(Triton.programId(0)).add(Triton.arange(0, 1)).store(reduce(KIND, results, 0));
    }

    /**
     * Reduces along one axis.
     *
     * @param stream the queue of the launch
     * @param kind what is computed
     * @param x floating-point numbers or {@code I32}; contiguous, or a matrix with contiguous rows whose last
     *     axis is reduced
     * @param axis the axis; negative from the end
     * @param out x's shape without the axis, contiguous
     */
    public static void launch(Stream stream, Kind kind, DeviceTensor x, int axis, DeviceTensor out) {
        requireKind(kind, x);
        int at = axis < 0 ? axis + x.rank() : axis;
        if (at < 0 || at >= x.rank()) {
            throw new IllegalArgumentException("axis: expected one of " + x + ", found " + axis);
        }
        Tensors.requireShape("out", out, Tensors.without(x.shape(), at));
        Tensors.requireContiguous("out", out);
        if (x.rank() == 2 && at == 1) {
            Tensors.requireRows("x", x);
        } else {
            Tensors.requireContiguous("x", x);
        }
        if (out.count() == 0) {
            return;
        }
        int n = Math.toIntExact(x.size(at));
        int inner = 1;
        for (int i = at + 1; i < x.rank(); i++) {
            inner = Math.toIntExact(inner * x.size(i));
        }
        Class<?> type = Tensors.sumType(x);
        if (inner == 1) {
            long stride = x.rank() == 2 ? x.stride(0) : n;
            ofRows(stream, kind, kind, x, out, type, stride, out.count(), n, n);
            return;
        }
        int width = Tensors.powerOfTwo(Math.min(inner, x.device().isGpu() ? 64 : 256), 1);
        int height = Tensors.powerOfTwo(Math.min(n, Math.max(1, 2048 / width)), 1);
        long blocks = (inner + width - 1) / width * (out.count() / inner);
        COLUMNS.constant("KIND", kind)
            .constant("TYPE", type)
            .constant("HEIGHT", height)
            .constant("BLOCK", width)
            .on(stream)
            .launch(Math.toIntExact(blocks), x.buffer(), out.buffer(), n, inner);
    }

    /**
     * Reduces all elements, by as many programs as there are partial results.
     *
     * @param stream the queue of the launches
     * @param kind what is computed
     * @param x floating-point numbers or {@code I32}, contiguous
     * @param partial memory for partial results, such as {@link #partials} many, of type {@code FP32},
     *     {@code FP64} or {@code I32}, as x is computed
     * @param out one element
     */
    public static void launchWhole(
        Stream stream, Kind kind, DeviceTensor x, DeviceTensor partial, DeviceTensor out) {
        requireKind(kind, x);
        Tensors.requireContiguous("x", x);
        Tensors.requireShape("partial", partial, -1);
        Tensors.requireRows("partial", partial);
        Class<?> type = Tensors.sumType(x);
        Tensors.requireType("partial", partial, ElementType.of(type));
        if (partial.count() == 0) {
            throw new IllegalArgumentException("partial: expected one element at least, found " + partial);
        }
        if (out.count() != 1) {
            throw new IllegalArgumentException("out: expected one element, found " + out);
        }
        PARTS.constant("KIND", kind)
            .constant("TYPE", type)
            .constant("BLOCK", x.device().isGpu() ? 2048 : 1024)
            .on(stream)
            .launch(Math.toIntExact(partial.count()), x.buffer(), partial.buffer(), x.count());
        Kind sum = kind == Kind.MAX || kind == Kind.MIN ? kind : Kind.SUM;
        ofRows(stream, sum, kind, partial, out, type, 0, 1, Math.toIntExact(partial.count()), x.count());
    }

    /**
     * Returns how many programs reduce a large tensor best.
     *
     * @param device where they run
     * @return their number
     */
    public static int partials(Device device) {
        return Math.max(1, device.facts().processors() * (device.isGpu() ? 4 : 1));
    }

    private static void ofRows(Stream stream, Kind kind, Kind last, DeviceTensor x, DeviceTensor out,
        Class<?> type, long stride, long rows, int columns, long n) {
        boolean gpu = x.device().isGpu();
        int width = Tensors.powerOfTwo(Math.min(columns, gpu ? 2048 : 1024), 1);
        int height = Tensors.powerOfTwo(Math.min(rows, Math.max(1, 1024 / width)), 1);
        ROWS.constant("KIND", kind)
            .constant("LAST", last)
            .constant("TYPE", type)
            .constant("HEIGHT", height)
            .constant("BLOCK", width)
            .on(stream)
            .launch(Math.toIntExact((rows + height - 1) / height), x.buffer(), out.buffer(), stride,
                Math.toIntExact(rows), columns, n);
    }

    private static void requireKind(Kind kind, DeviceTensor x) {
        Tensors.requireNumbers("x", x);
        if (x.type() == ElementType.I32 && (kind == Kind.MEAN || kind == Kind.NORM)) {
            throw new IllegalArgumentException("x: " + kind + " of integers is not supported: " + x);
        }
    }
}
