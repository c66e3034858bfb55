// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import io.github.cm2tt.runtime.Diagnostic;
import io.github.cm2tt.runtime.Severity;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Logs messages of the compiler that no caller receives: warnings and remarks. Called by native code only,
 * from any thread, one at a time.
 */
final class NativeRemarks {
    /** The levels by {@code cm2tt_severity}; notes have the level of the diagnostic to which they belong. */
    private static final Level[] LEVELS = {Level.ERROR, Level.WARNING, Level.DEBUG};

    /** The level of the last diagnostic that was not a note. */
    private static Level last = Level.WARNING;

    private NativeRemarks() {}

    private static synchronized void log(int severity, int line, int column, byte[] message, byte[] file) {
        if (severity >= 0 && severity < LEVELS.length) {
            last = LEVELS[severity];
        }
        // Not a constant: native code loads this class, and the JVM's loggers take 50 ms.
        Logger log = System.getLogger("io.github.cm2tt");
        if (!log.isLoggable(last)) {
            return;
        }
        Severity[] all = Severity.values();
        Severity known = all[Math.min(Math.max(severity, 0), all.length - 1)];
        log.log(last, new Diagnostic(known, utf8(message), utf8(file), line, column, List.of()).toString());
    }

    private static String utf8(byte[] text) {
        return new String(text, StandardCharsets.UTF_8);
    }
}
