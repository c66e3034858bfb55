// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import java.util.List;

/**
 * What all failures of the compiler, of kernels and of devices have in common. What a caller did wrong is an
 * {@link IllegalArgumentException} or an {@link IllegalStateException} in place of it.
 */
public abstract sealed class Cm2ttException extends RuntimeException
        permits CompilationException, OutOfResourcesException, KernelFaultException, DeviceException {
    private static final long serialVersionUID = 1;
    /** In order; of records that are not serializable, so that they are gone from a copy. */
    private final transient List<Diagnostic> diagnostics;

    /**
     * Says what went wrong.
     *
     * @param message what is wrong and what to do
     */
    Cm2ttException(String message) {
        this(message, List.of());
    }

    /**
     * Says what went wrong, and where.
     *
     * @param message the diagnostics as text
     * @param diagnostics the same as data
     */
    Cm2ttException(String message, List<Diagnostic> diagnostics) {
        super(message);
        this.diagnostics = List.copyOf(diagnostics);
    }

    /**
     * What went wrong in which places, as data.
     *
     * @return in order; not changeable; empty where no places are known, as of a device that fails, and in an
     *     exception that was serialized
     */
    public List<Diagnostic> diagnostics() {
        return diagnostics == null ? List.of() : diagnostics;
    }
}
