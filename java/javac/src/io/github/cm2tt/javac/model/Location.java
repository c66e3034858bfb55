// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

/**
 * A place in a source file.
 *
 * @param line from 1
 * @param column from 1, tabs are one column
 * @param file the source's name, or null for that of the operation around it; for outermost ones the model's
 */
public record Location(int line, int column, String file) {
    /**
     * A place in the file that the operations around are in.
     *
     * @param line from 1
     * @param column from 1
     */
    public Location(int line, int column) {
        this(line, column, null);
    }

    /**
     * The same place, with its file.
     *
     * @param name the file's name
     * @return the place
     */
    public Location in(String name) {
        return new Location(line, column, name);
    }
}
