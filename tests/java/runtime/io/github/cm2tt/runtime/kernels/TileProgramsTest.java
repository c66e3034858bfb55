// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs of tiles of int and float, of extents that are powers of two or not: launched and on the JVM,
 * against Java, element by element.
 */
class TileProgramsTest {
    /** Computes an element of the result from two tiles of small integers. */
    private interface Reference {
        double of(double[] a, double[] b, int i);
    }

    private static final int COUNT = 36;

    record Two(Tensor first, Tensor second) {
        Two swapped() {
            return new Two(second, first);
        }

        Tensor difference() {
            return first.sub(second);
        }
    }

    static Tensor elementwise(int program, Tensor a, Tensor b, int N) {
        return switch (program) {
            case 0 -> a.add(b).mul(a).sub(b);
            case 1 -> a.minimum(b).sub(a.maximum(b));
            case 2 -> a.sub(b).abs().neg();
            case 3 -> Triton.where(a.gt(b), a, b.mul(10));
            case 4 -> a.le(b).conv(int.class).add(a.ne(b).conv(int.class).mul(2));
            case 5 -> a.mod(b.add(1));
            case 6 -> a.clamp(2, 6);
            case 7 -> Triton.map(a, v -> v.intValue() % 3 == 0 ? v.intValue() * 2 : -v.intValue());
            case 8 -> Triton.map(a, b, (v, w) -> v.intValue() * 10 + w.intValue());
            case 9 -> a.conv(Float16.class).add(b.conv(byte.class)).conv(int.class);
            case 10 -> a.conv(int.class).xor(b.conv(int.class)).and(5).or(a.conv(int.class).shl(2));
            default -> new Two(a, b).swapped().difference();
        };
    }

    static Tensor reduced(int program, Tensor a, Tensor b, int N) {
        return switch (program) {
            case 12 -> a.sum(0);
            case 13 -> a.max(0).sub(b.min(0));
            case 14 -> a.argmax(0);
            case 15 -> a.argmin(0);
            case 16 -> Triton.reduce(a, 0, (v, w) -> v.maximum(w));
            case 17 -> a.conv(int.class).xorSum(0);
            case 18 -> a.gt(b).conv(int.class).sum(0);
            case 19 -> a.expand(1).mul(b.expand(0)).sum(1);
            case 20 -> a.expand(1).sub(b.expand(0)).sum(0);
            case 21 -> a.expand(1).mul(2).add(b.expand(0)).trans().max(0);
            case 22 -> a.expand(0).add(b.expand(1)).min(0);
            default -> Triton.max(Triton.where(a.eq(b), a, -1), 0);
        };
    }

    static Tensor moved(int program, Tensor a, Tensor b, Ptr x, int N) {
        var i = Triton.arange(0, N);
        return switch (program) {
            case 24 -> a.cumsum(0);
            case 25 -> a.cumsum(0, true);
            case 26 -> Triton.scan(a, 0, (v, w) -> v.maximum(w));
            case 27 -> a.sort(0);
            case 28 -> a.sort(0, true);
            case 29 -> a.flip(0);
            case 30 -> a.gather(i.neg().add(N - 1), 0);
            case 31 -> a.conv(int.class).histogram(10).gather(a.conv(int.class), 0);
            case 32 -> x.add(i.mul(-1).add(N - 1)).load(i.ne(1), 77);
            case 33 -> a.reshape(N, 1).trans().reshape(N).add(b);
            case 34 -> Triton.join(a, b).sum(1);
            default -> b.add(x.add(N - 1).load());
        };
    }

    @Kernel
    static void all(Ptr x, Ptr y, Ptr out, @Constant int N) {
        var i = Triton.arange(0, N);
        var a = x.add(i).load();
        var b = y.add(i).load();
        for (int program : Triton.staticRange(36)) {
            var result = program < 12 ? elementwise(program, a, b, N)
                : program < 24 ? reduced(program, a, b, N)
                : moved(program, a, b, x, N);
            out.add(i.add(program * N)).store(result);
        }
    }

    private static double sum(double[] a, int from, int to) {
        return Arrays.stream(a, from, to).sum();
    }

    private static double max(double[] a, int to) {
        return Arrays.stream(a, 0, to).max().getAsDouble();
    }

    private static double min(double[] a) {
        return Arrays.stream(a).min().getAsDouble();
    }

    private static double sorted(double[] a, int i) {
        return Arrays.stream(a).sorted().toArray()[i];
    }

    private static int first(double[] a, double value) {
        int i = 0;
        while (a[i] != value)
            i++;
        return i;
    }

    private static double count(double[] a, double value) {
        return Arrays.stream(a).filter(each -> each == value).count();
    }

    private static double equals(double[] a, double[] b) {
        double greatest = -1;
        for (int i = 0; i < a.length; i++)
            greatest = a[i] == b[i] ? Math.max(greatest, a[i]) : greatest;
        return greatest;
    }

    private static final List<Reference> REFERENCES = List.of((a, b, i) -> (a[i] + b[i]) * a[i] - b[i],
        (a, b, i) -> Math.min(a[i], b[i]) - Math.max(a[i], b[i]), (a, b, i) -> -Math.abs(a[i] - b[i]),
        (a, b, i) -> a[i] > b[i] ? a[i] : b[i] * 10,
        (a, b, i) -> (a[i] <= b[i] ? 1 : 0) + (a[i] != b[i] ? 2 : 0), (a, b, i) -> a[i] % (b[i] + 1),
        (a, b, i) -> Math.max(2, Math.min(6, a[i])), (a, b, i) -> a[i] % 3 == 0 ? a[i] * 2 : -a[i],
        (a, b, i) -> a[i] * 10 + b[i], (a, b, i) -> a[i] + b[i],
        (a, b, i) -> ((int) a[i] ^ (int) b[i]) & 5 | (int) a[i] << 2, (a, b, i) -> b[i] - a[i],
        (a, b, i) -> sum(a, 0, a.length), (a, b, i) -> max(a, a.length) - min(b),
        (a, b, i) -> first(a, max(a, a.length)), (a, b, i) -> first(a, min(a)),
        (a, b, i) -> max(a, a.length),
        (a, b, i) -> Arrays.stream(a).mapToInt(each -> (int) each).reduce(0, (v, w) -> v ^ w),
        (a, b, i) -> java.util.stream.IntStream.range(0, a.length).filter(j -> a[j] > b[j]).count(),
        (a, b, i) -> a[i] * sum(b, 0, b.length), (a, b, i) -> sum(a, 0, a.length) - a.length * b[i],
        (a, b, i) -> a[i] * 2 + max(b, b.length), (a, b, i) -> min(b) + a[i], (a, b, i) -> equals(a, b),
        (a, b, i) -> sum(a, 0, i + 1), (a, b, i) -> sum(a, i, a.length), (a, b, i) -> max(a, i + 1),
        (a, b, i) -> sorted(a, i), (a, b, i) -> sorted(a, a.length - 1 - i),
        (a, b, i) -> a[a.length - 1 - i], (a, b, i) -> a[a.length - 1 - i], (a, b, i) -> count(a, a[i]),
        (a, b, i) -> i == 1 ? 77 : a[a.length - 1 - i], (a, b, i) -> a[i] + b[i], (a, b, i) -> a[i] + b[i],
        (a, b, i) -> b[i] + a[a.length - 1]);

    private static float[] digits(int n, long seed) {
        float[] result = new float[n];
        Random random = new Random(seed);
        for (int i = 0; i < n; i++)
            result[i] = random.nextInt(10);
        return result;
    }

    private static double[] doubles(float[] x) {
        double[] result = new double[x.length];
        Arrays.setAll(result, i -> x[i]);
        return result;
    }

    private static DeviceBuffer copyOf(ElementType type, float[] x) {
        return type == ElementType.FP32 ? CPU.copyOf(x)
            : CPU.copyOf(Arrays.stream(doubles(x)).mapToInt(each -> (int) each).toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 8, 12, 33, 80, 100})
    void computesWhatJavaComputes(int n) {
        float[] left = digits(n, n), right = digits(n, n + 1000);
        double[] a = doubles(left), b = doubles(right);
        KernelFunction kernel = KernelFunction.of(TileProgramsTest.class, "all").constant("N", n).on(CPU);
        for (ElementType type : List.of(ElementType.I32, ElementType.FP32)) {
            for (String kind : List.of("launch", "debug")) {
                try (DeviceBuffer x = copyOf(type, left); DeviceBuffer y = copyOf(type, right);
                    DeviceBuffer out = CPU.zeros(type, COUNT * n)) {
                    if (kind.equals("launch")) {
                        kernel.launch(1, x, y, out);
                    } else {
                        kernel.debug(1, x, y, out);
                    }
                    double[] results = type == ElementType.I32
                        ? Arrays.stream(out.copyTo(new int[COUNT * n])).asDoubleStream().toArray()
                        : doubles(out.copyTo(new float[COUNT * n]));
                    for (int i = 0; i < results.length; i++) {
                        String text = "program " + i / n + " of " + type + ", extent " + n + ", " + kind
                            + ", element " + i % n;
                        assertEquals(REFERENCES.get(i / n).of(a, b, i % n) + 0.0, results[i] + 0.0, text);
                    }
                }
            }
        }
    }
}
