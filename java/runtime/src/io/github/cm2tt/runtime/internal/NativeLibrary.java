// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.nio.charset.StandardCharsets;

/**
 * The native library, which is loaded once, and has a version that these classes support.
 *
 * <p>Not here: the search for it ({@link LibrarySearch}).
 */
public final class NativeLibrary {
    /** The version of the C interface that these classes need: CM2TT_API_MAJOR and _MINOR. */
    static final int MAJOR = 1;
    static final int MINOR = 6;

    /** Whether the library is loaded; written last. */
    private static volatile boolean loaded;
    /**
     * The reason why a library that was loaded is of no use: a second attempt would fail in another way. A
     * failure to find or read one may pass, and is not kept.
     */
    private static String failure;

    private NativeLibrary() {}

    /**
     * Loads the library, unless it is loaded already.
     *
     * @throws UnsatisfiedLinkError if it cannot be found or loaded; the message lists the attempts and what
     *     to do. The next call tries again, unless the library has another version
     */
    public static void load() {
        if (!loaded) {
            loadOnce();
        }
    }

    /**
     * Returns the versions of the compiler and of LLVM, as text. Loads the library.
     *
     * @return for example, "cm2tt 0.1.0 (LLVM 22.1.0)"
     */
    public static String version() {
        load();
        return new String(versionText(), StandardCharsets.UTF_8);
    }

    private static synchronized void loadOnce() {
        if (loaded) {
            return;
        }
        if (failure != null) {
            throw new UnsatisfiedLinkError(failure);
        }
        // No references to these methods, which take 50 ms: they depend on their caller.
        String file = new LibrarySearch(name -> System.getProperty(name), name -> System.getenv(name),
            NativeLibrary.class.getClassLoader()).load(path -> System.load(path));
        try {
            checkVersion(apiVersion(), file);
            loaded = true;
        } catch (UnsatisfiedLinkError error) {
            failure = error.getMessage();
            throw error;
        }
    }

    /**
     * Checks that the library has the functions that these classes call.
     *
     * @param version its version: 65536 * major + minor
     * @param file the file of the library
     * @throws UnsatisfiedLinkError if the library has another version
     */
    static void checkVersion(int version, String file) {
        int major = version >>> 16;
        int minor = version & 0xffff;
        if (major != MAJOR || minor < MINOR) {
            throw new UnsatisfiedLinkError(file + ": its interface is " + major + "." + minor + ", expected "
                + MAJOR + "." + MINOR + " or a later " + MAJOR
                + ".x: use jars and native libraries of one version");
        }
    }

    /** Returns the version of the C interface: 65536 * major + minor. */
    private static native int apiVersion();

    /** Returns the text of {@link #version}. */
    private static native byte[] versionText();
}
