// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

/**
 * An error that neither the caller nor the kernel caused: a call of the driver failed, a file cannot be read,
 * memory is exhausted. The failure may be that of work that was queued on a stream earlier.
 */
public final class DeviceException extends Cm2ttException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message the error, and what to do about it
     */
    public DeviceException(String message) {
        super(message);
    }
}
