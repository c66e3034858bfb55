// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.outside;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;

/** A user of the runtime in a package of its own. */
public final class Caller {
    private Caller() {}

    /** Forgets 10 bytes. */
    public static void allocate() {
        Device.cpu().zeros(ElementType.I8, 10);
    }

    /** Returns a buffer of an arena that nothing else refers to. */
    public static DeviceBuffer arena(long bytes) {
        return Device.cpu().arena().allocate(ElementType.I8, bytes);
    }
}
