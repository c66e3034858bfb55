// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

/**
 * A location in a source file.
 *
 * @param line from 1
 * @param column from 1, tabs are one column
 * @param file the source's name, or null for that of the enclosing operation; for outermost operations, that
 *     of the model
 */
public record Location(int line, int column, String file) {
    /**
     * Creates a location in the file of the enclosing operations.
     *
     * @param line from 1
     * @param column from 1
     */
    public Location(int line, int column) {
        this(line, column, null);
    }

    /**
     * Returns the same location with a file.
     *
     * @param name the file's name
     * @return the location
     */
    public Location in(String name) {
        return new Location(line, column, name);
    }
}
