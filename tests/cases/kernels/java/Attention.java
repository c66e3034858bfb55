package kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;

import io.github.cm2tt.lang.CodeReflection;

/** Attention with running maxima and sums: no matrix of all scores exists. */
public class Attention {
    @CodeReflection
    static Tensor places(Tensor rows, @Constant int WIDTH) {
        return Triton.add(Triton.mul(Triton.expand(rows, 1), WIDTH), Triton.expand(Triton.arange(0, WIDTH), 0));
    }

    /** out = softmax(q k^T * scale) v for BM queries of a head; all are [heads, n, WIDTH]. */
    @CodeReflection
    static void forward(Ptr q, Ptr k, Ptr v, Ptr out, int n, float scale, @Constant int WIDTH, @Constant int BM, @Constant int BN, @Constant boolean CAUSAL) {
        int first = Triton.programId(0) * BM;
        int head = Triton.programId(1) * n * WIDTH;
        var queries = Triton.add(first, Triton.arange(0, BM));
        var isQuery = Triton.expand(queries.lt(n), 1);
        var query = Triton.load(Triton.add(q, places(queries, WIDTH).add(head)), isQuery, 0.0f);
        var greatest = Triton.full(float.class, Float.NEGATIVE_INFINITY, BM);
        var sums = Triton.zeros(float.class, BM);
        var result = Triton.zeros(float.class, BM, WIDTH);
        int end = CAUSAL ? Math.min(first + BM, n) : n;
        for (int start = 0; start < end; start += BN) {
            var keys = Triton.add(start, Triton.arange(0, BN));
            var isKey = Triton.expand(keys.lt(n), 1);
            var key = Triton.load(Triton.add(k, places(keys, WIDTH).add(head)), isKey, 0.0f);
            var scores = Triton.dot(query, Triton.trans(key), Triton.InputPrecision.IEEE).mul(scale);
            var counts = Triton.expand(keys.lt(n), 0);
            if (CAUSAL)
                counts = counts.and(Triton.expand(queries, 1).ge(Triton.expand(keys, 0)));
            scores = Triton.where(counts, scores, Float.NEGATIVE_INFINITY);
            var next = Triton.maximum(greatest, Triton.max(scores, 1));
            var weights = Triton.exp(scores.sub(Triton.expand(next, 1)));
            var correction = Triton.exp(greatest.sub(next));
            var value = Triton.load(Triton.add(v, places(keys, WIDTH).add(head)), isKey, 0.0f);
            sums = sums.mul(correction).add(Triton.sum(weights, 1));
            result = result.mul(Triton.expand(correction, 1));
            result = Triton.dot(weights, Triton.conv(float.class, value), result, Triton.InputPrecision.IEEE);
            greatest = next;
        }
        result = result.div(Triton.expand(sums, 1));
        Triton.store(Triton.add(out, places(queries, WIDTH).add(head)), result, isQuery);
    }
}
