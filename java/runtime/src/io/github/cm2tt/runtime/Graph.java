// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeGraphs;

/**
 * Work that was captured by {@link Stream#capture}, and can be launched as a whole any number of times; on a
 * GPU, that costs less than launching its parts. The graph uses the captured buffers; copy other data into
 * them. It is thread-safe.
 *
 * <p>A graph counts as a user of all captured objects, so that closing a captured buffer is safe.
 */
public final class Graph extends DeviceObject {
    Graph(Device device, long address, Capture capture) {
        super(device, Handle.of("graph", address, graph -> {
            NativeGraphs.destroy(graph);
            capture.release();
        }));
    }

    /**
     * Launches the captured work.
     *
     * @param stream the stream, or null for the default stream of the device
     * @throws IllegalStateException if this or the stream is closed or belongs to another device
     * @throws Cm2ttException if earlier work failed
     */
    public void launch(Stream stream) {
        device.check(stream);
        handle.use(this, graph ->
            device.give(handle, () -> Stream.use(stream, to -> NativeGraphs.launch(graph, to))));
    }
}
