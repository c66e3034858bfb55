// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

/** Finds and loads the native library. */
public final class NativeLibrary {
    private NativeLibrary() {
    }

    /**
     * Loads the library, if nobody has before. Cheap after the first time.
     *
     * @throws UnsatisfiedLinkError if it cannot be found or loaded: all that was tried, and what to do; the
     *     same
     *     each time
     */
    public static void load() {
        throw new UnsatisfiedLinkError("not yet there");
    }

    /**
     * The compiler's version and that of LLVM, for people. Loads the library.
     *
     * @return such as "cm2tt 0.1.0 (LLVM 22.1.0)"
     */
    public static String version() {
        load();
        return new String(versionText(), java.nio.charset.StandardCharsets.UTF_8);
    }

    /** The C interface's version: 65536 * major + minor. */
    private static native int apiVersion();

    /** The text of {@link #version}. */
    private static native byte[] versionText();
}
