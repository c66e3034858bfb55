// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The copies between a {@link DeviceBuffer} and memory segments. */
abstract class SegmentCopies {
    /** The bytes that are copied at once: what a ByteBuffer can have, and through an array. */
    private static final long DIRECT_PIECE = 1L << 30;
    private static final long HEAP_PIECE = 1L << 20;

    SegmentCopies() {}

    /** Returns the buffer. */
    abstract DeviceBuffer self();

    /**
     * Copies bytes to the beginning of the buffer, as they are in memory: numbers in the native byte order.
     * Since JDK 22.
     *
     * @param segment the bytes, at most as many as this has. Segments of the global arena are fastest
     * @return this
     * @throws IllegalArgumentException if there are too many bytes
     * @throws IllegalStateException if this, or the arena of the segment, is closed
     * @throws WrongThreadException if another thread owns the arena of the segment
     */
    public DeviceBuffer copyFrom(MemorySegment segment) {
        check(segment);
        long bytes = segment.byteSize();
        for (long done = 0, size; done < bytes; done += size) {
            size = Math.min(bytes - done, pieceOf(segment));
            MemorySegment piece = segment.asSlice(done, size);
            DeviceBuffer part = bytesOf(done, size);
            if (segment.isNative()) {
                part.copyFrom(piece.asByteBuffer());
            } else {
                part.copyFrom(piece.toArray(ValueLayout.JAVA_BYTE));
            }
        }
        return self();
    }

    /**
     * Copies bytes from the beginning of the buffer, as they are in memory. Since JDK 22.
     *
     * @param segment receives the bytes, at most as many as this has
     * @return the segment
     * @throws IllegalArgumentException if there are too many bytes, or the segment is read-only
     * @throws IllegalStateException if this, or the arena of the segment, is closed
     * @throws WrongThreadException if another thread owns the arena of the segment
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public MemorySegment copyTo(MemorySegment segment) {
        check(segment);
        if (segment.isReadOnly()) {
            throw new IllegalArgumentException("a segment that is read-only: expected one to write to");
        }
        long bytes = segment.byteSize();
        for (long done = 0, size; done < bytes; done += size) {
            size = Math.min(bytes - done, pieceOf(segment));
            MemorySegment piece = segment.asSlice(done, size);
            DeviceBuffer part = bytesOf(done, size);
            if (segment.isNative()) {
                part.copyTo(piece.asByteBuffer());
            } else {
                piece.copyFrom(MemorySegment.ofArray(part.copyTo(new byte[(int) size])));
            }
        }
        return segment;
    }

    private void check(MemorySegment segment) {
        DeviceSegments.checkAccess(segment);
        self().handle.check();
        if (segment.byteSize() > self().bytes()) {
            throw new IllegalArgumentException(segment.byteSize() + " bytes and a buffer of " + self().bytes()
                + " bytes: expected no more than the buffer has");
        }
    }

    private static long pieceOf(MemorySegment segment) {
        return segment.isNative() ? DIRECT_PIECE : HEAP_PIECE;
    }

    private DeviceBuffer bytesOf(long first, long size) {
        return self().as(ElementType.I8).slice(first, size);
    }
}
