// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.List;

/** A step that divides text before the model sees it, so that no token crosses the bounds of a piece. */
interface Splitter {
    /**
     * Divides a piece.
     *
     * @param piece not empty
     * @param isFirst whether the piece begins the text
     * @param out the parts are added to it; none is empty
     */
    void split(String piece, boolean isFirst, List<String> out);
}
