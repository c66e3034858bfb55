// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.TensorDescriptor;
import io.github.cm2tt.lang.Triton;

/** Kernels that read one parameter, x, or write it in some way; 16 ints each. */
final class ReadOnlyKernels {
    private ReadOnlyKernels() {}

    record Both(Ptr x, Ptr out) {}

    //===------------------------------------------------------------------===//
    // x is read
    //===------------------------------------------------------------------===//

    @Kernel
    static void readsTile(Ptr x, Ptr out) {
        var i = Triton.arange(0, 16);
        out.add(i).store(x.add(i).load());
    }

    @Kernel
    static void readsInLoop(Ptr x, Ptr out) {
        Ptr from = x;
        Ptr to = out;
        for (int k = 0; k < 4; k++) {
            var i = Triton.arange(0, 4);
            to.add(i).store(from.add(i).load());
            from = from.add(4);
            to = to.add(4);
        }
    }

    @Kernel
    static void readsScalars(Ptr x, Ptr out) {
        for (int k = 0; k < 16; k++) {
            out.add(k).store(x.add(k).load());
        }
    }

    @Kernel
    static void readsByHelper(Ptr x, Ptr out) {
        copy(x, out);
    }

    private static void copy(Ptr from, Ptr to) {
        var i = Triton.arange(0, 16);
        to.add(i).store(from.add(i).load());
    }

    @Kernel
    static void readsRecord(Both both) {
        copy(both.x(), both.out());
    }

    @Kernel
    static void readsDescriptor(TensorDescriptor x, TensorDescriptor out) {
        out.store(x.load(0), 0);
    }

    @Kernel
    static void readsMadeDescriptor(Ptr x, Ptr out) {
        var from = x.makeTensorDescriptor(Triton.dims(16), Triton.dims(1), Triton.dims(16));
        out.add(Triton.arange(0, 16)).store(from.load(0));
    }

    @Kernel
    static void readsAtomically(Ptr x, Ptr out) {
        var i = Triton.arange(0, 16);
        out.add(i).atomicAdd(x.add(i).load());
    }

    /** The branch is dead. */
    @Kernel
    static void writesNever(Ptr x, Ptr out, @Constant int WRITES) {
        var i = Triton.arange(0, 16);
        if (WRITES == 1) {
            x.add(i).store(0);
        }
        out.add(i).store(x.add(i).load());
    }

    //===------------------------------------------------------------------===//
    // x is written
    //===------------------------------------------------------------------===//

    @Kernel
    static void writesTile(Ptr x, Ptr out) {
        copy(out, x);
    }

    @Kernel
    static void writesScalar(Ptr x, Ptr out) {
        x.store(out.load());
    }

    @Kernel
    static void writesMasked(Ptr x, Ptr out) {
        var i = Triton.arange(0, 16);
        x.add(i).store(1, i.lt(out.load()));
    }

    @Kernel
    static void writesInPlace(Ptr x, Ptr out) {
        var i = Triton.arange(0, 16);
        x.add(i).store(x.add(i).load().add(out.load()));
    }

    @Kernel
    static void writesInLoop(Ptr x, Ptr out) {
        Ptr to = x;
        for (int k = 0; k < out.load().intValue(); k++) {
            to.store(k);
            to = to.add(1);
        }
    }

    @Kernel
    static void writesInBranch(Ptr x, Ptr out) {
        Ptr to = out;
        if (out.load().intValue() == 0) {
            to = x;
        }
        to.store(1);
    }

    @Kernel
    static void writesSelected(Ptr x, Ptr out) {
        var i = Triton.arange(0, 16);
        i.lt(8).where(x.add(i), out.add(i)).store(1);
    }

    @Kernel
    static void writesAtomically(Ptr x, Ptr out) {
        x.add(Triton.arange(0, 16)).atomicAdd(out.load());
    }

    @Kernel
    static void writesExchange(Ptr x, Ptr out) {
        out.store(x.atomicXchg(3));
    }

    @Kernel
    static void writesCompared(Ptr x, Ptr out) {
        out.store(x.atomicCas(0, 1));
    }

    @Kernel
    static void writesRecord(Both both) {
        copy(both.out(), both.x());
    }

    @Kernel
    static void writesDescriptor(TensorDescriptor x, TensorDescriptor out) {
        x.store(out.load(0), 0);
    }

    @Kernel
    static void writesMadeDescriptor(Ptr x, Ptr out) {
        var to = x.makeTensorDescriptor(Triton.dims(16), Triton.dims(1), Triton.dims(16));
        Tensor values = out.add(Triton.arange(0, 16)).load();
        to.store(values, 0);
    }

    /** By an address that it loads: not known before the launch. */
    @Kernel
    static void writesTable(Ptr table) {
        table.load().toPointer(int.class).store(1);
    }
}
