// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

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

    enum Bodied {
        PLAIN, OWN {
            @Override
            int of(int x) {
                return 2;
            }
        };

        int of(int x) {
            return 1;
        }

        int plain(int x) {
            return 3;
        }
    }

    static int enums(Bodied bodied, Enum<?> any) {
        int a = bodied.plain(1) + Mode.FAST.ordinal() + Mode.FAST.compareTo(Mode.EXACT);
        a += bodied.of(1); // PROBLEM: the constant 'Bodied.OWN' has a body of its own, which a kernel
        return any.ordinal(); // PROBLEM: the constants of 'Enum' are not known: declare a variable of the enu
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
        var size = new Size(n);
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
        int b = shape.twice();
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

    static int counter;
    static final int[] TABLE = {1, 2};

    static int arrays(int i, int... rest) {
        float[] made = new float[4]; // PROBLEM: arrays cannot be used in a kernel: tiles hold many values
        made[0] = made[1]; // its declaration has the error
        int[] filled = {1, 2}; // PROBLEM: arrays cannot be used in a kernel: tiles hold many values
        rest[0] = 1; // PROBLEM: arrays cannot be used in a kernel: tiles hold many values
        for (int each : TABLE) // PROBLEM: arrays cannot be used in a kernel: tiles hold many values
            ++i;
        IntFunction<int[]> creation = int[]::new; // PROBLEM: arrays cannot be used in a kernel: tiles hold
        int length = TABLE.length; // PROBLEM: arrays cannot be used in a kernel: tiles hold many values
        return TABLE[i] // PROBLEM: arrays cannot be used in a kernel: tiles hold many values (Triton.arange,
            + rest[0] + rest.length;
    }

    static int arrayParameter(int[] a) { // PROBLEM: arrays cannot be used in a kernel: tiles hold many
        return a[0] + a.length;
    }

    static void exceptions(int i, Object lock) {
        assert i > 0 : "positive" + i; // PROBLEM: Java's assertions cannot be used in a kernel: use
        synchronized (lock) { // PROBLEM: monitors cannot be used in a kernel: atomic methods order accesses
            counter++; // PROBLEM: a kernel cannot assign to a field, such as 'counter': return the value, or
        }
        try { // PROBLEM: exceptions cannot be used in a kernel: Triton.deviceAssert stops it with a message
            i = counter; // PROBLEM: a kernel cannot read 'counter', a static field that is not final: pass
        } catch (IllegalStateException e) {
            i = 2;
        } finally {
            i += counter; // PROBLEM: a kernel cannot read 'counter', a static field that is not final: pass
        }
        if (i == 1)
            throw new IllegalStateException("the compiler may know i: " + i);
    }

    static void throwing(int i) {
        for (int j = 0; j < i; j++) {
            throw new IllegalStateException(); // PROBLEM: exceptions cannot be used in a kernel: Triton
        }
    }

    static int returning(int mode) {
        if (mode == 0)
            return 1;
        throw new IllegalStateException("the compiler may know mode: " + mode);
    }

    int assignments(Problems other) {
        field = other.field; // PROBLEM: a kernel cannot assign to a field, such as 'field': return the value
        this.field++; // PROBLEM: a kernel cannot assign to a field, such as 'field': return the value, or
        other.field += 2; // PROBLEM: a kernel cannot assign to a field, such as 'field': return the value
        return field;
    }

    static String strings(String s, int n) {
        String text = "n is " + n; // PROBLEM: strings cannot be computed in a kernel: Triton.devicePrint("n
        s += n; // PROBLEM: strings cannot be computed in a kernel: Triton.devicePrint("n is", n) prints text
        text.length(); // its declaration has the error
        s.length(); // PROBLEM: kernels cannot call 'String.length': there are no strings at run time: Triton
        return "a" + 1.5; // PROBLEM: strings cannot be computed in a kernel: Triton.devicePrint("n is", n)
    }

    static boolean types(Object o) {
        if (o instanceof Integer i) // PROBLEM: the type of a value cannot be tested in a kernel, except for
            return i > 0;
        if (o instanceof Point) // PROBLEM: the type of a value cannot be tested in a kernel, except for
            return true;
        return o instanceof Size || o instanceof Shape shape && shape.area() > 1 || o instanceof Mode;
    }

    static <T> Object casts(Object o, Number n) {
        var list = new ArrayList<Integer>(); // PROBLEM: a kernel can only create records: 'ArrayList'; there
        var random = new java.util.Random(7); // PROBLEM: a kernel can only create records: 'Random'; Triton.r
        String text = (String) o; // PROBLEM: a value cannot be cast to 'String' in a kernel: there are no str
        var pairs = (ArrayList<Integer>) o; // PROBLEM: a value cannot be cast to 'ArrayList' in a kernel: the
        Point p = (Point) o; // PROBLEM: a value cannot be cast to 'Point' in a kernel: there are numbers, til
        Size size = (Size) o;
        Shape shape = (Shape) o;
        int i = (Integer) o + (int) n + (int) (Integer) n;
        @SuppressWarnings("unchecked") T t = (T) o;
        Mode mode = (Mode) o;
        String nothing = (String) null;
        return (Number) t;
    }

    static void print(int n) {
        System.out.println("n is " + n); // PROBLEM: kernels cannot call 'PrintStream.println': Triton.device
        System.err.printf("%d", n); // PROBLEM: kernels cannot call 'PrintStream.printf': Triton.devicePrint(
        IntConsumer print = System.out::println; // PROBLEM: kernels cannot call 'PrintStream.println': Triton
    }

    static double jdk(double x, int n) {
        x = Math.pow(x, 2) + StrictMath.rint(x) + Math.cosh(x) + Math.round(x) + StrictMath.copySign(x, x);
        x = StrictMath.random(); // PROBLEM: kernels cannot call 'StrictMath.random': Triton.rand(seed, index)
        x = Math.random(); // PROBLEM: kernels cannot call 'Math.random': Triton.rand(seed, index) computes
        n = Integer.parseInt("1"); // PROBLEM: kernels cannot call 'Integer.parseInt': of 'java.lang.Integer'
        n = Character.isDigit('1') ? 1 : 2; // PROBLEM: kernels cannot call 'Character.isDigit': kernels have
        n = List.of(1, 2).get(0); // PROBLEM: kernels cannot call 'List.of': there are no collections: tiles h
        n = IntStream.range(0, n).sum(); // PROBLEM: kernels cannot call 'IntStream.range': write a for state
        String s = String.valueOf(n); // PROBLEM: kernels cannot call 'String.valueOf': there are no strings
        long now = System.nanoTime(); // PROBLEM: kernels cannot call 'System.nanoTime': of the JDK they can c
        DoubleUnaryOperator g = x1 -> Math.random(); // PROBLEM: kernels cannot call 'Math.random': Triton.ra
        DoubleSupplier h = Math::random; // PROBLEM: kernels cannot call 'Math.random': Triton.rand(seed, inde
        DoubleUnaryOperator f = Math::cbrt;
        UnaryOperator<Integer> same = UnaryOperator.identity(); // PROBLEM: kernels cannot call 'UnaryOperator
        return Math.floor(f.applyAsDouble(x)) + Integer.max(n, same.apply(n)) + Math.fma(x, x, x);
    }
}
