// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where the native library is looked for, in which order, and what is said if it is nowhere. Nothing is
 * really loaded.
 *
 * <p>Not here: the copies ({@link ExtractedLibraryTest}), a whole JVM ({@link NativeProcessesTest}).
 */
class LibrarySearchTest {
    @TempDir Path folder;

    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    /** The loaded files, in order. */
    private final List<String> loaded = new ArrayList<>();
    /** Files that begin so cannot be loaded. */
    private String broken = "/nothing";
    /** The result of an attempt: an Error or a RuntimeException. */
    private Throwable failure = new UnsatisfiedLinkError("it is broken");

    /** Whether the other library was beside the one that was loaded last. */
    private boolean hadFolder;

    @BeforeEach
    void setUp() {
        properties.put("os.name", "Linux");
        properties.put("os.arch", "amd64");
        environment.put("HOME", folder.toString());
    }

    private String search(URL... resources) throws IOException {
        try (URLClassLoader jars = new URLClassLoader(resources, null)) {
            return new LibrarySearch(properties::get, environment::get, jars).load(this::load);
        }
    }

    private void load(String file) {
        hadFolder = Files.exists(Path.of(file).resolveSibling("libcm2tt.so.1"));
        if (file.startsWith(broken) && failure instanceof Error error)
            throw error;
        if (file.startsWith(broken))
            throw (RuntimeException) failure;
        loaded.add(file);
    }

    private String failure(URL... resources) {
        return assertThrows(UnsatisfiedLinkError.class, () -> search(resources)).getMessage();
    }

    private Path library(String name) throws IOException {
        return Files.createFile(Files.createDirectories(folder.resolve(name)).resolve("libcm2tt-jni.so"));
    }

    @Test
    void missingEverywhere() {
        properties.put("java.library.path", "/no/such:" + folder);
        assertEquals("the native library libcm2tt-jni.so cannot be loaded; tried:\n"
                + "  resource io/github/cm2tt/runtime/native/linux-x86_64/libcm2tt-jni.so: is in no jar\n"
                + "  java.library.path, /no/such: /no/such/libcm2tt-jni.so: there is no such file\n"
                + "  java.library.path, " + folder + ": " + folder
                + "/libcm2tt-jni.so: there is no such file\n"
                + "put cm2tt-native-linux-x86_64.jar on the class path, or name the folder of "
                + "libcm2tt-jni.so and libcm2tt.so.1 with -Dcm2tt.native.path=FOLDER",
            failure());
    }

    @Test
    void anotherClassLoaderHasIt() throws IOException {
        Path file = library("given");
        properties.put("cm2tt.native.path", file.toString());
        broken = file.toString();
        failure =
            new UnsatisfiedLinkError("Native Library " + file + " already loaded in another classloader");
        String said = failure();
        assertTrue(
            said.contains("already loaded in another classloader\nload the jars of cm2tt once, with a class "
                + "loader that is a parent of all its users; or put cm2tt-native-linux-x86_64.jar "
                + "beside them"),
            said);
    }

    @Test
    void otherSystems() {
        properties.put("os.name", "Mac OS X");
        properties.put("os.arch", "aarch64");
        String said = failure();
        assertTrue(said.contains("native/mac os x-aarch64/"), said);
        assertTrue(said.contains("java.library.path: is empty"), said);
    }

    @Test
    void givenFolderOrFile() throws IOException {
        Path file = library("given");
        properties.put("cm2tt.native.path", file.getParent().toString());
        assertEquals(file.toString(), search());
        properties.put("cm2tt.native.path", file.toString());
        assertEquals(file.toString(), search());
        assertEquals(List.of(file.toString(), file.toString()), loaded);
    }

    @Test
    void givenAndMissing() throws IOException {
        // A library that the user names is used, and no other.
        properties.put("java.library.path", library("path").getParent().toString());
        properties.put("cm2tt.native.path", "/no/such");
        String said = failure(NativeJar.make(folder.resolve("jar"), 100));
        assertTrue(said.contains("-Dcm2tt.native.path=/no/such: /no/such: there is no such file"), said);
        properties.put("cm2tt.native.path", "\0");
        assertTrue(failure().contains("is not a path"));
        assertEquals(List.of(), loaded);
    }

    @Test
    void libraryPathInOrder() throws IOException {
        Path first = library("first");
        Path second = library("second");
        properties.put("java.library.path", "/no/such:" + first.getParent() + ":" + second.getParent());
        assertEquals(first.toString(), search());
        broken = first.toString();
        assertEquals(second.toString(), search());
    }

    @Test
    void brokenLibraryIsNamed() throws IOException {
        Path file = library("path");
        properties.put("java.library.path", file.getParent().toString());
        broken = file.toString();
        assertTrue(failure().contains(file + ": it is broken"));
    }

    @Test
    void jarBeforeLibraryPath() throws IOException {
        properties.put("java.library.path", library("path").getParent().toString());
        String file = search(NativeJar.make(folder.resolve("jar"), 100));
        assertTrue(file.startsWith(folder + "/.cache/cm2tt/native/"), file);
        environment.put("XDG_CACHE_HOME", folder + "/xdg");
        file = search(NativeJar.make(folder.resolve("jar"), 100));
        assertTrue(file.startsWith(folder + "/xdg/cm2tt/native/"), file);
        assertTrue(Files.exists(Path.of(file).resolveSibling("libcm2tt.so.1")));
        environment.put("CM2TT_CACHE_DIR", folder + "/mine");
        file = search(NativeJar.make(folder.resolve("jar"), 100));
        assertTrue(file.startsWith(folder + "/mine/native/"), file);
        environment.put("CM2TT_CACHE_DIR", "");
        environment.put("XDG_CACHE_HOME", "relative");
        file = search(NativeJar.make(folder.resolve("jar"), 100));
        assertTrue(file.startsWith(folder + "/.cache/cm2tt/native/"), file);
    }

    /** Whether a library was loaded from a temporary folder, which is there then and gone now. */
    private void usesTemporaryFolder(URL jar) throws IOException {
        hadFolder = false;
        String file = search(jar);
        assertTrue(file.contains("/cm2tt-native-"), file);
        assertTrue(hadFolder);
        assertFalse(Files.exists(Path.of(file).getParent().getParent()), file);
    }

    @Test
    void cacheThatCannotBeUsed() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 100);
        // Not writable, for root either.
        environment.put("XDG_CACHE_HOME", "/dev/null");
        usesTemporaryFolder(jar);
        // Nothing in it may be executed.
        environment.put("XDG_CACHE_HOME", folder + "/xdg");
        broken = folder + "/xdg";
        usesTemporaryFolder(jar);
        // There is none.
        environment.clear();
        usesTemporaryFolder(jar);
        // Others can write to it.
        environment.put("CM2TT_CACHE_DIR", folder + "/shared");
        broken = "/nothing";
        assertTrue(search(jar).startsWith(folder + "/shared/native/"));
        Files.setAttribute(folder.resolve("shared"), "unix:mode", 0777);
        usesTemporaryFolder(jar);
    }

    /**
     * Returns the warnings of a search: without them, each JVM would copy the libraries for an unknown
     * reason.
     */
    private List<String> warnings(URL jar) throws IOException {
        List<String> texts = new ArrayList<>();
        LogListener listener = new LogListener(entry -> {
            if (entry.getLevel() == Level.WARNING)
                texts.add(new SimpleFormatter().formatMessage(entry));
        });
        try {
            search(jar);
        } finally {
            listener.close();
        }
        return texts;
    }

    @Test
    void warnsOfAFolderThatOthersMayWriteTo() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 100);
        Path shared = folder.toRealPath().resolve("shared");
        environment.put("CM2TT_CACHE_DIR", shared.toString());
        Path copies = Path.of(search(jar)).getParent();
        assertEquals(List.of(), warnings(jar));
        Files.setAttribute(copies, "unix:mode", 0777);
        assertEquals(List.of("native libraries are copied to a temporary folder each time: " + copies
                + ": other users may write to it"),
            warnings(jar));
    }

    /** Why the cache is passed over is said where nothing else helps either. */
    @Test
    void whyTheCacheIsNotUsed() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 100);
        broken = "/";
        environment.put("CM2TT_CACHE", "off");
        String said = failure(jar);
        assertTrue(said.contains("\n  copied from a jar to the cache: CM2TT_CACHE is off\n"), said);
        environment.clear();
        said = failure(jar);
        assertTrue(said.contains("\n  copied from a jar to the cache: none of CM2TT_CACHE_DIR, "
                       + "XDG_CACHE_HOME and HOME is set\n"),
            said);
    }

    @Test
    void cacheThatIsOff() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 100);
        environment.put("CM2TT_CACHE_DIR", folder + "/mine");
        for (String mode : List.of("off", "sometimes", "readonly")) {
            environment.put("CM2TT_CACHE", mode);
            usesTemporaryFolder(jar);
            assertFalse(Files.exists(folder.resolve("mine")));
        }
        environment.put("CM2TT_CACHE", "");
        String file = search(jar);
        assertTrue(file.startsWith(folder + "/mine/native/"), file);
        environment.put("CM2TT_CACHE", "readonly");
        assertEquals(file, search(jar));
        // Existing copies are not used either.
        environment.put("CM2TT_CACHE", "off");
        usesTemporaryFolder(jar);
        environment.put("CM2TT_CACHE", "readonly");
        Files.delete(Path.of(file));
        usesTemporaryFolder(jar);
    }

    @Test
    void damagedJar() throws IOException {
        Path jar = folder.resolve("jar");
        URL url = NativeJar.make(jar, 100);
        Files.writeString(jar.resolve(NativeJar.FOLDER).resolve("libcm2tt.so.1"), "other");
        String said = failure(url);
        assertTrue(said.contains("libcm2tt.so.1: its SHA-256 is "), said);
        assertTrue(said.contains("the jar is damaged"), said);
        assertTrue(said.contains("copied from a jar to a temporary folder"), said);
        assertFalse(said.contains(": loaded"), said);
    }

    @Test
    void whatToDoDependsOnWhatWasFound() throws IOException {
        broken = "/";
        String said = failure(NativeJar.make(folder.resolve("jar"), 100));
        assertTrue(
            said.endsWith("\nset the variable CM2TT_CACHE_DIR, or -Djava.io.tmpdir, to a folder that only "
                + "you can write to and from which libraries may be loaded; or name the folder of "
                + "libcm2tt-jni.so and libcm2tt.so.1 with -Dcm2tt.native.path=FOLDER"),
            said);
        failure = new IllegalCallerException("Illegal native access");
        said = failure(NativeJar.make(folder.resolve("jar"), 100));
        assertTrue(said.contains("libcm2tt-jni.so: Illegal native access\n"), said);
        assertTrue(said.endsWith("\nallow it by java --enable-native-access=ALL-UNNAMED, or, if cm2tt is on "
                       + "the module path, --enable-native-access=io.github.cm2tt.runtime"),
            said);
    }

    @Test
    void libraryOfAnotherVersion() throws IOException {
        Path file = library("given");
        properties.put("cm2tt.native.path", file.toString());
        broken = "/";
        failure = new NoClassDefFoundError("io/github/cm2tt/runtime/internal/NativeX");
        String said = failure();
        assertTrue(
            said.contains(file + ": is of another version than cm2tt-runtime.jar: java.lang.NoClass"), said);
    }

    @Test
    void muslIsRecognised() {
        String line = "7f52d8a00000-7f52d8a14000 r--p 00000000 fe:01 1057                     ";
        String java = line + "/usr/lib/jvm/java-21-openjdk/lib/libjli.so\n";
        for (String file : List.of("/lib/ld-musl-x86_64.so.1", "/lib/ld-musl-aarch64.so.1",
                 "/usr/lib/ld-musl-x86_64.so.1", "/usr/lib/libc.so", "/lib/x86_64-linux-musl/libc.so"))
            assertTrue(LibrarySearch.isForMusl(java + line + file + "\n" + java), file);
        for (String file : List.of("/usr/lib/x86_64-linux-gnu/libc.so.6", "/lib/libc-2.34.so",
                 "/lib64/ld-linux-x86-64.so.2", "/usr/lib/libcm2tt.so", "[heap]"))
            assertFalse(LibrarySearch.isForMusl(java + line + file + "\n" + java), file);
        assertFalse(LibrarySearch.isForMusl(""));
    }

    @Test
    void versions() {
        NativeLibrary.checkVersion(1 << 16 | NativeLibrary.MINOR, "f");
        NativeLibrary.checkVersion(1 << 16 | 77, "f");
        for (int version : new int[] {1 << 16, 2 << 16 | 5, 5, 0})
            assertThrows(UnsatisfiedLinkError.class, () -> NativeLibrary.checkVersion(version, "f"));
        assertEquals("/a/libcm2tt-jni.so: its interface is 2.3, expected 1.6 or a later 1.x: use jars and "
                + "native libraries of one version",
            assertThrows(UnsatisfiedLinkError.class,
                () -> NativeLibrary.checkVersion(2 << 16 | 3, "/a/libcm2tt-jni.so"))
                .getMessage());
    }
}
