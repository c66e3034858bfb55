// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import io.github.cm2tt.runtime.CompilationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares random structures with the JVM. */
final class StructureRuns {
    /** Structures that javac compiles together. */
    private static final int GROUP = 12;

    private final long seed;
    private final int shrinkTries;
    private final Tally tally = new Tally();

    /** One structure, and the choices that make it. */
    private record Drawn(int number, Structure structure, int[] choices) {
        String base() {
            return base(number);
        }

        static String base(int number) {
            return "p" + number;
        }
    }

    StructureRuns(long seed, int shrinkTries) {
        this.seed = seed;
        this.shrinkTries = shrinkTries;
    }

    /** Compares the structures from one number to below another. */
    Tally run(int from, int to) {
        for (int first = from; first < to; first += GROUP) {
            List<Drawn> drawn = new ArrayList<>();
            for (int i = first; i < Math.min(first + GROUP, to); i++) {
                Choices choices = Choices.drawn(seed * 1_000_003 + i);
                Structure structure = new Structure(choices, Drawn.base(i));
                drawn.add(new Drawn(i, structure, choices.taken()));
            }
            compare(drawn);
        }
        return tally;
    }

    private void compare(List<Drawn> all) {
        List<Drawn> drawn = new ArrayList<>(all);
        while (!drawn.isEmpty()) {
            try (Compilation compilation = compile(drawn.stream().map(Drawn::structure).toList())) {
                if (compilation.problems.isEmpty()) {
                    drawn.forEach(each -> compare(each, compilation));
                    return;
                }
                drawn.removeAll(refused(drawn, compilation));
            }
        }
    }

    private static Compilation compile(List<Structure> structures) {
        Map<String, String> sources = new LinkedHashMap<>();
        structures.forEach(each -> sources.putAll(each.sources));
        return new Compilation(sources);
    }

    private List<Drawn> refused(List<Drawn> drawn, Compilation compilation) {
        List<Drawn> refused = new ArrayList<>();
        for (Compilation.Problem problem : compilation.problems) {
            Drawn one = drawn.stream().filter(each -> problem.className().startsWith(each.base() + "."))
                            .findFirst().orElseThrow(() -> new IllegalStateException(problem.toString()));
            if (!refused.contains(one)) {
                refused.add(one);
                tally.refuse("javac", problem.message(), text(one.structure) + problem);
            }
        }
        return refused;
    }

    private static String text(Structure structure) {
        StringBuilder text = new StringBuilder();
        structure.sources.forEach(
            (name, source) -> text.append("// ").append(name).append('\n').append(source));
        return text.toString();
    }

    private void compare(Drawn drawn, Compilation compilation) {
        try {
            String found = new StructureComparison(drawn.structure, compilation).first(drawn.number);
            if (found == null) {
                tally.same++;
            } else {
                tally.fault(describe(drawn, found));
            }
        } catch (CompilationException e) {
            if (MethodRuns.isRefusal(e)) {
                tally.refuse("launch", e.getMessage(), text(drawn.structure));
            } else {
                tally.fault(text(drawn.structure) + e.getMessage());
            }
        }
    }

    private String describe(Drawn drawn, String found) {
        int[] choices = new Shrinker(shrinkTries, each -> differs(each, drawn) != null).shrink(drawn.choices);
        String again = differs(choices, drawn);
        return text(new Structure(Choices.given(choices), drawn.base()))
            + (again == null ? "not again: " + found : again) + " (structure " + drawn.number + " of seed "
            + seed + ")";
    }

    private static String differs(int[] choices, Drawn drawn) {
        Structure structure = new Structure(Choices.given(choices), drawn.base());
        try (Compilation compilation = compile(List.of(structure))) {
            return compilation.problems.isEmpty()
                ? new StructureComparison(structure, compilation).first(drawn.number) : null;
        } catch (CompilationException | IllegalStateException e) {
            return null;
        }
    }
}
