// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** The language that kernels are written in: tiles, pointers, and what can be done with them. */
module io.github.cm2tt.lang {
}
