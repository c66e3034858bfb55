// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeStreams;
import java.util.Objects;

/**
 * A point in a stream, created by {@link Stream#record()} or {@link Device#event()}. It is thread-safe.
 *
 * <pre>{@code
 * try (Event begin = stream.record()) {
 *     kernel.launch(grid, x, y, n);
 *     try (Event end = stream.record()) {
 *         double milliseconds = begin.millisecondsUntil(end);
 *     }
 * }
 * }</pre>
 */
public final class Event extends DeviceObject {
    Event(Device device, long address) {
        super(device, Handle.of("event", address, NativeStreams::destroyEvent));
    }

    /**
     * Records the event at the end of a stream, and replaces an earlier recording.
     *
     * @param stream the stream, or null for the default stream of the device
     * @return this
     * @throws IllegalStateException if this or the stream is closed or belongs to another device
     */
    public Event record(Stream stream) {
        device.check(stream);
        handle.use(this, event -> Stream.use(stream, to -> NativeStreams.record(event, to)));
        return this;
    }

    /**
     * Returns whether the work that precedes the event in its latest recording has finished or failed; does
     * not wait.
     *
     * @return whether it has; true if the event was never recorded
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if the device failed
     */
    public boolean isDone() {
        return handle.apply(this, NativeStreams::isEventDone);
    }

    /**
     * Waits for the work that precedes the event in its latest recording; returns at once if it was never
     * recorded.
     *
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if some of the work failed
     */
    public void synchronize() {
        handle.use(this, NativeStreams::synchronizeEvent);
    }

    /**
     * Returns the time between two recorded events, and waits for the later one.
     *
     * @param end the later one, on the same device
     * @return the time in milliseconds
     * @throws IllegalStateException if an event is closed or belongs to another device
     * @throws DeviceException if one of them was not recorded, or the work before it failed
     */
    public double millisecondsUntil(Event end) {
        Objects.requireNonNull(end, "end");
        device.check(end);
        return handle.apply(this, first ->
            end.handle.apply(end, second -> NativeStreams.elapsed(first, second)));
    }
}
