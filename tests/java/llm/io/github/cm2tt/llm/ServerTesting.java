// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.Device;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A server of a tiny model or of an encoder, and a client of it. */
final class ServerTesting implements AutoCloseable {
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    /** The model; null with an encoder. */
    final LanguageModel model;
    final LanguageModelServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    ServerTesting(Path folder, int contextLength, int requests, ServerLimits limits) throws IOException {
        ModelOptions options = ModelOptions.of(Device.cpu()).withContextLength(contextLength);
        model =
            LanguageModel.load(TinyModel.write(folder, 1, contextLength), options.withMaxRequests(requests));
        server = LanguageModelServer.start(
            model, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), limits);
    }

    ServerTesting(SentenceEncoder encoder) throws IOException {
        model = null;
        server =
            LanguageModelServer.start(encoder, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    HttpResponse<String> send(String method, String route, String body) {
        var publisher =
            body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
        URI address = URI.create("http://localhost:" + server.address().getPort() + route);
        try {
            return client.send(HttpRequest.newBuilder(address).method(method, publisher).build(),
                HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException fault) {
            throw new AssertionError(fault);
        }
    }

    HttpResponse<String> post(String route, String body) {
        return send("POST", route, body);
    }

    /** The value that is the answer to a request, which succeeds. */
    Object ask(String route, String body) {
        HttpResponse<String> response = post(route, body);
        assertEquals(200, response.statusCode(), response.body());
        return Json.parse(response.body());
    }

    /** The value in the answer to a request, which succeeds. */
    Object ask(String route, String body, Object... path) {
        return at(ask(route, body), path);
    }

    /** The events that are the answer to a request, without the last one, which is [DONE]. */
    List<Object> events(String route, String body) {
        HttpResponse<String> response = post(route, body);
        assertEquals(200, response.statusCode(), response.body());
        assertEquals(
            "text/event-stream; charset=utf-8", response.headers().firstValue("Content-Type").orElseThrow());
        List<String> events = new ArrayList<>(List.of(response.body().split("\n\n")));
        assertEquals("data: [DONE]", events.remove(events.size() - 1));
        List<Object> values = new ArrayList<>();
        for (String event : events) {
            if (event.equals(":"))
                continue;
            assertTrue(event.startsWith("data: "), event);
            values.add(Json.parse(event.substring("data: ".length())));
        }
        return values;
    }

    /** The part of a value at keys and indices. */
    static Object at(Object value, Object... path) {
        for (Object key : path)
            value = key instanceof Integer index ? ((List<?>) value).get(index)
                                                 : ((Map<?, ?>) value).get(key);
        return value;
    }

    /** Sends a request as bytes, and leaves the connection open. */
    Socket open(String route, String body, int contentLength) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
        OutputStream out = socket.getOutputStream();
        out.write(("POST " + route + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + contentLength
            + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return socket;
    }

    Socket open(String route, String body) throws IOException {
        return open(route, body, body.length());
    }

    /** The value of a metric. */
    double metric(String name) {
        String text = send("GET", "/metrics", "").body();
        return text.lines()
            .filter(line -> line.startsWith("cm2tt_llm_" + name + " "))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
            .findFirst()
            .orElseThrow(() -> new AssertionError(name + " is not in " + text));
    }

    /** Waits until something holds. */
    static void await(String what, BooleanSupplier holds) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!holds.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, what);
            try {
                Thread.sleep(10);
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        }
    }

    void awaitIdle() {
        await("all requests have ended", () -> {
            EngineStatistics now = model.statistics();
            return now.running() == 0 && now.waiting() == 0 && metric("http_requests_active") == 0;
        });
    }

    @Override
    public void close() {
        server.close();
        if (model != null)
            model.close();
    }
}
