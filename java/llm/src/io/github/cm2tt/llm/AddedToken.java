// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/**
 * A token that is found in a text as it is, before the text is divided.
 *
 * @param id its id
 * @param text its text, not empty
 * @param isSpecial whether it controls, so that it is found only on request
 * @param stripsLeft whether it takes the white space before it
 * @param stripsRight whether it takes the white space after it
 * @param isWord whether it is found only between characters that are not of words
 */
record AddedToken(
    int id, String text, boolean isSpecial, boolean stripsLeft, boolean stripsRight, boolean isWord) {
    AddedToken(int id, String text, boolean isSpecial) {
        this(id, text, isSpecial, false, false, false);
    }

    AddedToken withText(String newText) {
        return new AddedToken(id, newText, isSpecial, stripsLeft, stripsRight, isWord);
    }
}
