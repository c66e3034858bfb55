// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.util.function.LongConsumer;

/**
 * An object of native code, and whether it may be used: many threads may, until one closes it; the last user
 * destroys it. A handle does not know the Java object that owns it, so that it can be destroyed when that one
 * is forgotten.
 *
 * <p>Calls that take microseconds or more count users here ({@link #acquire}). Launches, which take less, say
 * in their thread's {@link LaunchSlot} what they use, and destroying waits for them.
 *
 * <p>Not here: what is told of forgotten memory ({@link Leaks}).
 */
final class Handle implements Runnable {
    /** The bit of {@link #state} that says that it was closed; the others count users. */
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

    /** What messages call it: "stream", "buffer of 1024 bytes". */
    private final String what;
    private final long address;
    private final LongConsumer destroyer;
    /** Told when nobody closed it; null: nobody is. */
    private final Leaks.Memory leak;
    private volatile int state;

    private Handle(String what, long address, LongConsumer destroyer, Leaks.Memory leak) {
        this.what = what;
        this.address = address;
        this.destroyer = destroyer;
        this.leak = leak;
    }

    /**
     * A handle that is destroyed with its owner at the latest, when {@link #own} was called.
     *
     * @param what what messages call it
     * @param address what native code calls it
     * @param destroyer called once, by the thread that closes it or uses it last
     */
    static Handle of(String what, long address, LongConsumer destroyer) {
        return new Handle(what, address, destroyer, null);
    }

    /** The same of memory: if it is forgotten, that is reported. */
    static Handle ofMemory(String what, long address, LongConsumer destroyer, long bytes) {
        return new Handle(what, address, destroyer, new Leaks.Memory(what, bytes));
    }

    /**
     * From now on, this is closed when the owner is unreachable. To be called at the end of its constructor.
     *
     * @return to be cleaned when the owner closed the handle, so that nothing is kept for it
     */
    Cleaner.Cleanable own(Object owner) {
        return CLEANER.register(owner, this);
    }

    /** Calls something when an object is unreachable. */
    static void whenForgotten(Object object, Runnable action) {
        CLEANER.register(object, action);
    }

    /** Called by the Cleaner, once: when the owner is closed, or is unreachable. */
    @Override
    public void run() {
        if (close() && leak != null)
            leak.report();
    }

    /** Whether it was not closed yet: as of now, since another thread may close it. */
    boolean isOpen() {
        return state >= 0;
    }

    /** Throws if it was closed. */
    void check() {
        if (state < 0)
            throw closed();
    }

    /** Says that it was closed. */
    IllegalStateException closed() {
        return new IllegalStateException("the " + what + " is closed: use it before close(), and not after");
    }

    /**
     * What native code calls the object; good only between {@link #acquire} and {@link #release}, or in a
     * launch.
     */
    long address() {
        return address;
    }

    /** Keeps it from being destroyed until {@link #release}. Throws IllegalStateException if it is closed. */
    long acquire() {
        for (;;) {
            int now = state;
            if (now < 0)
                throw closed();
            if (STATE.compareAndSet(this, now, now + 1))
                return address;
        }
    }

    /** Ends one {@link #acquire}. */
    void release() {
        int before = (int) STATE.getAndAdd(this, -1);
        if (before == CLOSED + 1)
            destroy();
    }

    /**
     * Closes it; what uses it goes on, and the last one destroys it. Launches that use it are waited for.
     *
     * @return whether it was open
     */
    boolean close() {
        for (;;) {
            int now = state;
            if (now < 0)
                return false;
            LaunchSlot.checkIdle();
            if (STATE.compareAndSet(this, now, now | CLOSED)) {
                if (now == 0)
                    destroy();
                return true;
            }
        }
    }

    private void destroy() {
        LaunchSlot.awaitLaunches(this);
        destroyer.accept(address);
    }
}
