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
 * Rotary position embedding (Su et al., "RoFormer", 2021): rotates pairs of a head's elements by an angle,
 *
 * <pre>{@code
 * (a, b) becomes (a cos(t) - b sin(t), a sin(t) + b cos(t)), with t = position * frequency of the pair
 * }</pre>
 *
 * <p>The product is exact to two floats, and reduced by multiples of pi / 2 before its sine is computed:
 * angles of large positions are as accurate as those of small ones.
 */
public final class Rope {
    private static final KernelFunction ROTATE = KernelFunction.of(Rope.class, "rotate");

    private static final float TWO_OVER_PI = 0.63661977f;
    // pi / 2 is the sum of these; the first has as many bits as a float.
    private static final float HALF_PI = 1.5707964f;
    private static final float HALF_PI_REST = -4.371139e-8f;

    private Rope() {}

    /** Which elements of a head form pairs, of the first {@code rotated} ones. */
    public enum Style {
        /** Elements i and {@code i + rotated / 2}, as in GPT-NeoX and Hugging Face's Llama. */
        HALVES,
        /** Elements 2 i and 2 i + 1, as in the paper and in GGML's models of Llama. */
        NEIGHBOURS
    }

    /** The sine and the cosine of an angle. */
    record Rotation(Tensor sine, Tensor cosine) {}

    /** Returns the rotation by position * frequency. */
    static Rotation rotation(Tensor position, Tensor frequency) {
        var product = position.mul(frequency);
        var rest = position.fma(frequency, product.neg());
        var quarters = product.mul(TWO_OVER_PI).rint();
        var angle = quarters.neg().fma(HALF_PI, product).add(quarters.neg().fma(HALF_PI_REST, rest));
        var sine = sine(angle);
        var cosine = cosine(angle);
        var quarter = Triton.conv(int.class, quarters);
        var odd = quarter.and(1).ne(0);
        var first = Triton.where(odd, cosine, sine);
        var second = Triton.where(odd, sine, cosine);
        return new Rotation(Triton.where(quarter.and(2).ne(0), first.neg(), first),
            Triton.where(quarter.add(1).and(2).ne(0), second.neg(), second));
    }

    /** Returns the sine of angles from -pi / 4 to pi / 4: Taylor's series, to 2e-9. */
    static Tensor sine(Tensor x) {
        var z = x.mul(x);
        var series = z.fma(1 / 362880f, -1 / 5040f).fma(z, 1 / 120f).fma(z, -1 / 6f);
        return series.mul(z).fma(x, x);
    }

    /** Returns the cosine of angles from -pi / 4 to pi / 4: Taylor's series, to 2e-10. */
    static Tensor cosine(Tensor x) {
        var z = x.mul(x);
        var series = z.fma(-1 / 3628800f, 1 / 40320f).fma(z, -1 / 720f).fma(z, 1 / 24f).fma(z, -0.5f);
        return series.fma(z, 1.0f);
    }

    /** Some heads of a row, at least as many pairs as there are. */
    @Kernel
    static void rotate(Ptr x, Ptr positions, Ptr frequencies, long rowStride, long headStride, int heads,
        int pairs, @Constant Style STYLE, @Constant int HEADS, @Constant int PAIRS) {
        long row = Triton.programId(0);
        var head = Triton.arange(0, HEADS).add(Triton.programId(1) * HEADS).expand(1);
        var pair = Triton.arange(0, PAIRS);
        var frequency = frequencies.add(pair).load(pair.lt(pairs), 0.0f);
        var position = Triton.conv(float.class, positions.add(row).load());
        var rotation = rotation(position.broadcastTo(1, PAIRS), frequency.expand(0));
        var sine = rotation.sine();
        var cosine = rotation.cosine();
        var first = x.add(row * rowStride).add(head.mul(headStride));
        if (STYLE == Style.HALVES) {
            var mask = head.lt(heads).and(pair.lt(pairs).expand(0));
            var low = first.add(pair.expand(0));
            var high = low.add(pairs);
            var a = Triton.conv(float.class, low.load(mask));
            var b = Triton.conv(float.class, high.load(mask));
            low.store(a.mul(cosine).sub(b.mul(sine)), mask);
            high.store(a.mul(sine).add(b.mul(cosine)), mask);
        } else {
            var column = Triton.arange(0, 2 * PAIRS).expand(0);
            var mask = head.lt(heads).and(column.lt(2 * pairs));
            var both = first.add(column);
            var halves = Triton.conv(float.class, both.load(mask)).reshape(HEADS, PAIRS, 2).split();
            var a = halves.first();
            var b = halves.second();
            var low = a.mul(cosine).sub(b.mul(sine));
            both.store(low.interleave(a.mul(sine).add(b.mul(cosine))), mask);
        }
    }

    /**
     * Rotates the pairs of all heads in place. Elements of a head after the pairs keep their values.
     *
     * @param stream the queue of the launch
     * @param x [rows, heads, width]; rows and heads may be those of a view
     * @param positions [rows], of type {@code I32}, contiguous; from 0 to 2^24
     * @param frequencies [rotated / 2], of type {@code FP32}, contiguous: radians for each position;
     *     {@code rotated} is at most the width
     * @param style which elements form pairs
     */
    public static void launch(
        Stream stream, DeviceTensor x, DeviceTensor positions, DeviceTensor frequencies, Style style) {
        Tensors.requireShape("x", x, -1, -1, -1);
        Tensors.requireShape("positions", positions, x.size(0));
        Tensors.requireShape("frequencies", frequencies, -1);
        Tensors.requireType("positions", positions, ElementType.I32);
        Tensors.requireType("frequencies", frequencies, ElementType.FP32);
        Tensors.requireRows("x", x);
        Tensors.requireRows("positions", positions);
        Tensors.requireRows("frequencies", frequencies);
        if (2 * frequencies.size(0) > x.size(2)) {
            throw new IllegalArgumentException("frequencies: expected at most " + x.size(2) / 2
                + ", one for each pair of " + x + ", found " + frequencies);
        }
        if (x.count() == 0 || frequencies.count() == 0) {
            return;
        }
        int pairs = Math.toIntExact(frequencies.size(0));
        int heads = Math.toIntExact(x.size(1));
        int width = Tensors.powerOfTwo(pairs, 1);
        int height = 1;
        while (height < heads && height * width < (x.device().isGpu() ? 512 : 4096)) {
            height *= 2;
        }
        ROTATE.constant("STYLE", style)
            .constant("HEADS", height)
            .constant("PAIRS", width)
            .on(stream)
            .launch(Grid.of(Math.toIntExact(x.size(0)), Math.toIntExact(Grid.cdiv(heads, height))),
                x.buffer(), positions.buffer(), frequencies.buffer(), x.stride(0), x.stride(1), heads, pairs);
    }
}
