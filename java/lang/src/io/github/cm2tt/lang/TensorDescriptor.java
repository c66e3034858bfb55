// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import io.github.cm2tt.lang.Triton.PaddingOption;
import java.util.Arrays;

/**
 * A tensor in memory that a kernel accesses by blocks. Elements outside of the tensor are read as zero or
 * NaN, and are not written, so that no masks are needed at its borders. On GPUs from sm_90 on, bulk tensor
 * copies perform the accesses where they can.
 *
 * <p>A kernel creates a descriptor by {@link Triton#makeTensorDescriptor}, or gets it as a parameter: a
 * launch is then given the result of {@code device.tensorDescriptor(...)} of the runtime.
 *
 * <pre>{@code
 * @Kernel
 * static void copy(TensorDescriptor from, TensorDescriptor to, @Constant int ROWS) {
 *     int row = Triton.programId(0) * ROWS;
 *     to.store(from.load(row, 0), row, 0);
 * }
 * }</pre>
 *
 * <p>Offsets are ints, one for each dimension. The errors are {@link KernelException}s on the JVM, and errors
 * of the compiler otherwise: a number of offsets that is not the rank of the tensor (T-DESCACCESS-1), offsets
 * that are not ints (T-DESCACCESS-2), values that cannot be converted to the element type (T-DESCACCESS-3) or
 * do not broadcast to the block (T-DESCACCESS-4).
 */
// The compiler's rules and builders are those of language/KernelApi/Descriptors.td.
//
// Not here: evaluation (Descriptors).
public final class TensorDescriptor {
    final Ptr base;
    final long[] shape;
    final long[] strides;
    final int[] block;
    final PaddingOption padding;

    /** Keeps the arrays, which must not be changed any more. */
    TensorDescriptor(Ptr base, long[] shape, long[] strides, int[] block, PaddingOption padding) {
        this.base = base;
        this.shape = shape;
        this.strides = strides;
        this.block = block;
        this.padding = padding;
    }

    /**
     * Returns a descriptor for a run on the JVM ({@link Programs#run}). Base and strides need not be
     * multiples of 16 bytes.
     *
     * @param base a pointer to the first element
     * @param shape the extents of the tensor
     * @param strides the distances in elements of neighbours along each dimension; the last one is 1
     * @param block the extents of a block, powers of two
     * @param padding what is read outside of the tensor
     * @return the descriptor
     * @throws KernelException if arrays have different lengths (T-DESCRIPTOR-2), the last stride is not 1
     *     (T-DESCRIPTOR-4), the block is invalid (T-DESCRIPTOR-6), or integers are padded with NaN
     *     (T-DESCRIPTOR-7)
     */
    public static TensorDescriptor of(
        Ptr base, long[] shape, long[] strides, int[] block, PaddingOption padding) {
        return Descriptors.checked(base, shape.clone(), strides.clone(), block.clone(), padding);
    }

    /**
     * Reads the block whose first element has these indices, which may be negative.
     *
     * @param offsets the index in each dimension
     * @return the elements, in the shape of a block
     */
    public Tensor load(Number... offsets) {
        Programs.require("load");
        return Descriptors.load(this, offsets);
    }

    /**
     * Writes the block whose first element has these indices.
     *
     * @param values the values, which are converted to the element type and broadcast to the block
     * @param offsets the index in each dimension, not negative, which is an error on the JVM
     */
    public void store(Number values, Number... offsets) {
        ArgumentKinds kinds = Programs.enter("store");
        Descriptors.store(this, kinds.number(1, values), offsets);
    }

    /**
     * Reads rows of a matrix, whose block is one row: at least 8 elements of 32 bits, or 32 bytes of narrower
     * ones (T-DESCROWS-1).
     *
     * @param rows the indices of the rows, a tile of 8 ints or more in one dimension (T-DESCROWS-2)
     * @param column the first column, an int (T-DESCROWS-3)
     * @return a row for each index
     */
    public Tensor gather(Tensor rows, Number column) {
        Programs.require("gather");
        return Descriptors.gather(this, rows, column);
    }

    /**
     * Writes rows of a matrix, whose block is one row as for {@link #gather}.
     *
     * @param values a row for each index
     * @param rows the indices of the rows
     * @param column the first column
     */
    public void scatter(Number values, Tensor rows, Number column) {
        ArgumentKinds kinds = Programs.enter("scatter");
        Descriptors.scatter(this, kinds.number(1, values), rows, column);
    }

    /**
     * Adds the values to the elements of a block, each atomically: integers of 32 or 64 bits, floats, fp16
     * and bf16 (T-DESCREDUCE-1). The accesses are not ordered.
     *
     * @param values the values, as for {@link #store}
     * @param offsets the index in each dimension, not negative
     */
    public void atomicAdd(Number values, Number... offsets) {
        ArgumentKinds kinds = Programs.enter("atomicAdd");
        Descriptors.atomicAdd(this, kinds.number(1, values), offsets);
    }

    /**
     * Like {@link #atomicAdd}, with the minimum, of integers of 32 or 64 bits, fp16 and bf16.
     *
     * @param values the values
     * @param offsets the index in each dimension
     */
    public void atomicMin(Number values, Number... offsets) {
        ArgumentKinds kinds = Programs.enter("atomicMin");
        Descriptors.atomicMin(this, kinds.number(1, values), offsets);
    }

    /**
     * Like {@link #atomicMin}, with the maximum.
     *
     * @param values the values
     * @param offsets the index in each dimension
     */
    public void atomicMax(Number values, Number... offsets) {
        ArgumentKinds kinds = Programs.enter("atomicMax");
        Descriptors.atomicMax(this, kinds.number(1, values), offsets);
    }

    /**
     * Like {@link #atomicAdd}, with the bitwise and, of integers of 32 or 64 bits.
     *
     * @param values the values
     * @param offsets the index in each dimension
     */
    public void atomicAnd(Number values, Number... offsets) {
        ArgumentKinds kinds = Programs.enter("atomicAnd");
        Descriptors.bitwise("atomicAnd", this, kinds.number(1, values), offsets, (old, value) -> old & value);
    }

    /**
     * Like {@link #atomicAnd}, with the bitwise or.
     *
     * @param values the values
     * @param offsets the index in each dimension
     */
    public void atomicOr(Number values, Number... offsets) {
        ArgumentKinds kinds = Programs.enter("atomicOr");
        Descriptors.bitwise("atomicOr", this, kinds.number(1, values), offsets, (old, value) -> old | value);
    }

    /**
     * Like {@link #atomicAnd}, with the bitwise exclusive or.
     *
     * @param values the values
     * @param offsets the index in each dimension
     */
    public void atomicXor(Number values, Number... offsets) {
        ArgumentKinds kinds = Programs.enter("atomicXor");
        Descriptors.bitwise("atomicXor", this, kinds.number(1, values), offsets, (old, value) -> old ^ value);
    }

    /** Returns a description, for messages and debuggers. */
    @Override
    public String toString() {
        return "tensor of " + base.pointee() + " " + Arrays.toString(shape) + " with blocks "
            + Arrays.toString(block);
    }
}
