// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import static oracle.code.triton.Triton.*;
import static oracle.code.triton.Triton.CompareKind.*;

import oracle.code.triton.*;

public class Kernels {
    /* The article's kernel without its comments, on the lines of tests/cases/importer/Text/Inputs/add_kernel2-2026.cm. */

    @CodeReflection
    static void add_kernel2(Ptr x_ptr, Ptr y_ptr, Ptr output_ptr, int n_elements, @Constant int BLOCK_SIZE) {
        var pid = Triton.programId(0);
        var block_start = pid * BLOCK_SIZE;
        var range = Triton.arange(0, BLOCK_SIZE);
        var offsets = Triton.add(block_start, range);
        var mask = Triton.compare(offsets, n_elements, Triton.CompareKind.LessThan);
        var x = Triton.load(Triton.add(x_ptr, offsets), mask);
        var y = Triton.load(Triton.add(y_ptr, offsets), mask);
        var output = Triton.add(x, y);
        Triton.store(Triton.add(output_ptr, offsets), output, mask);
    }

    @CodeReflection
    static void loop(Tensor left, Tensor right, Tensor offsets, Tensor sum, int n, int rows, int columns,
            int size) {
        for (int k = 0; k < cdiv(n, size); k++) {
            var a = load(left, compare(expand(offsets, 0), n - k * size, LessThan), 0f);
            var b = load(right, compare(expand(offsets, 1), n - k * size, LessThan), 0f);
            sum = add(sum, dot(a, b));
            left = add(left, size * rows);
            right = add(right, size * columns);
        }
    }
}
