// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/**
 * A code model in memory: structured operations with typed values, created from javac's trees. {@link
 * io.github.cm2tt.javac.model.JsonWriter} and {@link io.github.cm2tt.javac.model.TextWriter} write its two
 * forms.
 *
 * <p>Not here: trees and symbols of javac.
 */
package io.github.cm2tt.javac.model;
