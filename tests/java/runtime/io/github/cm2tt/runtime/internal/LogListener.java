// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Receives what the project logs, instead of the JVM's handlers, until it is closed. */
public final class LogListener extends Handler {
    private static final Logger LOGGER = Logger.getLogger("io.github.cm2tt");

    private final Consumer<LogRecord> listener;

    /** Calls the listener for each entry, on the thread that logs it. */
    public LogListener(Consumer<LogRecord> listener) {
        this.listener = listener;
        LOGGER.addHandler(this);
        LOGGER.setUseParentHandlers(false);
    }

    @Override
    public void publish(LogRecord entry) {
        listener.accept(entry);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGER.removeHandler(this);
        LOGGER.setUseParentHandlers(true);
    }
}
