// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Random statements. All of them complete normally: jumps depend on a condition. */
final class StatementWriter {
    /** Interfaces that lambdas implement: the method, its parameters and its result. */
    private static final List<Scope.Function> LAMBDAS = List.of(
        new Scope.Function("IntUnaryOperator.applyAsInt", List.of(Kind.INT), Kind.INT),
        new Scope.Function("IntBinaryOperator.applyAsInt", List.of(Kind.INT, Kind.INT), Kind.INT),
        new Scope.Function("LongBinaryOperator.applyAsLong", List.of(Kind.LONG, Kind.LONG), Kind.LONG),
        new Scope.Function("DoubleUnaryOperator.applyAsDouble", List.of(Kind.DOUBLE), Kind.DOUBLE),
        new Scope.Function("IntPredicate.test", List.of(Kind.INT), Kind.BOOLEAN),
        new Scope.Function("IntToLongFunction.applyAsLong", List.of(Kind.INT), Kind.LONG),
        new Scope.Function("DoubleToIntFunction.applyAsInt", List.of(Kind.DOUBLE), Kind.INT),
        new Scope.Function("IntSupplier.getAsInt", List.of(), Kind.INT),
        new Scope.Function("Mixing.mix", List.of(Kind.BYTE, Kind.CHAR, Kind.FLOAT), Kind.FLOAT),
        new Scope.Function("Narrowing.narrow", List.of(Kind.LONG, Kind.BOOLEAN), Kind.SHORT));
    private static final int DEPTH = 3;

    private final Choices choices;
    private final Expressions expressions;
    /** The type that {@code return} gives, and the next number of a name. */
    private Kind result;
    private int next;
    private int loops;

    StatementWriter(Choices choices, Expressions expressions, Kind result) {
        this.choices = choices;
        this.expressions = expressions;
        this.result = result;
    }

    /** A limited number of statements. */
    String block(Scope scope, int most) {
        StringBuilder text = new StringBuilder();
        int count = choices.below(most + 1);
        for (int i = 0; i < count && expressions.hasFuel(); i++) {
            text.append(statement(scope)).append('\n');
        }
        return text.toString();
    }

    private String inner(Scope scope) {
        return "{\n" + block(new Scope(scope), 3) + "}";
    }

    private String name(String of) {
        return of + next++;
    }

    private String of(Kind kind, Scope scope) {
        return expressions.of(kind, scope, DEPTH);
    }

    private String statement(Scope scope) {
        switch (choices.below(16)) {
            case 0:
            case 1:
            case 2:
                return changed(scope) + ";";
            case 3:
            case 4:
                return declaration(scope);
            case 5:
            case 6:
                return "if (" + of(Kind.BOOLEAN, scope) + ") " + inner(scope)
                    + (choices.below(2) == 0 ? "" : " else " + inner(scope));
            case 7:
                return assignedInBranches(scope);
            case 8:
            case 9:
                return loop(scope);
            case 10:
                return oldSwitch(scope);
            case 11:
                return newSwitch(scope);
            case 12:
                return jump(scope);
            case 13:
                return record(scope);
            default:
                return lambda(scope);
        }
    }

    private String changed(Scope scope) {
        List<Scope.Variable> variables = new ArrayList<>(scope.ofKind(null, true));
        variables.addAll(scope.ofKind(Kind.BOOLEAN, true));
        return variables.isEmpty() ? "" : expressions.assignment(choices.of(variables), scope, DEPTH);
    }

    private String declaration(Scope scope) {
        Kind kind = choices.of(Kind.values());
        boolean isFinal = choices.below(3) == 2;
        String value = of(kind, scope), name = name("v");
        scope.declare(name, kind, isFinal ? Scope.Use.CAPTURED : Scope.Use.ASSIGNED);
        boolean isVar = !isFinal && choices.below(4) == 3;
        return (isFinal ? "final " : "") + (isVar ? "var" : kind.text) + " " + name + " = " + value + ";";
    }

    private String assignedInBranches(Scope scope) {
        Kind kind = choices.of(Kind.values());
        String condition = of(Kind.BOOLEAN, scope), name = name("v");
        String text = kind.text + " " + name + ";\nif (" + condition + ") {\n"
            + block(new Scope(scope), 2) + name + " = " + of(kind, scope) + ";\n} else {\n"
            + block(new Scope(scope), 2) + name + " = " + of(kind, scope) + ";\n}";
        scope.declare(name, kind, Scope.Use.ASSIGNED);
        return text;
    }

    private String loop(Scope scope) {
        if (loops == 3) {
            return ";";
        }
        loops++;
        Scope body = new Scope(scope);
        boolean isLabelled = choices.below(2) == 1;
        String label = name("loop"), counter = name("i");
        body.labels.add(isLabelled ? label : "");
        Kind kind = choices.of(Kind.INT, Kind.LONG, Kind.SHORT, Kind.BYTE);
        String head = isLabelled ? label + ": " : "";
        String last = choices.of("3", "(" + expressions.of(Kind.INT, scope, 1) + " & 3)");
        String text;
        switch (choices.below(5)) {
            case 0:
                body.declare(counter, kind, Scope.Use.READ);
                text = head + "for (" + kind.text + " " + counter + " = 0; " + counter + " < " + last + "; "
                    + choices.of(counter + "++", "++" + counter, counter + " += 2") + ") " + inner(body);
                break;
            case 1:
                body.declare(counter, kind, Scope.Use.READ);
                text = head + "for (" + kind.text + " " + counter + " = " + choices.of("4", "7") + "; "
                    + counter + choices.of(" > ", " >= ", " != ") + "1; "
                    + choices.of(counter + "--", counter + " -= 1") + ") " + inner(body);
                break;
            case 2:
                text = "int " + counter + " = 0;\n" + head + "while (" + counter + "++ < " + last + " && "
                    + of(Kind.BOOLEAN, scope) + ") " + inner(body);
                break;
            case 3:
                text = "int " + counter + " = 0;\n" + head + "do " + inner(body) + " while (++" + counter
                    + " < " + last + " && " + of(Kind.BOOLEAN, scope) + ");";
                break;
            default:
                String guard = name("g");
                body.declare(counter, kind, Scope.Use.ASSIGNED);
                text = "int " + guard + " = 5;\n" + head + "for (" + kind.text + " " + counter + " = 0; "
                    + counter + " < 6 && " + guard + "-- > 0; " + expressions.assignment(
                        new Scope.Variable(counter, kind, Scope.Use.ASSIGNED), scope, 1) + ") " + inner(body);
        }
        loops--;
        return text;
    }

    private String jump(Scope scope) {
        String condition = "if (" + of(Kind.BOOLEAN, scope) + ") ";
        if (scope.labels.isEmpty() || choices.below(6) == 5) {
            return condition + "return " + of(result, scope) + ";";
        }
        String label = choices.of(scope.labels);
        return condition + choices.of("continue ", "break ") + label + ";";
    }

    private String oldSwitch(Scope scope) {
        StringBuilder text = new StringBuilder("switch (" + of(Kind.INT, scope) + " & 7) {\n");
        int count = 1 + choices.below(4), last = choices.below(count);
        for (int i = 0; i < count; i++) {
            text.append("case ").append(2 * i).append(":\n");
            if (i == last) {
                text.append("default:\n");
            }
            text.append(inner(scope)).append('\n').append(choices.below(2) == 0 ? "break;\n" : "");
        }
        return text + "}";
    }

    private String newSwitch(Scope scope) {
        Kind on = choices.of(Kind.CHAR, Kind.BYTE, Kind.SHORT, Kind.INT);
        return "switch (" + of(on, scope) + ") {\ncase 0, 1, 97 -> " + inner(scope) + "\ncase 16 -> "
            + inner(scope) + "\ndefault -> " + inner(scope) + "\n}";
    }

    private String record(Scope scope) {
        String type = name("R"), variable = name("r");
        List<Kind> kinds = new ArrayList<>();
        StringBuilder components = new StringBuilder(), values = new StringBuilder();
        int count = choices.below(4);
        for (int i = 0; i < count; i++) {
            Kind kind = choices.of(Kind.values());
            String comma = i == 0 ? "" : ", ";
            kinds.add(kind);
            components.append(comma).append(kind.text).append(" c").append(i);
            values.append(comma).append(of(kind, scope));
        }
        for (int i = 0; i < count; i++) {
            scope.functions.add(new Scope.Function(variable + ".c" + i + "(", List.of(), kinds.get(i)));
        }
        Kind sum = choices.of(Kind.WIDE);
        scope.functions.add(new Scope.Function(variable + ".sum(", List.of(Kind.INT), sum));
        return "record " + type + "(" + components + ") {\n" + members(type, kinds, sum) + "}\n" + type + " "
            + variable + " = new " + type + "(" + values + ");";
    }

    /** A constructor, an accessor and a method of a record. */
    private String members(String type, List<Kind> kinds, Kind sum) {
        Scope assigned = new Scope(), read = new Scope();
        for (int i = 0; i < kinds.size(); i++) {
            assigned.declare("c" + i, kinds.get(i), Scope.Use.ASSIGNED);
            read.declare("c" + i, kinds.get(i), Scope.Use.READ);
        }
        read.declare("x", Kind.INT, Scope.Use.ASSIGNED);
        StringBuilder text = new StringBuilder();
        if (choices.below(2) == 1) {
            text.append(type).append(" { ").append(changed(assigned)).append("; }\n");
        }
        if (choices.below(2) == 1 && !kinds.isEmpty()) {
            Kind first = kinds.get(0);
            text.append("public ").append(first.text).append(" c0() { ").append(first.text)
                .append(" y = c0; ").append(first == Kind.BOOLEAN ? "y = !y" : "y++")
                .append("; return y; }\n");
        }
        return text + sum.text + " sum(int x) { return " + expressions.of(sum, read, 2) + "; }\n";
    }

    private String lambda(Scope scope) {
        Scope.Function function = choices.of(LAMBDAS);
        int dot = function.text().indexOf('.');
        String variable = name("f");
        Scope inner = scope.lambda();
        List<String> names = new ArrayList<>();
        for (Kind kind : function.parameters()) {
            String name = name("p");
            names.add(name);
            inner.declare(name, kind, choices.below(3) == 2 ? Scope.Use.CAPTURED : Scope.Use.ASSIGNED);
        }
        String head = function.text().substring(0, dot) + " " + variable + " = ("
            + names.stream().collect(Collectors.joining(", ")) + ") -> ";
        String body;
        if (choices.below(2) == 0) {
            body = expressions.of(function.result(), inner, DEPTH);
        } else {
            Kind outer = result;
            result = function.result();
            body = "{\n" + block(inner, 3) + "return " + of(result, inner) + ";\n}";
            result = outer;
        }
        scope.functions.add(new Scope.Function(variable + function.text().substring(dot) + "(",
            function.parameters(), function.result()));
        return head + body + ";";
    }
}
