// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The compiler's table of methods, from the file that the property {@code cm2tt.methods} names: what
 * {@code cm2tt-reference} prints.
 */
final class MethodTable {
    /** A declaration: {@code Tensor add(Number a, Number b)} of {@code Triton}. */
    record Declaration(String owner, String result, String name, List<Parameter> parameters) {
        /** Result, name and types, as {@link MethodTable#declarationsOf} has them. */
        String signature() {
            return result + " " + name
                + parameters.stream().map(Parameter::type).collect(Collectors.joining(", ", "(", ")"));
        }

        /** The first parameter apart from classes of types, or null. */
        Parameter receiver() {
            return parameters.stream().filter(each -> !each.type.equals("Class<?>")).findFirst().orElse(null);
        }

        /** Methods whose first argument is not an object to work on. */
        private static final Set<String> STATIC = Set.of("full", "philox", "rand", "rand4x", "randint",
            "randint4x", "randn", "randn4x", "swizzle2d");

        /** Whether its receiver has one of these types. */
        boolean takes(Set<String> types) {
            return receiver() != null && types.contains(receiver().type()) && !STATIC.contains(name);
        }

        /** The declaration as a method of its receiver's class. */
        Declaration calledOn(String receiver) {
            var rest = new ArrayList<Parameter>();
            for (Parameter each : parameters)
                if (each != receiver())
                    rest.add(new Parameter(each.type.replaceAll("\\bT\\b", receiver), each.name));
            String type = result.replaceAll("^<.*?> ", "").replaceAll("\\bT\\b", receiver);
            return new Declaration(receiver, type, name, rest);
        }
    }

    /** A parameter of a declaration. */
    record Parameter(String type, String name) {}

    private final List<Declaration> declarations = new ArrayList<>();
    private final Map<String, List<String>> records = new TreeMap<>();
    private final Map<String, List<String>> enums = new TreeMap<>();

    private MethodTable(List<String> lines) {
        for (String line : lines) {
            String[] words = line.split(" ");
            if (words[0].equals("method"))
                declarations.add(
                    parse(words[1], line.substring(line.indexOf(words[1]) + words[1].length() + 1)));
            else if (!words[0].equals("field"))
                (words[0].equals("enum") ? enums : records)
                    .put(words[1], List.of(words).subList(2, words.length));
        }
    }

    static MethodTable read() throws IOException {
        String file = System.getProperty("cm2tt.methods");
        if (file == null)
            throw new IllegalStateException(
                "-Dcm2tt.methods must name what cm2tt-reference prints");
        return new MethodTable(Files.readAllLines(Path.of(file)));
    }

    private static Declaration parse(String owner, String text) {
        int open = text.indexOf('(');
        String head = text.substring(0, open);
        int name = head.lastIndexOf(' ') + 1;
        var parameters = new ArrayList<Parameter>();
        String list = text.substring(open + 1, text.length() - 1);
        for (String each : list.isEmpty() ? new String[0] : list.split(", ")) {
            int space = each.lastIndexOf(' ');
            parameters.add(new Parameter(each.substring(0, space), each.substring(space + 1)));
        }
        return new Declaration(owner, head.substring(0, name - 1), head.substring(name), parameters);
    }

    /** The table's declarations of a class. */
    List<Declaration> declarationsOf(String owner) {
        return declarations.stream().filter(each -> each.owner.equals(owner)).toList();
    }

    /** The records by name, with the names of their components. */
    Map<String, List<String>> records() {
        return records;
    }

    /** The enums by name, with their constants. */
    Map<String, List<String>> enums() {
        return enums;
    }

    /** The signatures, sorted. */
    static Set<String> signatures(List<Declaration> declarations) {
        return declarations.stream()
            .map(Declaration::signature)
            .collect(Collectors.toCollection(TreeSet::new));
    }
}
