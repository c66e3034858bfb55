// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import java.util.List;

/**
 * What tuning found for one kernel, device and key.
 *
 * @param kernel the kernel's name
 * @param device the device's name
 * @param target what was compiled for
 * @param key an entry for each of its parts: {@code n=1000}, {@code n<=1024}, {@code x:*fp32}
 * @param measurements all configurations, in the order in which they were given
 * @param choice the index of the chosen one
 * @param isCertain whether that is faster than all others by more than chance; else time ran out, or others
 *     are as fast
 */
public record TuneResult(String kernel, String device, String target, List<String> key,
    List<Measurement> measurements, int choice, boolean isCertain) {
    /**
     * Keeps copies of the lists.
     *
     * @param kernel the kernel's name
     * @param device the device's name
     * @param target what was compiled for
     * @param key an entry for each of its parts
     * @param measurements all configurations, in the order in which they were given
     * @param choice the index of the chosen one
     * @param isCertain whether that is faster than all others by more than chance
     */
    public TuneResult {
        key = List.copyOf(key);
        measurements = List.copyOf(measurements);
    }

    /**
     * What is known of one configuration. Times are milliseconds.
     *
     * @param configuration the configuration
     * @param median the median of all runs
     * @param low the median lies above this, with a confidence of 99 %
     * @param high the median lies below this
     * @param runs how often it was timed; 0 if it was left out
     * @param pruned why it was left out; "" if it was not
     */
    public record Measurement(
        TuneConfiguration configuration, double median, double low, double high, int runs, String pruned) {}

    /**
     * The chosen configuration.
     *
     * @return the configuration
     */
    public TuneConfiguration chosen() {
        return measurements.get(choice).configuration();
    }
}
