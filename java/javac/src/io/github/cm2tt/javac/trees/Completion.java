// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreeScanner;
import java.util.List;
import javax.lang.model.element.Name;
import javax.lang.model.element.VariableElement;

/**
 * Determines whether statements can complete normally (JLS 14.22). Conditions count as constant if they
 * consist of literals, constants and logic. Other constant conditions, such as {@code 1 < 2}, are not
 * recognised, which only creates a {@code return} instead of an {@code unreachable}.
 */
final class Completion {
    private final Code code;

    Completion(Code code) {
        this.code = code;
    }

    boolean completes(Tree tree) {
        return switch (tree.getKind()) {
            case RETURN, THROW, BREAK, CONTINUE, YIELD -> false;
            case BLOCK -> allComplete(((BlockTree) tree).getStatements());
            case SYNCHRONIZED -> completes(((SynchronizedTree) tree).getBlock());
            case IF -> ifCompletes((IfTree) tree);
            case WHILE_LOOP -> !isTrue(((WhileLoopTree) tree).getCondition()) || isLeft(tree);
            case DO_WHILE_LOOP -> doCompletes((DoWhileLoopTree) tree);
            case FOR_LOOP -> !isEndless(((ForLoopTree) tree).getCondition()) || isLeft(tree);
            case LABELED_STATEMENT -> labeledCompletes((LabeledStatementTree) tree);
            case SWITCH -> switchCompletes((SwitchTree) tree);
            case TRY -> tryCompletes((TryTree) tree);
            default -> true;
        };
    }

    private boolean allComplete(List<? extends StatementTree> statements) {
        return statements.stream().allMatch(this::completes);
    }

    private boolean ifCompletes(IfTree tree) {
        return tree.getElseStatement() == null || completes(tree.getThenStatement())
            || completes(tree.getElseStatement());
    }

    private boolean doCompletes(DoWhileLoopTree tree) {
        boolean comesToCondition =
            completes(tree.getStatement()) || new Jumps(Tree.Kind.CONTINUE, null).leave(tree);
        return comesToCondition && !isTrue(tree.getCondition()) || isLeft(tree);
    }

    private boolean labeledCompletes(LabeledStatementTree tree) {
        return completes(tree.getStatement())
            || new Jumps(Tree.Kind.BREAK, tree.getLabel()).leave(tree.getStatement());
    }

    private boolean switchCompletes(SwitchTree tree) {
        List<? extends CaseTree> cases = tree.getCases();
        boolean hasDefault = cases.stream().anyMatch(each -> each.getExpressions().isEmpty());
        if (!hasDefault || cases.isEmpty() || isLeft(tree)) {
            return true;
        }
        CaseTree last = cases.get(cases.size() - 1);
        if (last.getCaseKind() == CaseTree.CaseKind.STATEMENT) {
            return allComplete(last.getStatements());
        }
        return cases.stream().anyMatch(each -> completes(each.getBody()));
    }

    private boolean tryCompletes(TryTree tree) {
        boolean finallyCompletes = tree.getFinallyBlock() == null || completes(tree.getFinallyBlock());
        return finallyCompletes
            && (completes(tree.getBlock())
                || tree.getCatches().stream().anyMatch(each -> completes(each.getBlock())));
    }

    private boolean isEndless(Tree condition) {
        return condition == null || isTrue(condition);
    }

    /** Returns whether a {@code break} without a label leaves a loop or switch. */
    private boolean isLeft(Tree statement) {
        return new Jumps(Tree.Kind.BREAK, null).leave(statement);
    }

    // Conditions

    private boolean isTrue(Tree condition) {
        return Boolean.TRUE.equals(constant(condition));
    }

    /** Returns the value of a condition; null if it is unknown. */
    private Boolean constant(Tree tree) {
        Tree inner = Code.skipParentheses(tree);
        return switch (inner.getKind()) {
            case BOOLEAN_LITERAL -> (Boolean) ((LiteralTree) inner).getValue();
            case LOGICAL_COMPLEMENT -> not(constant(((UnaryTree) inner).getExpression()));
            case CONDITIONAL_AND -> logic((BinaryTree) inner, false);
            case CONDITIONAL_OR -> logic((BinaryTree) inner, true);
            case IDENTIFIER, MEMBER_SELECT -> named(inner);
            default -> null;
        };
    }

    /** Returns the value of a constant variable. */
    private Boolean named(Tree tree) {
        boolean isVariable = code.elementOf(tree) instanceof VariableElement;
        Object value = isVariable ? ((VariableElement) code.elementOf(tree)).getConstantValue() : null;
        return value instanceof Boolean truth ? truth : null;
    }

    private static Boolean not(Boolean value) {
        return value == null ? null : Boolean.valueOf(!value);
    }

    /** Returns the value of logic on constants only: {@code x || true} is not constant. */
    private Boolean logic(BinaryTree tree, boolean isOr) {
        Boolean left = constant(tree.getLeftOperand());
        Boolean right = constant(tree.getRightOperand());
        if (left == null || right == null) {
            return null;
        }
        return isOr ? left || right : left && right;
    }

    // Jumps

    /** Searches a jump of one kind out of a statement, with a label or, if it is null, without one. */
    private static final class Jumps extends TreeScanner<Void, Void> {
        private final Tree.Kind kind;
        private final Name label;
        private int nesting;
        private boolean found;

        Jumps(Tree.Kind kind, Name label) {
            this.kind = kind;
            this.label = label;
        }

        boolean leave(Tree statement) {
            scan(statement, null);
            return found;
        }

        @Override
        public Void scan(Tree tree, Void none) {
            boolean isTarget = tree != null && isTarget(tree.getKind());
            nesting += isTarget ? 1 : 0;
            super.scan(tree, none);
            nesting -= isTarget ? 1 : 0;
            return null;
        }

        private boolean isTarget(Tree.Kind each) {
            return switch (each) {
                case FOR_LOOP, ENHANCED_FOR_LOOP, WHILE_LOOP, DO_WHILE_LOOP -> true;
                case SWITCH -> kind == Tree.Kind.BREAK;
                default -> false;
            };
        }

        private void jump(Tree.Kind each, Name target) {
            found |= each == kind && (label == null ? target == null && nesting == 1 : label.equals(target));
        }

        @Override
        public Void visitBreak(BreakTree tree, Void none) {
            jump(Tree.Kind.BREAK, tree.getLabel());
            return null;
        }

        @Override
        public Void visitContinue(ContinueTree tree, Void none) {
            jump(Tree.Kind.CONTINUE, tree.getLabel());
            return null;
        }

        @Override
        public Void visitLambdaExpression(LambdaExpressionTree tree, Void none) {
            return null;
        }

        @Override
        public Void visitClass(ClassTree tree, Void none) {
            return null;
        }
    }
}
