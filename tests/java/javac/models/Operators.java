// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

/** Operators that assign nothing. */
class Operators {
    @ExpectModel("""
            func @"nested" (%0 : int)int -> {
                %1 : Var<int> = var %0 @"a";
                %2 : int = constant @5;
                %3 : int = var.load %1;
                %4 : int = constant @4;
                %5 : int = constant @3;
                %6 : int = sub %4 %5;
                %7 : int = mul %3 %6;
                %8 : int = constant @2;
                %9 : int = div %7 %8;
                %10 : int = constant @7;
                %11 : int = mod %9 %10;
                %12 : int = add %2 %11;
                return %12;
            };
            """)
    static int nested(int a) {
        return 5 + a * (4 - 3) / 2 % 7;
    }

    @ExpectModel("""
            func @"promoted" (%0 : byte, %1 : int, %2 : long, %3 : double)double -> {
                %4 : Var<byte> = var %0 @"b";
                %5 : Var<int> = var %1 @"i";
                %6 : Var<long> = var %2 @"l";
                %7 : Var<double> = var %3 @"d";
                %8 : byte = var.load %4;
                %9 : int = conv %8;
                %10 : int = var.load %5;
                %11 : int = add %9 %10;
                %12 : double = conv %11;
                %13 : long = var.load %6;
                %14 : double = conv %13;
                %15 : double = var.load %7;
                %16 : double = mul %14 %15;
                %17 : double = sub %12 %16;
                return %17;
            };
            """)
    static double promoted(byte b, int i, long l, double d) {
        return b + i - l * d;
    }

    @ExpectModel("""
            func @"narrow" (%0 : byte, %1 : char)int -> {
                %2 : Var<byte> = var %0 @"b";
                %3 : Var<char> = var %1 @"c";
                %4 : byte = var.load %2;
                %5 : int = conv %4;
                %6 : int = neg %5;
                %7 : char = var.load %3;
                %8 : int = conv %7;
                %9 : int = compl %8;
                %10 : int = add %6 %9;
                %11 : byte = var.load %2;
                %12 : int = conv %11;
                %13 : int = add %10 %12;
                return %13;
            };
            """)
    static int narrow(byte b, char c) {
        return -b + ~c + +b;
    }

    @ExpectModel("""
            func @"shifts" (%0 : byte, %1 : long, %2 : int)long -> {
                %3 : Var<byte> = var %0 @"b";
                %4 : Var<long> = var %1 @"l";
                %5 : Var<int> = var %2 @"i";
                %6 : byte = var.load %3;
                %7 : int = conv %6;
                %8 : long = var.load %4;
                %9 : int = lshl %7 %8;
                %10 : long = conv %9;
                %11 : long = var.load %4;
                %12 : int = var.load %5;
                %13 : long = ashr %11 %12;
                %14 : long = add %10 %13;
                %15 : long = var.load %4;
                %16 : byte = var.load %3;
                %17 : int = conv %16;
                %18 : long = lshr %15 %17;
                %19 : long = add %14 %18;
                return %19;
            };
            """)
    static long shifts(byte b, long l, int i) {
        return (b << l) + (l >> i) + (l >>> b);
    }

    @ExpectModel("""
            func @"bits" (%0 : int, %1 : boolean, %2 : boolean)boolean -> {
                %3 : Var<int> = var %0 @"a";
                %4 : Var<boolean> = var %1 @"p";
                %5 : Var<boolean> = var %2 @"q";
                %6 : int = var.load %3;
                %7 : int = constant @1;
                %8 : int = and %6 %7;
                %9 : int = var.load %3;
                %10 : int = constant @2;
                %11 : int = xor %9 %10;
                %12 : int = or %8 %11;
                %13 : int = constant @3;
                %14 : boolean = eq %12 %13;
                %15 : boolean = var.load %4;
                %16 : boolean = and %14 %15;
                %17 : boolean = var.load %5;
                %18 : boolean = var.load %4;
                %19 : boolean = xor %17 %18;
                %20 : boolean = or %16 %19;
                return %20;
            };
            """)
    static boolean bits(int a, boolean p, boolean q) {
        return (a & 1 | a ^ 2) == 3 & p | q ^ p;
    }

    @ExpectModel("""
            func @"logic" (%0 : int, %1 : Boolean)boolean -> {
                %2 : Var<int> = var %0 @"a";
                %3 : Var<Boolean> = var %1 @"p";
                %4 : boolean = java.cor
                    ()boolean -> {
                        %5 : boolean = java.cand
                            ()boolean -> {
                                %6 : int = var.load %2;
                                %7 : int = constant @1;
                                %8 : boolean = lt %6 %7;
                                yield %8;
                            }
                            ()boolean -> {
                                %9 : Boolean = var.load %3;
                                %10 : boolean = invoke %9 @"Boolean::booleanValue():boolean";
                                yield %10;
                            };
                        yield %5;
                    }
                    ()boolean -> {
                        %11 : boolean = java.cand
                            ()boolean -> {
                                %12 : int = var.load %2;
                                %13 : char = constant @'x';
                                %14 : int = conv %13;
                                %15 : boolean = ge %12 %14;
                                %16 : boolean = not %15;
                                yield %16;
                            }
                            ()boolean -> {
                                %17 : long = constant @2L;
                                %18 : int = var.load %2;
                                %19 : long = conv %18;
                                %20 : boolean = neq %17 %19;
                                yield %20;
                            };
                        yield %11;
                    };
                return %4;
            };
            """)
    static boolean logic(int a, Boolean p) {
        return a < 1 && p || !(a >= 'x') && 2L != a;
    }

    @ExpectModel("""
            func @"references" (%0 : Integer, %1 : Integer, %2 : Object)boolean -> {
                %3 : Var<Integer> = var %0 @"a";
                %4 : Var<Integer> = var %1 @"b";
                %5 : Var<Object> = var %2 @"o";
                %6 : boolean = java.cand
                    ()boolean -> {
                        %7 : boolean = java.cand
                            ()boolean -> {
                                %8 : boolean = java.cand
                                    ()boolean -> {
                                        %9 : Integer = var.load %3;
                                        %10 : Integer = var.load %4;
                                        %11 : boolean = eq %9 %10;
                                        yield %11;
                                    }
                                    ()boolean -> {
                                        %12 : Integer = var.load %3;
                                        %13 : int = invoke %12 @"Integer::intValue():int";
                                        %14 : Integer = var.load %4;
                                        %15 : int = invoke %14 @"Integer::intValue():int";
                                        %16 : boolean = le %13 %15;
                                        yield %16;
                                    };
                                yield %8;
                            }
                            ()boolean -> {
                                %17 : Object = var.load %5;
                                %18 : Object = constant @null;
                                %19 : boolean = neq %17 %18;
                                yield %19;
                            };
                        yield %7;
                    }
                    ()boolean -> {
                        %20 : Integer = var.load %3;
                        %21 : int = invoke %20 @"Integer::intValue():int";
                        %22 : int = constant @1;
                        %23 : boolean = eq %21 %22;
                        yield %23;
                    };
                return %6;
            };
            """)
    static boolean references(Integer a, Integer b, Object o) {
        return a == b && a <= b && o != null && a == 1;
    }

    @ExpectModel("""
            func @"conditional" (%0 : boolean, %1 : int, %2 : double)double -> {
                %3 : Var<boolean> = var %0 @"p";
                %4 : Var<int> = var %1 @"a";
                %5 : Var<double> = var %2 @"d";
                %6 : double = java.cexpression
                    ()boolean -> {
                        %7 : boolean = var.load %3;
                        yield %7;
                    }
                    ()double -> {
                        %8 : int = var.load %4;
                        %9 : double = conv %8;
                        yield %9;
                    }
                    ()double -> {
                        %10 : double = var.load %5;
                        yield %10;
                    };
                %11 : int = java.cexpression
                    ()boolean -> {
                        %12 : boolean = var.load %3;
                        %13 : boolean = not %12;
                        yield %13;
                    }
                    ()int -> {
                        %14 : int = constant @1;
                        yield %14;
                    }
                    ()int -> {
                        %15 : int = constant @2;
                        yield %15;
                    };
                %16 : double = conv %11;
                %17 : double = add %6 %16;
                return %17;
            };
            """)
    static double conditional(boolean p, int a, double d) {
        return (p ? a : d) + (!p ? 1 : 2);
    }

    @ExpectModel("""
            func @"literals" ()Object -> {
                %0 : long = constant @-42L;
                %1 : Var<long> = var %0 @"l";
                %2 : float = constant @1.5f;
                %3 : float = neg %2;
                %4 : Var<float> = var %3 @"f";
                %5 : double = constant @1.0E300d;
                %6 : Var<double> = var %5 @"d";
                %7 : char = constant @'\\n';
                %8 : Var<char> = var %7 @"c";
                %9 : int = constant @-2147483648;
                %10 : Var<int> = var %9 @"least";
                %11 : boolean = constant @true;
                %12 : Var<boolean> = var %11 @"t";
                %13 : Object = constant @null;
                %14 : Var<Object> = var %13 @"o";
                %15 : String = constant @"a\\"b";
                return %15;
            };
            """)
    static Object literals() {
        long l = -42L;
        float f = -1.5f;
        double d = 1e300;
        char c = '\n';
        int least = -2147483648;
        boolean t = true;
        Object o = null;
        return "a\"b";
    }

    static final String NAME = "n" + 1;

    @ExpectModel("""
            func @"concatenation" ()String -> {
                %0 : String = constant @"n1isc2true";
                return %0;
            };
            """)
    static String concatenation() {
        return NAME + ("is" + 'c') + 2 + true;
    }
}
