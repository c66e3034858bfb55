// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;

/** The results of a group of methods: for each case and method, an element in the array of its type. */
record Results(int[] ints, long[] longs, float[] floats, double[] doubles) {
    static Results of(int count) {
        return new Results(new int[count], new long[count], new float[count], new double[count]);
    }

    /** The results of the method {@code reference} of a class, on the JVM. */
    static Results onJvm(Class<?> group, Inputs inputs, int methods) {
        Results results = of(inputs.count() * methods);
        try {
            group.getMethod("reference", int[].class, int[].class, long[].class, float[].class,
                double[].class, int[].class, long[].class, float[].class, double[].class)
                .invoke(null, inputs.a, inputs.b, inputs.c, inputs.d, inputs.e, results.ints, results.longs,
                    results.floats, results.doubles);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the program fails in Java", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return results;
    }

    /** One case of them. */
    Results row(int row, int methods) {
        int first = row * methods, end = first + methods;
        return new Results(Arrays.copyOfRange(ints, first, end), Arrays.copyOfRange(longs, first, end),
            Arrays.copyOfRange(floats, first, end), Arrays.copyOfRange(doubles, first, end));
    }

    /** Where these differ from others; -1 if nowhere. All NaNs are the same. */
    int mismatch(Results other) {
        return Arrays.stream(new int[] {Arrays.mismatch(ints, other.ints),
            Arrays.mismatch(longs, other.longs), Arrays.mismatch(floats, other.floats),
            Arrays.mismatch(doubles, other.doubles)}).filter(each -> each >= 0).min().orElse(-1);
    }

    /** The element of the type. */
    Object at(Kind kind, int index) {
        return List.<Object>of(ints[index], longs[index], floats[index], doubles[index]).get(kind.ordinal());
    }
}
