// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.List;

/**
 * A kernel failed while it ran: an assertion did not hold, a {@linkplain KernelFunction#checked checked}
 * launch accessed memory that it must not access, or a kernel on the CPU accessed memory that is not mapped.
 * Other stores of the kernel remain.
 *
 * <p>Each error among the diagnostics is the first invalid access at a location in Java; its last note is a
 * remedy.
 */
public final class KernelFaultException extends Cm2ttException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with locations.
     *
     * @param message the diagnostics as text
     * @param diagnostics the diagnostics
     */
    public KernelFaultException(String message, List<Diagnostic> diagnostics) {
        super(message, diagnostics);
    }
}
