// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Ptr;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Constants as signatures spell them; {@link BoxedNumbers#parsed} is the inverse. */
final class ConstantTexts {
    private ConstantTexts() {}

    /** Returns the text of a constant of an enum, {@code Mode.FAST}. */
    static String of(Enum<?> value) {
        return value.getDeclaringClass().getSimpleName() + "." + value.name();
    }

    /** Returns the text of a class of numbers, {@code fp16.class}. */
    static String of(Class<?> value) {
        return ElementType.of(value).signature() + ".class";
    }

    /** Returns the text of a string: in quotes, with characters that signatures use as {@code %2C}. */
    static String of(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (char each : value.toCharArray()) {
            if (each < ' ' || each == '"' || each == '%' || each == ',') {
                text.append(String.format(Locale.ROOT, "%%%02X", (int) each));
            } else {
                text.append(each);
            }
        }
        return text.append('"').toString();
    }

    /** Returns the string of its text; null if the text is no string. */
    static String stringOf(String text) {
        if (text.length() < 2 || !text.startsWith("\"") || !text.endsWith("\"")) {
            return null;
        }
        StringBuilder value = new StringBuilder();
        for (int i = 1; i < text.length() - 1; i++) {
            char each = text.charAt(i);
            if (each == '%') {
                value.append((char) Integer.parseInt(text.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                value.append(each);
            }
        }
        return value.toString();
    }

    /** Returns the texts of the components of a record, by the names that they have in the model. */
    static Map<String, String> of(String name, Record value) {
        if (value == null) {
            throw refused(name, null);
        }
        Map<String, String> texts = new LinkedHashMap<>();
        List<String> names = RecordArguments.names(name, value);
        List<Object> values = new ArrayList<>();
        RecordArguments.addValues(value, values);
        for (int i = 0; i < names.size(); i++) {
            texts.put(names.get(i), of(names.get(i), values.get(i)));
        }
        return texts;
    }

    /** Returns the text of the value of a parameter. */
    static String of(String name, Object value) {
        if (value instanceof Enum<?> constant) {
            return of(constant);
        }
        if (value instanceof Class<?> type) {
            return of(type);
        }
        if (value instanceof String string) {
            return of(string);
        }
        if (value instanceof Character character) {
            return Integer.toString(character);
        }
        if (value instanceof Number && !(value instanceof Ptr) || value instanceof Boolean) {
            return value.toString();
        }
        throw refused(name, value);
    }

    private static IllegalArgumentException refused(String name, Object value) {
        return new IllegalArgumentException("constant '" + name + "': "
            + (value == null ? "null" : value.getClass().getSimpleName())
            + " was given: expected a number, a boolean, a string, a constant of an enum or a class of "
            + "numbers");
    }
}
