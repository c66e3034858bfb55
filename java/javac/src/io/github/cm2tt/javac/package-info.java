// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/**
 * The javac front end: finds the kernels in a compilation, creates the code models of kernels and of the
 * methods that they call ({@link io.github.cm2tt.javac.trees}), and writes them beside the classes. It can
 * also be run as a command.
 */
package io.github.cm2tt.javac;
