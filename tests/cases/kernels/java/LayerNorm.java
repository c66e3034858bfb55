package kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;

import io.github.cm2tt.lang.CodeReflection;

/** Layer normalisation of the rows of a matrix, and its gradients. */
public class LayerNorm {
    /** y = (x - mean) / deviation * weight + bias; a row a program, of any length. */
    @CodeReflection
    static void forward(Ptr x, Ptr weight, Ptr bias, Ptr y, Ptr means, Ptr scales, int n, float epsilon, @Constant int BLOCK) {
        var row = Triton.programId(0);
        var offsets = Triton.arange(0, BLOCK);
        var sums = Triton.zeros(float.class, BLOCK);
        for (int i = 0; i < n; i += BLOCK) {
            var at = Triton.add(offsets, i);
            sums = sums.add(Triton.load(Triton.add(x, at.add(row * n)), at.lt(n), 0.0f));
        }
        var mean = Triton.sum(sums).floatValue() / n;
        var squares = Triton.zeros(float.class, BLOCK);
        for (int i = 0; i < n; i += BLOCK) {
            var at = Triton.add(offsets, i);
            var value = Triton.load(Triton.add(x, at.add(row * n)), at.lt(n), 0.0f);
            var difference = Triton.where(at.lt(n), value.sub(mean), 0.0f);
            squares = squares.add(difference.mul(difference));
        }
        var scale = 1.0f / (float) Math.sqrt(Triton.sum(squares).floatValue() / n + epsilon);
        Triton.store(Triton.add(means, row), mean);
        Triton.store(Triton.add(scales, row), scale);
        for (int i = 0; i < n; i += BLOCK) {
            var at = Triton.add(offsets, i);
            var mask = at.lt(n);
            var value = Triton.load(Triton.add(x, at.add(row * n)), mask);
            var factor = Triton.load(Triton.add(weight, at), mask);
            var normal = value.sub(mean).mul(scale).mul(factor);
            Triton.store(Triton.add(y, at.add(row * n)), normal.add(Triton.load(Triton.add(bias, at), mask)), mask);
        }
    }

    /** The gradient of x for a row; those of weight and bias are summed by atomic additions. */
    @CodeReflection
    static void backward(Ptr x, Ptr weight, Ptr dy, Ptr means, Ptr scales, Ptr dx, Ptr dweight, Ptr dbias, int n, @Constant int BLOCK) {
        var row = Triton.programId(0);
        var at = Triton.arange(0, BLOCK);
        var mask = at.lt(n);
        var mean = Triton.load(Triton.add(means, row));
        var scale = Triton.load(Triton.add(scales, row));
        var value = Triton.load(Triton.add(x, at.add(row * n)), mask, 0.0f);
        var normal = Triton.where(mask, value.sub(mean).mul(scale), 0.0f);
        var upstream = Triton.load(Triton.add(dy, at.add(row * n)), mask, 0.0f);
        var weighted = upstream.mul(Triton.load(Triton.add(weight, at), mask, 0.0f));
        var first = Triton.sum(normal.mul(weighted)).div(n);
        var second = Triton.sum(weighted).div(n);
        var gradient = weighted.sub(normal.mul(first)).sub(second).mul(scale);
        Triton.store(Triton.add(dx, at.add(row * n)), gradient, mask);
        Triton.atomicAdd(Triton.add(dweight, at), upstream.mul(normal), mask);
        Triton.atomicAdd(Triton.add(dbias, at), upstream, mask);
    }
}
