// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

/**
 * A kernel needs more of a device than there is: shared memory, registers. With smaller tiles, fewer warps or
 * fewer stages it may run; nothing was launched.
 */
public final class OutOfResourcesException extends Cm2ttException {
    private static final long serialVersionUID = 1;

    /**
     * Says what went wrong.
     *
     * @param message what is wrong and what to do
     */
    public OutOfResourcesException(String message) {
        super(message);
    }
}
