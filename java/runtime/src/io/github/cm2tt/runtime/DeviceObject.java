// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

/** A native object that belongs to a device. */
abstract class DeviceObject extends NativeObject {
    final Device device;

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
}
