// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.TensorDescriptor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.lang.Triton.PaddingOption;

/** Kernels that access tensors by descriptors. */
final class DescriptorKernels {
    private DescriptorKernels() {}

    /** c = a b, by descriptors of the host. */
    @Kernel
    static void multiply(TensorDescriptor a, TensorDescriptor b, TensorDescriptor c, int depth,
        @Constant int M, @Constant int N, @Constant int K) {
        int row = Triton.programId(0) * M;
        int column = Triton.programId(1) * N;
        Tensor sum = Triton.zeros(float.class, M, N);
        for (int k : Triton.range(0, depth, K)) {
            sum = Triton.dot(a.load(row, k), b.load(k, column), sum);
        }
        c.store(sum.conv(Float16.class), row, column);
    }

    /** The same, by descriptors that the kernel creates. */
    @Kernel
    static void multiplyMade(Ptr a, Ptr b, Ptr c, int m, int n, int depth, @Constant int M, @Constant int N,
        @Constant int K) {
        var left = a.makeTensorDescriptor(Triton.dims(m, depth), Triton.dims(depth, 1), Triton.dims(M, K));
        var right = b.makeTensorDescriptor(Triton.dims(depth, n), Triton.dims(n, 1), Triton.dims(K, N));
        var result = Triton.makeTensorDescriptor(c, Triton.dims(m, n), Triton.dims(n, 1), Triton.dims(M, N));
        int row = Triton.programId(0) * M;
        int column = Triton.programId(1) * N;
        Tensor sum = Triton.zeros(float.class, M, N);
        for (int k = 0; k < depth; k += K) {
            sum = Triton.dot(left.load(row, k), right.load(k, column), sum);
        }
        Triton.storeTensorDescriptor(result, sum.conv(Float16.class), row, column);
    }

    /** Copies blocks; row and column of the first one are given. */
    @Kernel
    static void copy(TensorDescriptor from, TensorDescriptor to, int row, int column) {
        to.store(Triton.loadTensorDescriptor(from, row, column), 0, 0);
    }

    /** Copies a row that a kernel pads with NaN. */
    @Kernel
    static void padded(Ptr from, Ptr to, int n, @Constant int BLOCK) {
        var row = Triton.makeTensorDescriptor(
            from, Triton.dims(n), Triton.dims(1), Triton.dims(BLOCK), PaddingOption.NAN);
        to.add(Triton.arange(0, BLOCK)).store(row.load(0));
    }

    /** Copies chosen rows to others. */
    @Kernel
    static void rows(TensorDescriptor from, TensorDescriptor to, Ptr chosen, Ptr targets, int column) {
        Tensor indices = Triton.arange(0, 8);
        Tensor picked = from.gather(chosen.add(indices).load(), column);
        to.scatter(picked, targets.add(indices).load(), 0);
    }

    /** Each program updates the first block. */
    @Kernel
    static void update(TensorDescriptor sums, TensorDescriptor lowest, TensorDescriptor highest,
        TensorDescriptor bits, @Constant int N) {
        int program = Triton.programId(0);
        Tensor value = Triton.arange(0, N).add(program);
        sums.atomicAdd(value, 0);
        lowest.atomicMin(value.neg(), 0);
        highest.atomicMax(value, 0);
        bits.atomicOr(Triton.shl(1, program), 0);
        bits.atomicAnd(-1, 0);
        bits.atomicXor(1 << 20, 0);
    }

    /** Writes 1 to a block at the end of a tensor with five dimensions. */
    @Kernel
    static void five(TensorDescriptor to, int last) {
        to.store(1, 0, 0, 0, last, 0);
    }
}
