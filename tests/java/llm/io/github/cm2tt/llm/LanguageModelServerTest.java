// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link LanguageModelServer}: routes and errors. */
final class LanguageModelServerTest {
    private static final String CHAT = "/v1/chat/completions";
    private static final String COMPLETIONS = "/v1/completions";
    private static final String EMBEDDINGS = "/v1/embeddings";
    private static final int CONTEXT = 128;
    private static final ServerLimits LIMITS = new ServerLimits(256, 1 << 16, 1 << 24, 2000, 60, 30);

    private static ServerTesting testing;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        testing = new ServerTesting(folder, CONTEXT, 8, LIMITS);
    }

    @AfterAll
    static void stop() {
        testing.close();
    }

    private static String chat(String fields) {
        return "{'messages':[{'role':'user','content':'Hi'}],'max_tokens':12,'temperature':0%s}"
            .formatted(fields)
            .replace('\'', '"');
    }

    private static String completion(String fields) {
        return "{'prompt':'Hello','max_tokens':12,'temperature':0%s}".formatted(fields).replace('\'', '"');
    }

    private static String greedy(String prompt, int tokens) {
        return testing.model.generate(prompt, GenerationOptions.GREEDY.withMaxTokens(tokens)).text();
    }

    @Test
    void answersConversations() {
        var question = List.of(new ChatMessage("user", "Hi"));
        String expected = testing.model.chat(question, GenerationOptions.GREEDY.withMaxTokens(12)).text();
        Object answer = testing.ask(CHAT, chat(",'n':1,'stop':null"));
        assertEquals(expected, ServerTesting.at(answer, "choices", 0, "message", "content"));
        assertEquals("assistant", ServerTesting.at(answer, "choices", 0, "message", "role"));
        assertEquals("length", ServerTesting.at(answer, "choices", 0, "finish_reason"));
        assertEquals("chat.completion", ServerTesting.at(answer, "object"));
        assertEquals(TinyModel.NAME, ServerTesting.at(answer, "model"));
        long prompt = ChatTemplate.of(testing.model.tokenizer()).encode(question, true).length;
        assertEquals(Map.of("prompt_tokens", prompt, "completion_tokens", 12L, "total_tokens", prompt + 12),
            ServerTesting.at(answer, "usage"));
        String parts = chat("").replace(
            "\"Hi\"", "[{\"type\":\"text\",\"text\":\"H\"},{\"type\":\"text\",\"text\":\"i\"}]");
        assertEquals(expected, testing.ask(CHAT, parts, "choices", 0, "message", "content"));
        String renamed = chat("").replace("max_tokens", "max_completion_tokens");
        assertEquals(expected, testing.ask(CHAT, renamed, "choices", 0, "message", "content"));
    }

    @Test
    void streamsConversations() {
        Object whole = testing.ask(CHAT, chat(""), "choices", 0, "message", "content");
        List<Object> events = testing.events(CHAT, chat(",'stream':true"));
        StringBuilder text = new StringBuilder();
        for (Object event : events) {
            assertEquals("chat.completion.chunk", ServerTesting.at(event, "object"));
            assertEquals(ServerTesting.at(events.get(0), "id"), ServerTesting.at(event, "id"));
            assertFalse(((Map<?, ?>) event).containsKey("usage"));
            Object content = ServerTesting.at(event, "choices", 0, "delta", "content");
            text.append(content == null ? "" : content);
        }
        assertEquals(whole, text.toString());
        assertEquals("assistant", ServerTesting.at(events.get(0), "choices", 0, "delta", "role"));
        assertNull(ServerTesting.at(events.get(0), "choices", 0, "finish_reason"));
        assertEquals(
            "length", ServerTesting.at(events.get(events.size() - 1), "choices", 0, "finish_reason"));
    }

    @Test
    void streamsCompletionsWithUsage() {
        List<Object> events =
            testing.events(COMPLETIONS, completion(",'stream':true,'stream_options':{'include_usage':true}"));
        Object last = events.remove(events.size() - 1);
        assertEquals(List.of(), ServerTesting.at(last, "choices"));
        assertEquals(12L, ServerTesting.at(last, "usage", "completion_tokens"));
        StringBuilder text = new StringBuilder();
        for (Object event : events) {
            text.append(ServerTesting.at(event, "choices", 0, "text"));
            assertTrue(((Map<?, ?>) event).containsKey("usage"));
        }
        assertEquals(greedy("Hello", 12), text.toString());
    }

    @Test
    void continuesTextsAndTokens() {
        String expected = greedy("Hello", 12);
        int[] tokens = testing.model.tokenizer().encodePrompt("Hello", false);
        for (String prompt : List.of(
                 "\"Hello\"", "[\"Hello\"]", Arrays.toString(tokens), "[" + Arrays.toString(tokens) + "]")) {
            String body = completion("").replace("\"Hello\"", prompt);
            assertEquals(expected, testing.ask(COMPLETIONS, body, "choices", 0, "text"), prompt);
        }
        Object byDefault = testing.ask(COMPLETIONS, "{\"prompt\":\"Hello\"}");
        assertEquals(16L, ServerTesting.at(byDefault, "usage", "completion_tokens"));
    }

    @Test
    void stopsAtTexts() {
        String expected = greedy("Hello", 12);
        String stop = expected.substring(5, 6);
        Object answer = testing.ask(COMPLETIONS, completion(",'stop':" + Json.write(stop)));
        assertEquals(
            expected.substring(0, expected.indexOf(stop)), ServerTesting.at(answer, "choices", 0, "text"));
        assertEquals("stop", ServerTesting.at(answer, "choices", 0, "finish_reason"));
        Object same = testing.ask(COMPLETIONS, completion(",'stop':" + Json.write(List.of("zzz", stop))));
        assertEquals(ServerTesting.at(answer, "choices"), ServerTesting.at(same, "choices"));
    }

    @Test
    void drawsWithSeeds() {
        String body = "{\"prompt\":\"Hello\",\"temperature\":1.5,\"top_k\":50,\"top_p\":0.9,\"min_p\":0.01,"
            + "\"max_tokens\":40,\"seed\":%d}";
        Object first = testing.ask(COMPLETIONS, body.formatted(1), "choices", 0, "text");
        assertEquals(first, testing.ask(COMPLETIONS, body.formatted(1), "choices", 0, "text"));
        assertNotEquals(first, testing.ask(COMPLETIONS, body.formatted(2), "choices", 0, "text"));
    }

    @Test
    void endsAtTheContext() {
        String body = "{\"prompt\":\"%s\",\"max_tokens\":1000,\"temperature\":0}".formatted("a".repeat(100));
        Object answer = testing.ask(COMPLETIONS, body);
        assertEquals("length", ServerTesting.at(answer, "choices", 0, "finish_reason"));
        assertEquals((long) CONTEXT, ServerTesting.at(answer, "usage", "total_tokens"));
    }

    @Test
    void computesEmbeddings() {
        float[] expected = testing.model.embed("two");
        Object answer = testing.ask(EMBEDDINGS, "{\"input\":[\"one\",\"two\"]}");
        List<?> vector = (List<?>) ServerTesting.at(answer, "data", 1, "embedding");
        float[] found = new float[vector.size()];
        for (int i = 0; i < found.length; i++)
            found[i] = ((Number) vector.get(i)).floatValue();
        assertArrayEquals(expected, found, 1e-6f);
        assertEquals(1L, ServerTesting.at(answer, "data", 1, "index"));
        assertEquals(Map.of("prompt_tokens", 6L, "total_tokens", 6L), ServerTesting.at(answer, "usage"));
        Object base64 = testing.ask(
            EMBEDDINGS, "{\"input\":\"two\",\"encoding_format\":\"base64\"}", "data", 0, "embedding");
        float[] decoded = new float[TinyModel.WIDTH];
        ByteBuffer.wrap(Base64.getDecoder().decode((String) base64))
            .order(ByteOrder.LITTLE_ENDIAN)
            .asFloatBuffer()
            .get(decoded);
        assertArrayEquals(expected, decoded, 1e-6f);
    }

    @Test
    void describesItself() {
        Object models = Json.parse(testing.send("GET", "/v1/models", "").body());
        assertEquals(TinyModel.NAME, ServerTesting.at(models, "data", 0, "id"));
        String route = "/v1/models/" + TinyModel.NAME.replace(" ", "%20");
        assertEquals(ServerTesting.at(models, "data", 0), Json.parse(testing.send("GET", route, "").body()));
        assertEquals("{\"status\":\"ok\"}", testing.send("GET", "/health", "").body());
        HttpResponse<String> head = testing.send("HEAD", "/health", "");
        assertEquals(200, head.statusCode());
        assertEquals("", head.body());
    }

    @Test
    void counts() {
        double before = testing.metric("generated_tokens_total");
        double ended = testing.metric("generation_seconds_count");
        testing.ask(COMPLETIONS, completion(""));
        assertEquals(before + 12, testing.metric("generated_tokens_total"));
        ServerTesting.await(
            "the generation is counted", () -> testing.metric("generation_seconds_count") == ended + 1);
        HttpResponse<String> metrics = testing.send("GET", "/metrics", "");
        assertEquals("text/plain; version=0.0.4; charset=utf-8",
            metrics.headers().firstValue("Content-Type").orElseThrow());
        for (String line : metrics.body().split("\n"))
            assertTrue(line.matches("# (HELP|TYPE) \\w+ .+|\\w+(\\{.*\\})? [-+.0-9eE]+"), line);
    }

    /** Requests, and the status, the field, the code and the message of the error; apostrophes are quotes. */
    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', nullValues = "-",
        value =
            {
                "/v1/completions | {'prompt':'a | 400 | - | invalid_json "
                    + "| the body is no JSON: line 1, column 13: the text ends in a string",
                "/v1/completions | [] | 400 | - | invalid_type "
                    + "| the body: expected an object, found an array",
                "/v1/completions | {} | 400 | prompt | missing_required_parameter "
                    + "| prompt: this field is required",
                "/v1/completions | {'prompt':3} | 400 | prompt | invalid_type "
                    + "| prompt: expected a string or an array of tokens, found the number 3",
                "/v1/completions | {'prompt':['a','b']} | 400 | prompt | invalid_value "
                    + "| prompt: expected one text or its tokens, found an array of 2; send a request for "
                      + "each",
                "/v1/completions | {'prompt':[1,99999]} | 400 | prompt | invalid_value "
                    + "| prompt: the vocabulary has no token 99999",
                "/v1/completions | {'prompt':[1,'a']} | 400 | prompt | invalid_type "
                    + "| prompt: expected an integer, found a string",
                "/v1/completions | {'prompt':[]} | 400 | prompt | invalid_value "
                    + "| prompt: expected a text, found an empty one",
                "/v1/completions | {'prompt':''} | 400 | prompt | invalid_value "
                    + "| prompt: expected a text, found an empty one",
                "/v1/completions | {'prompt':'a','max_tokens':0} | 400 | max_tokens | invalid_value "
                    + "| max_tokens: expected an integer from 1 to 2147483647, found 0",
                "/v1/completions | {'prompt':'a','max_tokens':'9'} | 400 | max_tokens | invalid_type "
                    + "| max_tokens: expected an integer, found a string",
                "/v1/completions | {'prompt':'a','max_tokens':1.5} | 400 | max_tokens | invalid_type "
                    + "| max_tokens: expected an integer, found the number 1.5",
                "/v1/completions | {'prompt':'a','temperature':-1} | 400 | temperature | invalid_value "
                    + "| temperature: expected a number from 0.0 to 100.0, found -1",
                "/v1/completions | {'prompt':'a','top_p':2} | 400 | top_p | invalid_value "
                    + "| top_p: expected a number from 0.0 to 1.0, found 2",
                "/v1/completions | {'prompt':'a','top_k':-2} | 400 | top_k | invalid_value "
                    + "| top_k: expected an integer from -1 to 2147483647, found -2",
                "/v1/completions | {'prompt':'a','seed':true} | 400 | seed | invalid_type "
                    + "| seed: expected an integer, found a boolean",
                "/v1/completions | {'prompt':'a','stop':''} | 400 | stop | invalid_value "
                    + "| stop: expected texts of 1 to 1024 characters, found 0",
                "/v1/completions | {'prompt':'a','stop':[1]} | 400 | stop | invalid_type "
                    + "| stop: expected a string or an array of strings, found the number 1",
                "/v1/completions | {'prompt':'a','stream':1} | 400 | stream | invalid_type "
                    + "| stream: expected true or false, found the number 1",
                "/v1/completions | {'prompt':'a','stream_options':1} | 400 | stream_options | invalid_type "
                    + "| stream_options: expected an object, found the number 1",
                "/v1/completions | {'prompt':'a','n':2} | 400 | n | unsupported_parameter "
                    + "| n: this server does not support it, but for the value 1",
                "/v1/completions | {'prompt':'a','echo':true} | 400 | echo | unsupported_parameter "
                    + "| echo: this server does not support it, but for the value false",
                "/v1/completions | {'prompt':'a','model':'b'} | 404 | model | model_not_found "
                    + "| there is no model 'b' here, but 'tiny model'",
                "/v1/chat/completions | {} | 400 | messages | missing_required_parameter "
                    + "| messages: this field is required",
                "/v1/chat/completions | {'messages':[]} | 400 | messages | invalid_value "
                    + "| messages: expected at least one message",
                "/v1/chat/completions | {'messages':['a']} | 400 | messages[0] | invalid_type "
                    + "| messages[0]: expected an object, found a string",
                "/v1/chat/completions | {'messages':[{'role':'user'}]} | 400 | messages[0].content | "
                    + "missing_required_parameter "
                    + "| messages[0].content: this field is required",
                "/v1/chat/completions | {'messages':[{'role':'<','content':''}]} | 400 | messages[0].role | "
                    + "invalid_value "
                    + "| messages[0].role: a role has letters, digits and underscores, not '<'",
                "/v1/chat/completions | {'messages':[{'role':'user','content':[{'type':'image_url'}]}]} | "
                + "400 "
                    + "| messages[0].content[0].type | unsupported_parameter "
                    + "| messages[0].content[0].type: this server does not support it, but for the value "
                      + "\"text\"",
                "/v1/embeddings | {'input':[]} | 400 | input | invalid_value "
                    + "| input: expected 1 to 2048 texts, found 0",
                "/v1/embeddings | {'input':''} | 400 | input | invalid_value "
                    + "| input: expected a text, found an empty one",
                "/v1/embeddings | {'input':[[1]]} | 400 | input | invalid_type "
                    + "| input: expected a string or an array of strings, found an array",
                "/v1/embeddings | {'input':'a','encoding_format':'x'} | 400 | encoding_format | "
                + "invalid_value "
                    + "| encoding_format: expected float or base64, found 'x'",
                "/v1/nothing | {} | 404 | - | unknown_url "
                    + "| there is no route /v1/nothing",
                "/v1/models | {} | 405 | - | method_not_allowed "
                    + "| the method POST is not allowed here, but GET, HEAD",
                "/v1/completions | "
                    + "{'prompt':'a','stop':['a','b','c','d','e','f','g','h','i','j','k','l','m','n','o','p',"
                      + "'q']} | "
                    + "400 | stop | invalid_value "
                    + "| stop: expected at most 16 texts, found 17",
                "/v1/chat/completions | {'messages':[{'role':'user','content':1}]} | 400 | "
                + "messages[0].content "
                    + "| invalid_type "
                    + "| messages[0].content: expected a string or an array of parts, found the number 1",
                "/v1/chat/completions | {'messages':{}} | 400 | messages | invalid_type "
                    + "| messages: expected an array, found an object",
                "/v1/chat/completions | {'messages':[{'role':'user','content':'a'}],'tools':[{}]} | 400 | "
                    + "tools | unsupported_parameter "
                    + "| tools: this server does not support it, but for the value []",
                "/v1/completions | {'prompt':'a','logprobs':1} | 400 | logprobs | unsupported_parameter "
                    + "| logprobs: this server does not support it",
            })
    void namesFaults(String route, String body, int status, String param, String code, String message) {
        HttpResponse<String> response = testing.post(route, body.replace('\'', '"'));
        assertEquals(message, requireError(response, status, param, code));
    }

    private static Object requireError(HttpResponse<String> response, int status, String param, String code) {
        assertEquals(status, response.statusCode(), response.body());
        Object error = ServerTesting.at(Json.parse(response.body()), "error");
        assertEquals("invalid_request_error", ServerTesting.at(error, "type"));
        assertEquals(param, ServerTesting.at(error, "param"), response.body());
        assertEquals(code, ServerTesting.at(error, "code"), response.body());
        assertTrue(((Map<?, ?>) error).containsKey("message"));
        return ServerTesting.at(error, "message");
    }

    @Test
    void tellsWhereJsonIsMalformed() {
        Object message =
            requireError(testing.post(COMPLETIONS, "{\"prompt\":\n  nul}"), 400, null, "invalid_json");
        String expected = "the body is no JSON: line 2, column 3: ";
        assertTrue(message.toString().startsWith(expected), message.toString());
    }

    @Test
    void refusesConversationsWithoutTemplate() {
        RequestFields fields = RequestFields.parse(chat("").getBytes(StandardCharsets.UTF_8));
        RequestException fault =
            assertThrows(RequestException.class, () -> GenerationRequest.chat(fields, testing.model, null));
        assertEquals("the model has no chat template that is known; /v1/completions continues texts",
            fault.getMessage());
        assertEquals(400, fault.status());
    }

    @Test
    void refusesTextsBeyondTheContext() {
        String text = "\""
            + "a".repeat(CONTEXT) + "\"";
        Object message = requireError(
            testing.post(COMPLETIONS, "{\"prompt\":" + text + "}"), 400, "prompt", "context_length_exceeded");
        String expected = "the context has room for 127 tokens, but the text has 128; shorten it, or load"
            + " the model with a greater context";
        assertEquals(expected, message);
        requireError(testing.post(COMPLETIONS, "{\"stream\":true,\"prompt\":" + text + "}"), 400, "prompt",
            "context_length_exceeded");
        requireError(
            testing.post(CHAT, chat("").replace("\"Hi\"", text)), 400, "messages", "context_length_exceeded");
        assertEquals(200, testing.post(EMBEDDINGS, "{\"input\":" + text + "}").statusCode());
        requireError(testing.post(EMBEDDINGS, "{\"input\":" + text.replace("aaa", "aaaa") + "}"), 400,
            "input", "context_length_exceeded");
    }

    @Test
    void refusesOtherRoutesMethodsAndLengths() {
        assertEquals(
            "there is no route /", requireError(testing.send("GET", "/", ""), 404, null, "unknown_url"));
        requireError(testing.send("GET", "/v1/models/other", ""), 404, "model", "model_not_found");
        HttpResponse<String> response = testing.send("GET", CHAT, "");
        assertEquals("the method GET is not allowed here, but POST",
            requireError(response, 405, null, "method_not_allowed"));
        assertEquals("POST", response.headers().firstValue("Allow").orElseThrow());
        Object message = requireError(
            testing.post(COMPLETIONS, "x".repeat(LIMITS.bodyBytes() + 1)), 413, null, "request_too_large");
        assertEquals("the body of the request has more than 65536 bytes", message);
        String longest = "{}"
            + " ".repeat(LIMITS.bodyBytes() - 2);
        requireError(testing.post(COMPLETIONS, longest), 400, "prompt", "missing_required_parameter");
    }
}
