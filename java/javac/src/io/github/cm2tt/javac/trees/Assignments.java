// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Value;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Assignments, to variables; their value is the stored value.
 *
 * <p>{@code v += e} is computed in the type of v if the result is that of Java's {@code v = (T) (v + e)};
 * otherwise, as for an int and a double, in the promoted type. (Babylon's compiler converts e to the type of
 * v in any case.)
 */
final class Assignments {
    /** The operators whose low bits depend only on the low bits of the operands. */
    private static final Set<Tree.Kind> OF_LOW_BITS = Set.of(
        Tree.Kind.PLUS, Tree.Kind.MINUS, Tree.Kind.MULTIPLY, Tree.Kind.AND, Tree.Kind.OR, Tree.Kind.XOR);
    private static final Map<Tree.Kind, Tree.Kind> OPERATORS = Map.ofEntries(
        Map.entry(Tree.Kind.PLUS_ASSIGNMENT, Tree.Kind.PLUS),
        Map.entry(Tree.Kind.MINUS_ASSIGNMENT, Tree.Kind.MINUS),
        Map.entry(Tree.Kind.MULTIPLY_ASSIGNMENT, Tree.Kind.MULTIPLY),
        Map.entry(Tree.Kind.DIVIDE_ASSIGNMENT, Tree.Kind.DIVIDE),
        Map.entry(Tree.Kind.REMAINDER_ASSIGNMENT, Tree.Kind.REMAINDER),
        Map.entry(Tree.Kind.AND_ASSIGNMENT, Tree.Kind.AND), Map.entry(Tree.Kind.OR_ASSIGNMENT, Tree.Kind.OR),
        Map.entry(Tree.Kind.XOR_ASSIGNMENT, Tree.Kind.XOR),
        Map.entry(Tree.Kind.LEFT_SHIFT_ASSIGNMENT, Tree.Kind.LEFT_SHIFT),
        Map.entry(Tree.Kind.RIGHT_SHIFT_ASSIGNMENT, Tree.Kind.RIGHT_SHIFT),
        Map.entry(Tree.Kind.UNSIGNED_RIGHT_SHIFT_ASSIGNMENT, Tree.Kind.UNSIGNED_RIGHT_SHIFT));

    private final Code code;
    private final Expressions expressions;
    private final Conversions conversions;

    Assignments(Code code, Expressions expressions, Conversions conversions) {
        this.code = code;
        this.expressions = expressions;
        this.conversions = conversions;
    }

    /** A target of an assignment, whose subexpressions have been evaluated. */
    private interface Place {
        Value load();

        void store(Value value);
    }

    Value assign(AssignmentTree tree) {
        Place place = place(tree.getVariable());
        Value value = expressions.value(tree.getExpression(), code.typeOf(tree.getVariable()));
        place.store(value);
        return value;
    }

    /** Returns the operator of {@code v op= e}, without the assignment. */
    static Tree.Kind operator(CompoundAssignmentTree tree) {
        return OPERATORS.get(tree.getKind());
    }

    /** Creates a compound assignment, {@code v op= e}. */
    Value compound(CompoundAssignmentTree tree) {
        TypeMirror type = code.typeOf(tree.getVariable());
        Tree.Kind operator = operator(tree);
        Place place = place(tree.getVariable());
        Value before = place.load();
        PrimitiveType inner = conversions.unboxed(type);
        if (inner == null) {
            throw code.problem(tree, Operators.NO_STRINGS);
        }
            PrimitiveType computed = computedType(operator, inner, code.typeOf(tree.getExpression()));
            Value right = expressions.value(tree.getExpression(), computed);
            Value left = conversions.convert(before, type, computed);
            Value result = code.add(Operators.name(operator), code.names.type(computed), left, right);
        Value after = conversions.convert(conversions.convert(result, computed, inner), inner, type);
        place.store(after);
        return after;
    }

    private PrimitiveType computedType(Tree.Kind operator, PrimitiveType type, TypeMirror right) {
        if (type.getKind() == TypeKind.BOOLEAN) {
            return type;
        }
        if (Operators.isShift(operator)) {
            return conversions.promoted(type);
        }
        PrimitiveType promoted = conversions.promoted(type, right);
        boolean isIntegral = promoted.getKind() == TypeKind.INT || promoted.getKind() == TypeKind.LONG;
        return isIntegral && OF_LOW_BITS.contains(operator) ? type : promoted;
    }

    /** Creates {@code ++} and {@code --}, as prefix and postfix operators. */
    Value step(UnaryTree tree) {
        TypeMirror type = code.typeOf(tree.getExpression());
        PrimitiveType inner = conversions.unboxed(type);
        CodeType name = code.names.type(inner);
        Place place = place(tree.getExpression());
        Value before = place.load();
        Value one = one(inner);
        Value left = conversions.convert(before, type, inner);
        boolean isUp =
            tree.getKind() == Tree.Kind.PREFIX_INCREMENT || tree.getKind() == Tree.Kind.POSTFIX_INCREMENT;
        boolean isPrefix =
            tree.getKind() == Tree.Kind.PREFIX_INCREMENT || tree.getKind() == Tree.Kind.PREFIX_DECREMENT;
        Value after = conversions.convert(code.add(isUp ? "add" : "sub", name, left, one), inner, type);
        place.store(after);
        return isPrefix ? after : before;
    }

    private Value one(PrimitiveType type) {
        PrimitiveType literal = switch (type.getKind()) {
            case BYTE, SHORT -> conversions.primitive(TypeKind.INT);
            default -> type;
        };
        Object value = switch (type.getKind()) {
            case CHAR -> (char) 1;
            case LONG -> 1L;
            case FLOAT -> 1f;
            case DOUBLE -> 1d;
            default -> 1;
        };
        return conversions.convert(code.constant(code.names.type(literal), value), literal, type);
    }

    private Place place(ExpressionTree tree) {
        Tree target = Code.skipParentheses(tree);
        if (target instanceof ArrayAccessTree access) {
            expressions.value(access.getExpression(), null); // Problems in it come first.
            throw new Arrays(code).refused(access);
        }
        if (!(code.elementOf(target) instanceof VariableElement variable)) {
            throw code.refused(target);
        }
        boolean isField =
            variable.getKind() == ElementKind.FIELD || variable.getKind() == ElementKind.ENUM_CONSTANT;
        if (!isField || code.constructed != null && code.frame().find(variable) != null) {
            return variable(variable, target);
        }
        throw code.problem(tree,
            "a kernel cannot assign to a field, such as '" + variable.getSimpleName()
                + "': return the value, or write it through a Ptr (Triton.store, Triton.atomicAdd)");
    }

    private Place variable(VariableElement element, Tree tree) {
        Value variable = code.variable(element, tree);
        return new Place() {
            @Override
            public Value load() {
                return code.load(variable, element.asType());
            }

            @Override
            public void store(Value value) {
                code.end("var.store", variable, value);
            }
        };
    }
}
