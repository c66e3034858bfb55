// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a kernel, like {@link Kernel}, with the name of Babylon's {@code java.lang.runtime.CodeReflection}:
 * kernels that use it compile on any JDK after a change of their imports.
 *
 * <pre>{@code
 * @CodeReflection
 * static void fill(Ptr out, float value, @Constant int BLOCK) {
 *     out.add(Triton.arange(0, BLOCK)).store(value);
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface CodeReflection {}
