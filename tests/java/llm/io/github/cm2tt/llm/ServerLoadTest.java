// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link LanguageModelServer}: clients that vanish, that are slow, and that are many. */
final class ServerLoadTest {
    private static final String COMPLETIONS = "/v1/completions";
    /** This number of tokens takes much longer than a test. */
    private static final int LONG_CONTEXT = 1 << 16;
    private static final ServerLimits LIMITS = new ServerLimits(16, 1 << 20, 1 << 20, 50, 1, 30);

    @TempDir Path folder;

    private static String endless(boolean isStreamed) {
        return "{\"prompt\":\"a\",\"max_tokens\":" + LONG_CONTEXT
            + ",\"temperature\":0,\"stream\":" + isStreamed + "}";
    }

    @Test
    void cancelsForClientsThatVanish() throws IOException {
        try (var testing = new ServerTesting(folder, LONG_CONTEXT, 2, LIMITS)) {
            for (boolean isStreamed : new boolean[] {true, false}) {
                try (Socket socket = testing.open(COMPLETIONS, endless(isStreamed))) {
                    byte[] begin = socket.getInputStream().readNBytes(300);
                    assertTrue(new String(begin, StandardCharsets.US_ASCII).startsWith("HTTP/1.1 200"));
                    assertEquals(1, testing.metric("requests_running"));
                }
                testing.awaitIdle();
            }
            EngineStatistics end = testing.model.statistics();
            assertEquals(end.pages(), end.freePages());
            String labels = "{route=\"" + COMPLETIONS + "\",status=\"499\"}";
            assertEquals(2, testing.metric("http_requests_total" + labels));
        }
    }

    @Test
    void refusesMoreThanItBears() throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try (var testing = new ServerTesting(folder, LONG_CONTEXT, 2, LIMITS)) {
            for (int i = 0; i < LIMITS.active(); i++)
                sockets.add(testing.open(COMPLETIONS, endless(i % 2 == 0)));
            ServerTesting.await(
                "all are answered", () -> testing.metric("http_requests_active") == LIMITS.active());
            HttpResponse<String> response = testing.post(COMPLETIONS, endless(false));
            assertEquals(503, response.statusCode());
            assertEquals("1", response.headers().firstValue("Retry-After").orElseThrow());
            String message = "the server answers 16 requests already";
            assertTrue(response.body().contains(message), response.body());
            assertEquals("server_busy", ServerTesting.at(Json.parse(response.body()), "error", "code"));
            assertEquals(200, testing.send("GET", "/health", "").statusCode());
            for (Socket socket : sockets)
                socket.close();
            testing.awaitIdle();
            assertEquals(200, testing.post(COMPLETIONS, "{\"prompt\":\"a\"}").statusCode());
        }
    }

    @Test
    void leavesClientsThatDoNotSend() throws IOException {
        try (var testing = new ServerTesting(folder, 128, 2, LIMITS);
            Socket socket = testing.open(COMPLETIONS, "{\"prompt\":", 100)) {
            assertEquals(-1, socket.getInputStream().read());
            testing.awaitIdle();
        }
    }

    @Test
    void refusesMoreLongBodiesThanItBears() throws IOException {
        try (var testing = new ServerTesting(folder, 128, 2, LIMITS);
            Socket socket = testing.open(COMPLETIONS, "{", LIMITS.bodyBytes())) {
            ServerTesting.await("the body is read", () -> testing.metric("http_requests_active") == 1);
            HttpResponse<String> response = testing.post(COMPLETIONS, " ".repeat(1 << 12) + "{}");
            assertEquals(503, response.statusCode());
            assertTrue(response.body().contains("the server reads other long requests"), response.body());
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    @Test
    void tellsClientsThatTheModelIsClosed() throws IOException {
        try (var testing = new ServerTesting(folder, LONG_CONTEXT, 2, LIMITS);
            Socket socket = testing.open(COMPLETIONS, endless(true))) {
            socket.getInputStream().readNBytes(300);
            testing.model.close();
            var lines =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            StringBuilder answer = new StringBuilder();
            // The last chunk of the answer has the length 0.
            for (String line = lines.readLine(); !line.equals("0"); line = lines.readLine())
                answer.append(line).append('\n');
            String message = "the model was closed while it generated";
            assertTrue(answer.indexOf(message) >= 0, answer.toString());
            assertEquals(-1, answer.indexOf("[DONE]"));
        }
    }

    @Test
    void answersManyClients() throws Exception {
        int clients = 64;
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try (var testing = new ServerTesting(folder, 128, 8, ServerLimits.DEFAULT)) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < clients; i++)
                expected.add(
                    testing.model.generate("text " + i, GenerationOptions.GREEDY.withMaxTokens(8)).text());
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                int client = i;
                tasks.add(() -> {
                    for (int round = 0; round < 3; round++)
                        ask(testing, client, expected.get(client), round);
                    return null;
                });
            }
            for (Future<Void> future : threads.invokeAll(tasks))
                future.get();
            // The server may read requests of clients that have vanished later than it is idle.
            ServerTesting.await("all pages are free", () -> {
                testing.awaitIdle();
                EngineStatistics end = testing.model.statistics();
                return end.pages() == end.freePages();
            });
        } finally {
            threads.shutdownNow();
        }
    }

    private static void ask(ServerTesting testing, int client, String expected, int round)
        throws IOException {
        String body = "{\"prompt\":\"text " + client + "\",\"max_tokens\":8,\"temperature\":0";
        if (client % 4 == round) {
            assertEquals(400, testing.post(COMPLETIONS, body).statusCode());
        } else if (client % 4 == round + 1) {
            testing.open(COMPLETIONS, body + ",\"stream\":true}").close();
        } else if (client % 2 == 0) {
            assertEquals(expected, testing.ask(COMPLETIONS, body + "}", "choices", 0, "text"));
        } else {
            StringBuilder text = new StringBuilder();
            for (Object event : testing.events(COMPLETIONS, body + ",\"stream\":true}"))
                text.append(ServerTesting.at(event, "choices", 0, "text"));
            assertEquals(expected, text.toString());
        }
    }

    @Test
    void endsConnectionsAtItsEnd() throws IOException {
        var testing = new ServerTesting(folder, LONG_CONTEXT, 2, LIMITS);
        try (testing.model; Socket socket = testing.open(COMPLETIONS, endless(true))) {
            assertEquals('H', socket.getInputStream().read());
            testing.server.close();
            ServerTesting.await("the generation has ended", () -> testing.model.statistics().running() == 0);
            assertThrows(IOException.class, () -> testing.open(COMPLETIONS, "{}"));
        }
    }

    @Test
    void namesAddressesThatAreTaken() throws IOException {
        try (var testing = new ServerTesting(folder, 128, 2, LIMITS)) {
            IOException fault = assertThrows(
                IOException.class, () -> LanguageModelServer.start(testing.model, testing.server.address()));
            assertTrue(fault.getMessage().contains("cannot listen at"), fault.getMessage());
        }
    }
}
