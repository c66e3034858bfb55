// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

/** Switch statements and expressions. */
class Switches {
    enum Mode {
        EXACT, FAST
    }

    @ExpectModel("""
            func @"arrows" (%0 : int)int -> {
                %1 : Var<int> = var %0 @"a";
                %2 : int = constant @0;
                %3 : Var<int> = var %2 @"x";
                %4 : int = var.load %1;
                java.switch.statement %4
                    (%5 : int)boolean -> {
                        %6 : int = constant @1;
                        %7 : boolean = eq %5 %6;
                        yield %7;
                    }
                    ()void -> {
                        %8 : int = constant @10;
                        var.store %3 %8;
                        yield;
                    }
                    (%9 : int)boolean -> {
                        %10 : boolean = java.cor
                            ()boolean -> {
                                %11 : int = constant @2;
                                %12 : boolean = eq %9 %11;
                                yield %12;
                            }
                            ()boolean -> {
                                %13 : int = constant @3;
                                %14 : boolean = eq %9 %13;
                                yield %14;
                            };
                        yield %10;
                    }
                    ()void -> {
                        %15 : int = constant @20;
                        var.store %3 %15;
                        yield;
                    }
                    ()boolean -> {
                        %16 : boolean = constant @true;
                        yield %16;
                    }
                    ()void -> {
                        %17 : Throwable = constant @null;
                        throw %17;
                    };
                %18 : int = var.load %3;
                return %18;
            };
            """)
    static int arrows(int a) {
        int x = 0;
        switch (a) {
            case 1 -> x = 10;
            case 2, 3 -> {
                x = 20;
            }
            default -> throw new IllegalStateException();
        }
        return x;
    }

    @ExpectModel("""
            func @"groups" (%0 : byte)int -> {
                %1 : Var<byte> = var %0 @"a";
                %2 : int = constant @0;
                %3 : Var<int> = var %2 @"x";
                %4 : byte = var.load %1;
                java.switch.statement %4
                    (%5 : byte)boolean -> {
                        %6 : int = constant @1;
                        %7 : byte = conv %6;
                        %8 : boolean = eq %5 %7;
                        yield %8;
                    }
                    ()void -> {
                        java.switch.fallthrough;
                    }
                    (%9 : byte)boolean -> {
                        %10 : int = constant @2;
                        %11 : byte = conv %10;
                        %12 : boolean = eq %9 %11;
                        yield %12;
                    }
                    ()void -> {
                        %13 : int = constant @1;
                        var.store %3 %13;
                        java.break;
                    }
                    ()boolean -> {
                        %14 : boolean = constant @true;
                        yield %14;
                    }
                    ()void -> {
                        %15 : int = constant @2;
                        var.store %3 %15;
                        java.switch.fallthrough;
                    }
                    (%16 : byte)boolean -> {
                        %17 : int = constant @3;
                        %18 : byte = conv %17;
                        %19 : boolean = eq %16 %18;
                        yield %19;
                    }
                    ()void -> {
                        java.block ()void -> {
                            %20 : int = var.load %3;
                            %21 : int = constant @1;
                            %22 : int = add %20 %21;
                            var.store %3 %22;
                            yield;
                        };
                        yield;
                    };
                %23 : int = var.load %3;
                return %23;
            };
            """)
    static int groups(byte a) {
        int x = 0;
        switch (a) {
            case 1:
            case 2:
                x = 1;
                break;
            default:
                x = 2;
            case 3: {
                x++;
            }
        }
        return x;
    }

    @ExpectModel("""
            func @"expression" (%0 : int, %1 : Integer)long -> {
                %2 : Var<int> = var %0 @"a";
                %3 : Var<Integer> = var %1 @"box";
                %4 : int = var.load %2;
                %5 : long = java.switch.expression %4
                    (%6 : int)boolean -> {
                        %7 : int = constant @1;
                        %8 : boolean = eq %6 %7;
                        yield %8;
                    }
                    ()long -> {
                        %9 : int = constant @1;
                        %10 : long = conv %9;
                        yield %10;
                    }
                    (%11 : int)boolean -> {
                        %12 : int = constant @2;
                        %13 : boolean = eq %11 %12;
                        yield %13;
                    }
                    ()long -> {
                        java.if
                            ()boolean -> {
                                %14 : int = var.load %2;
                                %15 : int = constant @0;
                                %16 : boolean = gt %14 %15;
                                yield %16;
                            }
                            ()void -> {
                                %17 : int = constant @2;
                                %18 : long = conv %17;
                                java.yield %18;
                            }
                            ()void -> {
                                yield;
                            };
                        %19 : long = constant @3L;
                        java.yield %19;
                    }
                    ()boolean -> {
                        %20 : boolean = constant @true;
                        yield %20;
                    }
                    ()long -> {
                        %21 : Integer = var.load %3;
                        %22 : int = invoke %21 @"Integer::intValue():int";
                        %23 : long = conv %22;
                        yield %23;
                    };
                %24 : Var<long> = var %5 @"wide";
                %25 : long = var.load %24;
                %26 : Integer = var.load %3;
                %27 : int = java.switch.expression %26
                    (%28 : Integer)boolean -> {
                        %29 : int = invoke %28 @"Integer::intValue():int";
                        %30 : int = constant @4;
                        %31 : boolean = eq %29 %30;
                        yield %31;
                    }
                    ()int -> {
                        %32 : int = constant @1;
                        java.yield %32;
                    }
                    ()boolean -> {
                        %33 : boolean = constant @true;
                        yield %33;
                    }
                    ()int -> {
                        %34 : int = var.load %2;
                        java.yield %34;
                    };
                %35 : long = conv %27;
                %36 : long = add %25 %35;
                return %36;
            };
            """)
    static long expression(int a, Integer box) {
        long wide = switch (a) {
            case 1 -> 1;
            case 2 -> {
                if (a > 0)
                    yield 2;
                yield 3L;
            }
            default -> box;
        };
        return wide + switch (box) {
            case 4:
                yield 1;
            default:
                yield a;
        };
    }

    @ExpectModel("""
            func @"enums" (%0 : Mode)int -> {
                %1 : Var<Mode> = var %0 @"mode";
                %2 : Mode = var.load %1;
                %3 : int = java.switch.expression %2
                    (%4 : Mode)boolean -> {
                        %5 : Mode = field.load @"Mode::EXACT:Mode";
                        %6 : boolean = eq %4 %5;
                        yield %6;
                    }
                    ()int -> {
                        %7 : int = constant @1;
                        yield %7;
                    }
                    (%8 : Mode)boolean -> {
                        %9 : Mode = field.load @"Mode::FAST:Mode";
                        %10 : boolean = eq %8 %9;
                        yield %10;
                    }
                    ()int -> {
                        %11 : int = constant @2;
                        yield %11;
                    }
                    ()boolean -> {
                        %12 : boolean = constant @true;
                        yield %12;
                    }
                    ()int -> {
                        %13 : String = constant @null;
                        %14 : Throwable = constant @null;
                        %15 : MatchException = new %13 %14 @"MatchException::(String, Throwable)";
                        throw %15;
                    };
                return %3;
            };
            """)
    static int enums(Mode mode) {
        return switch (mode) {
            case EXACT -> 1;
            case FAST -> 2;
        };
    }

    @ExpectModel("""
            func @"strings" (%0 : String)int -> {
                %1 : Var<String> = var %0 @"s";
                %2 : String = var.load %1;
                java.switch.statement %2
                    (%3 : String)boolean -> {
                        %4 : boolean = java.cor
                            ()boolean -> {
                                %5 : String = constant @"a";
                                %6 : boolean = invoke %3 %5 @"Objects::equals(Object, Object):boolean";
                                yield %6;
                            }
                            ()boolean -> {
                                %7 : String = constant @"b";
                                %8 : boolean = invoke %3 %7 @"Objects::equals(Object, Object):boolean";
                                yield %8;
                            };
                        yield %4;
                    }
                    ()void -> {
                        %9 : int = constant @1;
                        return %9;
                    }
                    (%10 : String)boolean -> {
                        %11 : String = constant @"c";
                        %12 : boolean = invoke %10 %11 @"Objects::equals(Object, Object):boolean";
                        yield %12;
                    }
                    ()void -> {
                        yield;
                    };
                %13 : int = constant @2;
                return %13;
            };
            """)
    static int strings(String s) {
        switch (s) {
            case "a", "b":
                return 1;
            case "c":
        }
        return 2;
    }

    @ExpectModel("""
            func @"returns" (%0 : char)int -> {
                %1 : Var<char> = var %0 @"c";
                %2 : char = var.load %1;
                java.switch.statement %2
                    (%3 : char)boolean -> {
                        %4 : char = constant @'x';
                        %5 : boolean = eq %3 %4;
                        yield %5;
                    }
                    ()void -> {
                        %6 : int = constant @1;
                        return %6;
                    }
                    ()boolean -> {
                        %7 : boolean = constant @true;
                        yield %7;
                    }
                    ()void -> {
                        %8 : char = var.load %1;
                        %9 : int = conv %8;
                        return %9;
                    };
                unreachable;
            };
            """)
    static int returns(char c) {
        switch (c) {
            case 'x' -> {
                return 1;
            }
            default -> {
                return c;
            }
        }
    }
}
