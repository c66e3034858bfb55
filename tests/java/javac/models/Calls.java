// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

import static java.lang.Math.max;

/** Calls of methods, and who is called. */
class Calls {
    static void none() {
    }

    static int sum(int first, long... rest) {
        return first;
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
        @ExpectModel("""
                func @"derived" (%0 : models.Calls$Derived, %1 : models.Calls$Derived)void -> {
                    %2 : Var<models.Calls$Derived> = var %1 @"other";
                    invoke %0 @"models.Calls$Base::inherited():void";
                    invoke @"models.Calls$Base::shared():void";
                    %3 : models.Calls$Derived = var.load %2;
                    invoke %3 @"models.Calls$Base::inherited():void";
                    invoke %0 @"models.Calls$Base::inherited():void" @invoke.kind="SUPER" @invoke.varargs=false;
                    %4 : java.lang.String = invoke %0 @"java.lang.Object::toString():java.lang.String";
                    return;
                };
                """)
        void derived(Derived other) {
            inherited();
            shared();
            other.inherited();
            super.inherited();
            toString();
        }
    }

    @ExpectModel("""
            func @"varargs" (%0 : int, %1 : long[])void -> {
                %2 : Var<int> = var %0 @"i";
                %3 : Var<long[]> = var %1 @"all";
                %4 : int = var.load %2;
                %5 : int = invoke %4 @"models.Calls::sum(int, long[]):int" @invoke.kind="STATIC" @invoke.varargs=true;
                %6 : int = var.load %2;
                %7 : int = var.load %2;
                %8 : long = conv %7;
                %9 : int = invoke %6 %8 @"models.Calls::sum(int, long[]):int" @invoke.kind="STATIC" @invoke.varargs=true;
                %10 : int = constant @1;
                %11 : long = constant @2L;
                %12 : int = var.load %2;
                %13 : long = conv %12;
                %14 : int = invoke %10 %11 %13 @"models.Calls::sum(int, long[]):int" @invoke.kind="STATIC" @invoke.varargs=true;
                %15 : int = constant @2;
                %16 : long[] = var.load %3;
                %17 : int = invoke %15 %16 @"models.Calls::sum(int, long[]):int";
                return;
            };
            """)
    static void varargs(int i, long[] all) {
        sum(i);
        sum(i, i);
        sum(1, 2L, i);
        sum(2, all);
    }

    @ExpectModel("""
            func @"receivers" (%0 : models.Calls, %1 : models.Calls)int -> {
                %2 : Var<models.Calls> = var %1 @"other";
                invoke @"models.Calls::none():void";
                invoke @"models.Calls::none():void";
                %3 : models.Calls = var.load %2;
                invoke @"models.Calls::none():void";
                %4 : int = invoke %0 @"models.Calls::own():int";
                %5 : int = invoke %0 @"models.Calls::own():int";
                %6 : models.Calls = var.load %2;
                %7 : int = invoke %6 @"models.Calls::own():int";
                %8 : int = add %5 %7;
                return %8;
            };
            """)
    int receivers(Calls other) {
        none();
        Calls.none();
        other.none();
        own();
        return this.own() + other.own();
    }

    @ExpectModel("""
            func @"jdk" (%0 : int, %1 : float, %2 : java.lang.Integer, %3 : java.lang.Number)int -> {
                %4 : Var<int> = var %0 @"a";
                %5 : Var<float> = var %1 @"f";
                %6 : Var<java.lang.Integer> = var %2 @"box";
                %7 : Var<java.lang.Number> = var %3 @"n";
                %8 : int = var.load %4;
                %9 : int = constant @1;
                %10 : int = invoke %8 %9 @"java.lang.Math::max(int, int):int";
                %11 : int = var.load %4;
                %12 : java.lang.Integer = var.load %6;
                %13 : int = invoke %12 @"java.lang.Integer::intValue():int";
                %14 : int = invoke %11 %13 @"java.lang.Math::min(int, int):int";
                %15 : int = add %10 %14;
                %16 : float = var.load %5;
                %17 : double = conv %16;
                %18 : double = invoke %17 @"java.lang.Math::sqrt(double):double";
                %19 : int = conv %18;
                %20 : int = add %15 %19;
                %21 : java.lang.Number = var.load %7;
                %22 : int = invoke %21 @"java.lang.Number::intValue():int";
                %23 : int = add %20 %22;
                %24 : java.lang.Integer = var.load %6;
                %25 : int = var.load %4;
                %26 : java.lang.Integer = invoke %25 @"java.lang.Integer::valueOf(int):java.lang.Integer";
                %27 : int = invoke %24 %26 @"java.lang.Integer::compareTo(java.lang.Integer):int";
                %28 : int = add %23 %27;
                return %28;
            };
            """)
    static int jdk(int a, float f, Integer box, Number n) {
        return max(a, 1) + Math.min(a, box) + (int) Math.sqrt(f) + n.intValue() + box.compareTo(a);
    }

    @ExpectModel("""
            func @"arrays" (%0 : int[])int[] -> {
                %1 : Var<int[]> = var %0 @"a";
                %2 : int[] = var.load %1;
                %3 : java.lang.Object = invoke %2 @"int[]::clone():java.lang.Object";
                %4 : int[] = cast %3 @int[];
                return %4;
            };
            """)
    static int[] arrays(int[] a) {
        return a.clone();
    }

    @ExpectModel("""
            func @"generic" (%0 : &models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number::<T extends java.lang.Number>, %1 : java.util.List<? extends &models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number::<T extends java.lang.Number>>)&models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number::<T extends java.lang.Number> -> {
                %2 : Var<&models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number::<T extends java.lang.Number>> = var %0 @"t";
                %3 : Var<java.util.List<? extends &models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number::<T extends java.lang.Number>>> = var %1 @"list";
                %4 : java.util.List<? extends &models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number::<T extends java.lang.Number>> = var.load %3;
                %5 : int = constant @0;
                %6 : &models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number::<T extends java.lang.Number> = invoke %4 %5 @"java.util.List::get(int):java.lang.Object";
                %7 : Var<&models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number::<T extends java.lang.Number>> = var %6 @"first";
                %8 : &models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number::<T extends java.lang.Number> = var.load %7;
                %9 : int = invoke %8 @"java.lang.Number::intValue():int";
                %10 : Var<int> = var %9 @"i";
                %11 : &models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number::<T extends java.lang.Number> = var.load %2;
                %12 : java.util.List<? extends &models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number::<T extends java.lang.Number>> = var.load %3;
                %13 : &models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number::<T extends java.lang.Number> = invoke %11 %12 @"models.Calls::generic(java.lang.Number, java.util.List):java.lang.Number";
                return %13;
            };
            """)
    static <T extends Number> T generic(T t, java.util.List<? extends T> list) {
        T first = list.get(0);
        int i = first.intValue();
        return generic(t, list);
    }
}
