// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Generates a class with a launcher for each {@link Kernel} of the annotated class, so that javac checks the
 * name of a kernel and the arguments of its launches. The generated class is in the same package, and its
 * name is that of the annotated class with {@code Kernels} appended: {@code VectorAddKernels}; for a nested
 * class {@code Outer_InnerKernels}.
 *
 * <pre>{@code
 * @Launchers
 * class VectorAdd {
 *     @Kernel
 *     static void add(Ptr x, Ptr y, Ptr out, int n, @Constant int BLOCK) { ... }
 * }
 *
 * VectorAddKernels.add(1024).on(device).launch(Grid.of(blocks), x, y, out, n);
 * }</pre>
 *
 * <p>A launcher's factory method takes the constants of the kernel, and its methods {@code launch} and {@code
 * debug} take the other arguments. It needs the runtime on the class path, and cm2tt-javac as an annotation
 * processor: from JDK 23 on, javac runs processors of the class path only with {@code -proc:full} or {@code
 * -processorpath}.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.SOURCE)
public @interface Launchers {}
