// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.Arrays;

/** A priority queue of numbers: the least first. */
final class LongHeap {
    private long[] heap = new long[16];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void add(long value) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        int hole = size++;
        while (hole > 0 && heap[(hole - 1) / 2] > value) {
            heap[hole] = heap[(hole - 1) / 2];
            hole = (hole - 1) / 2;
        }
        heap[hole] = value;
    }

    /** Removes the least number of a heap that is not empty. */
    long poll() {
        long least = heap[0];
        long last = heap[--size];
        int hole = 0;
        while (2 * hole + 1 < size) {
            int child = 2 * hole + 1;
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= last) {
                break;
            }
            heap[hole] = heap[child];
            hole = child;
        }
        heap[hole] = last;
        return least;
    }
}
