// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.concurrent.atomic.AtomicLong;

/** A native object that belongs to a device. */
abstract class DeviceObject extends NativeObject {
    private static final AtomicLong CREATED = new AtomicLong();
    final Device device;
    /** Distinguishes the objects in messages. */
    private final long number = CREATED.incrementAndGet();

    DeviceObject(Device device, Handle handle) {
        super(handle);
        this.device = device;
    }

    /**
     * Returns the device to which this belongs.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * Returns a description for messages.
     *
     * @return for example, "stream 3 on NVIDIA H200"; the number distinguishes the objects of a process
     */
    @Override
    public String toString() {
        return handle.what() + " " + number + " on " + device.name() + (isOpen() ? "" : " (closed)");
    }
}
