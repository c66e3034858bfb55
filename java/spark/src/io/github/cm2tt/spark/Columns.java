// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a Dataset that kernels read, in order.
 *
 * <pre>{@code
 * Columns.of("price", "quantity").array("features", 64)
 * }</pre>
 *
 * <p>A column has numbers of a fixed size: boolean, byte, short, int, long, float, double, a decimal of at
 * most 18 digits (its unscaled value, as long), date (days since 1970, as int), timestamp (microseconds, as
 * long); or arrays of such numbers, all of one length.
 */
public final class Columns implements Serializable {
    private static final long serialVersionUID = 1;
    /** The columns, in order. */
    private final List<Entry> entries;

    private Columns(List<Entry> entries) {
        this.entries = entries;
    }

    /** A column; the width is the length of its arrays, or 0 for numbers. */
    record Entry(String name, int width) implements Serializable {}

    /**
     * Returns columns of numbers.
     *
     * @param names their names
     * @return the columns
     */
    public static Columns of(String... names) {
        List<Entry> entries = new ArrayList<>();
        for (String name : names) {
            entries.add(new Entry(name, 0));
        }
        return new Columns(entries);
    }

    /**
     * Returns these columns and one of arrays, none of which has nulls.
     *
     * @param name its name
     * @param width the length of each array, at least 1
     * @return the columns
     * @throws IllegalArgumentException if the width is less
     */
    public Columns array(String name, int width) {
        if (width < 1) {
            throw new IllegalArgumentException(
                "arrays of length " + width + " in column '" + name + "': expected at least 1");
        }
        return and(new Columns(List.of(new Entry(name, width))));
    }

    /** Returns these columns and others. */
    Columns and(Columns others) {
        List<Entry> all = new ArrayList<>(entries);
        all.addAll(others.entries);
        return new Columns(all);
    }

    /** Returns the number of columns. */
    int count() {
        return entries.size();
    }

    /** Returns the names, in order. */
    String[] names() {
        return entries.stream().map(Entry::name).toArray(String[]::new);
    }

    /** Returns the types of the columns; throws if the schema lacks one or kernels cannot read it. */
    List<ColumnType> typesIn(StructType schema) {
        List<ColumnType> types = new ArrayList<>();
        for (Entry entry : entries) {
            if (!List.of(schema.fieldNames()).contains(entry.name())) {
                throw new IllegalArgumentException("there is no column '" + entry.name()
                    + "': expected one of " + String.join(", ", schema.fieldNames()));
            }
            types.add(ColumnType.of(entry.name(), schema.apply(entry.name()).dataType(), entry.width()));
        }
        return types;
    }
}
