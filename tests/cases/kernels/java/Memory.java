package kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;

import io.github.cm2tt.lang.CodeReflection;

/** Memory: transposes, and atomic accesses to what all programs share. */
public class Memory {
    /** out = transpose of x, which is rows x columns; a tile a program. */
    @CodeReflection
    static void transpose(Ptr x, Ptr out, int rows, int columns, @Constant int BR, @Constant int BC) {
        var r = Triton.add(Triton.programId(0) * BR, Triton.arange(0, BR));
        var c = Triton.add(Triton.programId(1) * BC, Triton.arange(0, BC));
        var from = Triton.add(Triton.mul(Triton.expand(r, 1), columns), Triton.expand(c, 0));
        var value = Triton.load(Triton.add(x, from), Triton.expand(r.lt(rows), 1).and(Triton.expand(c.lt(columns), 0)));
        var to = Triton.add(Triton.mul(Triton.expand(c, 1), rows), Triton.expand(r, 0));
        var mask = Triton.expand(c.lt(columns), 1).and(Triton.expand(r.lt(rows), 0));
        Triton.store(Triton.add(out, to), Triton.trans(value), mask);
    }

    /** How often each value is in x, counted by all programs. */
    @CodeReflection
    static void histogram(Ptr x, Ptr counts, int n, @Constant int BLOCK) {
        var at = Triton.add(Triton.programId(0) * BLOCK, Triton.arange(0, BLOCK));
        var value = Triton.load(Triton.add(x, at), at.lt(n), 0);
        Triton.atomicAdd(Triton.add(counts, value), 1, at.lt(n));
    }

    /** The least, the greatest and the number of all; one number a program is compared. */
    @CodeReflection
    static void extremes(Ptr x, Ptr least, Ptr greatest, Ptr count, int n, @Constant int BLOCK) {
        var at = Triton.add(Triton.programId(0) * BLOCK, Triton.arange(0, BLOCK));
        var value = Triton.load(Triton.add(x, at), at.lt(n), 0);
        Triton.atomicMin(least, Triton.min(value));
        Triton.atomicMax(greatest, Triton.max(value));
        Triton.atomicAdd(count, Triton.sum(Triton.conv(int.class, at.lt(n))));
    }

    /** A lock that programs take by compare-and-swap while they add to a number that is not atomic. */
    @CodeReflection
    static void locked(Ptr lock, Ptr total, int times) {
        for (int i = 0; i < times; i++) {
            while (Triton.atomicCas(lock, 0, 1).intValue() != 0) {
            }
            var value = Triton.load(total);
            Triton.store(total, value.add(Triton.programId(0) + 1));
            Triton.atomicXchg(lock, 0);
        }
    }

    /** Programs that add to a number in turn, each when the one before has said that it is done. */
    @CodeReflection
    static void inTurn(Ptr done, Ptr total) {
        int p = Triton.programId(0);
        if (p > 0) {
            Triton.atomicPoll(Triton.add(done, p - 1), 1);
        }
        var value = Triton.atomicLoad(total);
        Triton.store(total, value.mul(3).add(p));
        Triton.atomicStore(Triton.add(done, p), 1);
    }

    /** Complex products: pairs of numbers that lie side by side in memory. */
    @CodeReflection
    static void complexProduct(Ptr x, Ptr y, Ptr out, int n, @Constant int BLOCK) {
        var at = Triton.add(Triton.programId(0) * (2 * BLOCK), Triton.arange(0, 2 * BLOCK));
        var a = Triton.split(Triton.reshape(Triton.load(Triton.add(x, at), at.lt(2 * n), 0.0f), BLOCK, 2));
        var b = Triton.split(Triton.reshape(Triton.load(Triton.add(y, at), at.lt(2 * n), 0.0f), BLOCK, 2));
        var real = a.first().mul(b.first()).sub(a.second().mul(b.second()));
        var imaginary = a.first().mul(b.second()).add(a.second().mul(b.first()));
        Triton.store(Triton.add(out, at), Triton.interleave(real, imaginary), at.lt(2 * n));
    }
}
