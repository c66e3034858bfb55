// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What cannot be modelled. A comment says so at the line; other lines are looked at all the same. */
class Problems {
    int field;

    static class Point {
    }

    record Size(int rows, int columns) {
        Size(int both) {
            this(both, both);
        }
    }

    enum Mode {
        EXACT, FAST;

        static final Mode USUAL = EXACT;
    }

    interface Shape {
        int area();

        default int twice() {
            return 2 * area();
        }
    }

    class Inner {
        int inner() {
            return field; // PROBLEM: 'field' belongs to an object of an outer class, which a kernel does
        }
    }

    static void objects(int n) {
        var point = new Point(); // PROBLEM: a kernel can only create records: 'Point'; make it a
        var size = new Size(n); // PROBLEM: a record is made of all its components, by its canonical
        Runnable r = new Runnable() { // PROBLEM: a kernel can only create records: write a lambda,
            @Override
            public void run() {
            }
        };
        var good = new Size(n, n);
    }

    static boolean fields(Mode mode) {
        boolean known = mode == Mode.EXACT;
        return mode == Mode.USUAL; // PROBLEM: the value of 'Mode.USUAL' is not known: write the constant
    }

    static int interfaces(Shape shape, Function<Integer, Integer> f) {
        int a = shape.area();
        int b = shape.twice(); // PROBLEM: of an interface only its own method can be called, not 'twice':
        var g = f.andThen(f); // PROBLEM: of an interface only its own method can be called, not 'andThen':
        boolean c = f.equals(f); // PROBLEM: of an interface only its own method can be called, not 'equals':
        return a;
    }

    static void scopes(int a) {
        switch (a) {
            case 1:
                int b = 1;
                break;
            default:
                b = 2; // PROBLEM: the variable 'b' is declared outside of what is modelled here; pass it as
        }
        class Local {
            int local() {
                return a; // PROBLEM: the variable 'a' is declared outside of what is modelled here; pass it
            }
        }
        UnaryOperator<Integer> f = x -> {
            new Point(); // PROBLEM: a kernel can only create records: 'Point'; make it a record
            return x;
        };
    }
}
