// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows and columns of tensors of several shapes. */
final class TensorRowsTest {
    @ParameterizedTest
    @CsvSource({"'',1,1", "5,1,5", "3 4,3,4", "2 3 4,6,4", "0 4,0,4", "4 0,4,0"})
    void countsAllAxesButTheLast(String sizes, long rows, long columns) {
        String[] words = sizes.isEmpty() ? new String[0] : sizes.split(" ");
        long[] shape = new long[words.length];
        for (int i = 0; i < shape.length; i++)
            shape[i] = Long.parseLong(words[i]);
        TensorRows tensor = () -> shape;
        assertEquals(rows, tensor.rows());
        assertEquals(columns, tensor.columns());
    }
}
