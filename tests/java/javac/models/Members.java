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
    int field;

    enum Mode {
        EXACT, FAST
    }

    record Pair<T>(T a, int b) {
        int sum() {
            return b + b();
        }

        public int b() {
            return b + 1;
        }
    }

    @ExpectModel("""
            func @"constants" ()Object -> {
                %0 : int = field.load @"Members::WIDTH:int" @value=64;
                %1 : int = field.load @"Integer::MAX_VALUE:int";
                %2 : int = mul %0 %1;
                %3 : long = conv %2;
                %4 : Var<long> = var %3 @"l";
                %5 : float = field.load @"Members::LEAST:float" @value=-Infinityf;
                %6 : double = conv %5;
                %7 : double = field.load @"Math::PI:double";
                %8 : double = add %6 %7;
                %9 : Var<double> = var %8 @"d";
                %10 : boolean = java.cor
                    ()boolean -> {
                        %11 : char = field.load @"Members::LETTER:char" @value=120;
                        %12 : int = conv %11;
                        %13 : char = constant @'y';
                        %14 : int = conv %13;
                        %15 : boolean = eq %12 %14;
                        yield %15;
                    }
                    ()boolean -> {
                        %16 : boolean = field.load @"Members::FLAG:boolean" @value=true;
                        yield %16;
                    };
                %17 : Var<boolean> = var %10 @"b";
                %18 : String = constant @"text";
                %19 : Var<String> = var %18 @"s";
                %20 : Mode = field.load @"Members::MODE:Mode";
                %21 : Mode = field.load @"Mode::EXACT:Mode";
                %22 : boolean = eq %20 %21;
                %23 : Boolean = invoke %22 @"Boolean::valueOf(boolean):Boolean";
                return %23;
            };
            """)
    static Object constants() {
        long l = WIDTH * Integer.MAX_VALUE;
        double d = LEAST + Math.PI;
        boolean b = Members.LETTER == 'y' || FLAG;
        String s = TEXT;
        return MODE == Mode.EXACT;
    }

    @ExpectModel(value = """
            func @"records" (%0 : int)int -> {
                %1 : Var<int> = var %0 @"a";
                %2 : String = constant @"x";
                %3 : int = var.load %1;
                %4 : Pair<String> = new %2 %3 @"Pair::(Object, int)" @record="(Pair::<T> a, int b)Pair";
                %5 : Var<Pair<String>> = var %4 @"pair";
                %6 : int = constant @1;
                %7 : byte = conv %6;
                %8 : Pair<String> = var.load %5;
                %9 : 1Own = new %7 %8 @"1Own::(byte, Pair)" @record="(byte n, Pair<String> p)1Own";
                %10 : Var<1Own> = var %9 @"local";
                %11 : 1Own = var.load %10;
                %12 : byte = invoke %11 @"1Own::n():byte";
                %13 : int = conv %12;
                %14 : 1Own = var.load %10;
                %15 : Pair<String> = invoke %14 @"1Own::p():Pair";
                %16 : int = invoke %15 @"Pair::b():int";
                %17 : int = add %13 %16;
                %18 : Pair<String> = var.load %5;
                %19 : int = invoke %18 @"Pair::sum():int";
                %20 : int = add %17 %19;
                return %20;
            };
            """, calls = "Pair.b, Pair.sum")
    static int records(int a) {
        record Own(byte n, Pair<String> p) {
        }
        var pair = new Pair<>("x", a);
        var local = new Own((byte) 1, pair);
        return local.n() + local.p().b() + pair.sum();
    }

    @ExpectModel("""
            func @"instance" (%0 : Members, %1 : Members)int -> {
                %2 : Var<Members> = var %1 @"other";
                %3 : int = field.load %0 @"Members::field:int";
                %4 : int = field.load %0 @"Members::field:int";
                %5 : int = add %3 %4;
                %6 : Members = var.load %2;
                %7 : int = field.load %6 @"Members::field:int";
                %8 : int = add %5 %7;
                %9 : int = field.load %0 @"Members::field:int";
                %10 : int = add %8 %9;
                return %10;
            };
            """)
    int instance(Members other) {
        return field + this.field + other.field + Members.this.field;
    }

    @ExpectModel("""
            func @"literals" ()Class<?> -> {
                %0 : Class = constant @float;
                %1 : Var<Class<?>> = var %0 @"number";
                %2 : Class = constant @int[];
                %3 : Var<Class<int[]>> = var %2 @"array";
                %4 : Class = constant @Mode;
                return %4;
            };
            """)
    static Class<?> literals() {
        Class<?> number = float.class;
        Class<int[]> array = int[].class;
        return Mode.class;
    }

    interface Step {
        int apply(int x);
    }

    record Add(int n) implements Step {
        @Override
        public int apply(int x) {
            return x + n;
        }
    }

    @ExpectModel(value = """
            func @"implemented" (%0 : int)int -> {
                %1 : Var<int> = var %0 @"n";
                %2 : int = var.load %1;
                %3 : Add = new %2 @"Add::(int)" @record="(int n)Add" @interfaces="Step" \
            @overrides="Step::apply(int) Add::apply(int)";
                %4 : Var<Step> = var %3 @"step";
                %5 : Step = var.load %4;
                %6 : int = var.load %1;
                %7 : int = invoke %5 %6 @"Step::apply(int):int";
                return %7;
            };
            """, calls = "Add.apply")
    static int implemented(int n) {
        Step step = new Add(n);
        return step.apply(n);
    }
}
