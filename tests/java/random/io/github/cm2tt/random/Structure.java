// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import io.github.cm2tt.random.StructureType.Form;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A random program of several types in two packages, with a method {@code fn} that calls many of them, a
 * kernel {@code k} that stores its result, and a kernel {@code tile} that computes with a tile and a number.
 */
final class Structure {
    private static final String SIGNATURE = "int a, long b, float c";
    private static final List<Kind> TILES =
        List.of(Kind.BYTE, Kind.SHORT, Kind.INT, Kind.LONG, Kind.FLOAT, Kind.DOUBLE);
    private final Choices choices;
    private final StructureWriter writer;
    final Map<String, String> sources = new LinkedHashMap<>();
    /** The class of the kernel, by the name of its file, and classes that inherit it. */
    final String holder;
    final List<String> heirs = new ArrayList<>();
    final Kind tile;
    final Kind number;
    private int next;

    /** Writes the program for the choices, below a package of that name. */
    Structure(Choices choices, String base) {
        this.choices = choices;
        writer = new StructureWriter(choices, base);
        writer.write();
        Form form = choices.of(Form.CLASS, Form.INTERFACE, Form.RECORD, Form.ENUM);
        List<StructureType> hosts = writer.types.stream().filter(each -> each.outer == null).toList();
        StructureType outer = choices.below(2) == 0 ? null : choices.of(hosts);
        StructureType host = new StructureType(form, "Host", outer, outer == null ? base + ".a"
                                                                                  : outer.packageName);
        if (outer != null) {
            outer.nested.add(host);
        }
        holder = host.binaryName();
        tile = choices.of(TILES);
        number = choices.of(TILES);
        host.members.append(form == Form.ENUM ? "P;\n" : "");
        fill(host);
        for (StructureType type : writer.types) {
            if (type.outer == null) {
                add(type.name(), type.text());
            }
        }
        if (outer == null) {
            add(host.name(), host.text());
        }
        if (form == Form.CLASS) {
            heirs.add(base + ".b.Heir");
            add(base + ".b.Heir", "public class Heir extends " + host.name() + " {}\n");
        }
    }

    private void add(String name, String text) {
        String packageName = name.substring(0, name.lastIndexOf('.'));
        sources.put(name, "package " + packageName
            + ";\nimport io.github.cm2tt.lang.*;\nimport java.util.function.*;\n" + text);
    }

    /** The type that the tile and the number are promoted to. */
    Kind promoted() {
        return TILES.get(Math.max(TILES.indexOf(tile), TILES.indexOf(number)));
    }

    private void fill(StructureType host) {
        StringBuilder text = new StringBuilder();
        int count = 1 + choices.below(7);
        for (int i = 0; i < count; i++) {
            text.append(choices.below(6) == 5 ? "for (int t%1$d = 0; t%1$d < 2; t%1$d++) ".formatted(i) : "")
                .append("{ ").append(term()).append(" }\n");
        }
        String operation = choices.of("add", "sub", "mul");
        String operator = Map.of("add", " + ", "sub", " - ", "mul", " * ").get(operation);
        host.members
            .append("static long apply(IntToLongFunction f, IntToLongFunction g, int x) { return "
                + "f.applyAsLong(x) * 3 + g.applyAsLong(x + 1); }\n")
            .append("public static long fn(").append(SIGNATURE).append(") {\nlong s = 0;\n").append(text)
            .append("return s;\n}\n@Kernel static void k(Ptr o, ").append(SIGNATURE)
            .append(") {\no.store(fn(a, b, c));\n}\n@Kernel static void tile(Ptr x, Ptr o, ")
            .append(number.text).append(" n) {\nvar i = Triton.arange(0, 8);\n")
            .append("o.add(i).store(x.add(i).load().").append(operation).append("(n));\n}\n")
            .append("public static ").append(promoted().text).append(" of(").append(tile.text)
            .append(" x, ").append(number.text).append(" n) { return (").append(promoted().text)
            .append(") ((").append(promoted().text).append(") x").append(operator).append('(')
            .append(promoted().text).append(") n); }\n");
    }

    private String argument(Kind kind) {
        String value = choices.of("a", "b", "c", "a + b", "16", "1", "-1", "0", "300");
        return "(" + kind.text + ") (" + value + ")";
    }

    private List<StructureType> of(Form form) {
        return writer.types.stream().filter(each -> each.form == form).toList();
    }

    private StructureType chosen(Form form) {
        List<StructureType> types = of(form);
        return types.isEmpty() ? null : choices.of(types);
    }

    /** Statements that add to s. */
    private String term() {
        switch (choices.below(10)) {
            case 0:
            case 1:
                return ofClass();
            case 9:
                return throughInterface();
            case 2:
            case 3:
                return ofRecord();
            case 4:
                return throughInterface();
            case 5:
                return reference();
            case 6:
                return ofEnum();
            case 7:
                return constant();
            default:
                return factory();
        }
    }

    private static String add(String value) {
        return "s = s * 31 + " + value + ";";
    }

    private Kind parameter() {
        return choices.of(Kind.NUMBERS);
    }

    private String ofClass() {
        StructureType type = chosen(Form.CLASS);
        if (type == null) {
            return add("a");
        }
        return choices.below(4) == 3 ? add(type.name() + ".same(a)")
                                     : add(type.name() + ".h(" + argument(parameter()) + ")");
    }

    private String created(StructureType record) {
        List<String> values = record.components.stream().map(this::argument).toList();
        return "new " + record.name() + "(" + String.join(", ", values) + ")";
    }

    private boolean hasAny(StructureType type) {
        return !type.allHelpers().isEmpty();
    }

    /** A parameter of {@code h} that fits one of the type's methods. */
    private Kind fitting(StructureType type) {
        return type.hasHelper(Kind.DOUBLE) ? parameter() : choices.of(type.allHelpers());
    }

    private String ofRecord() {
        StructureType type = chosen(Form.RECORD);
        if (type == null) {
            return add("b");
        }
        String name = "r" + next++;
        String component = StructureType.component(choices.below(type.components.size()));
        String text = "var " + name + " = " + created(type) + "; "
            + add("(long) " + name + "." + component + "()");
        if (choices.below(2) == 1 && hasAny(type)) {
            text += add(name + ".h(" + argument(fitting(type)) + ")");
        }
        return text;
    }

    private String throughInterface() {
        List<StructureType> records =
            of(Form.RECORD).stream().filter(each -> !each.parents.isEmpty()).toList();
        if (records.isEmpty()) {
            return add("a * 3");
        }
        StructureType record = choices.of(records);
        StructureType type = choices.of(record.parents);
        String name = "i" + next++;
        String text = type.name() + " " + name + " = " + created(record) + "; ";
        switch (choices.below(3)) {
            case 0:
                return text + add(name + ".h(" + argument(fitting(type)) + ")");
            case 1:
                return text + add(name + ".twice(a)");
            default:
                return text + add("(" + name + " instanceof " + record.name() + " v ? v.x() : 1)");
        }
    }

    private String reference() {
        List<StructureType> types =
            writer.types.stream().filter(each -> each.form == Form.CLASS || each.factories.size() > 0
                && each.form == Form.INTERFACE).toList();
        if (types.isEmpty()) {
            return add("b * 5");
        }
        StructureType one = choices.of(types), other = choices.of(types);
        return add("apply(" + (one.form == Form.CLASS ? one.name() + "::h" : one.name() + "::of") + ", "
            + (other.form == Form.CLASS
                      ? "y" + next + " -> " + other.name() + ".h((char) y" + next++ + ") - a"
                      : "y" + next + " -> " + other.name() + ".of(y" + next++ + ") + a")
            + ", a)");
    }

    private String ofEnum() {
        StructureType type = chosen(Form.ENUM);
        if (type == null) {
            return add("a ^ 5");
        }
        String value = type.name() + "." + choices.of("P", "Q", "S");
        return choices.below(3) == 0 || !hasAny(type)
            ? add(value + ".ordinal()") : add(value + ".h(" + argument(fitting(type)) + ")");
    }

    private String constant() {
        List<StructureType> types =
            writer.types.stream().filter(each -> each.form != Form.ENUM).toList();
        return types.isEmpty() ? add("7") : add(choices.of(types).name() + ".K * a");
    }

    private String factory() {
        List<StructureType> types =
            writer.types.stream().filter(each -> !each.factories.isEmpty()).toList();
        if (types.isEmpty()) {
            return add("a * 9");
        }
        StructureType type = choices.of(types);
        String selected = type.form == Form.RECORD ? ".x()" : "";
        return add(type.name() + ".of(" + argument(Kind.INT) + ")" + selected);
    }
}
