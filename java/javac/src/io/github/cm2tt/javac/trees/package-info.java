// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/**
 * Turns attributed trees of javac into code models, a method at a time.
 *
 * <p>Not here: which methods are turned, and where models go ({@link io.github.cm2tt.javac}).
 */
package io.github.cm2tt.javac.trees;
