package kernels;

import oracle.code.triton.Constant;
import oracle.code.triton.Ptr;
import oracle.code.triton.Tensor;
import oracle.code.triton.Triton;

import java.lang.runtime.CodeReflection;

/** Kernels that access memory rightly and wrongly. */
public class Checked {
    static Tensor offsets(int n) {
        return Triton.add(Triton.programId(0) * n, Triton.arange(0, n));
    }

    /** The last block reaches behind the arrays. */
    @CodeReflection
    static void copy(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        Tensor at = offsets(BLOCK);
        Tensor value = Triton.load(Triton.add(x, at));
        Tensor mask = Triton.compare(at, n, Triton.CompareKind.LessThan);
        Triton.store(Triton.add(out, at), value, mask);
    }

    /** The same as it should be. */
    @CodeReflection
    static void maskedCopy(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        Tensor at = offsets(BLOCK);
        Tensor mask = Triton.compare(at, n, Triton.CompareKind.LessThan);
        Tensor value = Triton.load(Triton.add(x, at), mask);
        Triton.store(Triton.add(out, at), value, mask);
    }

    /** Adds to what the output has, as if it had something. */
    @CodeReflection
    static void accumulate(Ptr x, Ptr out, @Constant int BLOCK) {
        Tensor at = offsets(BLOCK);
        Tensor before = Triton.load(Triton.add(out, at));
        Tensor value = Triton.load(Triton.add(x, at));
        Triton.store(Triton.add(out, at), Triton.add(before, value));
    }

    /** All programs store their sums in one place. */
    @CodeReflection
    static void total(Ptr x, Ptr out, @Constant int BLOCK) {
        Tensor value = Triton.load(Triton.add(x, offsets(BLOCK)));
        Triton.store(out, Triton.sum(value, 0));
    }

    /** The first program clears what all of them count in. */
    @CodeReflection
    static void clearAndCount(Ptr x, Ptr bins, @Constant int BLOCK) {
        if (Triton.programId(0) == 0) {
            Triton.store(Triton.add(bins, Triton.arange(0, 16)), Triton.zeros(int.class, 16));
        }
        Tensor bin = Triton.load(Triton.add(x, offsets(BLOCK)));
        Triton.atomicAdd(Triton.add(bins, bin), 1);
    }

    /** Counts in bins that are there. */
    @CodeReflection
    static void histogram(Ptr x, Ptr bins, @Constant int BLOCK) {
        Tensor bin = Triton.load(Triton.add(x, offsets(BLOCK)));
        Triton.atomicAdd(Triton.add(bins, bin), 1);
    }
}
