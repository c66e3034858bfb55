// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.util.TreePath;
import io.github.cm2tt.javac.model.TextWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.TestFactory;

/**
 * The methods in models/ give the models that stand above them, on each JDK. With CM2TT_WRITE_EXPECTED=1 in
 * the environment the models are written there instead: read the difference.
 */
class MethodModelerTest {
    private static final Sources SOURCES = new Sources("models");

    @TestFactory
    Stream<DynamicTest> models() throws IOException {
        List<TreePath> methods = SOURCES.methods()
                                         .stream()
                                         .filter(each -> Sources.annotation(each, "ExpectModel") != null)
                                         .toList();
        if (System.getenv("CM2TT_WRITE_EXPECTED") != null) {
            write(methods);
        }
        return methods.stream().map(each -> DynamicTest.dynamicTest(name(each), () -> check(each)));
    }

    private static String name(TreePath method) {
        var element = SOURCES.context.trees().getElement(method);
        return element.getEnclosingElement().getSimpleName() + "." + element.getSimpleName();
    }

    private static void check(TreePath method) {
        FunctionModel model = MethodModeler.model(method, SOURCES.context);
        assertEquals(List.of(), model.problems().stream().map(FunctionModel.Problem::message).toList());
        assertEquals(argument(method, "value").getValue(), text(method, model));
        LiteralTree calls = argument(method, "calls");
        if (calls != null) {
            assertEquals(calls.getValue(), callees(model));
        }
    }

    private static String callees(FunctionModel model) {
        return model.callees()
                .stream()
                .map(each
                        -> each.method().getEnclosingElement().getSimpleName() + "."
                                + each.method().getSimpleName())
                .collect(Collectors.joining(", "));
    }

    /** The annotation's argument; null if it is not given. */
    private static LiteralTree argument(TreePath method, String name) {
        var annotation = (AnnotationTree) Sources.annotation(method, "ExpectModel");
        for (ExpressionTree each : annotation.getArguments()) {
            var assignment = (AssignmentTree) each;
            if (assignment.getVariable().toString().equals(name)) {
                return (LiteralTree) assignment.getExpression();
            }
        }
        return null;
    }

    private static String text(TreePath method, FunctionModel model) {
        String text = TextWriter.write(model.func())
                              .replaceAll("java\\.type:\"([^\"]*)\"", "$1")
                              .replaceAll("java\\.(ref:|lang\\.|util\\.function\\.|util\\.)", "")
                              .replaceAll("models\\.(\\w+\\$)?", "")
                              .replace("jdk.incubator.code.dialect.java.JavaOp$", "");
        return argument(method, "places") == null ? text.replaceAll(" @loc=\"[^\"]*\"", "") : text;
    }

    /** Writes the created models to the files. */
    private static void write(List<TreePath> methods) throws IOException {
        for (CompilationUnitTree unit : SOURCES.units()) {
            var text = new StringBuilder(Sources.text(unit));
            List<TreePath> own = new ArrayList<>(methods);
            own.removeIf(each -> each.getCompilationUnit() != unit);
            own.sort(Comparator.comparing((TreePath each) -> SOURCES.start(unit, each.getLeaf())).reversed());
            for (TreePath method : own) {
                LiteralTree old = argument(method, "value");
                String model = text(method, MethodModeler.model(method, SOURCES.context));
                int line = text.lastIndexOf("\n", SOURCES.start(unit, method.getLeaf())) + 1;
                String indent = " ".repeat(SOURCES.start(unit, method.getLeaf()) - line + 8);
                text.replace(SOURCES.start(unit, old), SOURCES.end(unit, old),
                        "\"\"\"\n"
                                + model.replace("\\", "\\\\")
                                        .lines()
                                        .map(each -> indent + each + "\n")
                                        .collect(Collectors.joining())
                                + indent + "\"\"\"");
            }
            Files.writeString(Path.of(unit.getSourceFile().toUri()), text.toString());
        }
    }

    /** A comment says how the message starts. */
    @Test
    void problemsStandAtTheirLines() {
        checkProblems(SOURCES);
    }

    /** A compilation can go on after errors. */
    @Test
    void codeThatJavacRefuses() {
        checkProblems(new Sources("refused"));
        var unknown = new Sources("refused", "Unknown", "class Unknown { static void f(Missing m) { } }");
        TreePath method = unknown.methods().get(0);
        var error = assertThrows(
            IllegalArgumentException.class, () -> MethodModeler.model(method, unknown.context));
        assertEquals("no type of a value: Missing", error.getMessage());
    }

    @Test
    @Tag("jdk21")
    @EnabledForJreRange(min = JRE.JAVA_21)
    void newerReleasesOfJava() {
        checkProblems(new Sources("newer", 21));
    }

    private static void checkProblems(Sources sources) {
        for (CompilationUnitTree unit : sources.units()) {
            List<String> expected = new ArrayList<>();
            String[] lines = Sources.text(unit).split("\n");
            for (int i = 0; i < lines.length; i++) {
                String[] parts = lines[i].split("// PROBLEM: ");
                if (parts.length == 2) {
                    expected.add((i + 1) + ": " + parts[1]);
                }
            }
            List<String> found = problems(sources, unit);
            assertEquals(expected.size(), found.size(), found::toString);
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(expected.get(i), shortened(found.get(i), expected.get(i).length()));
            }
        }
    }

    private static String shortened(String text, int length) {
        return text.substring(0, Math.min(length, text.length()));
    }

    private static List<String> problems(Sources sources, CompilationUnitTree unit) {
        List<FunctionModel.Problem> problems = new ArrayList<>();
        sources.methods()
                .stream()
                .filter(each -> each.getCompilationUnit() == unit)
                .forEach(each -> problems.addAll(MethodModeler.model(each, sources.context).problems()));
        problems.sort(Comparator.comparing(each -> sources.line(unit, each.at())));
        return problems.stream()
                .map(each -> sources.line(unit, each.at()) + ": " + each.message())
                .distinct()
                .toList();
    }
}
