// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.AssertTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import io.github.cm2tt.javac.model.Body;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.List;
import javax.lang.model.element.Element;

/**
 * {@code try}, {@code synchronized} and {@code assert}: the compiler refuses them with an error that says
 * what to write instead.
 */
final class ExceptionStatements {
    private final Code code;
    private final Expressions expressions;
    private final Statements statements;

    ExceptionStatements(Code code, Expressions expressions, Statements statements) {
        this.code = code;
        this.expressions = expressions;
        this.statements = statements;
    }

    void assertion(AssertTree tree) {
        Op.Builder op = Op.named("assert").body(expressions.condition(tree.getCondition()));
        if (tree.getDetail() != null) {
            Tree detail = Code.skipParentheses(tree.getDetail());
            op.body(
                code.yielding(code.names.type(code.typeOf(detail)), () -> expressions.value(detail, null)));
        }
        code.add(op);
    }

    void synchronizedBlock(SynchronizedTree tree) {
        Tree lock = Code.skipParentheses(tree.getExpression());
        code.add(Op.named("java.synchronized")
                .body(code.yielding(code.names.type(code.typeOf(lock)), () -> expressions.value(lock, null)))
                .body(block(tree.getBlock())));
    }

    private Body block(Tree tree) {
        return code.plain(tree, () -> finish(tree));
    }

    private void finish(Tree block) {
        statements.run(block);
        code.endIfOpen("yield");
    }

    void tryStatement(TryTree tree) {
        Op.Builder op = Op.named("java.try");
        List<Element> variables = tree.getResources()
            .stream()
            .filter(each -> each instanceof VariableTree)
            .map(code::elementOf)
            .toList();
        if (!tree.getResources().isEmpty()) {
            op.body(resources(tree.getResources()));
        }
        List<CodeType> types = variables.stream().map(each -> code.names.variable(each.asType())).toList();
        op.body(code.body(new Code.Shape(tree.getBlock(), CodeType.VOID, types, true), parameters -> {
            for (int i = 0; i < variables.size(); i++) {
                code.frame().declare(variables.get(i), parameters.get(i));
            }
            finish(tree.getBlock());
        }));
        tree.getCatches().forEach(each -> op.body(handler(each)));
        if (tree.getFinallyBlock() != null) {
            op.body(block(tree.getFinallyBlock()));
        }
        code.add(op);
    }

    private Body resources(List<? extends Tree> resources) {
        List<CodeType> types = resources.stream().map(this::resourceType).toList();
        CodeType tuple = CodeType.tuple(types);
        return code.yielding(tuple,
            () -> code.add("tuple", tuple, resources.stream().map(this::resource).toArray(Value[] ::new)));
    }

    private CodeType resourceType(Tree tree) {
        return tree instanceof VariableTree ? code.names.variable(code.elementOf(tree).asType())
                                            : code.names.type(code.typeOf(tree));
    }

    private Value resource(Tree tree) {
        if (!(tree instanceof VariableTree)) {
            return expressions.value(tree, null);
        }
        statements.run(tree);
        return code.variable(code.elementOf(tree), tree);
    }

    private Body handler(CatchTree tree) {
        Element exception = code.visiting(tree, () -> code.elementOf(tree.getParameter()));
        List<CodeType> types = List.of(code.names.type(exception.asType()));
        return code.body(new Code.Shape(tree.getBlock(), CodeType.VOID, types, true), parameters -> {
            code.declare(exception, exception.asType(), parameters.get(0));
            finish(tree.getBlock());
        });
    }
}
