// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

/**
 * What neither the caller nor the kernel did wrong: a call of the driver failed, a file cannot be read,
 * memory is exhausted. Work that was given to a stream earlier may be what failed.
 */
public final class DeviceException extends Cm2ttException {
    private static final long serialVersionUID = 1;

    /**
     * Says what went wrong.
     *
     * @param message what is wrong and what to do
     */
    public DeviceException(String message) {
        super(message);
    }
}
