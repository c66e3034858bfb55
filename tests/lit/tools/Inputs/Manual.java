package manual;

import io.github.cm2tt.lang.*;

import java.util.function.UnaryOperator;

/** The examples of the manual, language/reference/java.md, in order. */
public class Manual {
    @Kernel
    static void add(Ptr x, Ptr y, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var mask = offsets.lt(n);
        var sum = x.add(offsets).load(mask).add(y.add(offsets).load(mask));
        out.add(offsets).store(sum, mask);
    }

    @Kernel
    static void positive(Ptr x, Ptr out, @Constant int BLOCK) {
        var sum = x.add(Triton.arange(0, BLOCK)).load().sum();  // one number
        if (sum.floatValue() > 0)
            out.store(sum);
    }

    static final int WIDTH = 64;

    @Kernel
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
        out.add(x).store(x);
    }

    static Tensor activation(Tensor x, @Constant int KIND) {
        return switch (KIND) {                // one case is left
            case 0 -> x;
            case 1 -> x.maximum(0.0f);
            default -> x.sigmoid();
        };
    }

    @Kernel
    static void activated(Ptr x, Ptr out, @Constant int KIND) {
        var offsets = Triton.arange(0, 64);
        out.add(offsets).store(activation(x.add(offsets).load(), KIND));
    }

    @Kernel
    static void rowSums(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        var sums = Triton.zeros(float.class, BLOCK);      // int.class would be an error: T-LOOP-1
        for (int i = 0; i < n; i++)
            sums = sums.add(x.add(offsets.add(i * BLOCK)).load());
        out.add(offsets).store(sums);
    }

    @Kernel
    static void branches(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        if (Triton.programId(0) >= n)
            return;
        var offsets = Triton.arange(0, BLOCK);
        var v = x.add(offsets).load();
        out.add(offsets).store(Triton.where(v.lt(0), 0, v));
    }

    @Kernel
    static void loops(Ptr out, int n) {
        int sum = 0;
        for (int i = n; i >= 0; i -= 2)       // counted
            if (i % 3 != 0)
                sum += i;
        while (sum % 2 == 0)                  // not counted
            sum = sum / 2 + 1;
        out.store(sum);
    }

    @Kernel
    static void hinted(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        var sum = Triton.zeros(float.class, BLOCK);
        for (int i : Triton.range(n).numStages(3))
            sum = sum.add(x.add(offsets.add(i * BLOCK)).load());
        for (int i : Triton.staticRange(3))
            out.add(offsets.add(i * BLOCK)).store(sum);
    }

    static Tensor block(Ptr p, int index, @Constant int SIZE) {
        return p.add(Triton.arange(0, SIZE).add(index * SIZE)).load();
    }

    @Kernel
    static void helpers(Ptr x, Ptr out) {
        out.store(block(x, 0, 64).sum().add(block(x, 1, 32).sum()));
    }

    record Tile(Tensor rows, Tensor columns) {}

    static Tile ranges(@Constant int M, @Constant int N) {
        return new Tile(Triton.arange(0, M).expand(1), Triton.arange(0, N).expand(0));
    }

    @Kernel
    static void records(Ptr out) {
        var tile = ranges(16, 32);
        var offsets = tile.rows().mul(32).add(tile.columns());
        out.add(offsets).store(offsets);
    }

    record Params(int n, float scale, Ptr out) {}

    @Kernel
    static void expanded(Ptr x, Params params, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        var mask = offsets.lt(params.n());
        params.out().add(offsets).store(x.add(offsets).load(mask).mul(params.scale()), mask);
    }

    @Kernel
    static void sums(Ptr table, Ptr lengths, Ptr out, @Constant int BLOCK) {
        int row = Triton.programId(0);
        var x = table.add(row).load().toPointer(float.class).multipleOf(16);
        var offsets = Triton.arange(0, BLOCK);
        out.add(row).store(x.add(offsets).load(offsets.lt(lengths.add(row).load()), 0.0f).sum());
    }

    static void apply(Ptr x, Ptr out, UnaryOperator<Tensor> f, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        out.add(offsets).store(f.apply(x.add(offsets).load()));
    }

    @Kernel
    static void scaled(Ptr x, Ptr out, float slope) {
        apply(x, out, v -> v.maximum(v.mul(slope)), 64);
    }

    static float hardSwish(float v) {
        if (v <= -3)
            return 0;
        return v >= 3 ? v : v * (v + 3) / 6;
    }

    @Kernel
    static void mapped(Ptr x, Ptr out, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        var y = x.add(offsets).load().map(v -> hardSwish(v.floatValue()));
        out.add(offsets).store(y);
    }

    record Best(Tensor value, Tensor index) {}

    @Kernel
    static void nearest(Ptr x, Ptr out, float target, @Constant int BLOCK) {
        var i = Triton.arange(0, BLOCK);
        var distance = x.add(i).load().sub(target).abs();
        var best = Triton.reduce(new Best(distance, i), 0,
                (a, b) -> a.value().floatValue() <= b.value().floatValue() ? a : b);
        out.store(best.index());
    }
}
