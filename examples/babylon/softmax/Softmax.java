package examples;

import oracle.code.triton.Constant;
import oracle.code.triton.Ptr;
import oracle.code.triton.Triton;

import java.lang.runtime.CodeReflection;

/** Softmax of the rows of a matrix: each program does one row, which fits into a block. */
public class Softmax {
    @CodeReflection
    static void softmax(Ptr output, Ptr input, int inputRowStride, int outputRowStride, int n, @Constant int BLOCK) {
        var row = Triton.programId(0);
        var rowStart = Triton.add(input, row * inputRowStride);
        var offsets = Triton.arange(0, BLOCK);
        var mask = Triton.compare(offsets, n, Triton.CompareKind.LessThan);
        var x = Triton.load(Triton.add(rowStart, offsets), mask, Float.NEGATIVE_INFINITY);
        var shifted = Triton.sub(x, Triton.max(x, 0));
        var numerator = Triton.exp(shifted);
        var denominator = Triton.sum(numerator, 0);
        var result = Triton.div(numerator, denominator);
        var outputRowStart = Triton.add(output, row * outputRowStride);
        Triton.store(Triton.add(outputRowStart, offsets), result, mask);
    }
}
