// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import java.lang.ref.WeakReference;
import java.util.function.Predicate;
import javax.annotation.processing.Filer;

/**
 * The slot through which the annotation processor of a compilation passes the filer to the plugin. Both are
 * in this jar, but a build tool may load the processor with its own class loader (Gradle does), so that they
 * share no static variables. They share the JDK and the thread, since javac runs in one. Therefore the slot
 * is an entry in the system properties while annotations are processed.
 */
final class FilerSlot {
    private final Object key = key();
    private Object outer;
    private boolean isOpen;

    private static Object key() {
        return "io.github.cm2tt.javac.filer." + Thread.currentThread().getId();
    }

    /** Passes the filer to the plugin that waits on this thread; returns false if there is none. */
    static boolean offer(Filer filer) {
        if (!(System.getProperties().get(key()) instanceof Predicate<?> waiting)) {
            return false;
        }
        @SuppressWarnings("unchecked") // The entry is written below only.
        Predicate<Filer> taker = (Predicate<Filer>) waiting;
        return taker.test(filer);
    }

    /** Begins to wait. A compilation within an annotation processor of another one has its own slot. */
    void open(ModelListener listener) {
        // Weak: who parses only, as tools do, never closes it.
        WeakReference<ModelListener> waiting = new WeakReference<>(listener);
        Predicate<Filer> taker = filer -> {
            ModelListener found = waiting.get();
            if (found != null) {
                found.use(filer);
            }
            return found != null;
        };
        outer = System.getProperties().put(key, taker);
        isOpen = true;
    }

    /** Ends waiting. */
    void close() {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        if (outer == null) {
            System.getProperties().remove(key);
        } else {
            System.getProperties().put(key, outer);
        }
    }
}
