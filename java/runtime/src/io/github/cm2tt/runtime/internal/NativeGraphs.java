// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

/**
 * Graphs: work that was captured, to be done as a whole as often as wanted. What it uses has to outlive it.
 * What is said at {@link NativeRuntime} holds here.
 */
public final class NativeGraphs {
    private NativeGraphs() {}

    /**
     * Work given to the stream is captured from now on, in place of being done.
     *
     * @param stream its handle; not the default stream
     */
    public static native void begin(long stream);

    /**
     * Ends that, on the same thread.
     *
     * @param stream its handle
     * @return the graph's handle
     */
    public static native long end(long stream);

    /**
     * Does the work of a graph.
     *
     * @param graph its handle
     * @param stream its handle; 0: the default stream
     */
    public static native void launch(long graph, long stream);

    /**
     * Destroys a graph.
     *
     * @param graph its handle; 0 is allowed
     */
    public static native void destroy(long graph);
}
