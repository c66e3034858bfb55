// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The JDK's methods of numbers, by reflection, with arguments, and the kernels that call them. */
final class JdkMethodCases {
    static final List<Class<?>> CLASSES =
        List.of(Math.class, StrictMath.class, Integer.class, Long.class, Float.class, Double.class,
            Short.class, Byte.class, Character.class, Boolean.class);
    private static final Map<Class<?>, Class<?>> PRIMITIVES = Map.of(Integer.class, int.class, Long.class,
        long.class, Float.class, float.class, Double.class, double.class, Short.class, short.class,
        Byte.class, byte.class, Character.class, char.class, Boolean.class, boolean.class);
    /** Methods of Character that need no tables of Unicode. */
    private static final Set<String> OF_CHARACTERS = Set.of("charCount", "charValue", "compare", "compareTo",
        "forDigit", "hashCode", "highSurrogate", "isBmpCodePoint", "isHighSurrogate", "isISOControl",
        "isLowSurrogate", "isSupplementaryCodePoint", "isSurrogate", "isSurrogatePair", "isValidCodePoint",
        "lowSurrogate", "reverseBytes", "toCodePoint");
    /** Methods with errors in units in the last place, of Java's and ours together. */
    static final Map<String, Integer> ERRORS = Map.ofEntries(Map.entry("acos", 2), Map.entry("asin", 2),
        Map.entry("atan", 2), Map.entry("atan2", 3), Map.entry("cbrt", 2), Map.entry("cos", 2),
        Map.entry("cosh", 4), Map.entry("exp", 2), Map.entry("expm1", 2), Map.entry("hypot", 2),
        Map.entry("log", 2), Map.entry("log10", 2), Map.entry("log1p", 2), Map.entry("pow", 2),
        Map.entry("sin", 2), Map.entry("sinh", 4), Map.entry("tan", 2), Map.entry("tanh", 4));
    static final int RANDOM = 60;

    private JdkMethodCases() {}

    /** A method whose arguments and results are numbers; the receiver is the first argument. */
    record Case(Method method, List<Class<?>> types) {
        boolean isStatic() {
            return Modifier.isStatic(method.getModifiers());
        }

        /** The call with an expression for each argument. */
        String call(List<String> arguments) {
            String owner = method.getDeclaringClass().getSimpleName();
            if (isStatic()) {
                return owner + "." + method.getName() + arguments.stream().collect(
                    Collectors.joining(", ", "(", ")"));
            }
            return owner + ".valueOf(" + arguments.get(0) + ")." + method.getName()
                + arguments.stream().skip(1).collect(Collectors.joining(", ", "(", ")"));
        }

        Class<?> result() {
            return method.getReturnType();
        }

        boolean isExact() {
            return method.getName().endsWith("Exact");
        }

        /** Whether kernels can call it. */
        boolean isSupported() {
            return !method.getName().equals("random")
                && (method.getDeclaringClass() != Character.class
                    || OF_CHARACTERS.contains(method.getName()));
        }

        /** The result of Java; null if it throws an exception. */
        Object expected(Object[] arguments) {
            try {
                return isStatic() ? method.invoke(null, arguments)
                    : method.invoke(arguments[0], Arrays.copyOfRange(arguments, 1, arguments.length));
            } catch (InvocationTargetException e) {
                return null;
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }

        /**
         * Edge values and random ones, in many pairs: those for which Java computes a result, or those for
         * which it throws an exception.
         */
        List<Object[]> arguments(boolean throwing) {
            Random random = new Random(method.toString().hashCode());
            List<List<Object>> values = types.stream().map(type -> values(type, random)).toList();
            int most = values.stream().mapToInt(List::size).max().orElse(0);
            List<Object[]> tuples = new ArrayList<>();
            for (int i = 0; i < most; i++) {
                for (int shift = 0; shift < (types.size() == 1 ? 1 : 14); shift++) {
                    Object[] tuple = new Object[types.size()];
                    for (int k = 0; k < tuple.length; k++) {
                        List<Object> of = values.get(k);
                        tuple[k] = of.get((i + k * shift * 5) % of.size());
                    }
                    tuples.add(tuple);
                }
            }
            return tuples.stream().filter(each -> expected(each) == null == throwing).toList();
        }

        @Override
        public String toString() {
            return method.toString();
        }
    }

    /** All methods of numbers, truth values and characters that this JDK has. */
    static List<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (Class<?> owner : CLASSES) {
            Stream.of(owner.getDeclaredMethods())
                .filter(each -> Modifier.isPublic(each.getModifiers()) && !each.isBridge())
                .sorted(Comparator.comparing(Method::toString))
                .forEach(each -> add(each, cases));
        }
        return cases;
    }

    private static void add(Method method, List<Case> cases) {
        List<Class<?>> types = new ArrayList<>();
        if (!Modifier.isStatic(method.getModifiers())) {
            types.add(PRIMITIVES.get(method.getDeclaringClass()));
        }
        for (Class<?> each : method.getParameterTypes()) {
            types.add(each.isPrimitive() ? each : PRIMITIVES.get(each));
        }
        if (!types.contains(null) && method.getReturnType().isPrimitive()) {
            cases.add(new Case(method, types));
        }
    }

    private static List<Object> values(Class<?> type, Random random) {
        Stream<? extends Number> edges = type == double.class ? doubles() : type == float.class
            ? doubles().map(each -> (float) (double) each) : longs();
        Stream<? extends Number> others = IntStream.range(0, RANDOM).mapToObj(i
            -> type == double.class ? (Number) (i % 2 == 0 ? random.nextGaussian() * 10
                : Double.longBitsToDouble(random.nextLong()))
            : type == float.class ? (Number) (i % 2 == 0 ? (float) random.nextGaussian() * 10
                : Float.intBitsToFloat(random.nextInt()))
            : (Number) (random.nextLong() >> random.nextInt(64)));
        return Stream.concat(edges, others).map(each -> as(each, type)).toList();
    }

    private static Object as(Number value, Class<?> type) {
        return type == double.class ? (Object) value.doubleValue() : type == float.class ? value.floatValue()
            : type == long.class ? value.longValue() : type == int.class ? value.intValue()
            : type == short.class ? value.shortValue() : type == byte.class ? value.byteValue()
            : type == char.class ? (Object) (char) value.intValue() : (value.intValue() & 1) != 0;
    }

    private static Stream<Double> doubles() {
        var positive = Stream.of(0, 0.49999999999999994, 0.49999997f, 0.5, 0.50000006f, 0.9999999999999999,
            1, 1.0000001f, 1.5, 2, 2.5, 3, 3.5, 10, 1e-5, 1e-300, 1e300, Double.MIN_VALUE, Float.MIN_VALUE,
            3.0 * Float.MIN_VALUE, Double.MIN_NORMAL, 0x0.fffffffffffffp-1022, Float.MIN_NORMAL,
            0x0.fffffep-126, 5.9e-8, 6.0e-5, Double.MAX_VALUE, Float.MAX_VALUE, Double.POSITIVE_INFINITY,
            Math.PI, Math.PI / 2, Math.E, 0.7, 100.1, 709.78, 745.2, 1e22, 9e-279, 8388609, 8388609.5,
            4503599627370497.5, 9007199254740993.0, 0x1p31, 0x1p31 - 0.5, 2049, 65504, 65520, 0x1p63);
        return Stream.concat(positive.map(Number::doubleValue).flatMap(each -> Stream.of(each, -each)),
            Stream.of(Double.NaN));
    }

    private static Stream<Long> longs() {
        var some = Stream.of(0L, 1L, 2L, 3L, 5L, 7L, 10L, 16L, 31L, 32L, 33L, 63L, 64L, 100L, 127L, 128L,
            255L, 256L, 1000L, 2099L, 32767L, 32768L, 0x3C00L, 0x7C01L, 0xD800L, 0xDBFFL, 0xDC00L, 0xDFFFL,
            65535L, 65536L, 0x10FFFFL, 0x110000L, 0x55555555L, 0x12345678L, 0x7FFFFFFFL, 0x80000000L,
            0xFFFFFFFFL, 46341L, 3037000500L, 0x0123456789ABCDEFL, 0x7FFFFFFFFFFFFFFFL);
        return some.flatMap(each -> Stream.of(each, -each, ~each));
    }

    /** A value as Java's source writes it. */
    static String literal(Object value) {
        if (value instanceof Double number) {
            return number.isNaN() ? "Double.NaN" : number.isInfinite()
                ? (number < 0 ? "-" : "") + "Double.POSITIVE_INFINITY" : Double.toHexString(number);
        }
        if (value instanceof Float number) {
            return number.isNaN() ? "Float.NaN" : number.isInfinite()
                ? (number < 0 ? "-" : "") + "Float.POSITIVE_INFINITY" : Float.toHexString(number) + "f";
        }
        return value instanceof Character character ? "(char) " + (int) character
            : value instanceof Long ? value + "L"
            : value instanceof Byte ? "(byte) " + value
            : value instanceof Short ? "(short) " + value
            : value.toString();
    }
}
