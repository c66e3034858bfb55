// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.Map;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Operators without assignment: arithmetic, comparison, logic, concatenation; operands are promoted as in the
 * JLS.
 */
final class Operators {
    private static final Map<Tree.Kind, String> NAMES = Map.ofEntries(Map.entry(Tree.Kind.PLUS, "add"),
        Map.entry(Tree.Kind.MINUS, "sub"), Map.entry(Tree.Kind.MULTIPLY, "mul"),
        Map.entry(Tree.Kind.DIVIDE, "div"), Map.entry(Tree.Kind.REMAINDER, "mod"),
        Map.entry(Tree.Kind.AND, "and"), Map.entry(Tree.Kind.OR, "or"), Map.entry(Tree.Kind.XOR, "xor"),
        Map.entry(Tree.Kind.LEFT_SHIFT, "lshl"), Map.entry(Tree.Kind.RIGHT_SHIFT, "ashr"),
        Map.entry(Tree.Kind.UNSIGNED_RIGHT_SHIFT, "lshr"), Map.entry(Tree.Kind.EQUAL_TO, "eq"),
        Map.entry(Tree.Kind.NOT_EQUAL_TO, "neq"), Map.entry(Tree.Kind.LESS_THAN, "lt"),
        Map.entry(Tree.Kind.LESS_THAN_EQUAL, "le"), Map.entry(Tree.Kind.GREATER_THAN, "gt"),
        Map.entry(Tree.Kind.GREATER_THAN_EQUAL, "ge"));

    static final String NO_STRINGS =
        "strings cannot be computed in a kernel: Triton.devicePrint(\"n is\", n) "
        + "prints text and numbers";

    private final Code code;
    private final Expressions expressions;
    private final Conversions conversions;

    Operators(Code code, Expressions expressions, Conversions conversions) {
        this.code = code;
        this.expressions = expressions;
        this.conversions = conversions;
    }

    /** Returns the operation of an operator with two operands. */
    static String name(Tree.Kind kind) {
        return NAMES.get(kind);
    }

    static boolean isShift(Tree.Kind kind) {
        return kind == Tree.Kind.LEFT_SHIFT || kind == Tree.Kind.RIGHT_SHIFT
            || kind == Tree.Kind.UNSIGNED_RIGHT_SHIFT;
    }

    Value unary(UnaryTree tree) {
        TypeMirror type = code.typeOf(tree);
        Value operand = expressions.value(tree.getExpression(), type);
        return switch (tree.getKind()) {
            case UNARY_PLUS -> operand;
            case UNARY_MINUS -> code.add("neg", code.names.type(type), operand);
            case BITWISE_COMPLEMENT -> code.add("compl", code.names.type(type), operand);
            case LOGICAL_COMPLEMENT -> code.add("not", CodeType.BOOLEAN, operand);
            default -> throw new IllegalArgumentException(tree.getKind().toString());
        };
    }

    Value binary(BinaryTree tree) {
        return switch (tree.getKind()) {
            case CONDITIONAL_AND -> logic("java.cand", tree);
            case CONDITIONAL_OR -> logic("java.cor", tree);
            case EQUAL_TO, NOT_EQUAL_TO, LESS_THAN, LESS_THAN_EQUAL, GREATER_THAN, GREATER_THAN_EQUAL ->
                comparison(tree);
            case LEFT_SHIFT, RIGHT_SHIFT, UNSIGNED_RIGHT_SHIFT -> shift(tree);
            default -> arithmetic(tree);
        };
    }

    private Value logic(String name, BinaryTree tree) {
        TypeMirror truth = conversions.primitive(TypeKind.BOOLEAN);
        boolean isOr = tree.getKind() == Tree.Kind.CONDITIONAL_OR;
        Boolean left = expressions.constants().truth(tree.getLeftOperand());
        if (left != null && left == isOr) {
            return code.constant(CodeType.BOOLEAN, isOr); // The other operand is not evaluated.
        }
        return code.add(Op.named(name)
                .result(CodeType.BOOLEAN)
                .body(code.yielding(CodeType.BOOLEAN, () -> expressions.value(tree.getLeftOperand(), truth)))
                .body(
                    code.yielding(CodeType.BOOLEAN, () -> expressions.value(tree.getRightOperand(), truth))));
    }

    private Value comparison(BinaryTree tree) {
        TypeMirror left = code.typeOf(tree.getLeftOperand());
        TypeMirror right = code.typeOf(tree.getRightOperand());
        boolean isEquality = tree.getKind() == Tree.Kind.EQUAL_TO || tree.getKind() == Tree.Kind.NOT_EQUAL_TO;
        boolean areReferences = isEquality && !left.getKind().isPrimitive() && !right.getKind().isPrimitive();
        TypeMirror type = areReferences ? conversions.object() : comparedType(left, right);
        return of(tree, CodeType.BOOLEAN, type, type);
    }

    /**
     * Returns the type to which compared operands are converted, of which one is primitive or which are
     * ordered.
     */
    private TypeMirror comparedType(TypeMirror left, TypeMirror right) {
        return conversions.isOf(left, TypeKind.BOOLEAN) ? conversions.primitive(TypeKind.BOOLEAN)
                                                        : conversions.promoted(left, right);
    }

    private Value shift(BinaryTree tree) {
        TypeMirror left = conversions.promoted(code.typeOf(tree.getLeftOperand()));
        TypeMirror right = conversions.promoted(code.typeOf(tree.getRightOperand()));
        return of(tree, code.names.type(left), left, right);
    }

    private Value arithmetic(BinaryTree tree) {
        TypeMirror type = code.typeOf(tree);
        if (!type.getKind().isPrimitive()) {
            return concatenation(tree);
        }
        return of(tree, code.names.type(type), type, type);
    }

    /** Creates a constant string; others do not exist at run time. */
    private Value concatenation(BinaryTree tree) {
        String text = text(tree);
        if (text == null) {
            throw code.problem(tree, NO_STRINGS);
        }
        return code.constant(CodeType.STRING, text);
    }

    /**
     * Returns the text of constants; null for other expressions, and for numbers that JDKs write differently.
     */
    private String text(Tree tree) {
        Tree inner = Code.skipParentheses(tree);
        Object value = null;
        if (inner instanceof LiteralTree literal) {
            value = literal.getValue();
        } else if (code.elementOf(inner) instanceof VariableElement variable) {
            value = variable.getConstantValue();
        } else if (inner instanceof BinaryTree sum && !code.typeOf(sum).getKind().isPrimitive()) {
            String left = text(sum.getLeftOperand());
            String right = text(sum.getRightOperand());
            value = left == null || right == null ? null : left + right;
        }
        return value == null || value instanceof Float || value instanceof Double ? null : value.toString();
    }

    private Value of(BinaryTree tree, CodeType type, TypeMirror left, TypeMirror right) {
        Value first = expressions.value(tree.getLeftOperand(), left);
        return code.add(name(tree.getKind()), type, first, expressions.value(tree.getRightOperand(), right));
    }
}
