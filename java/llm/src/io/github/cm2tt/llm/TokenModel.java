// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/** Divides a piece of text, which is normalized and split off, into tokens. Threads may share a model. */
interface TokenModel {
    /**
     * Divides a piece.
     *
     * @param piece not empty; without lone surrogates
     * @param out the ids are added to it
     */
    void encode(String piece, TokenList out);
}
