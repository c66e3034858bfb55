// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.types.DataType;

/**
 * A kernel and the columns that it reads and writes. Parameters are bound by their names:
 *
 * <pre>{@code
 * @Kernel
 * static void total(Ptr price, Ptr quantity, Ptr quantityValid, Ptr total, int n, @Constant int BLOCK) {...}
 *
 * ColumnKernel.of(Orders.class, "total").constant("BLOCK", 1024)
 *     .inputs("price", "quantity").result("total", DataTypes.FloatType).keep("id")
 * }</pre>
 *
 * <ul>
 * <li>A pointer with the name of a column has the numbers of the rows of a batch, one after the other.
 * <li>A pointer with such a name and {@code Valid} has the validity bitmap of the column: row i is not null
 *     if bit i % 8 of byte i / 8 is set. A kernel with that parameter of a result writes all bytes of the
 *     bitmap. Otherwise, a row of the results is null if any input of the row is null.
 * <li>{@code n} is the number of rows of a batch, int or long.
 * <li>Other parameters get the values that {@link #argument} gave.
 * </ul>
 *
 * <p>The grid has one axis: a program for each {@code BLOCK} rows, or for as many as {@link #rowsPerProgram}
 * says. It is immutable and serializable, and contains no native object; executors load the kernel.
 */
public final class ColumnKernel implements Serializable {
    private static final long serialVersionUID = 1;
    /** The constant that is the number of rows of a program, unless another number is given. */
    private static final String BLOCK = "BLOCK";

    /** The kernel. */
    private final KernelSpec spec;
    /** The columns that it reads. */
    private final Columns inputs;
    /** The columns that it writes, in order. */
    private final List<Result> results;
    /** The columns of the input that the result has as well. */
    private final Columns kept;
    /** The values of other parameters, by name. */
    private final LinkedHashMap<String, Serializable> arguments;
    /** The rows that a program computes; 0 for the constant BLOCK. */
    private final int rowsPerProgram;

    /** A column of results; the width is the length of its arrays, or 0 for numbers. */
    record Result(String name, DataType type, int width) implements Serializable {}

    private ColumnKernel(KernelSpec spec, Columns inputs, List<Result> results, Columns kept,
        LinkedHashMap<String, Serializable> arguments, int rowsPerProgram) {
        this.spec = spec;
        this.inputs = inputs;
        this.results = results;
        this.kept = kept;
        this.arguments = arguments;
        this.rowsPerProgram = rowsPerProgram;
    }

    /**
     * Returns a kernel without columns.
     *
     * @param owner the class that declares it, in the job's jar, with the model that cm2tt-javac wrote
     * @param name its name
     * @return the kernel
     */
    public static ColumnKernel of(Class<?> owner, String name) {
        return new ColumnKernel(new KernelSpec(owner, name, new TreeMap<>(), 0, 0), Columns.of(), List.of(),
            Columns.of(), new LinkedHashMap<>(), 0);
    }

    /**
     * Returns a kernel without columns, for callers that have no classes, such as PySpark.
     *
     * @param owner the name of the class that declares it
     * @param name its name
     * @return the kernel
     * @throws IllegalArgumentException if there is no such class
     */
    public static ColumnKernel of(String owner, String name) {
        try {
            return of(Class.forName(owner, true, Thread.currentThread().getContextClassLoader()), name);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                "there is no class '" + owner + "': expected one of the jars of the application", e);
        }
    }

    private ColumnKernel with(KernelSpec other) {
        return new ColumnKernel(other, inputs, results, kept, arguments, rowsPerProgram);
    }

    /**
     * Returns a kernel with an integer as a compile-time constant.
     *
     * @param name the name of the parameter
     * @param value the value
     * @return the new kernel
     */
    public ColumnKernel constant(String name, long value) {
        return with(spec.with(name, value));
    }

    /**
     * Returns a kernel with a float as a compile-time constant.
     *
     * @param name the name of the parameter
     * @param value the value
     * @return the new kernel
     */
    public ColumnKernel constant(String name, float value) {
        return with(spec.with(name, value));
    }

    /**
     * Returns a kernel with a truth value as a compile-time constant.
     *
     * @param name the name of the parameter
     * @param value the value
     * @return the new kernel
     */
    public ColumnKernel constant(String name, boolean value) {
        return with(spec.with(name, value));
    }

    /**
     * Returns a kernel whose programs have another number of warps on a GPU.
     *
     * @param number the number of warps
     * @return the new kernel
     */
    public ColumnKernel warps(int number) {
        return with(new KernelSpec(spec.owner(), spec.name(), spec.constants(), number, spec.stages()));
    }

    /**
     * Returns a kernel whose loops have another number of stages on a GPU.
     *
     * @param number the number of stages
     * @return the new kernel
     */
    public ColumnKernel stages(int number) {
        return with(new KernelSpec(spec.owner(), spec.name(), spec.constants(), spec.warps(), number));
    }

    /**
     * Returns a kernel that reads columns of numbers as well.
     *
     * @param names their names
     * @return the new kernel
     */
    public ColumnKernel inputs(String... names) {
        return inputs(Columns.of(names));
    }

    /**
     * Returns a kernel that reads columns as well.
     *
     * @param columns the columns
     * @return the new kernel
     */
    public ColumnKernel inputs(Columns columns) {
        return new ColumnKernel(spec, inputs.and(columns), results, kept, arguments, rowsPerProgram);
    }

    /**
     * Returns a kernel that writes a column of numbers as well.
     *
     * @param name the name of the column and of the parameter
     * @param type its type, of those that {@link Columns} lists
     * @return the new kernel
     */
    public ColumnKernel result(String name, DataType type) {
        return result(new Result(name, type, 0));
    }

    /**
     * Returns a kernel that writes a column of arrays as well.
     *
     * @param name the name of the column and of the parameter
     * @param elementType the type of an element
     * @param width the length of each array
     * @return the new kernel
     * @throws IllegalArgumentException if the width is less than 1
     */
    public ColumnKernel result(String name, DataType elementType, int width) {
        Columns.of().array(name, width);
        return result(new Result(name, elementType, width));
    }

    private ColumnKernel result(Result result) {
        List<Result> more = new ArrayList<>(results);
        more.add(result);
        return new ColumnKernel(spec, inputs, more, kept, arguments, rowsPerProgram);
    }

    /**
     * Returns a kernel whose result has columns of the input as well, before those that the kernel writes.
     *
     * @param names the names of columns of numbers
     * @return the new kernel
     */
    public ColumnKernel keep(String... names) {
        return new ColumnKernel(
            spec, inputs, results, kept.and(Columns.of(names)), arguments, rowsPerProgram);
    }

    /**
     * Returns a kernel with a value for a parameter that is no column.
     *
     * @param name the name of the parameter
     * @param value a number, a Boolean, or an array of byte, short, int, long, float or double, which is
     *     copied to the device once for each task
     * @return the new kernel
     * @throws IllegalArgumentException if the value is of another class
     */
    public ColumnKernel argument(String name, Object value) {
        if (!(value instanceof Number || value instanceof Boolean || ArrayArguments.isArray(value))) {
            throw new IllegalArgumentException("argument '" + name + "' is of " + value.getClass()
                + ": expected a number, a Boolean or an array of numbers");
        }
        LinkedHashMap<String, Serializable> more = new LinkedHashMap<>(arguments);
        more.put(name, (Serializable) value);
        return new ColumnKernel(spec, inputs, results, kept, more, rowsPerProgram);
    }

    /**
     * Returns a kernel with another number of rows for each program.
     *
     * @param rows the number, at least 1
     * @return the new kernel
     * @throws IllegalArgumentException if the number is less
     */
    public ColumnKernel rowsPerProgram(int rows) {
        if (rows < 1) {
            throw new IllegalArgumentException(rows + " rows for each program: expected at least 1");
        }
        return new ColumnKernel(spec, inputs, results, kept, arguments, rows);
    }

    KernelSpec spec() {
        return spec;
    }

    Columns inputs() {
        return inputs;
    }

    /** Returns the columns of the result that are those of the input. */
    Columns kept() {
        return kept;
    }

    /** Returns the types of the columns that the kernel writes. */
    List<ColumnType> resultTypes() {
        List<ColumnType> types = new ArrayList<>();
        for (Result result : results) {
            ColumnType number = ColumnType.of(result.name(), result.type(), 0);
            types.add(new ColumnType(result.name(), result.type(), number.storage(), result.width()));
        }
        return types;
    }

    Map<String, Serializable> arguments() {
        return arguments;
    }

    /** Returns how many rows a program computes. */
    int rowsOfProgram() {
        if (rowsPerProgram > 0) {
            return rowsPerProgram;
        }
        if (spec.constants().get(BLOCK) instanceof Long block && block > 0) {
            return Math.toIntExact(block);
        }
        throw new IllegalArgumentException(spec + " has no constant '" + BLOCK
            + "': expected constant(\"" + BLOCK + "\", rows) or rowsPerProgram(rows)");
    }
}
