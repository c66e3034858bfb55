// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** Kernels of linear algebra and neural networks, with their launchers. */
module io.github.cm2tt.kernels {
    requires transitive io.github.cm2tt.lang;
    requires transitive io.github.cm2tt.runtime;

    exports io.github.cm2tt.kernels;

    opens io.github.cm2tt.kernels to io.github.cm2tt.runtime;
}
