// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.List;

/**
 * The superclass of the failures of the compiler, of kernels and of devices. An error of the caller is an
 * {@link IllegalArgumentException} or an {@link IllegalStateException} instead.
 */
public abstract sealed class Cm2ttException extends RuntimeException
        permits CompilationException, OutOfResourcesException, KernelFaultException, DeviceException {
    private static final long serialVersionUID = 1;
    /** In order. The records are not serializable, so a deserialized exception has none. */
    private final transient List<Diagnostic> diagnostics;

    /**
     * Creates an exception.
     *
     * @param message the error, and what to do about it
     */
    Cm2ttException(String message) {
        this(message, List.of());
    }

    /**
     * Creates an exception with locations.
     *
     * @param message the diagnostics as text
     * @param diagnostics the diagnostics
     */
    Cm2ttException(String message, List<Diagnostic> diagnostics) {
        super(message);
        this.diagnostics = List.copyOf(diagnostics);
    }

    /**
     * Returns the diagnostics with their locations.
     *
     * @return an immutable list, in order; empty if there are no locations, as for the failure of a device,
     *     and in an exception that was deserialized
     */
    public List<Diagnostic> diagnostics() {
        return diagnostics == null ? List.of() : diagnostics;
    }
}
