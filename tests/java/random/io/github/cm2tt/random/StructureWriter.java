// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import io.github.cm2tt.random.StructureType.Form;
import java.util.ArrayList;
import java.util.List;

/** Writes the types of a random structure: names, members and overloads are alike on purpose. */
final class StructureWriter {
    private static final List<Kind> PARAMETERS =
        List.of(Kind.INT, Kind.CHAR, Kind.SHORT, Kind.BYTE, Kind.LONG, Kind.FLOAT, Kind.DOUBLE);
    private static final List<String> CONSTANTS = List.of("0", "1", "-1", "16", "7", "1000", "-300");

    private static final List<Form> FORMS =
        List.of(Form.CLASS, Form.RECORD, Form.INTERFACE, Form.ENUM, Form.INTERFACE, Form.RECORD);

    private final Choices choices;
    private final String base;
    final List<StructureType> types = new ArrayList<>();

    StructureWriter(Choices choices, String base) {
        this.choices = choices;
        this.base = base;
    }

    /** Creates and fills some types, of which each may use earlier ones. */
    void write() {
        int count = 2 + choices.below(9);
        for (int i = 0; i < count; i++) {
            StructureType type = create(choices.of(FORMS));
            if (type != null) {
                types.add(type);
                fill(type);
            }
        }
    }

    private StructureType create(Form form) {
        List<StructureType> hosts =
            types.stream().filter(each -> each.outer == null && each.nested.size() < 3).toList();
        StructureType outer = hosts.isEmpty() || choices.below(2) == 0 ? null : choices.of(hosts);
        String packageName = outer == null ? base + choices.of(".a", ".b") : outer.packageName;
        for (String name : List.of("A", "B", "C", "D")) {
            boolean isTaken = outer != null && (outer.simpleName.equals(name)
                || outer.nested.stream().anyMatch(each -> each.simpleName.equals(name)));
            isTaken |= outer == null && types.stream().anyMatch(each -> each.outer == null
                && each.packageName.equals(packageName) && each.simpleName.equals(name));
            if (!isTaken) {
                StructureType type = new StructureType(form, name, outer, packageName);
                if (outer != null) {
                    outer.nested.add(type);
                }
                return type;
            }
        }
        return null;
    }

    private void fill(StructureType type) {
        chooseParents(type);
        boolean needsHelper = type.form != Form.ENUM && type.parents.isEmpty();
        boolean isOverriding = type.form == Form.INTERFACE && !type.parents.isEmpty();
        for (Kind kind : PARAMETERS) {
            if (choices.oneIn(isOverriding ? 2 : 4) || kind == Kind.DOUBLE && needsHelper) {
                type.helpers.add(kind);
            }
        }
        conflicts(type).stream().filter(each -> !type.helpers.contains(each)).forEach(type.helpers::add);
        switch (type.form) {
            case CLASS -> fillClass(type);
            case INTERFACE -> fillInterface(type);
            case RECORD -> fillRecord(type);
            default -> fillEnum(type);
        }
        if (type.form != Form.ENUM) {
            constant(type);
        }
    }

    private void chooseParents(StructureType type) {
        if (type.form == Form.CLASS) {
            List<StructureType> classes = types.stream().filter(each -> each != type
                && each.form == Form.CLASS && each != type.outer && !each.isGeneric).toList();
            if (!classes.isEmpty() && choices.below(2) == 1) {
                type.parents.add(choices.of(classes));
            }
            return;
        }
        List<StructureType> interfaces = types.stream().filter(
            each -> each != type && each.form == Form.INTERFACE && each != type.outer).toList();
        int count = interfaces.isEmpty() ? 0 : choices.below(4);
        for (int i = 0; i < count; i++) {
            StructureType parent = choices.of(interfaces);
            boolean isAllowed = type.parents.stream().allMatch(
                each -> !sharesRoot(each, parent) || each.isBelow(parent) != parent.isBelow(each));
            if (isAllowed) {
                type.parents.add(parent);
            }
            // An interface that another one extends as well.
            if (isAllowed && type.parents.size() == 1 && !parent.parents.isEmpty() && choices.below(3) > 0) {
                type.parents.add(0, choices.of(parent.parents));
            }
        }
    }

    private static boolean sharesRoot(StructureType one, StructureType other) {
        return one.isBelow(other) || other.isBelow(one)
            || one.parents.stream().anyMatch(each -> sharesRoot(each, other))
            || other.parents.stream().anyMatch(each -> sharesRoot(one, each));
    }

    /** The parents that are not above another one: their methods are called. */
    private static List<StructureType> lowest(StructureType type) {
        return type.parents.stream().filter(each -> type.parents.stream().noneMatch(
            other -> other != each && other.isBelow(each))).toList();
    }

    /** The parameters of defaults that several interfaces have. */
    private static List<Kind> conflicts(StructureType type) {
        return Kind.NUMBERS.stream().filter(
            kind -> lowest(type).stream().filter(each -> each.hasHelper(kind)).count() > 1).toList();
    }

    private String number() {
        return choices.of(CONSTANTS);
    }

    /** Something that is computed from the parameter x, of any type of numbers. */
    private String body(StructureType type, Kind kind) {
        String x = kind == Kind.FLOAT || kind == Kind.DOUBLE ? "(long) x" : "x";
        switch (choices.below(4)) {
            case 0:
                return x + " + " + number();
            case 1:
                return x + " * 3L - " + kind.ordinal();
            case 2:
                return x + " * " + (type.form == Form.ENUM ? "ordinal()" : type.name() + ".K") + " + 5";
            default:
                return earlier(x);
        }
    }

    /** A call of a static method of a type that was written before. */
    private String earlier(String x) {
        List<StructureType> known = types.subList(0, types.size() - 1);
        List<StructureType> classes =
            known.stream().filter(each -> each.form == Form.CLASS || !each.factories.isEmpty()).toList();
        if (classes.isEmpty()) {
            return x + " - 2L";
        }
        StructureType type = choices.of(classes);
        Kind kind = choices.of(Kind.INT, Kind.CHAR, Kind.BYTE, Kind.LONG);
        return type.form == Form.CLASS ? type.name() + ".h((" + kind.text + ") (" + x + ")) + 1"
                                       : type.name() + ".of((int) (" + x + "))" + selected(type) + " + 1";
    }

    /** The accessor that makes a number of the result of {@code of}. */
    private static String selected(StructureType type) {
        return type.form == Form.RECORD ? ".x()" : "";
    }

    private void constant(StructureType type) {
        type.members.append(type.form == Form.INTERFACE ? "" : "public static final ").append("int K = ")
            .append(number()).append(";\n");
    }

    private void fillClass(StructureType type) {
        type.isGeneric = type.parents.isEmpty() && choices.below(4) == 3;
        for (Kind kind : type.helpers) {
            type.members.append("public static long h(").append(kind.text).append(" x) { return ")
                .append(body(type, kind)).append("; }\n");
        }
        if (choices.below(2) == 1) {
            type.factories.add(Kind.INT);
            type.members.append("public static long of(int x) { return h((short) x) + ").append(number())
                .append("; }\n");
        }
        type.members.append("public static <U> U same(U x) { return x; }\n");
    }

    private void defaults(StructureType type, String modifier) {
        List<StructureType> lowest = lowest(type);
        if (lowest.size() > 1) {
            type.members.append(modifier).append(" long twice(int x) { return ")
                .append(choices.of(lowest).name()).append(".super.twice(x) + ").append(number())
                .append("; }\n");
        }
        for (Kind kind : type.helpers) {
            List<StructureType> above = lowest.stream().filter(each -> each.hasHelper(kind)).toList();
            String text = above.isEmpty() || choices.below(3) == 0
                ? body(type, kind)
                : choices.of(above).name() + ".super.h(x) * 3 + " + number();
            type.members.append(modifier).append(" long h(").append(kind.text).append(" x) { return ")
                .append(text).append("; }\n");
        }
    }

    private void fillInterface(StructureType type) {
        defaults(type, "default");
        if (choices.below(2) == 1) {
            type.factories.add(Kind.INT);
            type.members.append("static long of(int x) { return x * 5L + ").append(number()).append("; }\n");
        }
        if (type.parents.isEmpty() || lowest(type).size() == 1 && choices.below(2) == 1) {
            type.members.append("default long twice(int x) { return ")
                .append(choices.of("x", "h(x) * 2 + h((char) x)")).append("; }\n");
        }
    }

    private void fillRecord(StructureType type) {
        int count = 1 + choices.below(3);
        type.components.add(Kind.INT);
        for (int i = 1; i < count; i++) {
            type.components.add(choices.of(PARAMETERS));
        }
        String name = type.simpleName;
        switch (choices.below(4)) {
            case 1:
                type.members.append("public ").append(name).append(" { if (x < 0) { x = -x; } x += ")
                    .append(number()).append("; }\n");
                break;
            case 2:
                canonical(type);
                break;
            default:
        }
        if (choices.below(3) == 2) {
            type.members.append("public int x() { return x * 100 + ").append(number()).append("; }\n");
        }
        if (count > 1 && choices.below(2) == 1) {
            StringBuilder rest = new StringBuilder();
            type.components.subList(1, count).forEach(
                each -> rest.append(", (").append(each.text).append(") (x + 1)"));
            type.members.append("public ").append(name).append("(int x) { this(x - 3").append(rest)
                .append("); }\n");
        }
        defaults(type, "public");
        if (choices.below(2) == 1) {
            type.factories.add(Kind.INT);
            StringBuilder rest = new StringBuilder();
            type.components.subList(1, count).forEach(
                each -> rest.append(", (").append(each.text).append(") x"));
            type.members.append("public static ").append(type.name()).append(" of(int x) { return new ")
                .append(type.name()).append("(x + ").append(number()).append(rest).append("); }\n");
        }
    }

    private void canonical(StructureType type) {
        StringBuilder parameters = new StringBuilder(), body = new StringBuilder();
        for (int i = 0; i < type.components.size(); i++) {
            String component = StructureType.component(i);
            parameters.append(i == 0 ? "" : ", ").append(type.components.get(i).text).append(' ')
                .append(component);
            body.append("this.").append(component).append(" = ")
                .append(i == 0 ? "x ^ " + number() : component).append("; ");
        }
        type.members.append("public ").append(type.simpleName).append('(').append(parameters).append(") { ")
            .append(body).append("}\n");
    }

    private void fillEnum(StructureType type) {
        type.members.append("P, Q, S;\n");
        if (type.helpers.isEmpty() && type.parents.isEmpty()) {
            type.helpers.add(Kind.DOUBLE);
        }
        defaults(type, "public");
    }
}
