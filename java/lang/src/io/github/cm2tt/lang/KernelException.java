// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/**
 * An error of a kernel on the JVM: it breaks a rule of the kernel language, whose label is that of the
 * compiler, accesses memory out of bounds, or throws an exception, which is the cause. The message ends with
 * the indices of the program that ran.
 */
public final class KernelException extends RuntimeException {
    private static final long serialVersionUID = 1;

    KernelException(String message) {
        super(message + Programs.position());
    }

    KernelException(String message, Throwable cause) {
        super(message + Programs.position(), cause);
    }
}
