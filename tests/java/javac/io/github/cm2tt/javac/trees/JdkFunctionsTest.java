// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.util.ElementFilter;
import org.junit.jupiter.api.Test;

/** The functions for methods of the JDK: those of the manual, and found by the methods' types. */
class JdkFunctionsTest {
    /** The first class of each row of the manual, and the others. */
    private static final List<List<String>> ROWS =
        List.of(List.of("Math"), List.of("Integer", "Long"), List.of("Float", "Double"),
            List.of("Short", "Byte"), List.of("Character"), List.of("Boolean"));

    private final Sources sources = new Sources("newer", "C", "class C { static void f() {} }");
    private final TypeNames names = new TypeNames(sources.context);

    private List<ExecutableElement> methods(String owner, String name) {
        return ElementFilter
            .methodsIn(sources.context.elements().getTypeElement(owner).getEnclosedElements())
            .stream()
            .filter(each -> each.getSimpleName().contentEquals(name))
            .toList();
    }

    @Test
    void theManualListsThem() throws Exception {
        String page = Files.readString(Path.of(
            System.getProperty("cm2tt.source", "."), "language/reference/java.md"));
        for (List<String> row : ROWS) {
            Set<String> listed = new TreeSet<>();
            String head = row.get(0).equals("Math") ? "(`Math`, `StrictMath`|exact ones of these)"
                : "`" + row.get(0) + "`.*?";
            Pattern.compile("(?m)^\\| " + head + " \\| (.*) \\|$").matcher(page).results().forEach(
                line -> Pattern.compile("`(\\w+)`").matcher(line.group(line.groupCount())).results().forEach(
                    each -> listed.add(each.group(1))));
            Set<String> known = new TreeSet<>();
            for (String owner : row) {
                known.addAll(JdkFunctions.namesOf("java.lang." + owner));
                known.addAll(MethodTable.jdkMethodsOf("java.lang." + owner));
            }
            known.removeIf(each -> each.endsWith("Value") || each.equals("valueOf"));
            assertEquals(known, listed, row.toString());
        }
    }

    /** No function is hidden by an operation, and none has a digest of code that programs lack. */
    @Test
    void areNoOperations() {
        for (List<String> row : ROWS) {
            for (String owner : row) {
                for (String name : JdkFunctions.namesOf("java.lang." + owner)) {
                    for (ExecutableElement method : methods("java.lang." + owner, name)) {
                        var found = JdkFunctions.find(method, names);
                        assertTrue(found != null && !MethodTable.hasJdkMethod(method), method::toString);
                        found.model().functions().forEach(
                            each -> assertFalse(each.attributes().containsKey("code")));
                    }
                }
            }
        }
    }

    @Test
    void otherMethodsHaveNone() {
        for (String each : List.of("java.lang.Math.sqrt", "java.lang.Math.random", "java.lang.String.length",
                "java.lang.Integer.parseInt", "java.lang.Float.equals", "java.util.Objects.hashCode",
                "java.lang.StrictMath.hypot", "java.lang.Character.isDigit")) {
            int dot = each.lastIndexOf('.');
            List<ExecutableElement> methods = methods(each.substring(0, dot), each.substring(dot + 1));
            assertFalse(methods.isEmpty(), each);
            methods.forEach(method -> assertNull(JdkFunctions.find(method, names), each));
        }
    }
}
