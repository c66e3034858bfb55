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
record Mixture(int experts, int used, int width, boolean renormalizes) {}
