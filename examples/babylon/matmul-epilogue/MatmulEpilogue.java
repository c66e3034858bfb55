package examples;

import oracle.code.triton.Constant;
import oracle.code.triton.Float16;
import oracle.code.triton.Ptr;
import oracle.code.triton.Tensor;
import oracle.code.triton.Triton;

import java.lang.runtime.CodeReflection;
import java.util.function.UnaryOperator;

/** Products of two matrices, with a caller's function applied to each tile before it is stored. */
public class MatmulEpilogue {
    /** A matrix in memory; strides are in elements. */
    record Matrix(Ptr data, int rowStride, int columnStride) {}

    /** The rows and columns of the product that a program computes. */
    record Tile(Tensor rows, Tensor columns) {}

    /** Programs of one group share columns of the right matrix, which stay in the cache. */
    @CodeReflection
    static Tile tileOfProgram(int M, int N, int BM, int BN, int GROUP) {
        var program = Triton.programId(0);
        var programsM = Triton.cdiv(M, BM);
        var programsN = Triton.cdiv(N, BN);
        var programsInGroup = GROUP * programsN;
        var group = program / programsInGroup;
        var firstM = group * GROUP;
        var groupSize = Math.min(programsM - firstM, GROUP);
        var programM = firstM + (program % groupSize);
        var programN = (program % programsInGroup) / groupSize;
        var rows = Triton.add(programM * BM, Triton.arange(0, BM));
        var columns = Triton.add(programN * BN, Triton.arange(0, BN));
        return new Tile(rows, columns);
    }

    /** Pointers to the elements in these rows and columns. */
    @CodeReflection
    static Tensor pointers(Matrix matrix, Tensor rows, Tensor columns) {
        var rowOffsets = Triton.mul(Triton.expand(rows, 1), matrix.rowStride());
        var columnOffsets = Triton.mul(Triton.expand(columns, 0), matrix.columnStride());
        return Triton.add(matrix.data(), Triton.add(rowOffsets, columnOffsets));
    }

    /** A tile of c = epilogue(a * b); a is MxK, b is KxN. */
    @CodeReflection
    static void matmul(Matrix a, Matrix b, Matrix c, int M, int N, int K, Tile tile, int BM, int BN, int BK, UnaryOperator<Tensor> epilogue) {
        var offsetsK = Triton.arange(0, BK);
        var aTile = pointers(a, Triton.mod(tile.rows(), M), offsetsK);
        var bTile = pointers(b, offsetsK, Triton.mod(tile.columns(), N));
        var accumulator = Triton.zeros(float.class, BM, BN);
        for (int k = 0; k < Triton.cdiv(K, BK); k++) {
            var left = K - k * BK;
            var x = Triton.load(aTile, Triton.compare(Triton.expand(offsetsK, 0), left, Triton.CompareKind.LessThan), 0.0f);
            var y = Triton.load(bTile, Triton.compare(Triton.expand(offsetsK, 1), left, Triton.CompareKind.LessThan), 0.0f);
            accumulator = Triton.add(accumulator, Triton.dot(x, y));
            aTile = Triton.add(aTile, BK * a.columnStride());
            bTile = Triton.add(bTile, BK * b.rowStride());
        }

        var result = Triton.conv(Float16.class, epilogue.apply(accumulator));
        var maskM = Triton.compare(Triton.expand(tile.rows(), 1), M, Triton.CompareKind.LessThan);
        var maskN = Triton.compare(Triton.expand(tile.columns(), 0), N, Triton.CompareKind.LessThan);
        Triton.store(pointers(c, tile.rows(), tile.columns()), result, Triton.and(maskM, maskN));
    }

    /** A function of one number. */
    @CodeReflection
    static float hardSwish(float v) {
        if (v <= -3)
            return 0;
        if (v >= 3)
            return v;
        return v * (v + 3) / 6;
    }

    /** c = leakyReLU(a * b + bias), for a slope between 0 and 1: the lambda captures a pointer, a record and a number. */
    @CodeReflection
    static void matmulLeakyReLU(Ptr a, Ptr b, Ptr c, Ptr bias, float slope, int M, int N, int K, int strideAM, int strideAK, int strideBK, int strideBN, int strideCM, int strideCN, @Constant int BM, @Constant int BN, @Constant int BK, @Constant int GROUP) {
        var left = new Matrix(a, strideAM, strideAK);
        var right = new Matrix(b, strideBK, strideBN);
        var product = new Matrix(c, strideCM, strideCN);
        var tile = tileOfProgram(M, N, BM, BN, GROUP);
        matmul(left, right, product, M, N, K, tile, BM, BN, BK, x -> {
            var mask = Triton.compare(tile.columns(), N, Triton.CompareKind.LessThan);
            var row = Triton.load(Triton.add(bias, tile.columns()), mask);
            var biased = Triton.add(x, Triton.expand(row, 0));
            return Triton.maximum(biased, Triton.mul(biased, slope));
        });
    }

    /** c = hardSwish(a * b): a function of numbers, applied to each element. */
    @CodeReflection
    static void matmulHardSwish(Ptr a, Ptr b, Ptr c, int M, int N, int K, int strideAM, int strideAK, int strideBK, int strideBN, int strideCM, int strideCN, @Constant int BM, @Constant int BN, @Constant int BK, @Constant int GROUP) {
        var left = new Matrix(a, strideAM, strideAK);
        var right = new Matrix(b, strideBK, strideBN);
        var product = new Matrix(c, strideCM, strideCN);
        var tile = tileOfProgram(M, N, BM, BN, GROUP);
        matmul(left, right, product, M, N, K, tile, BM, BN, BK, x -> Triton.map(x, v -> hardSwish(v.floatValue())));
    }
}
