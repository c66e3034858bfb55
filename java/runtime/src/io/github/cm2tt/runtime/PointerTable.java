// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeMemory;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Tables of pointers. The handle of a table uses those of the buffers that it has pointers to, so that a
 * launch lists the table alone.
 */
final class PointerTable {
    private PointerTable() {}

    /** Creates a table. The buffers belong to the device; null stands for a null pointer. */
    static DeviceBuffer create(Device device, DeviceBuffer[] buffers) {
        List<DeviceBuffer> targets = Arrays.stream(buffers).filter(Objects::nonNull).toList();
        DeviceBuffer table = new DeviceBuffer(device, buffers.length, handle(device, buffers.length, targets),
            targets);
        try {
            table.copyFrom(Arrays.stream(buffers).mapToLong(each -> each == null ? 0 : each.address())
                .toArray());
        } catch (RuntimeException | Error e) {
            table.close();
            throw e;
        }
        return table;
    }

    private static Handle handle(Device device, int count, List<DeviceBuffer> targets) {
        int acquired = 0;
        try {
            for (DeviceBuffer each : targets) {
                each.handle.acquire();
                acquired++;
            }
            long bytes = (long) count * ElementType.I64.bytes();
            long address = device.make(to -> NativeMemory.create(to, bytes));
            return Handle.ofMemory("table of " + count + " pointers", address, buffer -> {
                NativeMemory.destroy(buffer);
                release(targets);
            }, bytes);
        } catch (RuntimeException | Error e) {
            release(targets.subList(0, acquired));
            throw e;
        }
    }

    private static void release(List<DeviceBuffer> targets) {
        targets.forEach(each -> each.handle.release());
    }
}
