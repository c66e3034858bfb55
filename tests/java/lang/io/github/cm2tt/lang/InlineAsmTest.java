// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.row;

import org.junit.jupiter.api.Test;

/** Assembly on the JVM. */
class InlineAsmTest {
    @Test
    void isRefused() {
        fails("assembly is PTX, which runs on GPUs only: \"shl.b32 $0, $1, 3;\" of 1 operands, with the "
                + "constraints \"=r,r\"",
            () -> Triton.inlineAsmElementwise(
                "shl.b32 $0, $1, 3;", "=r,r", int.class, true, 1, row(int.class, 1, 2)));
    }
}
