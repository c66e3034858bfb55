// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import io.github.cm2tt.runtime.CompilationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares random methods with the JVM, in groups that one kernel calls. */
final class MethodRuns {
    private static final int GROUP = 8;
    private static final int GROUPS = 16;
    private static final int CASES = 80;

    private final long seed;
    private final int shrinkTries;
    private final Tally tally = new Tally();

    MethodRuns(long seed, int shrinkTries) {
        this.seed = seed;
        this.shrinkTries = shrinkTries;
    }

    /** Compares the methods from one number to below another. */
    Tally run(int from, int to) {
        for (int first = from; first < to; first += GROUP * GROUPS) {
            List<RandomMethod> methods = new ArrayList<>();
            for (int i = first; i < Math.min(first + GROUP * GROUPS, to); i++) {
                methods.add(RandomMethod.of("m" + i, Choices.drawn(seed * 1_000_003 + i)));
            }
            compare(methods, first / GROUP);
        }
        return tally;
    }

    private void compare(List<RandomMethod> all, int number) {
        List<RandomMethod> methods = new ArrayList<>(all);
        while (!methods.isEmpty()) {
            List<MethodGroup> groups = groups(methods, GROUP);
            try (Compilation compilation = compile(groups)) {
                Set<RandomMethod> refused = refused(groups, compilation);
                if (refused.isEmpty()) {
                    for (int i = 0; i < groups.size(); i++) {
                        compare(groups.get(i), compilation, number + i);
                    }
                    return;
                }
                methods.removeAll(refused);
            }
        }
    }

    private static List<MethodGroup> groups(List<RandomMethod> methods, int size) {
        List<MethodGroup> groups = new ArrayList<>();
        for (int i = 0; i < methods.size(); i += size) {
            List<RandomMethod> part = List.copyOf(methods.subList(i, Math.min(i + size, methods.size())));
            groups.add(new MethodGroup("Methods" + part.get(0).name(), part));
        }
        return groups;
    }

    private static Compilation compile(List<MethodGroup> groups) {
        Map<String, String> sources = new LinkedHashMap<>();
        groups.forEach(each -> sources.put(each.className(), each.source()));
        return new Compilation(sources);
    }

    /** The methods that javac refuses. */
    private Set<RandomMethod> refused(List<MethodGroup> groups, Compilation compilation) {
        Map<String, MethodGroup> byName = new HashMap<>();
        groups.forEach(each -> byName.put(each.className(), each));
        Set<RandomMethod> refused = new HashSet<>();
        for (Compilation.Problem problem : compilation.problems) {
            MethodGroup group = byName.get(problem.className());
            RandomMethod method = group == null ? null : group.at(problem.line());
            // A method with an error has no model, which is an error of its kernels.
            if (method != null && refused.add(method)) {
                tally.refuse("javac", problem.message(), method.text() + "at the line:\n"
                    + group.source().lines().skip(problem.line() - 1).findFirst().orElse(""));
            }
        }
        if (refused.isEmpty() && !compilation.problems.isEmpty()) {
            throw new IllegalStateException("errors outside of random methods: " + compilation.problems);
        }
        return refused;
    }

    private void compare(MethodGroup group, Compilation compilation, int number) {
        MethodComparison.Difference found;
        try {
            found = comparison(group, compilation).first(number);
        } catch (CompilationException | NoClassDefFoundError e) {
            refusedAtLaunch(group, number, e);
            return;
        }
        if (found == null) {
            tally.same += group.methods().size();
            return;
        }
        RandomMethod method = group.methods().get(found.method());
        tally.fault(describe(method, found, number));
        // The others, of which each may differ, too.
        List<RandomMethod> others = new ArrayList<>(group.methods());
        others.remove(method);
        compareAlone(others, number);
    }

    private MethodComparison comparison(MethodGroup group, Compilation compilation) {
        return new MethodComparison(group, compilation.load(group.className()), new Inputs(seed, CASES));
    }

    private void refusedAtLaunch(MethodGroup group, int number, Throwable e) {
        if (group.methods().size() > 1) {
            compareAlone(group.methods(), number);
            return;
        }
        RandomMethod method = group.methods().get(0);
        if (e instanceof NoClassDefFoundError) {
            // javac leaves out a record in dead code, which a lambda there captures.
            tally.refuse("the JVM", "a class is missing", method.text());
        } else if (isRefusal(e)) {
            tally.refuse("launch", e.getMessage(), method.text());
        } else {
            tally.fault(method.text() + e.getMessage());
        }
    }

    /** Whether the compiler names a rule of the kernel language. */
    static boolean isRefusal(Throwable e) {
        return e.getMessage().matches("(?s).*\\bT-[A-Z]+-[0-9]+.*");
    }

    private void compareAlone(List<RandomMethod> methods, int number) {
        List<MethodGroup> groups = groups(methods, 1);
        if (groups.isEmpty()) {
            return;
        }
        try (Compilation compilation = compile(groups)) {
            groups.forEach(each -> compare(each, compilation, number));
        }
    }

    private String describe(RandomMethod method, MethodComparison.Difference found, int number) {
        int[] choices = new Shrinker(shrinkTries, each -> differs(method.name(), each, number) != null)
            .shrink(method.choices());
        RandomMethod small = RandomMethod.of(method.name(), Choices.given(choices));
        String again = differs(method.name(), choices, number);
        return small.text() + (again == null ? "not again: " + found.text() : again) + " (method "
            + method.name().substring(1) + " of seed " + seed + ")";
    }

    /** How a method alone differs; null if it does not, or is refused. */
    private String differs(String name, int[] choices, int number) {
        RandomMethod method = RandomMethod.of(name, Choices.given(choices));
        List<MethodGroup> groups = groups(List.of(method), 1);
        try (Compilation compilation = compile(groups)) {
            if (!compilation.problems.isEmpty()) {
                return null;
            }
            MethodComparison.Difference found = comparison(groups.get(0), compilation).first(number);
            return found == null ? null : found.text();
        } catch (CompilationException | IllegalStateException | NoClassDefFoundError e) {
            return null;
        }
    }
}
