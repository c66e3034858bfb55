// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The handles that a graph uses, which are not destroyed before it. */
final class Capture {
    private final Set<Handle> handles = new HashSet<>();

    private boolean isReleased;

    /**
     * Keeps a handle that is open, if it is not kept yet. After {@link #release} it does nothing: who
     * launches may have learnt just before that there was a capture.
     */
    synchronized void keep(Handle handle) {
        if (!isReleased && !handles.contains(handle)) {
            handle.acquire();
            handles.add(handle);
        }
    }

    /** Ends that for all. What was closed is destroyed, which waits for launches; they may be in keep. */
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
