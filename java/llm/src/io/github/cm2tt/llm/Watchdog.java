// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Ends transfers to and from clients that are too slow, and repeats tasks. It is thread-safe. */
final class Watchdog implements AutoCloseable {
    private static final int REPEATING_THREADS = 4;

    private final ScheduledThreadPoolExecutor deadlines = scheduler(1, "cm2tt-llm-deadlines");
    private final ScheduledThreadPoolExecutor repeating = scheduler(REPEATING_THREADS, "cm2tt-llm-beats");

    /** The time of a transfer, which ends with its close. */
    final class Deadline {
        private final Thread thread = Thread.currentThread();
        private final ScheduledFuture<?> end;
        private boolean isDone;
        private boolean isMissed;

        private Deadline(long seconds) {
            end = deadlines.schedule(this::miss, seconds, TimeUnit.SECONDS);
        }

        private synchronized void miss() {
            if (isDone) {
                return;
            }
            isMissed = true;
            // A channel that a thread is blocked in closes when that thread is interrupted.
            thread.interrupt();
        }

        /** Ends the time. */
        synchronized void close() {
            isDone = true;
            end.cancel(false);
            if (isMissed) {
                Thread.interrupted();
            }
        }
    }

    /** A task that is repeated until its close. */
    interface Repetition {
        /** Ends the repetition; a task that runs ends later. */
        void close();
    }

    /** Begins a transfer of the calling thread, which fails if it lasts longer. */
    Deadline within(long seconds) {
        return new Deadline(seconds);
    }

    /** Repeats a task, each time n milliseconds after its end. */
    Repetition every(long n, Runnable task) {
        var future = repeating.scheduleWithFixedDelay(task, n, n, TimeUnit.MILLISECONDS);
        return () -> future.cancel(false);
    }

    private static ScheduledThreadPoolExecutor scheduler(int threads, String name) {
        var scheduler = new ScheduledThreadPoolExecutor(threads, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        scheduler.setRemoveOnCancelPolicy(true);
        return scheduler;
    }

    @Override
    public void close() {
        repeating.shutdownNow();
        deadlines.shutdownNow();
    }
}
