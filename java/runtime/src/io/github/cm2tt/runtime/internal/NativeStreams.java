// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

/**
 * Streams and events. The rules of {@link NativeRuntime} apply.
 *
 * <p>Not here: graphs ({@link NativeGraphs}), completions ({@link NativeCompletions}).
 */
public final class NativeStreams {
    private NativeStreams() {}

    /**
     * Creates a stream that does not wait for the default stream.
     *
     * @param device its handle
     * @return the stream's handle
     */
    public static native long create(long device);

    /**
     * Wraps a stream of another library. Destroying the handle does not destroy the stream.
     *
     * @param device its handle
     * @param address the driver's handle, a {@code CUstream}
     * @return the stream's handle
     */
    public static native long wrap(long device, long address);

    /**
     * Returns the driver's handle of a stream.
     *
     * @param stream its handle
     * @return a {@code CUstream}
     */
    public static native long address(long stream);

    /**
     * Destroys a stream, or a wrapper of one.
     *
     * @param stream its handle; 0 is allowed
     */
    public static native void destroy(long stream);

    /**
     * Waits for all work of a stream.
     *
     * @param device its handle
     * @param stream the handle of the stream; 0 for the default stream
     */
    public static native void synchronize(long device, long stream);

    /**
     * Returns whether all work of a stream has finished.
     *
     * @param device its handle
     * @param stream the handle of the stream; 0 for the default stream
     * @return whether it has
     */
    public static native boolean isDone(long device, long stream);

    /**
     * Returns whether the work before the latest recording of an event has finished or failed.
     *
     * @param event its handle
     * @return whether it has; true if the event was never recorded
     */
    public static native boolean isEventDone(long event);

    /**
     * Waits for the work before the latest recording of an event.
     *
     * @param event its handle
     */
    public static native void synchronizeEvent(long event);

    /**
     * Makes later work on the stream wait for the work that precedes the event in its latest recording.
     *
     * @param device its handle
     * @param stream the handle of the stream; 0 for the default stream
     * @param event its handle
     */
    public static native void waitFor(long device, long stream, long event);

    /**
     * Creates an event.
     *
     * @param device its handle
     * @return the event's handle
     */
    public static native long createEvent(long device);

    /**
     * Destroys an event.
     *
     * @param event its handle; 0 is allowed
     */
    public static native void destroyEvent(long event);

    /**
     * Records an event at the end of a stream.
     *
     * @param event its handle
     * @param stream the handle of the stream; 0 for the default stream
     */
    public static native void record(long event, long stream);

    /**
     * Returns the time between two recorded events of one device, after waiting for the second.
     *
     * @param begin the handle of the first
     * @param end the handle of the second
     * @return the time in milliseconds
     */
    public static native double elapsed(long begin, long end);
}
