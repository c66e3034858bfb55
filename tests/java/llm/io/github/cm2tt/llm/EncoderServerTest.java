// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.Device;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link LanguageModelServer} with an encoder of sentences. */
final class EncoderServerTest {
    private static SentenceEncoder encoder;
    private static ServerTesting testing;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        new TinyEncoder(folder);
        encoder = SentenceEncoder.load(folder, Device.cpu());
        testing = new ServerTesting(encoder);
    }

    @AfterAll
    static void stop() {
        testing.close();
        encoder.close();
    }

    private static void refuses(
        String route, String body, int status, String param, String code, String message) {
        HttpResponse<String> response = testing.post(route, body);
        assertEquals(status, response.statusCode(), response.body());
        Object error = ServerTesting.at(Json.parse(response.body()), "error");
        assertEquals(param, ServerTesting.at(error, "param"));
        assertEquals(code, ServerTesting.at(error, "code"));
        assertEquals(message, ServerTesting.at(error, "message"));
    }

    @Test
    void computesVectors() {
        Object answer = testing.ask("/v1/embeddings", "{\"input\":[\"tiles are small\",\"tile\"]}");
        for (int i = 0; i < 2; i++) {
            float[] expected = encoder.embed(i == 0 ? "tiles are small" : "tile");
            List<?> found = (List<?>) ServerTesting.at(answer, "data", i, "embedding");
            assertEquals(TinyEncoder.WIDTH, found.size());
            for (int k = 0; k < expected.length; k++)
                assertEquals(expected[k], ((Number) found.get(k)).floatValue(), 2e-5f);
        }
        assertEquals(encoder.name(), ServerTesting.at(answer, "model"));
        assertEquals(Map.of("prompt_tokens", 9L, "total_tokens", 9L), ServerTesting.at(answer, "usage"));
    }

    @Test
    void answersManyTextsInTheirOrder() {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 150; i++)
            texts.add(" small".repeat(i % 7) + (i % 2 == 0 ? " tile" : " cafe") + " are".repeat(i % 5));
        String input = String.join("\",\"", texts);
        Object answer = testing.ask("/v1/embeddings", "{\"input\":[\"" + input + "\"]}");
        assertEquals(texts.size(), ((List<?>) ServerTesting.at(answer, "data")).size());
        for (int i = 0; i < texts.size(); i++) {
            float[] expected = encoder.embed(texts.get(i));
            assertEquals((long) i, ServerTesting.at(answer, "data", i, "index"));
            for (int k = 0; k < expected.length; k++) {
                Object found = ServerTesting.at(answer, "data", i, "embedding", k);
                assertEquals(expected[k], ((Number) found).floatValue(), 2e-5f);
            }
        }
    }

    @Test
    void refusesTextsThatAreTooLong() {
        String longest = "tile ".repeat(TinyEncoder.POSITIONS - 2);
        assertEquals(200, testing.post("/v1/embeddings", "{\"input\":\"" + longest + "\"}").statusCode());
        refuses("/v1/embeddings", "{\"input\":\"" + longest + "tile\"}", 400, "input",
            "context_length_exceeded", "the context has room for 16 tokens, but the text has 17; divide it");
    }

    @Test
    void generatesNoText() {
        String message = "'" + encoder.name() + "' is an encoder of sentences, which generates no text; "
            + "/v1/embeddings computes their vectors";
        refuses("/v1/completions", "{\"prompt\":\"tile\"}", 404, "model", "unsupported_model", message);
        refuses("/v1/chat/completions", "{\"messages\":[{\"role\":\"user\",\"content\":\"tile\"}]}", 404,
            "model", "unsupported_model", message);
    }

    @Test
    void describesItself() {
        Object models = Json.parse(testing.send("GET", "/v1/models", "").body());
        assertEquals(encoder.name(), ServerTesting.at(models, "data", 0, "id"));
        assertEquals((long) TinyEncoder.POSITIONS, ServerTesting.at(models, "data", 0, "context_length"));
        assertEquals("{\"status\":\"ok\"}", testing.send("GET", "/health", "").body());
        assertTrue(testing.metric("http_requests_active") >= 0);
        assertFalse(testing.send("GET", "/metrics", "").body().contains("generated_tokens_total"));
    }
}
