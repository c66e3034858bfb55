// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import java.util.HashSet;
import java.util.Set;

/** The handles that a graph uses, which are not destroyed before it. */
final class Capture {
    private final Set<Handle> handles = new HashSet<>();

    /** Keeps a handle that is open, if it is not kept yet. */
    synchronized void keep(Handle handle) {
        if (!handles.contains(handle)) {
            handle.acquire();
            handles.add(handle);
        }
    }

    /** Ends that for all. */
    synchronized void release() {
        handles.forEach(Handle::release);
        handles.clear();
    }
}
