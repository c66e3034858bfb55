// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Divides text into the tokens of a model, and joins them again. Byte-level byte-pair encoding,
 * SentencePiece's byte-pair encoding and unigram models are read from GGUF files, the first two also from
 * {@code tokenizer.json} of Hugging Face. Threads may share an instance.
 */
public final class Tokenizer {
    private static final BitSet NO_CONTENT = new BitSet();

    private final TokenizerParts parts;

    private Tokenizer(TokenizerParts parts) {
        this.parts = parts;
    }

    /**
     * The tokenizer of a model.
     *
     * @param file the model; it may be closed afterwards
     * @return its tokenizer
     * @throws ModelFileException if the file has none, or one that is malformed or not known
     */
    public static Tokenizer of(GgufFile file) {
        return new Tokenizer(new GgufTokenizer(file.fields()).read());
    }

    /**
     * The tokenizer of a model in the format of Hugging Face. Special tokens and the chat template are in
     * {@code tokenizer_config.json} and {@code chat_template.jinja} in the same folder, if these exist.
     *
     * @param file {@code tokenizer.json}
     * @return the tokenizer
     * @throws ModelFileException if a file is malformed, or has what is not supported
     * @throws IOException if a file cannot be read
     */
    public static Tokenizer ofJson(Path file) throws IOException {
        return new Tokenizer(JsonTokenizer.read(file));
    }

    /**
     * Divides a text, without the tokens that {@link #encodePrompt} adds. Surrogates without their other half
     * count as U+FFFD.
     *
     * @param text the text
     * @param specials whether tokens that control, such as {@code <|im_end|>}, are recognized in the text;
     *     false for text that is not trusted
     * @return the ids of its tokens
     */
    public int[] encode(String text, boolean specials) {
        var out = new TokenList();
        encode(text, specials, NO_CONTENT, out);
        return out.toArray(0);
    }

    /** The tokens of a conversation: those that control are not recognized in contents. */
    int[] encode(ChatText text) {
        var out = new TokenList();
        encode(text.toString(), true, text.contentCharacters(), out);
        return out.toArray(0);
    }

    /**
     * Divides a text, and adds the tokens BOS and EOS if the model wants them. BOS is not added twice.
     *
     * @param text the text
     * @param specials as for {@link #encode}
     * @return the ids of its tokens
     */
    public int[] encodePrompt(String text, boolean specials) {
        var out = new TokenList();
        boolean addsBos = parts.addsBos && parts.bos >= 0;
        if (addsBos) {
            out.add(parts.bos);
        }
        encode(text, specials, NO_CONTENT, out);
        if (parts.addsEos && parts.eos >= 0) {
            out.add(parts.eos);
        }
        int[] ids = out.toArray(0);
        return addsBos && ids.length > 1 && ids[1] == parts.bos ? out.toArray(1) : ids;
    }

    private void encode(String text, boolean specials, BitSet content, TokenList out) {
        parts.added.split(replaceLoneSurrogates(text), specials, content, new AddedTokens.Sink() {
            @Override
            public void text(String raw, int start) {
                int nextContent = content.nextSetBit(start);
                boolean hasContent = nextContent >= 0 && nextContent < start + raw.length();
                encodeNormalized(parts.normalizer.apply(raw), specials && !hasContent, start == 0, out);
            }

            @Override
            public void token(int id) {
                out.add(id);
            }
        });
    }

    private void encodeNormalized(String text, boolean specials, boolean isFirst, TokenList out) {
        parts.addedToNormalized.split(text, specials, NO_CONTENT, new AddedTokens.Sink() {
            @Override
            public void text(String raw, int start) {
                encodePieces(raw, isFirst && start == 0, out);
            }

            @Override
            public void token(int id) {
                out.add(id);
            }
        });
    }

    private void encodePieces(String text, boolean isFirst, TokenList out) {
        List<String> pieces = List.of(text);
        for (Splitter splitter : parts.splitters) {
            List<String> finer = new ArrayList<>();
            for (int i = 0; i < pieces.size(); i++) {
                splitter.split(pieces.get(i), isFirst && i == 0, finer);
            }
            pieces = finer;
        }
        for (String piece : pieces) {
            parts.model.encode(piece, out);
        }
    }

    private static String replaceLoneSurrogates(String text) {
        StringBuilder out = null;
        for (int i = 0; i < text.length(); i++) {
            if (!Character.isSurrogate(text.charAt(i))) {
                continue;
            }
            if (Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                i++;
                continue;
            }
            out = out == null ? new StringBuilder(text) : out;
            out.setCharAt(i, '\ufffd');
        }
        return out == null ? text : out.toString();
    }

    /**
     * Joins tokens to a text, without those that control. Bytes that are no UTF-8 become U+FFFD.
     *
     * @param ids the tokens
     * @return their text
     * @throws IllegalArgumentException if an id is not of the vocabulary
     */
    public String decode(int... ids) {
        return decode(ids, false);
    }

    /**
     * Joins tokens to a text.
     *
     * @param ids the tokens
     * @param specials whether the text contains tokens that control
     * @return their text
     * @throws IllegalArgumentException if an id is not of the vocabulary
     */
    public String decode(int[] ids, boolean specials) {
        var text = new ByteArrayOutputStream(4 * ids.length);
        for (int id : ids) {
            requireId(id);
            if (specials || !parts.controls.contains(id)) {
                text.writeBytes(bytes(id));
            }
        }
        byte[] bytes = text.toByteArray();
        int start = parts.stripsSpace && bytes.length > 0 && bytes[0] == ' ' ? 1 : 0;
        return new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
    }

    /**
     * A decoder of tokens that are generated one after another, without those that control. A space at the
     * begin is kept, since the tokens continue a text.
     *
     * @return a new decoder
     */
    public Decoder decoder() {
        return new Decoder();
    }

    /** Joins tokens one by one, and returns text as soon as it is complete UTF-8. For one thread. */
    public final class Decoder {
        private final Utf8Stream stream = new Utf8Stream();

        private Decoder() {}

        /**
         * Adds a token.
         *
         * @param id the token
         * @return the text that is complete with it, or an empty text
         * @throws IllegalArgumentException if the id is not of the vocabulary
         */
        public String add(int id) {
            requireId(id);
            return parts.controls.contains(id) ? "" : stream.add(bytes(id));
        }

        /**
         * Ends the text.
         *
         * @return U+FFFD if bytes of a character are missing; otherwise an empty text
         */
        public String finish() {
            return stream.finish();
        }
    }

    /** The bytes that a token adds to a text. */
    private byte[] bytes(int id) {
        String text = parts.vocabulary.text(id);
        switch (parts.vocabulary.kind(id)) {
            case NORMAL:
            case UNUSED:
                if (parts.subwordPrefix != null) {
                    return subword(text).getBytes(StandardCharsets.UTF_8);
                }
                return parts.isByteLevel
                    ? ByteLetters.decode(text)
                    : text.replace(SpaceMarks.MARK, ' ').getBytes(StandardCharsets.UTF_8);
            case BYTE:
                return new byte[] {(byte) Vocabulary.byteOf(text)};
            default:
                String shown = parts.isByteLevel ? text : text.replace(SpaceMarks.MARK, ' ');
                return shown.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** The text that a token adds, of a model of words and of their parts. */
    private String subword(String text) {
        return text.startsWith(parts.subwordPrefix) ? text.substring(parts.subwordPrefix.length())
                                                    : " " + text;
    }

    private void requireId(int id) {
        if (id < 0 || id >= vocabularySize()) {
            throw new IllegalArgumentException(
                "the vocabulary has no token " + id + ", it has " + vocabularySize());
        }
    }

    /**
     * The number of ids.
     *
     * @return one more than the greatest id
     */
    public int vocabularySize() {
        return parts.vocabulary.size();
    }

    /**
     * The text of a token, as in the vocabulary: with letters for bytes, or U+2581 for spaces.
     *
     * @param id the token
     * @return its text
     * @throws IllegalArgumentException if the id is not of the vocabulary
     */
    public String text(int id) {
        requireId(id);
        return parts.vocabulary.text(id);
    }

    /**
     * The token of a text, as in the vocabulary.
     *
     * @param text its text, such as {@code <|im_end|>}
     * @return its id, or -1
     */
    public int id(String text) {
        return parts.vocabulary.id(Objects.requireNonNull(text));
    }

    /**
     * The token that begins a text (BOS).
     *
     * @return its id, or -1
     */
    public int bos() {
        return parts.bos;
    }

    /**
     * The token that ends a text (EOS).
     *
     * @return its id, or -1
     */
    public int eos() {
        return parts.eos;
    }

    /**
     * The token of what the vocabulary cannot represent.
     *
     * @return its id, or -1
     */
    public int unknown() {
        return parts.unknown;
    }

    /**
     * The token that fills batches.
     *
     * @return its id, or -1
     */
    public int padding() {
        return parts.padding;
    }

    /**
     * Whether {@link #encodePrompt} adds BOS.
     *
     * @return whether the model wants it
     */
    public boolean addsBos() {
        return parts.addsBos && parts.bos >= 0;
    }

    /**
     * Whether {@link #encodePrompt} adds EOS.
     *
     * @return whether the model wants it
     */
    public boolean addsEos() {
        return parts.addsEos && parts.eos >= 0;
    }

    /**
     * Whether generation ends with a token: EOS, and those that end a message, such as {@code <|eot_id|>}.
     *
     * @param id the token
     * @return whether it ends
     */
    public boolean isEnd(int id) {
        return parts.ends.contains(id);
    }

    /**
     * Whether a token controls, so that it is not part of a text.
     *
     * @param id the token
     * @return whether it controls
     */
    public boolean isControl(int id) {
        return parts.controls.contains(id);
    }

    /**
     * The template of conversations, in the language Jinja, for {@link ChatTemplate#of}.
     *
     * @return the template, if the file has one
     */
    public Optional<String> chatTemplate() {
        return Optional.ofNullable(parts.chatTemplate);
    }
}
