// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

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
    interface Op<T> {
        T of(T x, int n);
    }

    record Box(int n) {
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
                %2 : IntUnaryOperator = lambda @lambda.isReflectable=true (%3 : int)int -> {
                    %4 : Var<int> = var %3 @"x";
                    %5 : int = var.load %4;
                    %6 : int = var.load %1;
                    %7 : int = add %5 %6;
                    return %7;
                };
                %8 : Var<IntUnaryOperator> = var %2 @"f";
                %9 : IntBinaryOperator = lambda @lambda.isReflectable=true (%10 : int, %11 : int)int -> {
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
                    %18 : IntUnaryOperator = var.load %8;
                    %19 : int = var.load %13;
                    %20 : int = invoke %18 %19 @"IntUnaryOperator::applyAsInt(int):int";
                    return %20;
                };
                %21 : Var<IntBinaryOperator> = var %9 @"g";
                %22 : IntBinaryOperator = var.load %21;
                %23 : int = constant @1;
                %24 : int = constant @2;
                %25 : int = invoke %22 %23 %24 @"IntBinaryOperator::applyAsInt(int, int):int";
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
            func @"converted" (%0 : Integer)void -> {
                %1 : Var<Integer> = var %0 @"i";
                %2 : LongSupplier = lambda @lambda.isReflectable=true ()long -> {
                    %3 : int = constant @1;
                    %4 : long = conv %3;
                    return %4;
                };
                %5 : Var<LongSupplier> = var %2 @"wide";
                %6 : Supplier<Integer> = lambda @lambda.isReflectable=true ()Integer -> {
                    %7 : int = constant @2;
                    %8 : Integer = invoke %7 @"Integer::valueOf(int):Integer";
                    return %8;
                };
                %9 : Var<Supplier<Integer>> = var %6 @"boxed";
                %10 : Consumer<String> = lambda @lambda.isReflectable=true (%11 : String)void -> {
                    %12 : Var<String> = var %11 @"s";
                    %13 : String = var.load %12;
                    %14 : int = invoke %13 @"String::length():int";
                    return;
                };
                %15 : Var<Consumer<String>> = var %10 @"nothing";
                %16 : Runnable = lambda @lambda.isReflectable=true ()void -> {
                    return;
                };
                %17 : Var<Runnable> = var %16 @"empty";
                %18 : Op<Double> = lambda @lambda.isReflectable=true (%19 : Double, %20 : int)Double -> {
                    %21 : Var<Double> = var %19 @"x";
                    %22 : Var<int> = var %20 @"n";
                    %23 : Double = var.load %21;
                    %24 : double = invoke %23 @"Double::doubleValue():double";
                    %25 : int = var.load %22;
                    %26 : double = conv %25;
                    %27 : double = mul %24 %26;
                    %28 : Double = invoke %27 @"Double::valueOf(double):Double";
                    return %28;
                };
                %29 : Var<Op<Double>> = var %18 @"generic";
                %30 : Function<Integer, Number> = lambda @lambda.isReflectable=true (%31 : Integer)Number -> {
                    %32 : Var<Integer> = var %31 @"x";
                    %33 : Integer = var.load %32;
                    return %33;
                };
                %34 : Var<Function<? super Integer, ? extends Number>> = var %30 @"wild";
                return;
            };
            """)
    static void converted(Integer i) {
        LongSupplier wide = () -> 1;
        Supplier<Integer> boxed = () -> 2;
        Consumer<String> nothing = s -> s.length();
        Runnable empty = () -> {
        };
        Op<Double> generic = (x, n) -> x * n;
        Function<? super Integer, ? extends Number> wild = x -> x;
    }

    @ExpectModel("""
            func @"chosen" (%0 : boolean)void -> {
                %1 : Var<boolean> = var %0 @"p";
                %2 : Supplier<Double> = java.cexpression
                    ()boolean -> {
                        %3 : boolean = var.load %1;
                        yield %3;
                    }
                    ()Supplier<Double> -> {
                        %4 : Supplier<Double> = lambda @lambda.isReflectable=true ()Double -> {
                            %5 : int = constant @1;
                            %6 : double = conv %5;
                            %7 : Double = invoke %6 @"Double::valueOf(double):Double";
                            return %7;
                        };
                        yield %4;
                    }
                    ()Supplier<Double> -> {
                        %8 : Supplier<Double> = lambda @lambda.isReflectable=true ()Double -> {
                            %9 : double = constant @2.0d;
                            %10 : Double = invoke %9 @"Double::valueOf(double):Double";
                            return %10;
                        };
                        yield %8;
                    };
                %11 : Var<Supplier<Double>> = var %2 @"z";
                return;
            };
            """)
    static void chosen(boolean p) {
        Supplier<Double> z = p ? () -> (double) 1 : () -> 2.0;
    }

    @ExpectModel(value = """
            func @"references" (%0 : String)void -> {
                %1 : Var<String> = var %0 @"text";
                %2 : IntUnaryOperator = lambda @lambda.isReflectable=true (%3 : int)int -> {
                    %4 : Var<int> = var %3 @"x$0";
                    %5 : int = var.load %4;
                    %6 : int = invoke %5 @"Math::abs(int):int";
                    return %6;
                };
                %7 : Var<IntUnaryOperator> = var %2 @"narrowing";
                %8 : Function<Integer, Long> = lambda @lambda.isReflectable=true (%9 : Integer)Long -> {
                    %10 : Var<Integer> = var %9 @"x$0";
                    %11 : Integer = var.load %10;
                    %12 : int = invoke %11 @"Integer::intValue():int";
                    %13 : long = conv %12;
                    %14 : long = invoke %13 @"Lambdas::twice(long):long";
                    %15 : Long = invoke %14 @"Long::valueOf(long):Long";
                    return %15;
                };
                %16 : Var<Function<Integer, Long>> = var %8 @"converting";
                %17 : Function<String, Integer> = lambda @lambda.isReflectable=true (%18 : String)Integer -> {
                    %19 : Var<String> = var %18 @"rec$";
                    %20 : String = var.load %19;
                    %21 : int = invoke %20 @"String::length():int";
                    %22 : Integer = invoke %21 @"Integer::valueOf(int):Integer";
                    return %22;
                };
                %23 : Var<Function<String, Integer>> = var %17 @"unbound";
                %24 : String = var.load %1;
                %25 : Var<String> = var %24 @"rec$";
                %26 : Supplier<String> = lambda @lambda.isReflectable=true ()String -> {
                    %27 : String = var.load %25;
                    %28 : String = invoke %27 @"String::trim():String";
                    return %28;
                };
                %29 : Var<Supplier<String>> = var %26 @"bound";
                %30 : Function<Integer, Box> = lambda @lambda.isReflectable=true (%31 : Integer)Box -> {
                    %32 : Var<Integer> = var %31 @"x$0";
                    %33 : Integer = var.load %32;
                    %34 : int = invoke %33 @"Integer::intValue():int";
                    %35 : Box = new %34 @"Box::(int)" @record="(int n)Box";
                    return %35;
                };
                %36 : Var<Function<Integer, Box>> = var %30 @"made";
                %37 : IntFunction<int[]> = lambda @lambda.isReflectable=true (%38 : int)int[] -> {
                    %39 : Var<int> = var %38 @"x$0";
                    %40 : int = var.load %39;
                    %41 : int[] = new %40 @"int[]::(int)";
                    return %41;
                };
                %42 : Var<IntFunction<int[]>> = var %37 @"array";
                return;
            };
            """, calls = "Lambdas.twice")
    static void references(String text) {
        IntUnaryOperator narrowing = Math::abs;
        Function<Integer, Long> converting = Lambdas::twice;
        Function<String, Integer> unbound = String::length;
        Supplier<String> bound = text::trim;
        Function<Integer, Box> made = Box::new;
        IntFunction<int[]> array = int[]::new;
    }

    @ExpectModel("""
            func @"own" (%0 : Lambdas)IntUnaryOperator -> {
                %1 : IntUnaryOperator = lambda @lambda.isReflectable=true (%2 : int)int -> {
                    %3 : Var<int> = var %2 @"x$0";
                    %4 : int = var.load %3;
                    %5 : int = invoke %0 %4 @"Lambdas::own(int):int";
                    return %5;
                };
                return %1;
            };
            """)
    IntUnaryOperator own() {
        return this::own;
    }

    @ExpectModel("""
            func @"nested" ()UnaryOperator<String> -> {
                %0 : UnaryOperator<String> = lambda @lambda.isReflectable=true (%1 : String)String -> {
                    %2 : Var<String> = var %1 @"a";
                    %3 : UnaryOperator<String> = lambda @lambda.isReflectable=true (%4 : String)String -> {
                        %5 : Var<String> = var %4 @"b";
                        %6 : String = var.load %2;
                        %7 : String = var.load %5;
                        %8 : String = concat %6 %7;
                        return %8;
                    };
                    %9 : Var<UnaryOperator<String>> = var %3 @"inner";
                    %10 : UnaryOperator<String> = var.load %9;
                    %11 : String = var.load %2;
                    %12 : String = invoke %10 %11 @"UnaryOperator::apply(Object):Object";
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
