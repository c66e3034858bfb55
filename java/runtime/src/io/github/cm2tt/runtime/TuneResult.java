// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.List;

/**
 * The result of tuning for one kernel, device and key.
 *
 * @param kernel the kernel's name
 * @param device the device's name
 * @param target the compilation target
 * @param key an entry for each of its parts: {@code n=1000}, {@code n<=1024}, {@code x:*fp32}
 * @param measurements the measurements of all configurations, in their order
 * @param choice the index of the chosen one
 * @param isCertain whether it is significantly faster than all others; otherwise the time limit was reached,
 *     or others are as fast
 */
public record TuneResult(String kernel, String device, String target, List<String> key,
    List<Measurement> measurements, int choice, boolean isCertain) {
    /**
     * Copies the lists.
     *
     * @param kernel the kernel's name
     * @param device the device's name
     * @param target the compilation target
     * @param key an entry for each of its parts
     * @param measurements the measurements of all configurations, in their order
     * @param choice the index of the chosen one
     * @param isCertain whether it is significantly faster than all others
     */
    public TuneResult {
        key = List.copyOf(key);
        measurements = List.copyOf(measurements);
    }

    /**
     * The measurement of one configuration. Times are in milliseconds.
     *
     * @param configuration the configuration
     * @param median the median of all runs
     * @param low the lower bound of the median, with a confidence of 99 %
     * @param high the upper bound of the median
     * @param runs the number of measured runs; 0 if it was excluded
     * @param pruned the reason why it was excluded; "" if it was not
     */
    public record Measurement(
        TuneConfiguration configuration, double median, double low, double high, int runs, String pruned) {}

    /**
     * Returns the chosen configuration.
     *
     * @return the configuration
     */
    public TuneConfiguration chosen() {
        return measurements.get(choice).configuration();
    }
}
