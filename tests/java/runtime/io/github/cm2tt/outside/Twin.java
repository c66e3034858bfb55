// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.outside;

/** A class whose name and methods another package has, too. */
public final class Twin {
    private Twin() {}

    /** A record of a name that another class has, too. */
    public record Part(int x) {
        /** A written constructor. */
        public Part {
            x += 7;
        }
    }

    /** Another method has this name. */
    public static int h(int x) {
        return x + 1000;
    }
}
