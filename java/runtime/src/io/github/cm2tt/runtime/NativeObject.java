// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import java.lang.ref.Cleaner;

/**
 * A Java object that owns one of native code. It is closed by {@link #close}, and when it is unreachable.
 *
 * <p>Methods of subclasses keep {@code this} reachable until native code has returned (a fence), since the
 * Cleaner may run as soon as only the handle is used.
 */
abstract class NativeObject implements AutoCloseable {
    final Handle handle;
    private final Cleaner.Cleanable cleanable;

    NativeObject(Handle handle) {
        this.handle = handle;
        cleanable = handle.own(this);
    }

    /**
     * Whether it was not closed yet.
     *
     * @return false after {@link #close}
     */
    public boolean isOpen() {
        return handle.isOpen();
    }

    /** Gives it back, after the work that uses it. Does nothing if that was done before. Any thread may. */
    @Override
    public void close() {
        handle.close();
        cleanable.clean();
    }
}
