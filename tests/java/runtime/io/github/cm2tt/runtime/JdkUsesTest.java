// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.KernelException;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.internal.LogListener;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.ToIntBiFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Methods of the JDK beside the program's own ones, as constants, and with errors. */
class JdkUsesTest {
    private static final double[] NUMBERS = {0.5, -0.5, 2.5, -2.5, 1e10, Double.NaN, -0.0, 7};
    private final Device cpu = Device.cpu();

    record Scale(int exponent) {
        double of(double x) {
            return Math.scalb(x, exponent) + ulp(x);
        }

        /** Not Math's. */
        static double ulp(double x) {
            return 1000;
        }
    }

    /** Not Math's. */
    static int signum(double x) {
        return x < 0 ? 10 : 20;
    }

    /** A kernel with the name of the method that it calls. */
    @Kernel
    static void round(Ptr x, Ptr out) {
        int i = Triton.programId(0);
        out.add(i).store(Math.round(x.add(i).load().doubleValue()));
    }

    @Kernel
    static void beside(Ptr x, Ptr out) {
        int i = Triton.programId(0);
        double v = x.add(i).load().doubleValue();
        out.add(i).store(signum(v) + Math.signum(v) + StrictMath.signum(v) + new Scale(3).of(v));
    }

    @Kernel
    static void boxes(Ptr x, Ptr out) {
        int i = Triton.programId(0);
        Double v = x.add(i).load().doubleValue();
        Integer n = Integer.reverse(i);
        ToIntBiFunction<Double, Double> order = Double::compareTo;
        IntBinaryOperator turn = Integer::rotateRight;
        DoubleUnaryOperator up = StrictMath::nextUp;
        UnaryOperator<Double> same = each -> each; // the advice for UnaryOperator.identity()
        out.add(i).store((v.isNaN() ? 100 : up.applyAsDouble(same.apply(v))) + v.hashCode() % 7
            + order.applyAsInt(v, 1.0) + n.compareTo(turn.applyAsInt(n, 3)) + (v.isInfinite() ? 1 : 0));
    }

    /** Results of constants are extents. */
    @Kernel
    static void constants(Ptr out, @Constant int N, @Constant double x) {
        var i = Triton.arange(0, Integer.highestOneBit(N));
        var same = Triton.arange(0, 1 << Integer.numberOfTrailingZeros(64))
                .add(Triton.arange(0, (int) Math.pow(2, Math.getExponent(x) + 3)))
                .add(Triton.arange(0, (int) Math.round(63.5)))
                .add(Triton.arange(0, Math.multiplyExact(8, Byte.toUnsignedInt((byte) 8))))
                .add(Triton.arange(0, Long.bitCount(-1)))
                .add(Triton.arange(0, (int) Math.cbrt(262144)))
                .add(Triton.arange(0, Double.isNaN(x) ? 3 : Integer.reverse(Integer.reverse(64))));
        out.add(i).store(i.add(same));
    }

    @Kernel
    static void unrolled(Ptr out) {
        for (int i : Triton.staticRange(5)) {
            out.add(i).store(Triton.arange(0, Integer.rotateLeft(1, i)).sum());
        }
    }

    @Kernel
    static void negative(Ptr out, int n) {
        for (int i = 0; i < Math.absExact(n); i++) {
            out.add(i).store(Math.toIntExact(Math.multiplyFull(i, n)));
        }
    }

    @Kernel
    static void exactElements(Ptr out) {
        var i = Triton.arange(0, 8);
        out.add(i).store(i.map(v -> Math.addExact(v.intValue(), 1)));
    }

    private KernelFunction kernel(String name) {
        return KernelFunction.of(JdkUsesTest.class, name).on(cpu);
    }

    private interface Expected {
        double of(int i, double x);
    }

    private void checkEach(String name, ElementType type, Expected expected) {
        for (boolean debugs : new boolean[] {false, true}) {
            try (var x = cpu.copyOf(NUMBERS); var out = cpu.allocate(type, NUMBERS.length)) {
                if (debugs) {
                    kernel(name).debug(Grid.of(NUMBERS.length), x, out);
                } else {
                    kernel(name).launch(NUMBERS.length, x, out);
                }
                for (int i = 0; i < NUMBERS.length; i++) {
                    double found = type == ElementType.I64 ? out.copyTo(new long[8])[i]
                        : out.copyTo(new double[8])[i];
                    assertEquals(expected.of(i, NUMBERS[i]), found, name + " of " + NUMBERS[i]);
                }
            }
        }
    }

    @Test
    void besideMethodsOfTheProgram() {
        checkEach("round", ElementType.I64, (i, x) -> Math.round(x));
        checkEach("beside", ElementType.FP64,
            (i, x) -> signum(x) + Math.signum(x) + Math.signum(x) + Math.scalb(x, 3) + 1000);
    }

    @Test
    void ofBoxes() {
        checkEach("boxes", ElementType.FP64,
            (i, x)
                -> (Double.isNaN(x) ? 100 : Math.nextUp(x)) + Double.hashCode(x) % 7 + Double.compare(x, 1)
                + Integer.compare(Integer.reverse(i), Integer.rotateRight(Integer.reverse(i), 3)));
    }

    @Test
    void areConstants() {
        try (var out = cpu.allocate(ElementType.I32, 64)) {
            kernel("constants").constant("N", 100).constant("x", 9.5).launch(1, out);
            int[] found = out.copyTo(new int[64]);
            for (int i = 0; i < 64; i++) {
                assertEquals(8 * i, found[i]);
            }
            kernel("unrolled").launch(1, out);
            assertArrayEquals(new int[] {0, 1, 6, 28, 120}, out.copyTo(new int[5]));
        }
    }

    @Test
    void errorsAreAtTheCall() {
        try (var out = cpu.allocate(ElementType.I32, 8)) {
            var least = assertThrows(KernelFaultException.class,
                () -> kernel("negative").launch(1, out, Integer.MIN_VALUE));
            assertTrue(least.getMessage().startsWith("io/github/cm2tt/runtime/JdkUsesTest.java:"));
            assertTrue(least.getMessage().contains(
                "assertion failed: Overflow to represent absolute value of Integer.MIN_VALUE"),
                least.getMessage());
            var debugged = assertThrows(KernelException.class,
                () -> kernel("negative").debug(Grid.of(1), out, Integer.MIN_VALUE));
            assertTrue(debugged.getMessage().contains("Integer.MIN_VALUE"), debugged.getMessage());
            var elements = assertThrows(
                CompilationException.class, () -> kernel("exactElements").launch(1, out));
            assertTrue(elements.getMessage().contains("T-LAMBDA-3"), elements.getMessage());
            assertFalse(elements.getMessage().contains("ExactMethods"), elements.getMessage());
        }
    }

    /** The code of the JDK's methods is not that of a class of the program. */
    @Test
    void modelsAreNotStale() throws Exception {
        try (var in = JdkUsesTest.class.getResourceAsStream("JdkUsesTest.cm2tt.json")) {
            String model = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(model.contains("\"owner\": \"java.lang.Math\""), model);
            assertTrue(model.contains("io.github.cm2tt.jdk."), "code that methods share");
            for (String function : model.split("(?=\"op\": \"func\")")) {
                boolean isOfJdk = function.contains("\"owner\": \"java.")
                    || function.contains("\"owner\": \"io.github.cm2tt.jdk");
                assertEquals(!isOfJdk && function.contains("\"owner\": "), function.contains("\"code\": "));
            }
        }
        List<String> logged = new ArrayList<>();
        LogListener listener = new LogListener(entry -> logged.add(entry.getMessage()));
        kernel("round");
        listener.close();
        assertEquals(List.of(), logged);
    }
}
