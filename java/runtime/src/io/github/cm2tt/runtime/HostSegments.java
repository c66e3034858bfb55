// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

/**
 * The method of a {@link HostBuffer} for memory segments, which JDK 22 and newer have: this class is without
 * it, and {@code META-INF/versions/22} has the other one.
 */
abstract class HostSegments {
    HostSegments() {}

    /** Returns the memory. */
    abstract HostBuffer self();
}
