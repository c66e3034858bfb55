// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/**
 * Byte-pair encoding by scores, as SentencePiece's BPE models: of all adjacent pairs whose texts together are
 * a token, the leftmost of the highest score merges. A piece of n characters takes time O(n log n).
 */
final class ScoreModel implements TokenModel {
    private final Vocabulary vocabulary;
    private final int unknown;

    /**
     * A model.
     *
     * @param vocabulary the tokens with scores
     * @param unknown the token of characters for which the vocabulary has no token and no bytes, or -1 to
     *     leave them out
     */
    ScoreModel(Vocabulary vocabulary, int unknown) {
        this.vocabulary = vocabulary;
        this.unknown = unknown;
    }

    @Override
    public void encode(String piece, TokenList out) {
        int[] starts = piece.codePoints().map(Character::charCount).toArray();
        int position = 0;
        for (int i = 0; i < starts.length; i++) {
            int length = starts[i];
            starts[i] = position;
            position += length;
        }
        new Merging(piece, starts).run(out);
    }

    /** The merging of a piece: symbols by index of their first code point. */
    private final class Merging {
        private final String piece;
        private final int[] starts;
        private final int[] next;
        private final int[] previous;
        private final LongHeap heap = new LongHeap();

        Merging(String piece, int[] starts) {
            this.piece = piece;
            this.starts = starts;
            next = new int[starts.length];
            previous = new int[starts.length];
        }

        void run(TokenList out) {
            for (int i = 0; i < starts.length; i++) {
                next[i] = i + 1;
                previous[i] = i - 1;
            }
            for (int i = 0; i < starts.length; i++) {
                push(i);
            }
            while (!heap.isEmpty()) {
                long entry = heap.poll();
                int left = (int) entry;
                // The pair may have changed since it was added.
                if (next[left] >= 0 && next[left] < starts.length && entry == entry(left)) {
                    merge(left);
                }
            }
            for (int i = 0; i < starts.length; i = next[i]) {
                emit(piece.substring(starts[i], end(i)), out);
            }
        }

        private void merge(int left) {
            int right = next[left];
            next[left] = next[right];
            next[right] = -1;
            if (next[left] < starts.length) {
                previous[next[left]] = left;
                push(left);
            }
            if (previous[left] >= 0) {
                push(previous[left]);
            }
        }

        private void push(int left) {
            long entry = next[left] < starts.length ? entry(left) : -1;
            if (entry != -1) {
                heap.add(entry);
            }
        }

        /** The symbol and the next: the score, a higher one is less, and the index; -1 if no token. */
        private long entry(int left) {
            int start = starts[left];
            int end = end(next[left]);
            if (end - start > vocabulary.longest()) {
                return -1;
            }
            int id = vocabulary.plainId(piece.substring(start, end));
            if (id < 0) {
                return -1;
            }
            int bits = Float.floatToIntBits(vocabulary.score(id) + 0.0f);
            int ascending = bits >= 0 ? bits : bits ^ Integer.MAX_VALUE;
            return (long) ~ascending << 32 | left;
        }

        private int end(int symbol) {
            return next[symbol] < starts.length ? starts[next[symbol]] : piece.length();
        }
    }

    private void emit(String symbol, TokenList out) {
        int id = vocabulary.plainId(symbol);
        if (id >= 0) {
            out.add(id);
        } else if (!ByteTokens.add(vocabulary, symbol, out) && unknown >= 0) {
            out.add(unknown);
        }
    }
}
