// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The static final fields of a model whose values javac does not know, such as {@code
 * Integer.getInteger("n", 5)}. They are read when the kernel is first used, which initialises their classes,
 * and written to the model as the plugin of javac writes those of constants.
 */
final class StaticFields {
    /** A {@code field.load} without operands and attributes: an owner and a field. */
    private static final String LOAD = "\\{\"op\": \"field\\.load\", \"id\": \"[^\"]*\", "
        + "\"type\": \"(?:[^\"\\\\]|\\\\.)*\", \"value\": "
        + "\"([^\":]+)::([^\":]+):[^\"]+\"(?=[,}])(?!, \"attributes\")";

    private StaticFields() {}

    /** Returns the model with the values of fields that a class loader finds. */
    static byte[] insert(byte[] model, ClassLoader loader) {
        String text = new String(model, StandardCharsets.UTF_8);
        if (!text.contains("\"field.load\"")) {
            return model; // The pattern takes 10 ms of the first launch.
        }
        Matcher load = Pattern.compile(LOAD).matcher(text);
        StringBuilder changed = new StringBuilder();
        int end = 0;
        while (load.find()) {
            String value = json(valueOf(load.group(1), load.group(2), loader));
            if (value != null) {
                changed.append(text, end, load.end()).append(", \"attributes\": {\"value\": ").append(value)
                    .append('}');
                end = load.end();
            }
        }
        return end == 0 ? model : changed.append(text, end, text.length()).toString()
            .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the value of a static final field; null for constants of enums, and if it cannot be read. */
    private static Object valueOf(String owner, String name, ClassLoader loader) {
        if (owner.startsWith("java.")) {
            return null;
        }
        try {
            Field field = find(Class.forName(owner, false, loader), name);
            int modifiers = field == null ? 0 : field.getModifiers();
            if (!Modifier.isStatic(modifiers) || !Modifier.isFinal(modifiers) || field.isEnumConstant()) {
                return null;
            }
            field.setAccessible(true);
            return field.get(null);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            return null; // The compiler reports that the value is not known.
        }
    }

    private static Field find(Class<?> owner, String name) {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return field;
                }
            }
            for (Class<?> parent : type.getInterfaces()) {
                Field field = find(parent, name);
                if (field != null) {
                    return field;
                }
            }
        }
        return null;
    }

    /** Returns a value as JSON, or null if models have no such values. */
    private static String json(Object value) {
        if (value instanceof Float || value instanceof Double) {
            double number = ((Number) value).doubleValue();
            return Double.isFinite(number) ? Double.toString(number) : "\"" + number + "\"";
        }
        if (value instanceof Character character) {
            return Integer.toString(character);
        }
        if (value instanceof Boolean || value instanceof Integer || value instanceof Long
            || value instanceof Short || value instanceof Byte) {
            return value.toString();
        }
        if (value instanceof Enum<?> constant) {
            return quoted(constant.name());
        }
        return value instanceof String text ? quoted(text) : null;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(unit -> {
            boolean isPlain = unit >= ' ' && unit != '"' && unit != '\\';
            quoted.append(isPlain ? Character.toString(unit) : String.format(Locale.ROOT, "\\u%04x", unit));
        });
        return quoted.append('"').toString();
    }
}
