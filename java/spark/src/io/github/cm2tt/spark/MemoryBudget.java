// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the device memory of an executor's buffers, and limits it. It is thread-safe. */
final class MemoryBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    MemoryBudget(long limit) {
        this.limit = limit;
    }

    /** Reserves memory; throws if the limit is exceeded. */
    void reserve(long bytes) {
        long before = used.getAndUpdate(now -> bytes > limit - now ? now : now + bytes);
        if (bytes > limit - before) {
            throw new DeviceMemoryException(bytes + " bytes of device memory, of which " + before
                + " are used: expected at most " + limit + " by " + Settings.MEMORY_BYTES, null);
        }
    }

    /** Gives memory back. */
    void release(long bytes) {
        used.addAndGet(-bytes);
    }

    /** Returns the number of reserved bytes. */
    long used() {
        return used.get();
    }
}
