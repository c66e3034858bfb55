// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;

/**
 * Determines which direct buffers native code may use: those whose memory exists as long as they are
 * reachable. The memory of an arena is freed when the arena is closed, and that of a mapped file disappears
 * when the file is truncated; the JVM reports errors then, but native code would crash.
 *
 * <p>The methods are looked up by name, since arenas are newer than the oldest supported JDK.
 */
final class DirectMemory {
    private static final String SEGMENT = "java.lang.foreign.MemorySegment";
    /** The JDK's name of the scope of memory that cannot be closed. */
    private static final String ALWAYS = "jdk.internal.foreign.GlobalSession";
    /**
     * Converts a Buffer to a MemorySegment, a MemorySegment to its scope, and to whether it is mapped; null
     * if the JDK has no such methods.
     */
    private static final MethodHandle SEGMENT_OF;
    private static final MethodHandle SCOPE_OF;
    private static final MethodHandle IS_MAPPED;
    /** Whether the JDK has arenas. */
    private static final boolean HAS_ARENAS;

    static {
        MethodHandle[] found = new MethodHandle[3];
        boolean hasArenas = true;
        try {
            find(Class.forName(SEGMENT), found);
        } catch (ClassNotFoundException e) {
            hasArenas = false;
        } catch (ReflectiveOperationException e) {
            // Arenas of another kind: no buffer is taken as it is.
            found[2] = null;
        }
        SEGMENT_OF = found[0];
        SCOPE_OF = found[1];
        IS_MAPPED = found[2];
        HAS_ARENAS = hasArenas;
    }

    private DirectMemory() {}

    private static void find(Class<?> segment, MethodHandle[] found) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        Class<?> scope = Class.forName(SEGMENT + "$Scope");
        found[0] = lookup.findStatic(segment, "ofBuffer", MethodType.methodType(segment, Buffer.class))
            .asType(MethodType.methodType(Object.class, Buffer.class));
        found[1] = lookup.findVirtual(segment, "scope", MethodType.methodType(scope))
            .asType(MethodType.methodType(Object.class, Object.class));
        found[2] = lookup.findVirtual(segment, "isMapped", MethodType.methodType(boolean.class))
            .asType(MethodType.methodType(boolean.class, Object.class));
    }

    /** Returns whether native code may use the memory; other buffers are copied through arrays. */
    static boolean stays(Buffer bytes) {
        if (!bytes.isDirect()) {
            return false;
        }
        if (IS_MAPPED == null) {
            return !HAS_ARENAS;
        }
        try {
            Object segment = (Object) SEGMENT_OF.invokeExact(bytes);
            Object scope = (Object) SCOPE_OF.invokeExact(segment);
            return scope.getClass().getName().startsWith(ALWAYS) && !(boolean) IS_MAPPED.invokeExact(segment);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
