// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

/**
 * A parameter of a kernel's Java method.
 *
 * @param name the name
 * @param javaType the Java type, such as {@code int}
 * @param signature its entry in the signature of the model, such as {@code *fp32:16}; "" if there is none
 * @param takesArgument whether a launch has an argument for it; otherwise it is a constant
 */
public record Parameter(String name, String javaType, String signature, boolean takesArgument) {}
