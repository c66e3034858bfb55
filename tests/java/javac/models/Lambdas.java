// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Lambdas and method references. */
class Lambdas {
    interface Shape<T> {
        T of(T x, int n);
    }

    record Pair(int a, Long b) {
    }

    static long twice(long x) {
        return x + x;
    }

    int own(int x) {
        return x;
    }

    @ExpectModel("""
            func @"called" (%0 : int)int -> {
                %1 : Var<int> = var %0 @"a";
                %2 : java.util.function.IntUnaryOperator = lambda @lambda.isReflectable=true (%3 : int)int -> {
                    %4 : Var<int> = var %3 @"x";
                    %5 : int = var.load %4;
                    %6 : int = var.load %1;
                    %7 : int = add %5 %6;
                    return %7;
                };
                %8 : Var<java.util.function.IntUnaryOperator> = var %2 @"f";
                %9 : java.util.function.IntBinaryOperator = lambda @lambda.isReflectable=true (%10 : int, %11 : int)int -> {
                    %12 : Var<int> = var %10 @"x";
                    %13 : Var<int> = var %11 @"y";
                    java.if
                        ()boolean -> {
                            %14 : int = var.load %12;
                            %15 : int = var.load %13;
                            %16 : boolean = gt %14 %15;
                            yield %16;
                        }
                        ()void -> {
                            %17 : int = var.load %12;
                            return %17;
                        }
                        ()void -> {
                            yield;
                        };
                    %18 : java.util.function.IntUnaryOperator = var.load %8;
                    %19 : int = var.load %13;
                    %20 : int = invoke %18 %19 @"java.util.function.IntUnaryOperator::applyAsInt(int):int";
                    return %20;
                };
                %21 : Var<java.util.function.IntBinaryOperator> = var %9 @"g";
                %22 : java.util.function.IntBinaryOperator = var.load %21;
                %23 : int = constant @1;
                %24 : int = constant @2;
                %25 : int = invoke %22 %23 %24 @"java.util.function.IntBinaryOperator::applyAsInt(int, int):int";
                return %25;
            };
            """)
    static int called(int a) {
        IntUnaryOperator f = x -> x + a;
        IntBinaryOperator g = (int x, int y) -> {
            if (x > y)
                return x;
            return f.applyAsInt(y);
        };
        return g.applyAsInt(1, 2);
    }

    @ExpectModel("""
            func @"converted" (%0 : java.lang.Integer)void -> {
                %1 : Var<java.lang.Integer> = var %0 @"i";
                %2 : java.util.function.LongSupplier = lambda @lambda.isReflectable=true ()long -> {
                    %3 : int = constant @1;
                    %4 : long = conv %3;
                    return %4;
                };
                %5 : Var<java.util.function.LongSupplier> = var %2 @"wide";
                %6 : java.util.function.Supplier<java.lang.Integer> = lambda @lambda.isReflectable=true ()java.lang.Integer -> {
                    %7 : int = constant @2;
                    %8 : java.lang.Integer = invoke %7 @"java.lang.Integer::valueOf(int):java.lang.Integer";
                    return %8;
                };
                %9 : Var<java.util.function.Supplier<java.lang.Integer>> = var %6 @"boxed";
                %10 : java.util.function.Consumer<java.lang.String> = lambda @lambda.isReflectable=true (%11 : java.lang.String)void -> {
                    %12 : Var<java.lang.String> = var %11 @"s";
                    %13 : java.lang.String = var.load %12;
                    %14 : int = invoke %13 @"java.lang.String::length():int";
                    return;
                };
                %15 : Var<java.util.function.Consumer<java.lang.String>> = var %10 @"nothing";
                %16 : java.lang.Runnable = lambda @lambda.isReflectable=true ()void -> {
                    return;
                };
                %17 : Var<java.lang.Runnable> = var %16 @"empty";
                %18 : models.Lambdas$Shape<java.lang.Double> = lambda @lambda.isReflectable=true (%19 : java.lang.Double, %20 : int)java.lang.Double -> {
                    %21 : Var<java.lang.Double> = var %19 @"x";
                    %22 : Var<int> = var %20 @"n";
                    %23 : java.lang.Double = var.load %21;
                    %24 : double = invoke %23 @"java.lang.Double::doubleValue():double";
                    %25 : int = var.load %22;
                    %26 : double = conv %25;
                    %27 : double = mul %24 %26;
                    %28 : java.lang.Double = invoke %27 @"java.lang.Double::valueOf(double):java.lang.Double";
                    return %28;
                };
                %29 : Var<models.Lambdas$Shape<java.lang.Double>> = var %18 @"generic";
                %30 : java.util.function.Function<java.lang.Integer, java.lang.Number> = lambda @lambda.isReflectable=true (%31 : java.lang.Integer)java.lang.Number -> {
                    %32 : Var<java.lang.Integer> = var %31 @"x";
                    %33 : java.lang.Integer = var.load %32;
                    return %33;
                };
                %34 : Var<java.util.function.Function<? super java.lang.Integer, ? extends java.lang.Number>> = var %30 @"wild";
                return;
            };
            """)
    static void converted(Integer i) {
        LongSupplier wide = () -> 1;
        Supplier<Integer> boxed = () -> 2;
        Consumer<String> nothing = s -> s.length();
        Runnable empty = () -> {
        };
        Shape<Double> generic = (x, n) -> x * n;
        Function<? super Integer, ? extends Number> wild = x -> x;
    }

    @ExpectModel("""
            func @"chosen" (%0 : boolean)void -> {
                %1 : Var<boolean> = var %0 @"p";
                %2 : java.util.function.Supplier<java.lang.Double> = java.cexpression
                    ()boolean -> {
                        %3 : boolean = var.load %1;
                        yield %3;
                    }
                    ()java.util.function.Supplier<java.lang.Double> -> {
                        %4 : java.util.function.Supplier<java.lang.Double> = lambda @lambda.isReflectable=true ()java.lang.Double -> {
                            %5 : int = constant @1;
                            %6 : double = conv %5;
                            %7 : java.lang.Double = invoke %6 @"java.lang.Double::valueOf(double):java.lang.Double";
                            return %7;
                        };
                        yield %4;
                    }
                    ()java.util.function.Supplier<java.lang.Double> -> {
                        %8 : java.util.function.Supplier<java.lang.Double> = lambda @lambda.isReflectable=true ()java.lang.Double -> {
                            %9 : double = constant @2.0d;
                            %10 : java.lang.Double = invoke %9 @"java.lang.Double::valueOf(double):java.lang.Double";
                            return %10;
                        };
                        yield %8;
                    };
                %11 : Var<java.util.function.Supplier<java.lang.Double>> = var %2 @"z";
                return;
            };
            """)
    static void chosen(boolean p) {
        Supplier<Double> z = p ? () -> (double) 1 : () -> 2.0;
    }

    @ExpectModel("""
            func @"references" (%0 : java.lang.String)void -> {
                %1 : Var<java.lang.String> = var %0 @"text";
                %2 : java.util.function.IntUnaryOperator = lambda @lambda.isReflectable=true (%3 : int)int -> {
                    %4 : Var<int> = var %3 @"x$0";
                    %5 : int = var.load %4;
                    %6 : int = invoke %5 @"java.lang.Math::abs(int):int";
                    return %6;
                };
                %7 : Var<java.util.function.IntUnaryOperator> = var %2 @"narrowing";
                %8 : java.util.function.Function<java.lang.Integer, java.lang.Long> = lambda @lambda.isReflectable=true (%9 : java.lang.Integer)java.lang.Long -> {
                    %10 : Var<java.lang.Integer> = var %9 @"x$0";
                    %11 : java.lang.Integer = var.load %10;
                    %12 : int = invoke %11 @"java.lang.Integer::intValue():int";
                    %13 : long = conv %12;
                    %14 : long = invoke %13 @"models.Lambdas::twice(long):long";
                    %15 : java.lang.Long = invoke %14 @"java.lang.Long::valueOf(long):java.lang.Long";
                    return %15;
                };
                %16 : Var<java.util.function.Function<java.lang.Integer, java.lang.Long>> = var %8 @"converting";
                %17 : java.util.function.Function<java.lang.String, java.lang.Integer> = lambda @lambda.isReflectable=true (%18 : java.lang.String)java.lang.Integer -> {
                    %19 : Var<java.lang.String> = var %18 @"rec$";
                    %20 : java.lang.String = var.load %19;
                    %21 : int = invoke %20 @"java.lang.String::length():int";
                    %22 : java.lang.Integer = invoke %21 @"java.lang.Integer::valueOf(int):java.lang.Integer";
                    return %22;
                };
                %23 : Var<java.util.function.Function<java.lang.String, java.lang.Integer>> = var %17 @"unbound";
                %24 : java.lang.String = var.load %1;
                %25 : Var<java.lang.String> = var %24 @"rec$";
                %26 : java.util.function.Supplier<java.lang.String> = lambda @lambda.isReflectable=true ()java.lang.String -> {
                    %27 : java.lang.String = var.load %25;
                    %28 : java.lang.String = invoke %27 @"java.lang.String::trim():java.lang.String";
                    return %28;
                };
                %29 : Var<java.util.function.Supplier<java.lang.String>> = var %26 @"bound";
                %30 : java.util.function.BiFunction<java.lang.Integer, java.lang.Long, models.Lambdas$Pair> = lambda @lambda.isReflectable=true (%31 : java.lang.Integer, %32 : java.lang.Long)models.Lambdas$Pair -> {
                    %33 : Var<java.lang.Integer> = var %31 @"x$0";
                    %34 : Var<java.lang.Long> = var %32 @"x$1";
                    %35 : java.lang.Integer = var.load %33;
                    %36 : int = invoke %35 @"java.lang.Integer::intValue():int";
                    %37 : java.lang.Long = var.load %34;
                    %38 : models.Lambdas$Pair = new %36 %37 @"models.Lambdas$Pair::(int, java.lang.Long)" @record="(int a, java.lang.Long b)models.Lambdas$Pair";
                    return %38;
                };
                %39 : Var<java.util.function.BiFunction<java.lang.Integer, java.lang.Long, models.Lambdas$Pair>> = var %30 @"made";
                %40 : java.util.function.IntFunction<int[]> = lambda @lambda.isReflectable=true (%41 : int)int[] -> {
                    %42 : Var<int> = var %41 @"x$0";
                    %43 : int = var.load %42;
                    %44 : int[] = new %43 @"int[]::(int)";
                    return %44;
                };
                %45 : Var<java.util.function.IntFunction<int[]>> = var %40 @"array";
                return;
            };
            """)
    static void references(String text) {
        IntUnaryOperator narrowing = Math::abs;
        Function<Integer, Long> converting = Lambdas::twice;
        Function<String, Integer> unbound = String::length;
        Supplier<String> bound = text::trim;
        BiFunction<Integer, Long, Pair> made = Pair::new;
        IntFunction<int[]> array = int[]::new;
    }

    @ExpectModel("""
            func @"own" (%0 : models.Lambdas)java.util.function.IntUnaryOperator -> {
                %1 : java.util.function.IntUnaryOperator = lambda @lambda.isReflectable=true (%2 : int)int -> {
                    %3 : Var<int> = var %2 @"x$0";
                    %4 : int = var.load %3;
                    %5 : int = invoke %0 %4 @"models.Lambdas::own(int):int";
                    return %5;
                };
                return %1;
            };
            """)
    IntUnaryOperator own() {
        return this::own;
    }

    @ExpectModel("""
            func @"nested" ()java.util.function.UnaryOperator<java.lang.String> -> {
                %0 : java.util.function.UnaryOperator<java.lang.String> = lambda @lambda.isReflectable=true (%1 : java.lang.String)java.lang.String -> {
                    %2 : Var<java.lang.String> = var %1 @"a";
                    %3 : java.util.function.UnaryOperator<java.lang.String> = lambda @lambda.isReflectable=true (%4 : java.lang.String)java.lang.String -> {
                        %5 : Var<java.lang.String> = var %4 @"b";
                        %6 : java.lang.String = var.load %2;
                        %7 : java.lang.String = var.load %5;
                        %8 : java.lang.String = concat %6 %7;
                        return %8;
                    };
                    %9 : Var<java.util.function.UnaryOperator<java.lang.String>> = var %3 @"inner";
                    %10 : java.util.function.UnaryOperator<java.lang.String> = var.load %9;
                    %11 : java.lang.String = var.load %2;
                    %12 : java.lang.String = invoke %10 %11 @"java.util.function.UnaryOperator::apply(java.lang.Object):java.lang.Object";
                    return %12;
                };
                return %0;
            };
            """)
    static UnaryOperator<String> nested() {
        return a -> {
            UnaryOperator<String> inner = b -> a + b;
            return inner.apply(a);
        };
    }
}
