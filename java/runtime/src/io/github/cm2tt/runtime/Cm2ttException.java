// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

/**
 * What all failures of the compiler, of kernels and of devices have in common. What a caller did wrong is an
 * {@link IllegalArgumentException} or an {@link IllegalStateException} in place of it.
 */
public abstract sealed class Cm2ttException extends RuntimeException
        permits CompilationException, OutOfResourcesException, KernelFaultException, DeviceException {
    private static final long serialVersionUID = 1;

    /**
     * Says what went wrong.
     *
     * @param message what is wrong and what to do
     */
    Cm2ttException(String message) {
        super(message);
    }
}
