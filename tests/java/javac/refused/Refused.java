// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package refused;

import java.util.function.Supplier;

/** What javac refuses; a compilation may go on after that. A comment says what becomes of it. */
class Refused {
    int field;

    static void unknown(int n) {
        nothing(n); // PROBLEM: javac refuses this
        n.nothing(); // PROBLEM: javac refuses this
        missing = 1; // PROBLEM: javac refuses this
        n + 1 = 2; // PROBLEM: javac refuses this
        n = n + missing; // PROBLEM: javac refuses this
        new Missing(n); // PROBLEM: javac refuses this
        n = 2;
    }

    static void lambdas(int n) {
        Object o = () -> n; // PROBLEM: javac refuses this
        Supplier<Object> s = Refused::missing; // PROBLEM: javac refuses this
        Supplier<Object> t = Missing::new; // PROBLEM: javac refuses this
    }

    static int objects() {
        return field; // PROBLEM: javac refuses this
    }
}
