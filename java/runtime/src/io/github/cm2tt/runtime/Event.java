// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeStreams;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * A point in a stream, made by {@link Stream#record()} or {@link Device#event()}. Any thread may use it.
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
public final class Event extends NativeObject {
    private final Device device;

    Event(Device device, long address) {
        super(Handle.of("event", address, NativeStreams::destroyEvent));
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
     * Puts the event at the end of a stream, whatever it was before.
     *
     * @param stream the stream; null: the device's default stream
     * @return this
     * @throws IllegalStateException if this or the stream is closed, or of another device
     */
    public Event record(Stream stream) {
        device.check(stream);
        long address = handle.acquire();
        try {
            Stream.use(stream, to -> NativeStreams.record(address, to));
        } finally {
            handle.release();
            Reference.reachabilityFence(this);
        }
        return this;
    }

    /**
     * The time between two events that were recorded; waits for the later one.
     *
     * @param end the later one, on the same device
     * @return milliseconds
     * @throws IllegalStateException if one of them is closed, or of another device
     * @throws DeviceException if one of them was not recorded, or the work before it failed
     */
    public double millisecondsUntil(Event end) {
        Objects.requireNonNull(end, "end");
        device.check(end);
        long first = handle.acquire();
        try {
            long second = end.handle.acquire();
            try {
                return NativeStreams.elapsed(first, second);
            } finally {
                end.handle.release();
                Reference.reachabilityFence(end);
            }
        } finally {
            handle.release();
            Reference.reachabilityFence(this);
        }
    }
}
