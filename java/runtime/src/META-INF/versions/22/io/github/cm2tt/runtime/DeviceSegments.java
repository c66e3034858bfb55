// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.lang.foreign.MemorySegment;

/** The methods of a {@link Device} for memory segments. */
abstract class DeviceSegments {
    DeviceSegments() {}

    /**
     * Wraps memory of this process.
     *
     * @param address its address
     * @param bytes its size
     * @param type the type of its elements
     * @param memory an object that has to stay reachable while the memory is used
     * @param isReadOnly whether it must not be written
     * @param what the name of the memory in messages, with its article
     */
    abstract DeviceBuffer wrapHost(
        long address, long bytes, ElementType type, Object memory, boolean isReadOnly, String what);

    /**
     * Wraps a native segment on the CPU: kernels read and write its memory, and nothing is copied. If it is
     * read-only, {@linkplain DeviceBuffer#isReadOnly kernels may only read it}. Closing the result waits for
     * the work that uses it. The result keeps the segment reachable; its arena has to stay
     * open until the result is closed. Since JDK 22.
     *
     * <pre>{@code
     * try (Arena arena = Arena.ofConfined();
     *         DeviceBuffer x = Device.cpu().wrap(arena.allocate(4 * n, 4), ElementType.FP32)) {
     *     kernel.launch(grid, x, n);
     * }
     * }</pre>
     *
     * @param segment the memory, which has numbers in the native byte order
     * @param type the type of the elements
     * @return the buffer
     * @throws IllegalArgumentException if the device is a GPU, the segment is on the heap, or its address or
     *     size is not a multiple of the size of an element
     * @throws IllegalStateException if the arena is closed
     * @throws WrongThreadException if another thread owns the arena
     */
    public DeviceBuffer wrap(MemorySegment segment, ElementType type) {
        checkAccess(segment);
        if (!segment.isNative()) {
            throw new IllegalArgumentException("a segment on the heap, where the garbage collector moves it: "
                + "expected a native one");
        }
        return wrapHost(
            segment.address(), segment.byteSize(), type, segment, segment.isReadOnly(), "a segment");
    }

    /** Throws unless this thread may access a segment now. */
    static void checkAccess(MemorySegment segment) {
        if (!segment.scope().isAlive()) {
            throw new IllegalStateException("the arena of the segment is closed: use it before close(), "
                    + "and not "
                + "after");
        }
        if (!segment.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException("another thread owns the arena of the segment: expected that "
                    + "thread, "
                + "or an arena that is shared");
        }
    }
}
