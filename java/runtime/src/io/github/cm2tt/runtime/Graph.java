// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeGraphs;
import java.lang.ref.Reference;

/**
 * Work that was captured by {@link Stream#capture}, to be done as a whole as often as wanted; on a GPU, that
 * costs less than to launch its parts. It works on the buffers that were captured: other data are copied
 * there. Any thread may use it.
 */
public final class Graph extends NativeObject {
    private final Device device;

    Graph(Device device, long address, Capture capture) {
        super(Handle.of("graph", address, graph -> {
            NativeGraphs.destroy(graph);
            capture.release();
        }));
        this.device = device;
    }

    /**
     * The device that it is of.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * Does the work.
     *
     * @param stream on which stream; null: the device's default stream
     * @throws IllegalStateException if this or the stream is closed, or of another device
     * @throws Cm2ttException if the work failed already
     */
    public void launch(Stream stream) {
        device.check(stream);
        long address = handle.acquire();
        try {
            device.give(handle, () -> Stream.use(stream, to -> NativeGraphs.launch(address, to)));
        } finally {
            handle.release();
            Reference.reachabilityFence(this);
        }
    }
}
