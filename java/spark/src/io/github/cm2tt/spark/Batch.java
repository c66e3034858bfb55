// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.DeviceBuffer;
import java.util.List;

/**
 * Rows of a partition in the memory of a device. It is valid until the next batch of the partition is asked
 * for; work that the task queued on {@link KernelContext#stream} before may still use it.
 */
public final class Batch {
    private final int rows;
    private final List<StagedColumn> columns;
    private final List<DeviceBuffer> numbers;
    private final List<DeviceBuffer> validity;

    Batch(int rows, List<StagedColumn> columns, List<DeviceBuffer> numbers, List<DeviceBuffer> validity) {
        this.rows = rows;
        this.columns = columns;
        this.numbers = numbers;
        this.validity = validity;
    }

    /**
     * Returns the number of rows.
     *
     * @return at least 1
     */
    public int rows() {
        return rows;
    }

    /**
     * Returns the numbers of a column, row by row. Those of null rows are arbitrary.
     *
     * @param name the name of the column
     * @return the numbers, or the elements of the arrays
     * @throws IllegalArgumentException if the batch has no such column
     */
    public DeviceBuffer column(String name) {
        return numbers.get(indexOf(name));
    }

    /**
     * Returns the validity bitmap of a column: row i is not null if bit i % 8 of byte i / 8 is set.
     *
     * @param name the name of the column
     * @return the bytes of the bitmap
     * @throws IllegalArgumentException if the batch has no such column
     */
    public DeviceBuffer validity(String name) {
        return validity.get(indexOf(name));
    }

    /**
     * Returns the number of null rows of a column.
     *
     * @param name the name of the column
     * @return the number
     * @throws IllegalArgumentException if the batch has no such column
     */
    public int nulls(String name) {
        return columns.get(indexOf(name)).nulls();
    }

    private int indexOf(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).type.name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("the batch has no column '" + name + "': expected one of "
            + String.join(", ", columns.stream().map(column -> column.type.name()).toList()));
    }
}
