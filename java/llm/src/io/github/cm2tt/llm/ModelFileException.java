// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/** A file of a model that is malformed, or that has what is not supported. The message names the file. */
public final class ModelFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ModelFileException(String message) {
        super(message);
    }

    ModelFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
