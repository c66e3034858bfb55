package manual;

import oracle.code.triton.*;

import java.lang.runtime.CodeReflection;
import java.util.function.UnaryOperator;

/** The examples of the manual, conversion/reference/java.md, in order. */
public class Manual {
    @CodeReflection
    static void add(Ptr x, Ptr y, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.add(Triton.programId(0) * BLOCK, Triton.arange(0, BLOCK));
        var mask = Triton.compare(offsets, n, Triton.CompareKind.LessThan);
        var sum = Triton.load(Triton.add(x, offsets), mask).add(Triton.load(Triton.add(y, offsets), mask));
        Triton.store(Triton.add(out, offsets), sum, mask);
    }

    @CodeReflection
    static void positive(Ptr x, Ptr out, @Constant int BLOCK) {
        var sum = Triton.sum(Triton.load(Triton.add(x, Triton.arange(0, BLOCK))));  // one number
        if (sum.floatValue() > 0)
            Triton.store(out, sum);
    }

    static final int WIDTH = 64;

    @CodeReflection
    static void constants(Ptr out, @Constant int BLOCK) {
        int half = BLOCK / 2;                 // a constant
        int width;
        if (BLOCK > 64)
            width = WIDTH;                    // a constant: the condition is one
        else
            width = half;
        int next = width;                     // none: it is assigned below
        next = next + 1;
        var x = Triton.arange(0, width);      // arange(0, next) would be an error
        Triton.store(Triton.add(out, x), x);
    }

    @CodeReflection
    static Tensor activation(Tensor x, @Constant int KIND) {
        return switch (KIND) {                // one case is left
            case 0 -> x;
            case 1 -> Triton.maximum(x, 0.0f);
            default -> Triton.sigmoid(x);
        };
    }

    @CodeReflection
    static void activated(Ptr x, Ptr out, @Constant int KIND) {
        var offsets = Triton.arange(0, 64);
        Triton.store(Triton.add(out, offsets), activation(Triton.load(Triton.add(x, offsets)), KIND));
    }

    @CodeReflection
    static void rowSums(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        var sums = Triton.zeros(float.class, BLOCK);      // int.class would be an error: T-LOOP-1
        for (int i = 0; i < n; i++)
            sums = Triton.add(sums, Triton.load(Triton.add(x, Triton.add(i * BLOCK, offsets))));
        Triton.store(Triton.add(out, offsets), sums);
    }

    @CodeReflection
    static void branches(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        if (Triton.programId(0) >= n)
            return;
        var offsets = Triton.arange(0, BLOCK);
        var v = Triton.load(Triton.add(x, offsets));
        var isNegative = Triton.compare(v, 0, Triton.CompareKind.LessThan);
        Triton.store(Triton.add(out, offsets), Triton.where(isNegative, 0, v));
    }

    @CodeReflection
    static void loops(Ptr out, int n) {
        int sum = 0;
        for (int i = n; i >= 0; i -= 2)       // counted
            if (i % 3 != 0)
                sum += i;
        while (sum % 2 == 0)                  // not counted
            sum = sum / 2 + 1;
        Triton.store(out, sum);
    }

    @CodeReflection
    static void hinted(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        var sum = Triton.zeros(float.class, BLOCK);
        for (int i : Triton.range(n).numStages(3))
            sum = Triton.add(sum, Triton.load(Triton.add(x, Triton.add(i * BLOCK, offsets))));
        for (int i : Triton.staticRange(3))
            Triton.store(Triton.add(out, Triton.add(Triton.arange(0, BLOCK), i * BLOCK)), sum);
    }

    @CodeReflection
    static Tensor block(Ptr p, int index, @Constant int SIZE) {
        return Triton.load(Triton.add(p, Triton.add(index * SIZE, Triton.arange(0, SIZE))));
    }

    @CodeReflection
    static void helpers(Ptr x, Ptr out) {
        Triton.store(out, Triton.add(Triton.sum(block(x, 0, 64)), Triton.sum(block(x, 1, 32))));
    }

    record Tile(Tensor rows, Tensor columns) {}

    @CodeReflection
    static Tile ranges(@Constant int M, @Constant int N) {
        return new Tile(Triton.expand(Triton.arange(0, M), 1), Triton.expand(Triton.arange(0, N), 0));
    }

    @CodeReflection
    static void records(Ptr out) {
        var tile = ranges(16, 32);
        var offsets = Triton.add(Triton.mul(tile.rows(), 32), tile.columns());
        Triton.store(Triton.add(out, offsets), offsets);
    }

    @CodeReflection
    static void apply(Ptr x, Ptr out, UnaryOperator<Tensor> f, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        Triton.store(Triton.add(out, offsets), f.apply(Triton.load(Triton.add(x, offsets))));
    }

    @CodeReflection
    static void scaled(Ptr x, Ptr out, float slope) {
        apply(x, out, v -> Triton.maximum(v, Triton.mul(v, slope)), 64);
    }

    @CodeReflection
    static float hardSwish(float v) {
        if (v <= -3)
            return 0;
        return v >= 3 ? v : v * (v + 3) / 6;
    }

    @CodeReflection
    static void mapped(Ptr x, Ptr out, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        var y = Triton.map(Triton.load(Triton.add(x, offsets)), v -> hardSwish(v.floatValue()));
        Triton.store(Triton.add(out, offsets), y);
    }

    record Best(Tensor value, Tensor index) {}

    @CodeReflection
    static void nearest(Ptr x, Ptr out, float target, @Constant int BLOCK) {
        var i = Triton.arange(0, BLOCK);
        var distance = Triton.abs(Triton.sub(Triton.load(Triton.add(x, i)), target));
        var best = Triton.reduce(new Best(distance, i), 0,
                (a, b) -> a.value().floatValue() <= b.value().floatValue() ? a : b);
        Triton.store(out, best.index());
    }
}
