// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.kernels.Embedding;
import io.github.cm2tt.kernels.Epilogue;
import io.github.cm2tt.kernels.Experts;
import io.github.cm2tt.kernels.GroupedMatmul;
import io.github.cm2tt.kernels.Matmul;
import io.github.cm2tt.kernels.QuantizedMatmul;
import io.github.cm2tt.kernels.QuantizedMatrix;
import io.github.cm2tt.runtime.Stream;

/** A matrix [rows, columns] of a model: numbers, or codes of few bits. */
final class Weight {
    private final DeviceTensor numbers;
    private final QuantizedMatrix codes;

    private Weight(DeviceTensor numbers, QuantizedMatrix codes) {
        this.numbers = numbers;
        this.codes = codes;
    }

    static Weight of(DeviceTensor numbers) {
        return new Weight(numbers, null);
    }

    static Weight of(QuantizedMatrix codes) {
        return new Weight(null, codes);
    }

    long rows() {
        return codes != null ? codes.rows() : numbers.size(0);
    }

    long columns() {
        return codes != null ? codes.columns() : numbers.size(1);
    }

    /** Computes {@code out = x w^T}, with what the epilogue adds. */
    void multiply(Stream stream, DeviceTensor x, DeviceTensor out, Epilogue epilogue) {
        if (codes != null) {
            QuantizedMatmul.launch(stream, x, codes, out, epilogue);
        } else {
            Matmul.launch(stream, x, numbers.transpose(0, 1), out, epilogue);
        }
    }

    /**
     * Computes the rows of each expert with its part of the matrix, of as many rows as the others'.
     *
     * @param isOfTokens whether x has a row for each token; otherwise for each slot
     * @param out a row for each slot
     */
    void multiply(Stream stream, DeviceTensor x, int experts, Experts.Routes routes, boolean isOfTokens,
        DeviceTensor out) {
        DeviceTensor sources = isOfTokens ? routes.sources() : null;
        if (codes != null) {
            GroupedMatmul.launch(stream, x, codes, experts, routes.offsets(), sources, out);
        } else {
            DeviceTensor parts = numbers.reshape(experts, rows() / experts, columns());
            GroupedMatmul.launch(stream, x, parts, routes.offsets(), sources, out);
        }
    }

    /** Copies the rows of ids, as numbers. */
    void lookUp(Stream stream, DeviceTensor ids, DeviceTensor out) {
        if (codes != null) {
            QuantizedMatmul.gather(stream, codes, ids, out);
        } else {
            Embedding.launch(stream, numbers, ids, out);
        }
    }
}
