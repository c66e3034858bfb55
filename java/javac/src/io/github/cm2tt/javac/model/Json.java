// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON into maps, lists, strings, {@link Number}s (their digits), booleans and null.
 *
 * <p>Not here: its interpretation ({@link JsonReader}).
 */
final class Json {
    /** The digits of a number; the reader of models determines its type. */
    record Number(String digits) {}

    /** The maximum nesting. Models have at most 256 nested bodies, each with a few levels. */
    private static final int MOST_NESTING = 2048;

    private final String text;
    private int cursor;
    private int nesting;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) throws ModelFormatException {
        Json json = new Json(text);
        Object value = json.value();
        if (json.peek() != 0) {
            throw json.error("the end");
        }
        return value;
    }

    private ModelFormatException error(String expected) {
        long line = text.substring(0, Math.min(cursor, text.length())).lines().count();
        return new ModelFormatException("malformed JSON in line " + line + ": expected " + expected);
    }

    /** Returns the next character that is not white space; 0 at the end. */
    private char peek() {
        while (cursor < text.length() && " \t\r\n".indexOf(text.charAt(cursor)) >= 0) {
            ++cursor;
        }
        return cursor < text.length() ? text.charAt(cursor) : 0;
    }

    private boolean take(char expected) {
        if (peek() != expected) {
            return false;
        }
        ++cursor;
        return true;
    }

    private void expect(char expected) throws ModelFormatException {
        if (!take(expected)) {
            throw error("'" + expected + "'");
        }
    }

    private Object value() throws ModelFormatException {
        if (++nesting > MOST_NESTING) {
            throw error("less nesting");
        }
        Object value = switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
        --nesting;
        return value;
    }

    private Object word(String word, Object value) throws ModelFormatException {
        if (!text.startsWith(word, cursor)) {
            throw error("a value");
        }
        cursor += word.length();
        return value;
    }

    private Map<String, Object> object() throws ModelFormatException {
        Map<String, Object> object = new LinkedHashMap<>();
        expect('{');
        if (take('}')) {
            return object;
        }
        do {
            peek();
            String key = string();
            expect(':');
            if (object.containsKey(key)) {
                throw error("no second '" + key + "'");
            }
            object.put(key, value());
        } while (take(','));
        expect('}');
        return object;
    }

    private List<Object> array() throws ModelFormatException {
        List<Object> array = new ArrayList<>();
        expect('[');
        if (take(']')) {
            return array;
        }
        do {
            array.add(value());
        } while (take(','));
        expect(']');
        return array;
    }

    private Number number() throws ModelFormatException {
        int start = cursor;
        while (cursor < text.length() && "+-.0123456789eE".indexOf(text.charAt(cursor)) >= 0) {
            ++cursor;
        }
        String digits = text.substring(start, cursor);
        if (!digits.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
            throw error("a value");
        }
        return new Number(digits);
    }

    private String string() throws ModelFormatException {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (cursor < text.length() && text.charAt(cursor) != '"') {
            char unit = text.charAt(cursor++);
            if (unit < ' ') {
                throw error("no control character in a string");
            }
            string.append(unit == '\\' ? escape() : unit);
        }
        expect('"');
        return string.toString();
    }

    private char escape() throws ModelFormatException {
        char letter = cursor < text.length() ? text.charAt(cursor++) : 0;
        int known = "bfnrt\"\\/".indexOf(letter);
        if (known >= 0) {
            return "\b\f\n\r\t\"\\/".charAt(known);
        }
        int end = cursor + 4;
        if (letter != 'u' || end > text.length() || !text.substring(cursor, end).matches("[0-9a-fA-F]{4}")) {
            throw error("an escape such as \\n or \\u0041");
        }
        cursor = end;
        return (char) Integer.parseInt(text.substring(end - 4, end), 16);
    }
}
