// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import io.github.cm2tt.lang.Triton.PaddingOption;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * Accesses of tensors by blocks and rows. Programs run one after the other, so that atomic updates are plain
 * ones.
 *
 * <p>Not here: loads and stores by pointers ({@link MemoryAccess}).
 */
final class Descriptors {
    private static final int MAX_RANK = 5;
    /** Bulk tensor copies move units of this size. */
    private static final int UNIT_BYTES = 16;

    private Descriptors() {}

    //------------------------------------------------------------------------
    // Creation
    //------------------------------------------------------------------------

    /** {@link Triton#dims}. */
    static Dims dims(Number[] numbers) {
        if (numbers.length < 1 || numbers.length > MAX_RANK) {
            throw new KernelException(
                "T-DIMS-1: a tensor has 1 to " + MAX_RANK + " dimensions: " + numbers.length);
        }
        long[] values = new long[numbers.length];
        for (int i = 0; i < values.length; i++) {
            Operand operand = Operand.of(numbers[i]);
            if (operand == null || operand.isTile() || !operand.type().isInteger()) {
                throw new KernelException(
                    "T-DIMS-2: ints or longs are expected: " + Promotion.describe(numbers[i]));
            }
            values[i] = operand.bits()[0];
        }
        return new Dims(values);
    }

    /** {@link Triton#makeTensorDescriptor}. */
    static TensorDescriptor makeTensorDescriptor(
        Ptr base, Dims shape, Dims strides, Dims block, PaddingOption padding) {
        if (base == null || base.pointee().isBool() || base.pointee().isPointer()) {
            throw new KernelException("T-DESCRIPTOR-1: a tensor begins at a pointer to numbers other than "
                + "truth values: " + Promotion.describe(base));
        }
        for (long extent : shape.numbers()) {
            if (extent != (int) extent) {
                throw new KernelException("T-DESCRIPTOR-3: the extents of a tensor must be ints: " + extent);
            }
        }
        int[] extents = Arrays.stream(block.numbers()).mapToInt(Math::toIntExact).toArray();
        TensorDescriptor made = checked(base, shape.numbers(), strides.numbers(), extents, padding);
        int bytes = base.pointee().bytes();
        for (int dim = 0; dim < made.strides.length - 1; dim++) {
            if (made.strides[dim] * bytes % UNIT_BYTES != 0) {
                throw new KernelException("T-DESCRIPTOR-5: a stride must be a multiple of " + UNIT_BYTES
                    + " bytes: " + made.strides[dim] + " of " + base.pointee());
            }
        }
        if (base.address() % UNIT_BYTES != 0) {
            throw new KernelException("Triton.makeTensorDescriptor: the base must be a multiple of 16 bytes: "
                + base);
        }
        return made;
    }

    /** Returns a descriptor after the checks that those of the host pass as well. */
    static TensorDescriptor checked(
        Ptr base, long[] shape, long[] strides, int[] block, PaddingOption padding) {
        if (shape.length != strides.length || shape.length != block.length) {
            throw new KernelException("T-DESCRIPTOR-2: shape, strides and block must have one rank: "
                + Arrays.toString(shape) + ", " + Arrays.toString(strides) + " and "
                + Arrays.toString(block));
        }
        String label = "T-DESCRIPTOR-6";
        if (block.length < 1 || block.length > MAX_RANK) {
            throw new KernelException(
                label + ": a block has 1 to " + MAX_RANK + " dimensions: " + block.length);
        }
        for (int extent : block) {
            if (Integer.bitCount(extent) != 1 || extent < 0) {
                throw new KernelException(
                    label + ": extents of a block must be powers of two: " + Tiles.name(block));
            }
        }
        Tiles.checked(label, block);
        if (strides[strides.length - 1] != 1) {
            throw new KernelException("T-DESCRIPTOR-4: the last stride must be the constant 1: "
                + Arrays.toString(strides));
        }
        ElementType type = base.pointee();
        if (block[block.length - 1] * type.bytes() < UNIT_BYTES) {
            throw new KernelException(label + ": a row of a block has " + UNIT_BYTES + " bytes or more: "
                + block[block.length - 1] + " of " + type);
        }
        if (padding == PaddingOption.NAN && !type.isFloat()) {
            throw new KernelException(
                "T-DESCRIPTOR-7: only floating-point numbers are padded with NaN: " + type);
        }
        return new TensorDescriptor(base, shape, strides, block, padding);
    }

    //------------------------------------------------------------------------
    // Blocks
    //------------------------------------------------------------------------

    /** {@link TensorDescriptor#load}. */
    static Tensor load(TensorDescriptor tensor, Number[] offsets) {
        return read("load", tensor, tensor.block, block(tensor, offsets(tensor, offsets)));
    }

    /** {@link TensorDescriptor#store}. */
    static void store(TensorDescriptor tensor, Number values, Number[] offsets) {
        update("store", tensor, values, offsets, (old, value) -> value);
    }

    /** {@link TensorDescriptor#atomicAdd}. */
    static void atomicAdd(TensorDescriptor tensor, Number values, Number[] offsets) {
        ElementType type = tensor.base.pointee();
        check(type, isWide(type) || isHalf(type) || type == ElementType.F32);
        update("atomicAdd", tensor, values, offsets, Reduce.adding(type));
    }

    /** {@link TensorDescriptor#atomicMin}. */
    static void atomicMin(TensorDescriptor tensor, Number values, Number[] offsets) {
        update("atomicMin", tensor, values, offsets, extremum(tensor, -1));
    }

    /** {@link TensorDescriptor#atomicMax}. */
    static void atomicMax(TensorDescriptor tensor, Number values, Number[] offsets) {
        update("atomicMax", tensor, values, offsets, extremum(tensor, 1));
    }

    /** Updates the bits of integers. */
    static void bitwise(String method, TensorDescriptor tensor, Number values, Number[] offsets,
        LongBinaryOperator operation) {
        ElementType type = tensor.base.pointee();
        check(type, isWide(type));
        update(method, tensor, values, offsets, operation);
    }

    private static boolean isWide(ElementType type) {
        return type.isInteger() && type.bits >= 32;
    }

    private static boolean isHalf(ElementType type) {
        return type == ElementType.F16 || type == ElementType.BF16;
    }

    private static void check(ElementType type, boolean isDefined) {
        if (!isDefined) {
            throw new KernelException("T-DESCREDUCE-1: no such atomic update of blocks of " + type);
        }
    }

    /** Returns the maximum (sign 1) or the minimum (-1); of NaN and a number, the number. */
    private static LongBinaryOperator extremum(TensorDescriptor tensor, int sign) {
        ElementType type = tensor.base.pointee();
        check(type, isWide(type) || isHalf(type));
        if (!type.isFloat()) {
            return (old, value) -> sign * (type.isUnsigned() ? Long.compareUnsigned(value, old)
                : Long.compare(value, old)) > 0 ? value : old;
        }
        return (old, value) -> {
            float before = type.floatOf(old);
            float next = type.floatOf(value);
            return Float.isNaN(before) || sign * Float.compare(next, before) > 0 && !Float.isNaN(next)
                ? value : old;
        };
    }

    private static void update(String method, TensorDescriptor tensor, Number values, Number[] offsets,
        LongBinaryOperator operation) {
        Combine.checkMayWrite("TensorDescriptor." + method);
        long[] first = offsets(tensor, offsets);
        for (long offset : first) {
            if (offset < 0) {
                throw new KernelException("TensorDescriptor." + method + ": a block must not begin at a "
                    + "negative index: " + Arrays.toString(first));
            }
        }
        write(method, tensor, elements(tensor, values, tensor.block), block(tensor, first), operation);
    }

    //------------------------------------------------------------------------
    // Rows
    //------------------------------------------------------------------------

    /** {@link TensorDescriptor#gather}. */
    static Tensor gather(TensorDescriptor tensor, Tensor rows, Number column) {
        return read("gather", tensor, rowShape(tensor, rows), rows(tensor, rows, column));
    }

    /** {@link TensorDescriptor#scatter}. */
    static void scatter(TensorDescriptor tensor, Number values, Tensor rows, Number column) {
        Combine.checkMayWrite("TensorDescriptor.scatter");
        write("scatter", tensor, elements(tensor, values, rowShape(tensor, rows)),
            rows(tensor, rows, column), (old, value) -> value);
    }

    private static int[] rowShape(TensorDescriptor tensor, Tensor rows) {
        int bytes = tensor.base.pointee().bytes();
        int[] block = tensor.block;
        if (block.length != 2 || block[0] != 1 || bytes > 4 || block[1] < 32 / (8 * bytes) * 8) {
            throw new KernelException("T-DESCROWS-1: rows are accessed by blocks of one row, of at least 8 "
                + "elements of 32 bits or 32 bytes of narrower ones: " + tensor);
        }
        if (rows == null || rows.shape.length != 1 || rows.type != ElementType.I32 || rows.shape[0] < 8) {
            throw new KernelException("T-DESCROWS-2: rows are chosen by a tile of 8 ints or more in one "
                + "dimension: " + Promotion.describe(rows));
        }
        return Tiles.checked("T-DESCROWS-2", rows.shape[0], block[1]);
    }

    //------------------------------------------------------------------------
    // Elements
    //------------------------------------------------------------------------

    /** Returns one number for each dimension. */
    private static long[] offsets(TensorDescriptor tensor, Number[] given) {
        if (given.length != tensor.shape.length) {
            throw new KernelException("T-DESCACCESS-1: a tensor of " + tensor.shape.length
                + " dimensions takes as many offsets: " + given.length);
        }
        long[] offsets = new long[given.length];
        for (int dim = 0; dim < offsets.length; dim++) {
            offsets[dim] = offset("T-DESCACCESS-2: offsets must be ints: ", given[dim]);
        }
        return offsets;
    }

    private static long offset(String problem, Number given) {
        Operand operand = Operand.of(given);
        boolean isInt = operand != null && !operand.isTile() && operand.type().isInteger();
        if (!isInt || operand.bits()[0] != (int) operand.bits()[0]) {
            throw new KernelException(problem + Promotion.describe(given));
        }
        return operand.bits()[0];
    }

    /** Returns values as elements of a tensor in a shape. */
    private static Operand elements(TensorDescriptor tensor, Number values, int[] shape) {
        ElementType type = tensor.base.pointee();
        Operand operand = MemoryAccess.values("T-DESCACCESS-3: the value", values, type);
        if (!Arrays.equals(Promotion.broadcastShapes(shape, operand.shape()), shape)) {
            throw new KernelException("T-DESCACCESS-4: values do not broadcast to the block: "
                + Promotion.describe(values) + " and " + Promotion.describe(type, shape));
        }
        return new Operand(
            type, shape, Promotion.elementsIn(operand, shape), false, Undefined.of(shape, operand));
    }

    /** Returns the address of each element of a block; -1 for elements outside of the tensor. */
    private static long[] block(TensorDescriptor tensor, long[] first) {
        long[] addresses = new long[Tiles.count(tensor.block)];
        int[] steps = Tiles.strides(tensor.block);
        long[] index = new long[first.length];
        for (int i = 0; i < addresses.length; i++) {
            for (int dim = 0; dim < index.length; dim++) {
                index[dim] = first[dim] + i / steps[dim] % tensor.block[dim];
            }
            addresses[i] = address(tensor, index);
        }
        return addresses;
    }

    /** Returns the address of each element of some rows. */
    private static long[] rows(TensorDescriptor tensor, Tensor rows, Number column) {
        long first = offset("T-DESCROWS-3: the column must be an int: ", column);
        int width = tensor.block[1];
        long[] addresses = new long[rows.bits.length * width];
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = address(tensor, rows.bits[i / width], first + i % width);
        }
        return addresses;
    }

    private static long address(TensorDescriptor tensor, long... index) {
        long offset = 0;
        for (int dim = 0; dim < index.length; dim++) {
            if (index[dim] < 0 || index[dim] >= tensor.shape[dim]) {
                return -1;
            }
            offset += index[dim] * tensor.strides[dim];
        }
        return tensor.base.address() + offset * tensor.base.pointee().bytes();
    }

    private static Tensor read(String method, TensorDescriptor tensor, int[] shape, long[] addresses) {
        ElementType type = tensor.base.pointee();
        long outside = tensor.padding == PaddingOption.NAN ? type.ofDouble(Double.NaN) : 0;
        AddressSpace space = Programs.space();
        long[] elements = new long[addresses.length];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = addresses[i] == -1
                ? outside : space.load("TensorDescriptor." + method, addresses[i], type, i);
        }
        return new Tensor(type, shape, elements);
    }

    private static void write(String method, TensorDescriptor tensor, Operand values, long[] addresses,
        LongBinaryOperator operation) {
        ElementType type = tensor.base.pointee();
        String name = "TensorDescriptor." + method;
        AddressSpace space = Programs.space();
        long[] isInside = Arrays.stream(addresses).map(address -> address == -1 ? 0 : 1).toArray();
        Undefined.check(name, "the value", values, values.shape(), isInside);
        for (int i = 0; i < addresses.length; i++) {
            if (addresses[i] != -1) {
                long old = space.read(name, addresses[i], type);
                space.store(name, addresses[i], type, operation.applyAsLong(old, values.bits()[i]), i);
            }
        }
    }
}
