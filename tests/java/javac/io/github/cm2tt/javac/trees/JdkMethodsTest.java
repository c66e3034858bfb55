// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Triton;
import java.lang.reflect.Method;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** For each method of the JDK that kernels cannot call, the error says what to write instead. */
class JdkMethodsTest {
    private static final Pattern METHOD = Pattern.compile("Triton\\.(\\w+)");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
        value = {"Math.random()|Triton.rand(seed, index) computes random numbers",
            "StrictMath.random()|Triton.rand(seed, index) computes random numbers",
            "Boolean.parseBoolean(null)|of 'java.lang.Boolean' they can call booleanValue, compare, "
                + "compareTo, hashCode, logicalAnd, logicalOr, logicalXor, valueOf",
            "Short.decode(null)|of 'java.lang.Short' they can call byteValue, compare, compareTo, "
                + "compareUnsigned, doubleValue, floatValue, hashCode, intValue, longValue, reverseBytes, "
                + "shortValue, toUnsignedInt, toUnsignedLong, valueOf",
            "Character.isDigit('1')|kernels have no tables of Unicode; compare with the characters that are "
                + "meant",
            "Character.getNumericValue(1)|kernels have no tables of Unicode; compare with the characters "
                + "that are meant",
            "Function.identity()|write a lambda: x -> x",
            "UnaryOperator.identity()|write a lambda: x -> x",
            "List.of(x)|there are no collections: tiles hold many values (Triton.arange, Triton.load), "
            + "records a "
                + "few",
            "IntStream.range(0, 9)|write a for statement, over Triton.range",
            "String.valueOf(x)|there are no strings at run time: Triton.devicePrint(\"n is\", n) prints text "
            + "and "
                + "numbers",
            "Thread.currentThread()|programs run in parallel, and atomic methods order their accesses "
                + "(Triton.atomicAdd, ...)",
            "System.nanoTime()|of the JDK they can call methods on numbers, such as Math.max"})
    void errors(String call, String instead) {
        String text = "import java.util.*; import java.util.function.*; import java.util.stream.*;\n"
            + "class C { static void f(double x) { var y = " + call + "; } }";
        var sources = new Sources("newer", "C", text);
        var method = sources.methods()
                         .stream()
                         .filter(each -> Sources.text(each.getCompilationUnit()).equals(text))
                         .findFirst()
                         .orElseThrow();
        var problems = MethodModeler.model(method, sources.context).problems();
        assertEquals(1, problems.size());
        String name = call.substring(0, call.indexOf('('));
        assertEquals("kernels cannot call '" + name + "': " + instead, problems.get(0).message());
        METHOD.matcher(instead).results().forEach(each
            -> assertTrue(
                Stream.of(Triton.class.getMethods()).map(Method::getName).anyMatch(each.group(1)::equals),
                instead));
    }
}
