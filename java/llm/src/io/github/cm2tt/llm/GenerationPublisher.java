// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Sends the pieces of a generation to one subscriber, as many as it requests. */
final class GenerationPublisher implements Flow.Publisher<String> {
    private final Generation generation;
    private final AtomicBoolean hasSubscriber = new AtomicBoolean();
    private volatile PieceSubscription subscription;

    GenerationPublisher(Generation generation) {
        this.generation = generation;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super String> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        if (!hasSubscriber.compareAndSet(false, true)) {
            subscriber.onSubscribe(new EmptySubscription());
            subscriber.onError(new IllegalStateException("the generation has a subscriber already"));
            return;
        }
        subscription = new PieceSubscription(generation, subscriber);
        subscription.begin();
    }

    /** Says that there is another piece, or the end; called by the engine, which does not wait. */
    void wake() {
        PieceSubscription current = subscription;
        if (current != null) {
            current.wake();
        }
    }

    /** The subscription of a subscriber that gets nothing. */
    private static final class EmptySubscription implements Flow.Subscription {
        @Override
        public void request(long count) {}

        @Override
        public void cancel() {}
    }

    /**
     * Signals one after another. Each event (a piece, the end, a request, a cancellation) adds 1 to
     * {@code events}. The one that finds 0 has a thread of the executor send signals, until it has handled
     * all events.
     */
    private static final class PieceSubscription implements Flow.Subscription {
        /** The common pool; threads of their own if that has only one. */
        private final Executor executor = new CompletableFuture<>().defaultExecutor();
        private final Generation generation;
        /** Null after the last signal. Only the thread that sends signals uses it. */
        private Flow.Subscriber<? super String> subscriber;
        /** Not 0 before the end of onSubscribe: no other signal comes before. */
        private final AtomicInteger events = new AtomicInteger(1);
        private final AtomicLong demand = new AtomicLong();
        private volatile boolean isCancelled;
        private volatile IllegalArgumentException mistake;

        PieceSubscription(Generation generation, Flow.Subscriber<? super String> subscriber) {
            this.generation = generation;
            this.subscriber = subscriber;
        }

        void begin() {
            try {
                subscriber.onSubscribe(this);
            } catch (RuntimeException | Error problem) {
                drop();
                throw problem;
            }
            executor.execute(this::handleEvents);
        }

        /** After a fault of the subscriber: events stays above 0, so that it gets no other signal. */
        private void drop() {
            subscriber = null;
            generation.cancel();
        }

        void wake() {
            if (events.getAndIncrement() == 0) {
                executor.execute(this::handleEvents);
            }
        }

        @Override
        public void request(long count) {
            if (count > 0) {
                // Long.MAX_VALUE is all that come.
                demand.accumulateAndGet(count, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
            } else {
                mistake = new IllegalArgumentException("request: expected a number from 1, found " + count);
            }
            wake();
        }

        @Override
        public void cancel() {
            isCancelled = true;
            generation.cancel();
            wake();
        }

        private void handleEvents() {
            int handled = events.get();
            while (handled != 0) {
                try {
                    sendSignals();
                } catch (RuntimeException | Error problem) {
                    drop();
                    throw problem;
                }
                handled = events.addAndGet(-handled);
            }
        }

        private void sendSignals() {
            while (subscriber != null && !isCancelled) {
                if (mistake != null) {
                    generation.cancel();
                    end(mistake);
                } else if (generation.isRead()) {
                    end(generation.problem());
                } else if (demand.get() == 0) {
                    return;
                } else {
                    String piece = generation.poll();
                    if (piece == null) {
                        return;
                    }
                    demand.updateAndGet(count -> count == Long.MAX_VALUE ? count : count - 1);
                    subscriber.onNext(piece);
                }
            }
            subscriber = null;
        }

        /** Sends the last signal; the problem is null if there was none. */
        private void end(RuntimeException problem) {
            Flow.Subscriber<? super String> last = subscriber;
            subscriber = null;
            if (problem == null) {
                last.onComplete();
            } else {
                last.onError(problem);
            }
        }
    }
}
