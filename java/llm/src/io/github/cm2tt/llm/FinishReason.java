// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/** Why a generation ended. */
public enum FinishReason {
    /** The model ended its text, or a text of the options occurred. */
    STOP,
    /** As many tokens were generated as the options allow, or as the context has room for. */
    LENGTH,
    /** The caller cancelled it, or closed the model. */
    CANCELLED
}
