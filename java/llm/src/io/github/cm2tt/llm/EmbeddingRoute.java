// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Answers requests for vectors of texts. */
final class EmbeddingRoute {
    private static final int MAX_TEXTS = 2048;

    private final EmbeddingModel model;
    private final Watchdog watchdog;
    private final long beatMilliseconds;

    EmbeddingRoute(EmbeddingModel model, Watchdog watchdog, ServerLimits limits) {
        this.model = model;
        this.watchdog = watchdog;
        beatMilliseconds = limits.beatMilliseconds();
    }

    /** Computes, and answers. An IOException if the client has vanished. */
    void answer(Reply reply, RequestFields fields) throws IOException {
        fields.supportOnly("dimensions");
        String format = fields.string("encoding_format", "float");
        if (!format.equals("float") && !format.equals("base64")) {
            throw RequestException.of("encoding_format", "expected float or base64, found '" + format + "'");
        }
        List<String> texts = texts(fields);
        int tokens = 0;
        for (String text : texts) {
            tokens = Math.addExact(tokens, length(text));
        }
        List<Object> data = new ArrayList<>();
        Watchdog.Repetition beats = watchdog.every(beatMilliseconds, () -> beat(reply));
        try {
            while (data.size() < texts.size()) {
                if (reply.isGone()) {
                    throw new ClosedChannelException();
                }
                int end = Math.min(texts.size(), data.size() + model.together());
                for (float[] vector : model.vectors().apply(texts.subList(data.size(), end))) {
                    data.add(GenerationRoutes.ordered("object", "embedding", "index", data.size(),
                        "embedding", format.equals("float") ? numbers(vector) : base64(vector)));
                }
            }
            Map<String, Object> usage =
                GenerationRoutes.ordered("prompt_tokens", tokens, "total_tokens", tokens);
            reply.json(200,
                GenerationRoutes.ordered(
                    "object", "list", "data", data, "model", model.name(), "usage", usage));
        } finally {
            beats.close();
        }
    }

    private static void beat(Reply reply) {
        try {
            reply.beat();
        } catch (IOException vanished) {
            // The reply keeps it in mind.
        }
    }

    private static List<String> texts(RequestFields fields) {
        Object input = fields.required("input");
        List<?> list = input instanceof List<?> several ? several : List.of(input);
        if (list.isEmpty() || list.size() > MAX_TEXTS) {
            throw RequestException.of("input", "expected 1 to " + MAX_TEXTS + " texts, found " + list.size());
        }
        List<String> texts = new ArrayList<>();
        for (Object each : list) {
            if (!(each instanceof String text)) {
                throw fields.wrongType("input", "a string or an array of strings", each);
            }
            texts.add(text);
        }
        return texts;
    }

    /** The tokens of a text, for which the model has room. */
    private int length(String text) {
        int length = model.length().applyAsInt(text);
        if (length == 0) {
            throw RequestException.of("input", "expected a text, found an empty one");
        }
        if (length > model.mostTokens()) {
            throw RequestException.tooLong("input", length, model.mostTokens(), model.remedy());
        }
        return length;
    }

    private static List<Float> numbers(float... vector) {
        List<Float> numbers = new ArrayList<>(vector.length);
        for (float number : vector) {
            numbers.add(number);
        }
        return numbers;
    }

    private static String base64(float... vector) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * vector.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(vector);
        return Base64.getEncoder().encodeToString(bytes.array());
    }
}
