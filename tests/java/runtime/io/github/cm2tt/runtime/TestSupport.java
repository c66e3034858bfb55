// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.function.Executable;

/** Shared by tests: models, numbers, and the memory that the process uses. */
final class TestSupport {
    static final int BLOCK = 128;

    private TestSupport() {}

    /** The kernel of TestKernels that adds, on the CPU. */
    static KernelFunction add() {
        return KernelFunction.of(TestKernels.class, "add").constant("BLOCK", BLOCK).on(Device.cpu());
    }

    /** Checks that the code throws an exception of the type with that message. */
    static void fails(Class<? extends Throwable> type, String message, Executable code) {
        assertEquals(message, assertThrows(type, code).getMessage());
    }

    /** Compiles a source file into a folder, without cm2tt-javac: no model is written. */
    static void compile(Path folder, String file, String source) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, source);
        javac(folder, false, path);
    }

    /** Compiles source files alone: other classes are those in the folder. */
    static void javac(Path folder, boolean withModels, Path... files) {
        List<String> arguments = new ArrayList<>(List.of("-implicit:none", "-d", folder.toString(), "-cp",
            folder + File.pathSeparator + System.getProperty("java.class.path")));
        arguments.addAll(withModels
            ? List.of("-processorpath", System.getProperty("cm2tt.processors")) : List.of("-proc:none"));
        for (Path file : files) {
            arguments.add(file.toString());
        }
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler().run(
            null, null, errors, arguments.toArray(new String[0]));
        assertEquals(0, status, errors::toString);
    }

    /** The text of a file of the project. */
    static String read(String path) {
        try {
            return Files.readString(Path.of(System.getProperty("cm2tt.source", "."), path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The numbers factor * i. */
    static float[] numbers(int count, float factor) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++)
            numbers[i] = factor * i;
        return numbers;
    }

    /** Returns the number of blocks of a number of elements. */
    static int blocks(int count) {
        return Grid.cdiv(count, BLOCK);
    }

    /** The memory that the process has now, in bytes; the garbage collector has run. */
    static long residentBytes() {
        System.gc();
        try {
            return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]) * 4096;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a test on a number of threads at the same time; throws an exception of one of them. */
    static void inParallel(int count, IntConsumer test) {
        Throwable[] failures = new Throwable[count];
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            int index = i;
            threads[i] = new Thread(() -> test.accept(index));
            threads[i].setUncaughtExceptionHandler((thread, failure) -> failures[index] = failure);
            threads[i].start();
        }
        for (int i = 0; i < count; i++) {
            join(threads[i]);
            if (failures[i] != null)
                throw new AssertionError("thread " + i, failures[i]);
        }
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
