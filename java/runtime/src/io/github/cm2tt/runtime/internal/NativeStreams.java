// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

/**
 * Streams and events. What is said at {@link NativeRuntime} holds here.
 *
 * <p>Not here: graphs ({@link NativeGraphs}).
 */
public final class NativeStreams {
    private NativeStreams() {}

    /**
     * Makes a stream that does not wait for the default stream.
     *
     * @param device its handle
     * @return the stream's handle
     */
    public static native long create(long device);

    /**
     * A stream of somebody else. Destroying the handle leaves that stream alone.
     *
     * @param device its handle
     * @param address the stream as the driver calls it: a {@code CUstream}
     * @return the stream's handle
     */
    public static native long wrap(long device, long address);

    /**
     * What the driver calls a stream.
     *
     * @param stream its handle
     * @return a {@code CUstream}
     */
    public static native long address(long stream);

    /**
     * Destroys a stream, or what wraps one.
     *
     * @param stream its handle; 0 is allowed
     */
    public static native void destroy(long stream);

    /**
     * Waits for all work of a stream.
     *
     * @param device its handle
     * @param stream its handle; 0: the default stream
     */
    public static native void synchronize(long device, long stream);

    /**
     * What is given to the stream from now on waits for what was before the event when it was recorded last.
     *
     * @param device its handle
     * @param stream its handle; 0: the default stream
     * @param event its handle
     */
    public static native void waitFor(long device, long stream, long event);

    /**
     * Makes an event.
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
     * Puts an event at the end of a stream.
     *
     * @param event its handle
     * @param stream its handle; 0: the default stream
     */
    public static native void record(long event, long stream);

    /**
     * The time between two recorded events of one device, after waiting for the second.
     *
     * @param begin the handle of the first
     * @param end the handle of the second
     * @return milliseconds
     */
    public static native double elapsed(long begin, long end);
}
