// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An operation. It is created by {@link #named(String)} and a {@link Builder}.
 *
 * @param name the name, such as {@code var.load}
 * @param result the result, or null
 * @param operands the values used, in order
 * @param value the unnamed attribute (a variable's name, a constant, an invoked method), or null; the
 *     constant {@code null} is {@code Attribute.of((Object) null)}
 * @param attributes the named attributes in the order of printing
 * @param bodies the bodies
 * @param location the location, or null
 */
public record Op(String name, Value result, List<Value> operands, Attribute value,
    Map<String, Attribute> attributes, List<Body> bodies, Location location) {
    /**
     * Copies the lists and the map, whose order is preserved.
     *
     * @param name the name, such as {@code var.load}
     * @param result the result, or null
     * @param operands the values used, in order
     * @param value the unnamed attribute, or null
     * @param attributes the named attributes
     * @param bodies the bodies
     * @param location the location, or null
     */
    public Op {
        operands = List.copyOf(operands);
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
        bodies = List.copyOf(bodies);
    }

    /**
     * Starts building an operation.
     *
     * @param name the name, such as {@code var.load}
     * @return its builder
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /**
     * Returns a builder that is initialised with this operation.
     *
     * @return the builder
     */
    public Builder toBuilder() {
        Builder builder = new Builder(name);
        builder.result = result;
        builder.operands.addAll(operands);
        builder.value = value;
        builder.attributes.putAll(attributes);
        builder.bodies.addAll(bodies);
        builder.location = location;
        return builder;
    }

    /** A builder of operations. */
    public static final class Builder {
        private final String name;
        private Value result;
        private final List<Value> operands = new ArrayList<>();
        private Attribute value;
        private final Map<String, Attribute> attributes = new LinkedHashMap<>();
        private final List<Body> bodies = new ArrayList<>();
        private Location location;

        private Builder(String name) {
            this.name = name;
        }

        /**
         * Sets a new result.
         *
         * @param type the result's type; {@link CodeType#VOID} means no result
         * @return this
         */
        public Builder result(CodeType type) {
            result = type.equals(CodeType.VOID) ? null : new Value(type);
            return this;
        }

        /**
         * Sets a result that other operations may use already.
         *
         * @param value the result, or null
         * @return this
         */
        public Builder result(Value value) {
            result = value;
            return this;
        }

        /**
         * Adds operands.
         *
         * @param values the operands, in order
         * @return this
         */
        public Builder operands(Value... values) {
            return operands(List.of(values));
        }

        /**
         * Adds operands.
         *
         * @param values the operands, in order
         * @return this
         */
        public Builder operands(List<Value> values) {
            operands.addAll(values);
            return this;
        }

        /**
         * Sets the unnamed attribute.
         *
         * @param attribute its value
         * @return this
         */
        public Builder value(Attribute attribute) {
            value = attribute;
            return this;
        }

        /**
         * Appends a named attribute.
         *
         * @param key its name
         * @param attribute its value
         * @return this
         */
        public Builder attribute(String key, Attribute attribute) {
            attributes.put(key, attribute);
            return this;
        }

        /**
         * Adds a body.
         *
         * @param body the body
         * @return this
         */
        public Builder body(Body body) {
            bodies.add(body);
            return this;
        }

        /**
         * Sets the location.
         *
         * @param place the location, or null
         * @return this
         */
        public Builder at(Location place) {
            location = place;
            return this;
        }

        /**
         * Builds the operation.
         *
         * @return a new operation
         */
        public Op build() {
            return new Op(name, result, operands, value, attributes, bodies, location);
        }
    }
}
