// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** The kernel language of cm2tt: tile kernels for GPUs and CPUs, written in Java. */
module io.github.cm2tt.lang {
    exports io.github.cm2tt.lang;
}
