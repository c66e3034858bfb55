package kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;

import io.github.cm2tt.lang.CodeReflection;

/** Gradients of normalisations, with sums of rows in two passes, and of a gated activation. */
public class Gradients {
    /**
     * The gradient of each numPrograms-th row, and a program's sums for those of weights and biases. RMS: of a
     * normalisation by the root of the mean square, which has no mean and no bias.
     */
    @CodeReflection
    static void normRows(Ptr x, Ptr weight, Ptr dy, Ptr means, Ptr scales, Ptr dx, Ptr dweights, Ptr dbiases, int rows, int n, @Constant int BLOCK, @Constant boolean RMS) {
        var at = Triton.arange(0, BLOCK);
        var mask = at.lt(n);
        var factor = Triton.conv(float.class, Triton.load(Triton.add(weight, at), mask, 0.0f));
        var weightSums = Triton.zeros(float.class, BLOCK);
        var biasSums = Triton.zeros(float.class, BLOCK);
        for (int row = Triton.programId(0); row < rows; row += Triton.numPrograms(0)) {
            var place = at.add(row * n);
            var value = Triton.conv(float.class, Triton.load(Triton.add(x, place), mask, 0.0f));
            var upstream = Triton.conv(float.class, Triton.load(Triton.add(dy, place), mask, 0.0f));
            var scale = Triton.load(Triton.add(scales, row));
            if (!RMS)
                value = Triton.where(mask, value.sub(Triton.load(Triton.add(means, row))), 0.0f);
            var normal = value.mul(scale);
            var inner = upstream.mul(factor);
            var slope = inner.sub(normal.mul(Triton.sum(inner.mul(normal)).div(n)));
            if (!RMS) {
                slope = slope.sub(Triton.sum(inner).div(n));
                biasSums = biasSums.add(upstream);
            }
            weightSums = weightSums.add(upstream.mul(normal));
            Triton.store(Triton.add(dx, place), slope.mul(scale), mask);
        }
        var part = at.add(Triton.programId(0) * n);
        Triton.store(Triton.add(dweights, part), weightSums, mask);
        if (!RMS)
            Triton.store(Triton.add(dbiases, part), biasSums, mask);
    }

    /** The sums of a matrix's columns; BN of them a program. */
    @CodeReflection
    static void columnSums(Ptr parts, Ptr out, int rows, int n, @Constant int BM, @Constant int BN) {
        var columns = Triton.add(Triton.programId(0) * BN, Triton.arange(0, BN));
        var sums = Triton.zeros(float.class, BM, BN);
        for (int start = 0; start < rows; start += BM) {
            var row = Triton.add(start, Triton.arange(0, BM));
            var mask = Triton.expand(row.lt(rows), 1).and(Triton.expand(columns.lt(n), 0));
            var at = Triton.add(Triton.expand(row, 1).mul(n), Triton.expand(columns, 0));
            sums = sums.add(Triton.load(Triton.add(parts, at), mask, 0.0f));
        }
        Triton.store(Triton.add(out, columns), Triton.sum(sums, 0), columns.lt(n));
    }

    /** The gradients of silu(a) * b. */
    @CodeReflection
    static void swiglu(Ptr a, Ptr b, Ptr dout, Ptr da, Ptr db, int n, @Constant int BLOCK) {
        var at = Triton.add(Triton.programId(0) * BLOCK, Triton.arange(0, BLOCK));
        var mask = at.lt(n);
        var left = Triton.conv(float.class, Triton.load(Triton.add(a, at), mask, 0.0f));
        var right = Triton.conv(float.class, Triton.load(Triton.add(b, at), mask, 0.0f));
        var upstream = Triton.conv(float.class, Triton.load(Triton.add(dout, at), mask, 0.0f));
        var gate = Triton.div(1.0f, Triton.exp(Triton.neg(left)).add(1.0f));
        var slope = gate.mul(left.mul(Triton.sub(1.0f, gate)).add(1.0f));
        Triton.store(Triton.add(da, at), upstream.mul(right).mul(slope), mask);
        Triton.store(Triton.add(db, at), upstream.mul(left).mul(gate), mask);
    }
}
