// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Parameter;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which column or value each parameter of a kernel gets. */
final class Bindings {
    /** The end of the name of a validity bitmap, after the name of the column. */
    private static final String VALID = "Valid";
    private static final String ROWS = "n";
    private static final Map<String, String> SCALARS = Map.of("boolean", "i1", "byte", "i8", "short", "i16",
        "int", "i32", "long", "i64", "float", "fp32", "double", "fp64");

    private final ColumnKernel kernel;
    private final List<ColumnType> inputs;
    private final List<ColumnType> results;
    private final List<Binding> bindings = new ArrayList<>();

    /** The kinds of values of parameters. */
    enum Role {
        /** The numbers of an input. */
        INPUT,
        /** The validity bitmap of an input. */
        INPUT_VALIDITY,
        /** The numbers of a result. */
        RESULT,
        /** The validity bitmap of a result. */
        RESULT_VALIDITY,
        /** The number of rows. */
        ROWS,
        /** A value that the caller gave. */
        ARGUMENT
    }

    /**
     * The value of a parameter.
     *
     * @param role its kind
     * @param column the number of the input or the result
     * @param isLong whether the number of rows is passed as a long
     * @param value the value of the caller, or null
     * @param signature the entry in the kernel's signature
     */
    record Binding(Role role, int column, boolean isLong, Serializable value, String signature) {}

    /** Binds all parameters; throws if one of them has no meaning. */
    Bindings(ColumnKernel kernel, KernelFunction function, List<ColumnType> inputs) {
        this.kernel = kernel;
        this.inputs = inputs;
        results = kernel.resultTypes();
        for (Parameter parameter : function.parameters()) {
            if (parameter.takesArgument()) {
                bindings.add(bind(parameter));
            }
        }
        for (int i = 0; i < results.size(); i++) {
            if (!has(Role.RESULT, i)) {
                throw new IllegalArgumentException("result '" + results.get(i).name() + "': " + kernel.spec()
                    + " has no parameter of this name");
            }
        }
    }

    private Binding bind(Parameter parameter) {
        String name = parameter.name();
        Serializable value = kernel.arguments().get(name);
        if (value != null) {
            return new Binding(
                Role.ARGUMENT, 0, false, converted(parameter, value), signature(parameter, value));
        }
        for (int i = 0; i < inputs.size(); i++) {
            if (name.equals(inputs.get(i).name())) {
                return pointer(Role.INPUT, i, inputs.get(i));
            } else if (name.equals(inputs.get(i).name() + VALID)) {
                return new Binding(Role.INPUT_VALIDITY, i, false, null, "*u8:16");
            }
        }
        for (int i = 0; i < results.size(); i++) {
            if (name.equals(results.get(i).name())) {
                return pointer(Role.RESULT, i, results.get(i));
            } else if (name.equals(results.get(i).name() + VALID)) {
                return new Binding(Role.RESULT_VALIDITY, i, false, null, "*u8:16");
            }
        }
        if (name.equals(ROWS)) {
            boolean isLong = parameter.javaType().equals("long");
            return new Binding(Role.ROWS, 0, isLong, null, isLong ? "i64" : "i32");
        }
        throw new IllegalArgumentException("parameter '" + name + "' of " + kernel.spec()
            + " has no value: expected the name of a column, such a name and '" + VALID + "', '" + ROWS
            + "', or argument(\"" + name + "\", value)");
    }

    private static Binding pointer(Role role, int column, ColumnType type) {
        return new Binding(role, column, false, null, "*" + type.storage().type().signature() + ":16");
    }

    /** Returns a number as one of the parameter's type; Python has one type of integers and of floats. */
    private static Serializable converted(Parameter parameter, Serializable value) {
        if (!(value instanceof Number number)) {
            return value;
        }
        return switch (parameter.javaType()) {
            case "byte" -> number.byteValue();
            case "short" -> number.shortValue();
            case "int" -> Math.toIntExact(number.longValue());
            case "long" -> number.longValue();
            case "float" -> number.floatValue();
            case "double" -> number.doubleValue();
            default -> value;
        };
    }

    private static String signature(Parameter parameter, Serializable value) {
        return ArrayArguments.isArray(value) ? "*" + ArrayArguments.typeOf(value).signature() + ":16"
            : SCALARS.getOrDefault(parameter.javaType(), "i32");
    }

    /** Returns whether a parameter gets a column. */
    boolean has(Role role, int column) {
        return bindings.stream().anyMatch(b -> b.role() == role && b.column() == column);
    }

    /** Returns the value of each parameter that takes an argument, in order. */
    List<Binding> all() {
        return bindings;
    }

    List<ColumnType> inputs() {
        return inputs;
    }

    List<ColumnType> results() {
        return results;
    }

    ColumnKernel kernel() {
        return kernel;
    }

    /** Returns the signature of the kernel for which batches are launched. */
    String signature() {
        return String.join(",", bindings.stream().map(Binding::signature).toList());
    }

    /** Returns the grid for a number of rows. */
    Grid grid(int rows) {
        return Grid.of(Grid.cdiv(rows, kernel.rowsOfProgram()));
    }

    /** Returns a kernel that is not compiled for each number of rows. */
    static KernelFunction unspecialized(KernelFunction function) {
        boolean hasRows =
            function.parameters().stream().anyMatch(p -> p.takesArgument() && p.name().equals(ROWS));
        return hasRows ? function.unspecialized(ROWS) : function;
    }
}
