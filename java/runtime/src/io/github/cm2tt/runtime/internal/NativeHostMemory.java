// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import java.nio.ByteBuffer;

/**
 * Memory of the host that copies on a stream need not wait for. What is said at {@link NativeRuntime} holds
 * here.
 *
 * <p>Not here: the copies ({@link NativeMemory}).
 */
public final class NativeHostMemory {
    private NativeHostMemory() {}

    /**
     * Allocates; the content is undefined.
     *
     * @param device what it is for
     * @param bytes how many: at most 2^31 - 1, as a ByteBuffer has no more
     * @return its handle
     */
    public static native long create(long device, long bytes);

    /**
     * Frees it. Nobody may touch {@link #data} after that, so this has to wait until that buffer and all
     * views of it are unreachable (a Cleaner on that buffer says when: views keep it reachable).
     *
     * @param buffer its handle; 0 is allowed
     */
    public static native void destroy(long buffer);

    /**
     * The memory as a direct buffer, big-endian as any new one.
     *
     * @param buffer its handle
     * @param bytes as it was made with
     * @return a new buffer on it
     */
    public static native ByteBuffer data(long buffer, long bytes);
}
