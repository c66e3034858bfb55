// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON: maps, lists, strings, doubles, booleans and null. For texts that the library writes, which are
 * checked for their syntax only.
 *
 * <p>Not here: JSON of models, whose numbers keep their digits and whose errors are the user's. The front end
 * has its own reader for these, since no module below both could contain a common one.
 */
final class JsonReader {
    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /** Returns the value of a text. Throws IllegalArgumentException if it is not JSON. */
    static Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        if (reader.peek() != 0) {
            throw reader.error("the end");
        }
        return value;
    }

    private IllegalArgumentException error(String expected) {
        return new IllegalArgumentException("JSON, character " + at + ": expected " + expected);
    }

    /** Returns the next character that is not white space; 0 at the end. */
    private char peek() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw error("'" + wanted + "'");
        }
        at++;
    }

    private boolean skip(char wanted) {
        boolean isThere = peek() == wanted;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private Object value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't', 'f', 'n' -> word();
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        expect('{');
        if (skip('}')) {
            return members;
        }
        do {
            String name = string();
            expect(':');
            members.put(name, value());
        } while (skip(','));
        expect('}');
        return members;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        expect('[');
        if (skip(']')) {
            return elements;
        }
        do {
            elements.add(value());
        }
        while (skip(','));
        expect(']');
        return elements;
    }

    private Object word() {
        String rest = text.substring(at, Math.min(at + 5, text.length()));
        for (String word : List.of("true", "false", "null")) {
            if (rest.startsWith(word)) {
                at += word.length();
                return word.equals("null") ? null : Boolean.valueOf(word);
            }
        }
        throw error("a value");
    }

    private Double number() {
        int begin = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Double.valueOf(text.substring(begin, at));
        } catch (NumberFormatException e) {
            at = begin;
            throw error("a value");
        }
    }

    private String string() {
        StringBuilder result = new StringBuilder();
        expect('"');
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            result.append(c == '\\' ? escaped() : c);
        }
        expect('"');
        return result.toString();
    }

    private char escaped() {
        if (at >= text.length()) {
            throw error("a character");
        }
        char c = text.charAt(at++);
        if (c != 'u') {
            int known = "bfnrt".indexOf(c);
            return known < 0 ? c : "\b\f\n\r\t".charAt(known);
        }
        if (at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
            throw error("four digits");
        }
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }
}
