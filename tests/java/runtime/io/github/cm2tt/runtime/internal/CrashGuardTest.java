// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Native work crashes on threads of Java, while other threads have all faults that a JVM handles itself: null
 * pointers, stack overflows, divisions by zero, truncated files, safepoints. The JVM handles each of them and
 * continues.
 *
 * <p>The tests run with each compiler of HotSpot. Where the JVM's handlers are in front ({@code
 * LD_PRELOAD=libjsig.so}, or a JVM that starts after the first compilation), they pass the compiler's faults
 * on, but use no alternate stack: a stack overflow of the compiler then ends the JVM.
 */
class CrashGuardTest {
    @TempDir Path folder;

    /** The process with the faults; prints the number of each. */
    static final class Faults {
        // By kind: a null pointer, abort, a division, an illegal instruction, a fatal error of LLVM, a stack
        // overflow. Numbers of Linux on x86.
        private static final int[] SIGNALS = {11, 6, 8, 4, -1, 11};
        private static final int ROUNDS = 15;
        private static volatile boolean ends;
        private static int[] none;

        private Faults() {}

        static native int crash(int kind);

        /** A thread that repeats an attempt until the end. */
        private static final class Repeated extends Thread {
            private interface Attempt {
                /** Whether the expected exception was thrown. */
                boolean works() throws IOException;
            }

            private final Attempt attempt;
            private long count;
            private Throwable failure;

            Repeated(String name, Attempt attempt) {
                super(name);
                this.attempt = attempt;
            }

            @Override
            public void run() {
                try {
                    while (!ends || count == 0)
                        if (attempt.works())
                            ++count;
                } catch (IOException | RuntimeException | Error e) {
                    failure = e;
                }
            }
        }

        private static boolean dereferences() {
            try {
                return none.length < 0;
            } catch (NullPointerException e) {
                return true;
            }
        }

        private static int deeper(int depth) {
            return deeper(depth + 1) + 1;
        }

        private static boolean overflows() {
            try {
                return deeper(0) < 0;
            } catch (StackOverflowError e) {
                return true;
            }
        }

        private static boolean divides() {
            try {
                return 1 / (none == null ? 0 : 1) < 0;
            } catch (ArithmeticException e) {
                return true;
            }
        }

        private static boolean stopsThreads() {
            System.gc();
            return Thread.getAllStackTraces().size() > 1;
        }

        /** Reads a mapped file after it was truncated. */
        private static boolean readsBeyond(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ,
                     StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
                channel.truncate(0);
                MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8192);
                channel.truncate(0);
                return mapped.get(5000) < 0;
            } catch (InternalError e) {
                return true;
            }
        }

        /** Crashes in each way on several threads; returns the wrong results. */
        private static List<String> crashAll(int kinds) {
            return IntStream.range(0, ROUNDS * kinds)
                .parallel()
                .filter(i -> crash(i % kinds) != SIGNALS[i % kinds])
                .mapToObj(i -> "kind " + i % kinds)
                .toList();
        }

        public static void main(String[] arguments) throws InterruptedException {
            System.load(arguments[0]);
            Path file = Path.of(arguments[1]);
            List<Repeated> threads = List.of(new Repeated("null pointers", Faults::dereferences),
                new Repeated("stack overflows", Faults::overflows),
                new Repeated("divisions by zero", Faults::divides),
                new Repeated("safepoints", Faults::stopsThreads),
                new Repeated("truncated files", () -> readsBeyond(file)));
            threads.forEach(Thread::start);
            System.out.println("wrong: " + crashAll(Integer.parseInt(arguments[2])));
            ends = true;
            for (Repeated thread : threads) {
                thread.join();
                System.out.println(thread.getName() + ": " + thread.count + ", " + thread.failure);
            }
        }
    }

    private static Path library() {
        return Path.of(System.getProperty("cm2tt.native.path"), "libCrashGuardJni.so");
    }

    /** Runs {@link Faults} in a JVM with these options and the first kinds of crashes. */
    private void run(int kinds, Map<String, String> variables, String... options) throws Exception {
        List<String> all = new ArrayList<>(ChildJvm.reportTo(folder.resolve("crash")));
        all.add("-Xmx256m");
        all.addAll(List.of(options));
        ProcessBuilder builder = ChildJvm.of(all, Faults.class, library().toString(),
            folder.resolve("short").toString(), Integer.toString(kinds));
        builder.environment().putAll(variables);
        ChildJvm.Ended ended = ChildJvm.run(builder, folder.resolve("output"));
        String text = ended.output();
        assertEquals(0, ended.status(), text);
        assertTrue(text.startsWith("wrong: []\n"), text);
        for (String line : text.strip().split("\n"))
            assertTrue(line.equals("wrong: []") || line.matches("[a-z ]+: [1-9]\\d*, null"), text);
    }

    /** With the C1 compiler alone, each of these exceptions begins as a signal. */
    @Test
    void compiledCode() throws Exception {
        run(6, Map.of(), "-XX:TieredStopAtLevel=1");
    }

    @Test
    void allCompilers() throws Exception {
        run(6, Map.of());
    }

    @Test
    void interpreter() throws Exception {
        run(6, Map.of(), "-Xint");
    }

    /**
     * With libjsig, the JVM's handlers are in front and use no alternate stack: a stack overflow ends the
     * process.
     */
    @Test
    void signalChaining() throws Exception {
        Path library = Path.of(System.getProperty("java.home"), "lib", "libjsig.so");
        run(5, Map.of("LD_PRELOAD", library.toString()), "-XX:TieredStopAtLevel=1");
    }

    /** The JVM starts in a process that has guarded work before, and is in front, too. */
    @Test
    void laterJvm() throws Exception {
        run(5, Map.of("LD_PRELOAD", library().toString(), "CRASH_GUARD_BEFORE_JVM", "1"),
            "-XX:TieredStopAtLevel=1");
    }
}
