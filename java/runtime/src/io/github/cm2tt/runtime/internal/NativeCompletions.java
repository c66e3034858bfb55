// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Calls Java when work of a stream is complete, on a daemon thread of the device. The rules of {@link
 * NativeRuntime} apply.
 */
public final class NativeCompletions {
    private static final AtomicLong ADDED = new AtomicLong();
    /** The completions that were not called yet, by the numbers that native code has. */
    private static final Map<Long, Consumer<String>> WAITING = new ConcurrentHashMap<>();

    private NativeCompletions() {}

    /**
     * Calls a function once, after the work that was queued on the stream before.
     *
     * @param device its handle
     * @param stream the handle of the stream; 0 for the default stream
     * @param completion receives null if the work is complete, otherwise the reason why it never will be.
     *     Exceptions are logged
     */
    public static void add(long device, long stream, Consumer<String> completion) {
        long number = ADDED.incrementAndGet();
        WAITING.put(number, completion);
        try {
            add(device, stream, number);
        } catch (RuntimeException | Error e) {
            WAITING.remove(number);
            throw e;
        }
    }

    private static native void add(long device, long stream, long number);

    /** Called by native code. */
    private static void complete(long number, byte[] reason) {
        Consumer<String> completion = WAITING.remove(number);
        try {
            completion.accept(reason == null ? null : new String(reason, StandardCharsets.UTF_8));
        } catch (Throwable e) {
            System.getLogger("io.github.cm2tt")
                .log(Level.ERROR, "an action on the completion of a stream failed", e);
        }
    }
}
