// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.io.File;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Searches the native library: if {@code -Dcm2tt.native.path} is set, only there; otherwise in a jar on the
 * class path or module path, from which it is copied to the folder of the disk cache or, if that is disabled
 * or cannot be used, to a temporary folder; otherwise in {@code java.library.path}. The steps are logged from
 * the first one that fails.
 *
 * <p>Not here: copying it ({@link ExtractedLibrary}).
 */
final class LibrarySearch {
    /** The library that these classes call. It loads libcm2tt.so.1 from its own folder. */
    static final String FILE = "libcm2tt-jni.so";
    /** The property with the library's folder, or its file. */
    static final String PATH_PROPERTY = "cm2tt.native.path";

    private final UnaryOperator<String> properties;
    private final UnaryOperator<String> environment;
    private final ClassLoader resources;
    /** The attempts and their results, as text. */
    private final List<String> tried = new ArrayList<>();
    private boolean isInJar;
    /** Whether Java refuses to load native code, which is possible from JDK 24 on. */
    private boolean isForbidden;
    /** Whether another class loader has loaded one of the files; Java allows only one to do so. */
    private boolean isElsewhere;

    /**
     * Creates a search.
     *
     * @param properties returns a property by its name, or null
     * @param environment returns an environment variable by its name, or null
     * @param resources where jars are; null: the JDK's own loader
     */
    LibrarySearch(
        UnaryOperator<String> properties, UnaryOperator<String> environment, ClassLoader resources) {
        this.properties = properties;
        this.environment = environment;
        this.resources = resources;
    }

    /**
     * Loads the first library that can be loaded.
     *
     * @param loader loads a file given by its absolute path; throws an UnsatisfiedLinkError if it cannot be
     *     loaded
     * @return the loaded file
     * @throws UnsatisfiedLinkError if no library can be loaded, or if the JVM uses musl, with which the
     *     library can crash; the message lists the attempts and gives advice
     */
    String load(Consumer<String> loader) {
        if (isForMusl(memoryMaps())) {
            throw new UnsatisfiedLinkError("the native library " + FILE + " needs glibc 2.34 or newer, and "
                + "this JVM uses musl, as on Alpine Linux: run a JDK for glibc, in an image such as "
                + "debian:12, ubuntu:22.04 or eclipse-temurin:21");
        }
        String given = properties.apply(PATH_PROPERTY);
        String found = given != null ? loadGiven(given, loader) : loadResource(loader);
        if (found == null && given == null) {
            found = loadFromPath(loader);
        }
        if (found == null) {
            throw new UnsatisfiedLinkError(report());
        }
        return found;
    }

    private static String memoryMaps() {
        try {
            return Files.readString(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * Returns whether a process has loaded musl, which is its C library and its dynamic linker in one file.
     *
     * @param maps the content of /proc/self/maps
     */
    static boolean isForMusl(String maps) {
        // Alpine's name, and that of musl's own installation, to which its linker's name is a link. The file
        // of this name in glibc is a text.
        return maps.contains("/ld-musl-") || maps.contains("/libc.so\n");
    }

    private String loadGiven(String given, Consumer<String> loader) {
        String what = "-D" + PATH_PROPERTY + "=" + given;
        try {
            Path path = Path.of(given).toAbsolutePath();
            return tryFile(what, Files.isDirectory(path) ? path.resolve(FILE) : path, loader);
        } catch (InvalidPathException e) {
            note(what, "is not a path: " + e.getMessage());
            return null;
        }
    }

    private String loadFromPath(Consumer<String> loader) {
        String folders = properties.apply("java.library.path");
        if (folders == null || folders.isEmpty()) {
            note("java.library.path", "is empty");
            return null;
        }
        for (String folder : folders.split(File.pathSeparator)) {
            String what = "java.library.path, " + (folder.isEmpty() ? "." : folder);
            try {
                String found = tryFile(what, Path.of(folder).resolve(FILE).toAbsolutePath(), loader);
                if (found != null) {
                    return found;
                }
            } catch (InvalidPathException e) {
                note(what, "is not a path: " + e.getMessage());
            }
        }
        return null;
    }

    private String loadResource(Consumer<String> loader) {
        String folder = "io/github/cm2tt/runtime/native/" + platform();
        ExtractedLibrary library = new ExtractedLibrary(resources, folder);
        if (!library.exists()) {
            note("resource " + folder + "/" + FILE, "is in no jar");
            return null;
        }
        isInJar = true;
        String found = tryCache(library, loader);
        // A cache may be off, read-only, full, open to others, or where nothing may be executed.
        return found != null ? found : tryTemporary(library, loader);
    }

    private String tryCache(ExtractedLibrary library, Consumer<String> loader) {
        String what = "copied from a jar to the cache";
        String mode = environment("CM2TT_CACHE", "on");
        // As for kernels, an invalid value disables the cache.
        if (!mode.equals("on") && !mode.equals("readonly")) {
            note(what, "CM2TT_CACHE is " + mode);
            return null;
        }
        try {
            Path cache = cacheFolder();
            if (cache == null) {
                note(what, "none of CM2TT_CACHE_DIR, XDG_CACHE_HOME and HOME is set");
                return null;
            }
            Path copies = library.extract(cache.resolve("native"), PrivateFolder.user(null),
                mode.equals("on") ? ExtractedLibrary.Access.WRITE : ExtractedLibrary.Access.READ);
            return tryFile(what, copies.resolve(FILE), loader);
        } catch (PrivateFolder.OpenToOthersException e) {
            note(what, e.getMessage());
            logger().log(Level.WARNING, "native libraries are copied to a temporary folder each time: {0}",
                e.getMessage());
            return null;
        } catch (IOException | RuntimeException e) {
            note(what, e.toString());
            return null;
        }
    }

    private String tryTemporary(ExtractedLibrary library, Consumer<String> loader) {
        String what = "copied from a jar to a temporary folder";
        try {
            // For this user alone, where the system has rights.
            Path folder = Files.createTempDirectory("cm2tt-native-").toRealPath();
            try {
                Path copies = library.extract(
                    folder, PrivateFolder.user(folder), ExtractedLibrary.Access.WRITE);
                return tryFile(what, copies.resolve(FILE), loader);
            } finally {
                removeTemporary(folder);
            }
        } catch (IOException | RuntimeException e) {
            note(what, e.toString());
            return null;
        }
    }

    /**
     * Removes copies immediately, since a loaded library needs no file. If that fails, they are removed when
     * the JVM ends.
     */
    private static void removeTemporary(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> paths = new ArrayList<>(all.toList());
            // The contents of a folder follow it.
            Collections.reverse(paths);
            paths.removeIf(path -> path.toFile().delete());
            Collections.reverse(paths);
            paths.forEach(path -> path.toFile().deleteOnExit());
        } catch (IOException e) {
            folder.toFile().deleteOnExit();
        }
    }

    private String tryFile(String what, Path file, Consumer<String> loader) {
        String name = what + ": " + file;
        if (!Files.exists(file)) {
            note(name, "there is no such file");
            return null;
        }
        try {
            loader.accept(file.toString());
        } catch (UnsatisfiedLinkError e) {
            note(name, e.getMessage());
            isElsewhere |= String.valueOf(e.getMessage()).contains("another classloader");
            return null;
        } catch (LinkageError e) {
            note(name, "is of another version than cm2tt-runtime.jar: " + e);
            return null;
        } catch (IllegalCallerException e) {
            note(name, e.getMessage());
            isForbidden = true;
            return null;
        }
        if (!tried.isEmpty()) {
            note(name, "loaded");
        }
        return file.toString();
    }

    /**
     * Returns the folder of the disk cache, as runtime/lib/DiskCache determines it; null if it is unknown.
     */
    private Path cacheFolder() {
        String folder = environment("CM2TT_CACHE_DIR", null);
        if (folder != null) {
            return Path.of(folder).toAbsolutePath();
        }
        String caches = environment("XDG_CACHE_HOME", "");
        // The XDG Base Directory Specification has relative paths ignored.
        if (caches.startsWith("/")) {
            return Path.of(caches, "cm2tt");
        }
        String home = environment("HOME", null);
        return home == null ? null : Path.of(home, ".cache", "cm2tt").toAbsolutePath();
    }

    /** Returns an environment variable; an empty one counts as unset. */
    private String environment(String name, String otherwise) {
        String value = environment.apply(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    /** Returns the name of the platform, such as linux-x86_64. */
    private String platform() {
        String os = properties.apply("os.name");
        String arch = properties.apply("os.arch");
        os = os == null ? "unknown" : os.toLowerCase(Locale.ROOT);
        return os + "-" + ("amd64".equals(arch) ? "x86_64" : arch);
    }

    private void note(String what, String outcome) {
        tried.add(what + ": " + outcome);
        logger().log(Level.DEBUG, "native library: {0}: {1}", what, outcome);
    }

    /** Returns the logger, which takes 40 ms for the first message of a JVM. */
    private static Logger logger() {
        return System.getLogger("io.github.cm2tt");
    }

    private String report() {
        return "the native library " + FILE + " cannot be loaded; tried:\n  " + String.join("\n  ", tried)
            + "\n" + advice();
    }

    private String advice() {
        String path = "name the folder of " + FILE + " and libcm2tt.so.1 with -D" + PATH_PROPERTY + "=FOLDER";
        if (isForbidden) {
            return "allow it by java --enable-native-access=ALL-UNNAMED, or, if cm2tt is on the module path, "
                + "--enable-native-access=io.github.cm2tt.runtime";
        }
        if (isElsewhere && !isInJar) {
            return "load the jars of cm2tt once, with a class loader that is a parent of all its users; or "
                + "put cm2tt-native-" + platform() + ".jar beside them, instead of -D" + PATH_PROPERTY
                + ": each class loader extracts its own copy";
        }
        if (isInJar) {
            return "set the variable CM2TT_CACHE_DIR, or -Djava.io.tmpdir, to a folder that only you can "
                + "write to and from which libraries may be loaded; or " + path;
        }
        return "put cm2tt-native-" + platform() + ".jar on the class path, or " + path;
    }
}
