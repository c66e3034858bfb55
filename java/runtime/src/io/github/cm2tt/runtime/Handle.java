// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * A native object with its state: many threads may use it until one closes it, and the last user destroys it.
 * A handle does not refer to the Java object that owns it, so that it can be destroyed when the owner is
 * unreachable.
 *
 * <p>Calls that take microseconds or more count users here ({@link #acquire}). Launches, which take less,
 * list the handles that they use in the {@link LaunchSlot} of their thread, and destroying a handle waits for
 * them.
 *
 * <p>So {@code close()} returns while other threads still copy, but waits for launches, which are short or,
 * on the default stream of a CPU, are the kernel itself.
 *
 * <p>Not here: reports of memory that was not closed ({@link Leaks}).
 */
final class Handle implements Runnable {
    /** The bit of {@link #state} that is set when the handle is closed; the other bits count users. */
    private static final int CLOSED = Integer.MIN_VALUE;
    private static final Cleaner CLEANER = Cleaner.create();
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Handle.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The name in messages: "stream", "buffer of 1024 bytes". */
    private final String what;
    private final long address;
    private final LongConsumer destroyer;
    /** Reports that the handle was not closed; null if there is no report. */
    private final Leaks.Memory leak;
    private volatile int state;

    private Handle(String what, long address, LongConsumer destroyer, Leaks.Memory leak) {
        this.what = what;
        this.address = address;
        this.destroyer = destroyer;
        this.leak = leak;
    }

    /**
     * Returns a handle. After {@link #own} it is destroyed at the latest when its owner is unreachable.
     *
     * @param what the name in messages
     * @param address the native handle
     * @param destroyer called once, by the thread that closes it or uses it last
     */
    static Handle of(String what, long address, LongConsumer destroyer) {
        return new Handle(what, address, destroyer, null);
    }

    /** Returns a handle of memory: if it is not closed, that is reported. */
    static Handle ofMemory(String what, long address, LongConsumer destroyer, long bytes) {
        return ofMemory(what, address, destroyer, () -> bytes);
    }

    /** Returns a handle of memory whose size changes: if it is not closed, that is reported. */
    static Handle ofMemory(String what, long address, LongConsumer destroyer, LongSupplier bytes) {
        return new Handle(what, address, destroyer, new Leaks.Memory(what, bytes));
    }

    /**
     * Closes this when the owner becomes unreachable. The owner calls it at the end of its constructor.
     *
     * @return an object to clean when the owner closes the handle, so that nothing is kept for it
     */
    Cleaner.Cleanable own(Object owner) {
        return CLEANER.register(owner, this);
    }

    /** Calls an action when an object is unreachable. */
    static void whenForgotten(Object object, Runnable action) {
        CLEANER.register(object, action);
    }

    /** Called by the Cleaner, once: when the owner is closed, or is unreachable. */
    @Override
    public void run() {
        long bytes = leak == null ? 0 : leak.bytes();
        if (close() && leak != null) {
            leak.report(bytes);
        }
    }

    /** Returns the name in messages. */
    String what() {
        return what;
    }

    /** Returns whether it is open at this moment; another thread may close it. */
    boolean isOpen() {
        return state >= 0;
    }

    /** Throws if it was closed. */
    void check() {
        if (state < 0) {
            throw closed();
        }
    }

    /** Returns the exception for using a closed object. */
    IllegalStateException closed() {
        return new IllegalStateException("the " + what + " is closed: use it before close(), and not after");
    }

    /**
     * Returns the native handle, which is valid between {@link #acquire} and {@link #release}, or in a
     * launch.
     */
    long address() {
        return address;
    }

    /**
     * Prevents destroying the object until {@link #release}. Throws IllegalStateException if it is closed.
     */
    long acquire() {
        for (;;) {
            int now = state;
            if (now < 0) {
                throw closed();
            }
            if (STATE.compareAndSet(this, now, now + 1)) {
                return address;
            }
        }
    }

    /** Ends an {@link #acquire}. */
    void release() {
        int before = (int) STATE.getAndAdd(this, -1);
        if (before == CLOSED + 1) {
            destroy();
        }
    }

    /** Calls an action with the native handle, which stays valid during the call, as does its owner. */
    void use(Object owner, LongConsumer action) {
        apply(owner, value -> {
            action.accept(value);
            return null;
        });
    }

    /** Returns the result of a function of the native handle, which stays valid during the call. */
    <T> T apply(Object owner, LongFunction<T> function) {
        long acquired = acquire();
        try {
            return function.apply(acquired);
        } finally {
            release();
            Reference.reachabilityFence(owner);
        }
    }

    /**
     * Closes it. Users continue, and the last one destroys it. Waits for launches that use it.
     *
     * @return whether it was open
     */
    boolean close() {
        for (;;) {
            int now = state;
            if (now < 0) {
                return false;
            }
            LaunchSlot.checkIdle();
            if (STATE.compareAndSet(this, now, now | CLOSED)) {
                if (now == 0) {
                    destroy();
                }
                return true;
            }
        }
    }

    private void destroy() {
        LaunchSlot.awaitLaunches(this);
        destroyer.accept(address);
    }
}
