// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of native libraries: made whole, kept while they are good, made anew if not. */
class ExtractedLibraryTest {
    private static final String LIBRARY = "libcm2tt.so.1";

    @TempDir Path folder;

    private Path extract(URL jar) throws IOException {
        try (URLClassLoader jars = new URLClassLoader(new URL[] {jar}, null)) {
            return new ExtractedLibrary(jars, NativeJar.FOLDER).extract(folder.resolve("cache"));
        }
    }

    private Path original(String name) {
        return folder.resolve("jar").resolve(NativeJar.FOLDER).resolve(name);
    }

    private List<String> files(Path copies) throws IOException {
        try (Stream<Path> all = Files.list(copies)) {
            return all.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
        }
    }

    @Test
    void copiesAreKept() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 1_000_000);
        Path copies = extract(jar);
        assertEquals(List.of("libcm2tt-jni.so", "libcm2tt-jni.so.crc32c", LIBRARY, LIBRARY + ".crc32c"),
            files(copies));
        assertArrayEquals(Files.readAllBytes(original(LIBRARY)), Files.readAllBytes(copies.resolve(LIBRARY)));
        assertEquals(NativeJar.sha256(Files.readAllBytes(original(LIBRARY))).substring(0, 32)
                + NativeJar.sha256(Files.readAllBytes(original("libcm2tt-jni.so"))).substring(0, 32),
            copies.getFileName().toString());
        FileTime long_ago = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(copies.resolve(LIBRARY), long_ago);
        assertEquals(copies, extract(jar));
        assertEquals(long_ago, Files.getLastModifiedTime(copies.resolve(LIBRARY)));
    }

    @Test
    void versionsDoNotMeet() throws IOException {
        Path first = extract(NativeJar.make(folder.resolve("jar"), 100));
        Path second = extract(NativeJar.make(folder.resolve("jar"), 101));
        assertNotEquals(first, second);
        assertEquals(100, Files.size(first.resolve(LIBRARY)));
        assertEquals(101, Files.size(second.resolve(LIBRARY)));
    }

    @Test
    void badCopiesAreMadeAnew() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 1_000_000);
        Path copy = extract(jar).resolve(LIBRARY);
        byte[] content = Files.readAllBytes(copy);
        byte[] damaged = content.clone();
        damaged[500_000] ^= 1;
        Files.write(copy, damaged);
        extract(jar);
        assertArrayEquals(content, Files.readAllBytes(copy));
        Files.write(copy, new byte[] {0}, StandardOpenOption.APPEND);
        extract(jar);
        assertArrayEquals(content, Files.readAllBytes(copy));
        Files.write(copy, new byte[0]);
        extract(jar);
        assertArrayEquals(content, Files.readAllBytes(copy));
        Files.delete(copy.resolveSibling(LIBRARY + ".crc32c"));
        extract(jar);
        assertTrue(Files.exists(copy.resolveSibling(LIBRARY + ".crc32c")));
        Files.delete(copy);
        extract(jar);
        assertArrayEquals(content, Files.readAllBytes(copy));
    }

    @Test
    void damagedJarLeavesNothing() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 100);
        Files.writeString(original(LIBRARY), "other");
        IOException error = assertThrows(IOException.class, () -> extract(jar));
        assertTrue(error.getMessage().contains("the jar is damaged"), error.getMessage());
        for (String list : new String[] {"", "abc", "00  x", "0".repeat(64) + "  ../x\n"}) {
            Files.writeString(original(ExtractedLibrary.LIST), list);
            assertThrows(IOException.class, () -> extract(jar), list);
        }
        Files.delete(original("libcm2tt-jni.so"));
        NativeJar.make(folder.resolve("jar"), 100);
        Files.delete(original(LIBRARY));
        assertThrows(IOException.class, () -> extract(jar));
        try (Stream<Path> all = Files.walk(folder.resolve("cache"))) {
            assertFalse(all.anyMatch(file -> file.toString().endsWith(".part")));
        }
    }
}
