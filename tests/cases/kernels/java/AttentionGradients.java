package kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;

import io.github.cm2tt.lang.CodeReflection;

/** The gradients of attention, whose powers are computed again; all tensors are [heads, n, WIDTH]. */
public class AttentionGradients {
    @CodeReflection
    static Tensor places(Tensor rows, @Constant int WIDTH) {
        return Triton.add(Triton.mul(Triton.expand(rows, 1), WIDTH), Triton.expand(Triton.arange(0, WIDTH), 0));
    }

    /** exp(score * scale - logSum), 0 for scores that do not count. */
    @CodeReflection
    static Tensor powers(Tensor query, Tensor key, Tensor logSums, Tensor queries, Tensor keys, int n, float scale, @Constant boolean CAUSAL) {
        var scores = Triton.dot(query, Triton.trans(key), Triton.InputPrecision.IEEE).mul(scale);
        var counts = Triton.expand(keys.lt(n), 0).and(Triton.expand(queries.lt(n), 1));
        if (CAUSAL)
            counts = counts.and(Triton.expand(queries, 1).ge(Triton.expand(keys, 0)));
        return Triton.where(counts, Triton.exp(scores.sub(Triton.expand(logSums, 1))), 0.0f);
    }

    /** deltas[i] = sum of out[i] * dout[i]. */
    @CodeReflection
    static void deltas(Ptr out, Ptr dout, Ptr deltas, int n, @Constant int WIDTH, @Constant int BM) {
        var rows = Triton.add(Triton.programId(0) * BM, Triton.arange(0, BM));
        int head = Triton.programId(1) * n;
        var isRow = Triton.expand(rows.lt(n), 1);
        var at = places(rows, WIDTH).add(head * WIDTH);
        var value = Triton.conv(float.class, Triton.load(Triton.add(out, at), isRow, 0.0f));
        var upstream = Triton.conv(float.class, Triton.load(Triton.add(dout, at), isRow, 0.0f));
        Triton.store(Triton.add(deltas, rows.add(head)), Triton.sum(value.mul(upstream), 1), rows.lt(n));
    }

    /** The gradients of BN keys and values of a head. */
    @CodeReflection
    static void keys(Ptr q, Ptr k, Ptr v, Ptr dout, Ptr logSums, Ptr deltas, Ptr dk, Ptr dv, int n, float scale, @Constant int WIDTH, @Constant int BM, @Constant int BN, @Constant boolean CAUSAL) {
        int first = Triton.programId(0) * BN;
        int head = Triton.programId(1) * n;
        var keys = Triton.add(first, Triton.arange(0, BN));
        var isKey = Triton.expand(keys.lt(n), 1);
        var at = places(keys, WIDTH).add(head * WIDTH);
        var key = Triton.load(Triton.add(k, at), isKey, 0.0f);
        var value = Triton.load(Triton.add(v, at), isKey, 0.0f);
        var keyGradient = Triton.zeros(float.class, BN, WIDTH);
        var valueGradient = Triton.zeros(float.class, BN, WIDTH);
        int begin = CAUSAL ? first / BM * BM : 0;
        for (int start = begin; start < n; start += BM) {
            var queries = Triton.add(start, Triton.arange(0, BM));
            var isQuery = queries.lt(n);
            var rows = places(queries, WIDTH).add(head * WIDTH);
            var query = Triton.load(Triton.add(q, rows), Triton.expand(isQuery, 1), 0.0f);
            var upstream = Triton.load(Triton.add(dout, rows), Triton.expand(isQuery, 1), 0.0f);
            var logSum = Triton.load(Triton.add(logSums, queries.add(head)), isQuery, 0.0f);
            var delta = Triton.load(Triton.add(deltas, queries.add(head)), isQuery, 0.0f);
            var weights = powers(query, key, logSum, queries, keys, n, scale, CAUSAL);
            valueGradient = Triton.dot(Triton.trans(weights), Triton.conv(float.class, upstream), valueGradient, Triton.InputPrecision.IEEE);
            var slopes = Triton.dot(upstream, Triton.trans(value), Triton.InputPrecision.IEEE).sub(Triton.expand(delta, 1)).mul(weights);
            keyGradient = Triton.dot(Triton.trans(slopes), Triton.conv(float.class, query), keyGradient, Triton.InputPrecision.IEEE);
        }
        Triton.store(Triton.add(dk, at), keyGradient.mul(scale), isKey);
        Triton.store(Triton.add(dv, at), valueGradient, isKey);
    }

    /** The gradients of BM queries of a head. */
    @CodeReflection
    static void queries(Ptr q, Ptr k, Ptr v, Ptr dout, Ptr logSums, Ptr deltas, Ptr dq, int n, float scale, @Constant int WIDTH, @Constant int BM, @Constant int BN, @Constant boolean CAUSAL) {
        int first = Triton.programId(0) * BM;
        int head = Triton.programId(1) * n;
        var queries = Triton.add(first, Triton.arange(0, BM));
        var isQuery = queries.lt(n);
        var at = places(queries, WIDTH).add(head * WIDTH);
        var query = Triton.load(Triton.add(q, at), Triton.expand(isQuery, 1), 0.0f);
        var upstream = Triton.load(Triton.add(dout, at), Triton.expand(isQuery, 1), 0.0f);
        var logSum = Triton.load(Triton.add(logSums, queries.add(head)), isQuery, 0.0f);
        var delta = Triton.load(Triton.add(deltas, queries.add(head)), isQuery, 0.0f);
        var gradient = Triton.zeros(float.class, BM, WIDTH);
        int end = CAUSAL ? Math.min(first + BM, n) : n;
        for (int start = 0; start < end; start += BN) {
            var keys = Triton.add(start, Triton.arange(0, BN));
            var isKey = Triton.expand(keys.lt(n), 1);
            var rows = places(keys, WIDTH).add(head * WIDTH);
            var key = Triton.load(Triton.add(k, rows), isKey, 0.0f);
            var value = Triton.load(Triton.add(v, rows), isKey, 0.0f);
            var weights = powers(query, key, logSum, queries, keys, n, scale, CAUSAL);
            var slopes = Triton.dot(upstream, Triton.trans(value), Triton.InputPrecision.IEEE).sub(Triton.expand(delta, 1)).mul(weights);
            gradient = Triton.dot(slopes, Triton.conv(float.class, key), gradient, Triton.InputPrecision.IEEE);
        }
        Triton.store(Triton.add(dq, at), gradient.mul(scale), Triton.expand(isQuery, 1));
    }

    /**
     * The gradients of BN keys and values of a head, and their part of those of all its queries, which is added
     * to dq. Scores are transposed, so that products read them from registers; inputs are of 16 bits.
     */
    @CodeReflection
    static void fused(Ptr q, Ptr k, Ptr v, Ptr dout, Ptr logSums, Ptr deltas, Ptr dq, Ptr dk, Ptr dv, int n, float scale, @Constant int WIDTH, @Constant int BM, @Constant int BN, @Constant boolean CAUSAL) {
        int first = Triton.programId(0) * BN;
        int head = Triton.programId(1) * n;
        var keys = Triton.add(first, Triton.arange(0, BN));
        var isKey = Triton.expand(keys.lt(n), 1);
        var at = places(keys, WIDTH).add(head * WIDTH);
        var key = Triton.load(Triton.add(k, at), isKey, 0.0f);
        var value = Triton.load(Triton.add(v, at), isKey, 0.0f);
        var keyGradient = Triton.zeros(float.class, BN, WIDTH);
        var valueGradient = Triton.zeros(float.class, BN, WIDTH);
        int begin = CAUSAL ? first / BM * BM : 0;
        for (int start = begin; start < n; start += BM) {
            var queries = Triton.add(start, Triton.arange(0, BM));
            var isQuery = queries.lt(n);
            var rows = places(queries, WIDTH).add(head * WIDTH);
            var query = Triton.load(Triton.add(q, rows), Triton.expand(isQuery, 1), 0.0f);
            var upstream = Triton.load(Triton.add(dout, rows), Triton.expand(isQuery, 1), 0.0f);
            var logSum = Triton.load(Triton.add(logSums, queries.add(head)), isQuery, 0.0f);
            var delta = Triton.load(Triton.add(deltas, queries.add(head)), isQuery, 0.0f);
            var scores = Triton.dot(key, Triton.trans(query));
            var growths = Triton.dot(value, Triton.trans(upstream)); // runs while weights are computed
            var counts = isKey.and(Triton.expand(isQuery, 0));
            if (CAUSAL)
                counts = counts.and(Triton.expand(queries, 0).ge(Triton.expand(keys, 1)));
            var weights = Triton.where(counts, Triton.exp(scores.mul(scale).sub(Triton.expand(logSum, 0))), 0.0f);
            var slopes = growths.sub(Triton.expand(delta, 0)).mul(weights);
            valueGradient = Triton.dot(Triton.conv(Float16.class, weights), upstream, valueGradient);
            var narrow = Triton.conv(Float16.class, slopes);
            keyGradient = Triton.dot(narrow, query, keyGradient);
            var part = Triton.dot(Triton.trans(narrow), key).mul(scale);
            Triton.atomicAdd(Triton.add(dq, rows), part, Triton.expand(isQuery, 1), Triton.MemSemantic.RELAXED, Triton.MemScope.GPU);
        }
        Triton.store(Triton.add(dk, at), keyGradient.mul(scale), isKey);
        Triton.store(Triton.add(dv, at), valueGradient, isKey);
    }
}
