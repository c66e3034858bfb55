// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import io.github.cm2tt.javac.model.TextWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kernels in the API of Babylon's proof of concept, of which the folder article/ has what is needed, against
 * two models that Babylon's compiler printed. Both are published in the article "Exploring Triton GPU
 * programming for neural networks in Java" (openjdk/babylon-docs, site/articles/triton.md at 312f3a4, 2026);
 * Babylon's compiler itself is not run here. The examples' models were written by hand.
 */
class ArticleTest {
    private static final Path ROOT = Path.of(System.getProperty("cm2tt.source", "."));
    private static final Pattern VALUE = Pattern.compile("%\\d+");

    private static String model(Sources sources, String name) {
        TreePath method = sources.methods()
                              .stream()
                              .filter(each -> ((MethodTree) each.getLeaf()).getName().contentEquals(name))
                              .findFirst()
                              .orElseThrow();
        return TextWriter.write(MethodModeler.model(method, sources.context).func());
    }

    /**
     * The article's text with its lines. In the file, lines are numbered without the comments between the
     * article's statements, and the file has another name; all else is the article's, except columns:
     * Babylon's are those of the start of a tree.
     */
    @Test
    void vectorAdd() throws IOException {
        String expected =
            Files.readString(ROOT.resolve("tests/cases/importer/Text/Inputs/add_kernel2-2026.cm"));
        assertEquals(withoutColumns(expected.replace(":file:///demo/VectorAdd.java", "")),
            withoutColumns(model(new Sources("article"), "add_kernel2")));
    }

    /** The article's text without its locations. Values are numbered again: the kernel here is shorter. */
    @Test
    void matrixProductLoop() throws IOException {
        String expected =
            Files.readString(ROOT.resolve("tests/java/javac/article/loop.cm")).replaceAll("//.*\n", "");
        String model = model(new Sources("article"), "loop").replaceAll(" @loc=\"[^\"]*\"", "");
        String loop = model.substring(model.indexOf("java.for"), model.lastIndexOf("    return;"));
        assertEquals(renumbered(expected.strip()), renumbered(loop.replaceAll("\n    ", "\n").strip()));
    }

    /** Numbers values in the order in which they stand there. */
    private static String renumbered(String text) {
        Map<String, String> names = new LinkedHashMap<>();
        return VALUE.matcher(text).replaceAll(
            each -> names.computeIfAbsent(each.group(), name -> "%" + names.size()));
    }

    private static String withoutColumns(String text) {
        return text.replaceAll("@loc=\"(\\d+):\\d+\"", "@loc=\"$1\"");
    }

    /** The examples' models were written by hand; lines and numbers of values are compared, too. */
    @ParameterizedTest
    @CsvSource({"vector-add, VectorAdd, add", "softmax, Softmax, softmax", "matmul, Matmul, matmul"})
    void examples(String folder, String file, String kernel) throws IOException {
        Path path = ROOT.resolve("examples/babylon").resolve(folder);
        String source = Files.readString(path.resolve(file + ".java"));
        // No other JDK has the annotation.
        source = source.replace("java.lang.runtime.CodeReflection", "oracle.code.triton.CodeReflection");
        String expected = Files.readString(path.resolve("model.cm"))
                              .replaceAll("//!.*\n", "")
                              .replaceFirst(" @owner=\"[^\"]*\"", "");
        String model = model(new Sources("article/oracle", file, source), kernel);
        assertEquals(withoutColumns(shortened(expected)), withoutColumns(shortened(model)));
    }

    private static String shortened(String text) {
        return text.replaceAll("java\\.type:\"([^\"]*)\"", "$1").replaceAll("\n *", "\n");
    }
}
