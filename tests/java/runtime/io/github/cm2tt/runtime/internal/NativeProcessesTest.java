// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that need whole processes: several that copy at the same time, one that finds no library, one under
 * JNI's checks.
 */
class NativeProcessesTest {
    @TempDir Path folder;

    /** Starts a JVM with this one's class path, in which a crash of the compiler ends it. */
    private Process start(List<String> options, String main, String... arguments) throws IOException {
        return start(Map.of(), options, main, arguments);
    }

    private Process start(Map<String, String> environment, List<String> options, String main,
        String... arguments) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command =
            new ArrayList<>(List.of(java.toString(), "-cp", System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(main);
        command.addAll(List.of(arguments));
        File output = folder.resolve("output-" + System.nanoTime()).toFile();
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // The JVM's checks warn of handlers of signals in front of its own.
        builder.environment().put("CM2TT_CRASH_GUARD", "off");
        builder.environment().putAll(environment);
        return builder.redirectOutput(output).start();
    }

    private String outputs() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            StringBuilder text = new StringBuilder();
            for (Path file : all.filter(f -> f.getFileName().toString().startsWith("output-"))
                     .collect(Collectors.toList()))
                text.append(Files.readString(file));
            return text.toString();
        }
    }

    /** Copies libraries. */
    static final class Extract {
        private Extract() {}

        private static long sizeOf(Path copy) throws IOException {
            try {
                return Files.size(copy);
            } catch (NoSuchFileException e) {
                return 3_000_000;
            }
        }

        public static void main(String[] arguments) throws IOException {
            URL jar = Path.of(arguments[0]).toUri().toURL();
            Path cache = Path.of(arguments[1]);
            try (URLClassLoader jars = new URLClassLoader(new URL[] {jar}, null)) {
                for (int i = 0; i < 10; ++i) {
                    Path copies = new ExtractedLibrary(jars, NativeJar.FOLDER)
                                      .extract(cache, PrivateFolder.user(null),
                                          ExtractedLibrary.Access.WRITE);
                    Path copy = copies.resolve("libcm2tt.so.1");
                    // Others delete it, and then it is whole again.
                    if (sizeOf(copy) != 3_000_000)
                        throw new IOException("a copy that is not whole");
                    Files.deleteIfExists(copy);
                }
            }
        }
    }

    @Test
    void manyCopyAtOnce() throws Exception {
        NativeJar.make(folder.resolve("jar"), 3_000_000);
        Path cache = folder.resolve("cache");
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; ++i)
            processes.add(start(List.of("-XX:TieredStopAtLevel=1"), Extract.class.getName(),
                folder.resolve("jar").toString(), cache.toString()));
        for (Process process : processes)
            assertEquals(0, process.waitFor(), this::describe);
        try (Stream<Path> all = Files.walk(cache)) {
            assertFalse(all.anyMatch(file -> file.toString().endsWith(".part")));
        }
    }

    private String describe() {
        try {
            return outputs();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Loads the library twice, and prints the errors. */
    static final class LoadTwice {
        private LoadTwice() {}

        public static void main(String[] arguments) {
            for (int i = 0; i < 2; ++i)
                try {
                    NativeLibrary.load();
                    System.out.println("there it is");
                } catch (UnsatisfiedLinkError e) {
                    System.out.println(e.getMessage());
                }
        }
    }

    @Test
    void missingLibraryTwice() throws Exception {
        assertEquals(0, start(List.of("-Dcm2tt.native.path=/no/such"), LoadTwice.class.getName()).waitFor());
        String text = outputs();
        assertEquals(2, text.split("/no/such/?[^\n]*: there is no such file", -1).length - 1, text);
    }

    /** A library of the JDK, named as musl, is loaded into the JVM. */
    @Test
    void jvmForMusl() throws Exception {
        Path musl = Files.copy(
            Path.of(System.getProperty("java.home"), "lib", "libjsig.so"), folder.resolve("ld-musl-x.so.1"));
        List<String> options = List.of("-Dcm2tt.native.path=" + System.getProperty("cm2tt.native.path"));
        int status =
            start(Map.of("LD_PRELOAD", musl.toString()), options, LoadTwice.class.getName()).waitFor();
        assertEquals(0, status, this::describe);
        String said = "the native library libcm2tt-jni.so needs glibc 2.34 or newer, and this JVM uses musl, "
            + "as on Alpine Linux: run a JDK for glibc, in an image such as debian:12, ubuntu:22.04 or "
            + "eclipse-temurin:21\n";
        // JDK 18 and newer warn that libjsig is deprecated.
        assertTrue(outputs().endsWith(said + said), this::describe);
    }

    /** Loads the library, where it is not there at first. */
    static final class LoadLater {
        private LoadLater() {}

        public static void main(String[] arguments) throws IOException {
            try {
                NativeLibrary.load();
                throw new IllegalStateException("loaded");
            } catch (UnsatisfiedLinkError e) {
                Files.createSymbolicLink(Path.of(arguments[0]), Path.of(arguments[1]).toAbsolutePath());
            }
            System.out.println(NativeLibrary.version());
        }
    }

    @Test
    void missingLibraryAppears() throws Exception {
        Path later = folder.resolve("later");
        List<String> options = new ArrayList<>(List.of("-Dcm2tt.native.path=" + later));
        if (Runtime.version().feature() > 23)
            options.add("--enable-native-access=ALL-UNNAMED");
        int status = start(options, LoadLater.class.getName(), later.toString(),
            System.getProperty("cm2tt.native.path")).waitFor();
        assertEquals(0, status, this::describe);
        assertTrue(outputs().contains("LLVM"), this::describe);
    }

    /**
     * A test that calls every native method passes under the JVM's checks of JNI, which print their findings.
     */
    @Test
    void checkedJni() throws Exception {
        List<String> options = new ArrayList<>(
            List.of("-Xcheck:jni", "-Dcm2tt.native.path=" + System.getProperty("cm2tt.native.path")));
        if (Runtime.version().feature() > 23)
            options.add("--enable-native-access=ALL-UNNAMED");
        List<String> classes = new ArrayList<>(List.of("--disable-banner", "--details=summary"));
        for (Class<?> test : List.of(NativesTest.class, NativeTunerTest.class))
            classes.add("--select-class=" + test.getName());
        Process process =
            start(options, "org.junit.platform.console.ConsoleLauncher", classes.toArray(String[] ::new));
        int status = process.waitFor();
        String text = outputs();
        assertEquals(0, status, text);
        // In capitals for calls, in small letters for handlers of signals that are not the JVM's any more.
        assertFalse(text.contains("WARNING") || text.contains("Warning") || text.contains("FATAL"), text);
        assertTrue(text.contains(" tests successful"), text);
    }
}
