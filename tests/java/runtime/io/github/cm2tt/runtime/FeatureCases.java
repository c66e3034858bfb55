// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static java.lang.Math.max;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * Features of the language, one in a method, which Java and a kernel call: conversions, order of evaluation,
 * statements, lambdas, names and hiding.
 */
final class FeatureCases {
    private FeatureCases() {}

    enum Feature {
        ARGUMENT_ORDER, ASSIGNED_VALUES, BOOLEANS, BOUND_REFERENCES, BOXES, CHARS, CHOICE_TYPES,
        COMPOUND_NARROWING, CONSTANT_FIELDS, CURRIED_LAMBDAS, DO_LOOPS, EARLY_RETURNS,
        EFFECTIVELY_FINAL, ENHANCED_FOR, ENUM_SWITCHES, FALL_THROUGH, FLOAT_CASTS, FLOAT_REMAINDERS,
        FOR_LISTS, GENERIC_METHODS, GENERIC_RECORDS, HEXADECIMAL, HIDDEN_FIELDS, HIDDEN_METHODS,
        INCREMENTS, INSTANCE_OF, INTEGER_QUOTIENTS, INTERFACE_MEMBERS, LABELS, LAMBDA_BLOCKS,
        LAMBDA_RETURNS, LOCAL_TYPES, LONGS, NAMES, NARROW_TYPES, NESTED_CHOICES, OVERFLOW,
        PROMOTED_SHIFTS, RECORD_LOOPS, SCOPES, SHIFTS, SHORT_CIRCUITS, SPECIAL_FLOATS,
        STATIC_IMPORTS, STRINGS, SWITCH_VALUES, TEXT_SWITCHES, UNARY, VARARGS, YIELDS
    }

    @Kernel
    static void kernel(Ptr in, Ptr out, @Constant Feature feature) {
        int i = Triton.programId(0);
        out.add(i).store(run(feature, in.add(i).load().intValue()));
    }

    @Kernel
    static void constant(Ptr out, @Constant int a, @Constant Feature feature) {
        out.store(run(feature, a));
    }

    static int run(Feature feature, int a) {
        return switch (feature) {
            case ARGUMENT_ORDER -> argumentOrder(a);
            case ASSIGNED_VALUES -> assignedValues(a);
            case BOOLEANS -> booleans(a);
            case BOUND_REFERENCES -> boundReferences(a);
            case BOXES -> boxes(a);
            case CHARS -> chars(a);
            case CHOICE_TYPES -> choiceTypes(a);
            case COMPOUND_NARROWING -> compoundNarrowing(a);
            case CONSTANT_FIELDS -> constantFields(a);
            case CURRIED_LAMBDAS -> curriedLambdas(a);
            case DO_LOOPS -> doLoops(a);
            case EARLY_RETURNS -> earlyReturns(a) * 10 + earlyReturns(-a);
            case EFFECTIVELY_FINAL -> effectivelyFinal(a);
            case ENHANCED_FOR -> enhancedFor(a, 3, a - 1, 7);
            case ENUM_SWITCHES -> enumSwitches(a);
            case FALL_THROUGH -> fallThrough(a) + fallThrough(a % 4) * 100;
            case FLOAT_CASTS -> floatCasts(a);
            case FLOAT_REMAINDERS -> floatRemainders(a);
            case FOR_LISTS -> forLists(a);
            case GENERIC_METHODS -> genericMethods(a);
            case GENERIC_RECORDS -> genericRecords(a);
            case HEXADECIMAL -> hexadecimal(a);
            case HIDDEN_FIELDS -> hiddenFields(a);
            case HIDDEN_METHODS -> hiddenMethods(a);
            case INCREMENTS -> increments(a);
            case INSTANCE_OF -> instanceOf(a);
            case INTEGER_QUOTIENTS -> integerQuotients(a);
            case INTERFACE_MEMBERS -> interfaceMembers(a);
            case LABELS -> labels(a);
            case LAMBDA_BLOCKS -> lambdaBlocks(a);
            case LAMBDA_RETURNS -> lambdaReturns(a);
            case LOCAL_TYPES -> localTypes(a);
            case LONGS -> longs(a);
            case NAMES -> names(a);
            case NARROW_TYPES -> narrowTypes(a);
            case NESTED_CHOICES -> nestedChoices(a);
            case OVERFLOW -> overflow(a);
            case PROMOTED_SHIFTS -> promotedShifts(a);
            case RECORD_LOOPS -> recordLoops(a);
            case SCOPES -> scopes(a);
            case SHIFTS -> shifts(a);
            case SHORT_CIRCUITS -> shortCircuits(a);
            case SPECIAL_FLOATS -> specialFloats(a);
            case STATIC_IMPORTS -> staticImports(a);
            case STRINGS -> strings(a);
            case SWITCH_VALUES -> switchValues(a) + 7 * switchValues(a & 7);
            case TEXT_SWITCHES -> textSwitches("two", a) + textSwitches("other", a);
            case UNARY -> unary(a);
            case VARARGS -> varargs(a);
            case YIELDS -> yields(a);
        };
    }

    // Numbers

    static int overflow(int a) {
        int big = Integer.MAX_VALUE - 3 + a, square = a * a * a * 65_537;
        return big ^ square - Integer.MIN_VALUE ^ Math.abs(Integer.MIN_VALUE + a * 0);
    }

    static int integerQuotients(int a) {
        int b = a | 1, minimum = Integer.MIN_VALUE + (a & 0);
        return a / 7 + a % 7 * 3 + -a / 4 * 5 + minimum / (b - b - 1) + minimum % (b - b - 1) + 1000 / b
            + 1000 % b
            + Math.floorMod(a, -3) * 11 + Math.floorDiv(-a, 3);
    }

    static int shifts(int a) {
        long wide = a;
        return (a << 33) + (a >> 35) * 3 + (a >>> -1) + (1 << a) + (int) (wide << 65)
            + (int) (wide >>> 60) * 5
            + (int) (1L << a);
    }

    static int promotedShifts(int a) {
        byte b = (byte) a;
        short s = (short) (b << 4);
        char c = (char) (a >> 1);
        b >>>= 1;
        s >>>= 3L;
        c <<= 2;
        return b + s * 3 + c + ((byte) -1 >>> 4) + (b >> (byte) 33) + (1L << 33 > a ? 1 : 2);
    }

    static int narrowTypes(int a) {
        byte b = (byte) (a * 3), negated = (byte) -b;
        short s = (short) (b * b * 3 + a);
        char c = (char) (s - 1);
        final byte small = 100;
        byte constant = small + 27;
        return b + negated * 3 + s * 5 + c * 7 + (byte) (b + 100) + (short) c + (char) b + constant;
    }

    static int compoundNarrowing(int a) {
        byte b = 100;
        short s = 30_000;
        char c = 'z';
        int i = a;
        long l = a;
        b += a;
        b *= 1.7;
        s -= a * 2.5f;
        c += 3.9;
        c -= a;
        i *= 0.5;
        i += 1e10;
        l /= 0.3f;
        l ^= i;
        b++;
        --c;
        return b + s + c + i + (int) l;
    }

    static int longs(int a) {
        long l = a * 1_000_000_007L, m = a * 100_000;
        return (int) (l >> 7) + (int) (m % 97) + (int) l + Long.compare(l, m) + (l > a ? 1 : 2)
            + (int) (l / -3 ^ m);
    }

    static int floatCasts(int a) {
        float f = a * 1e9f;
        double d = -a * 1e18;
        float nan = 0f / (a - a);
        return (int) f + (int) d * 3 + (int) nan + (int) (long) f + (byte) f + (short) d + (char) f
            + (int) ((long) d >> 40) + (int) (a / 3f * 1000) + (int) (float) 0.1 + (int) (16_777_217f + a);
    }

    static int floatRemainders(int a) {
        float f = a * 1.75f;
        double d = a + 0.3;
        return (int) (f % 3 * 8) + (int) (-f % 2.5f * 4) * 3 + (int) (d % -7.5 * 100) + (int) (5 % (f
            + 0.5f) * 4);
    }

    static int specialFloats(int a) {
        double zero = 0.0 * a, negative = -zero, infinite = 1 / (a * 0.0 + 0.0), nan = zero / (a - a);
        int bits = 0;
        bits |= nan == nan ? 1 : 0;
        bits |= nan != nan ? 2 : 0;
        bits |= nan < 1 || nan >= 1 ? 4 : 0;
        bits |= !(nan > 1) ? 8 : 0;
        bits |= zero == negative ? 16 : 0;
        bits |= 1 / Math.max(-0.0, 0.0) > 0 ? 32 : 0;
        bits |= 1 / Math.min(0.0f, -0.0f) < 0 ? 64 : 0;
        return bits | (infinite > Double.MAX_VALUE ? 128 : 0) | (Math.max(nan, 1) == 1 ? 256 : 0);
    }

    static int unary(int a) {
        byte b = (byte) a;
        char c = 'a';
        return -b + ~b * 3 + +c + -c * 5 + ~-a + -~a * 7 - - a + (!(a > 2) ? 1 : 0) + -(-a) + (- -b);
    }

    static int hexadecimal(int a) {
        return (a ^ 0xFFFF_0000) + 0b1010_1010 + 017 + (int) 0x1p10f + 0x7fff_ffff + (int) 1e3 + '\u0041'
            + '\177' + (int) (0xFFFFFFFFL >>> 4) + (byte) 0x80;
    }

    static int chars(int a) {
        char c = (char) ('a' + a % 26);
        int sum = c + 1;
        c++;
        c += 1;
        String digits = "0123";
        return sum * 3 + c + (c > 'm' ? 'y' : 'n') + (char) (c + 1) + (c == 99 ? 5 : 6)
            + (digits.equals("0123") ? 5 : 6);
    }

    static int choiceTypes(int a) {
        boolean isPositive = a > 0;
        char c = 'x';
        int i = 0;
        byte b = 5;
        short s = -3;
        long sum = isPositive ? 1 : 2L;
        double d = isPositive ? a : 0.5f;
        int one = isPositive ? c : 0, other = isPositive ? c : i, third = isPositive ? b : s;
        return (int) (sum + d * 2) + one + other * 3 + third + (isPositive ? 'b' : b)
            + (a > 3 ? 1 : a > 1 ? b : c);
    }

    static int boxes(int a) {
        Integer boxed = a;
        Long wide = (long) a;
        Boolean is = a > 1;
        Character c = 'q';
        Double d = a * 0.5;
        int sum = boxed + c + (is ? 1 : 2);
        boxed += 2;
        return sum + boxed * 3 + wide.intValue() + d.intValue() + boxed.compareTo(3) + (boxed > a ? 5 : 6);
    }

    // Order of evaluation

    static int increments(int a) {
        int i = a;
        i = i++ + ++i;
        int j = i-- - --i;
        i += i++ * 2 + i;
        j = j++;
        int k = (i = 3) * i + (j += 2) * j--;
        return i + j * 31 + k * 7;
    }

    static int assignedValues(int a) {
        int x, y, z = x = y = a;
        x += y -= z *= 2;
        int w = (x = 5) + x * (x = 2) + x;
        boolean is;
        if (is = w > 3)
            w++;
        while ((y = y - 7) > 0)
            w += y;
        return x + y * 3 + z * 5 + w * 7 + (is ? 1 : 0);
    }

    static int mixed(int x, int y, int z) {
        return x * 100 + y * 10 + z;
    }

    static int argumentOrder(int a) {
        int i = a & 7;
        return mixed(i++, i, i *= 2) + mixed(i, i = 3, --i) + mixed(mixed(i++, i++, i), i, i--);
    }

    static int shortCircuits(int a) {
        int i = a, count = 0;
        if (i > 0 && i++ > 1 || ++i < 0) {
            count = 1;
        }
        boolean both = i > 3 & count++ > 0, either = i < 0 | count++ > 5, one = a > 0 ^ count++ > 1;
        both &= one | either;
        return i + count * 10 + (both ? 100 : 0) + (either ? 1000 : 0) + (one != both ? 10_000 : 0);
    }

    static int booleans(int a) {
        boolean x = a > 1, y = a % 2 == 0, z = !x;
        x ^= y;
        z |= x && !y;
        y &= z == x;
        return (x ? 1 : 0) | (y ? 2 : 0) | (z ? 4 : 0) | (x != z ? 8 : 0) | (x == y == z ? 16 : 0)
            | (true & x ? 32 : 0);
    }

    static int nestedChoices(int a) {
        int sign = a > 0 ? 1 : a < 0 ? -1 : 0;
        return (a > 1 ? a > 10 ? 3 : 2 : 1) * 10 + sign + (sign > 0 ? sign < 2 ? a : -a : a * 2);
    }

    // Statements

    static int labels(int a) {
        int sum = 0;
        outer:
        for (int i = 0; i < 6; i++) {
            inner:
            for (int j = 0;; j++) {
                if (j > 4)
                    continue outer;
                if (j == i)
                    continue inner;
                if (i * j > Math.abs(a % 17))
                    break outer;
                sum += i * 10 + j;
            }
        }
        block: {
            if (sum > 100)
                break block;
            sum += 1000;
        }
        return sum;
    }

    static int doLoops(int a) {
        int n = Math.abs(a % 100), steps = 0;
        do {
            if (n % 5 == 4) {
                n -= 3;
                continue;
            }
            n--;
            steps += n > 50 ? 2 : 1;
        } while (n > 0);
        return steps * 3 + n;
    }

    static int forLists(int a) {
        int sum = 0, i, j;
        for (i = 0, j = 10; i < j; i++, j -= 2)
            sum += i * j;
        for (; sum > 20 && i-- > 0;)
            sum -= a % 5;
        for (long l = a; l < a + 3L; l++)
            sum += (int) l;
        for (byte b = 125; b > 0; b++)
            sum++;
        return sum * 10 + i + j;
    }

    static int earlyReturns(int a) {
        if (a < 0)
            return -1;
        for (int i = 2; i < 20; i++) {
            if (a % i == 0)
                return i;
            while (i > 10) {
                if (a > i)
                    return a - i;
                i++;
                if (i > 15)
                    break;
            }
        }
        return 99;
    }

    @SuppressWarnings("fallthrough")
    static int fallThrough(int a) {
        int x = 0;
        switch (a) {
            case 1:
                x += 1;
            case 2:
            case -1:
                x += 10;
                break;
            default:
                x += 100;
            case 0:
                x += 1000;
                if (a == 0)
                    break;
                x += 5;
            case 16: {
                int y = x;
                x += y;
            }
        }
        return x;
    }

    static int switchValues(int a) {
        return switch (a % 8) {
            case 0, 5 -> 100;
            case 1, -1 -> {
                int b = a * 2;
                yield b > 0 ? b : 7;
            }
            case 2 -> switch (a) {
                case 2 -> 22;
                default -> 33;
            };
            default -> a;
        } + 1;
    }

    static int yields(int a) {
        char kind = (char) ('a' + (a & 3));
        int value = switch (kind) {
            case 'a':
                yield 1;
            case 'b':
                for (int i = 0; i < 9; i++) {
                    if (i * i > a)
                        yield i;
                }
            default:
                if (a > 5)
                    yield kind;
                yield -kind;
        };
        return value * 3;
    }

    static int textSwitches(String text, int a) {
        switch (text) {
            case "one" -> a += 1;
            case "two", "three" -> a *= 2;
            default -> a -= 3;
        }
        return a;
    }

    static int strings(int a) {
        final String name = "ab" + 1 + 'c' + true;
        return (name.equals("ab1ctrue") ? a : -a) + (name == "ab1ctrue" ? 10 : 20)
           ;
    }

    enum Color {
        RED, GREEN, BLUE
    }

    @SuppressWarnings("fallthrough")
    static int ofColor(Color color, int a) {
        int rest = switch (color) {
            case RED -> 5;
            case GREEN, BLUE -> color == Color.BLUE ? a : 3;
        };
        switch (color) {
            case RED:
                rest++;
            default:
                rest += color.ordinal();
        }
        return rest;
    }

    static int enumSwitches(int a) {
        return ofColor(Color.RED, a) + ofColor(Color.GREEN, a) * 10 + ofColor(Color.BLUE, a) * 100;
    }

    static int enhancedFor(int... numbers) {
        int sum = numbers.length;
        for (int each : numbers) {
            if (each == 7)
                continue;
            sum = sum * 3 + each;
        }
        return sum + numbers[1];
    }

    static int count(int... numbers) {
        return numbers.length;
    }

    static int count(int first, long... numbers) {
        return numbers.length * 10 + first;
    }

    static int count(Object first) {
        return 1000;
    }

    static int total(int factor, int... numbers) {
        int sum = 0;
        for (var each : numbers)
            sum += each * factor;
        return sum;
    }

    static int varargs(int a) {
        return count() + count(a, 2L) + count(a, 2L, 3) + count(a) + total(2) + total(3, a)
            + total(4, a, 5, a) * 7;
    }

    // Lambdas and methods

    static int lambdaBlocks(int a) {
        IntUnaryOperator f = x -> {
            int y = x;
            for (int i = 0; i < 3; i++)
                y = y * 2 + a;
            return y;
        };
        IntBinaryOperator g = (x, y) -> f.applyAsInt(x) - f.applyAsInt(y);
        return g.applyAsInt(a, 3) + f.applyAsInt(g.applyAsInt(1, 2));
    }

    static int lambdaReturns(int a) {
        IntUnaryOperator f = x -> {
            if (x > 5)
                return x - 5;
            while (x < 0) {
                x += 10;
                if (x == 3)
                    return 33;
            }
            return x * 2;
        };
        IntPredicate is = x -> x > 2 && f.applyAsInt(x) < 100;
        return f.applyAsInt(a) + f.applyAsInt(-7) + (is.test(a) ? 1000 : 2000);
    }

    static int curriedLambdas(int a) {
        IntFunction<IntFunction<IntUnaryOperator>> f = x -> y -> z -> x * 100 + y * 10 + z + a;
        IntFunction<IntSupplier> constant = x -> () -> x;
        IntUnaryOperator partial = f.apply(1).apply(a);
        return partial.applyAsInt(3) + f.apply(a).apply(2).applyAsInt(4) + constant.apply(a).getAsInt();
    }

    static int effectivelyFinal(int a) {
        int b = a * 2;
        IntSupplier f = () -> b + a;
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            int copy = i;
            IntSupplier g = () -> copy * b + f.getAsInt();
            sum += g.getAsInt();
        }
        return sum;
    }

    record Shift(int by) {
        int shifted(int x) {
            return x + by;
        }

        static int twice(Shift shift, int x) {
            return shift.shifted(shift.shifted(x));
        }
    }

    static int boundReferences(int a) {
        var shift = new Shift(a);
        IntUnaryOperator bound = shift::shifted;
        ToIntFunction<Shift> by = Shift::by;
        IntFunction<Shift> made = Shift::new;
        IntBinaryOperator maximum = Math::max, sum = Integer::sum;
        return bound.applyAsInt(5) + by.applyAsInt(made.apply(a + 1)) * 3 + maximum.applyAsInt(a, 2)
            + sum.applyAsInt(a, Shift.twice(shift, 1));
    }

    static <T extends Number> int compared(T x, T y) {
        return x.intValue() > y.intValue() ? 1 : 2;
    }

    static <T, R> R applied(Function<? super T, ? extends R> f, T x) {
        return f.apply(x);
    }

    static int genericMethods(int a) {
        int value = applied(x -> x + 1, a);
        UnaryOperator<Integer> twice = x -> x * 2;
        return value + compared(a, 3) * 10 + FeatureCases.<Integer, Integer>applied(twice, value) * 100;
    }

    record Pair<A, B>(A first, B second) {
        <C> Pair<A, C> with(C other) {
            return new Pair<>(first, other);
        }

        Pair<B, A> swapped() {
            return new Pair<>(second, first);
        }
    }

    static int genericRecords(int a) {
        var pair = new Pair<>(a, new Pair<>(2L, 'c'));
        Pair<Character, Integer> mixed = pair.second().swapped().with(a * 2);
        return pair.first() + (int) (long) pair.second().first() + mixed.first() + mixed.second() * 3;
    }

    static int recordLoops(int a) {
        record State(int x, long sum, boolean isDone) {
            State next() {
                return new State(x - 1, sum * 3 + x, x <= 1);
            }
        }
        var state = new State(Math.abs(a % 30), 1, false);
        while (!state.isDone())
            state = state.next();
        return (int) state.sum() + state.x();
    }

    static int localTypes(int a) {
        enum Side { LEFT, RIGHT }
        interface Turn {
            int turned(int x);
        }
        record Left(Side side) implements Turn {
            @Override
            public int turned(int x) {
                return side == Side.LEFT ? -x : x;
            }
        }
        Turn turn = new Left(Side.LEFT), lambda = x -> x * 2;
        return turn.turned(a) * 10 + lambda.turned(a) + Side.RIGHT.ordinal();
    }

    static int instanceOf(int a) {
        Object shift = new Shift(a), pair = new Pair<>(a, a);
        int sum = 0;
        if (shift instanceof Shift s && s.by() > 1)
            sum += s.by();
        if (!(pair instanceof Shift other))
            sum += 10;
        else
            sum += other.by();
        return sum + (pair instanceof Pair ? 100 : 200);
    }

    // Names

    static final int LIMIT = 7;
    static final long FACTOR = 1L << LIMIT;
    static final char LETTER = (char) ('a' + LIMIT);
    static final boolean IS_LARGE = LIMIT > 5;

    interface Constants {
        int LIMIT = 70;

        static int twice(int x) {
            return inner(x) * 2;
        }

        private static int inner(int x) {
            return x + LIMIT;
        }

        default int shifted(int x) {
            return own(x) - LIMIT;
        }

        private int own(int x) {
            return x * value();
        }

        int value();
    }

    record Value(int value) implements Constants {}

    static int interfaceMembers(int a) {
        return Constants.twice(a) + new Value(3).shifted(a) * 5 + Value.LIMIT;
    }

    static int constantFields(int a) {
        return a + (int) FACTOR * 3 + LETTER + (IS_LARGE ? LIMIT : Constants.LIMIT);
    }

    static class Base {
        static final int SIZE = 3;

        static int of(int x) {
            return x + SIZE;
        }

        static int other(int x) {
            return of(x) * 10;
        }
    }

    static class Heir extends Base {
        static final int SIZE = 5;

        static int of(int x) {
            return x * SIZE;
        }

        static class SIZE {
            static final int LIMIT = 11;
        }
    }

    static int hiddenFields(int a) {
        int LIMIT = a + 1;
        return LIMIT + FeatureCases.LIMIT * 10 + Base.SIZE * 100 + Heir.SIZE * 1000;
    }

    static int hiddenMethods(int a) {
        return Heir.of(a) + Heir.other(a) * 3 + Base.of(a) * 5;
    }

    static int names(int a) {
        int names = a, var = 2, record = 3, permits = 4, Integer = 5;
        IntUnaryOperator max = x -> x + var;
        return names(names, record) + max.applyAsInt(max(permits, Integer));
    }

    static int names(int names, int x) {
        return names - x;
    }

    static int scopes(int a) {
        int sum = 0;
        {
            int x = a;
            sum += x;
        }
        for (int x = 0; x < 2; x++) {
            int y = x * 2;
            sum += y;
        }
        for (int x = 5; x > 3; x--) {
            long y = x;
            sum += (int) y;
        }
        int x = 1;
        IntUnaryOperator f = y -> y + a;
        IntUnaryOperator g = y -> f.applyAsInt(y * 2);
        return sum + x + g.applyAsInt(3);
    }

    static int staticImports(int a) {
        return max(a, 3) + (int) max(1.5f, a);
    }
}
