// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Promotion.Rules;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The types and shapes of operands. The tables are the compiler's, as its type inference reports them. */
class PromotionTest {
    private static final List<String> NAMES = List.of("i1", "i8", "i16", "i32", "i64", "u8", "u16", "u32",
            "u64", "fp16", "bf16", "fp32", "fp64", "fp8e4nv", "fp8e5");

    /** Two numbers known at run time: the first one, then the results with NAMES, in their order. */
    private static final String COMMON = """
            i1 i1 i8 i16 i32 i64 u8 u16 u32 u64 fp16 fp32 fp32 fp64 -2 -2
            i8 i8 i8 i16 i32 i64 u8 u16 u32 u64 fp16 fp32 fp32 fp64 -2 -2
            i16 i16 i16 i16 i32 i64 i16 u16 u32 u64 fp16 fp32 fp32 fp64 -2 -2
            i32 i32 i32 i32 i32 i64 i32 i32 u32 u64 fp16 fp32 fp32 fp64 -2 -2
            i64 i64 i64 i64 i64 i64 i64 i64 i64 u64 fp16 fp32 fp32 fp64 -2 -2
            u8 u8 u8 i16 i32 i64 u8 u16 u32 u64 fp16 fp32 fp32 fp64 -2 -2
            u16 u16 u16 u16 i32 i64 u16 u16 u32 u64 fp16 fp32 fp32 fp64 -2 -2
            u32 u32 u32 u32 u32 i64 u32 u32 u32 u64 fp16 fp32 fp32 fp64 -2 -2
            u64 u64 u64 u64 u64 u64 u64 u64 u64 u64 fp16 fp32 fp32 fp64 -2 -2
            fp16 fp16 fp16 fp16 fp16 fp16 fp16 fp16 fp16 fp16 fp16 fp16 fp32 fp64 fp16 fp16
            bf16 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp16 bf16 fp32 fp64 fp32 fp32
            fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp64 fp32 fp32
            fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64
            fp8e4nv -2 -2 -2 -2 -2 -2 -2 -2 -2 fp16 fp32 fp32 fp64 fp8e4nv fp16
            fp8e5 -2 -2 -2 -2 -2 -2 -2 -2 -2 fp16 fp32 fp32 fp64 fp16 fp8e5
            """;

    /** The same of divisions; -4 and the like are rules that are broken, T-BINARY-4. */
    private static final String DIVISION = """
            i1 -4 -8 -8 -8 -8 u8 u16 u32 u64 fp32 fp32 fp32 fp64 -2 -2
            i8 -8 i8 i16 i32 i64 -8 -8 -8 -8 fp32 fp32 fp32 fp64 -2 -2
            i16 -8 i16 i16 i32 i64 -8 -8 -8 -8 fp32 fp32 fp32 fp64 -2 -2
            i32 -8 i32 i32 i32 i64 -8 -8 -8 -8 fp32 fp32 fp32 fp64 -2 -2
            i64 -8 i64 i64 i64 i64 -8 -8 -8 -8 fp32 fp32 fp32 fp64 -2 -2
            u8 u8 -8 -8 -8 -8 u8 u16 u32 u64 fp32 fp32 fp32 fp64 -2 -2
            u16 u16 -8 -8 -8 -8 u16 u16 u32 u64 fp32 fp32 fp32 fp64 -2 -2
            u32 u32 -8 -8 -8 -8 u32 u32 u32 u64 fp32 fp32 fp32 fp64 -2 -2
            u64 u64 -8 -8 -8 -8 u64 u64 u64 u64 fp32 fp32 fp32 fp64 -2 -2
            fp16 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp64 fp32 fp32
            bf16 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp64 fp32 fp32
            fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp64 fp32 fp32
            fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64
            fp8e4nv -2 -2 -2 -2 -2 -2 -2 -2 -2 fp32 fp32 fp32 fp64 fp8e4nv fp16
            fp8e5 -2 -2 -2 -2 -2 -2 -2 -2 -2 fp32 fp32 fp32 fp64 fp16 fp8e5
            """;

    /** A constant and a number known at run time. */
    private static final String CONSTANTS = """
            true:i1 i1 i8 i16 i32 i64 u8 u16 u32 u64 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            5:i32 i32 i8 i16 i32 i64 u8 u16 u32 u64 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            -5:i32 i32 i8 i16 i32 i64 -6 -6 -6 -6 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            300:i32 i32 -7 i16 i32 i64 -7 u16 u32 u64 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            70000:i32 i32 -7 -7 i32 i64 -7 -7 u32 u64 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            3000000000:i64 u32 -7 -7 -7 i64 -7 -7 u32 u64 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            5000000000:i64 i64 -7 -7 -7 i64 -7 -7 -7 u64 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            5:i8 i32 i8 i16 i32 i64 u8 u16 u32 u64 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            1.5:f32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            1.5:f64 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            1.0e300:f64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            1.0e-40:f64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            2.0:f16 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp16 bf16 fp32 fp64 fp8e4nv fp8e5
            """;

    /** The same of divisions. */
    private static final String DIVIDED_CONSTANTS = """
            true:i1 -4 i8 i16 i32 i64 u8 u16 u32 u64 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            5:i32 -8 i8 i16 i32 i64 u8 u16 u32 u64 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            -5:i32 -8 i8 i16 i32 i64 -6 -6 -6 -6 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            300:i32 -8 -7 i16 i32 i64 -7 u16 u32 u64 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            70000:i32 -8 -7 -7 i32 i64 -7 -7 u32 u64 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            3000000000:i64 u32 -7 -7 -7 i64 -7 -7 u32 u64 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            5000000000:i64 -8 -7 -7 -7 i64 -7 -7 -7 u64 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            5:i8 -8 i8 i16 i32 i64 u8 u16 u32 u64 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            1.5:f32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            1.5:f64 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            1.0e300:f64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            1.0e-40:f64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp64 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            2.0:f16 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp32 fp64 fp8e4nv fp8e5
            """;

    private static ElementType named(String name) {
        return ElementType.NUMBERS.get(NAMES.indexOf(name));
    }

    private static Operand number(ElementType type) {
        return Operand.scalar(type, 0);
    }

    /** The expected types by the names of both operands. */
    private static Map<String, String> read(String table) {
        Map<String, String> entries = new HashMap<>();
        for (String row : table.lines().toList()) {
            String[] words = row.split(" ");
            assertEquals(NAMES.size() + 1, words.length, row);
            for (int i = 0; i < NAMES.size(); i++)
                entries.put(words[0] + " " + NAMES.get(i), words[i + 1]);
        }
        return entries;
    }

    private static void check(Rules rules, String expected, Operand a, Operand b, String what) {
        if (expected.equals("-4"))
            expected = "i1"; // is no rule of promotion
        if (!expected.startsWith("-")) {
            assertEquals(named(expected), Promotion.promote(rules, a, b), what);
            return;
        }
        KernelException error =
                assertThrows(KernelException.class, () -> Promotion.promote(rules, a, b), what);
        assertTrue(error.getMessage().startsWith("T-BINARY" + expected + ":"), error.getMessage());
    }

    private static void checkTypes(Rules rules, String table) {
        read(table).forEach((names, expected) -> {
            String[] pair = names.split(" ");
            check(rules, expected, number(named(pair[0])), number(named(pair[1])), names);
        });
    }

    @Test
    void commonTypes() {
        checkTypes(Rules.COMMON, COMMON);
    }

    @Test
    void typesOfDivisions() {
        checkTypes(Rules.DIVISION, DIVISION);
    }

    private static Operand constant(String text) {
        String[] parts = text.split(":");
        ElementType type = named(parts[1].replace("f", "fp"));
        long bits = type.isFloat() ? type.ofDouble(Double.parseDouble(parts[0]))
                : type.isBool() ? 1 : Long.parseLong(parts[0]);
        return new Operand(type, new int[0], new long[] {bits}, true);
    }

    /** A number out of range for a constant counts as known at run time only. */
    private static void checkConstants(Rules rules, String table, String runTime) {
        Map<String, String> types = read(runTime);
        read(table).forEach((names, expected) -> {
            String[] pair = names.split(" ");
            Operand constant = constant(pair[0]), other = number(named(pair[1]));
            if (expected.equals("-6") || expected.equals("-7"))
                expected = types.get(NAMES.get(ElementType.NUMBERS.indexOf(constant.type())) + " " + pair[1]);
            assertNotNull(expected);
            check(rules, expected, constant, other, names);
        });
    }

    @Test
    void constantsTakeTheOthersType() {
        checkConstants(Rules.COMMON, CONSTANTS, COMMON);
    }

    @Test
    void constantsInDivisions() {
        checkConstants(Rules.DIVISION, DIVIDED_CONSTANTS, DIVISION);
    }

    @Test
    void twoConstantsAreOfTheirOwnTypes() {
        assertEquals(ElementType.I64, Promotion.promote(Rules.COMMON, Operand.of(1), Operand.of(1L)));
        assertEquals(ElementType.F32, Promotion.promote(Rules.COMMON, Operand.of(1), Operand.of(1f)));
    }

    @Test
    void constantsComeLastOfSeveral() {
        Operand half = number(ElementType.F16), whole = number(ElementType.I8);
        assertEquals(ElementType.F16, Promotion.promote(Rules.COMMON, Operand.of(2.0), whole, half));
    }

    @Test
    void shapesBroadcastFromTheLastDimension() {
        assertEquals("[8, 4, 2]", shape(new int[] {4, 1}, new int[] {8, 1, 2}));
        assertEquals("[4]", shape(new int[] {}, new int[] {4}));
        assertNull(Promotion.broadcastShapes(new int[] {4}, new int[] {2}));
    }

    private static String shape(int[] a, int[] b) {
        return Arrays.toString(Promotion.broadcastShapes(a, b));
    }

    @Test
    void elementsAreRepeated() {
        Operand column = new Operand(ElementType.I32, new int[] {2, 1}, new long[] {1, 2}, false);
        long[] elements = Promotion.elementsIn(column, new int[] {2, 2, 2});
        assertEquals("[1, 1, 2, 2, 1, 1, 2, 2]", Arrays.toString(elements));
    }
}
