// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

/**
 * Locations: an operation is located at the tree that it is created for. That is the name of a called method or
 * of a field, the operator of an expression, the bracket of an array access, or otherwise the start.
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

    record At<T>(int[] values, Places place) {}

    Places next;
    int[] values;

    <T> Places then(T argument) {
        return this;
    }

    static int count(String text) {
        return 1;
    }

    @ExpectModel(value = """
            func @loc="87:5" @"chains" (%0 : Places, %1 : Places, %2 : int)int -> {
                %3 : Var<Places> = var %1 @loc="87:5" @"p";
                %4 : Var<int> = var %2 @loc="87:5" @"n";
                %5 : Places = var.load %3 @loc="139:9";
                %6 : int = var.load %4 @loc="139:16";
                %7 : Integer = invoke %6 @loc="139:11" @"Integer::valueOf(int):Integer";
                %8 : Places = invoke %5 %7 @loc="139:11" @"Places::then(Object):Places";
                %9 : String = constant @loc="140:19" @"a) . \\"b";
                %10 : Places = invoke %8 %9 @loc="140:14" @"Places::then(Object):Places";
                %11 : Places = field.load %10 @loc="140:45" @"Places::next:Places";
                %12 : int = var.load %4 @loc="141:29";
                %13 : int = constant @loc="141:33" @1;
                %14 : int = add %12 %13 @loc="141:31";
                %15 : int = constant @loc="141:38" @2;
                %16 : int = mul %14 %15 @loc="141:36";
                %17 : Integer = invoke %16 @loc="141:23" @"Integer::valueOf(int):Integer";
                %18 : Places = invoke %11 %17 @loc="141:23" @"Places::then(Object):Places";
                %19 : char = constant @loc="142:20" @'(';
                %20 : Character = invoke %19 @loc="142:15" @"Character::valueOf(char):Character";
                %21 : Places = invoke %18 %20 @loc="142:15" @"Places::then(Object):Places";
                %22 : int[] = field.load %21 @loc="143:14" @"Places::values:int[]";
                %23 : int = var.load %4 @loc="143:21";
                %24 : int = constant @loc="143:25" @1;
                %25 : int = add %23 %24 @loc="143:23";
                %26 : int = array.load %22 %25 @loc="143:28";
                %27 : int = constant @loc="143:31" @30;
                %28 : int = var.load %4 @loc="143:38";
                %29 : int = add %27 %28 @loc="143:36";
                %30 : int = sub %26 %29 @loc="143:28";
                array.store %22 %25 %30 @loc="143:28";
                %31 : Places = var.load %3 @loc="144:32";
                %32 : int[] = field.load %31 @loc="144:34" @"Places::values:int[]";
                %33 : Places = var.load %3 @loc="144:43";
                %34 : Places = field.load %33 @loc="144:45" @"Places::next:Places";
                %35 : int = constant @loc="144:56" @1;
                %36 : Integer = invoke %35 @loc="144:51" @"Integer::valueOf(int):Integer";
                %37 : Places = invoke %34 %36 @loc="144:51" @"Places::then(Object):Places";
                %38 : At<Integer> = new %32 %37 @loc="144:16" @"At::(int[], Places)" @record="(int[] values, Places place)At";
                %39 : int[] = invoke %38 @loc="145:14" @"At::values():int[]";
                %40 : int = constant @loc="145:23" @0;
                %41 : int = array.load %39 %40 @loc="145:25";
                %42 : int = constant @loc="145:25" @1;
                %43 : int = add %41 %42 @loc="145:25";
                array.store %39 %40 %43 @loc="145:25";
                %44 : String = constant @loc="145:38" @"(";
                %45 : int = invoke %44 @loc="145:32" @"Places::count(String):int";
                %46 : int = lshr %41 %45 @loc="145:28";
                return %46 @loc="144:9";
            };
            """, places = true)
    int chains(Places p, int n) {
        p.then(n) // a comment with . and (
            .then("a) . \"b") /* .then( */ .next
            .<Integer>then((n + 1) * 2)
            . then('(')
            .values[n + 1] -= 0x1e + n;
        return new At<Integer>(p.values, (p.next).then(1))
            .values()[0]++ >>> count("""
            (""");
    }

    @ExpectModel(value = """
            func @loc="149:5" @"operators" (%0 : int, %1 : int, %2 : Object)boolean -> {
                %3 : Var<int> = var %0 @loc="149:5" @"a";
                %4 : Var<int> = var %1 @loc="149:5" @"b";
                %5 : Var<Object> = var %2 @loc="149:5" @"o";
                %6 : int = var.load %4 @loc="213:13";
                %7 : int = constant @loc="213:18" @2;
                %8 : int = lshl %6 %7 @loc="213:15";
                %9 : int = var.load %4 @loc="213:22";
                %10 : int = and %8 %9 @loc="213:20";
                var.store %3 %10 @loc="213:11";
                %11 : int = var.load %3 @loc="214:11";
                %12 : int = java.cexpression @loc="214:25"
                    ()boolean -> {
                        %13 : int = var.load %4 @loc="214:16";
                        %14 : double = conv %13 @loc="214:18";
                        %15 : double = constant @loc="214:20" @0.001d;
                        %16 : boolean = gt %14 %15 @loc="214:18";
                        yield %16 @loc="214:25";
                    }
                    ()int -> {
                        %17 : int = var.load %3 @loc="214:27";
                        yield %17 @loc="214:25";
                    }
                    ()int -> {
                        %18 : int = var.load %4 @loc="214:32";
                        %19 : int = neg %18 @loc="214:31";
                        yield %19 @loc="214:25";
                    };
                %20 : int = lshr %11 %12 @loc="214:11";
                var.store %3 %20 @loc="214:11";
                %21 : int = var.load %3 @loc="215:14";
                %22 : int = constant @loc="215:14" @1;
                %23 : int = add %21 %22 @loc="215:14";
                var.store %3 %23 @loc="215:14";
                %24 : int = var.load %4 @loc="215:17";
                %25 : int = add %21 %24 @loc="215:16";
                var.store %4 %25 @loc="215:11";
                %26 : boolean = java.cor @loc="218:13"
                    ()boolean -> {
                        %27 : boolean = java.cand @loc="217:13"
                            ()boolean -> {
                                %28 : int = var.load %3 @loc="216:16";
                                %29 : int = var.load %4 @loc="216:21";
                                %30 : boolean = le %28 %29 @loc="216:18";
                                yield %30 @loc="217:13";
                            }
                            ()boolean -> {
                                %31 : int = var.load %4 @loc="217:16";
                                %32 : int = constant @loc="217:21" @0;
                                %33 : boolean = neq %31 %32 @loc="217:18";
                                yield %33 @loc="217:13";
                            };
                        yield %27 @loc="218:13";
                    }
                    ()boolean -> {
                        %34 : Object = var.load %5 @loc="218:16";
                        %35 : boolean = instanceof %34 @loc="219:17" @Integer;
                        yield %35 @loc="218:13";
                    };
                return %26 @loc="216:9";
            };
            """, places = true)
    static boolean operators(int a, int b, Object o) {
        a = b << 2 & b;
        a >>>= b > 1e-3 ? a : -b;
        b = a+++b;
        return a <= b
            && b != 0
            || o
                instanceof Integer;
    }
}
