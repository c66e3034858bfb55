// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

/** A class whose name and methods another package has, too. */
final class Twin {
    private Twin() {}

    record Part(int x) {
        public int x() {
            return x * 3;
        }
    }

    static int h(int x) {
        return x - 1000;
    }
}
