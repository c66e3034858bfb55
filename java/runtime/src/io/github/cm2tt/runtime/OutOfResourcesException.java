// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

/**
 * A kernel needs more resources than a device has, such as shared memory or registers. It may run with
 * smaller tiles, fewer warps or fewer stages. Nothing was launched.
 */
public final class OutOfResourcesException extends Cm2ttException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message the error, and what to do about it
     */
    public OutOfResourcesException(String message) {
        super(message);
    }
}
