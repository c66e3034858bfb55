// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** Compiles and launches kernels at run time, on a GPU or the CPU. */
module io.github.cm2tt.runtime {
    requires static jdk.jfr;
    requires transitive io.github.cm2tt.lang;

    exports io.github.cm2tt.runtime;
}
