// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Kernels may have any name: of functions of C and of libdevice, and with letters of any script. */
class KernelNamesTest {
    private static final int N = 64;
    private static final Pattern ENTRY = Pattern.compile("\\.entry ([A-Za-z]|[_$](?=[\\w$]))[\\w$]*\\(");
    private static final List<String> NAMES = List.of("exp", "expf", "sinf", "sin", "pow", "memcpy", "memset",
        "memmove", "malloc", "free", "printf", "main", "write", "größe", "加法", "$", "$$", "ñ", "мир",
        "__nv_exp", "__nv_sinf", "__assertfail", "_a", "kernel$exp");

    /** Calls functions of C for numbers of 64 bits on the CPU. */
    private static void compute(Ptr x, int n, int added) {
        var i = Triton.arange(0, n);
        var value = x.add(i).load();
        x.add(i).store(value.mul(0));
        x.add(i).store(Triton.exp(value).add(Triton.sin(value)).add(added));
    }

    @Kernel
    static void exp(Ptr x, @Constant int N) {
        compute(x, N, 1);
    }

    @Kernel
    static void expf(Ptr x, @Constant int N) {
        compute(x, N, 2);
    }

    @Kernel
    static void sinf(Ptr x, @Constant int N) {
        compute(x, N, 3);
    }

    @Kernel
    static void sin(Ptr x, @Constant int N) {
        compute(x, N, 4);
    }

    @Kernel
    static void pow(Ptr x, @Constant int N) {
        compute(x, N, 5);
    }

    @Kernel
    static void memcpy(Ptr x, @Constant int N) {
        compute(x, N, 6);
    }

    @Kernel
    static void memset(Ptr x, @Constant int N) {
        compute(x, N, 7);
    }

    @Kernel
    static void memmove(Ptr x, @Constant int N) {
        compute(x, N, 8);
    }

    @Kernel
    static void malloc(Ptr x, @Constant int N) {
        compute(x, N, 9);
    }

    @Kernel
    static void free(Ptr x, @Constant int N) {
        compute(x, N, 10);
    }

    @Kernel
    static void printf(Ptr x, @Constant int N) {
        compute(x, N, 11);
    }

    @Kernel
    static void main(Ptr x, @Constant int N) {
        compute(x, N, 12);
    }

    @Kernel
    static void write(Ptr x, @Constant int N) {
        compute(x, N, 13);
    }

    @Kernel
    static void größe(Ptr x, @Constant int N) {
        compute(x, N, 14);
    }

    @Kernel
    static void 加法(Ptr x, @Constant int N) {
        compute(x, N, 15);
    }

    @Kernel
    static void $(Ptr x, @Constant int N) {
        compute(x, N, 16);
    }

    @Kernel
    static void $$(Ptr x, @Constant int N) {
        compute(x, N, 17);
    }

    @Kernel
    static void ñ(Ptr x, @Constant int N) {
        compute(x, N, 18);
    }

    @Kernel
    static void мир(Ptr x, @Constant int N) {
        compute(x, N, 19);
    }

    @Kernel
    static void __nv_exp(Ptr x, @Constant int N) {
        compute(x, N, 20);
    }

    @Kernel
    static void __nv_sinf(Ptr x, @Constant int N) {
        compute(x, N, 21);
    }

    @Kernel
    static void __assertfail(Ptr x, @Constant int N) {
        compute(x, N, 22);
    }

    @Kernel
    static void _a(Ptr x, @Constant int N) {
        compute(x, N, 23);
    }

    @Kernel
    static void kernel$exp(Ptr x, @Constant int N) {
        compute(x, N, 24);
    }

    private static KernelFunction kernel(String name) {
        return KernelFunction.of(KernelNamesTest.class, name).constant("N", N);
    }

    @Test
    void runOnTheCpu() {
        Device cpu = Device.cpu();
        double[] x = new double[N];
        Arrays.setAll(x, i -> i / 64.0);
        for (String name : NAMES) {
            for (KernelFunction each : List.of(kernel(name), kernel(name).checked())) {
                try (DeviceBuffer buffer = cpu.copyOf(x)) {
                    each.on(cpu).launch(1, buffer);
                    double[] found = buffer.copyTo(new double[N]);
                    for (int i = 0; i < N; i++) {
                        double expected = Math.exp(x[i]) + Math.sin(x[i]) + NAMES.indexOf(name) + 1;
                        assertEquals(expected, found[i], 1e-9, name + " at " + i);
                    }
                }
            }
        }
    }

    @Test
    void compileForGpus() {
        for (String target : List.of("sm_80", "sm_90a")) {
            for (String name : NAMES) {
                String ptx = kernel(name).compile(target, "*fp32:16," + N).ptx();
                assertTrue(ENTRY.matcher(ptx).find(), () -> name + ": " + ptx.lines().limit(20).toList());
            }
        }
    }
}
