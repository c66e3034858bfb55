// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.Arrays;

/**
 * A unigram model (Kudo, 2018): of all divisions of a piece into tokens, that with the greatest sum of
 * scores, by Viterbi's algorithm. A character that begins no token of one character counts as an unknown
 * token with a score of 10 less than the least. Sums have single precision, as those of SentencePiece, which
 * decides between equals.
 */
final class UnigramModel implements TokenModel {
    private static final float UNKNOWN_PENALTY = 10;

    private final Vocabulary vocabulary;
    private final int unknown;
    private final TextTrie trie = new TextTrie();
    private final float unknownScore;

    /**
     * A model.
     *
     * @param vocabulary the tokens with scores; those that are user-defined have the score 0
     * @param unknown the token of characters for which there is no token and no bytes; adjacent ones are one
     *     token
     */
    UnigramModel(Vocabulary vocabulary, int unknown) {
        this.vocabulary = vocabulary;
        this.unknown = unknown;
        float least = Float.POSITIVE_INFINITY;
        for (int id = 0; id < vocabulary.size(); id++) {
            String text = vocabulary.text(id);
            if (!text.isEmpty() && vocabulary.plainId(text) == id) {
                trie.put(text, id);
                if (vocabulary.kind(id) == Vocabulary.Kind.NORMAL) {
                    least = Math.min(least, vocabulary.score(id));
                }
            }
        }
        unknownScore = (least == Float.POSITIVE_INFINITY ? 0 : least) - UNKNOWN_PENALTY;
    }

    @Override
    public void encode(String piece, TokenList out) {
        int length = piece.length();
        float[] best = new float[length + 1];
        int[] tokens = new int[length + 1];
        int[] starts = new int[length + 1];
        Arrays.fill(best, Float.NEGATIVE_INFINITY);
        best[0] = 0;
        for (int i = 0; i < length; i += Character.charCount(piece.codePointAt(i))) {
            extend(piece, i, best, tokens, starts);
        }
        int count = 0;
        int[] ends = new int[length];
        for (int end = length; end > 0; end = starts[end]) {
            ends[count++] = end;
        }
        emit(piece, ends, count, tokens, starts, out);
    }

    private void extend(String piece, int start, float[] best, int[] tokens, int[] starts) {
        int characterEnd = start + Character.charCount(piece.codePointAt(start));
        boolean hasCharacter = false;
        int node = 0;
        for (int end = start + 1; end <= piece.length(); end++) {
            node = trie.step(node, piece.charAt(end - 1));
            if (node < 0) {
                break;
            }
            int id = trie.value(node);
            if (id >= 0) {
                boolean isFree = vocabulary.kind(id) == Vocabulary.Kind.USER_DEFINED;
                float score = best[start] + (isFree ? 0 : vocabulary.score(id));
                improve(end, start, id, score, best, tokens, starts);
                hasCharacter |= end == characterEnd;
            }
        }
        if (!hasCharacter) {
            improve(characterEnd, start, -1, best[start] + unknownScore, best, tokens, starts);
        }
    }

    private static void improve(
        int end, int start, int id, float score, float[] best, int[] tokens, int[] starts) {
        if (score > best[end]) {
            best[end] = score;
            tokens[end] = id;
            starts[end] = start;
        }
    }

    private void emit(String piece, int[] ends, int count, int[] tokens, int[] starts, TokenList out) {
        for (int i = count - 1; i >= 0; i--) {
            int id = tokens[ends[i]];
            int start = starts[ends[i]];
            if (id >= 0) {
                out.add(id);
                continue;
            }
            while (i > 0 && tokens[ends[i - 1]] < 0) {
                i--;
            }
            if (!ByteTokens.add(vocabulary, piece.substring(start, ends[i]), out) && unknown >= 0) {
                out.add(unknown);
            }
        }
    }
}
