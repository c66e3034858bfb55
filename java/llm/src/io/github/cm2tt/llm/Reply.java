// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer to a request: a whole one, or events as they come. While a whole answer is computed, {@link
 * #beat} writes white space, which JSON ignores: a failed write is how a client is known to have vanished.
 * It is thread-safe.
 */
final class Reply {
    /** The status that is counted for clients that vanished. */
    static final int VANISHED = 499;

    private enum State { NEW, WHOLE, EVENTS, DONE }

    private final HttpExchange exchange;
    private final Watchdog watchdog;
    private final ServerLimits limits;
    private final boolean isHead;
    private State state = State.NEW;
    private int status;
    private boolean isGone;
    private long lastWrite = System.nanoTime();

    Reply(HttpExchange exchange, Watchdog watchdog, ServerLimits limits) {
        this.exchange = exchange;
        this.watchdog = watchdog;
        this.limits = limits;
        isHead = exchange.getRequestMethod().equals("HEAD");
    }

    /** The length that the client announces, or -1. */
    long announcedBytes() {
        String length = exchange.getRequestHeaders().getFirst("Content-Length");
        try {
            return length == null ? -1 : Long.parseLong(length.strip());
        } catch (NumberFormatException malformed) {
            return -1;
        }
    }

    /** Reads the body of the request; a RequestException if it has more bytes. */
    byte[] readBody() throws IOException {
        int limit = limits.bodyBytes();
        Watchdog.Deadline deadline = watchdog.within(limits.readSeconds());
        try {
            InputStream in = exchange.getRequestBody();
            byte[] body = in.readNBytes(limit + 1);
            if (body.length <= limit) {
                return body;
            }
            // A client reads the answer after it has sent the whole body.
            byte[] rest = new byte[1 << 16];
            for (long skipped = 0; skipped < 8L * limit;) {
                int count = in.read(rest);
                if (count < 0) {
                    break;
                }
                skipped += count;
            }
            throw new RequestException(
                413, null, "request_too_large", "the body of the request has more than " + limit + " bytes");
        } finally {
            deadline.close();
        }
    }

    /** Adds a header; before the answer. */
    void header(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
    }

    /** Answers with a value in JSON. */
    void json(int newStatus, Object value) throws IOException {
        whole(newStatus, "application/json", Json.write(value));
    }

    /** Answers with a text. */
    synchronized void whole(int newStatus, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean isNew = state == State.NEW;
        if (!isNew && (state != State.WHOLE || newStatus != status)) {
            // The client sees that the connection ends before the answer does.
            status = newStatus;
            throw new ClosedChannelException();
        }
        state = State.DONE;
        transfer(() -> {
            if (isNew) {
                status = newStatus;
                header("Content-Type", type);
                exchange.sendResponseHeaders(newStatus, isHead || bytes.length == 0 ? -1 : bytes.length);
            }
            if (!isHead) {
                exchange.getResponseBody().write(bytes);
            }
            exchange.close();
        });
    }

    /** Answers with an error; if the answer has begun, events end with it, and others fail. */
    synchronized void error(RequestException fault) throws IOException {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("message", fault.getMessage());
        error.put("type", fault.type());
        error.put("param", fault.param());
        error.put("code", fault.code());
        Map<String, Object> body = Map.of("error", error);
        if (state == State.EVENTS) {
            event(Json.write(body));
            finishEvents();
            return;
        }
        if (fault.status() == 503) {
            header("Retry-After", "1");
        }
        json(fault.status(), body);
    }

    /** Begins an answer of events. */
    synchronized void beginEvents() throws IOException {
        state = State.EVENTS;
        status = 200;
        header("Content-Type", "text/event-stream; charset=utf-8");
        header("Cache-Control", "no-cache");
        transfer(() -> exchange.sendResponseHeaders(200, 0));
    }

    /** Sends an event. */
    synchronized void event(String data) throws IOException {
        send("data: " + data + "\n\n");
    }

    /** Ends an answer of events. */
    synchronized void finishEvents() throws IOException {
        state = State.DONE;
        transfer(exchange::close);
    }

    /** Sends what clients ignore, if nothing was sent for a while. */
    synchronized void beat() throws IOException {
        if (state == State.DONE || isGone
            || System.nanoTime() - lastWrite < limits.beatMilliseconds() * 500_000) {
            return;
        }
        if (state == State.NEW) {
            state = State.WHOLE;
            status = 200;
            header("Content-Type", "application/json");
            transfer(() -> exchange.sendResponseHeaders(200, 0));
        }
        send(state == State.EVENTS ? ":\n\n" : " ");
    }

    private void send(String text) throws IOException {
        transfer(() -> {
            exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        });
    }

    private interface Transfer {
        void run() throws IOException;
    }

    private void transfer(Transfer transfer) throws IOException {
        if (isGone) {
            throw new ClosedChannelException();
        }
        Watchdog.Deadline deadline = watchdog.within(limits.writeSeconds());
        try {
            transfer.run();
            lastWrite = System.nanoTime();
        } catch (IOException problem) {
            isGone = true;
            status = VANISHED;
            throw problem;
        } finally {
            deadline.close();
        }
    }

    /** Whether a transfer to the client failed. */
    synchronized boolean isGone() {
        return isGone;
    }

    /** The status of the answer, 0 before it. */
    synchronized int status() {
        return status;
    }
}
