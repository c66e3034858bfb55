// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads files of results of tuning. */
final class TuneResults {
    private TuneResults() {}

    /** Returns the results in a text of native code. */
    static List<TuneResult> of(String json) {
        List<TuneResult> results = new ArrayList<>();
        for (Object result : list(map(JsonReader.read(json)), "results")) {
            results.add(result(map(result)));
        }
        return List.copyOf(results);
    }

    private static TuneResult result(Map<?, ?> from) {
        List<TuneResult.Measurement> measurements = new ArrayList<>();
        for (Object configuration : list(from, "configurations")) {
            measurements.add(measurement(map(configuration)));
        }
        List<String> key = new ArrayList<>();
        for (Object part : list(from, "key")) {
            key.add(String.valueOf(part));
        }
        return new TuneResult(text(from, "kernel"), text(from, "device"), text(from, "target"), key,
            measurements, (int) number(from, "choice"), Boolean.TRUE.equals(from.get("certain")));
    }

    private static TuneResult.Measurement measurement(Map<?, ?> from) {
        Map<String, String> constants = new LinkedHashMap<>();
        map(from.get("constants"))
            .forEach((name, value) -> constants.put(String.valueOf(name), String.valueOf(value)));
        TuneConfiguration configuration =
            new TuneConfiguration(constants, (int) number(from, "warps"), (int) number(from, "stages"));
        return new TuneResult.Measurement(configuration, number(from, "median"), number(from, "low"),
            number(from, "high"), (int) number(from, "runs"), text(from, "pruned"));
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map < ?, ? > map ? map : Map.of();
    }

    private static List<?> list(Map<?, ?> from, String name) {
        return from.get(name) instanceof List<?> list ? list : List.of();
    }

    private static String text(Map<?, ?> from, String name) {
        return from.get(name) instanceof String text ? text : "";
    }

    private static double number(Map<?, ?> from, String name) {
        return from.get(name) instanceof Double number ? number : 0;
    }
}
