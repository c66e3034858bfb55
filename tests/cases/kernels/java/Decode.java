package kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;

import io.github.cm2tt.lang.CodeReflection;

/** Attention of one query a head to many keys, which are split among programs; the second kernel joins the parts. */
public class Decode {
    @CodeReflection
    static Tensor places(Tensor rows, @Constant int WIDTH) {
        return Triton.add(Triton.mul(Triton.expand(rows, 1), WIDTH), Triton.expand(Triton.arange(0, WIDTH), 0));
    }

    /**
     * Of GROUP queries, which share keys and values: the attention to the `size` keys of a split, and the logarithm of
     * the sum of its powers, [query, split]. ROWS is a power of two, at least GROUP.
     */
    @CodeReflection
    static void part(Ptr q, Ptr k, Ptr v, Ptr parts, Ptr logSums, int n, int size, int splits, float scale, @Constant int GROUP, @Constant int ROWS, @Constant int WIDTH, @Constant int BN) {
        int head = Triton.programId(0);
        int split = Triton.programId(1);
        var row = Triton.arange(0, ROWS);
        var isQuery = row.lt(GROUP);
        var queries = Triton.add(head * GROUP, row);
        var query = Triton.load(Triton.add(q, places(queries, WIDTH)), Triton.expand(isQuery, 1), 0.0f);
        var greatest = Triton.full(float.class, Float.NEGATIVE_INFINITY, ROWS);
        var sums = Triton.zeros(float.class, ROWS);
        var result = Triton.zeros(float.class, ROWS, WIDTH);
        int end = Math.min((split + 1) * size, n);
        for (int start = split * size; start < end; start += BN) {
            var keys = Triton.add(start, Triton.arange(0, BN));
            var isKey = Triton.expand(keys.lt(end), 1);
            var at = places(keys, WIDTH).add(head * n * WIDTH);
            var key = Triton.load(Triton.add(k, at), isKey, 0.0f);
            var scores = Triton.dot(query, Triton.trans(key), Triton.InputPrecision.IEEE).mul(scale);
            scores = Triton.where(Triton.expand(keys.lt(end), 0), scores, Float.NEGATIVE_INFINITY);
            var next = Triton.maximum(greatest, Triton.max(scores, 1));
            var weights = Triton.exp(scores.sub(Triton.expand(next, 1)));
            var correction = Triton.exp(greatest.sub(next));
            var value = Triton.load(Triton.add(v, at), isKey, 0.0f);
            sums = sums.mul(correction).add(Triton.sum(weights, 1));
            result = result.mul(Triton.expand(correction, 1));
            result = Triton.dot(weights, Triton.conv(float.class, value), result, Triton.InputPrecision.IEEE);
            greatest = next;
        }
        var place = queries.mul(splits).add(split);
        Triton.store(Triton.add(parts, places(place, WIDTH)), result.div(Triton.expand(sums, 1)), Triton.expand(isQuery, 1));
        Triton.store(Triton.add(logSums, place), greatest.add(Triton.log(sums)), isQuery);
    }

    /** The parts of a query, by their shares of the sum. */
    @CodeReflection
    static void join(Ptr parts, Ptr logSums, Ptr out, int splits, @Constant int SPLITS, @Constant int WIDTH) {
        int query = Triton.programId(0);
        var at = Triton.arange(0, SPLITS);
        var isPart = at.lt(splits);
        var logs = Triton.load(Triton.add(logSums, at.add(query * splits)), isPart, Float.NEGATIVE_INFINITY);
        var weights = Triton.exp(logs.sub(Triton.max(logs, 0)));
        weights = weights.div(Triton.sum(weights));
        var part = Triton.load(Triton.add(parts, places(at.add(query * splits), WIDTH)), Triton.expand(isPart, 1), 0.0f);
        var result = Triton.sum(part.mul(Triton.expand(weights, 1)), 0);
        Triton.store(Triton.add(out, Triton.arange(0, WIDTH).add(query * WIDTH)), result);
    }
}
