// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.AssertTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.SimpleTreeVisitor;
import io.github.cm2tt.javac.model.Body;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.Name;
import javax.lang.model.type.TypeKind;

/**
 * Statements: the dispatch to families, and small statements. After a problem in a statement, the other
 * statements are still modelled.
 */
final class Statements extends SimpleTreeVisitor<Void, Void> {
    private final Code code;
    private final Expressions expressions;
    private final Loops loops;
    private final ExceptionStatements exceptions;
    private final Completion completion;

    Statements(Code code) {
        this.code = code;
        expressions = new Expressions(code, this);
        loops = new Loops(code, expressions, this);
        exceptions = new ExceptionStatements(code, this);
        completion = new Completion(code);
    }

    Expressions expressions() {
        return expressions;
    }

    /** Appends a statement. */
    void run(Tree statement) {
        code.guarded(() -> code.visiting(statement, () -> visit(statement, null)));
    }

    void run(List<? extends StatementTree> statements) {
        statements.forEach(this::run);
    }

    /** Ends the body of a method or lambda, unless its last statement has done so. */
    void endMethod(Tree body) {
        boolean returns = code.returnType.getKind() == TypeKind.VOID && completes(body);
        if (returns && !code.frame().isEnded() && isConstructor()) {
            code.guarded(() -> code.end("return", code.constructed.get()));
        }
        code.endIfOpen(returns ? "return" : "unreachable");
    }

    /** Returns whether a {@code return} ends a constructor. */
    private boolean isConstructor() {
        return code.constructed != null && !code.isInLambda();
    }

    /** Returns whether a statement can complete normally. */
    boolean completes(Tree statement) {
        return completion.completes(statement);
    }

    @Override
    protected Void defaultAction(Tree tree, Void none) {
        throw code.problem(tree, "code models have nothing for this part of Java");
    }

    @Override
    public Void visitEmptyStatement(EmptyStatementTree tree, Void none) {
        return null;
    }

    @Override
    public Void visitClass(ClassTree tree, Void none) {
        return null; // its methods are functions of their own
    }

    @Override
    public Void visitExpressionStatement(ExpressionStatementTree tree, Void none) {
        expressions.value(tree.getExpression(), null);
        return null;
    }

    @Override
    public Void visitVariable(VariableTree tree, Void none) {
        Element variable = code.elementOf(tree);
        Value[] first = new Value[1];
        if (!code.guarded(() -> first[0] = first(tree, variable))) {
            code.setBroken(variable);
        }
        code.runTimeValues.declareVariable(variable, tree.getInitializer());
        code.declare(variable, variable.asType(), first[0]);
        return null;
    }

    private Value first(VariableTree tree, Element variable) {
        return tree.getInitializer() == null ? null
            : expressions.value(tree.getInitializer(), variable.asType());
    }

    @Override
    public Void visitBlock(BlockTree tree, Void none) {
        if (code.frame().tree == tree) {
            run(tree.getStatements()); // the body that is being built
            return null;
        }
        code.add(Op.named("java.block").body(code.plain(tree, () -> {
            run(tree.getStatements());
            code.endIfOpen("yield");
        })));
        return null;
    }

    @Override
    public Void visitIf(IfTree tree, Void none) {
        Op.Builder op = Op.named("java.if");
        Tree rest = tree;
        while (rest instanceof IfTree each) {
            Boolean truth = expressions.constants().truth(each.getCondition());
            boolean isTaken = !Boolean.FALSE.equals(truth);
            op.body(expressions.condition(each.getCondition()))
                .body(action(isTaken ? each.getThenStatement() : null));
            rest = Boolean.TRUE.equals(truth) ? null : each.getElseStatement();
        }
        code.add(op.body(action(rest)));
        return null;
    }

    /**
     * Returns the body of a branch, which is empty if there is no statement, or one that is never executed.
     */
    private Body action(Tree statement) {
        return code.plain(statement, () -> {
            if (statement != null) {
                run(statement);
            }
            code.endIfOpen("yield");
        });
    }

    @Override
    public Void visitForLoop(ForLoopTree tree, Void none) {
        loops.forLoop(tree);
        return null;
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void none) {
        loops.enhancedFor(tree);
        return null;
    }

    @Override
    public Void visitWhileLoop(WhileLoopTree tree, Void none) {
        loops.whileLoop(tree);
        return null;
    }

    @Override
    public Void visitDoWhileLoop(DoWhileLoopTree tree, Void none) {
        loops.doWhile(tree);
        return null;
    }

    @Override
    public Void visitLabeledStatement(LabeledStatementTree tree, Void none) {
        code.add(Op.named("java.labeled").body(code.plain(tree, () -> {
            String label = tree.getLabel().toString();
            code.frame().setLabel(label, code.constant(CodeType.STRING, label));
            run(tree.getStatement());
            code.endIfOpen("yield");
        })));
        return null;
    }

    @Override
    public Void visitBreak(BreakTree tree, Void none) {
        jump("java.break", tree.getLabel());
        return null;
    }

    @Override
    public Void visitContinue(ContinueTree tree, Void none) {
        jump("java.continue", tree.getLabel());
        return null;
    }

    private void jump(String name, Name label) {
        if (label == null) {
            code.end(name);
        } else {
            code.end(name, code.frame().findLabel(label.toString()));
        }
    }

    @Override
    public Void visitReturn(ReturnTree tree, Void none) {
        if (tree.getExpression() == null && isConstructor()) {
            code.end("return", code.constructed.get());
        } else if (tree.getExpression() == null) {
            code.end("return");
        } else {
            code.end("return", expressions.value(tree.getExpression(), code.returnType));
        }
        return null;
    }

    @Override
    public Void visitYield(YieldTree tree, Void none) {
        code.end("java.yield", expressions.value(tree.getValue(), code.yieldType));
        return null;
    }

    @Override
    public Void visitSwitch(SwitchTree tree, Void none) {
        expressions.switches().statement(tree);
        return null;
    }

    @Override
    public Void visitThrow(ThrowTree tree, Void none) {
        exceptions.throwStatement(tree);
        return null;
    }

    @Override
    public Void visitAssert(AssertTree tree, Void none) {
        exceptions.assertion(tree);
        return null;
    }

    @Override
    public Void visitSynchronized(SynchronizedTree tree, Void none) {
        exceptions.synchronizedBlock(tree);
        return null;
    }

    @Override
    public Void visitTry(TryTree tree, Void none) {
        exceptions.tryStatement(tree);
        return null;
    }
}
