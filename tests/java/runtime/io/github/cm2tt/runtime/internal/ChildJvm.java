// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** JVMs with the class path of this one, for tests that need processes of their own. */
public final class ChildJvm {
    private ChildJvm() {}

    /**
     * The end of a process.
     *
     * @param status its exit status
     * @param output its standard output and standard error
     */
    public record Ended(int status, String output) {}

    /**
     * Returns a process that is not started, which runs a class with options of the JVM and arguments. It
     * compiles once and has no threads for garbage, as it ends soon.
     */
    public static ProcessBuilder of(List<String> options, Class<?> main, String... arguments) {
        List<String> command =
            new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(options);
        if (Runtime.version().feature() > 23)
            command.add("--enable-native-access=ALL-UNNAMED");
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    /** Returns the options with which a JVM that crashes writes its report to a file, and no core. */
    public static List<String> reportTo(Path file) {
        return List.of("-XX:ErrorFile=" + file, "-XX:-CreateCoredumpOnCrash");
    }

    /** Runs a process, with its output in a file, and fails if it does not end within ten minutes. */
    public static Ended run(ProcessBuilder builder, Path output) throws IOException, InterruptedException {
        Process process = builder.redirectOutput(output.toFile()).start();
        boolean ends = process.waitFor(600, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output);
        assertTrue(ends, () -> "does not end: " + text);
        return new Ended(process.exitValue(), text);
    }
}
