// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels of class loaders that share a jar, while others of them open and close. */
class LoadersTest {
    private static final int THREADS = 6;
    private static final int ROUNDS = 12;

    @TempDir Path folder;
    private URL jar;

    @BeforeEach
    void makeJar() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes/loaded"));
        Path source = folder.resolve("Kernels.java");
        Files.writeString(source, """
            package loaded;
            import io.github.cm2tt.lang.*;
            public final class Kernels {
                @Kernel static void twice(Ptr x) { x.store(Helper.times(x.load())); }
                @Kernel static void assertions(Ptr x) { Triton.deviceAssert(x.load().gt(0)); twice(x); }
            }
            final class Helper {
                static Tensor times(Tensor t) { return t.mul(2); }
            }
            """);
        TestSupport.javac(classes.getParent(), true, source);
        Path file = folder.resolve("kernels.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file));
            Stream<Path> all = Files.list(classes)) {
            for (Path each : all.toList()) {
                out.putNextEntry(new ZipEntry("loaded/" + each.getFileName()));
                out.write(Files.readAllBytes(each));
                out.closeEntry();
            }
        }
        jar = file.toUri().toURL();
    }

    private URLClassLoader loader() {
        return new URLClassLoader(new URL[] {jar}, getClass().getClassLoader());
    }

    private static void launch(Class<?> kernels) {
        try (DeviceBuffer x = Device.cpu().copyOf(new int[] {21})) {
            KernelFunction.of(kernels, "twice").on(Device.cpu()).launch(1, x);
            assertEquals(42, x.copyTo(new int[1])[0]);
        }
    }

    /** Runs a task in threads at once, while one more opens and closes loaders in the usual way. */
    private void besideClosing(Runnable task) {
        AtomicInteger running = new AtomicInteger(THREADS);
        TestSupport.inParallel(THREADS + 1, index -> {
            if (index < THREADS) {
                try {
                    task.run();
                } finally {
                    running.decrementAndGet();
                }
                return;
            }
            while (running.get() > 0) {
                try (URLClassLoader other = loader()) {
                    assertNotNull(other.getResourceAsStream("loaded/Kernels.cm2tt.json"));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }

    @Test
    void kernelsOfALoaderThatStaysOpen() throws Exception {
        try (URLClassLoader loader = loader()) {
            Class<?> kernels = loader.loadClass("loaded.Kernels");
            besideClosing(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    launch(kernels);
                }
            });
        }
    }

    @Test
    void kernelsOfLoadersThatOpenAndClose() {
        besideClosing(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                try (URLClassLoader loader = loader()) {
                    launch(loader.loadClass("loaded.Kernels"));
                } catch (IOException | ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
    }

    @Test
    void debugOfLoadersThatOpenAndClose() {
        besideClosing(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                try (URLClassLoader loader = loader();
                    DeviceBuffer x = Device.cpu().copyOf(new int[] {21})) {
                    KernelFunction.of(loader.loadClass("loaded.Kernels"), "assertions").debug(Grid.of(1), x);
                    assertEquals(42, x.copyTo(new int[1])[0]);
                } catch (IOException | ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
    }
}
