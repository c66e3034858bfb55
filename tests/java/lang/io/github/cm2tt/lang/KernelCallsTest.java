// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cm2tt.lang.KernelCalls.Body;
import io.github.cm2tt.lang.KernelCalls.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;

/** The kinds of arguments that a run on the JVM finds for its calls. */
class KernelCallsTest {
    private static final String OWNER = KernelCallsTest.class.getName();
    private static final List<String> TYPES = new ArrayList<>();

    private static int here() {
        return new Throwable().getStackTrace()[1].getLineNumber();
    }

    private static Tensor tile() {
        return Triton.conv(byte.class, Triton.arange(0, 4));
    }

    private static void note(Tensor... results) {
        for (Tensor result : results) {
            TYPES.add(result.type.name);
        }
    }

    private static Tensor last(Tensor noted, Tensor result) {
        note(noted);
        return result;
    }

    private static final int TWO_LINE = here() + 3;

    private static void two() {
        note(tile().add(1), tile().add(1));
    }

    private static final int HELPER_LINE = here() + 3;

    private static Tensor helper(int number) {
        return tile().add(number);
    }

    private static final int HELPED_LINE = here() + 3;

    private static void helped() {
        note(helper(1), helper(2));
    }

    private static final int LAMBDA_LINE = here() + 4;

    private static void lambda() {
        Tensor t = tile();
        BinaryOperator<Tensor> sum = (a, b) -> last(a.add(1), a.add(b));
        note(Triton.reduce(t, 0, sum), Triton.reduce(t, 0, Triton::add));
    }

    private static Call call(int line, String name, int ordinal, String arguments, Body... bodies) {
        return new Call(line, name, ordinal, arguments, List.of(bodies));
    }

    /** The types of the noted tiles of a kernel with those calls. */
    private static List<String> types(String kernel, Runnable program, Call... calls) {
        TYPES.clear();
        Programs.run(new KernelCalls(new Body(OWNER, kernel, List.of(calls))), 1, 1, 1, program);
        return List.copyOf(TYPES);
    }

    @Test
    void findsCallsOfANameOnOneLine() {
        assertEquals(List.of("int", "byte"), types("two", KernelCallsTest::two,
            call(TWO_LINE, "add", 0, "-r"), call(TWO_LINE, "add", 1, "-c")));
        assertEquals(List.of("byte", "int"), types("two", KernelCallsTest::two,
            call(TWO_LINE, "add", 0, "-c"), call(TWO_LINE, "add", 1, "-r")));
    }

    @Test
    void findsTheCallOfAHelper() {
        Body constant = new Body(OWNER, "helper", List.of(call(HELPER_LINE, "add", 0, "-c")));
        Body other = new Body(OWNER, "helper", List.of(call(HELPER_LINE, "add", 0, "-r")));
        assertEquals(List.of("byte", "int"), types("helped", KernelCallsTest::helped,
            call(HELPED_LINE, "helper", 0, null, constant), call(HELPED_LINE, "helper", 1, null, other)));
        assertEquals(List.of("int", "byte"), types("helped", KernelCallsTest::helped,
            call(HELPED_LINE, "helper", 0, null, other), call(HELPED_LINE, "helper", 1, null, constant)));
    }

    @Test
    void findsLambdasAndMethodReferences() {
        Body reference = new Body(null, null, List.of(call(LAMBDA_LINE + 1, "add", 0, "--")));
        for (char kind : new char[] {'c', 'r'}) {
            Body body = new Body(null, null, List.of(call(LAMBDA_LINE, "add", 0, "-" + kind),
                call(LAMBDA_LINE, "add", 1, "--")));
            String type = kind == 'c' ? "byte" : "int";
            assertEquals(List.of(type, type, type, "byte", "byte"), types("lambda", KernelCallsTest::lambda,
                call(LAMBDA_LINE + 1, "reduce", 0, "-c-", body),
                call(LAMBDA_LINE + 1, "reduce", 1, "-c-", reference)));
        }
    }

    @Test
    void treatsNumbersOfUnknownCallsAsConstants() {
        assertEquals(List.of("byte", "byte"), types("two", KernelCallsTest::two));
        assertEquals(List.of("byte", "byte"), types("another", KernelCallsTest::two,
            call(TWO_LINE, "add", 0, "-r"), call(TWO_LINE, "add", 1, "-r")));
        TYPES.clear();
        Programs.run(1, KernelCallsTest::two);
        assertEquals(List.of("byte", "byte"), TYPES);
    }
}
