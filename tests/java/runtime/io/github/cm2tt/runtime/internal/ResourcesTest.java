// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Resources of class loaders that share jars, while some of them are closed. */
class ResourcesTest {
    private static final String NAME = "folder/content.bin";
    private static final int THREADS = 8;

    @TempDir Path folder;
    private final byte[] content = new byte[300_000];
    private URL jar;

    @BeforeEach
    void makeJar() throws IOException {
        new Random(1).nextBytes(content);
        Path file = folder.resolve("content.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            put(out, NAME, content);
        }
        jar = file.toUri().toURL();
    }

    private static void put(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(content);
        out.closeEntry();
    }

    private URLClassLoader loader() {
        return new URLClassLoader(new URL[] {jar}, null);
    }

    /** Breaks streams of others: opens a resource in the usual way, and closes the loader. */
    private void openAndClose() throws IOException {
        try (URLClassLoader other = loader()) {
            assertNotNull(other.getResourceAsStream(NAME));
        }
    }

    /** Runs a task in threads at once, while one more opens and closes loaders of the jar. */
    private void besideClosing(Callable<Void> task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS + 1);
        try {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(pool.submit(task));
            }
            Future<Void> closing = pool.submit(() -> {
                while (!Thread.interrupted() && all.stream().anyMatch(one -> !one.isDone())) {
                    openAndClose();
                }
                return null;
            });
            for (Future<Void> one : all) {
                one.get();
            }
            closing.get();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void survivesAnotherLoadersEnd() throws IOException {
        try (URLClassLoader loader = loader(); InputStream in = Resources.open(loader, NAME)) {
            assertEquals(content[0], (byte) in.read());
            openAndClose();
            assertArrayEquals(content, join(content[0], in.readAllBytes()));
        }
    }

    private static byte[] join(byte first, byte[] rest) {
        byte[] all = new byte[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }

    /** The reason for {@link Resources}: if this fails, JDKs have changed. */
    @Test
    void theUsualWayDoesNot() throws IOException {
        try (URLClassLoader loader = loader(); InputStream in = loader.getResourceAsStream(NAME)) {
            openAndClose();
            assertThrows(IOException.class, in::readAllBytes);
        }
    }

    @Test
    void readsWhileLoadersOpenAndClose() throws Exception {
        besideClosing(() -> {
            for (int round = 0; round < 30; round++) {
                try (URLClassLoader loader = loader(); InputStream in = Resources.open(loader, NAME)) {
                    assertArrayEquals(content, in.readAllBytes());
                }
            }
            return null;
        });
    }

    @Test
    void readsThroughOneLoaderThatStaysOpen() throws Exception {
        try (URLClassLoader loader = loader()) {
            besideClosing(() -> {
                for (int round = 0; round < 100; round++) {
                    try (InputStream in = Resources.open(loader, NAME)) {
                        assertArrayEquals(content, in.readAllBytes());
                    }
                }
                return null;
            });
        }
    }

    @Test
    void extractsLibrariesWhileLoadersOpenAndClose() throws Exception {
        Path unpacked = folder.resolve("unpacked");
        NativeJar.make(unpacked, 200_000);
        Path file = folder.resolve("natives.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file));
            Stream<Path> all = Files.walk(unpacked)) {
            put(out, NAME, content);
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                put(out, unpacked.relativize(each).toString(), Files.readAllBytes(each));
            }
        }
        jar = file.toUri().toURL();
        besideClosing(() -> {
            Path cache = Files.createTempDirectory(folder, "cache");
            for (int round = 0; round < 10; round++) {
                try (URLClassLoader loader = loader()) {
                    Path copies = new ExtractedLibrary(loader, NativeJar.FOLDER)
                        .extract(cache, PrivateFolder.user(null), ExtractedLibrary.Access.WRITE);
                    assertEquals(200_000, Files.size(copies.resolve("libcm2tt.so.1")));
                    ExtractedLibrary.remove(copies);
                }
            }
            return null;
        });
    }

    @Test
    void readsAsTheUsualWayDoes() throws IOException {
        try (URLClassLoader loader = loader()) {
            assertNull(Resources.open(loader, "folder/none"));
        }
        assertNull(Resources.open(ResourcesTest.class, "none"));
        try (InputStream in = Resources.open(ResourcesTest.class, "ResourcesTest.class")) {
            assertEquals(0xca, in.read());
        }
        try (InputStream in = Resources.open(String.class, "String.class")) {
            assertEquals(0xca, in.read());
        }
        // A file of a folder.
        Path classes = Files.createDirectories(folder.resolve("classes/folder"));
        Files.write(classes.resolve("content.bin"), content);
        try (URLClassLoader loader =
            new URLClassLoader(new URL[] {classes.getParent().toUri().toURL()}, null);
            InputStream in = Resources.open(loader, NAME)) {
            assertArrayEquals(content, in.readAllBytes());
        }
    }

    /** A loader that keeps resources in memory may have no addresses of them. */
    @Test
    void readsLoadersThatHaveStreamsOnly() throws IOException {
        ClassLoader memory = new ClassLoader(null) {
            @Override
            public InputStream getResourceAsStream(String name) {
                return name.equals(NAME) ? new ByteArrayInputStream(content) : null;
            }
        };
        try (InputStream in = Resources.open(memory, NAME)) {
            assertArrayEquals(content, in.readAllBytes());
        }
        assertNull(Resources.open(memory, "none"));
    }

    @Test
    void failsWhereTheLoaderItselfIsClosed() throws IOException {
        URLClassLoader loader = loader();
        loader.close();
        assertNull(Resources.open(loader, NAME));
    }
}
