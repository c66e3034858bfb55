// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A sample of the random programs, and that what compares and reduces them works. */
class RandomProgramsTest {
    @Test
    void methodsComputeWhatJavaComputes() {
        Tally tally = new MethodRuns(1, 200).run(0, 256);
        assertEquals(0, tally.faultCount, () -> tally.report(false));
        assertTrue(tally.same >= 250, () -> tally.report(true));
    }

    @Test
    void structuresComputeWhatJavaComputes() {
        Tally tally = new StructureRuns(1, 200).run(0, 48);
        assertEquals(0, tally.faultCount, () -> tally.report(false));
        assertTrue(tally.same >= 46, () -> tally.report(true));
    }

    @Test
    void givenChoicesRepeatAMethod() {
        for (int i = 0; i < 100; i++) {
            RandomMethod method = RandomMethod.of("m", Choices.drawn(i));
            assertEquals(method.text(), RandomMethod.of("m", Choices.given(method.choices())).text());
        }
        assertEquals(RandomMethod.of("m", Choices.given()).text(),
            RandomMethod.of("m", Choices.given(new int[1000])).text());
    }

    @Test
    void otherResultsAreFound() {
        RandomMethod method = new RandomMethod("sum", Kind.DOUBLE,
            "static double sum(int a, int b, long c, float d, double e) {\nreturn a * 3.0 + b + c;\n}\n",
            new int[0]);
        MethodGroup group = new MethodGroup("Group", List.of(method, method(Kind.INT, "a")));
        try (Compilation compilation = new Compilation(Map.of("Group", group.source()))) {
            assertEquals(List.of(), compilation.problems);
            Class<?> compiled = compilation.load("Group");
            assertNull(new MethodComparison(group, compiled, new Inputs(1, 80)).first(7));
            Inputs inputs = new Inputs(1, 80);
            MethodComparison comparison = new MethodComparison(group, compiled, inputs);
            inputs.b[70]++;
            MethodComparison.Difference found = comparison.first(7);
            assertNotNull(found);
            assertEquals(0, found.method());
            assertTrue(found.text().startsWith("launch of ["), found.text());
        }
    }

    private static RandomMethod method(Kind result, String value) {
        return new RandomMethod("other", result, "static " + result.text
            + " other(int a, int b, long c, float d, double e) {\nreturn " + value + ";\n}\n", new int[0]);
    }

    @Test
    void errorsBelongToTheirMethod() {
        RandomMethod wrong = method(Kind.INT, "c");
        MethodGroup group = new MethodGroup("Wrong",
            List.of(
            RandomMethod.of("first", Choices.drawn(1)), wrong, RandomMethod.of("last", Choices.drawn(2))));
        try (Compilation compilation = new Compilation(Map.of("Wrong", group.source()))) {
            assertEquals(wrong, group.at(compilation.problems.get(0).line()));
        }
    }

    @Test
    void programsAreReduced() {
        int[] choices = Choices.drawn(1).taken();
        assertEquals(0, choices.length);
        int[] drawn = new int[200];
        Arrays.setAll(drawn, i -> i % 50);
        int[] reduced = new Shrinker(10_000, each -> Arrays.stream(each).filter(it -> it > 10).count() >= 2)
            .shrink(drawn);
        assertArrayEquals(new int[] {11, 11}, reduced);
    }
}
