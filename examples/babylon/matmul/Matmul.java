package examples;

import oracle.code.triton.Constant;
import oracle.code.triton.Float16;
import oracle.code.triton.Ptr;
import oracle.code.triton.Triton;

import java.lang.runtime.CodeReflection;

/** Product of two matrices: each program computes one tile of it. */
public class Matmul {
    @CodeReflection
    static void matmul(Ptr a, Ptr b, Ptr c, int M, int N, int K, int strideAM, int strideAK, int strideBK, int strideBN, int strideCM, int strideCN, @Constant int BM, @Constant int BN, @Constant int BK, @Constant int GROUP) {
        // Programs of one group share columns of b, which stay in the cache.
        var program = Triton.programId(0);
        var programsM = Triton.cdiv(M, BM);
        var programsN = Triton.cdiv(N, BN);
        var programsInGroup = GROUP * programsN;
        var group = program / programsInGroup;
        var firstM = group * GROUP;
        var groupSize = Math.min(programsM - firstM, GROUP);
        var programM = firstM + (program % groupSize);
        var programN = (program % programsInGroup) / groupSize;

        var offsetsAM = Triton.mod(Triton.add(programM * BM, Triton.arange(0, BM)), M);
        var offsetsBN = Triton.mod(Triton.add(programN * BN, Triton.arange(0, BN)), N);
        var offsetsK = Triton.arange(0, BK);
        var aTile = Triton.add(a, Triton.add(Triton.mul(Triton.expand(offsetsAM, 1), strideAM), Triton.mul(Triton.expand(offsetsK, 0), strideAK)));
        var bTile = Triton.add(b, Triton.add(Triton.mul(Triton.expand(offsetsK, 1), strideBK), Triton.mul(Triton.expand(offsetsBN, 0), strideBN)));

        var accumulator = Triton.zeros(float.class, BM, BN);
        for (int k = 0; k < Triton.cdiv(K, BK); k++) {
            var left = K - k * BK;
            var x = Triton.load(aTile, Triton.compare(Triton.expand(offsetsK, 0), left, Triton.CompareKind.LessThan), 0.0f);
            var y = Triton.load(bTile, Triton.compare(Triton.expand(offsetsK, 1), left, Triton.CompareKind.LessThan), 0.0f);
            accumulator = Triton.add(accumulator, Triton.dot(x, y));
            aTile = Triton.add(aTile, BK * strideAK);
            bTile = Triton.add(bTile, BK * strideBK);
        }

        var result = Triton.conv(Float16.class, accumulator);
        var offsetsCM = Triton.add(programM * BM, Triton.arange(0, BM));
        var offsetsCN = Triton.add(programN * BN, Triton.arange(0, BN));
        var cTile = Triton.add(Triton.add(c, Triton.mul(strideCM, Triton.expand(offsetsCM, 1))), Triton.mul(strideCN, Triton.expand(offsetsCN, 0)));
        var maskM = Triton.compare(Triton.expand(offsetsCM, 1), M, Triton.CompareKind.LessThan);
        var maskN = Triton.compare(Triton.expand(offsetsCN, 0), N, Triton.CompareKind.LessThan);
        Triton.store(cTile, result, Triton.and(maskM, maskN));
    }
}
