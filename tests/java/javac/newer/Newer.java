// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package newer;

/** What Java has from 21 on, and what of it kernels have not. A comment says so at the line. */
class Newer {
    record Size(int rows, Object columns) {
    }

    static int patterns(Object o) {
        int rows = o instanceof Size(int r, var c) ? r : 0;
        if (o instanceof Size(int r, Size(var s, Integer n))) // PROBLEM: the type of a value cannot be tested
            return s;
        return switch (o) {
            case Size(var a, Size(int b, Object c)) when a > b -> a;
            case Size s -> s.rows();
            case String s -> 2; // PROBLEM: the type of a value cannot be tested in a kernel, except for recor
            default -> 1;
        };
    }

    static int nothing(Integer n) {
        return switch (n) {
            case null -> 1; // PROBLEM: null cannot be a case of a kernel's switch: test for it before
            default -> 2;
        };
    }
}
