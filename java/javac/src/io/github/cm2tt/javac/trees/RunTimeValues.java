// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import java.util.HashMap;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * The expressions whose values are certainly not known at compile time: those of parameters of kernels
 * without {@code @Constant}, and the indices of programs. Whether other values are known depends on the calls
 * of a helper, and on types of tiles.
 */
final class RunTimeValues {
    private static final String PACKAGE = "io.github.cm2tt.lang.";

    /** A value that is not known; {@code parameter} is the parameter that causes it, or null. */
    record Cause(VariableElement parameter) {}

    private final Code code;
    private final Map<Element, Cause> variables = new HashMap<>();

    RunTimeValues(Code code) {
        this.code = code;
    }

    /** Adds the parameters of a method, of which those of helpers may be constants. */
    void declareParameters(ExecutableElement method) {
        if (!isKernel(method)) {
            return;
        }
        for (VariableElement parameter : method.getParameters()) {
            boolean isKnown = !parameter.asType().getKind().isPrimitive()
                && RecordParameters.recordOf(parameter.asType()) == null;
            if (!isKnown && !isConstant(parameter)) {
                variables.put(parameter, new Cause(parameter));
            }
        }
    }

    /** Returns whether a method has cm2tt's annotation, which helpers do not have. */
    static boolean isKernel(ExecutableElement method) {
        return method.getAnnotationMirrors().stream().anyMatch(each
            -> ((TypeElement) each.getAnnotationType().asElement())
                .getQualifiedName()
                .contentEquals(PACKAGE + "Kernel"));
    }

    /** Returns whether a parameter of a kernel is marked as a constant. */
    static boolean isConstant(VariableElement parameter) {
        return parameter.getAnnotationMirrors().stream().anyMatch(
            each -> each.getAnnotationType().asElement().getSimpleName().contentEquals("Constant"));
    }

    /** Adds a variable with its initial value. A variable that is assigned to later is not known either. */
    void declareVariable(Element variable, Tree first) {
        Cause cause = first == null ? null : cause(first);
        if (cause != null) {
            variables.put(variable, cause);
        }
    }

    /** Returns why a value is not known; null if it may be known. */
    Cause cause(Tree tree) {
        Tree inner = Code.skipParentheses(tree);
        return switch (inner.getKind()) {
            case IDENTIFIER -> variables.get(code.elementOf((IdentifierTree) inner));
            case METHOD_INVOCATION -> ofCall((MethodInvocationTree) inner);
            case CONDITIONAL_EXPRESSION ->
                both(((ConditionalExpressionTree) inner).getTrueExpression(),
                    ((ConditionalExpressionTree) inner).getFalseExpression());
            // One operand may decide.
            case CONDITIONAL_AND, CONDITIONAL_OR ->
                both(((BinaryTree) inner).getLeftOperand(), ((BinaryTree) inner).getRightOperand());
            case TYPE_CAST -> cause(((TypeCastTree) inner).getExpression());
            default -> ofOperator(inner);
        };
    }

    private Cause both(ExpressionTree left, ExpressionTree right) {
        return cause(left) == null ? null : cause(right);
    }

    private Cause ofOperator(Tree tree) {
        if (tree instanceof BinaryTree binary) {
            return either(binary);
        }
        return tree instanceof UnaryTree unary ? cause(unary.getExpression()) : null;
    }

    private Cause either(BinaryTree tree) {
        Cause left = cause(tree.getLeftOperand());
        return left == null ? cause(tree.getRightOperand()) : left;
    }

    /**
     * Returns the cause if the call returns the index or number of programs, or a number of a record that is
     * a parameter.
     */
    private Cause ofCall(MethodInvocationTree tree) {
        Element method = code.elementOf(tree.getMethodSelect());
        if (tree.getMethodSelect() instanceof MemberSelectTree select && tree.getArguments().isEmpty()
            && method instanceof ExecutableElement accessor && isComponent(accessor)) {
            return cause(select.getExpression());
        }
        boolean readsGrid = method != null && method.getKind() == ElementKind.METHOD
            && ((TypeElement) method.getEnclosingElement())
                .getQualifiedName()
                .contentEquals(PACKAGE + "Triton")
            && (method.getSimpleName().contentEquals("programId")
                || method.getSimpleName().contentEquals("numPrograms"));
        return readsGrid ? new Cause(null) : null;
    }

    /** Returns whether a method reads a number or a record from a record. */
    private static boolean isComponent(ExecutableElement method) {
        return method.getEnclosingElement() instanceof TypeElement owner
            && owner.getRecordComponents().stream().anyMatch(each -> method.equals(each.getAccessor()))
            && (method.getReturnType().getKind().isPrimitive()
                || RecordParameters.recordOf(method.getReturnType()) != null);
    }
}
