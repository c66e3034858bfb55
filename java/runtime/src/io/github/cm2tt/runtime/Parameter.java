// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

/**
 * A parameter of a kernel's Java method.
 *
 * @param name its name
 * @param javaType its type as in Java, such as {@code int}
 * @param signature what the model says to compile it for, such as {@code *fp32:16}; "" if nothing
 * @param takesArgument whether a launch gives an argument for it; else it is a constant
 */
public record Parameter(String name, String javaType, String signature, boolean takesArgument) {}
