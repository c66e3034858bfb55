package kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;

import io.github.cm2tt.lang.CodeReflection;

/** Reductions and scans of rows longer than a tile, and of several tiles at once. */
public class Rows {
    record Best(Tensor value, Tensor index) {}

    record Affine(Tensor factor, Tensor summand) {}

    /** The sums of all elements up to each; a row a program. */
    @CodeReflection
    static void cumulativeSum(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        var row = Triton.programId(0);
        var before = Triton.sum(Triton.zeros(float.class, BLOCK));
        for (int i = 0; i < n; i += BLOCK) {
            var at = Triton.add(offsets, i);
            var value = Triton.load(Triton.add(x, at.add(row * n)), at.lt(n), 0.0f);
            var running = Triton.cumsum(Triton.conv(float.class, value), 0);
            Triton.store(Triton.add(out, at.add(row * n)), running.add(before), at.lt(n));
            before = before.add(Triton.sum(value));
        }
    }

    /** The first place of a row's greatest element, by the language's method. */
    @CodeReflection
    static void argmax(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        var at = Triton.arange(0, BLOCK);
        var row = Triton.programId(0);
        var value = Triton.load(Triton.add(x, at.add(row * n)), at.lt(n), Float.NEGATIVE_INFINITY);
        Triton.store(Triton.add(out, row), Triton.argmax(value));
    }

    /** The last place of a row's least element, by a function of the kernel's own; of a tile of rows. */
    @CodeReflection
    static void lastLeast(Ptr x, Ptr values, Ptr out, int n, @Constant int ROWS, @Constant int BLOCK) {
        var rows = Triton.add(Triton.programId(0) * ROWS, Triton.arange(0, ROWS));
        var at = Triton.expand(Triton.arange(0, BLOCK), 0);
        var places = Triton.add(Triton.expand(rows, 1).mul(n), at);
        var value = Triton.load(Triton.add(x, places), at.lt(n), Float.POSITIVE_INFINITY);
        var best = Triton.reduce(new Best(value, Triton.broadcastTo(at, ROWS, BLOCK)), 1, (a, b) -> {
            var isLess = a.value().floatValue() < b.value().floatValue();
            var isEqual = a.value().floatValue() == b.value().floatValue();
            return isLess || isEqual && a.index().intValue() > b.index().intValue() ? a : b;
        });
        Triton.store(Triton.add(values, rows), best.value());
        Triton.store(Triton.add(out, rows), best.index());
    }

    /** h[i] = a[i] * h[i - 1] + b[i], a linear recurrence, as a scan. */
    @CodeReflection
    static void recurrence(Ptr a, Ptr b, Ptr out, @Constant int BLOCK) {
        var at = Triton.add(Triton.programId(0) * BLOCK, Triton.arange(0, BLOCK));
        var steps = new Affine(Triton.load(Triton.add(a, at)), Triton.load(Triton.add(b, at)));
        var all = Triton.scan(steps, 0, (f, g) -> new Affine(f.factor().mul(g.factor()), f.summand().mul(g.factor()).add(g.summand())));
        Triton.store(Triton.add(out, at), all.summand());
    }
}
