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
        value = {"Math.cbrt(x)|Triton.cbrt(x).doubleValue() computes it",
            "Math.cosh(x)|Triton.cosh(x).doubleValue() computes it",
            "Math.expm1(x)|Triton.expm1(x).doubleValue() computes it",
            "Math.hypot(x, x)|Triton.hypot(x, y).doubleValue() computes it",
            "Math.log10(x)|Triton.log10(x).doubleValue() computes it",
            "Math.log1p(x)|Triton.log1p(x).doubleValue() computes it",
            "Math.pow(x, x)|Triton.pow(x, y).doubleValue() computes it, but 1 for 1 to the power of NaN",
            "Math.random()|Triton.rand(seed, index) computes random numbers",
            "Math.rint(x)|Triton.rint(x).doubleValue() computes it",
            "Math.round(x)|Math.floor(x) rounds down; add 1 if x - Math.floor(x) is at least 0.5",
            "Math.signum(x)|x > 0 ? 1.0 : x < 0 ? -1.0 : x computes it",
            "Math.sinh(x)|Triton.sinh(x).doubleValue() computes it",
            "Math.tan(x)|Triton.tan(x).doubleValue() computes it",
            "Math.tanh(x)|Triton.tanh(x).doubleValue() computes it",
            "Math.toDegrees(x)|multiply by 57.29577951308232",
            "Math.toRadians(x)|multiply by 0.017453292519943295",
            "Math.multiplyExact(1, 2)|use the operator; integers wrap around",
            "Math.atan(x)|of 'java.lang.Math' they can call abs, ceil, ceilDiv, ceilMod, clamp, cos, exp, "
                + "floor, floorDiv, floorMod, fma, log, max, min, sin, sqrt",
            "Double.isNaN(x)|x != x is true for NaN alone",
            "Double.compare(x, x)|compare by < and ==", "UnaryOperator.identity()|write a lambda: x -> x",
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
