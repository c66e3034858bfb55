// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

/** Tensor descriptors. The rules of {@link NativeRuntime} apply. */
public final class NativeDescriptors {
    private NativeDescriptors() {}

    /**
     * Creates a descriptor. The arrays have one length.
     *
     * @param address the address of the first element
     * @param type the type of the elements, a {@code cm2tt_type}
     * @param shape the extents
     * @param strides the strides in elements
     * @param block the extents of a block
     * @param padsWithNaN whether elements outside of the tensor are NaN
     * @param isReadOnly whether launches of kernels that may write the memory fail
     * @return its handle
     */
    public static native long create(long address, int type, long[] shape, long[] strides, long[] block,
        boolean padsWithNaN, boolean isReadOnly);

    /**
     * Destroys a descriptor.
     *
     * @param descriptor its handle; 0 is allowed
     */
    public static native void destroy(long descriptor);

    /**
     * Returns a descriptor as an argument of a launch ({@link NativeKernel#ARGUMENT_BITS}).
     *
     * @param descriptor its handle
     * @return the bits, which are valid until it is destroyed
     */
    public static native long argument(long descriptor);
}
