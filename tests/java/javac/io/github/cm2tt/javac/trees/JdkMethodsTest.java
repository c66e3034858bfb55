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
        value = {"Math.cbrt(x)|Triton.exp2(Triton.log2(x).div(3)) computes it if x is positive",
            "Math.cosh(x)|Triton.exp(x).add(Triton.exp(-x)).div(2) computes it",
            "Math.expm1(x)|Triton.exp(x).sub(1) computes it, less accurately near 0",
            "Math.hypot(x, x)|Triton.sqrt(x * x + y * y) computes it, unless the squares overflow",
            "Math.log10(x)|Triton.log2(x).mul(0.30102999566f) computes it",
            "Math.log1p(x)|Triton.log(1 + x) computes it, less accurately near 0",
            "Math.pow(x, x)|Triton.exp2(Triton.log2(x).mul(y)) computes it if x is positive",
            "Math.random()|there are no random numbers: compute them from a seed and the index, by "
            + "operations on "
                + "ints",
            "Math.rint(x)|Triton.floor(x + 0.5f) rounds, and halves up",
            "Math.round(x)|Triton.floor(x + 0.5f) rounds, and halves up",
            "Math.signum(x)|Triton.where(Triton.lt(x, 0), -1, Triton.where(Triton.gt(x, 0), 1, 0)) computes "
            + "it",
            "Math.sinh(x)|Triton.exp(x).sub(Triton.exp(-x)).div(2) computes it", "Math.tan(x)|use Triton.tan",
            "Math.tanh(x)|Triton.sigmoid(2 * x).mul(2).sub(1) computes it",
            "Math.toDegrees(x)|multiply by (float) (180 / Math.PI)",
            "Math.toRadians(x)|multiply by (float) (Math.PI / 180)",
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
