// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeCompletions;
import io.github.cm2tt.runtime.internal.NativeGraphs;
import io.github.cm2tt.runtime.internal.NativeStreams;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A queue of work on a device. The work of one stream is executed in order, that of different streams in any
 * order. Calls return at once; a later call reports a failure.
 *
 * <pre>{@code
 * try (Stream stream = device.stream()) {
 *     input.copyFromAsync(pinned, stream);
 *     kernel.on(stream).launch(grid, input, output, n);
 *     stream.synchronize();
 * }
 * }</pre>
 *
 * <p>It is thread-safe. For a parameter of type Stream, null is the default stream of the device. On the CPU,
 * work on the default stream is complete when the call returns.
 */
public final class Stream extends DeviceObject {
    /** The thread whose work is being captured, or null. */
    private volatile Thread capturing;

    Stream(Device device, long address) {
        super(device, Handle.of("stream", address, NativeStreams::destroy));
    }

    /**
     * Returns the driver's handle of the stream, for other libraries.
     *
     * @return a {@code CUstream}, which is valid while this is open
     * @throws IllegalStateException if it is closed
     */
    public long nativeStream() {
        return handle.apply(this, NativeStreams::address);
    }

    /**
     * Waits for all work of the stream.
     *
     * @throws IllegalStateException if it is closed
     * @throws Cm2ttException if some of the work failed
     */
    public void synchronize() {
        handle.use(this, stream -> device.use(on -> NativeStreams.synchronize(on, stream)));
    }

    /**
     * Returns whether all work of the stream has finished; does not wait.
     *
     * @return whether it has
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if the stream captures, or the device failed
     */
    public boolean isDone() {
        return handle.apply(this, stream -> {
            boolean[] isDone = new boolean[1];
            device.use(on -> isDone[0] = NativeStreams.isDone(on, stream));
            return isDone[0];
        });
    }

    /**
     * Calls an action once, when the work that was queued before has finished or failed. Later work of the
     * stream does not wait for the action.
     *
     * <pre>{@code
     * kernel.on(stream).launch(grid, input, output, n);
     * stream.onCompletion(() -> buffers.giveBack(input));
     * }</pre>
     *
     * @param action called by a daemon thread of the device, in the order of the calls of one stream. It may
     *     use the runtime, but delays the actions of other streams. Its exceptions are logged
     * @return this
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if earlier work failed, or the stream captures
     */
    public Stream onCompletion(Runnable action) {
        Objects.requireNonNull(action, "action");
        complete(reason -> action.run());
        return this;
    }

    /**
     * Returns a future of the work that was queued before.
     *
     * <pre>{@code
     * kernel.on(stream).launch(grid, input, output, n);
     * output.copyToAsync(pinned, stream);
     * return stream.completion().thenApplyAsync(done -> parse(pinned));
     * }</pre>
     *
     * @return a future that is completed when the work has finished, with null, or with a {@link
     *     DeviceException} if some of it failed. Functions that depend on it are called by a daemon thread of
     *     the device, as by {@link #onCompletion}, unless they have another executor
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if earlier work failed, or the stream captures
     */
    public CompletableFuture<Void> completion() {
        CompletableFuture<Void> future = new CompletableFuture<>();
        complete(reason -> {
            if (reason == null) {
                future.complete(null);
            } else {
                future.completeExceptionally(new DeviceException(reason));
            }
        });
        return future;
    }

    private void complete(Consumer<String> completion) {
        use(this, stream -> device.use(on -> NativeCompletions.add(on, stream, completion)));
    }

    /**
     * Makes later work on the stream wait for the work that precedes an event in its latest recording.
     *
     * @param event the event, of the same device or, if both are GPUs, of another one
     * @return this
     * @throws IllegalStateException if this or the event is closed; if one of two devices is the CPU; or if
     *     a stream of one of two GPUs captures, since graphs belong to one device
     */
    public Stream waitFor(Event event) {
        Objects.requireNonNull(event, "event");
        device.checkWait(event);
        event.handle.use(event, point -> {
            if (event.device == device) {
                waitForPoint(point);
            } else {
                withoutCaptures(device, event.device, () -> waitForPoint(point));
            }
        });
        return this;
    }

    private void waitForPoint(long event) {
        use(this, stream -> device.use(on -> NativeStreams.waitFor(on, stream, event)));
    }

    /** Calls an action while no capture begins on two devices; throws if one is in progress. */
    private static void withoutCaptures(Device one, Device two, Runnable action) {
        // Always in one order, since locks wait for the captures that wait for them.
        Device first = one.address() < two.address() ? one : two;
        Device second = first == one ? two : one;
        first.submissionLock.readLock().lock();
        second.submissionLock.readLock().lock();
        try {
            for (Device each : new Device[] {first, second}) {
                if (!each.captures.isEmpty()) {
                    throw new IllegalStateException("a stream of " + each
                        + " captures: wait for events of other devices before the capture, or after it");
                }
            }
            action.run();
        } finally {
            second.submissionLock.readLock().unlock();
            first.submissionLock.readLock().unlock();
        }
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
     * Captures the work that a function queues on this stream, instead of executing it; the stream accepts no
     * work of other threads during the capture. The graph keeps the objects that it uses: memory and kernels
     * are freed when they and the graph are closed.
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
     * @param work called once, on this thread; launches in it should be prepared ({@link
     *     KernelFunction#prepare}), since a device cannot load code during a capture
     * @return the graph, to be closed
     * @throws IllegalStateException if this is closed or a capture is in progress
     * @throws DeviceException if the device cannot capture the work
     */
    public Graph capture(Runnable work) {
        Objects.requireNonNull(work, "work");
        return handle.apply(this, address -> {
            Capture capture = new Capture();
            claim(capture);
            try {
                return capture(address, work, capture);
            } finally {
                capturing = null;
            }
        });
    }

    /**
     * Lets only this thread queue work on the stream. Another thread could not know whether its work is
     * captured, and so whether the graph has to keep the objects that it uses. Objects that other threads use
     * on other streams of the device, which may join the capture, are kept from now on; this waits for work
     * that is being queued.
     */
    private void claim(Capture capture) {
        LaunchSlot.checkIdle();
        device.submissionLock.writeLock().lock();
        try {
            if (capturing != null) {
                throw new IllegalStateException("the stream captures already: end that capture before");
            }
            device.captures.add(capture);
            capturing = Thread.currentThread();
        } finally {
            device.submissionLock.writeLock().unlock();
        }
        LaunchSlot.awaitLaunches(device.runtime().handle);
    }

    /**
     * Throws if the stream captures the work of another thread. It has to be called where a capture cannot
     * begin before the work is queued: in a launch that was published, or with the lock.
     */
    void checkTakesWork() {
        Thread thread = capturing;
        if (thread != null && thread != Thread.currentThread()) {
            throw new IllegalStateException("the stream captures work of the thread '" + thread.getName()
                + "' gives to it: use another stream until the capture has ended");
        }
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

    /**
     * Calls an action that queues work on a stream, with the handle of the stream, which stays open; 0 for
     * null.
     */
    static void use(Stream stream, LongConsumer action) {
        if (stream == null) {
            action.accept(0);
            return;
        }
        long address = stream.handle.acquire();
        stream.device.submissionLock.readLock().lock();
        try {
            stream.checkTakesWork();
            action.accept(address);
        } finally {
            stream.device.submissionLock.readLock().unlock();
            stream.handle.release();
            Reference.reachabilityFence(stream);
        }
    }
}
