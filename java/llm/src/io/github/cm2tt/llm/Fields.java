// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Values by key, from a file: metadata of GGUF, or an object of JSON. The getters without a default throw a
 * {@link ModelFileException} that names the file and the key if the key is absent; all throw one if the value
 * has another type. A null is as absent.
 *
 * @param source the name of the file in messages
 * @param values the values
 */
record Fields(String source, Map<String, Object> values) {
    boolean has(String key) {
        return values.get(key) != null;
    }

    String string(String key) {
        return require(key, String.class, "text");
    }

    String string(String key, String absent) {
        return has(key) ? string(key) : absent;
    }

    long integer(String key) {
        return require(key, Long.class, "an integer");
    }

    long integer(String key, long absent) {
        return has(key) ? integer(key) : absent;
    }

    /** A number from 1 to 2^24, which has to be there if the number for its absence is negative. */
    int positive(String key, long absent) {
        long number = absent < 0 ? integer(key) : integer(key, absent);
        if (number < 1 || number > 1 << 24) {
            throw error(key, "is " + number);
        }
        return (int) number;
    }

    /** A number, also an integer. */
    double number(String key) {
        return require(key, Number.class, "a number").doubleValue();
    }

    double number(String key, double absent) {
        return has(key) ? number(key) : absent;
    }

    boolean flag(String key, boolean absent) {
        return has(key) ? require(key, Boolean.class, "true or false") : absent;
    }

    List<?> list(String key) {
        return require(key, List.class, "an array");
    }

    List<?> list(String key, List<?> absent) {
        return has(key) ? list(key) : absent;
    }

    /** An array of texts. */
    List<String> strings(String key) {
        var strings = new ArrayList<String>();
        for (Object item : list(key)) {
            if (!(item instanceof String string)) {
                throw error(key, "is not an array of texts");
            }
            strings.add(string);
        }
        return strings;
    }

    /** An array of integers. */
    long[] integers(String key) {
        Object value = values.get(key);
        if (value instanceof long[] integers) {
            return integers.clone();
        }
        List<?> items = list(key);
        if (!items.stream().allMatch(Long.class ::isInstance)) {
            throw error(key, "is not an array of integers");
        }
        return items.stream().mapToLong(Long.class ::cast).toArray();
    }

    /** An array of numbers, also integers. */
    double[] numbers(String key) {
        Object value = values.get(key);
        if (value instanceof double[] numbers) {
            return numbers.clone();
        }
        if (value instanceof long[] integers) {
            return LongStream.of(integers).asDoubleStream().toArray();
        }
        List<?> items = list(key);
        if (!items.stream().allMatch(Number.class ::isInstance)) {
            throw error(key, "is not an array of numbers");
        }
        return items.stream().mapToDouble(item -> ((Number) item).doubleValue()).toArray();
    }

    /** An object in this object. */
    Fields fields(String key) {
        require(key, Map.class, "an object");
        return Json.fields(values.get(key), source + ": " + key);
    }

    ModelFileException error(String key, String problem) {
        return new ModelFileException(source + ": the value of '" + key + "' " + problem);
    }

    private <T> T require(String key, Class<T> type, String what) {
        Object value = values.get(key);
        if (value == null) {
            throw new ModelFileException(source + ": there is no value of '" + key + "'");
        }
        if (!type.isInstance(value)) {
            throw error(key, "is not " + what);
        }
        return type.cast(value);
    }
}
