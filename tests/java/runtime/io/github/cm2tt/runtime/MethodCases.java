// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Methods of one name in several classes: helpers, references, records, interfaces. Each kernel stores what
 * the method computes that has its name without {@code Kernel}, which a test calls as well.
 */
final class MethodCases {
    private MethodCases() {}

    static class A {
        static int h(int x) {
            return x;
        }

        static int twice(int x) {
            return h(x) + h(x + 1);
        }
    }

    static class B {
        static int h(int x) {
            return x * 100;
        }

        static int twice(int x) {
            return h(x) * 2;
        }

        static class A {
            static int h(int x) {
                return x - 7;
            }
        }
    }

    static class Derived extends A {
        static int h(int x) {
            return x * 11;
        }
    }

    static class Inherited extends B {
    }

    /** An inner class: its type has an enclosing one. */
    class Inner {
        static int h(int x) {
            return x ^ 0x55;
        }

        static int h(Inner x, int y) {
            return y ^ 0xaa;
        }
    }

    static int h(int x) {
        return x + 31;
    }

    static int statics(int a) {
        return A.h(a) * 3 + B.h(a) * 5 + h(a) * 7;
    }

    @Kernel
    static void staticsKernel(Ptr o, int a) {
        o.store(statics(a));
    }

    static int nested(int a) {
        return A.twice(a) + B.twice(a) * 3 + B.A.h(a) * 5;
    }

    @Kernel
    static void nestedKernel(Ptr o, int a) {
        o.store(nested(a));
    }

    static int packages(int a) {
        return Twin.h(a) + 3 * io.github.cm2tt.outside.Twin.h(a);
    }

    @Kernel
    static void packagesKernel(Ptr o, int a) {
        o.store(packages(a));
    }

    static int packageRecords(int a) {
        return new Twin.Part(a).x() + 100 * new io.github.cm2tt.outside.Twin.Part(a).x();
    }

    @Kernel
    static void packageRecordsKernel(Ptr o, int a) {
        o.store(packageRecords(a));
    }

    static int inherited(int a) {
        return Derived.h(a) + Derived.twice(a) * 3 + Inherited.h(a) * 5 + Inherited.twice(a) * 7;
    }

    @Kernel
    static void inheritedKernel(Ptr o, int a) {
        o.store(inherited(a));
    }

    static int inner(int a) {
        return Inner.h(a) + Inner.h(null, a) * 3 + A.h(a) * 5;
    }

    @Kernel
    static void innerKernel(Ptr o, int a) {
        o.store(inner(a));
    }

    static int applied(IntUnaryOperator f, IntUnaryOperator g, int a) {
        return f.applyAsInt(a) + 3 * g.applyAsInt(a);
    }

    static int references(int a) {
        return applied(A::h, B::h, a) * 5 + applied(B::h, A::h, a) + applied(Derived::twice, Twin::h, a);
    }

    @Kernel
    static void referencesKernel(Ptr o, int a) {
        o.store(references(a));
    }

    static int lambdas(int a) {
        return applied(x -> A.h(x) + 1, x -> B.h(x) - A.h(1), a) + applied(x -> B.A.h(x), x -> h(x), a);
    }

    @Kernel
    static void lambdasKernel(Ptr o, int a) {
        o.store(lambdas(a));
    }

    record P(int x) {
        public int x() {
            return x * 100;
        }

        static P of(int x) {
            return new P(x + 1);
        }
    }

    record Q(int x) {
        static Q of(int x) {
            return new Q(x + 2);
        }
    }

    static int accessors(int a) {
        UnaryOperator<Integer> ofP = x -> P.of(x).x();
        UnaryOperator<Integer> ofQ = x -> Q.of(x).x();
        return new P(1).x() + new Q(a).x() * 3 + P.of(a).x() * 5 + Q.of(a).x() * 7 + ofP.apply(a)
            + ofQ.apply(a) * 11;
    }

    @Kernel
    static void accessorsKernel(Ptr o, int a) {
        o.store(accessors(a));
    }

    interface I {
        default int h(int x) {
            return x;
        }

        default int outer(int x) {
            return h(x) + 1;
        }

        static int fixed(int x) {
            return x + 3;
        }
    }

    interface J extends I {
        default int h(int x) {
            return x * 10;
        }

        static int fixed(int x) {
            return x + 5;
        }
    }

    interface K extends I {
        int x();
    }

    record R(int q) implements J {
    }

    record S(int q) implements I {
    }

    record Both(int q) implements I, J {
    }

    record Own(int q) implements J {
        public int h(int x) {
            return J.super.h(x) + q;
        }

        public int h(float x) {
            return (int) x + 1000;
        }
    }

    record Component(int x) implements K {
        public int outer(int y) {
            return K.super.outer(y) * 2 + x;
        }
    }

    static int call(I i, int a) {
        return i.h(a) * 3 + i.outer(a);
    }

    static <T extends I & IntUnaryOperator> int callBoth(T both, int a) {
        return both.h(a) + 7 * both.applyAsInt(a);
    }

    record Operator(int q) implements I, IntUnaryOperator {
        public int applyAsInt(int x) {
            return x - q;
        }
    }

    static int defaults(int a) {
        return new S(1).h(a) + 3 * new R(1).h(a) + 5 * new Both(2).h(a) + 7 * new Own(3).h(a)
            + 9 * new Component(4).h(a);
    }

    @Kernel
    static void defaultsKernel(Ptr o, int a) {
        o.store(defaults(a));
    }

    static int throughInterfaces(int a) {
        I both = new Both(2);
        J own = new Own(3);
        return call(new S(1), a) + 3 * call(new R(1), a) + 5 * call(both, a) + 7 * call(own, a)
            + 9 * call(new Component(4), a) + own.h(a) + both.outer(a) + I.fixed(a) + J.fixed(a);
    }

    @Kernel
    static void throughInterfacesKernel(Ptr o, int a) {
        o.store(throughInterfaces(a));
    }

    static int bounds(int a) {
        return callBoth(new Operator(3), a) + new Own(1).h(2.5f) + new Own(a).h(a);
    }

    @Kernel
    static void boundsKernel(Ptr o, int a) {
        o.store(bounds(a));
    }

    interface Named {
        int x();

        default int y() {
            return 5;
        }
    }

    record Written(int x, int y) implements Named {
        public int x() {
            return -x;
        }
    }

    record Plain(int x) implements Named {
    }

    static int sum(Named named) {
        return named.x() + 3 * named.y();
    }

    static int interfaceAccessors(int a) {
        return sum(new Written(a, 2)) + 7 * sum(new Plain(a));
    }

    @Kernel
    static void interfaceAccessorsKernel(Ptr o, int a) {
        o.store(interfaceAccessors(a));
    }

    interface Shape<T> {
        int of(T x);

        default Shape<T> next() {
            return this;
        }
    }

    record Scaled(int factor) implements Shape<Integer> {
        public int of(Integer x) {
            return x * factor;
        }

        public int of(Float x) {
            return -1;
        }

        public Scaled next() {
            return new Scaled(factor + 1);
        }
    }

    static int generics(int a) {
        Shape<Integer> shape = new Scaled(3);
        return shape.of(a) + shape.next().of(a) * 5 + new Scaled(2).of(1f);
    }

    @Kernel
    static void genericsKernel(Ptr o, int a) {
        o.store(generics(a));
    }

    static int g(int x) {
        return 1;
    }

    static int g(char x) {
        return 2;
    }

    static int g(byte x) {
        return 3;
    }

    static int g(short x) {
        return 4;
    }

    static int g(long x) {
        return 5;
    }

    static int g(float x) {
        return 6;
    }

    static int g(double x) {
        return 7;
    }

    static int g(boolean x) {
        return 8;
    }

    static int g(Integer x, char y) {
        return 9;
    }

    static int g(Character x, int y) {
        return 10;
    }

    static int overloads(int a) {
        return g(a) + 11 * g((char) a) + 121 * g((byte) a) + 1331 * g((short) a) + 14641 * g((long) a)
            + g((float) a) * 7 + g((double) a) * 17 + g(a > 0) * 19 + g(Integer.valueOf(a), 'x') * 23
            + g(Character.valueOf('x'), a) * 29;
    }

    @Kernel
    static void overloadsKernel(Ptr o, int a) {
        o.store(overloads(a));
    }

    static int charsOnly(int a) {
        IntBinaryOperator f = (x, y) -> g((char) x) * 5 + g(y);
        return f.applyAsInt(a, a) + g('c');
    }

    @Kernel
    static void charsOnlyKernel(Ptr o, int a) {
        o.store(charsOnly(a));
    }

    interface Activation {
        int apply(int x);
    }

    record Relu() implements Activation {
        public int apply(int x) {
            return Math.max(x, 0);
        }
    }

    record Identity() implements Activation {
        public int apply(int x) {
            return x;
        }
    }

    record Empty() {
    }

    record Holder(Empty empty, int x, Activation f) {
    }

    static int emptyRecords(int a) {
        Activation f = new Relu();
        var holder = new Holder(new Empty(), 3, new Identity());
        boolean is = holder.f() instanceof Identity;
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += f.apply(a - i) + holder.f().apply(a);
        }
        return sum + holder.x() + (is ? 100 : 200);
    }

    @Kernel
    static void emptyRecordsKernel(Ptr o, int a) {
        o.store(emptyRecords(a));
    }

    static Activation choose(boolean isRelu) {
        return isRelu ? new Relu() : new Identity();
    }

    static int chosenRecords(int a) {
        return choose(true).apply(a) + 3 * choose(false).apply(a);
    }

    @Kernel
    static void chosenRecordsKernel(Ptr o, int a) {
        o.store(chosenRecords(a));
    }
}
