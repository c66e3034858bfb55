// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

/** A model that cannot be read. */
public final class ModelFormatException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message the error, in lower case and without a full stop
     */
    public ModelFormatException(String message) {
        super(message);
    }
}
