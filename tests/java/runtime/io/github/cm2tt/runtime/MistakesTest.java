// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Mistakes that depend on the types of tiles, with the whole text that a launch has for each.
 *
 * <p>Not here: mistakes that javac reports (javac's DiagnosticsTest and its models/Problems.java), arguments
 * of launches (LaunchTest).
 */
class MistakesTest {
    private static final String HELPERS =
        "  static Tensor both(Tensor a, Tensor b) { return a.add(b); }\n}\n";

    /** The statements of a kernel, in line 3, the type of the elements of x, and the text. */
    record Mistake(String statements, ElementType type, String text) {
        @Override
        public String toString() {
            return statements;
        }
    }

    static Stream<Mistake> mistakes() {
        return Stream.of(
            new Mistake("x.store(x.load()\n      .add(1)\n      .exp());", ElementType.I32,
                "K.java:6:8: error: T-MATH-1: the function is of floating-point numbers, not int\n"
                + "K.java:5:8: note: the operand is int, from here\n"
                + "K.java:6:8: note: convert the operand: Triton.conv(float.class, x)"),
            new Mistake("var o = arange(5, 5); x.add(o).store(o);", ElementType.I32,
                "K.java:4:13: error: T-ARANGE-2: the range is empty: 5 to 5"),
            new Mistake("x.add(arange(0, 8)).store(both(arange(0, 8), arange(0, 4)));", ElementType.I32,
                "K.java:6:53: error: T-BINARY-3: shapes do not broadcast: a tile of 8 int and "
                + "a tile of 4 int\n"
                + "K.java:4:36: note: 'a' is a tile of 8 int, from here\n"
                + "K.java:4:50: note: 'b' is a tile of 4 int, from here\n"
                + "K.java:4:31: note: called from here"),
            new Mistake("var a = zeros(Float16.class, 16, 16); dot(a, zeros(float.class, 16, 16));",
                ElementType.I32,
                "K.java:4:43: error: T-DOT-4: operands must be of one type, byte, fp8, fp16, bf16, "
                + "float or double: a tile of 16x16 fp16 and a tile of 16x16 float\n"
                + "K.java:4:13: note: 'a' is a tile of 16x16 fp16, from here\n"
                + "K.java:4:50: note: the operand is a tile of 16x16 float, from here\n"
                + "K.java:4:43: note: conv converts a tile: x.conv(Float16.class)"),
            new Mistake("dot(arange(0, 16), arange(0, 16));", ElementType.I32,
                "K.java:4:5: error: T-DOT-1: operands must be tiles of two dimensions, or of three: "
                + "a tile of 16 int and a tile of 16 int\n"
                + "K.java:4:9: note: the operand is a tile of 16 int, from here\n"
                + "K.java:4:24: note: the operand is a tile of 16 int, from here"),
            new Mistake("var a = zeros(float.class, 16, 8); dot(a, zeros(float.class, 8, 16));",
                ElementType.FP32,
                "K.java:4:40: error: T-DOT-5: the inner extent must be 16 at least for float: 8\n"
                + "K.java:4:13: note: 'a' is a tile of 16x8 float, from here\n"
                + "K.java:4:47: note: the operand is a tile of 8x16 float, from here"),
            new Mistake("Tensor s = x.load(); for (int i = 0; i < n; i++) s = s.add(1.5f);", ElementType.I32,
                "K.java:4:56: error: T-VAR-2: the variable's type is int, the value's float\n"
                + "K.java:4:18: note: the operand is int, from here\n"
                + "K.java:4:60: note: the operand is float, from here"),
            new Mistake("Tensor t; if (n > 3) t = arange(0, 8); else t = arange(0, 4); x.store(t.sum());",
                ElementType.I32,
                "K.java:4:51: error: T-BRANCH-1: 't' is either a tile of 8 int or a tile of 4 int\n"
                + "K.java:4:30: note: a tile of 8 int from here\n"
                + "K.java:4:53: note: a tile of 4 int from here"),
            new Mistake("var o = arange(0, 8); x.add(o).store(x.add(o).load(o));", ElementType.I32,
                "K.java:4:51: error: T-LOAD-2: the mask must hold truth values: a tile of 8 int\n"
                + "K.java:4:44: note: the operand is a tile of 8 pointers to int, from here\n"
                + "K.java:4:13: note: 'o' is a tile of 8 int, from here"),
            new Mistake("x.add(1.5f).store(0);", ElementType.I32,
                "K.java:4:7: error: T-ADD-1: a pointer's offset must be an integer: the constant "
                + "1.5f\n"
                + "K.java:3:3: note: 'x' is a pointer to int, by the signature"),
            new Mistake("staticAssert(B > 8, \"B is too small\");", ElementType.I32,
                "K.java:4:5: error: T-STATICASSERT-3: assertion failed: B is too small"),
            new Mistake("x.add(arange(0, B)).load().gt(0).deviceAssert(\"positive\");", ElementType.I32,
                "K.java:4:38: assertion failed: positive: in program (0, 0, 0), element [0]"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void says(Mistake mistake, @TempDir Path folder) throws Exception {
        Path file = folder.resolve("K.java");
        Files.writeString(file,
            "import io.github.cm2tt.lang.*; import static io.github.cm2tt.lang.Triton.*;\n"
            + "final class K {\n  @Kernel static void k(Ptr x, int n, @Constant int B) {\n    "
            + mistake.statements + "\n  }\n" + HELPERS);
        TestSupport.javac(folder, true, file);
        URL[] path = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, MistakesTest.class.getClassLoader());
            DeviceBuffer x = Device.cpu().zeros(mistake.type, 8)) {
            KernelFunction kernel =
                KernelFunction.of(loader.loadClass("K"), "k").constant("B", 8).on(Device.cpu());
            var e = assertThrows(Cm2ttException.class, () -> kernel.launch(1, x, 5));
            assertEquals(mistake.text, e.getMessage());
        }
    }
}
