// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.row;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static io.github.cm2tt.lang.TestTiles.tile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The output of kernels, and the messages of their assertions. */
@ResourceLock(Resources.SYSTEM_OUT)
class DebugTest {
    private static String printed(Runnable kernel) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            Programs.run(2, kernel);
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    @Test
    void printsAsCompiledKernelsDo() {
        assertEquals("pid (0, 0, 0) hello\npid (1, 0, 0) hello\n",
                printed(() -> Triton.devicePrint("hello")));
        String tiles = printed(() -> {
            if (Triton.programId(0) == 1) {
                Triton.devicePrint("x", tile(int.class, shape(1, 2), -1, 2));
                Triton.devicePrintHex("h", row(short.class, -1), 1.5f, row(boolean.class, 1), -2L);
                Triton.devicePrint("100% y:", row(UInt8.class, 255), 0.5f);
            }
        });
        assertEquals("""
                pid (1, 0, 0) idx (0, 0) x: -1
                pid (1, 0, 0) idx (0, 1) x: 2
                pid (1, 0, 0) idx (0) h: (operand 0) 0xffff
                pid (1, 0, 0) idx () h: (operand 1) 0x3fc00000
                pid (1, 0, 0) idx (0) h: (operand 2) 0x1
                pid (1, 0, 0) idx () h: (operand 3) 0xfffffffffffffffe
                pid (1, 0, 0) idx (0) 100% y: (operand 0) 255
                pid (1, 0, 0) idx () 100% y: (operand 1) 0.500000
                """, tiles);
        fails("T-DEVICEPRINT-1: the prefix must be a constant string of printable ASCII characters: ä",
            () -> Triton.devicePrint("\u00E4"));
    }

    @Test
    void printsNumbersAsC() {
        Tensor numbers = row(float.class, 1e-7, -1e-7, Double.NaN, Double.NEGATIVE_INFINITY, 1e10, 0.1, 2.5,
                -0.0);
        String text = printed(() -> {
            if (Triton.programId(0) == 0) {
                Triton.devicePrint("", numbers);
            }
        });
        String[] expected = {"0.000000", "-0.000000", "nan", "-inf", "10000000000.000000", "0.100000",
                "2.500000",
            "-0.000000"};
        String[] lines = text.split("\n");
        assertEquals(8, lines.length);
        for (int i = 0; i < 8; i++) {
            assertTrue(lines[i].endsWith(": " + expected[i]), lines[i]);
        }
    }

    @Test
    void reportsConstantsOnce() {
        assertEquals("remark: x is 3\n", printed(() -> Triton.staticPrint("x is", "3")));
    }

    @Test
    void stopsWhereAnAssertionFails() {
        KernelException problem = assertThrows(KernelException.class, () -> Programs.run(3, () -> {
            Tensor x = Triton.arange(0, 4);
            Triton.deviceAssert(x.lt(Triton.programId(0) + 3), "too large", x.lt(3));
            Triton.deviceAssert(x.lt(3 + Triton.programId(0) / 1), "too large");
        }));
        assertTrue(problem.getMessage().startsWith("assertion failed: too large"), problem.getMessage());
        assertTrue(problem.getMessage().contains("[3]"), problem.getMessage());
        assertTrue(problem.getMessage().contains("(0, 0, 0)"), problem.getMessage());
        fails("T-DEVICEPRINT-2: only numbers, pointers and tiles can be printed: null",
            () -> Triton.devicePrint("", 1, null));
        fails("T-DEVICEASSERT-1: condition and mask must hold truth values: the constant 1",
            () -> Triton.deviceAssert(1, "text"));
        fails("T-DEVICEASSERT-3: shapes do not broadcast: a tile of 2 boolean and a tile of 4 boolean",
                () -> Triton.deviceAssert(row(boolean.class, 1, 1), "text", row(boolean.class, 1, 1, 1, 1)));
        fails("T-STATICASSERT-3: assertion failed: text", () -> Triton.staticAssert(false, "text"));
        run(() -> Triton.staticAssert(true));
    }

    @Test
    void checksPromises() {
        run(() -> {
            Tensor x = Triton.arange(0, 8);
            assertEquals(x, Triton.multipleOf(x, 8));
            assertEquals(16, Triton.multipleOf(16, 8));
            Triton.multipleOf(Ptr.of(new float[1]), 16);
            Triton.maxContiguous(x, 8);
            Triton.maxContiguous(Triton.add(Ptr.of(new double[8]), x), 8);
            Triton.maxConstancy(Triton.div(x, 4), 4);
            Triton.maxConstancy(Triton.expand(x, 1), 1, 2);
            Triton.assume(true);
            Triton.debugBarrier();
        });
        fails("a promise is broken: element [0], 1, is a multiple of 2, it says",
            () -> Triton.multipleOf(Triton.arange(1, 9), 2));
        fails("a promise is broken: element [], 5, is a multiple of 2, it says",
            () -> Triton.multipleOf(5, 2));
        fails("a promise is broken: element [1], 2, is one more than the one before it, it says",
            () -> Triton.maxContiguous(Triton.mul(Triton.arange(0, 4), 2), 2));
        fails("a promise is broken: element [1], 1, is the same as the one before it, it says",
            () -> Triton.maxConstancy(Triton.arange(0, 4), 2));
        fails("T-PROMISE-1: no such hint for this type: a tile of 1 float",
            () -> Triton.maxContiguous(row(float.class, 1), 1));
        fails("T-PROMISE-2: there must be one value for each dimension, 1: 2",
            () -> Triton.multipleOf(Triton.arange(0, 4), 2, 2));
        fails("T-PROMISE-3: a hint's values must be constant powers of two up to 2^30: 3",
            () -> Triton.multipleOf(16, 3));
        fails("T-ASSUME-2: the condition is false", () -> Triton.assume(false));
    }
}
