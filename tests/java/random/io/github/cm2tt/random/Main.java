// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

/** The command: random methods or structures of a seed, compared with the JVM. */
public final class Main {
    /** Programs between two reports. */
    private static final int PART = 1152;

    private Main() {}

    /**
     * Compares random programs, and prints what it found.
     *
     * @param arguments {@code methods} or {@code structures}, and options: {@code --seed=N},
     *     {@code --first=N}, {@code --count=N}, {@code --shrink=N} for the tries of a reduction, and
     *     {@code --details}
     */
    public static void main(String[] arguments) {
        int first = option(arguments, "--first=", 0), count = option(arguments, "--count=", 1000);
        int seed = option(arguments, "--seed=", 0), shrink = option(arguments, "--shrink=", 400);
        boolean hasDetails = String.join(" ", arguments).contains("--details");
        long start = System.nanoTime();
        boolean areMethods = arguments.length > 0 && arguments[0].equals("methods");
        MethodRuns methods = new MethodRuns(seed, shrink);
        StructureRuns structures = new StructureRuns(seed, shrink);
        Tally tally = null;
        for (int next = first; next < first + count; next += PART) {
            int end = Math.min(next + PART, first + count);
            tally = areMethods ? methods.run(next, end) : structures.run(next, end);
            System.out.printf("to %d, after %.0f s: %s%n", end, (System.nanoTime() - start) / 1e9,
                tally.report(hasDetails && end == first + count));
        }
        System.exit(tally != null && tally.faultCount == 0 ? 0 : 1);
    }

    private static int option(String[] arguments, String name, int otherwise) {
        int value = otherwise;
        for (String each : arguments) {
            if (each.startsWith(name)) {
                value = Integer.parseInt(each.substring(name.length()));
            }
        }
        return value;
    }
}
