// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

/** Places: where an operation stands is where the statement or expression starts that it is made for. */
class Places {
    @ExpectModel(value = """
            func @loc="8:5" @"places" (%0 : int)int -> {
                %1 : Var<int> = var %0 @loc="8:5" @"a";
                %2 : int = var.load %1 @loc="60:17";
                %3 : int = constant @loc="60:21" @2;
                %4 : int = var.load %1 @loc="60:25";
                %5 : int = mul %3 %4 @loc="60:21";
                %6 : int = add %2 %5 @loc="60:17";
                %7 : Var<int> = var %6 @loc="60:9" @"b";
                %8 : int = var.load %1 @loc="61:18";
                %9 : int = neg %8 @loc="61:17";
                %10 : Var<int> = var %9 @loc="61:9" @"c";
                %11 : Var<int> = var @loc="61:9" @"d";
                %12 : int = var.load %7 @loc="62:23";
                %13 : Integer = invoke %12 @loc="62:9" @"Integer::valueOf(int):Integer";
                %14 : Var<Integer> = var %13 @loc="62:9" @"box";
                %15 : int = var.load %1 @loc="63:10";
                var.store %11 %15 @loc="63:6";
                java.for @loc="64:9"
                    ()Var<int> -> {
                        %16 : int = constant @loc="64:22" @0;
                        %17 : Var<int> = var %16 @loc="64:14" @"i";
                        yield %17 @loc="64:9";
                    }
                    (%18 : Var<int>)boolean -> {
                        %19 : int = var.load %18 @loc="64:25";
                        %20 : int = var.load %1 @loc="64:29";
                        %21 : boolean = lt %19 %20 @loc="64:25";
                        yield %21 @loc="64:9";
                    }
                    (%22 : Var<int>)void -> {
                        %23 : int = var.load %22 @loc="64:32";
                        %24 : int = constant @loc="64:32" @1;
                        %25 : int = add %23 %24 @loc="64:32";
                        var.store %22 %25 @loc="64:32";
                        yield @loc="64:9";
                    }
                    (%26 : Var<int>)void -> {
                        %27 : int = var.load %7 @loc="65:13";
                        %28 : int = var.load %26 @loc="65:18";
                        %29 : int = add %27 %28 @loc="65:13";
                        var.store %7 %29 @loc="65:13";
                        java.continue @loc="64:9";
                    };
                %30 : int = var.load %7 @loc="67:17";
                %31 : int = var.load %10 @loc="68:19";
                %32 : int = add %30 %31 @loc="67:16";
                return %32 @loc="67:9";
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
}
