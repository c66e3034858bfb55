// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import java.nio.charset.StandardCharsets;

/**
 * The native library: loaded once, whoever asks first, and of a version that these classes know.
 *
 * <p>Not here: where it is looked for ({@link LibrarySearch}).
 */
public final class NativeLibrary {
    /** The C interface that these classes were written for: CM2TT_API_MAJOR and _MINOR. */
    static final int MAJOR = 1;
    static final int MINOR = 2;

    /** Whether everything is there; written last. */
    private static volatile boolean loaded;
    /** Why it is not; each call says the same, as a second attempt would fail in another way. */
    private static String failure;

    private NativeLibrary() {}

    /**
     * Loads the library, if nobody has before. Cheap after the first time.
     *
     * @throws UnsatisfiedLinkError if it cannot be found or loaded: all that was tried, and what to do; the
     *     same each time
     */
    public static void load() {
        if (!loaded)
            loadOnce();
    }

    /**
     * The compiler's version and that of LLVM, for people. Loads the library.
     *
     * @return such as "cm2tt 0.1.0 (LLVM 22.1.0)"
     */
    public static String version() {
        load();
        return new String(versionText(), StandardCharsets.UTF_8);
    }

    private static synchronized void loadOnce() {
        if (loaded)
            return;
        if (failure != null)
            throw new UnsatisfiedLinkError(failure);
        try {
            String file =
                new LibrarySearch(System::getProperty, System::getenv, NativeLibrary.class.getClassLoader())
                    .load(System::load);
            checkVersion(apiVersion(), file);
            loaded = true;
        } catch (UnsatisfiedLinkError error) {
            failure = error.getMessage();
            throw error;
        }
    }

    /**
     * Whether the library has what these classes call.
     *
     * @param version what it says: 65536 * major + minor
     * @param file which library that is
     * @throws UnsatisfiedLinkError if it is of another version
     */
    static void checkVersion(int version, String file) {
        int major = version >>> 16;
        int minor = version & 0xffff;
        if (major != MAJOR || minor < MINOR)
            throw new UnsatisfiedLinkError(file + ": its interface is " + major + "." + minor + ", expected "
                + MAJOR + "." + MINOR + " or a later " + MAJOR
                + ".x: use jars and native libraries of one version");
    }

    /** The C interface's version: 65536 * major + minor. */
    private static native int apiVersion();

    /** The text of {@link #version}. */
    private static native byte[] versionText();
}
