// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

/**
 * Graphs: captured work that can be launched as a whole any number of times. The objects that it uses have to
 * outlive it. The rules of {@link NativeRuntime} apply.
 */
public final class NativeGraphs {
    private NativeGraphs() {}

    /**
     * Begins to capture work that is queued on the stream, instead of executing it.
     *
     * @param stream its handle; not the default stream
     */
    public static native void begin(long stream);

    /**
     * Ends the capture, on the same thread.
     *
     * @param stream its handle
     * @return the graph's handle
     */
    public static native long end(long stream);

    /**
     * Launches the work of a graph.
     *
     * @param graph its handle
     * @param stream the handle of the stream; 0 for the default stream
     */
    public static native void launch(long graph, long stream);

    /**
     * Destroys a graph.
     *
     * @param graph its handle; 0 is allowed
     */
    public static native void destroy(long graph);
}
