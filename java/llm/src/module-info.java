// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** Language models in a Java program: files, tokenizers, generation, a server. */
module io.github.cm2tt.llm {
    requires transitive io.github.cm2tt.kernels;
    requires jdk.httpserver;

    exports io.github.cm2tt.llm;
}
