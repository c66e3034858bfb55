// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Body;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.List;
import java.util.function.Supplier;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeMirror;

/**
 * Switch statements and expressions: pairs of bodies, a predicate that compares the selector with the labels
 * of a case or matches it with patterns, and the action. The pairs have the order of the cases; the predicate
 * of {@code default} has no parameter.
 */
final class Switches {
    private static final CodeType EXCEPTION = CodeType.java("java.lang.MatchException");
    private static final String EQUALS =
        "java.util.Objects::equals(java.lang.Object, java.lang.Object):boolean";

    private final Code code;
    private final Expressions expressions;
    private final Statements statements;
    private final Conversions conversions;

    Switches(Code code, Expressions expressions, Statements statements, Conversions conversions) {
        this.code = code;
        this.expressions = expressions;
        this.statements = statements;
        this.conversions = conversions;
    }

    /** The properties of a switch; {@code result} is null for a statement. */
    private record Switch(TypeMirror selector, TypeMirror result, CodeType name) {}

    void statement(SwitchTree tree) {
        Value selector = expressions.value(tree.getExpression(), null);
        var of = new Switch(code.typeOf(Code.skipParentheses(tree.getExpression())), null, CodeType.VOID);
        Op.Builder op = Op.named("java.switch.statement").operands(selector);
        cases(op, tree.getCases(), of);
        code.add(op);
    }

    Value expression(SwitchExpressionTree tree, TypeMirror type) {
        Value selector = expressions.value(tree.getExpression(), null);
        var of =
            new Switch(code.typeOf(Code.skipParentheses(tree.getExpression())), type, code.names.type(type));
        Op.Builder op = Op.named("java.switch.expression").operands(selector).result(of.name());
        TypeMirror before = code.yieldType;
        code.yieldType = type;
        if (!cases(op, tree.getCases(), of)) {
            op.body(otherwise()).body(noMatch(of));
        }
        code.yieldType = before;
        return code.add(op);
    }

    /** Adds the bodies, and returns whether there is a default. */
    private boolean cases(Op.Builder op, List<? extends CaseTree> cases, Switch of) {
        boolean hasDefault = false;
        for (CaseTree each : cases) {
            checkLabels(each);
            boolean isLast = each == cases.get(cases.size() - 1);
            List<Tree> patterns = NewerTrees.patterns(each);
            boolean isDefault = patterns.isEmpty() && each.getExpressions().isEmpty();
            op.body(isDefault ? otherwise()
                    : patterns.isEmpty() ? predicate(each.getExpressions(), of)
                    : predicate(patterns, NewerTrees.guard(each), of));
            op.body(each.getCaseKind() == CaseTree.CaseKind.RULE ? rule(each, of) : group(each, of, isLast));
            hasDefault |= isDefault;
        }
        return hasDefault;
    }

    /** Refuses a label that Java 17 does not have. */
    private void checkLabels(CaseTree tree) {
        for (ExpressionTree label : tree.getExpressions()) {
            if (label.getKind() == Tree.Kind.NULL_LITERAL) {
                throw code.problem(label, "null cannot be a case of a kernel's switch: test for it before");
            }
        }
    }

    // Predicates

    private Body otherwise() {
        return code.yielding(CodeType.BOOLEAN, () -> code.constant(CodeType.BOOLEAN, true));
    }

    private Body predicate(List<? extends ExpressionTree> labels, Switch of) {
        var shape = new Code.Shape(null, CodeType.BOOLEAN, List.of(code.names.type(of.selector())), false);
        return code.body(shape, parameters -> {
            Value selector = parameters.get(0);
            code.end("yield",
                labels.size() == 1 ? fits(labels.get(0), selector, of) : fitsOne(labels, selector, of));
        });
    }

    /** Creates the predicate of {@code case Size(int rows, int columns) when rows > 1}. */
    private Body predicate(List<Tree> patterns, ExpressionTree guard, Switch of) {
        var shape = new Code.Shape(null, CodeType.BOOLEAN, List.of(code.names.type(of.selector())), false);
        return code.body(shape, parameters -> {
            Value selector = parameters.get(0);
            Supplier<Value> matches = () -> matchesOne(patterns, selector, of);
            code.end("yield", guard == null ? matches.get()
                    : code.add(Op.named("java.cand")
                            .result(CodeType.BOOLEAN)
                            .body(code.yielding(CodeType.BOOLEAN, matches))
                            .body(expressions.condition(guard))));
        });
    }

    private Value matchesOne(List<Tree> patterns, Value selector, Switch of) {
        if (patterns.size() == 1) {
            return matches(patterns.get(0), selector, of);
        }
        Op.Builder op = Op.named("java.cor").result(CodeType.BOOLEAN);
        patterns.forEach(each ->
            op.body(code.yielding(CodeType.BOOLEAN, () -> matches(each, selector, of))));
        return code.add(op);
    }

    private Value matches(Tree pattern, Value selector, Switch of) {
        return code.visiting(
            pattern, () -> expressions.patterns().matches(selector, of.selector(), pattern));
    }

    private Value fitsOne(List<? extends ExpressionTree> labels, Value selector, Switch of) {
        Op.Builder op = Op.named("java.cor").result(CodeType.BOOLEAN);
        labels.forEach(label -> op.body(code.yielding(CodeType.BOOLEAN, () -> fits(label, selector, of))));
        return code.add(op);
    }

    private Value fits(ExpressionTree label, Value selector, Switch of) {
        PrimitiveType number = conversions.unboxed(of.selector());
        if (number != null) {
            Value left = conversions.convert(selector, of.selector(), number);
            Value right = expressions.value(label, number);
            return code.add("eq", CodeType.BOOLEAN, left, right);
        }
        Value right = expressions.value(label, null);
        if (code.names.type(of.selector()).equals(CodeType.STRING)) {
            return code.add(Op.named("invoke")
                    .operands(selector, right)
                    .result(CodeType.BOOLEAN)
                    .value(Attribute.reference(EQUALS)));
        }
        return code.add("eq", CodeType.BOOLEAN, selector, right);
    }

    // Actions

    /** Creates the body of {@code case 1 -> ...}. */
    private Body rule(CaseTree tree, Switch of) {
        Tree body = tree.getBody();
        return code.body(new Code.Shape(body, of.name(), List.of(), true), none -> {
            if (body instanceof ExpressionTree) {
                code.end("yield", expressions.value(body, of.result()));
                return;
            }
            statements.run(body);
            code.endIfOpen(of.result() == null && statements.completes(body) ? "yield" : "unreachable");
        });
    }

    /**
     * Creates the body of {@code case 1: ...}, which falls through to the next case if it does not end with a
     * jump.
     */
    private Body group(CaseTree tree, Switch of, boolean isLast) {
        return code.body(new Code.Shape(tree, of.name(), List.of(), true), none -> {
            statements.run(tree.getStatements());
            List<? extends StatementTree> all = tree.getStatements();
            boolean completes = all.stream().allMatch(statements::completes);
            code.endIfOpen(!completes || isLast && of.result() != null ? "unreachable"
                    : isLast ? "yield"
                    : "java.switch.fallthrough");
        });
    }

    /** Returns the body for constants of an enum that did not exist when the switch was compiled. */
    private Body noMatch(Switch of) {
        return code.body(new Code.Shape(null, of.name(), List.of(), true), none -> {
            Value message = code.constant(CodeType.STRING, null);
            Value cause = code.constant(CodeType.java("java.lang.Throwable"), null);
            code.end("throw",
                code.add(Op.named("new")
                        .operands(message, cause)
                        .result(EXCEPTION)
                        .value(
                            Attribute.reference(EXCEPTION + "::(java.lang.String, java.lang.Throwable)"))));
        });
    }
}
