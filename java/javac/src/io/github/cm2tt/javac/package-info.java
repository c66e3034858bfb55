// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/**
 * The wiring of the javac front end: finds kernels in what javac compiles, has them and what they call turned
 * into code models ({@link io.github.cm2tt.javac.trees}), and writes these beside the classes. Also the same
 * as a command.
 */
package io.github.cm2tt.javac;
