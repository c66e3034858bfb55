// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.DeviceException;

/** The memory of a device, or what an executor may use of it, does not suffice. */
public final class DeviceMemoryException extends RuntimeException {
    private static final long serialVersionUID = 1;
    /** The name that CUDA's driver gives to the error, which is part of the runtime's message. */
    private static final String DRIVER_ERROR = "CUDA_ERROR_OUT_OF_MEMORY";

    DeviceMemoryException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns whether an exception says that the memory of a device is exhausted. */
    static boolean isOutOfMemory(RuntimeException e) {
        return e instanceof DeviceMemoryException
            || e instanceof DeviceException && e.getMessage().contains(DRIVER_ERROR);
    }
}
