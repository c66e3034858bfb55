// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import javax.lang.model.element.VariableElement;

/**
 * The values of conditions that the source decides: {@code if (DEBUG)}. What they exclude is not modelled, so
 * that it may contain anything. Operands are literals and constant variables; others make a value unknown,
 * except for the second operands of {@code &&} and {@code ||} that are not evaluated.
 */
final class ConstantExpressions {
    private final Code code;

    ConstantExpressions(Code code) {
        this.code = code;
    }

    /** Returns whether a condition holds; null if that is not known. */
    Boolean truth(Tree condition) {
        return value(condition) instanceof Boolean truth ? truth : null;
    }

    /** Returns a Boolean, String, Integer, Long, Float or Double; null if the value is not known. */
    private Object value(Tree tree) {
        Tree inner = Code.skipParentheses(tree);
        if (inner instanceof LiteralTree literal) {
            return promoted(literal.getValue());
        }
        if (inner instanceof UnaryTree unary) {
            return unary(unary);
        }
        if (inner instanceof BinaryTree binary) {
            return binary(binary);
        }
        if (inner instanceof ConditionalExpressionTree choice) {
            Boolean truth = truth(choice.getCondition());
            return truth == null ? null
                : value(truth ? choice.getTrueExpression() : choice.getFalseExpression());
        }
        boolean isName =
            inner.getKind() == Tree.Kind.IDENTIFIER || inner.getKind() == Tree.Kind.MEMBER_SELECT;
        return isName && code.elementOf(inner) instanceof VariableElement variable
            ? promoted(variable.getConstantValue()) : null;
    }

    private static Object promoted(Object value) {
        if (value instanceof Character character) {
            return (int) character;
        }
        return value instanceof Byte || value instanceof Short ? ((Number) value).intValue() : value;
    }

    private Object unary(UnaryTree tree) {
        Object value = value(tree.getExpression());
        return switch (tree.getKind()) {
            case LOGICAL_COMPLEMENT -> value instanceof Boolean truth ? !truth : null;
            case UNARY_MINUS -> value instanceof Integer i ? (Object) (-i)
                : value instanceof Long l ? (Object) (-l) : null;
            default -> null;
        };
    }

    private Object binary(BinaryTree tree) {
        boolean isAnd = tree.getKind() == Tree.Kind.CONDITIONAL_AND;
        if (isAnd || tree.getKind() == Tree.Kind.CONDITIONAL_OR) {
            Boolean left = truth(tree.getLeftOperand());
            return left == null ? null : left == isAnd ? truth(tree.getRightOperand()) : left;
        }
        Object left = value(tree.getLeftOperand());
        Object right = value(tree.getRightOperand());
        if (left instanceof Number a && right instanceof Number b) {
            return isInteger(a) && isInteger(b) ? ofIntegers(tree.getKind(), a, b)
                : isInteger(a) || isInteger(b) ? null // An integer may be rounded.
                : compare(tree.getKind(), a.doubleValue(), b.doubleValue());
        }
        boolean areEqual = left != null && left.equals(right); // The texts of constants are one object.
        return left == null || right == null ? null : switch (tree.getKind()) {
            case EQUAL_TO -> areEqual;
            case NOT_EQUAL_TO -> !areEqual;
            default -> null;
        };
    }

    private static boolean isInteger(Number number) {
        return number instanceof Integer || number instanceof Long;
    }

    private static Object ofIntegers(Tree.Kind operator, Number left, Number right) {
        long a = left.longValue();
        long b = right.longValue();
        Long result = switch (operator) {
            case PLUS -> a + b;
            case MINUS -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> b == 0 ? null : Long.valueOf(a / b);
            case REMAINDER -> b == 0 ? null : Long.valueOf(a % b);
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            default -> null;
        };
        if (result == null) {
            return compare(operator, a, b);
        }
        boolean isLong = left instanceof Long || right instanceof Long;
        return isLong ? (Object) result : (Object) result.intValue();
    }

    private static Boolean compare(Tree.Kind operator, long a, long b) {
        return compare(operator, a < b, a == b, a > b);
    }

    private static Boolean compare(Tree.Kind operator, double a, double b) {
        return compare(operator, a < b, a == b, a > b);
    }

    /** None of the three holds if one of the numbers is NaN. */
    private static Boolean compare(Tree.Kind operator, boolean isLess, boolean isEqual, boolean isGreater) {
        return switch (operator) {
            case EQUAL_TO -> isEqual;
            case NOT_EQUAL_TO -> !isEqual;
            case LESS_THAN -> isLess;
            case LESS_THAN_EQUAL -> isLess || isEqual;
            case GREATER_THAN -> isGreater;
            case GREATER_THAN_EQUAL -> isGreater || isEqual;
            default -> null;
        };
    }
}
