// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options that this process was started with, if it is javac. They are only a hint: in another process
 * the arguments have other meanings.
 */
final class JavacArguments {
    private static final Pattern WORD =
        Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|'((?:[^'\\\\]|\\\\.)*)'|(\\S+)");

    private final List<String> words = new ArrayList<>();

    private JavacArguments() {}

    /** Returns the arguments of this process; empty if the system does not provide them. */
    static JavacArguments ofThisProcess() {
        JavacArguments arguments = new JavacArguments();
        words().forEach(arguments::add);
        return arguments;
    }

    /** Returns the arguments of this process. Those of {@link ProcessHandle} end at the first empty one. */
    private static List<String> words() {
        Path file = Path.of("/proc/self/cmdline");
        if (Files.exists(file)) {
            try {
                List<String> words = List.of(Files.readString(file).split("\0", -1));
                return words.subList(1, Math.max(words.size() - 1, 1)); // Each ends with a 0.
            } catch (IOException e) {
                // The file has characters that are not UTF-8.
            }
        }
        return List.of(ProcessHandle.current().info().arguments().orElse(new String[0]));
    }

    /** Returns whether this process is javac. */
    boolean isJavac() {
        String command = ProcessHandle.current().info().command().orElse("");
        return Path.of(command).getFileName() != null
            && Path.of(command).getFileName().toString().matches("javac(\\.exe)?");
    }

    private void add(String word) {
        if (!word.startsWith("@")) {
            words.add(word);
            return;
        }
        try {
            Matcher matcher = WORD.matcher(Files.readString(Path.of(word.substring(1))));
            while (matcher.find()) {
                String quoted = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
                words.add(quoted == null ? matcher.group(3) : quoted.replaceAll("\\\\(.)", "$1"));
            }
        } catch (IOException | RuntimeException e) {
            words.add(word); // No file of arguments, and so none of javac's.
        }
    }

    /**
     * Returns the last value of an option that is written as {@code -d VALUE} or {@code --name=VALUE}; null
     * if there is none.
     */
    String value(String... spellings) {
        String value = null;
        for (int i = 0; i < words.size(); ++i) {
            for (String option : spellings) {
                if (words.get(i).equals(option) && i + 1 < words.size()) {
                    value = words.get(i + 1);
                } else if (option.startsWith("--") && words.get(i).startsWith(option + "=")) {
                    value = words.get(i).substring(option.length() + 1);
                }
            }
        }
        return value;
    }
}
