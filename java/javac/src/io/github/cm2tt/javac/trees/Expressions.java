// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.ArrayTypeTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.SimpleTreeVisitor;
import io.github.cm2tt.javac.model.Body;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Expressions: the dispatch to families, and small expressions. The argument of the visitor is the type that
 * the context requires, or null; the value may have another type, and {@link #value(Tree, TypeMirror)}
 * converts it.
 *
 * <p>Names of types, on which methods are called, are visited as well; they have no value.
 */
final class Expressions extends SimpleTreeVisitor<Value, TypeMirror> {
    private final Code code;
    private final Conversions conversions;
    private final Operators operators;
    private final Assignments assignments;
    private final Members members;
    private final Arrays arrays;
    private final JdkMethods jdkMethods;
    private final Invocations invocations;
    private final Creations creations;
    private final Lambdas lambdas;
    private final MethodReferences references;
    private final Patterns patterns;
    private final Switches switches;
    private final ConstantExpressions constants;

    Expressions(Code code, Statements statements) {
        this.code = code;
        conversions = new Conversions(code);
        operators = new Operators(code, this, conversions);
        members = new Members(code, this);
        assignments = new Assignments(code, this, conversions);
        arrays = new Arrays(code);
        jdkMethods = new JdkMethods(code);
        invocations = new Invocations(code, this, conversions, members);
        creations = new Creations(code, invocations);
        lambdas = new Lambdas(code, this, statements);
        references = new MethodReferences(code, this, members, invocations, lambdas);
        patterns = new Patterns(code, this);
        constants = new ConstantExpressions(code);
        switches = new Switches(code, this, statements, conversions);
    }

    ConstantExpressions constants() {
        return constants;
    }

    Conversions conversions() {
        return conversions;
    }

    Switches switches() {
        return switches;
    }

    Arrays arrays() {
        return arrays;
    }

    JdkMethods jdkMethods() {
        return jdkMethods;
    }

    Invocations invocations() {
        return invocations;
    }

    Patterns patterns() {
        return patterns;
    }

    Creations creations() {
        return creations;
    }

    /**
     * Returns the value of an expression, converted to a type if that is not null; null if it has no value.
     */
    Value value(Tree tree, TypeMirror target) {
        Value value = raw(tree, target);
        return value == null || target == null ? value
            : conversions.convert(value, code.typeOf(tree), target);
    }

    /** Returns the value without a conversion; {@code target} is only the type of {@code null}. */
    Value raw(Tree tree, TypeMirror target) {
        return code.visiting(tree, () -> visit(tree, target));
    }

    /** Returns the value of a condition. */
    Value truth(Tree tree) {
        return value(Code.skipParentheses(tree), conversions.primitive(TypeKind.BOOLEAN));
    }

    /** Returns a body that yields the value of a condition. */
    Body condition(Tree tree) {
        return code.yielding(CodeType.BOOLEAN, () -> truth(tree));
    }

    /**
     * Returns the type of an expression; for one that can only be null, the type that its context requires.
     */
    TypeMirror typeOrTarget(TypeMirror type, TypeMirror target) {
        if (type.getKind() != TypeKind.NULL) {
            return type;
        }
        return target == null ? conversions.object() : target;
    }

    @Override
    protected Value defaultAction(Tree tree, TypeMirror target) {
        throw code.problem(tree, "code models have nothing for this part of Java");
    }

    @Override
    public Value visitLiteral(LiteralTree tree, TypeMirror target) {
        TypeMirror type = typeOrTarget(code.typeOf(tree), target);
        return code.constant(code.names.type(type), tree.getValue());
    }

    @Override
    public Value visitParenthesized(ParenthesizedTree tree, TypeMirror target) {
        return raw(tree.getExpression(), target);
    }

    @Override
    public Value visitConditionalExpression(ConditionalExpressionTree tree, TypeMirror target) {
        TypeMirror type = typeOrTarget(code.typeOf(tree), target);
        Boolean truth = constants.truth(tree.getCondition());
        if (truth != null) {
            Tree taken = truth ? tree.getTrueExpression() : tree.getFalseExpression();
            return value(Code.skipParentheses(taken), type);
        }
        CodeType name = code.names.type(type);
        Tree yes = Code.skipParentheses(tree.getTrueExpression());
        Tree no = Code.skipParentheses(tree.getFalseExpression());
        return code.add(Op.named("java.cexpression")
                .result(name)
                .body(condition(tree.getCondition()))
                .body(code.yielding(name, () -> value(yes, type)))
                .body(code.yielding(name, () -> value(no, type))));
    }

    @Override
    public Value visitTypeCast(TypeCastTree tree, TypeMirror target) {
        TypeMirror from = code.typeOf(tree.getExpression());
        TypeMirror to = code.typeOf(tree);
        Value value = value(tree.getExpression(), null);
        if (from.getKind().isPrimitive() || to.getKind().isPrimitive()) {
            return conversions.convert(value, from, to);
        }
        boolean isNull = from.getKind() == TypeKind.NULL;
        if (!isNull && code.context.types().isAssignable(from, to)) {
            return value;
        }
        if (!isNull) {
            jdkMethods.checkCast(to, tree);
        }
        return conversions.cast(value, to);
    }

    @Override
    public Value visitUnary(UnaryTree tree, TypeMirror target) {
        return switch (tree.getKind()) {
            case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT ->
                assignments.step(tree);
            default -> operators.unary(tree);
        };
    }

    @Override
    public Value visitBinary(BinaryTree tree, TypeMirror target) {
        return operators.binary(tree);
    }

    @Override
    public Value visitAssignment(AssignmentTree tree, TypeMirror target) {
        return assignments.assign(tree);
    }

    @Override
    public Value visitCompoundAssignment(CompoundAssignmentTree tree, TypeMirror target) {
        return assignments.compound(tree);
    }

    @Override
    public Value visitIdentifier(IdentifierTree tree, TypeMirror target) {
        return members.identifier(tree);
    }

    @Override
    public Value visitMemberSelect(MemberSelectTree tree, TypeMirror target) {
        return members.select(tree);
    }

    @Override
    public Value visitArrayAccess(ArrayAccessTree tree, TypeMirror target) {
        Value array = value(tree.getExpression(), null);
        arrays.check(tree.getExpression(), tree);
        Value index = value(tree.getIndex(), conversions.primitive(TypeKind.INT));
        return code.add("array.load", code.names.type(code.typeOf(tree)), array, index);
    }

    @Override
    public Value visitMethodInvocation(MethodInvocationTree tree, TypeMirror target) {
        return invocations.invoke(tree);
    }

    @Override
    public Value visitNewClass(NewClassTree tree, TypeMirror target) {
        return creations.object(tree);
    }

    @Override
    public Value visitNewArray(NewArrayTree tree, TypeMirror target) {
        throw arrays.refused(tree);
    }

    @Override
    public Value visitLambdaExpression(LambdaExpressionTree tree, TypeMirror target) {
        return lambdas.lambda(tree);
    }

    @Override
    public Value visitMemberReference(MemberReferenceTree tree, TypeMirror target) {
        return tree.getMode() == MemberReferenceTree.ReferenceMode.NEW
            ? references.constructor(tree, creations)
            : references.method(tree);
    }

    @Override
    public Value visitSwitchExpression(SwitchExpressionTree tree, TypeMirror target) {
        return switches.expression(tree, typeOrTarget(code.typeOf(tree), target));
    }

    @Override
    public Value visitInstanceOf(InstanceOfTree tree, TypeMirror target) {
        return patterns.instanceOf(tree);
    }

    @Override
    public Value visitPrimitiveType(PrimitiveTypeTree tree, TypeMirror target) {
        return null;
    }

    @Override
    public Value visitArrayType(ArrayTypeTree tree, TypeMirror target) {
        return null;
    }

    @Override
    public Value visitParameterizedType(ParameterizedTypeTree tree, TypeMirror target) {
        return null;
    }
}
