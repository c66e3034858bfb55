// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The rules of subscribers and subscriptions, and a model whose text is published. */
@Timeout(60)
final class GenerationPublisherTest {
    /** So long no signal comes if it is expected not to come. */
    private static final long QUIET_MILLIS = 50;

    private final Generation generation = new Generation(1);

    /** Records signals, each as a text. */
    private static class Recorder implements Flow.Subscriber<String> {
        final BlockingQueue<String> signals = new LinkedBlockingQueue<>();
        final AtomicInteger inside = new AtomicInteger();
        volatile boolean isSerial = true;
        volatile Flow.Subscription subscription;
        private final Consumer<Flow.Subscription> first;

        Recorder(Consumer<Flow.Subscription> first) {
            this.first = first;
        }

        Recorder() {
            this(subscription -> {});
        }

        private void signal(String text, Runnable action) {
            isSerial &= inside.incrementAndGet() == 1;
            action.run();
            signals.add(text);
            inside.decrementAndGet();
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            signal("subscribed", () -> {
                subscription = given;
                first.accept(given);
            });
        }

        @Override
        public void onNext(String piece) {
            signal(piece, () -> {});
        }

        @Override
        public void onError(Throwable problem) {
            signal(problem.toString(), () -> {});
        }

        @Override
        public void onComplete() {
            signal("complete", () -> {});
        }

        void expects(String... texts) throws InterruptedException {
            for (String text : texts) {
                assertEquals(text, signals.poll(20, TimeUnit.SECONDS));
            }
        }

        void expectsNothing() throws InterruptedException {
            assertNull(signals.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS));
            assertTrue(isSerial);
        }
    }

    private void add(String... pieces) {
        for (String piece : pieces) {
            generation.add(piece);
        }
    }

    private <T extends Flow.Subscriber<String>> T subscribe(T subscriber) {
        generation.publisher().subscribe(subscriber);
        return subscriber;
    }

    @Test
    void sendsAsManyPiecesAsAreRequested() throws InterruptedException {
        add("a", "b", "c");
        Recorder recorder = subscribe(new Recorder());
        recorder.expects("subscribed");
        recorder.expectsNothing();
        recorder.subscription.request(2);
        recorder.expects("a", "b");
        recorder.expectsNothing();
        recorder.subscription.request(2);
        recorder.expects("c");
        recorder.expectsNothing();
        add("d", "e");
        recorder.expects("d");
        generation.finish(FinishReason.STOP, null);
        // A piece is left.
        recorder.expectsNothing();
        recorder.subscription.request(1);
        recorder.expects("e", "complete");
        recorder.subscription.request(1);
        recorder.subscription.cancel();
        recorder.expectsNothing();
    }

    @Test
    void theEndNeedsNoRequest() throws InterruptedException {
        generation.finish(FinishReason.LENGTH, null);
        Recorder recorder = subscribe(new Recorder());
        recorder.expects("subscribed", "complete");
        recorder.expectsNothing();
    }

    @Test
    void requestsOfAllDoNotOverflow() throws InterruptedException {
        Recorder recorder = subscribe(new Recorder(subscription -> {
            subscription.request(Long.MAX_VALUE);
            subscription.request(Long.MAX_VALUE);
            subscription.request(2); // A sum of 64 bits would be 0.
        }));
        add("a", "b");
        recorder.expects("subscribed", "a", "b");
        generation.finish(FinishReason.STOP, null);
        recorder.expects("complete");
    }

    @Test
    void requestsBeforeTheEndOfOnSubscribeWait() throws InterruptedException {
        add("a");
        Recorder recorder = subscribe(new Recorder(subscription -> {
            subscription.request(1);
            try {
                Thread.sleep(QUIET_MILLIS);
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        }));
        recorder.expects("subscribed", "a");
        recorder.expectsNothing();
    }

    @Test
    void cancellationsCancelTheGeneration() throws InterruptedException {
        add("a", "b");
        Recorder recorder = subscribe(new Recorder() {
            @Override
            public void onNext(String piece) {
                super.onNext(piece);
                subscription.cancel();
                subscription.request(1);
            }
        });
        assertFalse(generation.isCancelled());
        recorder.subscription.request(2);
        recorder.expects("subscribed", "a");
        recorder.expectsNothing();
        assertTrue(generation.isCancelled());
        generation.finish(FinishReason.CANCELLED, null);
        recorder.expectsNothing();
    }

    @Test
    void failuresComeAfterThePieces() throws InterruptedException {
        add("a");
        generation.finish(FinishReason.CANCELLED, new IllegalStateException("the device is lost"));
        Recorder recorder = subscribe(new Recorder());
        recorder.expects("subscribed");
        recorder.expectsNothing();
        recorder.subscription.request(1);
        recorder.expects("a", "java.lang.IllegalStateException: the generation failed: the device is lost");
        recorder.expectsNothing();
    }

    @Test
    void refusesASecondSubscriber() throws InterruptedException {
        assertSame(generation.publisher(), generation.publisher());
        assertThrows(NullPointerException.class, () -> subscribe(null));
        Recorder recorder = subscribe(new Recorder());
        Recorder second = subscribe(new Recorder());
        second.expects(
            "subscribed", "java.lang.IllegalStateException: the generation has a subscriber already");
        second.subscription.request(1);
        second.subscription.cancel();
        assertFalse(generation.isCancelled());
        add("a");
        recorder.subscription.request(1);
        recorder.expects("subscribed", "a");
        second.expectsNothing();
    }

    @Test
    void refusesNumbersThatAreNotPositive() throws InterruptedException {
        for (long number : new long[] {0, -1, Long.MIN_VALUE}) {
            Generation other = new Generation(1);
            other.add("a");
            Recorder recorder = new Recorder();
            other.publisher().subscribe(recorder);
            recorder.subscription.request(number);
            recorder.expects("subscribed",
                "java.lang.IllegalArgumentException: request: expected a number from 1, found " + number);
            assertTrue(other.isCancelled());
            recorder.subscription.request(1);
            recorder.expectsNothing();
        }
    }

    @Test
    void subscribersThatThrowGetNoOtherSignal() throws Exception {
        var uncaught = new CompletableFuture<Throwable>();
        var handler = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> uncaught.complete(problem));
        try {
            add("a", "b");
            Recorder recorder = subscribe(new Recorder() {
                @Override
                public void onNext(String piece) {
                    super.onNext(piece);
                    throw new IllegalStateException("no room");
                }
            });
            recorder.subscription.request(2);
            recorder.expects("subscribed", "a");
            assertEquals("no room", uncaught.get(20, TimeUnit.SECONDS).getMessage());
            assertTrue(generation.isCancelled());
            generation.finish(FinishReason.CANCELLED, null);
            recorder.expectsNothing();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
    }

    @Test
    void subscribersThatThrowInOnSubscribeGetNoOtherSignal() throws InterruptedException {
        add("a");
        Recorder recorder = new Recorder(subscription -> {
            subscription.request(1);
            throw new IllegalStateException("no room");
        });
        assertEquals("no room",
            assertThrows(IllegalStateException.class, () -> subscribe(recorder)).getMessage());
        assertTrue(generation.isCancelled());
        add("b");
        generation.finish(FinishReason.CANCELLED, null);
        recorder.subscription.request(1);
        recorder.expectsNothing();
    }

    @Test
    void signalsOfManyThreadsAreSerialAndInOrder() throws InterruptedException {
        int count = 20000;
        Recorder recorder = subscribe(new Recorder());
        recorder.expects("subscribed");
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int j = 0; j < count / threads.length; j++) {
                    recorder.subscription.request(1);
                }
            });
            threads[i].start();
        }
        for (int i = 0; i < count + 1; i++) {
            add(String.valueOf(i));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (int i = 0; i < count; i++) {
            recorder.expects(String.valueOf(i));
        }
        recorder.expectsNothing();
        recorder.subscription.request(1);
        generation.finish(FinishReason.STOP, null);
        recorder.expects(String.valueOf(count), "complete");
        assertTrue(recorder.isSerial);
    }

    /** Pieces and requests come while the thread that sent the signal before ends its work. */
    @Test
    void eventsDuringTheEndOfOthersAreNotLost() throws InterruptedException {
        Recorder recorder = subscribe(new Recorder());
        recorder.expects("subscribed");
        for (int i = 0; i < 2000; i++) {
            String piece = String.valueOf(i);
            recorder.subscription.request(1);
            add(piece);
            // A thread that sleeps until the signal comes is too late for the next event.
            long start = System.nanoTime();
            while (recorder.signals.isEmpty() && System.nanoTime() - start < QUIET_MILLIS * 1_000_000) {
                Thread.yield();
            }
            recorder.expects(piece);
        }
        generation.finish(FinishReason.STOP, null);
        recorder.expects("complete");
    }

    @Test
    void publishesTheTextOfAModel(@TempDir Path folder) throws IOException, InterruptedException {
        ModelOptions options = ModelOptions.of(Device.best()).withContextLength(160);
        GenerationOptions greedy = GenerationOptions.GREEDY.withMaxTokens(40);
        try (LanguageModel model = LanguageModel.load(TinyModel.write(folder), options)) {
            String expected = model.generate("some text", greedy).text();
            Recorder recorder = new Recorder(subscription -> subscription.request(Long.MAX_VALUE));
            model.generate("some text", greedy).publisher().subscribe(recorder);
            recorder.expects("subscribed");
            StringBuilder text = new StringBuilder();
            for (String signal = recorder.signals.take(); !signal.equals("complete");
                signal = recorder.signals.take()) {
                text.append(signal);
            }
            assertEquals(expected, text.toString());

            Generation cancelled = model.generate("some text", greedy.withMaxTokens(150));
            Recorder impatient = new Recorder(Flow.Subscription::cancel);
            cancelled.publisher().subscribe(impatient);
            impatient.expects("subscribed");
            cancelled.text();
            assertEquals(FinishReason.CANCELLED, cancelled.finishReason());
            impatient.expectsNothing();
        }
    }
}
