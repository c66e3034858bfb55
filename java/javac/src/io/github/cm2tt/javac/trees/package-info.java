// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/**
 * Converts attributed trees of javac to code models, one method at a time, through the public interface of
 * the compiler. {@code MethodModeler} is the entry point; {@code Expressions} and {@code Statements} dispatch
 * to the class for each construct; {@code Code} is the function that is being built.
 *
 * <p>The models follow the rules of Babylon's compiler, which were derived from its sources; ArticleTest
 * compares two models that it printed. They differ in information that a compiler for GPUs needs:
 *
 * <ul>
 * <li>{@code new} of a record has the attribute {@code record}, the names of its components.
 * <li>{@code field.load} of a constant has the attribute {@code value}, unless the field belongs to the JDK.
 * A constant string is a {@code constant}.
 * <li>The reference of a method that the model has to contain names the class that declares it.
 * <li>{@code v op= e} is computed as in Java, while Babylon's compiler converts e to the type of v first.
 * <li>The cases of a switch keep their order, {@code default} among them; the last one never falls through.
 * <li>An element of a {@code for} loop is converted to the type of the variable.
 * <li>A call is located at the name of its method, an operator at itself ({@code Positions}); Babylon's
 * compiler locates both at the start of the expression, which all calls of a chain share.
 * <li>An unboxed value is converted to a wider type if the context requires it.
 * </ul>
 *
 * <p>Not here: the choice of methods, and the location of models ({@link io.github.cm2tt.javac}).
 */
package io.github.cm2tt.javac.trees;
