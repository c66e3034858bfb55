// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

/** How grave a {@link Diagnostic} is, the gravest first. */
public enum Severity {
    /** What made a call fail. */
    ERROR,
    /** What is probably not meant. */
    WARNING,
    /** What the compiler did, for those who want to know. */
    REMARK,
    /** What belongs to the diagnostic that it is a note of. */
    NOTE
}
