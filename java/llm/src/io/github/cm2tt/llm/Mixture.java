// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/**
 * The shape of a mixture of experts.
 *
 * @param experts the number of experts of a layer
 * @param used how many of them compute a token
 * @param width the numbers between the two products of an expert
 * @param renormalizes whether the weights of the experts of a token sum to 1
 */
record Mixture(int experts, int used, int width, boolean renormalizes) {
    /** Reads the numbers of these keys; throws a ModelFileException if more are used than there are. */
    static Mixture of(Fields fields, String experts, String used, String width, boolean renormalizes) {
        var mixture = new Mixture(fields.positive(experts, -1), fields.positive(used, -1),
            fields.positive(width, -1), renormalizes);
        if (mixture.used > mixture.experts) {
            throw fields.error(used, "is " + mixture.used + ", of " + mixture.experts);
        }
        return mixture;
    }
}
