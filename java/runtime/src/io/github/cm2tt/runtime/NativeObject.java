// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.lang.ref.Cleaner;

/**
 * A Java object that owns a native object. It is closed by {@link #close}, or when it is unreachable.
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
     * Returns whether the object is open.
     *
     * @return true until {@link #close} is called
     */
    public boolean isOpen() {
        return handle.isOpen();
    }

    /**
     * Frees the native object after the work that uses it. Does nothing if it was done before. Any thread may
     * call this method.
     */
    @Override
    public void close() {
        handle.close();
        cleanable.clean();
    }
}
