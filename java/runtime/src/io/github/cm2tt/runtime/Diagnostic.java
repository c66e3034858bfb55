// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A message of the compiler, or of a kernel, about a location in a Java file or a model.
 *
 * <pre>{@code
 * try {
 *     kernel.launch(grid, x, y, n);
 * } catch (CompilationException e) {
 *     for (Diagnostic d : e.diagnostics())
 *         show(d.file(), d.line(), d.message());
 * }
 * }</pre>
 *
 * @param severity the severity
 * @param message the error, and what to do about it; it may have several lines
 * @param file the file's name; "" if unknown
 * @param line from 1; 0 if unknown
 * @param column from 1; 0 if unknown
 * @param notes the notes, in order; immutable
 */
public record Diagnostic(Severity severity, String message, String file, int line, int column,
    List<Diagnostic> notes) {
    /**
     * Checks that nothing is null, and copies the notes.
     *
     * @param severity the severity
     * @param message the error, and what to do about it
     * @param file the file's name
     * @param line from 1
     * @param column from 1
     * @param notes the notes, in order
     */
    public Diagnostic {
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(file, "file");
        notes = List.copyOf(notes);
    }

    /**
     * Returns the text in the form of compilers: {@code Kernels.java:12:9: error: message}, with the notes on
     * lines of their own.
     *
     * @return the text, without a line break at its end
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (!file.isEmpty()) {
            text.append(file);
            if (line > 0) {
                text.append(':').append(line);
            }
            if (line > 0 && column > 0) {
                text.append(':').append(column);
            }
            text.append(": ");
        }
        text.append(severity.name().toLowerCase(Locale.ROOT)).append(": ").append(message);
        for (Diagnostic note : notes) {
            text.append('\n').append(note);
        }
        return text.toString();
    }
}
