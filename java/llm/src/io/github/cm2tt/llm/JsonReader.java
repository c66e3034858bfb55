// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a text of JSON by recursive descent, for {@link Json#parse}. */
final class JsonReader {
    private final String text;
    private int position;
    private int depth;

    JsonReader(String text) {
        this.text = text;
    }

    Object readWhole() {
        Object value = readValue();
        skipSpace();
        if (position < text.length()) {
            throw error("text after the value");
        }
        return value;
    }

    private Object readValue() {
        skipSpace();
        if (position == text.length()) {
            throw error("the text ends where a value is expected");
        }
        char c = text.charAt(position);
        switch (c) {
            case '{':
                return readObject();
            case '[':
                return readArray();
            case '"':
                return readString();
            case 't':
                return readWord("true", true);
            case 'f':
                return readWord("false", false);
            case 'n':
                return readWord("null", null);
            default:
                if (c == '-' || isDigit(c)) {
                    return readNumber();
                }
                throw error("a value is expected, not " + describe(c));
        }
    }

    private Object readWord(String word, Object value) {
        if (!text.startsWith(word, position)) {
            throw error("a value is expected");
        }
        position += word.length();
        return value;
    }

    private Map<String, Object> readObject() {
        var map = new LinkedHashMap<String, Object>();
        enter();
        if (endsAt('}')) {
            return map;
        }
        do {
            skipSpace();
            int start = position;
            if (!isAt('"')) {
                throw error("a key in quotes is expected");
            }
            String key = readString();
            skipSpace();
            if (!isAt(':')) {
                throw error("':' is expected");
            }
            position++;
            if (map.containsKey(key)) {
                position = start;
                throw error("the key \"" + abbreviate(key) + "\" was there before");
            }
            map.put(key, readValue());
        } while (continues('}'));
        return map;
    }

    private List<Object> readArray() {
        var list = new ArrayList<Object>();
        enter();
        if (endsAt(']')) {
            return list;
        }
        do {
            list.add(readValue());
        } while (continues(']'));
        return list;
    }

    private void enter() {
        if (++depth > Json.MAX_DEPTH) {
            throw error("nested deeper than " + Json.MAX_DEPTH);
        }
        position++;
    }

    /** Leaves an array or object that ends at the position. */
    private boolean endsAt(char end) {
        skipSpace();
        if (!isAt(end)) {
            return false;
        }
        position++;
        depth--;
        return true;
    }

    /** Consumes ',' or the end. */
    private boolean continues(char end) {
        if (endsAt(end)) {
            return false;
        }
        if (!isAt(',')) {
            throw error("',' or '" + end + "' is expected");
        }
        position++;
        return true;
    }

    private String readString() {
        int start = ++position;
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == '"') {
                return text.substring(start, position++);
            }
            if (c == '\\') {
                return readEscapedString(new StringBuilder().append(text, start, position));
            }
            requireNoControl(c);
            position++;
        }
        throw error("the text ends in a string");
    }

    private String readEscapedString(StringBuilder out) {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == '"') {
                position++;
                return out.toString();
            }
            if (c == '\\') {
                out.append(readEscape());
            } else {
                requireNoControl(c);
                out.append(c);
                position++;
            }
        }
        throw error("the text ends in a string");
    }

    private void requireNoControl(char c) {
        if (c < 0x20) {
            throw error("a string contains " + describe(c) + ", which has to be escaped");
        }
    }

    private char readEscape() {
        char c = position + 1 < text.length() ? text.charAt(position + 1) : 0;
        if (c == 'u') {
            return readHexadecimal();
        }
        int index = "\"\\/bfnrt".indexOf(c);
        if (index < 0 || c == 0) {
            throw error("an escape that JSON does not have");
        }
        position += 2;
        return "\"\\/\b\f\n\r\t".charAt(index);
    }

    private char readHexadecimal() {
        int value = 0;
        for (int i = position + 2; i < position + 6; i++) {
            char c = i < text.length() ? text.charAt(i) : 0;
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw error("four hexadecimal digits are expected after \\u");
            }
            value = value * 16 + digit;
        }
        position += 6;
        return (char) value;
    }

    private Object readNumber() {
        int start = position;
        if (isAt('-')) {
            position++;
        }
        if (isAt('0')) {
            position++;
        } else {
            readDigits();
        }
        boolean isInteger = true;
        if (isAt('.')) {
            position++;
            readDigits();
            isInteger = false;
        }
        if (isAt('e') || isAt('E')) {
            position++;
            if (isAt('+') || isAt('-')) {
                position++;
            }
            readDigits();
            isInteger = false;
        }
        return convert(start, text.substring(start, position), isInteger);
    }

    private Object convert(int start, String digits, boolean isInteger) {
        if (isInteger && digits.length() <= 20 && !digits.equals("-0")) {
            try {
                return Long.valueOf(digits);
            } catch (NumberFormatException e) {
                // A double, below.
            }
        }
        double value = Double.parseDouble(digits);
        if (Double.isInfinite(value)) {
            position = start;
            throw error("a number beyond the range of a double");
        }
        return value;
    }

    private void readDigits() {
        int start = position;
        while (position < text.length() && isDigit(text.charAt(position))) {
            position++;
        }
        if (position == start) {
            throw error("a digit is expected");
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private boolean isAt(char c) {
        return position < text.length() && text.charAt(position) == c;
    }

    private void skipSpace() {
        while (position < text.length() && " \t\n\r".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
    }

    private static String describe(char c) {
        return c > 0x20 && c < 0x7f ? "'" + c + "'" : String.format("U+%04X", (int) c);
    }

    private static String abbreviate(String key) {
        return key.length() <= 40 ? key : key.substring(0, 40) + "...";
    }

    private JsonException error(String message) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < position; i++) {
            column++;
            if (text.charAt(i) == '\n') {
                line++;
                column = 1;
            }
        }
        return new JsonException("line " + line + ", column " + column + ": " + message);
    }
}
