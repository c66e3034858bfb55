// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.runtime.Device;

/**
 * How much memory a model takes.
 *
 * @param options the options, with what was chosen
 * @param pages the pages of keys and values
 */
record MemoryPlan(ModelOptions options, int pages) {
    /** The memory that is left to others. */
    private static final double RESERVE = 0.1;
    /** The share of a CPU's memory that keys and values get at most: other programs need it, too. */
    private static final double CPU_SHARE = 0.25;

    /**
     * Chooses what the options leave open; throws an IllegalStateException if there is too little memory.
     *
     * @param weights the bytes of the weights
     */
    static MemoryPlan of(ModelConfiguration model, long weights, ModelOptions options) {
        Device device = options.device();
        long work =
            Transformer.bytes(model, options.activations(), options.stepTokens(), options.maxRequests());
        long ofPage = model.cacheBytes(options.activations().bytes()) * KeyValueCache.PAGE;
        long free = freeBytes(device);
        long room = (long) ((free - weights - work) * (1 - RESERVE));
        if (!device.isGpu()) {
            room = Math.min(room, (long) (free * CPU_SHARE));
        }
        if (options.cacheBytes() > 0) {
            room = Math.min(room, options.cacheBytes());
        }
        int context = options.contextLength() > 0 ? options.contextLength() : model.contextLength();
        long wanted = pagesOf(context);
        long available = Math.max(0, room / ofPage);
        long least = options.contextLength() > 0 ? wanted : Math.min(wanted, pagesOf(512));
        if (available < least) {
            throw new IllegalStateException(String.format(
                "%s needs %d MB on %s: %d of weights, %d for a step, %d for keys and values of %d tokens;"
                    + " %d MB are free, %d MB are missing. Choose a model of fewer bits, a smaller"
                    + " contextLength or fewer maxRequests",
                model.name(), megabytes(weights + work + least * ofPage), device, megabytes(weights),
                megabytes(work), megabytes(least * ofPage), least * KeyValueCache.PAGE, megabytes(free),
                megabytes((least - available) * ofPage)));
        }
        if (options.contextLength() == 0) {
            context = (int) Math.min(context, available * KeyValueCache.PAGE);
        }
        long pages = Math.min(available, pagesOf(context) * options.maxRequests());
        pages = Math.min(pages, Integer.MAX_VALUE / KeyValueCache.PAGE);
        return new MemoryPlan(options.withContextLength(context), (int) pages);
    }

    private static long pagesOf(int tokens) {
        return (tokens + KeyValueCache.PAGE - 1) / KeyValueCache.PAGE;
    }

    private static long freeBytes(Device device) {
        Device.Facts facts = device.facts();
        return facts.freeBytes() > 0 ? facts.freeBytes() : facts.memoryBytes();
    }

    private static long megabytes(long bytes) {
        return (bytes + 999_999) / 1_000_000;
    }
}
