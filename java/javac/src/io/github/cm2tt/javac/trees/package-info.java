// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/**
 * Turns attributed trees of javac into code models, a method at a time, by the public interface of the
 * compiler alone. {@code MethodModeler} is where it starts; {@code Expressions} and {@code Statements} say
 * which class makes which operation; {@code Code} is the function that is being made.
 *
 * <p>The models follow the rules of Babylon's compiler, which are read from its sources; two models that it
 * printed are compared with ours (ArticleTest). They differ in what a compiler for GPUs has to know:
 *
 * <ul>
 *   <li>{@code new} of a record has the attribute {@code record}, what its components are called.
 *   <li>{@code field.load} of a constant has the attribute {@code value}, unless the field is the JDK's. A
 *       constant string is a {@code constant}.
 *   <li>The reference of a method that has to be in the model names the class that declares it.
 *   <li>{@code v op= e} is computed as Java does where Babylon's compiler converts e to the type of v first.
 *   <li>The cases of a switch keep their order, {@code default} among them; the last one never falls
 *       through.
 *   <li>An element that {@code for} goes over is converted to the variable's type.
 *   <li>What is unboxed is converted, if it goes to a place of a wider type.
 * </ul>
 *
 * <p>Not here: which methods are turned, and where models go ({@link io.github.cm2tt.javac}).
 */
package io.github.cm2tt.javac.trees;
