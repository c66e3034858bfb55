package examples;

import oracle.code.triton.Constant;
import oracle.code.triton.Ptr;
import oracle.code.triton.Triton;

import java.lang.runtime.CodeReflection;

/** Adds two vectors: each program adds one block of them. */
public class VectorAdd {
    @CodeReflection
    static void add(Ptr x, Ptr y, Ptr out, int n, @Constant int BLOCK) {
        var program = Triton.programId(0);
        var start = program * BLOCK;
        var offsets = Triton.add(start, Triton.arange(0, BLOCK));
        var mask = Triton.compare(offsets, n, Triton.CompareKind.LessThan);
        var a = Triton.load(Triton.add(x, offsets), mask);
        var b = Triton.load(Triton.add(y, offsets), mask);
        Triton.store(Triton.add(out, offsets), Triton.add(a, b), mask);
    }
}
