// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.Objects;

/** Measures how long launches take. */
public final class Benchmark {
    /** Enough that the time of the device counts, and not that of a call. */
    private static final int CALLS = 20;

    private Benchmark() {}

    /**
     * Returns the mean time of an action that queues work on the default stream of a device, such as a
     * launch. The action is called once before the measurement, which excludes compilation, and then 20
     * times without waiting for its work in between. The wall clock runs until all work is done.
     *
     * <pre>{@code
     * double seconds = Benchmark.seconds(device, () -> kernel.launch(grid, x, y, out, n));
     * }</pre>
     *
     * @param device the device that does the work
     * @param action the action
     * @return the time of one call and its work, in seconds
     * @throws Cm2ttException if any of the work failed
     */
    public static double seconds(Device device, Runnable action) {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(action, "action");
        action.run();
        device.synchronize();
        long begin = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            action.run();
        }
        device.synchronize();
        return (System.nanoTime() - begin) / 1e9 / CALLS;
    }
}
