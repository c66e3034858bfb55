// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/** The numbers that loops of kernels run through. */
class RangesTest {
    private static List<Integer> numbers(Iterable<Integer> range) {
        List<Integer> all = new ArrayList<>();
        range.forEach(all::add);
        return all;
    }

    @Test
    void countsUpAndDown() {
        run(() -> {
            assertEquals(List.of(0, 1, 2), numbers(Triton.range(3)));
            assertEquals(List.of(2, 3), numbers(Triton.range(2, 4)));
            assertEquals(List.of(1, 4), numbers(Triton.staticRange(1, 6, 3)));
            assertEquals(List.of(5, 3), numbers(Triton.range(5, 1, -2)));
            assertEquals(List.of(), numbers(Triton.range(3, 3)));
            int most = Integer.MAX_VALUE;
            assertEquals(List.of(most - 1), numbers(Triton.range(most - 1, most, 5)));
            var iterator = Triton.range(0).iterator();
            var ended = assertThrows(NoSuchElementException.class, iterator::next);
            assertEquals("the range has ended", ended.getMessage());
        });
        fails("T-RANGE-2: the step must not be 0", () -> Triton.range(0, 1, 0));
    }

    @Test
    void checksHints() {
        run(() -> assertEquals(List.of(0, 1), numbers(Triton.range(2).numStages(0).unroll(2).warpSpecialize()
                .flatten().disallowAccMultiBuffer().disableLicm())));
        fails("T-HINT-1: only Triton.range takes hints, not static Range",
            () -> Triton.staticRange(2).flatten());
        fails("T-HINT-2: 'unroll' must be a constant, 1 or more: 0", () -> Triton.range(2).unroll(0));
    }
}
