// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.security.CodeSource;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The calls of this library between the program and an error of the native library. A stack trace keeps the
 * last one, which is the method that the program calls: the line after it is the program's.
 */
public final class InternalFrames {
    private static final String PACKAGE = "io.github.cm2tt.runtime.";
    private static final CodeSource OWN = sourceOf(InternalFrames.class);

    private InternalFrames() {}

    /**
     * Removes them from the stack trace of an error.
     *
     * @param error an error that was created by the caller of this method
     * @param <T> its class
     * @return the error
     */
    public static <T extends Throwable> T remove(T error) {
        Set<String> internal = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
            .walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass)
                .takeWhile(InternalFrames::isInternal).map(Class::getName).collect(Collectors.toSet()));
        StackTraceElement[] trace = error.getStackTrace();
        int count = 0;
        while (count < trace.length && internal.contains(trace[count].getClassName())) {
            count++;
        }
        if (count > 1) {
            error.setStackTrace(Arrays.copyOfRange(trace, count - 1, trace.length));
        }
        return error;
    }

    /** Returns whether a class is of this library, and not of another one in a package of its name. */
    private static boolean isInternal(Class<?> type) {
        return type.getName().startsWith(PACKAGE) && Objects.equals(sourceOf(type), OWN);
    }

    private static CodeSource sourceOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource();
    }
}
