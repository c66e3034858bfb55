// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import java.util.Locale;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/** The arguments, sessions, times and checks of the programs. */
final class Examples {
    private Examples() {}

    /** Returns the session that the properties of the JVM configure, when all executors are there. */
    static SparkSession open(String name) {
        return SparkSession.builder().appName(name).getOrCreate();
    }

    /** Returns the argument {@code --name=number}, or another number without it. */
    static long number(String[] arguments, String name, long otherwise) {
        for (String argument : arguments) {
            if (argument.startsWith("--" + name + "=")) {
                return Long.parseLong(argument.substring(name.length() + 3));
            }
        }
        return otherwise;
    }

    /** Prints the time of a computation, and returns its result. */
    static <T> T timed(String what, Supplier<T> computation) {
        long start = System.nanoTime();
        T result = computation.get();
        System.out.printf(Locale.ROOT, "%-8s %8.2f s%n", what, (System.nanoTime() - start) * 1e-9);
        return result;
    }

    /** Ends the program unless two numbers agree. */
    static void check(String what, double found, double expected, double tolerance) {
        if (!(Math.abs(found - expected) <= tolerance * Math.max(1, Math.abs(expected)))) {
            System.out.println("wrong: " + what + " is " + found + ", expected " + expected);
            System.exit(1);
        }
    }
}
