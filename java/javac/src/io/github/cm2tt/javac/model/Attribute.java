// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

/** An attribute of an operation: a constant, a type, or a reference to a member. */
public sealed interface Attribute {
    /**
     * Returns an attribute for a constant: {@code null}, a {@link Boolean}, {@link Character}, {@link Byte},
     * {@link Short}, {@link Integer}, {@link Long}, {@link Float}, {@link Double} or {@link String}.
     *
     * @param value the constant
     * @return the attribute
     */
    static Attribute of(Object value) {
        return new Constant(value);
    }

    /**
     * Returns an attribute for a type literal, such as {@code float.class} or the type of a cast.
     *
     * @param type the type
     * @return the attribute
     */
    static Attribute of(CodeType type) {
        return new Type(type);
    }

    /**
     * Returns an attribute for a method {@code O::m(int, P):R}, a constructor {@code O::(int)}, a field
     * {@code O::f:T} or a record pattern {@code (int a, P b)O}.
     *
     * @param text the reference as within {@code java.ref:"..."}
     * @return the attribute
     */
    static Attribute reference(String text) {
        return new Reference(text);
    }

    /**
     * A constant.
     *
     * @param value {@code null}, a box or a string
     */
    record Constant(Object value) implements Attribute {
        /**
         * Checks the kind of value.
         *
         * @param value {@code null}, a box or a string
         */
        public Constant {
            if (!(value == null || value instanceof Number || value instanceof Boolean
                    || value instanceof Character || value instanceof String)) {
                throw new IllegalArgumentException("no constant: " + value.getClass());
            }
        }
    }

    /**
     * A type literal.
     *
     * @param type the type
     */
    record Type(CodeType type) implements Attribute {}

    /**
     * A reference to a member.
     *
     * @param text as within {@code java.ref:"..."}
     */
    record Reference(String text) implements Attribute {}
}
