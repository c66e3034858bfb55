// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

/**
 * The methods of a {@link Device} for memory segments, which JDK 22 and newer have: this class is without
 * them, and {@code META-INF/versions/22} has the other one.
 */
abstract class DeviceSegments {
    DeviceSegments() {}

    /**
     * Wraps memory of this process.
     *
     * @param address its address
     * @param bytes its size
     * @param type the type of its elements
     * @param memory an object that has to stay reachable while the memory is used
     * @param isReadOnly whether it must not be written
     * @param what the name of the memory in messages, with its article
     */
    abstract DeviceBuffer wrapHost(
        long address, long bytes, ElementType type, Object memory, boolean isReadOnly, String what);
}
