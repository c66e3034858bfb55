// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

import java.util.List;

/** Loops, labels, jumps. */
class Loops {
    @ExpectModel("""
            func @"counted" (%0 : int)int -> {
                %1 : Var<int> = var %0 @"n";
                %2 : int = constant @0;
                %3 : Var<int> = var %2 @"sum";
                java.for
                    ()Var<int> -> {
                        %4 : int = constant @0;
                        %5 : Var<int> = var %4 @"i";
                        yield %5;
                    }
                    (%6 : Var<int>)boolean -> {
                        %7 : int = var.load %6;
                        %8 : int = var.load %1;
                        %9 : boolean = lt %7 %8;
                        yield %9;
                    }
                    (%10 : Var<int>)void -> {
                        %11 : int = var.load %10;
                        %12 : int = constant @1;
                        %13 : int = add %11 %12;
                        var.store %10 %13;
                        yield;
                    }
                    (%14 : Var<int>)void -> {
                        %15 : int = var.load %3;
                        %16 : int = var.load %14;
                        %17 : int = add %15 %16;
                        var.store %3 %17;
                        java.continue;
                    };
                %18 : int = var.load %3;
                return %18;
            };
            """)
    static int counted(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }

    @ExpectModel("""
            func @"several" (%0 : int)void -> {
                %1 : Var<int> = var %0 @"n";
                java.for
                    ()Tuple<Var<int>, Var<int>> -> {
                        %2 : int = constant @0;
                        %3 : Var<int> = var %2 @"i";
                        %4 : int = var.load %1;
                        %5 : Var<int> = var %4 @"j";
                        %6 : Tuple<Var<int>, Var<int>> = tuple %3 %5;
                        yield %6;
                    }
                    (%7 : Var<int>, %8 : Var<int>)boolean -> {
                        %9 : boolean = java.cand
                            ()boolean -> {
                                %10 : int = var.load %7;
                                %11 : int = var.load %8;
                                %12 : boolean = lt %10 %11;
                                yield %12;
                            }
                            ()boolean -> {
                                %13 : int = var.load %8;
                                %14 : int = constant @0;
                                %15 : boolean = gt %13 %14;
                                yield %15;
                            };
                        yield %9;
                    }
                    (%16 : Var<int>, %17 : Var<int>)void -> {
                        %18 : int = var.load %16;
                        %19 : int = constant @1;
                        %20 : int = add %18 %19;
                        var.store %16 %20;
                        %21 : int = var.load %17;
                        %22 : int = constant @2;
                        %23 : int = sub %21 %22;
                        var.store %17 %23;
                        yield;
                    }
                    (%24 : Var<int>, %25 : Var<int>)void -> {
                        %26 : int = var.load %24;
                        var.store %1 %26;
                        java.continue;
                    };
                return;
            };
            """)
    static void several(int n) {
        for (int i = 0, j = n; i < j && j > 0; i++, j -= 2)
            n = i;
    }

    @ExpectModel("""
            func @"partly" (%0 : int)void -> {
                %1 : Var<int> = var %0 @"i";
                java.for
                    ()void -> {
                        yield;
                    }
                    ()boolean -> {
                        %2 : int = var.load %1;
                        %3 : int = constant @10;
                        %4 : boolean = lt %2 %3;
                        yield %4;
                    }
                    ()void -> {
                        yield;
                    }
                    ()void -> {
                        %5 : int = var.load %1;
                        %6 : int = constant @1;
                        %7 : int = add %5 %6;
                        var.store %1 %7;
                        java.continue;
                    };
                java.for
                    ()void -> {
                        %8 : int = constant @1;
                        var.store %1 %8;
                        yield;
                    }
                    ()boolean -> {
                        %9 : boolean = constant @true;
                        yield %9;
                    }
                    ()void -> {
                        %10 : int = var.load %1;
                        %11 : int = constant @1;
                        %12 : int = add %10 %11;
                        var.store %1 %12;
                        yield;
                    }
                    ()void -> {
                        java.if
                            ()boolean -> {
                                %13 : int = var.load %1;
                                %14 : int = constant @3;
                                %15 : boolean = gt %13 %14;
                                yield %15;
                            }
                            ()void -> {
                                java.break;
                            }
                            ()void -> {
                                yield;
                            };
                        java.continue;
                    };
                java.for
                    ()void -> {
                        yield;
                    }
                    ()boolean -> {
                        %16 : boolean = constant @true;
                        yield %16;
                    }
                    ()void -> {
                        yield;
                    }
                    ()void -> {
                        java.continue;
                    };
                unreachable;
            };
            """)
    static void partly(int i) {
        for (; i < 10;) {
            i = i + 1;
        }
        for (i = 1; ; i++)
            if (i > 3)
                break;
        for (;;) {
        }
    }

    @ExpectModel("""
            func @"each" (%0 : List<Integer>, %1 : List<? extends List<String>>, %2 : int[])void -> {
                %3 : Var<List<Integer>> = var %0 @"boxes";
                %4 : Var<List<? extends List<String>>> = var %1 @"lists";
                %5 : Var<int[]> = var %2 @"numbers";
                %6 : int[] = var.load %5;
                java.enhancedFor
                    ()int[] -> {
                        %7 : int[] = var.load %5;
                        yield %7;
                    }
                    (%8 : int)Var<long> -> {
                        %9 : long = conv %8;
                        %10 : Var<long> = var %9 @"n";
                        yield %10;
                    }
                    (%11 : Var<long>)void -> {
                        java.continue;
                    };
                java.enhancedFor
                    ()List<Integer> -> {
                        %12 : List<Integer> = var.load %3;
                        yield %12;
                    }
                    (%13 : Integer)Var<int> -> {
                        %14 : int = invoke %13 @"Integer::intValue():int";
                        %15 : Var<int> = var %14 @"b";
                        yield %15;
                    }
                    (%16 : Var<int>)void -> {
                        %17 : int = var.load %16;
                        %18 : int = constant @1;
                        %19 : int = add %17 %18;
                        var.store %16 %19;
                        java.continue;
                    };
                java.enhancedFor
                    ()List<? extends List<String>> -> {
                        %20 : List<? extends List<String>> = var.load %4;
                        yield %20;
                    }
                    (%21 : List<String>)Var<List<String>> -> {
                        %22 : Var<List<String>> = var %21 @"list";
                        yield %22;
                    }
                    (%23 : Var<List<String>>)void -> {
                        java.enhancedFor
                            ()List<String> -> {
                                %24 : List<String> = var.load %23;
                                yield %24;
                            }
                            (%25 : String)Var<String> -> {
                                %26 : Var<String> = var %25 @"s";
                                yield %26;
                            }
                            (%27 : Var<String>)void -> {
                                java.continue;
                            };
                        java.continue;
                    };
                return;
            };
            """)
    static void each(List<Integer> boxes, List<? extends List<String>> lists, int... numbers) {
        for (long n : numbers)
            ;
        for (int b : boxes) {
            b++;
        }
        for (var list : lists)
            for (String s : list) {
                continue;
            }
    }

    @ExpectModel("""
            func @"whiles" (%0 : int)int -> {
                %1 : Var<int> = var %0 @"i";
                java.while
                    ()boolean -> {
                        %2 : int = var.load %1;
                        %3 : int = constant @3;
                        %4 : boolean = gt %2 %3;
                        yield %4;
                    }
                    ()void -> {
                        %5 : int = var.load %1;
                        %6 : int = constant @1;
                        %7 : int = sub %5 %6;
                        var.store %1 %7;
                        java.continue;
                    };
                java.do.while
                    ()void -> {
                        %8 : int = var.load %1;
                        %9 : int = constant @1;
                        %10 : int = add %8 %9;
                        var.store %1 %10;
                        java.continue;
                    }
                    ()boolean -> {
                        %11 : int = var.load %1;
                        %12 : int = constant @7;
                        %13 : boolean = eq %11 %12;
                        %14 : boolean = not %13;
                        yield %14;
                    };
                java.while
                    ()boolean -> {
                        %15 : boolean = constant @true;
                        yield %15;
                    }
                    ()void -> {
                        java.if
                            ()boolean -> {
                                %16 : int = var.load %1;
                                %17 : int = constant @1;
                                %18 : int = add %16 %17;
                                var.store %1 %18;
                                %19 : int = constant @9;
                                %20 : boolean = eq %16 %19;
                                yield %20;
                            }
                            ()void -> {
                                %21 : int = var.load %1;
                                return %21;
                            }
                            ()void -> {
                                yield;
                            };
                        java.continue;
                    };
                unreachable;
            };
            """)
    static int whiles(int i) {
        while (i > 3)
            i--;
        do {
            i++;
        } while (!(i == 7));
        while (true) {
            if (i++ == 9)
                return i;
        }
    }

    @ExpectModel("""
            func @"labels" (%0 : int)void -> {
                %1 : Var<int> = var %0 @"n";
                java.labeled ()void -> {
                    %2 : String = constant @"outer";
                    java.for
                        ()Var<int> -> {
                            %3 : int = constant @0;
                            %4 : Var<int> = var %3 @"i";
                            yield %4;
                        }
                        (%5 : Var<int>)boolean -> {
                            %6 : int = var.load %5;
                            %7 : int = var.load %1;
                            %8 : boolean = lt %6 %7;
                            yield %8;
                        }
                        (%9 : Var<int>)void -> {
                            %10 : int = var.load %9;
                            %11 : int = constant @1;
                            %12 : int = add %10 %11;
                            var.store %9 %12;
                            yield;
                        }
                        (%13 : Var<int>)void -> {
                            java.while
                                ()boolean -> {
                                    %14 : boolean = constant @true;
                                    yield %14;
                                }
                                ()void -> {
                                    java.if
                                        ()boolean -> {
                                            %15 : int = var.load %13;
                                            %16 : int = constant @1;
                                            %17 : boolean = eq %15 %16;
                                            yield %17;
                                        }
                                        ()void -> {
                                            java.continue %2;
                                        }
                                        ()void -> {
                                            yield;
                                        };
                                    java.break %2;
                                };
                            java.continue;
                        };
                    yield;
                };
                java.labeled ()void -> {
                    %18 : String = constant @"block";
                    java.block ()void -> {
                        java.if
                            ()boolean -> {
                                %19 : int = var.load %1;
                                %20 : int = constant @1;
                                %21 : boolean = eq %19 %20;
                                yield %21;
                            }
                            ()void -> {
                                java.break %18;
                            }
                            ()void -> {
                                yield;
                            };
                        %22 : int = var.load %1;
                        %23 : int = constant @1;
                        %24 : int = add %22 %23;
                        var.store %1 %24;
                        yield;
                    };
                    yield;
                };
                java.labeled ()void -> {
                    %25 : String = constant @"jump";
                    java.break %25;
                };
                return;
            };
            """)
    static void labels(int n) {
        outer:
        for (int i = 0; i < n; i++) {
            while (true) {
                if (i == 1)
                    continue outer;
                break outer;
            }
        }
        block: {
            if (n == 1) {
                break block;
            }
            n++;
        }
        jump:
        break jump;
    }
}
