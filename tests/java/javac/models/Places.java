// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

/**
 * Locations: an operation is located at the tree that it is created for. That is the name of a called method
 * or of a field, the operator of an expression, the bracket of an array access, or otherwise the start.
 */
class Places {
    @ExpectModel(value = """
            func @loc="11:5" @"places" (%0 : int)int -> {
                %1 : Var<int> = var %0 @loc="11:5" @"a";
                %2 : int = var.load %1 @loc="63:17";
                %3 : int = constant @loc="63:21" @2;
                %4 : int = var.load %1 @loc="63:25";
                %5 : int = mul %3 %4 @loc="63:23";
                %6 : int = add %2 %5 @loc="63:19";
                %7 : Var<int> = var %6 @loc="63:9" @"b";
                %8 : int = var.load %1 @loc="64:18";
                %9 : int = neg %8 @loc="64:17";
                %10 : Var<int> = var %9 @loc="64:9" @"c";
                %11 : Var<int> = var @loc="64:9" @"d";
                %12 : int = var.load %7 @loc="65:23";
                %13 : Integer = invoke %12 @loc="65:9" @"Integer::valueOf(int):Integer";
                %14 : Var<Integer> = var %13 @loc="65:9" @"box";
                %15 : int = var.load %1 @loc="66:10";
                var.store %11 %15 @loc="66:8";
                java.for @loc="67:9"
                    ()Var<int> -> {
                        %16 : int = constant @loc="67:22" @0;
                        %17 : Var<int> = var %16 @loc="67:14" @"i";
                        yield %17 @loc="67:9";
                    }
                    (%18 : Var<int>)boolean -> {
                        %19 : int = var.load %18 @loc="67:25";
                        %20 : int = var.load %1 @loc="67:29";
                        %21 : boolean = lt %19 %20 @loc="67:27";
                        yield %21 @loc="67:9";
                    }
                    (%22 : Var<int>)void -> {
                        %23 : int = var.load %22 @loc="67:33";
                        %24 : int = constant @loc="67:33" @1;
                        %25 : int = add %23 %24 @loc="67:33";
                        var.store %22 %25 @loc="67:33";
                        yield @loc="67:9";
                    }
                    (%26 : Var<int>)void -> {
                        %27 : int = var.load %7 @loc="68:15";
                        %28 : int = var.load %26 @loc="68:18";
                        %29 : int = add %27 %28 @loc="68:15";
                        var.store %7 %29 @loc="68:15";
                        java.continue @loc="67:9";
                    };
                %30 : int = var.load %7 @loc="70:17";
                %31 : int = var.load %10 @loc="71:19";
                %32 : int = add %30 %31 @loc="71:17";
                return %32 @loc="70:9";
            };
            """, places = true)
    static int places(
            int a) {
        var b = a + 2 * a;
        int c = -a, d;
        Integer box = b;
	    d = a; // behind a tab
        for (int i = 0; i < a; i++) {
            b += i;
        }
        return (b)
                + c;
    }

    record At<T>(int n, Places p) {}

    Places next;
    int value;

    <T> Places then(T argument) {
        return this;
    }

    static int count(String text) {
        return 1;
    }

    @ExpectModel(value = """
            func @loc="87:5" @"chains" (%0 : Places, %1 : Places, %2 : int[])int -> {
                %3 : Var<Places> = var %1 @loc="87:5" @"p";
                %4 : Var<int[]> = var %2 @loc="87:5" @"n";
                %5 : Places = var.load %3 @loc="147:21";
                %6 : int[] = var.load %4 @loc="147:28";
                %7 : int = constant @loc="147:30" @1;
                %8 : int = array.load %6 %7 @loc="147:29";
                %9 : Integer = invoke %8 @loc="147:23" @"Integer::valueOf(int):Integer";
                %10 : Places = invoke %5 %9 @loc="147:23" @"Places::then(Object):Places";
                %11 : String = constant @loc="148:19" @"a) . \\"b";
                %12 : Places = invoke %10 %11 @loc="148:14" @"Places::then(Object):Places";
                %13 : Places = field.load %12 @loc="148:45" @"Places::next:Places";
                %14 : int[] = var.load %4 @loc="149:29";
                %15 : int[] = var.load %4 @loc="150:18";
                %16 : int = constant @loc="150:20" @0;
                %17 : int = array.load %15 %16 @loc="150:19";
                %18 : int = constant @loc="150:25" @1;
                %19 : int = add %17 %18 @loc="150:23";
                %20 : int = array.load %14 %19 @loc="150:17";
                %21 : int = constant @loc="150:30" @1;
                %22 : int = add %20 %21 @loc="150:28";
                %23 : int = constant @loc="150:35" @2;
                %24 : int = mul %22 %23 @loc="150:33";
                %25 : Integer = invoke %24 @loc="149:23" @"Integer::valueOf(int):Integer";
                %26 : Places = invoke %13 %25 @loc="149:23" @"Places::then(Object):Places";
                %27 : char = constant @loc="151:20" @'(';
                %28 : Character = invoke %27 @loc="151:15" @"Character::valueOf(char):Character";
                %29 : Places = invoke %26 %28 @loc="151:15" @"Places::then(Object):Places";
                %30 : int = field.load %29 @loc="152:14" @"Places::value:int";
                %31 : Var<int> = var %30 @loc="147:9" @"count";
                %32 : int = var.load %31 @loc="153:15";
                %33 : int = constant @loc="154:13" @30;
                %34 : Places = var.load %3 @loc="154:20";
                %35 : int = field.load %34 @loc="154:22" @"Places::value:int";
                %36 : int = add %33 %35 @loc="154:18";
                %37 : int = sub %32 %36 @loc="153:15";
                var.store %31 %37 @loc="153:15";
                %38 : Places = var.load %3 @loc="155:29";
                %39 : int = field.load %38 @loc="155:31" @"Places::value:int";
                %40 : Places = var.load %3 @loc="155:39";
                %41 : Places = field.load %40 @loc="155:41" @"Places::next:Places";
                %42 : int = constant @loc="155:52" @1;
                %43 : Integer = invoke %42 @loc="155:47" @"Integer::valueOf(int):Integer";
                %44 : Places = invoke %41 %43 @loc="155:47" @"Places::then(Object):Places";
                %45 : At<Byte> = new %39 %44 @loc="155:16" @"At::(int, Places)" @record="(int n, Places p)At";
                %46 : Places = invoke %45 @loc="156:14" @"At::p():Places";
                %47 : int = field.load %46 @loc="157:14" @"Places::value:int";
                %48 : String = constant @loc="157:30" @"(";
                %49 : int = invoke %48 @loc="157:24" @"Places::count(String):int";
                %50 : int = var.load %31 @loc="159:13";
                %51 : int = constant @loc="159:13" @1;
                %52 : int = add %50 %51 @loc="159:13";
                var.store %31 %52 @loc="159:13";
                %53 : int = add %49 %50 @loc="158:19";
                %54 : int = lshr %47 %53 @loc="157:20";
                return %54 @loc="155:9";
            };
            """, places = true)
    int chains(Places p, int... n) {
        int count = p.then(n[1]) // a comment with . and (
            .then("a) . \"b") /* .then( */ .next
            .<Integer>then((n
                [n[0] + 1] + 1) * 2)
            . then('(')
            .value;
        count -=
            0x1e + p.value;
        return new At<Byte>(p.value, (p.next).then(1))
            .p()
            .value >>> count("""
            (""") + count
            ++;
    }

    @ExpectModel(value = """
            func @loc="162:5" @"operators" (%0 : int, %1 : int, %2 : Object)boolean -> {
                %3 : Var<int> = var %0 @loc="162:5" @"a";
                %4 : Var<int> = var %1 @loc="162:5" @"b";
                %5 : Var<Object> = var %2 @loc="162:5" @"o";
                %6 : int = var.load %4 @loc="226:13";
                %7 : int = constant @loc="226:18" @2;
                %8 : int = lshl %6 %7 @loc="226:15";
                %9 : int = var.load %4 @loc="226:22";
                %10 : int = and %8 %9 @loc="226:20";
                var.store %3 %10 @loc="226:11";
                %11 : int = var.load %3 @loc="227:11";
                %12 : int = java.cexpression @loc="227:25"
                    ()boolean -> {
                        %13 : int = var.load %4 @loc="227:16";
                        %14 : double = conv %13 @loc="227:18";
                        %15 : double = constant @loc="227:20" @0.001d;
                        %16 : boolean = gt %14 %15 @loc="227:18";
                        yield %16 @loc="227:25";
                    }
                    ()int -> {
                        %17 : int = var.load %3 @loc="227:27";
                        yield %17 @loc="227:25";
                    }
                    ()int -> {
                        %18 : int = var.load %4 @loc="227:32";
                        %19 : int = neg %18 @loc="227:31";
                        yield %19 @loc="227:25";
                    };
                %20 : int = lshr %11 %12 @loc="227:11";
                var.store %3 %20 @loc="227:11";
                %21 : int = var.load %3 @loc="228:14";
                %22 : int = constant @loc="228:14" @1;
                %23 : int = add %21 %22 @loc="228:14";
                var.store %3 %23 @loc="228:14";
                %24 : int = var.load %4 @loc="228:17";
                %25 : int = add %21 %24 @loc="228:16";
                var.store %4 %25 @loc="228:11";
                %26 : boolean = java.cor @loc="231:13"
                    ()boolean -> {
                        %27 : boolean = java.cand @loc="230:13"
                            ()boolean -> {
                                %28 : int = var.load %3 @loc="229:16";
                                %29 : int = var.load %4 @loc="229:21";
                                %30 : boolean = le %28 %29 @loc="229:18";
                                yield %30 @loc="230:13";
                            }
                            ()boolean -> {
                                %31 : int = var.load %4 @loc="230:16";
                                %32 : int = constant @loc="230:21" @0;
                                %33 : boolean = neq %31 %32 @loc="230:18";
                                yield %33 @loc="230:13";
                            };
                        yield %27 @loc="231:13";
                    }
                    ()boolean -> {
                        %34 : Object = var.load %5 @loc="231:16";
                        %35 : boolean = instanceof %34 @loc="232:17" @At;
                        yield %35 @loc="231:13";
                    };
                return %26 @loc="229:9";
            };
            """, places = true)
    static boolean operators(int a, int b, Object o) {
        a = b << 2 & b;
        a >>>= b > 1e-3 ? a : -b;
        b = a+++b;
        return a <= b
            && b != 0
            || o
                instanceof At;
    }
}
