// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.util.ArrayList;
import java.util.List;

/** Java's primitive types, and numbers of them, as texts. */
enum Kind {
    INT("int"),
    LONG("long"),
    FLOAT("float"),
    DOUBLE("double"),
    BYTE("byte"),
    SHORT("short"),
    CHAR("char"),
    BOOLEAN("boolean");

    /** The types of numbers. */
    static final List<Kind> NUMBERS = List.of(INT, LONG, FLOAT, DOUBLE, BYTE, SHORT, CHAR);
    /** The types that operators compute in. */
    static final List<Kind> WIDE = List.of(INT, LONG, FLOAT, DOUBLE);
    static final List<Kind> INTEGERS = List.of(INT, LONG, BYTE, SHORT, CHAR);

    private static final List<String> INTS = List.of("0", "1", "(-1)", "2", "16", "3", "7", "31", "32", "33",
        "64", "(-16)", "127", "128", "(-128)", "255", "32767", "(-32768)", "65535", "65536", "40000",
        "2147483647", "(-2147483648)", "(-2147483647)", "123456789", "((int) 'a')", "0x55555555");
    private static final List<String> LONGS = List.of("0L", "1L", "(-1L)", "2L", "16L", "63L", "64L",
        "2147483648L", "(-2147483649L)", "4294967295L", "9223372036854775807L", "(-9223372036854775808L)",
        "0x5555555555555555L", "1000000007L", "(1L << 53)");
    private static final List<String> FLOATS = List.of("0f", "1f", "-1f", "0.5f", "-0f", "0.1f", "16f",
        "2.5f", "-3.75f", "1e10f", "2147483648f", "1.4e-45f", "1.1754944e-38f", "3.4028235e38f", "16777217f",
        "(1f / 0f)", "(0f / 0f)");
    private static final List<String> DOUBLES = List.of("0.0", "1.0", "-1.0", "0.5", "-0.0", "0.1", "16.0",
        "2.5", "-3.75", "1e10", "1e18", "1e19", "4.9e-324", "1.7976931348623157e308", "9007199254740993.0",
        "3.4028236e38", "(1.0 / 0.0)", "(0.0 / 0.0)");

    final String text;

    Kind(String text) {
        this.text = text;
    }

    boolean isInteger() {
        return INTEGERS.contains(this);
    }

    boolean isNarrow() {
        return this == BYTE || this == SHORT || this == CHAR;
    }

    /** The types that an operator promotes to this wide one, which comes first. */
    List<Kind> promoted() {
        List<Kind> kinds = new ArrayList<>(List.of(this));
        List<Kind> order = List.of(BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE);
        kinds.addAll(order.subList(0, order.indexOf(this)));
        return kinds;
    }

    String literal(Choices choices) {
        switch (this) {
            case BOOLEAN:
                return choices.of("false", "true");
            case LONG:
                return choices.of(LONGS);
            case FLOAT:
                return choices.of(FLOATS);
            case DOUBLE:
                return choices.of(DOUBLES);
            case INT:
                return choices.of(INTS);
            case CHAR:
                return choices.of("((char) 0)", "'z'", "((char) 65535)", "((char) 128)");
            default:
                return "((" + text + ") " + choices.of(INTS) + ")";
        }
    }
}
