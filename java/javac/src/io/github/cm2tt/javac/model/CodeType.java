// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The type of a value, a result or a type literal: a type of Java, or one that only code models have. {@code
 * toString()} returns the short spelling ({@code Var<int>}), {@link #quoted()} that of Babylon's text ({@code
 * Var<java.type:"int">}).
 */
public sealed interface CodeType {
    /** No value. */
    CodeType VOID = java("void");
    /** A truth value. */
    CodeType BOOLEAN = java("boolean");
    /** A string. */
    CodeType STRING = java("java.lang.String");

    /**
     * Returns a type of Java.
     *
     * @param text as within {@code java.type:"..."}: {@code int}, {@code a.B$C<int[]>}, {@code ? extends a.B}
     * @return the type
     */
    static CodeType java(String text) {
        return new Java(text);
    }

    /**
     * Returns the type of a local variable.
     *
     * @param type the type of its value
     * @return {@code Var<type>}
     */
    static CodeType var(CodeType type) {
        return new Composite("Var", List.of(type));
    }

    /**
     * Returns the type of a tuple of values.
     *
     * @param types the types of the components
     * @return {@code Tuple<types>}
     */
    static CodeType tuple(List<CodeType> types) {
        return new Composite("Tuple", types);
    }

    /**
     * Returns the spelling of Babylon's text since 2025.
     *
     * @return the type with its Java types in quotes
     */
    String quoted();

    /**
     * A type of Java.
     *
     * @param text as within {@code java.type:"..."}
     */
    record Java(String text) implements CodeType {
        @Override
        public String quoted() {
            return "java.type:\"" + text + '"';
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * A type that only code models have.
     *
     * @param name such as {@code Var}
     * @param arguments its type arguments
     */
    record Composite(String name, List<CodeType> arguments) implements CodeType {
        /**
         * Copies the arguments.
         *
         * @param name such as {@code Var}
         * @param arguments its type arguments
         */
        public Composite {
            arguments = List.copyOf(arguments);
        }

        @Override
        public String quoted() {
            return arguments.stream()
                .map(CodeType::quoted)
                .collect(Collectors.joining(", ", name + "<", ">"));
        }

        @Override
        public String toString() {
            return arguments.stream()
                .map(CodeType::toString)
                .collect(Collectors.joining(", ", name + "<", ">"));
        }
    }
}
