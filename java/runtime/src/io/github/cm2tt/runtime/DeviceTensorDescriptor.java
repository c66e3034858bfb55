// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.TensorDescriptor;
import io.github.cm2tt.lang.Triton.PaddingOption;
import io.github.cm2tt.runtime.internal.NativeDescriptors;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * A tensor in a buffer, as the argument for a parameter of type {@link TensorDescriptor}, created by {@link
 * Device#tensorDescriptor}. It does not change, is thread-safe, and keeps what launches have encoded, so that
 * it should be used for many launches.
 *
 * <pre>{@code
 * var a = device.tensorDescriptor(x, new long[] {m, k}, new long[] {k, 1}, new int[] {64, 32});
 * kernel.launch(grid, a, n);
 * }</pre>
 *
 * <p>A kernel is compiled for the element type and the block of the descriptor, and for whether bulk tensor
 * copies may access the tensor: 16 bytes divide its address, all strides but the last and the size of a row,
 * and no extent is 0. Pointers access other tensors.
 *
 * <p>It need not be closed: it has some hundred bytes of native memory, which are freed when it is
 * unreachable. Closing it does not close the buffer.
 */
public final class DeviceTensorDescriptor extends DeviceObject {
    private final DeviceBuffer buffer;
    private final long[] shape;
    private final long[] strides;
    private final int[] block;
    private final PaddingOption padding;
    /** The bits of an argument. */
    private final long argument;

    DeviceTensorDescriptor(
        DeviceBuffer buffer, long[] shape, long[] strides, int[] block, PaddingOption padding) {
        super(buffer.device(), Handle.of("tensor descriptor",
            create(buffer, shape, strides, block, padding), NativeDescriptors::destroy));
        this.buffer = buffer;
        this.shape = shape.clone();
        this.strides = strides.clone();
        this.block = block.clone();
        this.padding = padding;
        this.argument = NativeDescriptors.argument(handle.address());
    }

    private static long create(
        DeviceBuffer buffer, long[] shape, long[] strides, int[] block, PaddingOption padding) {
        Objects.requireNonNull(padding, "padding");
        if (shape.length != strides.length || shape.length != block.length) {
            throw new IllegalArgumentException("a tensor descriptor has " + shape.length + " extents, "
                + strides.length + " strides and a block of " + block.length + ": expected one number");
        }
        checkFits(buffer, shape, strides);
        long[] extents = Arrays.stream(block).asLongStream().toArray();
        return buffer.handle.apply(buffer, ignored -> NativeDescriptors.create(buffer.address(),
            buffer.type().ordinal(), shape, strides, extents, padding == PaddingOption.NAN,
            buffer.isReadOnly()));
    }

    /** Throws if the tensor exceeds its buffer. Invalid numbers are left to native code. */
    private static void checkFits(DeviceBuffer buffer, long[] shape, long[] strides) {
        long last = 0;
        for (int dim = 0; dim < shape.length; dim++) {
            if (shape[dim] < 1 || strides[dim] < 0) {
                return;
            }
            try {
                last = Math.addExact(last, Math.multiplyExact(shape[dim] - 1, strides[dim]));
            } catch (ArithmeticException e) {
                last = Long.MAX_VALUE;
                break;
            }
        }
        if (last >= buffer.count()) {
            throw new IllegalArgumentException("a tensor of shape " + Arrays.toString(shape)
                + " with strides " + Arrays.toString(strides) + " exceeds its buffer of " + buffer.count()
                + " elements");
        }
    }

    /**
     * Returns the buffer with the elements of the tensor.
     *
     * @return the buffer
     */
    public DeviceBuffer buffer() {
        return buffer;
    }

    /**
     * Returns the extents of the tensor.
     *
     * @return a copy
     */
    public long[] shape() {
        return shape.clone();
    }

    /**
     * Returns the distances in elements of neighbours along each dimension.
     *
     * @return a copy
     */
    public long[] strides() {
        return strides.clone();
    }

    /**
     * Returns the extents of a block.
     *
     * @return a copy
     */
    public int[] block() {
        return block.clone();
    }

    /**
     * Returns what is read outside of the tensor.
     *
     * @return zeros or NaN
     */
    public PaddingOption padding() {
        return padding;
    }

    /** Writes this as an argument of a launch, which holds it and its buffer. */
    void pass(LaunchSlot slot, int index, Device target, IntFunction<String> names, int parameter) {
        if (device != target) {
            throw ArgumentConversion.foreign(names.apply(parameter), buffer, target);
        }
        slot.hold(handle);
        slot.hold(buffer.handle);
        slot.argument(index, argument, buffer.type().ordinal(), 2);
    }

    /** Returns whether a handle is that of this or of its buffer. */
    boolean uses(Handle used) {
        return used == handle || used == buffer.handle;
    }

    /** Returns the same descriptor of a copy of the buffer, for a run on the JVM. */
    TensorDescriptor over(Ptr copy) {
        return TensorDescriptor.of(copy, shape, strides, block, padding);
    }
}
