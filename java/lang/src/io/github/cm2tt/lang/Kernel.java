// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a kernel: a static method that is compiled for GPUs and CPUs. It returns nothing and takes numbers,
 * {@link Ptr}s and, marked with {@link Constant}, compile-time constants. The methods that it calls need no
 * annotation.
 *
 * <pre>{@code
 * @Kernel
 * static void fill(Ptr out, float value, @Constant int BLOCK) {
 *     out.add(Triton.arange(0, BLOCK)).store(value);
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Kernel {}
