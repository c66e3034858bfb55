// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

/** Assignments, and their values. */
class Assignments {
    @ExpectModel("""
            func @"chained" (%0 : int)int -> {
                %1 : Var<int> = var %0 @"a";
                %2 : Var<int> = var @"b";
                %3 : Var<long> = var @"c";
                %4 : int = var.load %1;
                var.store %2 %4;
                %5 : long = conv %4;
                var.store %3 %5;
                %6 : int = var.load %1;
                %7 : int = constant @1;
                %8 : int = add %6 %7;
                var.store %1 %8;
                %9 : int = var.load %1;
                %10 : int = var.load %2;
                %11 : int = mul %9 %10;
                var.store %1 %11;
                %12 : int = add %8 %11;
                return %12;
            };
            """)
    static int chained(int a) {
        int b;
        long c;
        c = b = a;
        return (a += 1) + (a *= b);
    }

    @ExpectModel("""
            func @"steps" (%0 : int, %1 : long, %2 : byte, %3 : char, %4 : float)void -> {
                %5 : Var<int> = var %0 @"i";
                %6 : Var<long> = var %1 @"l";
                %7 : Var<byte> = var %2 @"b";
                %8 : Var<char> = var %3 @"c";
                %9 : Var<float> = var %4 @"f";
                %10 : int = var.load %5;
                %11 : int = constant @1;
                %12 : int = add %10 %11;
                var.store %5 %12;
                %13 : long = var.load %6;
                %14 : long = constant @1L;
                %15 : long = sub %13 %14;
                var.store %6 %15;
                %16 : byte = var.load %7;
                %17 : int = constant @1;
                %18 : byte = conv %17;
                %19 : byte = add %16 %18;
                var.store %7 %19;
                %20 : char = var.load %8;
                %21 : char = constant @'\\u0001';
                %22 : char = sub %20 %21;
                var.store %8 %22;
                %23 : float = var.load %9;
                %24 : float = constant @1.0f;
                %25 : float = add %23 %24;
                var.store %9 %25;
                %26 : int = var.load %5;
                %27 : int = constant @1;
                %28 : int = sub %26 %27;
                var.store %5 %28;
                %29 : Var<int> = var %26 @"old";
                %30 : int = var.load %5;
                %31 : int = constant @1;
                %32 : int = add %30 %31;
                var.store %5 %32;
                %33 : Var<int> = var %32 @"now";
                return;
            };
            """)
    static void steps(int i, long l, byte b, char c, float f) {
        i++;
        --l;
        b++;
        c--;
        f++;
        int old = i--;
        int now = ++i;
    }

    @ExpectModel("""
            func @"boxes" (%0 : Integer)void -> {
                %1 : Var<Integer> = var %0 @"box";
                %2 : Integer = var.load %1;
                %3 : int = constant @1;
                %4 : int = invoke %2 @"Integer::intValue():int";
                %5 : int = add %4 %3;
                %6 : Integer = invoke %5 @"Integer::valueOf(int):Integer";
                var.store %1 %6;
                %7 : Integer = var.load %1;
                %8 : int = constant @3;
                %9 : int = invoke %7 @"Integer::intValue():int";
                %10 : int = add %9 %8;
                %11 : Integer = invoke %10 @"Integer::valueOf(int):Integer";
                var.store %1 %11;
                %12 : Integer = var.load %1;
                %13 : int = invoke %12 @"Integer::intValue():int";
                %14 : Var<int> = var %13 @"i";
                %15 : Integer = var.load %1;
                %16 : int = invoke %15 @"Integer::intValue():int";
                %17 : long = conv %16;
                %18 : Var<long> = var %17 @"l";
                %19 : int = var.load %14;
                %20 : Integer = invoke %19 @"Integer::valueOf(int):Integer";
                %21 : Var<Object> = var %20 @"o";
                return;
            };
            """)
    static void boxes(Integer box) {
        box++;
        box += 3;
        int i = box;
        long l = box;
        Object o = i;
    }

    @ExpectModel("""
            func @"sameType" (%0 : int, %1 : long, %2 : byte, %3 : boolean)void -> {
                %4 : Var<int> = var %0 @"i";
                %5 : Var<long> = var %1 @"l";
                %6 : Var<byte> = var %2 @"b";
                %7 : Var<boolean> = var %3 @"p";
                %8 : int = var.load %4;
                %9 : int = constant @1;
                %10 : int = sub %8 %9;
                var.store %4 %10;
                %11 : int = var.load %4;
                %12 : long = var.load %5;
                %13 : int = conv %12;
                %14 : int = add %11 %13;
                var.store %4 %14;
                %15 : long = var.load %5;
                %16 : int = var.load %4;
                %17 : long = conv %16;
                %18 : long = mul %15 %17;
                var.store %5 %18;
                %19 : byte = var.load %6;
                %20 : byte = var.load %6;
                %21 : byte = add %19 %20;
                var.store %6 %21;
                %22 : byte = var.load %6;
                %23 : int = var.load %4;
                %24 : byte = conv %23;
                %25 : byte = or %22 %24;
                var.store %6 %25;
                %26 : int = var.load %4;
                %27 : long = var.load %5;
                %28 : int = conv %27;
                %29 : int = lshl %26 %28;
                var.store %4 %29;
                %30 : boolean = var.load %7;
                %31 : boolean = constant @true;
                %32 : boolean = and %30 %31;
                var.store %7 %32;
                return;
            };
            """)
    static void sameType(int i, long l, byte b, boolean p) {
        i -= 1;
        i += l;
        l *= i;
        b += b;
        b |= i;
        i <<= l;
        p &= true;
    }

    /** What the type of the variable does not hold is computed in the promoted type. */
    @ExpectModel("""
            func @"widerType" (%0 : int, %1 : float, %2 : double, %3 : byte)void -> {
                %4 : Var<int> = var %0 @"i";
                %5 : Var<float> = var %1 @"f";
                %6 : Var<double> = var %2 @"d";
                %7 : Var<byte> = var %3 @"b";
                %8 : int = var.load %4;
                %9 : float = constant @1.5f;
                %10 : float = conv %8;
                %11 : float = mul %10 %9;
                %12 : int = conv %11;
                var.store %4 %12;
                %13 : float = var.load %5;
                %14 : double = var.load %6;
                %15 : double = conv %13;
                %16 : double = add %15 %14;
                %17 : float = conv %16;
                var.store %5 %17;
                %18 : byte = var.load %7;
                %19 : int = var.load %4;
                %20 : int = conv %18;
                %21 : int = div %20 %19;
                %22 : byte = conv %21;
                var.store %7 %22;
                %23 : byte = var.load %7;
                %24 : int = constant @1;
                %25 : int = conv %23;
                %26 : int = lshr %25 %24;
                %27 : byte = conv %26;
                var.store %7 %27;
                return;
            };
            """)
    static void widerType(int i, float f, double d, byte b) {
        i *= 1.5f;
        f += d;
        b /= i;
        b >>>= 1;
    }
}
