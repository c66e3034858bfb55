// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import java.util.List;

/**
 * A kernel failed while it ran: an assertion of it did not hold. What it had stored by then stays stored.
 */
public final class KernelFaultException extends Cm2ttException {
    private static final long serialVersionUID = 1;

    /**
     * Says what went wrong, and where.
     *
     * @param message the diagnostics as text
     * @param diagnostics the same as data
     */
    public KernelFaultException(String message, List<Diagnostic> diagnostics) {
        super(message, diagnostics);
    }
}
