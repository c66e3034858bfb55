// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The offset in the file by which a tree is located: the name of a called method or of a field, the operator
 * of an expression, the bracket of an array access, and otherwise the start of the tree. So the calls of a
 * chain, each on a line of its own, have different locations.
 *
 * <p>javac's interface returns the start of a tree only, which all calls of a chain share, and the end only
 * if the compilation records it. The rest is found in the tokens.
 */
final class Positions {
    private static final Set<Tree.Kind> TWO_CHARACTERS = Set.of(Tree.Kind.LEFT_SHIFT, Tree.Kind.RIGHT_SHIFT,
        Tree.Kind.LESS_THAN_EQUAL, Tree.Kind.GREATER_THAN_EQUAL, Tree.Kind.EQUAL_TO, Tree.Kind.NOT_EQUAL_TO,
        Tree.Kind.CONDITIONAL_AND, Tree.Kind.CONDITIONAL_OR);

    private final SourcePositions starts;
    private final CompilationUnitTree unit;
    private Tokens tokens;
    /** The last tokens of primary expressions. */
    private final Map<Tree, Integer> ends = new IdentityHashMap<>();

    Positions(Trees trees, CompilationUnitTree unit) {
        this.starts = trees.getSourcePositions();
        this.unit = unit;
    }

    /** Returns the offset of a tree; negative if it is not in the file. */
    long of(Tree tree) {
        long start = starts.getStartPosition(unit, tree);
        if (start < 0) {
            return start;
        }
        int token = token(tree);
        return token < 0 ? start : tokens().start(token);
    }

    private Tokens tokens() {
        if (tokens == null) {
            tokens = new Tokens(text());
        }
        return tokens;
    }

    private CharSequence text() {
        try {
            return unit.getSourceFile().getCharContent(true);
        } catch (IOException | RuntimeException e) {
            return ""; // Without tokens, locations are the starts of trees.
        }
    }

    private int start(Tree tree) {
        return tokens().at(starts.getStartPosition(unit, tree));
    }

    /** Returns the token that locates a tree; negative if that is the start of the tree. */
    private int token(Tree tree) {
        if (tree instanceof MethodInvocationTree call
            && call.getMethodSelect() instanceof MemberSelectTree method) {
            return name(method);
        }
        if (tree instanceof MemberSelectTree member) {
            return name(member);
        }
        if (tree instanceof BinaryTree binary) {
            return before(binary.getRightOperand(), length(binary.getKind()));
        }
        if (tree instanceof CompoundAssignmentTree assignment) {
            Tree.Kind operator = Assignments.operator(assignment);
            return before(assignment.getExpression(), length(operator) + 1);
        }
        if (tree instanceof AssignmentTree assignment) {
            return before(assignment.getExpression(), 1);
        }
        if (tree instanceof ConditionalExpressionTree conditional) {
            return before(conditional.getTrueExpression(), 1);
        }
        if (tree instanceof InstanceOfTree test) {
            return before(test.getPattern() == null ? test.getType() : test.getPattern(), 1);
        }
        if (tree instanceof ArrayAccessTree access) {
            return before(access.getIndex(), 1);
        }
        boolean isPostfix =
            tree.getKind() == Tree.Kind.POSTFIX_INCREMENT || tree.getKind() == Tree.Kind.POSTFIX_DECREMENT;
        return isPostfix ? after(((UnaryTree) tree).getExpression()) : -1;
    }

    private static int length(Tree.Kind operator) {
        return operator == Tree.Kind.UNSIGNED_RIGHT_SHIFT ? 3 : TWO_CHARACTERS.contains(operator) ? 2 : 1;
    }

    private int before(Tree tree, int count) {
        return start(tree) - count;
    }

    private int after(ExpressionTree primary) {
        int end = end(primary);
        return end < 0 ? -1 : end + 1;
    }

    /** Returns the token of the name in {@code e.name} and {@code e.<T>name}. */
    private int name(MemberSelectTree tree) {
        int dot = after(tree.getExpression());
        if (!tokens().is(dot, '.')) {
            return -1;
        }
        int arguments = tokens().is(dot + 1, '<') ? tokens().closing(dot + 1, '<', '>') : dot;
        return arguments < 0 ? -1 : arguments + 1;
    }

    /** Returns the last token of a primary expression; negative if it is not found. */
    private int end(Tree tree) {
        Integer known = ends.get(tree);
        if (known == null) {
            known = findEnd(tree);
            ends.put(tree, known);
        }
        return known;
    }

    private int findEnd(Tree tree) {
        if (tree instanceof MemberSelectTree member) {
            return name(member);
        }
        if (tree instanceof MethodInvocationTree call) {
            int name = end(call.getMethodSelect());
            return name < 0 ? -1 : closing(name + 1, '(', ')');
        }
        if (tree instanceof ArrayAccessTree access) {
            int array = end(access.getExpression());
            return array < 0 ? -1 : closing(array + 1, '[', ']');
        }
        if (tree instanceof NewClassTree creation) {
            return endOf(creation);
        }
        int start = start(tree);
        return switch (tree.getKind()) {
            case PARENTHESIZED -> closing(start, '(', ')');
            case IDENTIFIER, PRIMITIVE_TYPE, STRING_LITERAL, INT_LITERAL, LONG_LITERAL, FLOAT_LITERAL,
                DOUBLE_LITERAL, CHAR_LITERAL, BOOLEAN_LITERAL ->
                start;
            default -> -1;
        };
    }

    /** Returns the end of {@code new T<...>(...) {...}}. */
    private int endOf(NewClassTree tree) {
        int start = start(tree);
        if (start < 0 || tree.getEnclosingExpression() != null) {
            return -1;
        }
        int end = closing(tokens().next(start, '('), '(', ')');
        return tree.getClassBody() == null || end < 0 ? end : closing(end + 1, '{', '}');
    }

    private int closing(int index, char open, char close) {
        return tokens().is(index, open) ? tokens().closing(index, open, close) : -1;
    }
}
