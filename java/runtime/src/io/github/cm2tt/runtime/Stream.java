// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeGraphs;
import io.github.cm2tt.runtime.internal.NativeStreams;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * A queue of work on a device: what is given to one stream is done in order, what is given to different ones
 * in any order. Calls return at once; what fails later, a later call reports.
 *
 * <pre>{@code
 * try (Stream stream = device.stream()) {
 *     input.copyFromAsync(pinned, stream);
 *     kernel.on(stream).launch(grid, input, output, n);
 *     stream.synchronize();
 * }
 * }</pre>
 *
 * <p>Any thread may use it. Where a method takes a stream, null is the device's default stream: on the CPU,
 * work given to that is done when the call returns.
 */
public final class Stream extends NativeObject {
    private final Device device;
    /** The thread whose work is captured now; null: none is. */
    private volatile Thread capturing;

    Stream(Device device, long address) {
        super(Handle.of("stream", address, NativeStreams::destroy));
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
     * The stream as the driver calls it, for other libraries.
     *
     * @return a {@code CUstream}; good as long as this is open
     * @throws IllegalStateException if it is closed
     */
    public long nativeStream() {
        long address = handle.acquire();
        try {
            return NativeStreams.address(address);
        } finally {
            handle.release();
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Waits for all work of the stream.
     *
     * @throws IllegalStateException if it is closed
     * @throws Cm2ttException if some of the work failed
     */
    public void synchronize() {
        long address = handle.acquire();
        try {
            device.use(on -> NativeStreams.synchronize(on, address));
        } finally {
            handle.release();
            Reference.reachabilityFence(this);
        }
    }

    /**
     * What is given to the stream from now on waits for what was before an event when that was recorded last.
     *
     * @param event the event, of the same device
     * @return this
     * @throws IllegalStateException if this or the event is closed, or of another device
     */
    public Stream waitFor(Event event) {
        Objects.requireNonNull(event, "event");
        device.check(event);
        long address = event.handle.acquire();
        try {
            use(this, stream -> device.use(on -> NativeStreams.waitFor(on, stream, address)));
        } finally {
            event.handle.release();
            Reference.reachabilityFence(event);
        }
        return this;
    }

    /**
     * A new event at the end of the stream.
     *
     * @return the event, to be closed
     * @throws IllegalStateException if this is closed
     */
    public Event record() {
        Event event = device.event();
        try {
            return event.record(this);
        } catch (RuntimeException e) {
            event.close();
            throw e;
        }
    }

    /**
     * Captures what a function gives to this stream, in place of doing it; meanwhile the stream takes nothing
     * from other threads. The graph keeps what it uses: its memory and kernels are given back when they and
     * the graph are closed.
     *
     * <pre>{@code
     * try (Graph step = stream.capture(() -> {
     *         first.on(stream).launch(grid, x, y, n);
     *         second.on(stream).launch(grid, y, x, n);
     *     })) {
     *     for (int i = 0; i < 1000; i++)
     *         step.launch(stream);
     * }
     * }</pre>
     *
     * @param work called once, on this thread; launches in it should be prepared
     *     ({@link KernelFunction#prepare}), as a device cannot load code while it captures
     * @return the graph, to be closed
     * @throws IllegalStateException if this is closed or captures already
     * @throws DeviceException if the device cannot capture what was done
     */
    public Graph capture(Runnable work) {
        Objects.requireNonNull(work, "work");
        long address = handle.acquire();
        try {
            Capture capture = new Capture();
            claim(capture);
            try {
                return capture(address, work, capture);
            } finally {
                capturing = null;
            }
        } finally {
            handle.release();
            Reference.reachabilityFence(this);
        }
    }

    /**
     * From now on this thread alone gives work to the stream. Others could not tell whether theirs is
     * captured, and so whether the graph has to keep what it uses. What they give to the device's other
     * streams, which may join the capture, is kept from now on; what they have begun to give is waited for.
     */
    private void claim(Capture capture) {
        LaunchSlot.checkIdle();
        device.giving.writeLock().lock();
        try {
            if (capturing != null)
                throw new IllegalStateException("the stream captures already: end that capture before");
            device.captures.add(capture);
            capturing = Thread.currentThread();
        } finally {
            device.giving.writeLock().unlock();
        }
        LaunchSlot.awaitLaunches(device.runtime().handle);
    }

    /**
     * Throws if the stream captures what another thread gives to it. To be called where a capture cannot
     * begin before the work is given: in a launch that was published, or with the lock.
     */
    void checkTakesWork() {
        Thread thread = capturing;
        if (thread != null && thread != Thread.currentThread())
            throw new IllegalStateException("the stream captures what the thread '" + thread.getName()
                + "' gives to it: use another stream until the capture has ended");
    }

    private Graph capture(long address, Runnable work, Capture capture) {
        try {
            NativeGraphs.begin(address);
            return new Graph(device, captured(address, work), capture);
        } catch (RuntimeException | Error e) {
            capture.release();
            throw e;
        } finally {
            device.captures.remove(capture);
        }
    }

    private static long captured(long stream, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            try {
                NativeGraphs.destroy(NativeGraphs.end(stream));
            } catch (RuntimeException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
        return NativeGraphs.end(stream);
    }

    /** Calls something that gives work to a stream with its handle, which stays open; 0 for null. */
    static void use(Stream stream, LongConsumer action) {
        if (stream == null) {
            action.accept(0);
            return;
        }
        long address = stream.handle.acquire();
        stream.device.giving.readLock().lock();
        try {
            stream.checkTakesWork();
            action.accept(address);
        } finally {
            stream.device.giving.readLock().unlock();
            stream.handle.release();
            Reference.reachabilityFence(stream);
        }
    }
}
