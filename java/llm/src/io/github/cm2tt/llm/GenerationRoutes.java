// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** Answers requests to generate text: whole, or piece by piece. */
final class GenerationRoutes {
    private final LanguageModel model;
    private final Watchdog watchdog;
    private final long beatMilliseconds;
    private final ServerMetrics metrics;

    GenerationRoutes(LanguageModel model, Watchdog watchdog, ServerLimits limits, ServerMetrics metrics) {
        this.model = model;
        this.watchdog = watchdog;
        beatMilliseconds = limits.beatMilliseconds();
        this.metrics = metrics;
    }

    /** Generates, and answers. An IOException if the client has vanished. */
    void answer(Reply reply, GenerationRequest request) throws IOException {
        long start = System.nanoTime();
        try (Generation generation = begin(request)) {
            if (request.isStreamed()) {
                reply.beginEvents();
            }
            Watchdog.Repetition beats = watchdog.every(beatMilliseconds, () -> beat(reply, generation));
            try {
                if (request.isStreamed()) {
                    stream(reply, request, generation);
                } else {
                    answerWhole(reply, request, generation);
                }
            } finally {
                beats.close();
                metrics.addGeneration(generation, (System.nanoTime() - start) / 1e9);
            }
        }
    }

    private Generation begin(GenerationRequest request) {
        try {
            return model.generate(request.prompt(), request.options());
        } catch (IllegalArgumentException fault) {
            throw RequestException.of(request.param(), fault.getMessage());
        }
    }

    private static void beat(Reply reply, Generation generation) {
        try {
            reply.beat();
        } catch (IOException vanished) {
            generation.cancel();
        }
    }

    private void answerWhole(Reply reply, GenerationRequest request, Generation generation)
        throws IOException {
        String text = generation.text();
        String reason = reason(reply, generation);
        Map<String, Object> choice = new LinkedHashMap<>();
        choice.put("index", 0);
        if (request.isChat()) {
            choice.put("message", ordered("role", "assistant", "content", text));
        } else {
            choice.put("text", text);
        }
        choice.put("logprobs", null);
        choice.put("finish_reason", reason);
        Map<String, Object> body = header(request);
        body.put("choices", List.of(choice));
        body.put("usage", usage(generation));
        reply.json(200, body);
    }

    private void stream(Reply reply, GenerationRequest request, Generation generation) throws IOException {
        Map<String, Object> body = header(request);
        if (request.isChat()) {
            send(reply, request, body, ordered("role", "assistant", "content", ""), null);
        }
        for (String piece : generation) {
            send(reply, request, body, request.isChat() ? Map.of("content", piece) : piece, null);
        }
        String reason = reason(reply, generation);
        send(reply, request, body, request.isChat() ? Map.of() : "", reason);
        if (request.includesUsage()) {
            body.put("choices", List.of());
            body.put("usage", usage(generation));
            reply.event(Json.write(body));
        }
        reply.event("[DONE]");
        reply.finishEvents();
    }

    /** Sends a piece: a delta of a message, or a text. */
    private static void send(Reply reply, GenerationRequest request, Map<String, Object> body, Object piece,
        String reason) throws IOException {
        Map<String, Object> choice = new LinkedHashMap<>();
        choice.put("index", 0);
        choice.put(request.isChat() ? "delta" : "text", piece);
        choice.put("logprobs", null);
        choice.put("finish_reason", reason);
        body.put("choices", List.of(choice));
        if (request.includesUsage()) {
            body.put("usage", null);
        }
        reply.event(Json.write(body));
    }

    /** Why the text ended, in OpenAI's words. */
    private static String reason(Reply reply, Generation generation) throws IOException {
        FinishReason reason = generation.finishReason();
        if (reason == FinishReason.CANCELLED) {
            if (reply.isGone()) {
                throw new ClosedChannelException();
            }
            throw RequestException.busy("the model was closed while it generated");
        }
        return reason == FinishReason.STOP ? "stop" : "length";
    }

    private Map<String, Object> header(GenerationRequest request) {
        String id = String.format(
            "%016x%016x", ThreadLocalRandom.current().nextLong(), ThreadLocalRandom.current().nextLong());
        String object = request.isChat() ? "chat.completion" : "text_completion";
        return ordered("id", (request.isChat() ? "chatcmpl-" : "cmpl-") + id, "object",
            request.isChat() && request.isStreamed() ? object + ".chunk" : object, "created",
            System.currentTimeMillis() / 1000, "model", model.name());
    }

    private static Map<String, Object> usage(Generation generation) {
        int prompt = generation.promptTokens();
        int generated = generation.generatedTokens();
        return ordered(
            "prompt_tokens", prompt, "completion_tokens", generated, "total_tokens", prompt + generated);
    }

    /** An object of JSON with the fields in this order: names and values in turn. */
    static Map<String, Object> ordered(Object... fields) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            map.put((String) fields[i], fields[i + 1]);
        }
        return map;
    }
}
