// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;

/**
 * Remainders of finite numbers by what may be NaN, but not 0, which LLVM took not to be NaN (random methods
 * found it). Each kernel stores what the method computes that has its name without {@code Kernel}.
 */
final class RemainderCases {
    private RemainderCases() {}

    static int charByNan(int a) {
        char h = (char) (a * 31);
        h %= (0.0 / 0.0);
        return h;
    }

    @Kernel
    static void charByNanKernel(Ptr o, int a) {
        o.store(charByNan(a));
    }

    static int doubleByNan(int a) {
        double h = a;
        h %= (0.0 / 0.0);
        return (int) h + (h != h ? 10 : 20);
    }

    @Kernel
    static void doubleByNanKernel(Ptr o, int a) {
        o.store(doubleByNan(a));
    }

    static int floatByNan(int a) {
        float h = (short) a;
        h %= (0f / 0f);
        return (int) h + (h == h ? 10 : 20);
    }

    @Kernel
    static void floatByNanKernel(Ptr o, int a) {
        o.store(floatByNan(a));
    }

    static int longByNan(int a) {
        long h = a * 3L;
        h %= (- (0.0 / 0.0));
        return (int) h + 5;
    }

    @Kernel
    static void longByNanKernel(Ptr o, int a) {
        o.store(longByNan(a));
    }

    static int byChosenNan(int a) {
        double by = a > 0 ? 3.0 : 0.0 / 0.0;
        return (int) (a % by) + (a % by >= 0 ? 100 : 200);
    }

    @Kernel
    static void byChosenNanKernel(Ptr o, int a) {
        o.store(byChosenNan(a));
    }

    static int byChosenFloat(int a) {
        float by = a % 2 == 0 ? 0f / 0f : -2.5f;
        float x = (byte) a;
        float rest = x % by;
        return rest != rest ? 7 : (int) (rest * 2);
    }

    @Kernel
    static void byChosenFloatKernel(Ptr o, int a) {
        o.store(byChosenFloat(a));
    }

    static int byInfinityOrNan(int a) {
        double infinity = 1.0 / 0.0, by = a < 2 ? infinity - infinity : infinity;
        return (int) (a % by) + 3;
    }

    @Kernel
    static void byInfinityOrNanKernel(Ptr o, int a) {
        o.store(byInfinityOrNan(a));
    }

    static int byLoop(int a) {
        double by = 2, sum = 0;
        for (int i = 0; i < 4; i++) {
            double rest = (a + i) % by;
            sum += rest < 2 ? 1 : 100;
            by = i == 1 ? 0.0 / 0.0 : by + 1;
        }
        return (int) sum;
    }

    @Kernel
    static void byLoopKernel(Ptr o, int a) {
        o.store(byLoop(a));
    }

    static int byMaximum(int a) {
        float x = a == 16 ? 0f / 0f : a;
        double rest = (a + 1) % Math.max(x, 1f);
        return (rest < 0 ? 1 : 2) + (rest >= 0 ? 10 : 20) + (int) rest;
    }

    @Kernel
    static void byMaximumKernel(Ptr o, int a) {
        o.store(byMaximum(a));
    }

    static int byZero(int a) {
        double rest = a % 0.0;
        return (int) rest + (rest == rest ? 30 : 40);
    }

    @Kernel
    static void byZeroKernel(Ptr o, int a) {
        o.store(byZero(a));
    }

    static int truthByNan(int a) {
        boolean isLess = (a > 5 ? 1 : 0) % (0.0 / 0.0) < 1;
        boolean isEqual = ((char) a) % (0f / 0f) == 0;
        return (isLess ? 1 : 2) + (isEqual ? 10 : 20);
    }

    @Kernel
    static void truthByNanKernel(Ptr o, int a) {
        o.store(truthByNan(a));
    }
}
