// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Random expressions of Java, with effects: assignments, increments, calls.
 *
 * <p>Not here: what differs from Java by the guide. Integers are divided by numbers that are neither 0 nor
 * -1, and functions whose last bits may differ, as of angles, are not called.
 */
final class Expressions {
    private static final List<String> COMPARISONS = List.of("<", "<=", ">", ">=", "==", "!=");
    private final Choices choices;
    /** The number of nodes that the method may still get. */
    private int fuel;
    private int names;

    Expressions(Choices choices, int fuel) {
        this.choices = choices;
        this.fuel = fuel;
    }

    boolean hasFuel() {
        return fuel > 0;
    }

    /** An expression of the type, with a limited depth. */
    String of(Kind kind, Scope scope, int depth) {
        fuel--;
        if (depth == 0 || fuel <= 0) {
            return leaf(kind, scope);
        }
        if (kind == Kind.BOOLEAN) {
            return condition(scope, depth - 1);
        }
        if (kind.isNarrow()) {
            return narrow(kind, scope, depth - 1);
        }
        return number(kind, scope, depth - 1);
    }

    private String leaf(Kind kind, Scope scope) {
        List<Scope.Variable> variables = scope.ofKind(kind, false);
        boolean isLiteral = choices.below(4) == 0 || variables.isEmpty();
        return isLiteral ? kind.literal(choices) : choices.of(variables).name();
    }

    private String narrow(Kind kind, Scope scope, int depth) {
        switch (choices.below(4)) {
            case 0:
                return leaf(kind, scope);
            case 1:
                return assigned(kind, scope, depth);
            case 2:
                return called(kind, scope, depth);
            default:
                return "((" + kind.text + ") " + of(choices.of(Kind.NUMBERS), scope, depth) + ")";
        }
    }

    private String number(Kind kind, Scope scope, int depth) {
        boolean isInteger = kind.isInteger();
        switch (choices.below(isInteger ? 15 : 11)) {
            case 0:
                return leaf(kind, scope);
            case 1:
            case 2:
            case 3:
                return promoted(choices.of("+", "-", "*"), kind, scope, depth);
            case 4:
                return quotient(kind, scope, depth);
            case 5:
                return "((" + kind.text + ") " + of(choices.of(Kind.NUMBERS), scope, depth) + ")";
            case 6:
                return conditional(kind, scope, depth);
            case 7:
                return assigned(kind, scope, depth);
            case 8:
                return called(kind, scope, depth);
            case 9:
                return ofMath(kind, scope, depth);
            case 10:
                List<Kind> kinds = kind == Kind.INT ? kind.promoted() : List.of(kind);
                return "(- " + of(choices.of(kinds), scope, depth) + ")";
            case 11:
                return promoted(choices.of("&", "|", "^"), kind, scope, depth);
            case 12:
                return shift(kind, scope, depth);
            case 13:
                return "(~" + of(kind, scope, depth) + ")";
            default:
                return selected(kind, scope, depth);
        }
    }

    /** An operator of a number of the type and one that is promoted to it. */
    private String promoted(String operator, Kind kind, Scope scope, int depth) {
        return choices.below(2) == 0
            ? "(" + of(kind, scope, depth) + " " + operator + " " + of(narrower(kind), scope, depth) + ")"
            : "(" + of(narrower(kind), scope, depth) + " " + operator + " " + of(kind, scope, depth) + ")";
    }

    private Kind narrower(Kind kind) {
        return choices.of(kind.promoted());
    }

    private String quotient(Kind kind, Scope scope, int depth) {
        String operator = choices.of("/", "%");
        return "(" + of(kind, scope, depth) + " " + operator + " " + divisor(kind, scope, depth) + ")";
    }

    /** A number to divide by: if it is an integer, neither 0 nor -1. */
    private String divisor(Kind kind, Scope scope, int depth) {
        Kind own = narrower(kind);
        if (!own.isInteger()) {
            return of(own, scope, depth);
        }
        if (kind.isInteger() && choices.below(3) == 0) {
            return choices.of("1", "2", "(-2)", "3", "7", "16", "(-10)", "31", "1000", "2147483647");
        }
        String masked = "((" + of(own, scope, depth) + " & 15) + 2)";
        return choices.below(4) == 3 ? "(- " + masked + ")" : masked;
    }

    private String shift(Kind kind, Scope scope, int depth) {
        String operator = choices.of("<<", ">>", ">>>");
        Kind by = choices.of(Kind.INTEGERS);
        Kind left = kind == Kind.INT ? narrower(kind) : kind;
        return "(" + of(left, scope, depth) + " " + operator + " " + of(by, scope, depth) + ")";
    }

    private String conditional(Kind kind, Scope scope, int depth) {
        return "(" + of(Kind.BOOLEAN, scope, depth) + " ? " + of(kind, scope, depth) + " : "
            + of(kind, scope, depth) + ")";
    }

    /** A switch on an int, a char or a byte, as an expression. */
    private String selected(Kind kind, Scope scope, int depth) {
        Kind on = choices.of(Kind.INT, Kind.CHAR, Kind.BYTE, Kind.SHORT);
        String value = on == Kind.INT ? "(" + of(on, scope, depth) + " & 3)" : of(on, scope, depth);
        String name = "t" + names++;
        String first = of(kind, scope, depth);
        boolean isExpression = choices.below(2) == 0;
        String second = of(kind, scope, depth);
        return "(switch (" + value + ") { case 0 -> " + first + "; case 1, 3 -> "
            + (isExpression ? second + ";"
                            : "{ " + kind.text + " " + name + " = " + second + "; yield " + name + "; }")
            + " default -> " + of(kind, scope, depth) + "; })";
    }

    /**
     * An argument of a call. A cast around calls and switches, of the same type: javac would look at their
     * operands for each overload again, and again in each level.
     */
    private String argument(Kind kind, Scope scope, int depth) {
        String text = of(kind, scope, depth);
        return text.contains("switch") || text.contains("Math.") || text.contains("(h") || text.contains(".")
            ? "(" + kind.text + ") (" + text + ")" : text;
    }

    private String ofMath(Kind kind, Scope scope, int depth) {
        boolean isInteger = kind.isInteger();
        switch (choices.below(isInteger ? 5 : 4)) {
            case 0:
                return "Math.abs(" + argument(kind, scope, depth) + ")";
            case 1:
                return "Math.max(" + argument(kind, scope, depth) + ", "
                    + argument(narrower(kind), scope, depth) + ")";
            case 2:
                return "Math.min(" + argument(narrower(kind), scope, depth) + ", "
                    + argument(kind, scope, depth) + ")";
            case 3:
                if (isInteger) {
                    return "Math.floorMod(" + argument(kind, scope, depth) + ", "
                        + divisorOf(kind, scope, depth) + ")";
                }
                return "((" + kind.text + ") Math." + choices.of("floor", "ceil", "sqrt") + "("
                    + argument(kind, scope, depth) + "))";
            default:
                return "Math.floorDiv(" + argument(kind, scope, depth) + ", "
                    + divisorOf(kind, scope, depth) + ")";
        }
    }

    /** A divisor of exactly the type. */
    private String divisorOf(Kind kind, Scope scope, int depth) {
        return "((" + of(kind, scope, depth) + " & 15) + 2)";
    }

    /** An assignment, an increment or a call of a function, of which the value is used. */
    private String assigned(Kind kind, Scope scope, int depth) {
        List<Scope.Variable> variables = scope.ofKind(kind, true);
        return variables.isEmpty() ? leaf(kind, scope)
                                   : "(" + assignment(choices.of(variables), scope, depth) + ")";
    }

    /** An assignment or increment of a variable, as a statement expression. */
    String assignment(Scope.Variable variable, Scope scope, int depth) {
        Kind kind = variable.kind();
        String name = variable.name();
        if (kind == Kind.BOOLEAN) {
            return name + choices.of(" = ", " &= ", " |= ", " ^= ") + of(kind, scope, depth);
        }
        switch (choices.below(kind.isInteger() ? 6 : 4)) {
            case 0:
                return name + " = " + of(kind, scope, depth);
            case 1:
                return choices.of(name + "++", name + "--", "++" + name, "--" + name);
            case 2:
                return name + choices.of(" += ", " -= ", " *= ")
                    + of(choices.of(Kind.NUMBERS), scope, depth);
            case 3:
                return dividing(variable, scope, depth);
            case 4:
                return name + choices.of(" <<= ", " >>= ", " >>>= ")
                    + of(choices.of(Kind.INTEGERS), scope, depth);
            default:
                return name + choices.of(" &= ", " |= ", " ^= ")
                    + of(choices.of(Kind.INTEGERS), scope, depth);
        }
    }

    private String dividing(Scope.Variable variable, Scope scope, int depth) {
        Kind by = choices.of(Kind.NUMBERS);
        String value = by.isInteger() ? "((" + of(by, scope, depth) + " & 7) + 2)" : of(by, scope, depth);
        return variable.name() + choices.of(" /= ", " %= ") + value;
    }

    private String called(Kind kind, Scope scope, int depth) {
        List<Scope.Function> functions = scope.functionsOf(kind);
        return functions.isEmpty() ? leaf(kind, scope) : call(choices.of(functions), scope, depth);
    }

    private String call(Scope.Function function, Scope scope, int depth) {
        return function.parameters()
            .stream()
            .map(each -> argument(each, scope, depth))
            .collect(Collectors.joining(", ", function.text(), ")"));
    }

    private String condition(Scope scope, int depth) {
        switch (choices.below(8)) {
            case 0:
                return leaf(Kind.BOOLEAN, scope);
            case 1:
            case 2:
            case 3:
                return promoted(choices.of(COMPARISONS), choices.of(Kind.WIDE), scope, depth);
            case 4:
                return "(" + of(Kind.BOOLEAN, scope, depth) + choices.of(" && ", " || ", " & ", " | ", " ^ ",
                    " == ", " != ") + of(Kind.BOOLEAN, scope, depth) + ")";
            case 5:
                return "(!" + of(Kind.BOOLEAN, scope, depth) + ")";
            case 6:
                return assigned(Kind.BOOLEAN, scope, depth);
            default:
                return choices.below(2) == 0 ? conditional(Kind.BOOLEAN, scope, depth)
                                             : called(Kind.BOOLEAN, scope, depth);
        }
    }
}
