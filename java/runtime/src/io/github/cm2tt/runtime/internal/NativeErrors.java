// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import io.github.cm2tt.runtime.CompilationException;
import io.github.cm2tt.runtime.DeviceException;
import io.github.cm2tt.runtime.Diagnostic;
import io.github.cm2tt.runtime.KernelFaultException;
import io.github.cm2tt.runtime.OutOfResourcesException;
import io.github.cm2tt.runtime.Severity;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Creates the exceptions for errors of the C interface. Called by native code only. */
final class NativeErrors {
    /** The values of {@code cm2tt_status}. */
    private static final int INVALID_ARGUMENT = 1;
    private static final int COMPILATION_FAILED = 2;
    private static final int OUT_OF_RESOURCES = 3;
    private static final int KERNEL_FAULT = 4;
    /** The values of {@code cm2tt_severity}. */
    private static final Severity[] SEVERITIES = {
        Severity.ERROR, Severity.WARNING, Severity.REMARK, Severity.NOTE};

    private NativeErrors() {}

    /**
     * Returns the exception for an error.
     *
     * @param status a {@code cm2tt_status}
     * @param message the message of the error
     * @param texts the message and the file of each diagnostic; null if there are none
     * @param numbers severity, line and column of each diagnostic; null if there are none
     * @return the exception
     */
    static RuntimeException of(int status, byte[] message, byte[][] texts, int[] numbers) {
        String text = utf8(message);
        return InternalFrames.remove(switch (status) {
            case INVALID_ARGUMENT -> new IllegalArgumentException(text);
            case COMPILATION_FAILED -> new CompilationException(text, diagnostics(texts, numbers));
            case OUT_OF_RESOURCES -> new OutOfResourcesException(text);
            case KERNEL_FAULT -> new KernelFaultException(text, diagnostics(texts, numbers));
            default -> new DeviceException(text);
        });
    }

    /** Notes come after the diagnostic that they belong to. */
    private static List<Diagnostic> diagnostics(byte[][] texts, int[] numbers) {
        List<Diagnostic> all = new ArrayList<>();
        int count = texts == null || numbers == null ? 0 : texts.length / 2;
        for (int i = 0; i < count;) {
            int end = i + 1;
            List<Diagnostic> notes = new ArrayList<>();
            while (end < count && severity(numbers, end) == Severity.NOTE) {
                notes.add(diagnostic(texts, numbers, end++, List.of()));
            }
            all.add(diagnostic(texts, numbers, i, notes));
            i = end;
        }
        return all;
    }

    private static Diagnostic diagnostic(byte[][] texts, int[] numbers, int index, List<Diagnostic> notes) {
        return new Diagnostic(severity(numbers, index), utf8(texts[2 * index]), utf8(texts[2 * index + 1]),
            numbers[3 * index + 1], numbers[3 * index + 2], notes);
    }

    private static Severity severity(int[] numbers, int index) {
        int value = numbers[3 * index];
        return value >= 0 && value < SEVERITIES.length ? SEVERITIES[value] : Severity.ERROR;
    }

    private static String utf8(byte[] text) {
        return new String(text, StandardCharsets.UTF_8);
    }
}
