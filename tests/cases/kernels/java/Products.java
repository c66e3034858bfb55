package kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;

import io.github.cm2tt.lang.CodeReflection;

/** Products of matrices of any size, one tile a program. */
public class Products {
    /** Offsets of a tile in a row-major matrix. */
    @CodeReflection
    static Tensor places(Tensor rows, Tensor columns, int stride) {
        return Triton.add(Triton.mul(Triton.expand(rows, 1), stride), Triton.expand(columns, 0));
    }

    /** A tile of a * b, summed as numbers of the class; a is MxK, b is KxN. */
    @CodeReflection
    static void multiply(Ptr a, Ptr b, Ptr c, int M, int N, int K, @Constant int BM, @Constant int BN, @Constant int BK, Class<?> sums) {
        var rows = Triton.add(Triton.programId(0) * BM, Triton.arange(0, BM));
        var columns = Triton.add(Triton.programId(1) * BN, Triton.arange(0, BN));
        var isRow = Triton.expand(rows.lt(M), 1);
        var isColumn = Triton.expand(columns.lt(N), 0);
        var sum = Triton.zeros(sums, BM, BN);
        for (int k = 0; k < K; k += BK) {
            var inner = Triton.add(k, Triton.arange(0, BK));
            var x = Triton.load(Triton.add(a, places(rows, inner, K)), isRow.and(Triton.expand(inner.lt(K), 0)), 0);
            var y = Triton.load(Triton.add(b, places(inner, columns, N)), isColumn.and(Triton.expand(inner.lt(K), 1)), 0);
            sum = Triton.dot(x, y, sum, Triton.InputPrecision.IEEE);
        }
        Triton.store(Triton.add(c, places(rows, columns, N)), sum, isRow.and(isColumn));
    }

    @CodeReflection
    static void floats(Ptr a, Ptr b, Ptr c, int M, int N, int K, @Constant int BM, @Constant int BN, @Constant int BK) {
        multiply(a, b, c, M, N, K, BM, BN, BK, float.class);
    }

    @CodeReflection
    static void ints(Ptr a, Ptr b, Ptr c, int M, int N, int K, @Constant int BM, @Constant int BN, @Constant int BK) {
        multiply(a, b, c, M, N, K, BM, BN, BK, int.class);
    }
}
