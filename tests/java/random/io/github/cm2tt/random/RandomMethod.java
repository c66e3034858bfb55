// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A random method of five numbers, with the methods that it calls. */
record RandomMethod(String name, Kind result, String text, int[] choices) {
    /** The parts that a method may have: most have few. */
    private static final Integer[] FUEL = {12, 18, 25, 35, 60};
    private static final List<Kind> OVERLOADS =
        List.of(Kind.INT, Kind.CHAR, Kind.SHORT, Kind.BYTE, Kind.LONG, Kind.FLOAT);

    /** Writes the method for the choices, which are drawn or given. */
    static RandomMethod of(String name, Choices choices) {
        Expressions expressions = new Expressions(choices, choices.of(FUEL));
        Kind result = choices.of(
            Kind.INT, Kind.LONG, Kind.INT, Kind.FLOAT, Kind.DOUBLE, Kind.SHORT, Kind.CHAR, Kind.BOOLEAN);
        Scope scope = new Scope();
        StringBuilder text = new StringBuilder();
        overloads(name, choices, expressions, scope, text);
        text.append("static ").append(result.text).append(' ').append(name)
            .append("(int a, int b, long c, float d, double e) {\n");
        int narrow = choices.below(4);
        scope.declare("a", Kind.INT, Scope.Use.CAPTURED);
        scope.declare("b", Kind.INT, Scope.Use.ASSIGNED);
        scope.declare("c", Kind.LONG, Scope.Use.ASSIGNED);
        scope.declare("d", Kind.FLOAT, Scope.Use.ASSIGNED);
        scope.declare("e", Kind.DOUBLE, Scope.Use.ASSIGNED);
        if (narrow > 0) {
            text.append("byte y = (byte) a;\nshort s = (short) b;\nchar h = (char) (a * 31);\n"
                + "boolean z = a > b;\n");
            scope.declare("y", Kind.BYTE, Scope.Use.ASSIGNED);
            scope.declare("s", Kind.SHORT, narrow == 2 ? Scope.Use.CAPTURED : Scope.Use.ASSIGNED);
            scope.declare("h", Kind.CHAR, Scope.Use.ASSIGNED);
            scope.declare("z", Kind.BOOLEAN, narrow == 3 ? Scope.Use.CAPTURED : Scope.Use.ASSIGNED);
        }
        text.append(new StatementWriter(choices, expressions, result).block(scope, 8));
        text.append("return ").append(mixed(result, scope, choices, expressions)).append(";\n}\n");
        return new RandomMethod(name, result, text.toString(), choices.taken());
    }

    /** Methods of one name that differ in the type of their parameter. */
    private static void overloads(String name, Choices choices, Expressions expressions, Scope scope,
        StringBuilder text) {
        if (choices.below(2) == 0) {
            return;
        }
        List<Kind> kinds = OVERLOADS.stream().filter(each -> choices.below(3) == 2).collect(
            Collectors.toCollection(ArrayList::new));
        kinds.add(Kind.DOUBLE);
        for (Kind kind : kinds) {
            Scope own = new Scope();
            own.declare("x", kind, Scope.Use.ASSIGNED);
            text.append("static long h").append(name).append('(').append(kind.text).append(" x) {\nreturn ")
                .append(expressions.of(Kind.LONG, own, 2)).append(" + ").append(kind.ordinal())
                .append(";\n}\n");
        }
        for (Kind kind : Kind.NUMBERS) {
            scope.functions.add(new Scope.Function("h" + name + "(", List.of(kind), Kind.LONG));
        }
    }

    /** An expression, and what all variables have in the end. */
    private static String mixed(Kind result, Scope scope, Choices choices, Expressions expressions) {
        String last = expressions.of(result, scope, 3);
        if (choices.below(4) == 3) {
            return last;
        }
        if (result == Kind.BOOLEAN) {
            return last + scope.variables.stream()
                .map(each -> " ^ " + (each.kind() == Kind.BOOLEAN ? each.name() : each.name() + " > 0"))
                .collect(Collectors.joining());
        }
        Kind sum = result.isNarrow() ? Kind.INT : result;
        return (sum == result ? "" : "(" + result.text + ") ") + "(" + last + scope.variables.stream()
            .map(each -> each.kind() == Kind.BOOLEAN ? " + (" + each.name() + " ? 1 : 0)"
                                                     : " + (" + sum.text + ") " + each.name())
            .collect(Collectors.joining()) + ")";
    }

    /** The type in which a kernel stores the result. */
    Kind stored() {
        return result == Kind.BOOLEAN || result.isNarrow() ? Kind.INT : result;
    }

    /** A call of the method, as a number of the stored type. */
    String call(String arguments) {
        String call = name + "(" + arguments + ")";
        return result == Kind.BOOLEAN ? "(" + call + " ? 1 : 0)" : "(" + stored().text + ") " + call;
    }
}
