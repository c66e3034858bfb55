// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import java.util.List;

/**
 * A kernel failed while it ran: an assertion of it did not hold. What it had stored by then stays stored.
 */
public final class KernelFaultException extends Cm2ttException {
    private static final long serialVersionUID = 1;

    /** In order; of records that are not serializable, so that they are gone from a copy. */
    private final transient List<Diagnostic> diagnostics;

    /**
     * Says what went wrong, and where.
     *
     * @param message the diagnostics as text
     * @param diagnostics the same as data
     */
    public KernelFaultException(String message, List<Diagnostic> diagnostics) {
        super(message);
        this.diagnostics = List.copyOf(diagnostics);
    }

    /**
     * What went wrong, as data.
     *
     * @return in order; not changeable; empty in an exception that was serialized
     */
    public List<Diagnostic> diagnostics() {
        return diagnostics == null ? List.of() : diagnostics;
    }
}
