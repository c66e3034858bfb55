// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;

/** Kernels of two parameters that OverlapTest passes the same memory. */
final class OverlapKernels {
    private OverlapKernels() {}

    record Pair(Ptr a, Ptr b) {}

    //------------------------------------------------------------------------
    // Whose order is kept
    //------------------------------------------------------------------------

    @Kernel
    static void addOne(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N).add(Triton.programId(0) * N);
        b.add(i).store(a.add(i).load(i.lt(n)).add(1), i.lt(n));
    }

    /** The second loop loads again, and divides by what the first one found. */
    @Kernel
    static void twoPasses(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        var most = Triton.zeros(int.class, N);
        for (int first = 0; first < n; first += N) {
            most = Triton.maximum(most, a.add(i.add(first)).load(i.add(first).lt(n), 0));
        }
        var all = most.max(0);
        for (int first = 0; first < n; first += N) {
            var at = i.add(first);
            b.add(at).store(a.add(at).load(at.lt(n)).sub(all), at.lt(n));
        }
    }

    /** Exchanges two halves. */
    @Kernel
    static void halves(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N / 2);
        var low = a.add(i).load();
        var high = a.add(i.add(N / 2)).load();
        b.add(i).store(high);
        b.add(i.add(N / 2)).store(low);
    }

    @Kernel
    static void storeTwice(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        a.add(i).store(i);
        b.add(i).store(i.mul(3));
    }

    @Kernel
    static void reverse(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        var v = a.add(i).load(i.lt(n));
        Triton.debugBarrier();
        b.add(i.mul(-1).add(n - 1)).store(v.mul(10), i.lt(n));
    }

    @Kernel
    static void reversePair(Pair pair, @Constant int N) {
        var i = Triton.arange(0, N);
        var v = pair.a().add(i).load();
        Triton.debugBarrier();
        pair.b().add(i.mul(-1).add(N - 1)).store(v);
    }

    @Kernel
    static void rotate(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        var v = a.add(i).load(i.lt(n));
        var w = a.add(i.add(1)).load(i.lt(n - 1), 0);
        Triton.debugBarrier();
        b.add(i.add(1)).store(v, i.lt(n - 1));
        b.store(7);
        Triton.debugBarrier();
        var u = a.add(i).load(i.lt(n));
        b.add(i).store(u.add(w.mul(1000)).add(v.mul(3)), i.lt(n));
    }

    @Kernel
    static void transpose(Ptr a, Ptr b, int n, @Constant int N) {
        var r = Triton.arange(0, N).expand(1);
        var c = Triton.arange(0, N).expand(0);
        var v = a.add(r.mul(N).add(c)).load();
        Triton.debugBarrier();
        b.add(c.mul(N).add(r)).store(v.mul(10).add(c));
    }

    @Kernel
    static void prefix(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        for (int step = 1; step < N; step *= 2) {
            var v = a.add(i.sub(step)).load(i.ge(step), 0);
            var w = a.add(i).load();
            Triton.debugBarrier();
            b.add(i).store(w.add(v));
            Triton.debugBarrier();
        }
    }

    @Kernel
    static void shifted(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        for (int first = 0; first < n; first += N) {
            var at = i.add(first);
            var v = a.add(at).load(at.lt(n));
            Triton.debugBarrier();
            b.add(at).store(v.mul(2).add(1), at.lt(n));
            Triton.debugBarrier();
        }
    }

    @Kernel
    static void atomics(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        var v = a.add(i).load();
        b.add(i.mul(-1).add(N - 1)).atomicAdd(v);
    }

    /** One parameter alone has any order. */
    @Kernel
    static void recurrence(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        for (int k = 1; k < n / N; k++) {
            a.add(i.add(k * N)).store(a.add(i.add((k - 1) * N)).load().mul(3).add(1));
        }
        b.add(i.mul(-1).add(N - 1)).load();
    }

    /** Loads one half by each parameter, and stores to the first one. */
    @Kernel
    static void masked(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        var v = b.add(i.mul(-1).add(N - 1)).load(i.lt(N / 2), 0);
        a.add(i).store(v, i.lt(N / 2));
    }

    //------------------------------------------------------------------------
    // Whose order is not kept
    //------------------------------------------------------------------------

    @Kernel
    static void reverseAtOnce(Ptr a, Ptr b, int n, @Constant int N) {
        Triton.debugBarrier();
        var i = Triton.arange(0, N);
        var v = a.add(i).load();
        b.add(i.mul(-1).add(N - 1)).store(v);
        Triton.debugBarrier();
    }

    @Kernel
    static void reversePairAtOnce(Pair pair, @Constant int N) {
        var i = Triton.arange(0, N);
        pair.b().add(i.mul(-1).add(N - 1)).store(pair.a().add(i).load());
    }

    @Kernel
    static void next(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        b.add(i.add(1)).store(a.add(i).load(i.lt(N - 1)), i.lt(N - 1));
    }

    @Kernel
    static void copy(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        b.add(i).store(a.add(i).load());
    }

    @Kernel
    static void transposeAtOnce(Ptr a, Ptr b, int n, @Constant int N) {
        var r = Triton.arange(0, N).expand(1);
        var c = Triton.arange(0, N).expand(0);
        b.add(c.mul(N).add(r)).store(a.add(r.mul(N).add(c)).load());
    }

    /** Loads what it stored at the same index: a loop may load it before. */
    @Kernel
    static void reload(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        b.add(i).store(i.mul(5));
        b.add(i.add(N)).store(a.add(i).load());
    }

    @Kernel
    static void recurrenceByTwo(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        for (int k = 1; k < n / N; k++) {
            b.add(i.add(k * N)).store(a.add(i.add((k - 1) * N)).load().mul(3).add(1));
        }
    }

    @Kernel
    static void staged(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        var sum = Triton.zeros(int.class, N);
        for (int k : Triton.range(0, n / N).numStages(3)) {
            b.add(i.add(k * N)).store(i.add(k));
            sum = sum.add(a.add(i.add(k * N)).load());
        }
        b.add(i).store(sum);
    }

    @Kernel
    static void afterLoop(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        for (int first = 0; first < n; first += N) {
            b.add(i.add(first)).store(i, i.add(first).lt(n));
        }
        b.store(a.add(n - 1).load());
    }

    /** Each thread loads the first element, which another one stores. */
    @Kernel
    static void first(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        b.add(i).store(i.add(a.load()));
    }

    @Kernel
    static void storesApart(Ptr a, Ptr b, int n, @Constant int N) {
        var i = Triton.arange(0, N);
        a.add(i).store(i);
        b.add(i.mul(-1).add(N - 1)).store(i.mul(3));
    }

    @Kernel
    static void eight(Ptr a, Ptr b, int n, @Constant int N) {
        int x2 = a.add(2).load().intValue();
        b.add(1).store(x2 * 10);
        b.store(a.add(1).load().intValue());
    }

    @Kernel
    static void bubble(Ptr a, Ptr b, int n, @Constant int N) {
        for (int i = 0; i < n - 1; i++) {
            for (int j = 0; j < n - 1 - i; j++) {
                int x = a.add(j).load().intValue(), y = a.add(j + 1).load().intValue();
                if (x > y) {
                    b.add(j).store(y);
                    a.add(j + 1).store(x);
                }
            }
        }
    }

    /** Elements of a row are loaded by all columns of a tile. */
    @Kernel
    static void broadcast(Ptr a, Ptr b, int n, @Constant int N) {
        var r = Triton.arange(0, N).expand(1);
        var c = Triton.arange(0, N).expand(0);
        b.add(r.mul(N).add(c)).store(a.add(r.add(c.mul(0))).load());
    }
}
