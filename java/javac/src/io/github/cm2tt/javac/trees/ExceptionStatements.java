// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.AssertTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import io.github.cm2tt.javac.model.CodeType;

/**
 * {@code throw}, {@code try}, {@code synchronized} and {@code assert}, which kernels cannot contain. The
 * statements in them are looked at nevertheless.
 *
 * <p>A {@code throw} is modelled where constants may decide that control does not reach it: the compiler
 * removes it then, and refuses it otherwise.
 */
final class ExceptionStatements {
    private static final String EXCEPTIONS =
        "exceptions cannot be used in a kernel: Triton.deviceAssert stops it with a message";

    private final Code code;
    private final Statements statements;

    ExceptionStatements(Code code, Statements statements) {
        this.code = code;
        this.statements = statements;
    }

    void assertion(AssertTree tree) {
        throw code.problem(tree, "Java's assertions cannot be used in a kernel: use Triton.deviceAssert");
    }

    void synchronizedBlock(SynchronizedTree tree) {
        code.problem(tree,
            "monitors cannot be used in a kernel: atomic methods order accesses (Triton.atomicAdd, "
                + "Triton.atomicCas)");
        statements.run(tree.getBlock());
    }

    void tryStatement(TryTree tree) {
        code.problem(tree, EXCEPTIONS);
        if (!tree.getResources().isEmpty()) {
            return; // They are not declared.
        }
        statements.run(tree.getBlock());
        if (tree.getFinallyBlock() != null) {
            statements.run(tree.getFinallyBlock());
        }
    }

    void throwStatement(ThrowTree tree) {
        if (!mayBeUnreachable()) {
            throw code.problem(tree, EXCEPTIONS);
        }
        code.end("throw", code.constant(CodeType.java("java.lang.Throwable"), null));
    }

    /** Returns whether constants may decide that control does not reach the visited statement. */
    private boolean mayBeUnreachable() {
        for (TreePath at = code.path(); at.getParentPath() != null; at = at.getParentPath()) {
            Tree around = at.getParentPath().getLeaf();
            if (around instanceof BlockTree block && mayLeave(block, at.getLeaf())
                || new Decisions().mayDecide(around)) {
                return true;
        }
            }
        return false;
        }

    /** Returns whether constants may decide that control leaves a block before a statement. */
    private boolean mayLeave(BlockTree block, Tree before) {
        for (StatementTree each : block.getStatements()) {
            if (each == before) {
                return false;
            }
            var decisions = new Decisions();
            decisions.scan(each, false);
            if (decisions.isFound) {
                return true;
            }
        }
        return false;
    }

    /** Searches jumps that depend on conditions that may be constants; the argument is whether one does. */
    private final class Decisions extends TreeScanner<Void, Boolean> {
        private boolean isFound;

        /** Returns whether a statement has a condition that may be a constant. */
        boolean mayDecide(Tree tree) {
            if (tree instanceof IfTree condition) {
                return code.runTimeValues.cause(condition.getCondition()) == null
                    || mayDecide(condition.getElseStatement());
            }
            return tree instanceof SwitchTree statement
                ? code.runTimeValues.cause(statement.getExpression()) == null
                : tree instanceof SwitchExpressionTree expression
                    && code.runTimeValues.cause(expression.getExpression()) == null;
    }

        @Override
        public Void visitIf(IfTree tree, Boolean isDecided) {
            return super.visitIf(tree, isDecided || mayDecide(tree));
    }

        @Override
        public Void visitSwitch(SwitchTree tree, Boolean isDecided) {
            return super.visitSwitch(tree, isDecided || mayDecide(tree));
    }

        @Override
        public Void visitReturn(ReturnTree tree, Boolean isDecided) {
            isFound |= isDecided;
            return null;
        }

        @Override
        public Void visitBreak(BreakTree tree, Boolean isDecided) {
            isFound |= isDecided;
            return null;
    }

        @Override
        public Void visitContinue(ContinueTree tree, Boolean isDecided) {
            isFound |= isDecided;
            return null;
        }
    }
}
