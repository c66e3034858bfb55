// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

/**
 * The copies between a {@link DeviceBuffer} and memory segments, which JDK 22 and newer have: this class is
 * without them, and {@code META-INF/versions/22} has the other one.
 */
abstract class SegmentCopies {
    SegmentCopies() {}

    /** Returns the buffer. */
    abstract DeviceBuffer self();
}
