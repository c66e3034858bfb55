// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.List;
import java.util.Map;

/** The fields of a request in JSON. A field that is null counts as absent. Errors name the field. */
final class RequestFields {
    private final String path;
    private final Map<?, ?> values;

    private RequestFields(String path, Map<?, ?> values) {
        this.path = path;
        this.values = values;
    }

    /** Reads the body of a request; a RequestException tells the line and the column of a fault. */
    static RequestFields parse(byte[] body) {
        Object value;
        try {
            value = Json.parse(body);
        } catch (JsonException fault) {
            throw new RequestException(
                400, null, "invalid_json", "the body is no JSON: " + fault.getMessage());
        }
        return of("", value);
    }

    /** The fields of an object; a name is after the path in messages. */
    static RequestFields of(String path, Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            String name = path.isEmpty() ? "the body" : path.substring(0, path.length() - 1);
            throw new RequestException(400, path.isEmpty() ? null : name, "invalid_type",
                name + ": expected an object, found " + kind(value));
        }
        return new RequestFields(path, map);
    }

    boolean has(String name) {
        return values.get(name) != null;
    }

    /** The value of any type, or null. */
    Object value(String name) {
        return values.get(name);
    }

    /** The value of any type, which has to be there. */
    Object required(String name) {
        if (!has(name)) {
            throw new RequestException(
                400, path + name, "missing_required_parameter", path + name + ": this field is required");
        }
        return value(name);
    }

    String string(String name, String absent) {
        if (!has(name)) {
            return absent;
        }
        if (!(value(name) instanceof String text)) {
            throw wrongType(name, "a string", value(name));
        }
        return text;
    }

    boolean flag(String name, boolean absent) {
        if (!has(name)) {
            return absent;
        }
        if (!(value(name) instanceof Boolean flag)) {
            throw wrongType(name, "true or false", value(name));
        }
        return flag;
    }

    double number(String name, double absent, double least, double most) {
        if (!has(name)) {
            return absent;
        }
        if (!(value(name) instanceof Number number)) {
            throw wrongType(name, "a number", value(name));
        }
        double wide = number.doubleValue();
        if (!(wide >= least && wide <= most)) {
            throw RequestException.of(
                path + name, "expected a number from " + least + " to " + most + ", found " + number);
        }
        return wide;
    }

    long integer(String name, long absent, long least, long most) {
        if (!has(name)) {
            return absent;
        }
        long number = integer(name, value(name));
        if (number < least || number > most) {
            throw RequestException.of(
                path + name, "expected an integer from " + least + " to " + most + ", found " + number);
        }
        return number;
    }

    /** An integer, which is the value of a field or of an element of it. */
    long integer(String name, Object value) {
        if (value instanceof Long number) {
            return number;
        }
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 0x1p53) {
            return number.longValue();
        }
        throw wrongType(name, "an integer", value);
    }

    List<?> list(String name) {
        if (!(required(name) instanceof List<?> list)) {
            throw wrongType(name, "an array", value(name));
        }
        return list;
    }

    /** The fields of an object in this one, or null. */
    RequestFields object(String name) {
        return has(name) ? of(path + name + ".", value(name)) : null;
    }

    /** Refuses a field that changes the result in a way that is not supported. */
    void supportOnly(String name, Object... neutral) {
        if (!has(name)) {
            return;
        }
        for (Object each : neutral) {
            if (value(name) instanceof Number a && each instanceof Number b
                    ? a.doubleValue() == b.doubleValue()
                    : value(name).equals(each)) {
                return;
            }
        }
        throw new RequestException(400, path + name, "unsupported_parameter",
            path + name + ": this server does not support it"
                + (neutral.length == 0 ? "" : ", but for the value " + Json.write(neutral[0])));
    }

    /** The fault that a value has another type. */
    RequestException wrongType(String name, String expected, Object found) {
        return new RequestException(400, path + name, "invalid_type",
            path + name + ": expected " + expected + ", found " + kind(found));
    }

    private static String kind(Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof String) {
            return "a string";
        }
        if (value instanceof Boolean) {
            return "a boolean";
        }
        if (value instanceof Number number) {
            return "the number " + number;
        }
        return value instanceof List ? "an array" : "an object";
    }
}
