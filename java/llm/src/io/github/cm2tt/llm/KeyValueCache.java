// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The keys and values of all layers, in pages that requests take and give back. A page whose tokens are all
 * computed is found again by the tokens from the beginning to its end, until another request takes it. Not
 * thread-safe.
 */
final class KeyValueCache implements AutoCloseable {
    /** The tokens of a page. */
    static final int PAGE = 32;

    /** The tokens of a page, after those of the page with that serial number; 0: it is the first. */
    private record Prefix(long parent, IntBuffer tokens) {}

    private final List<DeviceTensor> keys = new ArrayList<>();
    private final List<DeviceTensor> values = new ArrayList<>();
    private final int[] users;
    private final Prefix[] prefixes;
    private final long[] serials;
    private final Map<Prefix, Integer> found = new HashMap<>();
    /** Pages without users, the one that was given back first at the beginning. */
    private final LinkedHashSet<Integer> free = new LinkedHashSet<>();
    private long nextSerial = 1;
    private long reusedTokens;

    KeyValueCache(Device device, ModelConfiguration model, ElementType type, int pages) {
        users = new int[pages];
        prefixes = new Prefix[pages];
        serials = new long[pages];
        for (int page = 0; page < pages; page++) {
            free.add(page);
        }
        try {
            for (int layer = 0; layer < model.layers(); layer++) {
                keys.add(DeviceTensor.allocate(device, type, pages, PAGE, model.owners(), model.headWidth()));
                values.add(
                    DeviceTensor.allocate(device, type, pages, PAGE, model.owners(), model.headWidth()));
            }
        } catch (RuntimeException | Error problem) {
            close();
            throw problem;
        }
    }

    DeviceTensor keys(int layer) {
        return keys.get(layer);
    }

    DeviceTensor values(int layer) {
        return values.get(layer);
    }

    int pages() {
        return users.length;
    }

    int freePages() {
        return free.size();
    }

    /** Returns the tokens that were not computed again, since the start. */
    long reusedTokens() {
        return reusedTokens;
    }

    /** Returns a page for one user, or -1 if none is free. */
    int take() {
        if (free.isEmpty()) {
            return -1;
        }
        int page = free.iterator().next();
        free.remove(page);
        forget(page);
        users[page] = 1;
        return page;
    }

    /**
     * Returns the pages with the first of some tokens, each with one user more. At least one token is left,
     * of which the logits are computed.
     */
    List<Integer> takePrefix(int[] tokens, int count) {
        List<Integer> pages = new ArrayList<>();
        long parent = 0;
        for (int start = 0; start + PAGE < count; start += PAGE) {
            Integer page = found.get(
                new Prefix(parent, IntBuffer.wrap(Arrays.copyOfRange(tokens, start, start + PAGE))));
            if (page == null) {
                break;
            }
            if (users[page]++ == 0) {
                free.remove(page);
            }
            pages.add(page);
            parent = serials[page];
        }
        reusedTokens += (long) pages.size() * PAGE;
        return pages;
    }

    /** Lets others find a page of a request, all tokens of which are computed. */
    void publish(List<Integer> pages, int index, int[] tokens) {
        int page = pages.get(index);
        long parent = index == 0 ? 0 : serials[pages.get(index - 1)];
        // Another request computed the page before: its successors are not found.
        if (serials[page] != 0 || index > 0 && parent == 0) {
            return;
        }
        int start = index * PAGE;
        Prefix prefix = new Prefix(parent, IntBuffer.wrap(Arrays.copyOfRange(tokens, start, start + PAGE)));
        if (found.putIfAbsent(prefix, page) == null) {
            prefixes[page] = prefix;
            serials[page] = nextSerial++;
        }
    }

    /** Gives back a page. */
    void giveBack(int page) {
        if (--users[page] == 0) {
            free.add(page);
        }
    }

    private void forget(int page) {
        if (prefixes[page] != null) {
            found.remove(prefixes[page]);
        }
        prefixes[page] = null;
        serials[page] = 0;
    }

    @Override
    public void close() {
        keys.forEach(DeviceTensor::close);
        values.forEach(DeviceTensor::close);
    }
}
