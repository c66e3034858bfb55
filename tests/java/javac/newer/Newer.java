// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package newer;

/** What Java has from 21 on, and kernels have not. A comment says so at the line. */
class Newer {
    record Size(int rows, int columns) {
    }

    static int patterns(Object o) {
        int rows = o instanceof Size(int r, int c) ? r : 0; // PROBLEM: patterns of records cannot be used in
        return switch (o) {
            case Size s -> s.rows(); // PROBLEM: patterns cannot be used in a kernel's switch
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
