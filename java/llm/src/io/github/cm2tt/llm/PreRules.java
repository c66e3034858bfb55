// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How text is divided before byte-pair encoding, by the name that GGUF files have as
 * {@code tokenizer.ggml.pre}. Names and expressions are those of the models' tokenizers and of llama.cpp's
 * {@code src/llama-vocab.cpp}.
 *
 * @param expressions regular expressions that divide in turn
 * @param wholeFirst whether a piece that is a token is not divided by merges
 * @param addsBos whether prompts begin with the token BOS, unless the file says otherwise
 * @param isComposed whether the model's tokenizer normalizes to NFC
 */
record PreRules(List<String> expressions, boolean wholeFirst, boolean addsBos, boolean isComposed) {
    private static final String ANY_CASE = "(?i:'s|'t|'re|'ve|'m|'ll|'d)";
    private static final String WORD = "[^\\r\\n\\p{L}\\p{N}]?\\p{L}+";
    private static final String SPACES = "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    private static final String REST = " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|" + SPACES;
    private static final String CAPITALS = "\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}";
    private static final String SMALLS = "\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}";
    private static final String CJK = "[\\u4e00-\\u9fa5\\u3040-\\u309f\\u30a0-\\u30ff]+";
    private static final String THAI_AND_HAN = "[\\u4e00-\\u9fa5\\u0800-\\u4e00\\uac00-\\ud7ff]+";

    /** GPT-2's expression. */
    static final String GPT2 =
        "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

    private static final String LLAMA3 = ANY_CASE + "|" + WORD + "|\\p{N}{1,3}|" + REST;
    private static final String QWEN2 = ANY_CASE + "|" + WORD + "|\\p{N}|" + REST;
    private static final String QWEN35 = ANY_CASE + "|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}"
        + "| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|" + SPACES;
    private static final String DEEPSEEK3 = "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+"
        + "|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|" + SPACES;
    private static final String SEED =
        ANY_CASE + "|" + WORD + "|\\p{N}| ?[^\\s\\p{L}\\p{N}\\r\\n]+|" + SPACES;
    private static final String GPT4O =
        byCase(ANY_CASE + "?") + "|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|" + SPACES;
    private static final String TEKKEN = byCase("") + "|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|" + SPACES;

    private static final Map<String, PreRules> KNOWN = new TreeMap<>();

    static {
        add(rules("[\\p{P}\\$\\+<=>\\^~\\|]+", GPT2, "\\p{N}+", "[0-9][0-9][0-9]"), "default");
        add(rules(GPT2), "gpt-2", "phi-2", "mpt", "olmo", "jais", "trillion", "granite-docling", "exaone4",
            "gigachat", "mellum", "modern-bert");
        add(rules("\\p{N}", GPT2), "smollm", "starcoder", "refact", "command-r", "codeshell", "exaone",
            "minerva-7b");
        add(new PreRules(List.of(LLAMA3), true, true, false), "llama-bpe", "llama3", "llama-v3", "falcon3",
            "falcon-h1", "pixtral", "lfm2");
        add(rules(LLAMA3), "dbrx", "smaug-bpe", "glm4", "chatglm-bpe");
        add(new PreRules(List.of(QWEN2), false, false, true), "qwen2", "deepseek-r1-qwen", "megrez");
        add(rules(QWEN2), "stablelm2", "hunyuan", "solar-open", "grok-2");
        add(new PreRules(List.of(QWEN35), false, false, true), "qwen35");
        add(rules("\\p{N}{1,3}", CJK, DEEPSEEK3), "deepseek-v3", "hunyuan-dense", "joyai-llm");
        add(rules("[\\r\\n]", "\\s?\\p{L}+", "\\s?\\p{P}+", THAI_AND_HAN, "\\p{N}"), "deepseek-coder");
        add(rules("[\\p{P}\\$\\+<=>\\^~\\|`]+", GPT2, "[0-9][0-9][0-9]"), "falcon");
        add(rules(GPT4O), "gpt-4o", "llama4", "kanana2", "minimax-m2");
        add(new PreRules(List.of(TEKKEN), true, true, false), "tekken");
        add(rules(SEED), "seed-coder");
    }

    /** Words whose capitals come first, then the others; with an ending. */
    private static String byCase(String ending) {
        String before = "[^\\r\\n\\p{L}\\p{N}]?";
        return before + "[" + CAPITALS + "]*[" + SMALLS + "]+" + ending + "|" + before + "[" + CAPITALS
            + "]+[" + SMALLS + "]*" + ending;
    }

    private static PreRules rules(String... expressions) {
        return new PreRules(List.of(expressions), false, false, false);
    }

    private static void add(PreRules rules, String... names) {
        for (String name : names) {
            KNOWN.put(name, rules);
        }
    }

    /**
     * The rules of a name.
     *
     * @param source the name of the file in messages
     * @param name the value of {@code tokenizer.ggml.pre}
     * @throws ModelFileException if the name is not known
     */
    static PreRules of(String source, String name) {
        PreRules rules = KNOWN.get(name);
        if (rules == null) {
            throw new ModelFileException(source + ": the pre-tokenizer '" + name
                + "' (tokenizer.ggml.pre) is not known; known are " + String.join(", ", KNOWN.keySet())
                + ". The model's tokenizer.json can be used instead");
        }
        return rules;
    }

    List<Splitter> splitters() {
        return expressions.stream().<Splitter>map(RegexSplitter::isolated).toList();
    }
}
