// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/**
 * The javac front end: finds the kernels in a compilation, creates the code models of kernels and of the
 * methods that they call ({@link io.github.cm2tt.javac.trees}), and writes them beside the classes. It can
 * also be run as a command.
 *
 * <p>A model is a file beside the class, as JSON that {@code cm2tt} reads: nothing runs or is loaded before a
 * kernel is used, any JDK from 17 suffices, and tools can read it. Babylon's compiler writes models into
 * methods of the class file, which its own JDK runs.
 */
package io.github.cm2tt.javac;
