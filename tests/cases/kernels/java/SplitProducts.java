package kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;

import io.github.cm2tt.lang.CodeReflection;

/** Products of matrices with few tiles: several programs sum up parts of a tile, and the last one adds these. */
public class SplitProducts {
    /** Offsets of a tile in a row-major matrix. */
    @CodeReflection
    static Tensor places(Tensor rows, Tensor columns, int stride) {
        return Triton.add(Triton.mul(Triton.expand(rows, 1), stride), Triton.expand(columns, 0));
    }

    @CodeReflection
    static Tensor inside(Tensor rows, Tensor columns, int M, int N) {
        return Triton.expand(rows.lt(M), 1).and(Triton.expand(columns.lt(N), 0));
    }

    /** The sum of the blocks part, part + SPLITS, ... along K. */
    @CodeReflection
    static Tensor sumOfPart(Ptr a, Ptr b, int M, int N, int K, Tensor rows, Tensor columns, int part, @Constant int BM, @Constant int BN, @Constant int BK, @Constant int SPLITS) {
        var inner = Triton.add(part * BK, Triton.arange(0, BK));
        var left = Triton.add(a, places(rows.mod(M), inner, K));
        var right = Triton.add(b, places(inner, columns.mod(N), N));
        var sum = Triton.zeros(float.class, BM, BN);
        for (int start = 0; start < K; start += BK * SPLITS) {
            var mask = inner.lt(K - start);
            var x = Triton.load(left, Triton.expand(mask, 0), 0.0f);
            var y = Triton.load(right, Triton.expand(mask, 1), 0.0f);
            sum = Triton.dot(x, y, sum, Triton.InputPrecision.IEEE);
            left = Triton.add(left, BK * SPLITS);
            right = Triton.add(right, BK * SPLITS * N);
        }
        return sum;
    }

    /** A tile of c = a * b. `parts` has a tile for each program, `counters` a 0 for each tile of c. */
    @CodeReflection
    static void multiply(Ptr a, Ptr b, Ptr c, Ptr parts, Ptr counters, int M, int N, int K, @Constant int BM, @Constant int BN, @Constant int BK, @Constant int SPLITS) {
        int tile = Triton.programId(0) / SPLITS;
        int part = Triton.programId(0) % SPLITS;
        int firstRow = tile / Triton.cdiv(N, BN) * BM;
        var columns = Triton.add(tile % Triton.cdiv(N, BN) * BN, Triton.arange(0, BN));
        var rows = Triton.add(firstRow, Triton.arange(0, BM));
        var sum = sumOfPart(a, b, M, N, K, rows, columns, part, BM, BN, BK, SPLITS);
        var ofTile = Triton.add(parts, tile * (SPLITS * BM * BN));
        var own = Triton.add(ofTile, places(Triton.arange(0, BM), Triton.arange(0, BN), BN));
        Triton.store(Triton.add(own, part * (BM * BN)), sum, inside(rows, columns, M, N));
        var counter = Triton.add(counters, tile);
        if (Triton.atomicAdd(counter, 1).intValue() == SPLITS - 1) {
            Triton.store(counter, 0);
            for (int first = 0; first < BM; first += BM / SPLITS) {
                var slice = Triton.add(first, Triton.arange(0, BM / SPLITS));
                var sliceRows = Triton.add(firstRow, slice);
                var mask = inside(sliceRows, columns, M, N);
                var from = Triton.add(ofTile, places(slice, Triton.arange(0, BN), BN));
                var total = Triton.load(from, mask, 0.0f);
                for (int i : Triton.staticRange(1, SPLITS)) {
                    total = Triton.add(total, Triton.load(Triton.add(from, i * (BM * BN)), mask, 0.0f));
                }
                Triton.store(Triton.add(c, places(sliceRows, columns, N)), total, mask);
            }
        }
    }
}
