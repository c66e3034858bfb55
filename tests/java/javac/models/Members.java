// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

/** Records, constants, fields, class literals. */
class Members {
    static final int WIDTH = 64;
    static final float LEAST = Float.NEGATIVE_INFINITY;
    static final char LETTER = 'x';
    static final boolean FLAG = true;
    static final String TEXT = "te" + "xt";
    static final Mode MODE = Mode.FAST;
    static int variable;
    int field;

    enum Mode {
        EXACT, FAST
    }

    record Pair<T>(T first, int second) {
        int sum() {
            return second + second();
        }

        public int second() {
            return second + 1;
        }
    }

    @ExpectModel("""
            func @"constants" ()java.lang.Object -> {
                %0 : int = field.load @"models.Members::WIDTH:int" @value=64;
                %1 : int = field.load @"java.lang.Integer::MAX_VALUE:int";
                %2 : int = mul %0 %1;
                %3 : long = conv %2;
                %4 : Var<long> = var %3 @"l";
                %5 : float = field.load @"models.Members::LEAST:float" @value=-Infinityf;
                %6 : double = conv %5;
                %7 : double = field.load @"java.lang.Math::PI:double";
                %8 : double = add %6 %7;
                %9 : Var<double> = var %8 @"d";
                %10 : boolean = java.cor
                    ()boolean -> {
                        %11 : char = field.load @"models.Members::LETTER:char" @value=120;
                        %12 : int = conv %11;
                        %13 : char = constant @'y';
                        %14 : int = conv %13;
                        %15 : boolean = eq %12 %14;
                        yield %15;
                    }
                    ()boolean -> {
                        %16 : boolean = field.load @"models.Members::FLAG:boolean" @value=true;
                        yield %16;
                    };
                %17 : Var<boolean> = var %10 @"b";
                %18 : java.lang.String = constant @"text";
                %19 : Var<java.lang.String> = var %18 @"s";
                %20 : int = field.load @"models.Members::variable:int";
                %21 : Var<int> = var %20 @"v";
                %22 : models.Members$Mode = field.load @"models.Members::MODE:models.Members$Mode";
                %23 : models.Members$Mode = field.load @"models.Members$Mode::EXACT:models.Members$Mode";
                %24 : boolean = eq %22 %23;
                %25 : java.lang.Boolean = invoke %24 @"java.lang.Boolean::valueOf(boolean):java.lang.Boolean";
                return %25;
            };
            """)
    static Object constants() {
        long l = WIDTH * Integer.MAX_VALUE;
        double d = LEAST + Math.PI;
        boolean b = Members.LETTER == 'y' || FLAG;
        String s = TEXT;
        int v = variable;
        return MODE == Mode.EXACT;
    }

    @ExpectModel("""
            func @"records" (%0 : int)int -> {
                %1 : Var<int> = var %0 @"a";
                %2 : java.lang.String = constant @"x";
                %3 : int = var.load %1;
                %4 : models.Members$Pair<java.lang.String> = new %2 %3 @"models.Members$Pair::(java.lang.Object, int)" @record="(models.Members$Pair::<T> first, int second)models.Members$Pair";
                %5 : Var<models.Members$Pair<java.lang.String>> = var %4 @"pair";
                %6 : int = constant @1;
                %7 : byte = conv %6;
                %8 : models.Members$Pair<java.lang.String> = var.load %5;
                %9 : models.Members$1Local = new %7 %8 @"models.Members$1Local::(byte, models.Members$Pair)" @record="(byte small, models.Members$Pair<java.lang.String> pair)models.Members$1Local";
                %10 : Var<models.Members$1Local> = var %9 @"local";
                %11 : models.Members$Pair<java.lang.String> = var.load %5;
                %12 : java.lang.String = invoke %11 @"models.Members$Pair::first():java.lang.Object";
                %13 : int = invoke %12 @"java.lang.String::length():int";
                %14 : models.Members$1Local = var.load %10;
                %15 : models.Members$Pair<java.lang.String> = invoke %14 @"models.Members$1Local::pair():models.Members$Pair";
                %16 : int = invoke %15 @"models.Members$Pair::second():int";
                %17 : int = add %13 %16;
                %18 : models.Members$Pair<java.lang.String> = var.load %5;
                %19 : int = invoke %18 @"models.Members$Pair::sum():int";
                %20 : int = add %17 %19;
                return %20;
            };
            """)
    static int records(int a) {
        record Local(byte small, Pair<String> pair) {
        }
        var pair = new Pair<>("x", a);
        var local = new Local((byte) 1, pair);
        return pair.first().length() + local.pair().second() + pair.sum();
    }

    @ExpectModel("""
            func @"instance" (%0 : models.Members, %1 : models.Members)int -> {
                %2 : Var<models.Members> = var %1 @"other";
                %3 : int = field.load %0 @"models.Members::field:int";
                %4 : int = field.load %0 @"models.Members::field:int";
                %5 : int = add %3 %4;
                %6 : models.Members = var.load %2;
                %7 : int = field.load %6 @"models.Members::field:int";
                %8 : int = add %5 %7;
                %9 : int = field.load %0 @"models.Members::field:int";
                %10 : int = add %8 %9;
                return %10;
            };
            """)
    int instance(Members other) {
        return field + this.field + other.field + Members.this.field;
    }

    @ExpectModel("""
            func @"literals" ()java.lang.Class<?> -> {
                %0 : java.lang.Class = constant @float;
                %1 : Var<java.lang.Class<?>> = var %0 @"number";
                %2 : java.lang.Class = constant @int[];
                %3 : Var<java.lang.Class<int[]>> = var %2 @"array";
                %4 : java.lang.Class = constant @models.Members$Mode;
                return %4;
            };
            """)
    static Class<?> literals() {
        Class<?> number = float.class;
        Class<int[]> array = int[].class;
        return Mode.class;
    }
}
