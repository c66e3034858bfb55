// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

/**
 * What a kernel did wrong while it ran on the JVM: a rule of the kernel language that it breaks, named as the
 * compiler names it; an access out of bounds; or an exception of its own, which is the cause. The message
 * ends with the indices of the program that ran.
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
