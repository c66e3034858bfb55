// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

/** Conversions where values go to a place of another type. */
class Conversions {
    record Size(int rows) {
    }

    static void takes(long l, Object o, Number n) {
    }

    @ExpectModel("""
            func @"casts" (%0 : int, %1 : Object, %2 : double, %3 : Integer)void -> {
                %4 : Var<int> = var %0 @"i";
                %5 : Var<Object> = var %1 @"o";
                %6 : Var<double> = var %2 @"d";
                %7 : Var<Integer> = var %3 @"box";
                %8 : int = var.load %4;
                %9 : byte = conv %8;
                %10 : Var<byte> = var %9 @"b";
                %11 : int = var.load %4;
                %12 : Var<int> = var %11 @"same";
                %13 : Object = var.load %5;
                %14 : Long = cast %13 @Long;
                %15 : long = invoke %14 @"Long::longValue():long";
                %16 : Var<long> = var %15 @"l";
                %17 : Object = var.load %5;
                %18 : Runnable = cast %17 @Runnable;
                %19 : Var<Runnable> = var %18 @"s";
                %20 : Runnable = var.load %19;
                %21 : Var<Object> = var %20 @"up";
                %22 : double = var.load %6;
                %23 : Double = invoke %22 @"Double::valueOf(double):Double";
                %24 : Var<Number> = var %23 @"n";
                %25 : Integer = var.load %7;
                %26 : int = invoke %25 @"Integer::intValue():int";
                %27 : double = conv %26;
                %28 : Var<double> = var %27 @"wide";
                return;
            };
            """)
    static void casts(int i, Object o, double d, Integer box) {
        byte b = (byte) i;
        int same = (int) i;
        long l = (long) (Object) o;
        Runnable s = (Runnable) o;
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
                %7 : Float = invoke %6 @"Float::valueOf(float):Float";
                %8 : int = var.load %2;
                %9 : Integer = invoke %8 @"Integer::valueOf(int):Integer";
                invoke %5 %7 %9 @"Conversions::takes(long, Object, Number):void";
                return;
            };
            """)
    static void arguments(int i, float f) {
        takes(i, f, i);
    }

    @ExpectModel("""
            func @"result" (%0 : long)Long -> {
                %1 : Var<long> = var %0 @"l";
                %2 : long = var.load %1;
                %3 : Long = invoke %2 @"Long::valueOf(long):Long";
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
                %5 : Byte = invoke %4 @"Byte::valueOf(byte):Byte";
                %6 : Var<Byte> = var %5 @"box";
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
            func @"nothing" (%0 : boolean)String -> {
                %1 : Var<boolean> = var %0 @"p";
                %2 : Object = constant @null;
                %3 : String = cast %2 @String;
                %4 : Var<String> = var %3 @"s";
                %5 : String = java.cexpression
                    ()boolean -> {
                        %6 : boolean = var.load %1;
                        yield %6;
                    }
                    ()String -> {
                        %7 : String = constant @null;
                        yield %7;
                    }
                    ()String -> {
                        %8 : String = var.load %4;
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
            func @"tests" (%0 : Object)boolean -> {
                %1 : Var<Object> = var %0 @"o";
                %2 : Object = var.load %1;
                %3 : boolean = instanceof %2 @Size;
                return %3;
            };
            """)
    static boolean tests(Object o) {
        return o instanceof Size;
    }

    @ExpectModel("""
            func @"pattern" (%0 : Object)int -> {
                %1 : Var<Object> = var %0 @"o";
                %2 : Size = constant @null;
                %3 : Var<Size> = var %2 @"s";
                java.if
                    ()boolean -> {
                        %4 : boolean = java.cand
                            ()boolean -> {
                                %5 : Object = var.load %1;
                                %6 : boolean = pattern.match %5
                                    ()Pattern$Type<Size> -> {
                                        %7 : Pattern$Type<Size> = pattern.type @"s";
                                        yield %7;
                                    }
                                    (%8 : Size)void -> {
                                        var.store %3 %8;
                                        yield;
                                    };
                                yield %6;
                            }
                            ()boolean -> {
                                %9 : Size = var.load %3;
                                %10 : int = invoke %9 @"Size::rows():int";
                                %11 : int = constant @1;
                                %12 : boolean = gt %10 %11;
                                yield %12;
                            };
                        yield %4;
                    }
                    ()void -> {
                        %13 : Size = var.load %3;
                        %14 : int = invoke %13 @"Size::rows():int";
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
        if (o instanceof Size s && s.rows() > 1) {
            return s.rows();
        }
        return 0;
    }
}
