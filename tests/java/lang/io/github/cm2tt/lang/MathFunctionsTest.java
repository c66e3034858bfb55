// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.row;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Functions, against Java's and against series computed to many digits. */
class MathFunctionsTest {
    private static final MathContext DIGITS = new MathContext(60);

    private static void within(double ulps, double expected, double value, String what) {
        double unit = Math.ulp(expected);
        assertTrue(Math.abs(value - expected) <= ulps * unit || Double.compare(value, expected) == 0,
            () -> what + ": " + expected + " expected: " + value);
    }

    private static void close(float expected, float value, float distance) {
        assertTrue(Math.abs(value - expected) <= distance || Float.compare(value, expected) == 0,
            () -> expected + " expected: " + value);
    }

    private static void check(DoubleUnaryOperator expected, UnaryOperator<Number> function) {
        Random random = new Random(1);
        run(() -> {
            for (int i = 0; i < 2000; i++) {
                double x = random.nextDouble() * 20 - (i % 2 == 0 ? 10 : 0);
                within(2, expected.applyAsDouble(x), function.apply(x).doubleValue(), "of " + x);
                float single = (float) x, expectedSingle = (float) expected.applyAsDouble(single);
                close(expectedSingle, function.apply(single).floatValue(), 2 * Math.ulp(expectedSingle));
                Float16 half = Float16.valueOf(single);
                float wide = (float) expected.applyAsDouble(half.floatValue());
                float rounded = Float16.valueOf(wide).floatValue();
                close(rounded, function.apply(half).floatValue(), Math.abs(rounded) / 1024);
            }
        });
    }

    @Test
    void functionsOfC() {
        double[] numbers = {-0.75, -1e-9, 0, 0.5, 0.9, 1.5, 30, 1e-300};
        DoubleUnaryOperator[] expected = {
            x -> (Math.exp(x) - Math.exp(-x)) / 2, x -> Math.log(x + Math.sqrt(x * x + 1)),
            x -> 0.5 * (Math.log1p(x) - Math.log1p(-x)), x -> Math.log(x + Math.sqrt((x - 1) * (x + 1)))};
        run(() -> {
            Tensor x = row(double.class, numbers);
            Tensor[] actual = {x.sinh(), x.asinh(), x.atanh(), x.acosh()};
            for (int k = 0; k < actual.length; k++) {
                for (int i = 0; i < numbers.length; i++) {
                    double is = Double.longBitsToDouble(actual[k].bits[i]);
                    double wanted = expected[k].applyAsDouble(numbers[i]);
                    double bound = Double.isNaN(wanted) ? 1 : Math.abs(wanted) * 1e-7 + 1e-15;
                    assertEquals(wanted, is, bound);
                }
            }
            double infinity = Double.POSITIVE_INFINITY;
            assertTile(row(double.class, -2.5, 2.5, -0.2, infinity).round(), double.class, shape(4), -3, 3,
                -0.0, infinity);
            assertTile(row(float.class, -2.5, 2.5, -0.2, 3.5).rint(), float.class, shape(4), -2, 2, -0.0, 4);
            assertTile(row(Float16.class, -2.5, 2.75, -0.25).trunc(), Float16.class, shape(3), -2, 2, -0.0);
            Tensor exponents = row(float.class, Double.NaN, infinity, 0.5, 1 / 3.0);
            assertTile(row(float.class, 1, -1, 2, -8).pow(exponents), float.class, shape(4), 1, 1,
                (float) Math.sqrt(2), Double.NaN);
            assertTile(row(float.class, 1, -3, Double.NaN).copysign(-0.0f), float.class, shape(3), -1, -3,
                Double.NaN);
            assertTile(row(double.class, 1, -1).atan2(0.0), double.class, shape(2), Math.PI / 2,
                -Math.PI / 2);
            // To 17 digits, from tables.
            assertEquals(1.5374597944280349e-12, row(double.class, 5).erfc().sum().doubleValue(), 1e-27);
            assertEquals(0.15729920705028513, row(double.class, 1).erfc().sum().doubleValue(), 1e-16);
            assertEquals(1.9953222650189527, row(double.class, -2).erfc().sum().doubleValue(), 1e-15);
        });
        fails("T-MATH-1: the function is of floating-point numbers, not int; convert the operand: "
                + "Triton.conv(float.class, x)",
            () -> row(int.class, 1, 2).pow(2));
        fails("T-MATH-2: the function is not defined on 8-bit numbers: fp8e5; convert the operand: "
                + "Triton.conv(float.class, x)",
            () -> row(Float8E5M2.class, 1, 2).atan2(2));
    }

    @Test
    void functionsOfAllTypes() {
        check(Math::sqrt, Triton::sqrt);
        check(Math::sqrt, Triton::sqrtRn);
        check(x -> 1 / Math.sqrt(x), Triton::rsqrt);
        check(Math::exp, Triton::exp);
        check(x -> Math.pow(2, x), Triton::exp2);
        check(Math::log, Triton::log);
        check(Math::sin, Triton::sin);
        check(Math::cos, Triton::cos);
        check(Math::tan, Triton::tan);
        check(Math::floor, Triton::floor);
        check(Math::ceil, Triton::ceil);
        check(x -> 1 / (1 + Math.exp(-x)), Triton::sigmoid);
        check(Math::abs, Triton::abs);
    }

    @Test
    void typesAreChecked() {
        run(() -> {
            assertEquals("fp16", Triton.exp(Float16.valueOf(1)).type.name);
            assertEquals(-128, Triton.abs(new Tensor(ElementType.I8, new int[0], new long[] {-128})).bits[0]);
            assertEquals(0x3C00, Triton.abs(Float16.valueOf(-1)).bits[0]);
            assertEquals(200, Triton.abs(UInt8.valueOf(200)).intValue());
        });
        fails("T-MATH-1: the function is of floating-point numbers, not int; convert the operand: "
                + "Triton.conv(float.class, x)",
            () -> Triton.exp(1));
        fails("T-MATH-2: the function is not defined on 8-bit numbers: fp8e5; convert the operand: "
                + "Triton.conv(float.class, x)",
            () -> Triton.exp(Float8E5M2.valueOf(1)));
        fails("T-BINARY-4: no such operation on this type: boolean; truth values have 'and', 'or', 'xor' and "
                + "'not'; as numbers: Triton.conv(int.class, x)",
            () -> Triton.abs(Triton.lt(1, 2)));
    }

    @Test
    void quotients() {
        run(() -> {
            assertEquals("float", Triton.fdiv(Float16.valueOf(1), 3).type.name);
            assertEquals(1f / 3f, Triton.divRn(1f, 3).floatValue());
        });
        fails("T-MATH-1: the function is of floating-point numbers, not int; convert the operand: "
                + "Triton.conv(float.class, x)",
            () -> Triton.fdiv(1, 3));
    }

    /** The sum is exact in decimal digits, and rounded once by the conversion that other tests check. */
    @Test
    void productsAndSumsAreRoundedOnce() {
        Random random = new Random(2);
        for (ElementType type : new ElementType[] {ElementType.F16, ElementType.BF16, ElementType.F32})
            for (int i = 0; i < 5000; i++) {
                long[] bits = new long[3];
                BigDecimal[] exact = new BigDecimal[3];
                for (int k = 0; k < 3; k++) {
                    bits[k] = type.ofDouble(Math.scalb(random.nextDouble() - 0.5, random.nextInt(30) - 15));
                    exact[k] = new BigDecimal(type.doubleOf(bits[k]));
                }
                BigDecimal sum = exact[0].multiply(exact[1]).add(exact[2]);
                run(() -> {
                    Tensor result = Triton.fma(one(type, bits[0]), one(type, bits[1]), one(type, bits[2]));
                    assertEquals(rounded(sum, type), result.bits[0], () -> type + " " + sum);
                });
            }
    }

    private static Tensor one(ElementType type, long bits) {
        return new Tensor(type, new int[0], new long[] {bits});
    }

    /** The decimal number as digits and a power of two, which the format rounds. */
    private static long rounded(BigDecimal number, ElementType type) {
        if (number.signum() == 0)
            return 0;
        BigDecimal magnitude = number.abs();
        int exponent = 0;
        BigDecimal two = BigDecimal.valueOf(2), limit = two.pow(61);
        for (; magnitude.compareTo(limit) < 0; exponent--)
            magnitude = magnitude.multiply(two);
        for (; magnitude.compareTo(limit.multiply(two)) >= 0; exponent++)
            magnitude = magnitude.divide(two);
        long whole = magnitude.longValue();
        // The truncated digits only have to be nonzero.
        if (magnitude.subtract(BigDecimal.valueOf(whole)).signum() != 0)
            whole |= 1;
        return type.format.encode(number.signum() < 0, whole, exponent, false);
    }

    /** erf(x) = 2 / sqrt(pi) * (x - x^3 / 3 + x^5 / 10 - ...), which converges for all x. */
    private static BigDecimal erf(double x) {
        BigDecimal value = new BigDecimal(x), square = value.multiply(value);
        BigDecimal power = value, sum = value;
        for (int n = 1; n < 400; n++) {
            power = power.multiply(square).divide(BigDecimal.valueOf(-n), DIGITS);
            sum = sum.add(power.divide(BigDecimal.valueOf(2 * n + 1), DIGITS));
        }
        BigDecimal pi = new BigDecimal("3.14159265358979323846264338327950288419716939937510582097494");
        return sum.multiply(BigDecimal.valueOf(2)).divide(pi.sqrt(DIGITS), DIGITS);
    }

    @Test
    void errorFunction() {
        for (double x = -6.5; x < 6.5; x += 0.0523)
            within(2, erf(x).doubleValue(), SpecialFunctions.erf(x), "erf " + x);
        for (double x : new double[] {1e-300, 1e-10, 0.99999, 1, Double.MIN_VALUE})
            within(2, erf(x).doubleValue(), SpecialFunctions.erf(x), "erf " + x);
        assertEquals(1, SpecialFunctions.erf(1e300));
        assertEquals(-1, SpecialFunctions.erf(Double.NEGATIVE_INFINITY));
        assertTrue(Double.isNaN(SpecialFunctions.erf(Double.NaN)));
    }

    /** ln(x) = 2 * (t + t^3 / 3 + t^5 / 5 + ...) of t = (x - 1) / (x + 1). */
    private static BigDecimal log(double x) {
        BigDecimal value = new BigDecimal(x);
        BigDecimal t = value.subtract(BigDecimal.ONE).divide(value.add(BigDecimal.ONE), DIGITS);
        BigDecimal square = t.multiply(t), power = t, sum = t;
        for (int n = 3; n < 400; n += 2) {
            power = power.multiply(square).round(DIGITS);
            sum = sum.add(power.divide(BigDecimal.valueOf(n), DIGITS));
        }
        return sum.multiply(BigDecimal.valueOf(2));
    }

    @Test
    void logarithmToBaseTwo() {
        Random random = new Random(5);
        for (int i = 0; i < 300; i++) {
            double x = Math.exp(random.nextDouble() * 4 - 2);
            BigDecimal expected = log(x).divide(log(2), DIGITS);
            within(2, expected.doubleValue(), SpecialFunctions.log2(x), "log2 " + x);
        }
        for (int exponent = -1074; exponent < 1024; exponent++)
            assertEquals(exponent, SpecialFunctions.log2(Math.scalb(1.0, exponent)));
        assertTrue(Double.isNaN(SpecialFunctions.log2(-1)));
        assertEquals(Double.NEGATIVE_INFINITY, SpecialFunctions.log2(0));
        assertEquals(Double.POSITIVE_INFINITY, SpecialFunctions.log2(Double.POSITIVE_INFINITY));
    }
}
