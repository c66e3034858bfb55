// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.Argmax;
import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.kernels.Sampling;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Graph;
import io.github.cm2tt.runtime.HostBuffer;
import io.github.cm2tt.runtime.Stream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Computes requests in steps, of several requests each, on a thread of its own: the next token of each
 * request whose prompt is computed, and as much of prompts as has room beside them. Requests join and leave
 * between steps. If there is no page for a request, the one that came last gives its pages back, and is
 * computed again later. Steps of one token each run as graphs.
 */
final class Engine implements AutoCloseable {
    private static final int LEAST_KEYS = 256;

    /** The steps that a graph computes. */
    private record Steps(int requests, int keys, boolean isGreedy) {}

    private final ModelConfiguration model;
    private final ModelOptions options;
    private final Device device;
    private final Stream stream;
    private final KeyValueCache cache;
    private final Transformer transformer;
    private final StepInputs inputs;
    private final DeviceTensor chosen;
    private final HostBuffer chosenOnHost;
    private final ByteBuffer chosenNumbers;
    private final Map<Steps, Graph> graphs = new HashMap<>();
    private final Thread thread;
    private final Deque<Sequence> waiting = new ArrayDeque<>();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<Sequence> running = new ArrayList<>();
    private boolean isClosed;
    private long finished;
    private long promptTokens;
    private long generatedTokens;
    private long preemptions;

    /** Starts an engine; the options have no zeros but for the bytes of the cache. */
    Engine(ModelConfiguration model, ModelWeights weights, ModelOptions options, int pages) {
        this.model = model;
        this.options = options;
        device = options.device();
        stream = device.stream();
        cache = new KeyValueCache(device, model, options.activations(), pages);
        transformer = new Transformer(device, model, weights, cache, options.activations(),
            options.stepTokens(), options.maxRequests());
        inputs = new StepInputs(device, options.stepTokens(), options.maxRequests(),
            (options.contextLength() + KeyValueCache.PAGE - 1) / KeyValueCache.PAGE);
        chosen = DeviceTensor.zeros(device, ElementType.I32, options.maxRequests());
        chosenOnHost = device.allocateHost(4L * options.maxRequests());
        chosenNumbers = chosenOnHost.asByteBuffer().order(ByteOrder.nativeOrder());
        thread = new Thread(this::run, "cm2tt-llm");
        thread.setDaemon(true);
        thread.start();
    }

    /** Queues a request. */
    synchronized void submit(Sequence sequence) {
        if (isClosed) {
            throw new IllegalStateException("the model is closed");
        }
        waiting.add(sequence);
        notifyAll();
    }

    /** Returns what the engine does. */
    synchronized EngineStatistics statistics() {
        return new EngineStatistics(running.size(), waiting.size(), finished, promptTokens, generatedTokens,
            cache.reusedTokens(), cache.pages(), cache.freePages(), preemptions);
    }

    /** Runs something between steps, and returns its result. */
    private <T> T between(Supplier<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        synchronized (this) {
            if (isClosed) {
                throw new IllegalStateException("the model is closed");
            }
            tasks.add(() -> {
                try {
                    result.complete(task.get());
                } catch (RuntimeException | Error problem) {
                    result.completeExceptionally(problem);
                }
            });
            notifyAll();
        }
        try {
            // get() gives a result that is there to an interrupted thread, too.
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return result.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the engine", interrupted);
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause().getMessage(), failed.getCause());
        }
    }

    private void run() {
        try {
            while (awaitWork()) {
                runTasks();
                admit();
                if (!running.isEmpty()) {
                    step();
                }
            }
            finishAll(FinishReason.CANCELLED, null);
        } catch (RuntimeException | Error problem) {
            synchronized (this) {
                isClosed = true;
            }
            finishAll(FinishReason.CANCELLED, problem);
        }
    }

    /** Waits until there is something to do; false at the end. */
    private synchronized boolean awaitWork() {
        while (!isClosed && running.isEmpty() && waiting.isEmpty() && tasks.isEmpty()) {
            try {
                wait();
            } catch (InterruptedException ignored) {
                return false;
            }
        }
        return !isClosed;
    }

    private void runTasks() {
        while (true) {
            Runnable task;
            synchronized (this) {
                task = tasks.poll();
            }
            if (task == null) {
                return;
            }
            task.run();
        }
    }

    /** Removes requests that were cancelled, and adds those for which there is room. */
    private synchronized void admit() {
        running.removeIf(this::finishIfCancelled);
        waiting.removeIf(this::finishIfCancelled);
        for (Iterator<Sequence> each = waiting.iterator(); each.hasNext();) {
            Sequence sequence = each.next();
            boolean hasRoom = running.size() < options.maxRequests()
                && (running.isEmpty() || cache.freePages() * KeyValueCache.PAGE > sequence.length());
            if (!hasRoom) {
                break;
            }
            sequence.reuse(cache);
            running.add(sequence);
            each.remove();
        }
    }

    private boolean finishIfCancelled(Sequence sequence) {
        boolean isCancelled = sequence.generation().isCancelled();
        if (isCancelled) {
            finish(sequence, FinishReason.CANCELLED, null);
        }
        return isCancelled;
    }

    private void finish(Sequence sequence, FinishReason reason, Throwable problem) {
        sequence.release(cache);
        finished++;
        sequence.finish(reason, problem);
    }

    private synchronized void finishAll(FinishReason reason, Throwable problem) {
        running.forEach(sequence -> finish(sequence, reason, problem));
        waiting.forEach(sequence -> finish(sequence, reason, problem));
        running.clear();
        waiting.clear();
        for (Runnable task : tasks) {
            task.run();
        }
        tasks.clear();
    }

    /** Computes the next tokens of all requests that have room. */
    private void step() {
        inputs.begin();
        List<Sequence> members = new ArrayList<>();
        List<Integer> counts = new ArrayList<>();
        // One token each first: they delay the others least.
        for (boolean isPrompt : new boolean[] {false, true}) {
            for (Sequence sequence : List.copyOf(running)) {
                int count = Math.min(sequence.pending(), options.stepTokens() - inputs.rows());
                if (sequence.pending() > 1 != isPrompt || count == 0 || !running.contains(sequence)
                    || !takePages(sequence, sequence.computed() + count, members)) {
                    continue;
                }
                addRows(sequence, count, members.size());
                members.add(sequence);
                counts.add(count);
            }
        }
        if (members.isEmpty()) {
            return;
        }
        boolean isGreedy = members.stream().allMatch(each -> each.options().temperature() == 0);
        compute(isGreedy, inputs.rows() == members.size());
        for (int i = 0; i < members.size(); i++) {
            advance(members.get(i), counts.get(i), chosenNumbers.getInt(4 * i));
        }
    }

    private void addRows(Sequence sequence, int count, int request) {
        int first = sequence.computed();
        for (int i = first; i < first + count; i++) {
            int slot =
                sequence.pages().get(i / KeyValueCache.PAGE) * KeyValueCache.PAGE + i % KeyValueCache.PAGE;
            inputs.addRow(sequence.tokens()[i], i, slot);
        }
        for (int i = 0; i < sequence.pages().size(); i++) {
            inputs.setPage(request, i, sequence.pages().get(i));
        }
        boolean isLast = first + count == sequence.length();
        inputs.addRequest(
            inputs.rows() - 1, first + count, count, sequence.options(), isLast ? sequence.nextRandom() : 0);
    }

    /** Takes pages for a number of tokens, from requests that came later if none are free. */
    private boolean takePages(Sequence sequence, int length, List<Sequence> members) {
        while (sequence.pages().size() * KeyValueCache.PAGE < length) {
            int page = cache.take();
            if (page >= 0) {
                sequence.pages().add(page);
            } else if (!preempt(sequence, members)) {
                return false;
            }
        }
        return true;
    }

    /** Has the last request that is no member of the step give its pages back. */
    private synchronized boolean preempt(Sequence keeper, List<Sequence> members) {
        for (int i = running.size() - 1; i >= 0; i--) {
            Sequence sequence = running.get(i);
            if (sequence != keeper && !members.contains(sequence) && !sequence.pages().isEmpty()
                && i > running.indexOf(keeper)) {
                sequence.release(cache);
                running.remove(i);
                waiting.addFirst(sequence);
                preemptions++;
                return true;
            }
        }
        return false;
    }

    private void advance(Sequence sequence, int count, int token) {
        boolean isChosen = count == sequence.pending();
        sequence.advance(count, cache);
        FinishReason reason = isChosen ? sequence.add(token, options.contextLength()) : null;
        synchronized (this) {
            if (isChosen) {
                generatedTokens++;
            }
            promptTokens += count - (isChosen ? 1 : 0);
            if (reason != null) {
                running.remove(sequence);
                finish(sequence, reason, null);
            }
        }
    }

    private void compute(boolean isGreedy, boolean isOneEach) {
        int requests = inputs.requests();
        if (isOneEach) {
            // Rows of requests that do not exist cost nothing on a GPU.
            int most = device.isGpu() ? Math.min(powerOfTwo(requests, 1), options.maxRequests()) : requests;
            Steps steps = new Steps(most, powerOfTwo(inputs.maxKeys(), LEAST_KEYS), isGreedy);
            inputs.pad(steps.requests(), steps.keys());
            inputs.upload(stream);
            Graph graph = graphs.get(steps);
            if (graph != null) {
                graph.launch(stream);
            } else {
                queue(isGreedy);
                stream.synchronize();
                graphs.put(steps, stream.capture(() -> queue(isGreedy)));
            }
        } else {
            inputs.upload(stream);
            queue(isGreedy);
        }
        chosen.buffer().copyToAsync(chosenOnHost, 0, 4L * requests, stream);
        stream.synchronize();
    }

    private void queue(boolean isGreedy) {
        DeviceTensor logits = transformer.forward(stream, inputs);
        DeviceTensor out = chosen.slice(0, 0, inputs.requests());
        if (isGreedy) {
            Argmax.launch(stream, logits, out);
        } else {
            Sampling.launch(stream, logits, inputs.temperature(), inputs.topK(), inputs.topP(), inputs.minP(),
                inputs.random(), out);
        }
    }

    private static int powerOfTwo(int number, int least) {
        int power = least;
        while (power < number) {
            power *= 2;
        }
        return power;
    }

    /**
     * Returns the normalized numbers of each token after the last layer, [length, width]. Waits for the step
     * that runs.
     */
    float[] hidden(Sequence sequence) {
        return between(() -> evaluate(sequence, false));
    }

    /** Returns the logits after each token, [length, vocabulary]. Waits for the step that runs. */
    float[] logits(Sequence sequence) {
        return between(() -> evaluate(sequence, true));
    }

    private float[] evaluate(Sequence sequence, boolean wantsLogits) {
        int columns = wantsLogits ? model.vocabulary() : model.width();
        float[] result = new float[Math.multiplyExact(sequence.length(), columns)];
        try {
            while (sequence.pending() > 0) {
                int count = wantsLogits ? 1 : Math.min(sequence.pending(), options.stepTokens());
                int first = sequence.computed();
                // Requests that run give their pages back, and are computed again.
                if (!takePages(sequence, first + count, List.of())) {
                    throw new AssertionError(sequence.length());
                }
                inputs.begin();
                addRows(sequence, count, 0);
                inputs.upload(stream);
                DeviceTensor rows =
                    wantsLogits ? transformer.forward(stream, inputs) : transformer.hidden(stream, inputs);
                stream.synchronize();
                float[] part = rows.toFloats();
                System.arraycopy(part, 0, result, first * columns, part.length);
                sequence.advance(count, cache);
            }
            return result;
        } finally {
            sequence.release(cache);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                // The step that runs reads the memory that is freed next.
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        graphs.values().forEach(Graph::close);
        chosen.close();
        chosenOnHost.close();
        inputs.close();
        transformer.close();
        cache.close();
        stream.close();
    }
}
