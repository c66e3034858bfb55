// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

/** Conversions where values go to a place of another type. */
class Conversions {
    static void takes(long l, Object o, Number n) {
    }

    @ExpectModel("""
            func @"casts" (%0 : int, %1 : java.lang.Object, %2 : double, %3 : java.lang.Integer)void -> {
                %4 : Var<int> = var %0 @"i";
                %5 : Var<java.lang.Object> = var %1 @"o";
                %6 : Var<double> = var %2 @"d";
                %7 : Var<java.lang.Integer> = var %3 @"box";
                %8 : int = var.load %4;
                %9 : byte = conv %8;
                %10 : Var<byte> = var %9 @"b";
                %11 : int = var.load %4;
                %12 : Var<int> = var %11 @"same";
                %13 : java.lang.Object = var.load %5;
                %14 : java.lang.Long = cast %13 @java.lang.Long;
                %15 : long = invoke %14 @"java.lang.Long::longValue():long";
                %16 : Var<long> = var %15 @"l";
                %17 : java.lang.Object = var.load %5;
                %18 : java.lang.String = cast %17 @java.lang.String;
                %19 : Var<java.lang.String> = var %18 @"s";
                %20 : java.lang.String = var.load %19;
                %21 : Var<java.lang.Object> = var %20 @"up";
                %22 : double = var.load %6;
                %23 : java.lang.Double = invoke %22 @"java.lang.Double::valueOf(double):java.lang.Double";
                %24 : Var<java.lang.Number> = var %23 @"n";
                %25 : java.lang.Integer = var.load %7;
                %26 : int = invoke %25 @"java.lang.Integer::intValue():int";
                %27 : double = conv %26;
                %28 : Var<double> = var %27 @"wide";
                return;
            };
            """)
    static void casts(int i, Object o, double d, Integer box) {
        byte b = (byte) i;
        int same = (int) i;
        long l = (long) (Object) o;
        String s = (String) o;
        Object up = (Object) s;
        Number n = (Number) d;
        double wide = (double) box;
    }

    @ExpectModel("""
            func @"arguments" (%0 : int, %1 : float)void -> {
                %2 : Var<int> = var %0 @"i";
                %3 : Var<float> = var %1 @"f";
                %4 : int = var.load %2;
                %5 : long = conv %4;
                %6 : float = var.load %3;
                %7 : java.lang.Float = invoke %6 @"java.lang.Float::valueOf(float):java.lang.Float";
                %8 : int = var.load %2;
                %9 : java.lang.Integer = invoke %8 @"java.lang.Integer::valueOf(int):java.lang.Integer";
                invoke %5 %7 %9 @"models.Conversions::takes(long, java.lang.Object, java.lang.Number):void";
                return;
            };
            """)
    static void arguments(int i, float f) {
        takes(i, f, i);
    }

    @ExpectModel("""
            func @"result" (%0 : long)java.lang.Long -> {
                %1 : Var<long> = var %0 @"l";
                %2 : long = var.load %1;
                %3 : java.lang.Long = invoke %2 @"java.lang.Long::valueOf(long):java.lang.Long";
                return %3;
            };
            """)
    static Long result(long l) {
        return l;
    }

    @ExpectModel("""
            func @"small" ()void -> {
                %0 : int = constant @42;
                %1 : byte = conv %0;
                %2 : Var<byte> = var %1 @"b";
                %3 : int = constant @1;
                %4 : byte = conv %3;
                %5 : java.lang.Byte = invoke %4 @"java.lang.Byte::valueOf(byte):java.lang.Byte";
                %6 : Var<java.lang.Byte> = var %5 @"box";
                %7 : int = constant @-3;
                %8 : short = conv %7;
                %9 : Var<short> = var %8 @"s";
                %10 : int = constant @65;
                %11 : char = conv %10;
                %12 : Var<char> = var %11 @"c";
                return;
            };
            """)
    static void small() {
        byte b = 42;
        Byte box = 1;
        final short s = -3;
        char c = 65;
    }

    @ExpectModel("""
            func @"nothing" (%0 : boolean)java.lang.String -> {
                %1 : Var<boolean> = var %0 @"p";
                %2 : java.lang.Object = constant @null;
                %3 : java.lang.String = cast %2 @java.lang.String;
                %4 : Var<java.lang.String> = var %3 @"s";
                %5 : java.lang.String = java.cexpression
                    ()boolean -> {
                        %6 : boolean = var.load %1;
                        yield %6;
                    }
                    ()java.lang.String -> {
                        %7 : java.lang.String = constant @null;
                        yield %7;
                    }
                    ()java.lang.String -> {
                        %8 : java.lang.String = var.load %4;
                        yield %8;
                    };
                return %5;
            };
            """)
    static String nothing(boolean p) {
        String s = (String) null;
        return p ? null : s;
    }

    @ExpectModel("""
            func @"tests" (%0 : java.lang.Object)boolean -> {
                %1 : Var<java.lang.Object> = var %0 @"o";
                %2 : java.lang.Object = var.load %1;
                %3 : boolean = instanceof %2 @java.lang.String;
                return %3;
            };
            """)
    static boolean tests(Object o) {
        return o instanceof String;
    }

    @ExpectModel("""
            func @"pattern" (%0 : java.lang.Object)int -> {
                %1 : Var<java.lang.Object> = var %0 @"o";
                %2 : java.lang.String = constant @null;
                %3 : Var<java.lang.String> = var %2 @"s";
                java.if
                    ()boolean -> {
                        %4 : boolean = java.cand
                            ()boolean -> {
                                %5 : java.lang.Object = var.load %1;
                                %6 : boolean = pattern.match %5
                                    ()jdk.incubator.code.dialect.java.JavaOp$Pattern$Type<java.lang.String> -> {
                                        %7 : jdk.incubator.code.dialect.java.JavaOp$Pattern$Type<java.lang.String> = pattern.type @"s";
                                        yield %7;
                                    }
                                    (%8 : java.lang.String)void -> {
                                        var.store %3 %8;
                                        yield;
                                    };
                                yield %6;
                            }
                            ()boolean -> {
                                %9 : java.lang.String = var.load %3;
                                %10 : int = invoke %9 @"java.lang.String::length():int";
                                %11 : int = constant @1;
                                %12 : boolean = gt %10 %11;
                                yield %12;
                            };
                        yield %4;
                    }
                    ()void -> {
                        %13 : java.lang.String = var.load %3;
                        %14 : int = invoke %13 @"java.lang.String::length():int";
                        return %14;
                    }
                    ()void -> {
                        yield;
                    };
                %15 : int = constant @0;
                return %15;
            };
            """)
    static int pattern(Object o) {
        if (o instanceof String s && s.length() > 1) {
            return s.length();
        }
        return 0;
    }
}
