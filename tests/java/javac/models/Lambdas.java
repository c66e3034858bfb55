// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
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
                %10 : Consumer<Integer> = lambda @lambda.isReflectable=true (%11 : Integer)void -> {
                    %12 : Var<Integer> = var %11 @"s";
                    %13 : Integer = var.load %12;
                    %14 : int = invoke %13 @"Integer::intValue():int";
                    return;
                };
                %15 : Var<Consumer<Integer>> = var %10 @"nothing";
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
        Consumer<Integer> nothing = s -> s.intValue();
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
            func @"references" (%0 : Integer)void -> {
                %1 : Var<Integer> = var %0 @"number";
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
                %17 : Function<Integer, Long> = lambda @lambda.isReflectable=true (%18 : Integer)Long -> {
                    %19 : Var<Integer> = var %18 @"rec$";
                    %20 : Integer = var.load %19;
                    %21 : long = invoke %20 @"Integer::longValue():long";
                    %22 : Long = invoke %21 @"Long::valueOf(long):Long";
                    return %22;
                };
                %23 : Var<Function<Integer, Long>> = var %17 @"unbound";
                %24 : Integer = var.load %1;
                %25 : Var<Integer> = var %24 @"rec$";
                %26 : Supplier<Long> = lambda @lambda.isReflectable=true ()Long -> {
                    %27 : Integer = var.load %25;
                    %28 : long = invoke %27 @"Integer::longValue():long";
                    %29 : Long = invoke %28 @"Long::valueOf(long):Long";
                    return %29;
                };
                %30 : Var<Supplier<Long>> = var %26 @"bound";
                %31 : Function<Integer, Box> = lambda @lambda.isReflectable=true (%32 : Integer)Box -> {
                    %33 : Var<Integer> = var %32 @"x$0";
                    %34 : Integer = var.load %33;
                    %35 : int = invoke %34 @"Integer::intValue():int";
                    %36 : Box = new %35 @"Box::(int)" @record="(int n)Box";
                    return %36;
                };
                %37 : Var<Function<Integer, Box>> = var %31 @"made";
                return;
            };
            """, calls = "Lambdas.twice")
    static void references(Integer number) {
        IntUnaryOperator narrowing = Math::abs;
        Function<Integer, Long> converting = Lambdas::twice;
        Function<Integer, Long> unbound = Integer::longValue;
        Supplier<Long> bound = number::longValue;
        Function<Integer, Box> made = Box::new;
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
            func @"nested" ()UnaryOperator<Integer> -> {
                %0 : UnaryOperator<Integer> = lambda @lambda.isReflectable=true (%1 : Integer)Integer -> {
                    %2 : Var<Integer> = var %1 @"a";
                    %3 : UnaryOperator<Integer> = lambda @lambda.isReflectable=true (%4 : Integer)Integer -> {
                        %5 : Var<Integer> = var %4 @"b";
                        %6 : Integer = var.load %2;
                        %7 : int = invoke %6 @"Integer::intValue():int";
                        %8 : Integer = var.load %5;
                        %9 : int = invoke %8 @"Integer::intValue():int";
                        %10 : int = add %7 %9;
                        %11 : Integer = invoke %10 @"Integer::valueOf(int):Integer";
                        return %11;
                    };
                    %12 : Var<UnaryOperator<Integer>> = var %3 @"inner";
                    %13 : UnaryOperator<Integer> = var.load %12;
                    %14 : Integer = var.load %2;
                    %15 : Integer = invoke %13 %14 @"UnaryOperator::apply(Object):Object";
                    return %15;
                };
                return %0;
            };
            """)
    static UnaryOperator<Integer> nested() {
        return a -> {
            UnaryOperator<Integer> inner = b -> a + b;
            return inner.apply(a);
        };
    }
}
