// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.HostBuffer;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.spark.unsafe.Platform;

/** Host memory that the device copies from and to, with its address. The owner closes it. */
final class PinnedMemory implements AutoCloseable {
    /** As Arrow pads its buffers. */
    private static final int PADDING = 64;

    final HostBuffer buffer;
    final long address;
    /** Keeps the memory while there are addresses in use. */
    private final ByteBuffer view;

    PinnedMemory(Device device, long bytes) {
        buffer = device.allocateHost((bytes + PADDING - 1) / PADDING * PADDING + PADDING);
        view = buffer.asByteBuffer(0, 1);
        address = MemoryUtil.getByteBufferAddress(view);
    }

    /** Sets all bytes. */
    void fill(int value) {
        Platform.setMemory(null, address, buffer.bytes(), (byte) value);
    }

    /** Returns Arrow's view of the first bytes; the memory has to stay open until it is released. */
    ArrowBuf asArrow(BufferAllocator allocator, long bytes) {
        ArrowBuf arrow = allocator.wrapForeignAllocation(new ForeignAllocation(bytes, address) {
            @Override
            protected void release0() {
                // The owner closes the memory.
            }
        });
        arrow.writerIndex(bytes);
        return arrow;
    }

    @Override
    public void close() {
        buffer.close();
    }
}
