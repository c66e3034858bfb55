// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

/** Matrices for tests of products, in rows, and their products in plain Java. */
final class MatrixSupport {
    private MatrixSupport() {}

    /** Returns integers from -2 to 2, so that sums of products are exact. */
    static float[] integers(int count, int seed) {
        float[] integers = new float[count];
        for (int i = 0; i < count; i++)
            integers[i] = (i * 7 + seed) % 5 - 2;
        return integers;
    }

    /** Returns the product of a, which is m by depth, and b, which is depth by n. */
    static float[] product(float[] a, float[] b, int m, int n, int depth) {
        float[] product = new float[m * n];
        for (int i = 0; i < m; i++)
            for (int k = 0; k < depth; k++)
                for (int j = 0; j < n; j++)
                    product[i * n + j] += a[i * depth + k] * b[k * n + j];
        return product;
    }
}
