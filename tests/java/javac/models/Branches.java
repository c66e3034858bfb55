// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

/** Branches, blocks, and how bodies end. */
class Branches {
    @ExpectModel("""
            func @"chain" (%0 : int)int -> {
                %1 : Var<int> = var %0 @"i";
                java.if
                    ()boolean -> {
                        %2 : int = var.load %1;
                        %3 : int = constant @1;
                        %4 : boolean = lt %2 %3;
                        yield %4;
                    }
                    ()void -> {
                        %5 : int = constant @1;
                        var.store %1 %5;
                        yield;
                    }
                    ()boolean -> {
                        %6 : int = var.load %1;
                        %7 : int = constant @2;
                        %8 : boolean = lt %6 %7;
                        yield %8;
                    }
                    ()void -> {
                        %9 : int = constant @2;
                        var.store %1 %9;
                        yield;
                    }
                    ()void -> {
                        yield;
                    };
                java.if
                    ()boolean -> {
                        %10 : int = var.load %1;
                        %11 : int = constant @3;
                        %12 : boolean = eq %10 %11;
                        yield %12;
                    }
                    ()void -> {
                        %13 : int = constant @4;
                        return %13;
                    }
                    ()void -> {
                        %14 : int = constant @5;
                        var.store %1 %14;
                        yield;
                    };
                %15 : int = var.load %1;
                return %15;
            };
            """)
    static int chain(int i) {
        if (i < 1) {
            i = 1;
        } else if (i < 2)
            i = 2;
        if ((i == 3))
            return 4;
        else
            i = 5;
        return i;
    }

    @ExpectModel("""
            func @"both" (%0 : Boolean, %1 : int)int -> {
                %2 : Var<Boolean> = var %0 @"p";
                %3 : Var<int> = var %1 @"i";
                java.if
                    ()boolean -> {
                        %4 : Boolean = var.load %2;
                        %5 : boolean = invoke %4 @"Boolean::booleanValue():boolean";
                        yield %5;
                    }
                    ()void -> {
                        %6 : int = var.load %3;
                        return %6;
                    }
                    ()void -> {
                        %7 : int = var.load %3;
                        %8 : int = neg %7;
                        return %8;
                    };
                unreachable;
            };
            """)
    static int both(Boolean p, int i) {
        if (p) {
            return i;
        } else {
            return -i;
        }
    }

    @ExpectModel("""
            func @"blocks" (%0 : int)void -> {
                %1 : Var<int> = var %0 @"i";
                java.block ()void -> {
                    %2 : int = var.load %1;
                    %3 : Var<int> = var %2 @"j";
                    java.block ()void -> {
                        return;
                    };
                    yield;
                };
                unreachable;
            };
            """)
    static void blocks(int i) {
        {
            int j = i;
            {
                return;
            }
        }
    }

    @ExpectModel("""
            func @"endless" ()void -> {
                java.while
                    ()boolean -> {
                        %0 : boolean = constant @true;
                        yield %0;
                    }
                    ()void -> {
                        java.continue;
                    };
                unreachable;
            };
            """)
    static void endless() {
        while (true) {
            ;
        }
    }

    @ExpectModel("""
            func @"left" (%0 : boolean)void -> {
                %1 : Var<boolean> = var %0 @"p";
                java.do.while
                    ()void -> {
                        java.if
                            ()boolean -> {
                                %2 : boolean = var.load %1;
                                yield %2;
                            }
                            ()void -> {
                                java.break;
                            }
                            ()void -> {
                                yield;
                            };
                        java.continue;
                    }
                    ()boolean -> {
                        %3 : boolean = constant @true;
                        yield %3;
                    };
                return;
            };
            """)
    static void left(boolean p) {
        do {
            if (p)
                break;
        } while (true);
    }
}
