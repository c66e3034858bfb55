// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.join;
import static io.github.cm2tt.runtime.TestSupport.residentBytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Virtual threads, of which there are far more than others; and threads that live for one launch. */
class VirtualThreadsTest {
    private static final int MANY = 100_000;
    private final Device cpu = Device.cpu();

    /** Thread.startVirtualThread, which the oldest JDK does not have. */
    private static MethodHandle starter() {
        try {
            return MethodHandles.lookup().findStatic(
                Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static Thread start(MethodHandle starter, Runnable work) {
        try {
            return (Thread) starter.invokeExact(work);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** All of them have launched and closed before the first one ends. */
    @Test
    @Tag("jdk21")
    void launchesFromVeryMany() throws InterruptedException {
        MethodHandle starter = starter();
        assumeTrue(starter != null, "this JDK has no virtual threads");
        KernelFunction add = add();
        AtomicInteger good = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch finished = new CountDownLatch(MANY);
        CountDownLatch over = new CountDownLatch(1);
        Thread[] threads = new Thread[MANY];
        long before = residentBytes();
        for (int i = 0; i < MANY; i++)
            threads[i] = start(starter, () -> {
                try (DeviceBuffer x = cpu.copyOf(new float[] {1})) {
                    add.launch(1, x, x, x, 1);
                    good.addAndGet(x.copyTo(new float[1])[0] == 2 ? 1 : 0);
                } catch (Throwable e) {
                    failure.set(e);
                }
                finished.countDown();
                try {
                    over.await();
                } catch (InterruptedException e) {
                    failure.set(e);
                }
            });
        finished.await();
        long grown = residentBytes() - before;
        over.countDown();
        for (Thread thread : threads)
            join(thread);
        if (failure.get() != null)
            throw new AssertionError(failure.get());
        assertEquals(MANY, good.get());
        // The threads themselves and their stacks; what each launch needs would be as much again.
        assertTrue(grown < 450L << 20, grown + " bytes more");
    }

    /** Each thread makes its kernel function; the native kernels are removed again and again. */
    @Test
    @Tag("jdk21")
    void makesAKernelForEachLaunch() {
        MethodHandle starter = starter();
        assumeTrue(starter != null, "this JDK has no virtual threads");
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicInteger good = new AtomicInteger();
        Thread[] threads = new Thread[2000];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = start(starter, () -> {
                try (DeviceBuffer x = cpu.copyOf(new float[] {1})) {
                    for (int launch = 0; launch < 20; launch++)
                        add().warps(1 << (number + launch) % 5).launch(1, x, x, x, 1);
                    if (number % 50 == 0)
                        KernelCache.forgetModel(add().code().model().number());
                    good.addAndGet(x.copyTo(new float[1])[0] == 1 << 20 ? 1 : 0);
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
        }
        for (Thread thread : threads)
            join(thread);
        if (failure.get() != null)
            throw new AssertionError(failure.get());
        assertEquals(threads.length, good.get());
    }

    /** Closing a buffer waits for launches of all threads with it. */
    @Test
    @Tag("jdk21")
    void closesWhileVirtualThreadsLaunch() {
        MethodHandle starter = starter();
        assumeTrue(starter != null, "this JDK has no virtual threads");
        KernelFunction add = add();
        AtomicReference<DeviceBuffer> buffer = new AtomicReference<>(cpu.copyOf(new float[100_000]));
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[50];
        for (int i = 0; i < threads.length; i++)
            threads[i] = start(starter, () -> {
                for (int launch = 0; launch < 200; launch++)
                    try {
                        DeviceBuffer x = buffer.get();
                        add.launch(TestSupport.blocks(100_000), x, x, x, 100_000);
                        if (launch % 20 == 0)
                            buffer.getAndSet(cpu.copyOf(new float[100_000])).close();
                    } catch (IllegalStateException e) {
                        if (!e.getMessage().contains("closed"))
                            failure.set(e);
                    } catch (Throwable e) {
                        failure.set(e);
                    }
            });
        for (Thread thread : threads)
            join(thread);
        buffer.get().close();
        if (failure.get() != null)
            throw new AssertionError(failure.get());
    }

    /** The slot of a thread is removed with it, and is not searched for ever. */
    @Test
    void launchesFromThreadsThatEnd() {
        KernelFunction add = add();
        try (DeviceBuffer x = cpu.copyOf(new float[] {1})) {
            for (int i = 0; i < 5000; i++) {
                Thread thread = new Thread(() -> add.launch(1, x, x, x, 1));
                thread.start();
                join(thread);
            }
            assertEquals(Float.POSITIVE_INFINITY, x.copyTo(new float[1])[0]);
        }
    }
}
