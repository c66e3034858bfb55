// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

/** The severity of a {@link Diagnostic}, in descending order. */
public enum Severity {
    /** An error, because of which a call failed. */
    ERROR,
    /** A probable mistake. */
    WARNING,
    /** A decision of the compiler. */
    REMARK,
    /** More information on a diagnostic. */
    NOTE
}
