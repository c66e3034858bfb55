// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/** A text that is no JSON. The message contains the line and the column, both from 1. */
final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1;

    JsonException(String message) {
        super(message);
    }
}
