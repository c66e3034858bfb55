// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;

/**
 * Parts of trees that Java 17 does not have: patterns of records and in switches. They are found by the names
 * of their kinds and the order in which javac's own scanner visits them, so that this compiles for Java 17
 * and needs no reflection.
 */
final class NewerTrees {
    private NewerTrees() {}

    /** Returns whether a tree is a pattern of a record, {@code Size(int rows, var columns)}. */
    static boolean isRecordPattern(Tree tree) {
        return tree.getKind().name().equals("DECONSTRUCTION_PATTERN");
    }

    /** Returns whether a tree is the pattern {@code _}, which matches all values. */
    static boolean isAnyPattern(Tree tree) {
        return tree.getKind().name().equals("ANY_PATTERN");
    }

    /** Returns the patterns of the components in a pattern of a record. */
    static List<Tree> componentPatterns(Tree recordPattern) {
        List<Tree> parts = children(recordPattern);
        return parts.subList(1, parts.size()); // The first one names the record.
    }

    /** Returns the patterns that are labels of a case. */
    static List<Tree> patterns(CaseTree tree) {
        return children(tree)
            .stream()
            .filter(each -> each.getKind().name().equals("PATTERN_CASE_LABEL"))
            .map(each -> children(each).get(0))
            .toList();
    }

    /** Returns the guard of a case, {@code when n > 0}; null for a case without a guard. */
    static ExpressionTree guard(CaseTree tree) {
        List<Tree> rest =
            children(tree).stream().filter(each -> !each.getKind().name().endsWith("CASE_LABEL")).toList();
        boolean isRule = tree.getCaseKind() == CaseTree.CaseKind.RULE;
        boolean hasGuard = rest.size() > (isRule ? 1 : 0) && rest.get(0) instanceof ExpressionTree;
        return hasGuard ? (ExpressionTree) rest.get(0) : null;
    }

    private static List<Tree> children(Tree tree) {
        List<Tree> found = new ArrayList<>();
        tree.accept(new TreeScanner<Void, Void>() {
            @Override
            public Void scan(Tree child, Void none) {
                if (child != null) {
                    found.add(child);
                }
                return null;
            }
        }, null);
        return found;
    }
}
