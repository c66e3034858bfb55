// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/**
 * Tile kernels for GPUs and CPUs, written in Java.
 *
 * <p>A kernel is a static method with the annotation {@link io.github.cm2tt.lang.Kernel}. It is written with
 * the methods of {@link io.github.cm2tt.lang.Triton}, on tiles ({@link io.github.cm2tt.lang.Tensor}),
 * pointers ({@link io.github.cm2tt.lang.Ptr}) and Java's numbers; {@link io.github.cm2tt.lang.Float16} and
 * others represent the number types that Java lacks.
 *
 * <p>{@link io.github.cm2tt.lang.Programs} runs kernels on the JVM, where they can be debugged; the module
 * {@code io.github.cm2tt.runtime} compiles and launches them on devices.
 *
 * <pre>{@code
 * @Kernel
 * static void twice(Ptr x, int n, @Constant int BLOCK) {
 *     var pointers = x.add(Triton.programId(0) * BLOCK).add(Triton.arange(0, BLOCK));
 *     var mask = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK).lt(n);
 *     pointers.store(pointers.load(mask).mul(2), mask);
 * }
 *
 * float[] x = {1, 2, 3, 4, 5};
 * Programs.run(2, () -> twice(Ptr.of(x), x.length, 4));
 * }</pre>
 */
package io.github.cm2tt.lang;
