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

    interface Shape {
        int area();

        default int twice() {
            return 2 * area();
        }
    }

    class Inner {
        int inner() {
            return field; // PROBLEM: 'field' belongs to an object of an outer class, which a kernel does not have: pass it as a parameter
        }
    }

    static void objects(int n) {
        var point = new Point(); // PROBLEM: a kernel cannot make objects but records: 'Point'; make it a record
        var size = new Size(n); // PROBLEM: a record is made of all its components, by its canonical constructor: write a method that returns 'new Size(int rows, int columns)'
        Runnable r = new Runnable() { // PROBLEM: a kernel cannot make objects but records: write a lambda, or a record
            @Override
            public void run() {
            }
        };
        var good = new Size(n, n);
    }

    static int interfaces(Shape shape, Function<Integer, Integer> f) {
        int a = shape.area();
        int b = shape.twice(); // PROBLEM: of an interface only its own method can be called, not 'twice': write a lambda, such as x -> g.apply(f.apply(x))
        var g = f.andThen(f); // PROBLEM: of an interface only its own method can be called, not 'andThen': write a lambda, such as x -> g.apply(f.apply(x))
        boolean c = f.equals(f); // PROBLEM: of an interface only its own method can be called, not 'equals': write a lambda, such as x -> g.apply(f.apply(x))
        return a;
    }

    static void scopes(int a) {
        switch (a) {
            case 1:
                int b = 1;
                break;
            default:
                b = 2; // PROBLEM: the variable 'b' is declared outside of what is modelled here; pass it as a parameter, or declare it in front of the switch
        }
        class Local {
            int local() {
                return a; // PROBLEM: the variable 'a' is declared outside of what is modelled here; pass it as a parameter, or declare it in front of the switch
            }
        }
        UnaryOperator<Integer> f = x -> {
            new Point(); // PROBLEM: a kernel cannot make objects but records: 'Point'; make it a record
            return x;
        };
    }
}
