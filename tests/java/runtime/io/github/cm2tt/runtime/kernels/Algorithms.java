// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;

/**
 * Algorithms of textbooks on a memory of ints, which are called by Java, with an array, and by a kernel, with
 * a pointer. The first n ints are the input, of 0 to 99; 3 * n more are 0.
 */
final class Algorithms {
    private Algorithms() {}

    enum Algorithm {
        BINARY_SEARCH, BREADTH_FIRST, COCKTAIL_SORT, COUNTING_SORT, CRC, EDIT_DISTANCE, EIGHT_QUEENS, EUCLID,
        FLOYD_WARSHALL, GRAY_CODES, HEAP_SORT, INCREASING, INSERTION_SORT, JOSEPHUS, KNAPSACK, MERGE_SORT,
        POWERS, PREFIXES, QUICK_SORT, RULE_110, SIEVE, UNION_FIND
    }

    /** Memory on the host or the device. */
    interface Ints {
        int get(int i);

        void set(int i, int value);

        default void swap(int i, int j) {
            int before = get(i);
            set(i, get(j));
            set(j, before);
        }
    }

    /** An array. */
    record Array(int[] values) implements Ints {
        @Override
        public int get(int i) {
            return values[i];
        }

        @Override
        public void set(int i, int value) {
            values[i] = value;
        }
    }

    /** Memory of a kernel. */
    record Elements(Ptr first) implements Ints {
        @Override
        public int get(int i) {
            return first.add(i).load().intValue();
        }

        @Override
        public void set(int i, int value) {
            first.add(i).store(value);
        }
    }

    @Kernel
    static void kernel(Ptr x, int n, @Constant Algorithm algorithm) {
        run(new Elements(x), n, algorithm);
    }

    static void run(Ints a, int n, Algorithm algorithm) {
        switch (algorithm) {
            case BINARY_SEARCH -> binarySearch(a, n);
            case BREADTH_FIRST -> breadthFirst(a, n);
            case COCKTAIL_SORT -> cocktailSort(a, n);
            case COUNTING_SORT -> countingSort(a, n);
            case CRC -> crc(a, n);
            case EDIT_DISTANCE -> editDistance(a, n);
            case EIGHT_QUEENS -> a.set(n, eightQueens(a, n, a.get(0) % 3 + 4));
            case EUCLID -> euclid(a, n);
            case FLOYD_WARSHALL -> floydWarshall(a, n);
            case GRAY_CODES -> grayCodes(a, n);
            case HEAP_SORT -> heapSort(a, n);
            case INCREASING -> a.set(0, increasing(a, n));
            case INSERTION_SORT -> insertionSort(a, n);
            case JOSEPHUS -> josephus(a, n);
            case KNAPSACK -> knapsack(a, n);
            case MERGE_SORT -> mergeSort(a, n);
            case POWERS -> powers(a, n);
            case PREFIXES -> prefixes(a, n);
            case QUICK_SORT -> quickSort(a, n);
            case RULE_110 -> rule110(a, n);
            case SIEVE -> sieve(a, n * 3);
            case UNION_FIND -> unionFind(a, n);
        }
    }

    // Sorting and searching

    static void insertionSort(Ints a, int n) {
        for (int i = 1; i < n; i++) {
            int value = a.get(i), j = i;
            while (j > 0 && a.get(j - 1) > value) {
                a.set(j, a.get(j - 1));
                j--;
            }
            a.set(j, value);
        }
    }

    static void cocktailSort(Ints a, int n) {
        int first = 0, last = n - 1;
        boolean isSorted;
        do {
            isSorted = true;
            for (int i = first; i < last; i++) {
                if (a.get(i) > a.get(i + 1)) {
                    a.swap(i, i + 1);
                    isSorted = false;
                }
            }
            last--;
            for (int i = last; i > first; --i) {
                if (a.get(i - 1) <= a.get(i)) {
                    continue;
                }
                a.swap(i - 1, i);
                isSorted = false;
            }
            first++;
        } while (!isSorted);
    }

    static void sift(Ints a, int root, int n) {
        while (true) {
            int child = 2 * root + 1;
            if (child >= n) {
                return;
            }
            if (child + 1 < n && a.get(child + 1) > a.get(child)) {
                child++;
            }
            if (a.get(root) >= a.get(child)) {
                return;
            }
            a.swap(root, child);
            root = child;
        }
    }

    static void heapSort(Ints a, int n) {
        for (int i = n / 2; i-- > 0;) {
            sift(a, i, n);
        }
        for (int last = n - 1; last > 0; last--) {
            a.swap(0, last);
            sift(a, 0, last);
        }
    }

    static void mergeSort(Ints a, int n) {
        for (int width = 1; width < n; width <<= 1) {
            for (int low = 0; low < n; low += 2 * width) {
                int middle = Math.min(low + width, n), high = Math.min(low + 2 * width, n);
                for (int i = low, j = middle, k = low; k < high; k++) {
                    a.set(n + k, i < middle && (j >= high || a.get(i) <= a.get(j)) ? a.get(i++) : a.get(j++));
                }
            }
            for (int i = 0; i < n; i++) {
                a.set(i, a.get(n + i));
            }
        }
    }

    /** The stack of ranges comes after the input. */
    static void quickSort(Ints a, int n) {
        int top = n;
        a.set(top++, 0);
        a.set(top++, n - 1);
        while (top > n) {
            int high = a.get(--top), low = a.get(--top);
            if (low >= high) {
                continue;
            }
            int pivot = a.get(low + (high - low) / 2), i = low, j = high;
            while (i <= j) {
                while (a.get(i) < pivot)
                    i++;
                while (a.get(j) > pivot)
                    j--;
                if (i <= j)
                    a.swap(i++, j--);
            }
            a.set(top++, low);
            a.set(top++, j);
            a.set(top++, i);
            a.set(top++, high);
        }
    }

    static void countingSort(Ints a, int n) {
        int at = 0;
        for (int digit = 1; digit <= 10; digit *= 10, at = 0) {
            for (int value = 0; value < 10; ++value) {
                for (int i = 0; i < n; ++i) {
                    if (a.get(i) / digit % 10 == value) {
                        a.set(n + at++, a.get(i));
                    }
                }
            }
            for (int i = 0; i < n; i++) {
                a.set(i, a.get(n + i));
            }
        }
    }

    static int search(Ints a, int n, int key) {
        int low = 0, high = n - 1;
        while (low <= high) {
            int middle = low + high >>> 1, value = a.get(middle);
            if (value < key)
                low = middle + 1;
            else if (value > key)
                high = middle - 1;
            else
                return middle;
        }
        return ~low;
    }

    static void binarySearch(Ints a, int n) {
        insertionSort(a, n);
        for (int i = 0; i < n; i++) {
            a.set(n + i, search(a, n, i * 3 - 1));
        }
    }

    static int increasing(Ints a, int n) {
        int most = 0;
        for (int i = 0; i < n; i++) {
            int length = 1;
            for (int j = 0; j < i; j++) {
                length = a.get(j) < a.get(i) ? Math.max(length, a.get(n + j) + 1) : length;
            }
            a.set(n + i, length);
            if (length > most) {
                most = length;
            }
        }
        return most;
    }

    // Numbers

    static void sieve(Ints a, int n) {
        next:
        for (int i = 2; i < n; i++) {
            for (int j = 2; j * j <= i; j++) {
                if (i % j == 0) {
                    a.set(i, -j);
                    continue next;
                }
            }
            a.set(i, i);
        }
    }

    static void crc(Ints a, int n) {
        int crc = -1;
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < n; i++) {
            crc ^= (byte) (a.get(i) * 3) & 0xff;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) != 0 ? crc >>> 1 ^ 0xedb88320 : crc >>> 1;
            }
            hash = (hash ^ a.get(i)) * 0x100000001b3L;
            a.set(n + i, ~crc);
            a.set(2 * n + i, (int) (hash ^ hash >>> 32));
        }
    }

    /** The greatest common divisor and the inverse of a modulus, by the extended algorithm. */
    static void euclid(Ints a, int n) {
        for (int i = 0; i < n; i++) {
            int r0 = 97 * (i + 1), r1 = a.get(i) - 50, s0 = 0, s1 = 1;
            while (r1 != 0) {
                int q = r0 / r1, r = r0 % r1, s = s0 - q * s1;
                r0 = r1;
                r1 = r;
                s0 = s1;
                s1 = s;
            }
            a.set(n + i, Math.abs(r0));
            a.set(2 * n + i, Math.floorMod(s0, 97));
        }
    }

    static int power(int base, int exponent, int modulus) {
        long result = 1, square = base;
        for (int e = exponent; e > 0; e >>= 1, square = square * square % modulus) {
            if ((e & 1) == 1) {
                result = result * square % modulus;
            }
        }
        return (int) result;
    }

    static void powers(Ints a, int n) {
        int seed = a.get(0);
        for (int i = 0; i < n; i++) {
            seed = seed * 1103515245 + 12345;
            a.set(n + i, power(a.get(i) + 2, seed >>> 16, 1_000_000_007));
            a.set(2 * n + i, seed);
        }
    }

    static void grayCodes(Ints a, int n) {
        for (int i = 0; i < n; i++) {
            int value = a.get(i) * 0x9e3779b9, gray = value ^ value >>> 1, back = 0, bits = 0;
            for (int rest = gray; rest != 0; rest >>>= 1) {
                back ^= rest;
            }
            for (int rest = value; rest != 0; rest &= rest - 1) {
                bits++;
            }
            a.set(n + i, back == value ? bits : -1);
            a.set(2 * n + i, gray);
        }
    }

    // Texts, tables and graphs

    /** The distances of the halves of the input. */
    static void editDistance(Ints a, int n) {
        int half = n / 2;
        for (int j = 0; j <= half; j++) {
            a.set(n + j, j);
        }
        for (int i = 1; i <= half; i++) {
            int diagonal = a.get(n);
            a.set(n, i);
            for (int j = 1; j <= half; j++) {
                int above = a.get(n + j), cost = a.get(i - 1) % 4 == a.get(half + j - 1) % 4 ? 0 : 1;
                a.set(n + j, Math.min(diagonal + cost, Math.min(above, a.get(n + j - 1)) + 1));
                diagonal = above;
            }
        }
    }

    static void prefixes(Ints a, int n) {
        int length = 0;
        for (int i = 1; i < n; i++) {
            while (length > 0 && a.get(i) % 2 != a.get(length) % 2) {
                length = a.get(n + length - 1);
            }
            if (a.get(i) % 2 == a.get(length) % 2)
                ++length;
            a.set(n + i, length);
        }
    }

    static void knapsack(Ints a, int n) {
        for (int i = 0; i < n; i++) {
            int weight = a.get(i) % 7 + 1, value = a.get(i);
            for (int w = 2 * n - 1; w >= weight; w--) {
                a.set(n + w, Math.max(a.get(n + w), a.get(n + w - weight) + value));
            }
        }
    }

    static void rule110(Ints a, int n) {
        for (int step = 0; step < 20; step++) {
            int from = step % 2 * n, to = n - from;
            for (int i = 0; i < n; i++) {
                int left = a.get(from + (i + n - 1) % n) & 1, middle = a.get(from + i) & 1;
                int key = left << 2 | middle << 1 | a.get(from + (i + 1) % n) & 1;
                a.set(to + i, 110 >> key & 1);
            }
        }
    }

    static void josephus(Ints a, int n) {
        for (int i = 0; i < n; i++) {
            a.set(n + i, (i + 1) % n);
        }
        int step = a.get(0) % 5 + 1, at = n - 1;
        for (int out = 0; out < n; out++) {
            for (int i = 1; i < step; i++)
                at = a.get(n + at);
            int removed = a.get(n + at);
            a.set(2 * n + out, removed);
            a.set(n + at, a.get(n + removed));
        }
    }

    /** Counts the boards of a size with queens that attack no other; the stack comes after the input. */
    static int eightQueens(Ints a, int n, int size) {
        int count = 0, row = 0;
        a.set(n, 0);
        search:
        while (row >= 0) {
            int column = a.get(n + row);
            if (column == size) {
                row--;
                if (row >= 0)
                    a.set(n + row, a.get(n + row) + 1);
                continue;
            }
            for (int i = 0; i < row; i++) {
                int other = a.get(n + i);
                if (other == column || Math.abs(other - column) == row - i) {
                    a.set(n + row, column + 1);
                    continue search;
                }
            }
            if (row == size - 1) {
                count++;
                a.set(n + row, column + 1);
            } else {
                a.set(n + ++row, 0);
            }
        }
        return count;
    }

    static int find(Ints a, int parents, int i) {
        while (a.get(parents + i) != i) {
            a.set(parents + i, a.get(parents + a.get(parents + i)));
            i = a.get(parents + i);
        }
        return i;
    }

    static void unionFind(Ints a, int n) {
        for (int i = 0; i < n; i++) {
            a.set(n + i, i);
        }
        for (int i = 0; i < n; i++) {
            int one = find(a, n, i), other = find(a, n, a.get(i) % n);
            if (one != other) {
                a.set(n + Math.max(one, other), Math.min(one, other));
            }
        }
        for (int i = 0; i < n; i++) {
            a.set(2 * n + i, find(a, n, i) + 1);
        }
    }

    /** Distances from node 0, where node i leads to 2 i, to i + a[i] and to i - 3. */
    static void breadthFirst(Ints a, int n) {
        int head = 2 * n, tail = 2 * n;
        a.set(n, 1);
        a.set(tail++, 0);
        while (head < tail) {
            int i = a.get(head++);
            for (int kind = 0; kind < 3; kind++) {
                int next = switch (kind) {
                    case 0 -> 2 * i % n;
                    case 1 -> (i + a.get(i)) % n;
                    default -> Math.max(i - 3, 0);
                };
                if (a.get(n + next) == 0) {
                    a.set(n + next, a.get(n + i) + 1);
                    a.set(tail++, next);
                }
            }
        }
    }

    /** The distances in a graph with at most 6 nodes, whose matrix is the input. */
    static void floydWarshall(Ints a, int n) {
        int size = 1;
        while (size < 6 && (size + 1) * (size + 1) <= n)
            size++;
        a.set(n, size);
        for (int k = 0; k < size; k++) {
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    int through = a.get(i * size + k) + a.get(k * size + j);
                    if (through < a.get(i * size + j))
                        a.set(i * size + j, through);
                }
            }
        }
    }
}
