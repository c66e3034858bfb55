// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The handles that a graph uses, and which are destroyed after it. */
final class Capture {
    private final Set<Handle> handles = new HashSet<>();

    private boolean isReleased;

    /**
     * Keeps an open handle, unless it is kept already. Does nothing after {@link #release}, since a launch
     * may have found the capture just before its end.
     */
    synchronized void keep(Handle handle) {
        if (!isReleased && !handles.contains(handle)) {
            handle.acquire();
            handles.add(handle);
        }
    }

    /**
     * Releases all handles. Those that were closed are destroyed, which waits for launches; these may be in
     * keep.
     */
    void release() {
        taken().forEach(Handle::release);
    }

    private synchronized List<Handle> taken() {
        isReleased = true;
        List<Handle> taken = List.copyOf(handles);
        handles.clear();
        return taken;
    }
}
