// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A text that is being generated. Its pieces can be read once, as they come.
 *
 * <pre>{@code
 * try (Generation generation = model.generate("Once upon a time", GenerationOptions.GREEDY)) {
 *     for (String piece : generation)
 *         System.out.print(piece);
 * }
 * }</pre>
 *
 * <p>It is thread-safe; one thread reads the pieces, or one subscriber of {@link #publisher()}.
 */
public final class Generation implements Iterable<String>, AutoCloseable {
    private static final Object END = new Object();

    private final BlockingQueue<Object> pieces = new LinkedBlockingQueue<>();
    private final GenerationPublisher publisher = new GenerationPublisher(this);
    private final int promptTokens;
    private volatile int generatedTokens;
    private volatile long firstTokenNanos;
    private volatile long endNanos;
    private final long startNanos = System.nanoTime();
    private volatile boolean isCancelled;
    private FinishReason reason;
    private Throwable failure;

    Generation(int promptTokens) {
        this.promptTokens = promptTokens;
    }

    /** Adds text; called by the engine. */
    void add(String text) {
        if (!text.isEmpty()) {
            pieces.add(text);
            publisher.wake();
        }
    }

    /** Counts a token; called by the engine. */
    void countToken() {
        if (generatedTokens == 0) {
            firstTokenNanos = System.nanoTime();
        }
        generatedTokens++;
    }

    /** Ends the text; called once, by the engine. */
    synchronized void finish(FinishReason why, Throwable problem) {
        if (reason != null) {
            return;
        }
        reason = why;
        failure = problem;
        endNanos = System.nanoTime();
        pieces.add(END);
        notifyAll();
        publisher.wake();
    }

    boolean isCancelled() {
        return isCancelled;
    }

    /** Ends the generation early. What has come can still be read. */
    public void cancel() {
        isCancelled = true;
    }

    /**
     * Returns the pieces of the text that were not read, each as soon as it is there.
     *
     * @return an iterator, {@code hasNext} of which waits; it throws an IllegalStateException if the
     *     generation failed
     */
    @Override
    public Iterator<String> iterator() {
        return new Iterator<>() {
            private String next;

            @Override
            public boolean hasNext() {
                if (next == null) {
                    next = take();
                }
                return next != null;
            }

            @Override
            public String next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                String piece = next;
                next = null;
                return piece;
            }
        };
    }

    private String take() {
        Object piece;
        try {
            piece = pieces.take();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            cancel();
            throw new IllegalStateException("interrupted while waiting for text", interrupted);
        }
        if (piece != END) {
            return (String) piece;
        }
        pieces.add(END);
        IllegalStateException problem = problem();
        if (problem != null) {
            throw problem;
        }
        return null;
    }

    /** Returns the next piece, or null without one; it does not wait. */
    String poll() {
        Object piece = pieces.poll();
        if (piece == END) {
            pieces.add(END);
            return null;
        }
        return (String) piece;
    }

    /** Whether the text has ended, and all of it was read. */
    synchronized boolean isRead() {
        Object next = pieces.peek();
        // A thread that finds the end takes it for a moment.
        return reason != null && (next == null || next == END);
    }

    /** Returns why the generation failed, or null if it did not. */
    synchronized IllegalStateException problem() {
        return failure == null
            ? null
            : new IllegalStateException("the generation failed: " + failure.getMessage(), failure);
    }

    /**
     * Returns a publisher of the pieces that were not read, for one subscriber; a second one gets an
     * IllegalStateException. What was not requested is kept. A cancelled subscription, a number to request
     * that is not positive, and a subscriber that throws cancel the generation. After the last piece come
     * {@code onComplete} or, if the generation failed, {@code onError} with the exception of
     * {@link #iterator()}. Threads of the common pool send the signals.
     *
     * @return the publisher, always the same
     */
    public Flow.Publisher<String> publisher() {
        return publisher;
    }

    /**
     * Waits for the end.
     *
     * @return the text that was not read yet
     * @throws IllegalStateException if the generation failed
     */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (String piece : this) {
            text.append(piece);
        }
        return text.toString();
    }

    /**
     * Returns why the text ended.
     *
     * @return the reason, or null if it did not end yet
     */
    public synchronized FinishReason finishReason() {
        return reason;
    }

    /**
     * Returns the number of tokens of the prompt.
     *
     * @return the number
     */
    public int promptTokens() {
        return promptTokens;
    }

    /**
     * Returns the number of tokens that were generated so far, that of the end included.
     *
     * @return the number
     */
    public int generatedTokens() {
        return generatedTokens;
    }

    /**
     * Returns the time from the request to the first token.
     *
     * @return seconds, or 0 before the first token
     */
    public double firstTokenSeconds() {
        return generatedTokens == 0 ? 0 : (firstTokenNanos - startNanos) / 1e9;
    }

    /**
     * Returns the tokens after the first, per second.
     *
     * @return the number, or 0 if there are fewer than two
     */
    public double tokensPerSecond() {
        long end = endNanos == 0 ? System.nanoTime() : endNanos;
        return generatedTokens < 2 ? 0 : (generatedTokens - 1) / ((end - firstTokenNanos) / 1e9);
    }

    /** Cancels the generation, unless it has ended. */
    @Override
    public void close() {
        cancel();
    }
}
