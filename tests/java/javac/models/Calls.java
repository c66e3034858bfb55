// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

import static java.lang.Math.max;

/** Calls of methods, and who is called. */
class Calls {
    static void none() {
    }

    static void all(int n, long... m) {
    }

    int own() {
        return 1;
    }

    static class Base {
        void inherited() {
        }

        static void shared() {
        }
    }

    static class Derived extends Base {
        @ExpectModel(value = """
                func @"derived" (%0 : Derived, %1 : Derived)void -> {
                    %2 : Var<Derived> = var %1 @"other";
                    invoke %0 @"Base::inherited():void";
                    invoke @"Base::shared():void";
                    %3 : Derived = var.load %2;
                    invoke %3 @"Base::inherited():void";
                    invoke %0 @"Base::inherited():void" @invoke.kind="SUPER" @invoke.varargs=false;
                    %4 : String = invoke %0 @"Object::toString():String";
                    return;
                };
                """, calls = "Base.inherited, Base.shared, Base.inherited, Base.inherited")
        void derived(Derived other) {
            inherited();
            shared();
            other.inherited();
            super.inherited();
            toString();
        }
    }

    @ExpectModel(value = """
            func @"varargs" (%0 : int, %1 : long[])void -> {
                %2 : Var<int> = var %0 @"i";
                %3 : Var<long[]> = var %1 @"m";
                %4 : int = var.load %2;
                invoke %4 @"Calls::all(int, long[]):void" @invoke.kind="STATIC" @invoke.varargs=true;
                %5 : int = var.load %2;
                %6 : int = var.load %2;
                %7 : long = conv %6;
                invoke %5 %7 @"Calls::all(int, long[]):void" @invoke.kind="STATIC" @invoke.varargs=true;
                %8 : int = constant @1;
                %9 : long = constant @2L;
                %10 : int = var.load %2;
                %11 : long = conv %10;
                invoke %8 %9 %11 @"Calls::all(int, long[]):void" @invoke.kind="STATIC" @invoke.varargs=true;
                %12 : int = constant @2;
                %13 : long[] = var.load %3;
                invoke %12 %13 @"Calls::all(int, long[]):void";
                return;
            };
            """, calls = "Calls.all, Calls.all, Calls.all, Calls.all")
    static void varargs(int i, long... m) {
        all(i);
        all(i, i);
        all(1, 2L, i);
        all(2, m);
    }

    @ExpectModel(value = """
            func @"receivers" (%0 : Calls, %1 : Calls)int -> {
                %2 : Var<Calls> = var %1 @"other";
                invoke @"Calls::none():void";
                invoke @"Calls::none():void";
                %3 : Calls = var.load %2;
                invoke @"Calls::none():void";
                %4 : int = invoke %0 @"Calls::own():int";
                %5 : int = invoke %0 @"Calls::own():int";
                %6 : Calls = var.load %2;
                %7 : int = invoke %6 @"Calls::own():int";
                %8 : int = add %5 %7;
                return %8;
            };
            """, calls = "Calls.none, Calls.none, Calls.none, Calls.own, Calls.own, Calls.own")
    int receivers(Calls other) {
        none();
        Calls.none();
        other.none();
        own();
        return this.own() + other.own();
    }

    @ExpectModel(value = """
            func @"jdk" (%0 : int, %1 : float, %2 : Integer, %3 : Number)int -> {
                %4 : Var<int> = var %0 @"a";
                %5 : Var<float> = var %1 @"f";
                %6 : Var<Integer> = var %2 @"box";
                %7 : Var<Number> = var %3 @"n";
                %8 : int = var.load %4;
                %9 : int = constant @1;
                %10 : int = invoke %8 %9 @"Math::max(int, int):int";
                %11 : int = var.load %4;
                %12 : Integer = var.load %6;
                %13 : int = invoke %12 @"Integer::intValue():int";
                %14 : int = invoke %11 %13 @"Math::min(int, int):int";
                %15 : int = add %10 %14;
                %16 : float = var.load %5;
                %17 : double = conv %16;
                %18 : double = invoke %17 @"Math::sqrt(double):double";
                %19 : int = conv %18;
                %20 : int = add %15 %19;
                %21 : Number = var.load %7;
                %22 : int = invoke %21 @"Number::intValue():int";
                %23 : int = add %20 %22;
                %24 : Integer = var.load %6;
                %25 : byte = invoke %24 @"Integer::byteValue():byte";
                %26 : int = conv %25;
                %27 : int = add %23 %26;
                return %27;
            };
            """, calls = "")
    static int jdk(int a, float f, Integer box, Number n) {
        return max(a, 1) + Math.min(a, box) + (int) Math.sqrt(f) + n.intValue() + box.byteValue();
    }

    @ExpectModel("""
            func @"g" (%0 : &Calls::g(Number):int::<T extends Number>)int -> {
                %1 : Var<&Calls::g(Number):int::<T extends Number>> = var %0 @"t";
                %2 : &Calls::g(Number):int::<T extends Number> = var.load %1;
                %3 : Var<&Calls::g(Number):int::<T extends Number>> = var %2 @"u";
                %4 : &Calls::g(Number):int::<T extends Number> = var.load %3;
                %5 : int = invoke %4 @"Number::intValue():int";
                %6 : &Calls::g(Number):int::<T extends Number> = var.load %1;
                %7 : int = invoke %6 @"Calls::g(Number):int";
                %8 : int = add %5 %7;
                return %8;
            };
            """)
    static <T extends Number> int g(T t) {
        T u = t;
        return u.intValue() + g(t);
    }

    @ExpectModel("""
            func @"captured" (%0 : List<? extends Number>, %1 : Map<?, ? super Integer>)Object -> {
                %2 : Var<List<? extends Number>> = var %0 @"list";
                %3 : Var<Map<?, ? super Integer>> = var %1 @"map";
                %4 : Object = java.cexpression
                    ()boolean -> {
                        %5 : List<? extends Number> = var.load %2;
                        %6 : Map<?, ? super Integer> = var.load %3;
                        %7 : boolean = eq %5 %6;
                        yield %7;
                    }
                    ()Object -> {
                        %8 : Map<?, ? super Integer> = var.load %3;
                        yield %8;
                    }
                    ()Object -> {
                        %9 : List<? extends Number> = var.load %2;
                        yield %9;
                    };
                return %4;
            };
            """)
    static Object captured(java.util.List<? extends Number> list, java.util.Map<?, ? super Integer> map) {
        return list == map ? map : list;
    }
}
