// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels that were written for Babylon's proof of concept compile against these classes, on any JDK, after
 * changing nothing but their imports.
 */
class BabylonSourcesTest {
    /** The methods of the proof of concept with all their types written out, which {@code var} would hide. */
    private static final String ALL_METHODS = """
            package demo;

            import oracle.code.triton.*;
            import java.lang.reflect.Type;
            import jdk.incubator.code.CodeReflection;

            import static oracle.code.triton.Triton.*;
            import static oracle.code.triton.Triton.CompareKind.*;

            public class AllMethods {
                @CodeReflection
                static void kernel(Ptr p, Ptr out, int n, float f,
                        @Constant int BLOCK, @Constant boolean IS_ON) {
                    int id = programId(0);
                    Tensor range = arange(0, BLOCK);
                    Tensor column = expand(range, 1);
                    Tensor zero = zeros(float.class, BLOCK, 16);
                    TensorType type = joinShape(range.type(), range.type());
                    Tensor spread = broadcast(p, type);
                    Tensor pointers = Triton.add(broadcast(p, range.type()), range);
                    Tensor mask = compare(range, broadcast(n, range.type()), CompareKind.LessThan);
                    Tensor x = load(pointers, mask);
                    Tensor y = load(pointers, mask, f);
                    Tensor z = load(pointers, mask, (float) 0);
                    Tensor sum = add(sub(mul(x, y), div(x, 2)), mod(range, n));
                    Tensor both = Triton.and(mask, compare(range, id, GreaterThanOrEqual));
                    Tensor product = dot(zero, zero);
                    Tensor e = exp(Triton.sub(x, Triton.max(x, 0)));
                    Tensor quotient = div(e, Triton.sum(e, 0));
                    Tensor half = conv(Float16.class, product);
                    var moved = add(p, id * BLOCK);
                    store(add(moved, range), quotient, both);
                    for (int k = 0; k < cdiv(n, BLOCK); k++)
                        product = add(product, dot(zero, zero));
                    int least = Math.min(cdiv(n, 2) - id, BLOCK);
                    store(add(out, range), add(x, least), mask);
                    Tensor equal = compare(x, y, Equal);
                }
            }
            """;

    static Stream<Path> examples() throws IOException {
        Path folder = Path.of(System.getProperty("cm2tt.source"), "examples/babylon");
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(each -> each.toString().endsWith(".java")).sorted().toList().stream();
        }
    }

    @Test
    void thereAreExamples() throws IOException {
        assertFalse(examples().findAny().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void examplesCompile(Path file, @TempDir Path classes) throws IOException {
        check(Files.readString(file), file.getFileName().toString(), classes);
    }

    @Test
    void allMethodsCompile(@TempDir Path classes) {
        check(ALL_METHODS, "AllMethods.java", classes);
    }

    private static void check(String source, String name, Path classes) {
        String changed = source.replaceAll(
                "(?m)^(import (?:static )?)"
                        + "(?:oracle\\.code\\.triton|java\\.lang\\.runtime|jdk\\.incubator\\.code)\\.",
                "$1io.github.cm2tt.lang.");
        var file = new SimpleJavaFileObject(URI.create("string:///" + name), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return changed;
            }
        };
        var output = new StringWriter();
        var options = List.of("-proc:none", "-cp", System.getProperty("java.class.path"),
                "-d", classes.toString());
        var task = ToolProvider.getSystemJavaCompiler()
                .getTask(output, null, null, options, null, List.of(file));
        task.call();
        assertEquals("", output.toString());
    }
}
