// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeHostMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The method of a {@link HostBuffer} for memory segments. */
abstract class HostSegments {
    HostSegments() {}

    /** Returns the memory. */
    abstract HostBuffer self();

    /**
     * Returns the memory as a segment, which any thread may use. It is not freed while the segment is
     * reachable. Since JDK 22. For more than 2<sup>31</sup> - 1 bytes, the JDK warns of native code unless it
     * is enabled, as for other native methods of this library on JDK 24 and newer.
     *
     * @return a segment of all of it
     * @throws IllegalStateException if this is closed
     */
    @SuppressWarnings("restricted")
    public MemorySegment asSegment() {
        HostBuffer host = self();
        if (host.bytes() <= Integer.MAX_VALUE) {
            return MemorySegment.ofBuffer(host.asByteBuffer());
        }
        Handle handle = host.handle;
        // One more user, until the segment is unreachable.
        long address = handle.acquire();
        try {
            MemorySegment begin = MemorySegment.ofAddress(NativeHostMemory.address(address));
            return begin.reinterpret(host.bytes(), Arena.ofAuto(), segment -> handle.release());
        } catch (RuntimeException | Error e) {
            handle.release();
            throw e;
        }
    }
}
