// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Serves a language model over HTTP, with routes and formats of OpenAI:
 * {@code POST /v1/chat/completions}, {@code POST /v1/completions}, {@code POST /v1/embeddings}, {@code GET
 * /v1/models}, {@code GET /v1/models/ID}, {@code GET /health} and {@code GET /metrics}.
 *
 * <pre>{@code
 * try (LanguageModel model = LanguageModel.load(Path.of("model.gguf"));
 *      LanguageModelServer server =
 *          LanguageModelServer.start(model, new InetSocketAddress("localhost", 8080))) {
 *     ...
 * }
 * }</pre>
 *
 * <p>A {@link SentenceEncoder} answers the same routes, but for those that generate text.
 *
 * <p>It answers up to 256 requests at once, and others with status 503. A client that leaves ends its
 * generation. Contents are not logged. There is no encryption and no authentication: a proxy adds these.
 *
 * <p>The server is that of the JDK. Unless these system properties are set when the first server of the
 * process starts, this class sets {@code sun.net.httpserver.nodelay=true}, {@code maxReqTime=60} and {@code
 * maxIdleConnections=1024}. It is thread-safe.
 */
public final class LanguageModelServer implements AutoCloseable {
    /** Threads that answer when all others are taken. */
    private static final int SPARE_THREADS = 32;
    private static final int BUDGET_UNIT = 1 << 10;
    private static final long CLOSE_SECONDS = 30;
    private static final String MODELS = "/v1/models";

    /** The model that generates; null with an encoder. */
    private final LanguageModel model;
    private final EmbeddingModel vectors;
    private final ServerLimits limits;
    private final ChatTemplate template;
    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final Watchdog watchdog = new Watchdog();
    private final ServerMetrics metrics = new ServerMetrics();
    private final GenerationRoutes generations;
    private final EmbeddingRoute embeddings;
    private final Semaphore bodies;
    private final long startSeconds = System.currentTimeMillis() / 1000;

    static {
        setIfAbsent("nodelay", "true");
        setIfAbsent("maxReqTime", "60");
        setIfAbsent("maxIdleConnections", "1024");
    }

    private LanguageModelServer(LanguageModel model, EmbeddingModel vectors, InetSocketAddress address,
        ServerLimits limits) throws IOException {
        this.model = model;
        this.vectors = vectors;
        this.limits = limits;
        template = model == null ? null : template(model);
        generations = new GenerationRoutes(model, watchdog, limits, metrics);
        embeddings = new EmbeddingRoute(vectors, watchdog, limits);
        bodies = new Semaphore((int) Math.min(limits.allBodiesBytes() / BUDGET_UNIT, Integer.MAX_VALUE));
        threads = new ThreadPoolExecutor(limits.active() + SPARE_THREADS, limits.active() + SPARE_THREADS, 10,
            TimeUnit.SECONDS, new LinkedBlockingQueue<>(), LanguageModelServer::thread);
        threads.allowCoreThreadTimeOut(true);
        try {
            server = HttpServer.create(address, 1024);
        } catch (IOException fault) {
            close(null);
            throw new IOException("cannot listen at " + address + ": " + fault.getMessage(), fault);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private static void setIfAbsent(String name, String value) {
        String property = "sun.net.httpserver." + name;
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "cm2tt-llm-server");
        thread.setDaemon(true);
        return thread;
    }

    private static ChatTemplate template(LanguageModel model) {
        try {
            return ChatTemplate.of(model.tokenizer());
        } catch (ModelFileException unknown) {
            return null;
        }
    }

    /**
     * Starts to serve a model.
     *
     * @param model the model; it has to stay open until the server is closed
     * @param address where to listen; the port 0 takes any that is free
     * @return the server, which runs
     * @throws IOException if the address cannot be taken
     */
    public static LanguageModelServer start(LanguageModel model, InetSocketAddress address)
        throws IOException {
        return start(model, address, ServerLimits.DEFAULT);
    }

    /**
     * Starts to serve an encoder of sentences.
     *
     * @param encoder the model; it has to stay open until the server is closed
     * @param address where to listen; the port 0 takes any that is free
     * @return the server, which runs
     * @throws IOException if the address cannot be taken
     */
    public static LanguageModelServer start(SentenceEncoder encoder, InetSocketAddress address)
        throws IOException {
        return new LanguageModelServer(null, EmbeddingModel.of(encoder), address, ServerLimits.DEFAULT);
    }

    /** Starts to serve a model with other limits. */
    static LanguageModelServer start(LanguageModel model, InetSocketAddress address, ServerLimits limits)
        throws IOException {
        return new LanguageModelServer(model, EmbeddingModel.of(model), address, limits);
    }

    /**
     * Returns where the server listens.
     *
     * @return the address, with the port that was taken
     */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void handle(HttpExchange exchange) throws IOException {
        Reply reply = new Reply(exchange, watchdog, limits);
        String path = exchange.getRequestURI().getPath();
        String route = route(path == null ? "" : path);
        try {
            answer(reply, exchange.getRequestMethod(), route, path);
        } catch (RequestException fault) {
            reply.error(fault);
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError problem) {
            reply.error(
                new RequestException(500, null, "internal_error", String.valueOf(problem.getMessage())));
        } finally {
            metrics.addAnswer(route, reply.status() == 0 ? Reply.VANISHED : reply.status());
        }
    }

    /** The route of a path, as metrics name it. */
    private static String route(String path) {
        return switch (path) {
            case "/v1/chat/completions", "/v1/completions", "/v1/embeddings", MODELS, "/health", "/metrics" ->
                path;
            default -> path.startsWith(MODELS + "/") ? MODELS + "/ID" : "unknown";
        };
    }

    private void answer(Reply reply, String method, String route, String path) throws IOException {
        switch (route) {
            case "/v1/chat/completions", "/v1/completions", "/v1/embeddings" -> {
                requireMethod(reply, method, "POST");
                post(reply, route);
            }
            case "unknown" ->
                throw new RequestException(404, null, "unknown_url", "there is no route " + path);
            default -> {
                requireMethod(reply, method, "GET", "HEAD");
                get(reply, route, path);
            }
        }
    }

    private static void requireMethod(Reply reply, String method, String... allowed) {
        if (List.of(allowed).contains(method)) {
            return;
        }
        reply.header("Allow", String.join(", ", allowed));
        throw new RequestException(405, null, "method_not_allowed",
            "the method " + method + " is not allowed here, but " + String.join(", ", allowed));
    }

    private void get(Reply reply, String route, String path) throws IOException {
        switch (route) {
            case "/health" -> reply.json(200, Map.of("status", "ok"));
            case "/metrics" ->
                reply.whole(200, "text/plain; version=0.0.4; charset=utf-8",
                    metrics.write(model == null ? null : model.statistics()));
            case MODELS ->
                reply.json(200, GenerationRoutes.ordered("object", "list", "data", List.of(description())));
            default -> {
                requireModel(path.substring(MODELS.length() + 1));
                reply.json(200, description());
            }
        }
    }

    private Map<String, Object> description() {
        return GenerationRoutes.ordered("id", vectors.name(), "object", "model", "created", startSeconds,
            "owned_by", "cm2tt", "context_length", vectors.mostTokens());
    }

    private void requireModel(String name) {
        if (!name.equals(vectors.name())) {
            throw new RequestException(404, "model", "model_not_found",
                "there is no model '" + name + "' here, but '" + vectors.name() + "'");
        }
    }

    private void post(Reply reply, String route) throws IOException {
        try {
            if (metrics.active().incrementAndGet() > limits.active()) {
                throw RequestException.busy("the server answers " + limits.active() + " requests already");
            }
            if (route.equals("/v1/embeddings")) {
                embeddings.answer(reply, read(reply, fields -> fields));
            } else if (model == null) {
                throw new RequestException(404, "model", "unsupported_model",
                    "'" + vectors.name() + "' is an encoder of sentences, which generates no text; "
                        + "/v1/embeddings computes their vectors");
            } else {
                generations.answer(reply,
                    read(reply,
                        fields
                        -> route.equals("/v1/completions")
                            ? GenerationRequest.completion(fields, model)
                            : GenerationRequest.chat(fields, model, template)));
            }
        } finally {
            metrics.active().decrementAndGet();
        }
    }

    /** Reads a body; all that are read at a time have a part of the heap. */
    private <T> T read(Reply reply, Function<RequestFields, T> reader) throws IOException {
        long announced = reply.announcedBytes();
        long bytes = announced < 0 ? limits.bodyBytes() : Math.min(announced, limits.bodyBytes());
        int units = (int) (bytes / BUDGET_UNIT);
        if (!bodies.tryAcquire(units)) {
            throw RequestException.busy("the server reads other long requests");
        }
        try {
            RequestFields fields = RequestFields.parse(reply.readBody());
            if (fields.has("model")) {
                requireModel(fields.string("model", ""));
            }
            return reader.apply(fields);
        } finally {
            bodies.release(units);
        }
    }

    /** Ends all connections, and cancels their generations. The model stays open. */
    @Override
    public void close() {
        close(server);
    }

    private void close(HttpServer running) {
        if (running != null) {
            running.stop(0);
        }
        threads.shutdownNow();
        try {
            threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        watchdog.close();
    }
}
