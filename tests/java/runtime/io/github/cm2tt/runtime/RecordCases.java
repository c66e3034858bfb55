// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;

/** Constructors of records that contain code, methods of enums, and branches that are never taken. */
final class RecordCases {
    private RecordCases() {}

    record Clamped(int x) {
        Clamped {
            if (x < 0) {
                x = 0;
            }
        }
    }

    record Plus(int x) {
        Plus {
            x = x + 1;
        }
    }

    record Swapped(int x, int y) {
        Swapped(int x, int y) {
            this.x = y;
            this.y = x;
        }
    }

    static int written(int a) {
        return new Clamped(-3 + a - 6).x() + 3 * new Plus(a).x() + 7 * new Swapped(a, -2).x();
    }

    @Kernel
    static void writtenKernel(Ptr o, int a) {
        o.store(written(a));
    }

    record Range(int from, int to) {
        Range {
            int length = to - from;
            for (int i = 0; i < 2; i++) {
                if (length < 0) {
                    int other = from;
                    from = to;
                    to = other;
                }
                length = to - from;
            }
        }

        Range(int to) {
            this(1, to);
        }

        Range(int from, int length, boolean isReversed) {
            this(isReversed ? from - length : from, isReversed ? from : from + length);
        }

        Range() {
            this(5);
        }

        int length() {
            return to - from;
        }

        Range widened(int by) {
            return new Range(from - by, to + by);
        }
    }

    static int furtherConstructors(int a) {
        return new Range(a, 3).length() + 3 * new Range(a).length() + 5 * new Range(a, 2, a > 1).from()
            + 7 * new Range().to() + 11 * new Range(a, 4).widened(a).length();
    }

    @Kernel
    static void furtherConstructorsKernel(Ptr o, int a) {
        o.store(furtherConstructors(a));
    }

    record Early(int x, float y) {
        Early(int x, float y) {
            this.y = y * 2;
            if (x > 3) {
                this.x = 3;
                return;
            }
            int before = x;
            this.x = before + (int) this.y;
        }
    }

    static int returns(int a) {
        var made = new Early(a, 1.5f);
        return made.x() * 3 + (int) (made.y() * 4);
    }

    @Kernel
    static void returnsKernel(Ptr o, int a) {
        o.store(returns(a));
    }

    record Checked(int x, int... rest) {
        Checked {
            x += rest.length;
        }
    }

    record Pair<T, U>(T first, U second) {
        Pair(T first, U second) {
            this.first = first;
            this.second = second;
        }

        static <V> Pair<V, V> twice(V value) {
            return new Pair<>(value, value);
        }
    }

    static int generic(int a) {
        Pair<Integer, Float> pair = new Pair<>(a, 2.5f);
        Pair<Clamped, Clamped> clamped = Pair.twice(new Clamped(a));
        return pair.first() + (int) (pair.second() * 2) + clamped.first().x() * 3
            + new Pair<>(new Plus(a), a).first().x();
    }

    @Kernel
    static void genericKernel(Ptr o, int a) {
        o.store(generic(a));
    }

    static int references(int a) {
        IntFunction<Clamped> clamp = Clamped::new;
        IntBinaryOperator length = (x, y) -> new Range(x, y).length();
        java.util.function.BiFunction<Integer, Integer, Swapped> swap = Swapped::new;
        return clamp.apply(a).x() + 3 * length.applyAsInt(a, 2) + 5 * swap.apply(a, 9).y();
    }

    @Kernel
    static void referencesKernel(Ptr o, int a) {
        o.store(references(a));
    }

    interface Sized {
        int size();

        Sized next();
    }

    record Box(int size) implements Sized {
        Box {
            size = helper(size);
        }

        static int helper(int x) {
            return x * 2;
        }

        @Override
        public Box next() {
            return new Box(size + 1);
        }
    }

    record Outer(Box box, Plus plus) {
        Outer(int x) {
            this(new Box(x), new Plus(x));
        }

        Outer {
            box = new Box(box.size());
        }
    }

    static int composed(int a) {
        Sized sized = new Box(a);
        var outer = new Outer(a);
        return sized.next().next().size() + 3 * outer.box().size() + 5 * outer.plus().x();
    }

    @Kernel
    static void composedKernel(Ptr o, int a) {
        o.store(composed(a));
    }

    static int local(int a) {
        record Local(int x) {
            Local {
                x -= 4;
            }
        }
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            sum += new Local(a + i).x() * (i + 1);
        }
        return sum;
    }

    @Kernel
    static void localKernel(Ptr o, int a) {
        o.store(local(a));
    }

    /** A record as a parameter: its constructor has run when it is passed. */
    static int parameter(Plus plus, int a) {
        return plus.x() * a;
    }

    static int passed(int a) {
        return parameter(new Plus(a), 3);
    }

    @Kernel
    static void passedKernel(Ptr o, int a) {
        o.store(passed(a));
    }

    enum Mode {
        FAST, EXACT, SLOW;

        int factor() {
            return switch (this) {
                case FAST -> 1;
                case EXACT -> 10;
                case SLOW -> 100;
            };
        }

        boolean isLess(Mode other) {
            return ordinal() < other.ordinal();
        }

        static Mode usual() {
            return EXACT;
        }

        int times(int x) {
            return x * factor() + ordinal();
        }
    }

    enum Level {
        LOW, HIGH;

        int factor() {
            return this == HIGH ? 1000 : 3;
        }
    }

    static int ordinals(int a) {
        return Mode.FAST.ordinal() + 3 * Mode.EXACT.ordinal() + 5 * Mode.SLOW.ordinal() * a
            + 7 * Level.HIGH.ordinal();
    }

    @Kernel
    static void ordinalsKernel(Ptr o, int a) {
        o.store(ordinals(a));
    }

    static int enumMethods(int a) {
        Mode mode = Mode.usual();
        return mode.times(a) + Mode.SLOW.times(a) * 3 + Level.LOW.factor() * 5 + Level.HIGH.factor() * a
            + (Mode.FAST.isLess(mode) ? 1 : 2);
    }

    @Kernel
    static void enumMethodsKernel(Ptr o, int a) {
        o.store(enumMethods(a));
    }

    static int enumComparisons(int a) {
        return Mode.SLOW.compareTo(Mode.FAST) + 3 * Mode.FAST.compareTo(Mode.usual())
            + (Mode.FAST.name().equals("FAST") ? a : -a) + (Mode.FAST.equals(Mode.EXACT) ? 5 : 6);
    }

    @Kernel
    static void enumComparisonsKernel(Ptr o, int a) {
        o.store(enumComparisons(a));
    }

    record Setting(Mode mode, int x) {
        Setting {
            x = mode == Mode.FAST ? x : x + mode.ordinal();
        }
    }

    static int enumComponents(int a) {
        var setting = new Setting(Mode.SLOW, a);
        java.util.function.ToIntFunction<Mode> ordinal = Mode::ordinal;
        return setting.x() + setting.mode().factor() + ordinal.applyAsInt(Mode.EXACT);
    }

    @Kernel
    static void enumComponentsKernel(Ptr o, int a) {
        o.store(enumComponents(a));
    }

    private static final boolean DEBUG = false;
    private static final int LEVEL = 2;
    private static final String NAME = "release";

    static int deadBranches(int a) {
        if (DEBUG) {
            System.out.println("a is " + a);
        }
        int b = a;
        if (!DEBUG) {
            b += 3;
        } else {
            b = new int[] {1}[0];
        }
        if (LEVEL > 3 && a > 0) {
            System.err.println(b);
        } else if (LEVEL == 2) {
            b *= 5;
        } else {
            throw new IllegalStateException("no level " + LEVEL);
        }
        return b;
    }

    @Kernel
    static void deadBranchesKernel(Ptr o, int a) {
        o.store(deadBranches(a));
    }

    static boolean log(int a) {
        System.out.println(a);
        return true;
    }

    static int deadOperands(int a) {
        int b = DEBUG && log(a) ? 1 : 2;
        b += !DEBUG || log(a) ? 10 : 20;
        b += DEBUG ? Integer.parseInt("7") : 100;
        b += LEVEL >= 2 ? a : (int) System.nanoTime();
        return b;
    }

    @Kernel
    static void deadOperandsKernel(Ptr o, int a) {
        o.store(deadOperands(a));
    }

    static int constants(int a) {
        final boolean isOff = LEVEL * 2 + 1 != 5;
        if (isOff) {
            System.out.println("off");
        }
        if ((LEVEL & 1) != 0 || NAME == "debug") {
            System.out.println(NAME);
        }
        if (true) {
            a++;
        }
        return a;
    }

    @Kernel
    static void constantsKernel(Ptr o, int a) {
        o.store(constants(a));
    }
}
