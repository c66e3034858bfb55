// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads which tokens begin and end texts: from the {@code post_processor} of {@code tokenizer.json}, and the
 * files {@code tokenizer_config.json}, {@code generation_config.json} and {@code chat_template.jinja} in its
 * folder.
 */
final class JsonSpecials {
    private static final long MAX_TEMPLATE_BYTES = 1 << 20;

    private final Path file;
    private final TokenizerParts parts;

    JsonSpecials(Path file, TokenizerParts parts) {
        this.file = file;
        this.parts = parts;
    }

    void read(Fields root) throws IOException {
        Path config = file.resolveSibling("tokenizer_config.json");
        boolean hasProcessor = root.has("post_processor");
        if (Files.exists(config)) {
            readConfig(Json.fields(Json.parse(config), config.toString()), hasProcessor);
        }
        if (hasProcessor) {
            readProcessor(root.fields("post_processor"));
        }
        Path generation = file.resolveSibling("generation_config.json");
        if (Files.exists(generation)) {
            readGeneration(Json.fields(Json.parse(generation), generation.toString()));
        }
        Path template = file.resolveSibling("chat_template.jinja");
        if (Files.exists(template)) {
            if (Files.size(template) > MAX_TEMPLATE_BYTES) {
                throw new ModelFileException(
                    template + ": a template of more than " + MAX_TEMPLATE_BYTES + " bytes");
            }
            parts.chatTemplate = Files.readString(template);
        }
        parts.completeEnds();
    }

    private void readConfig(Fields config, boolean hasProcessor) {
        parts.bos = readToken(config, "bos_token", parts.bos);
        parts.eos = readToken(config, "eos_token", parts.eos);
        parts.unknown = readToken(config, "unk_token", parts.unknown);
        parts.padding = readToken(config, "pad_token", parts.padding);
        if (!hasProcessor) {
            parts.addsBos = config.flag("add_bos_token", false);
            parts.addsEos = config.flag("add_eos_token", false);
        }
        Object template = config.values().get("chat_template");
        if (template instanceof List<?> templates) {
            for (Object item : templates) {
                Fields named = Json.fields(item, config.source() + ": chat_template");
                if (named.string("name").equals("default")) {
                    parts.chatTemplate = named.string("template");
                }
            }
        } else if (template != null) {
            parts.chatTemplate = config.string("chat_template");
        }
    }

    /** A token is its text, or an object that contains it. */
    private int readToken(Fields config, String key, int absent) {
        if (!config.has(key)) {
            return absent;
        }
        boolean isText = config.values().get(key) instanceof String;
        return parts.vocabulary.id(isText ? config.string(key) : config.fields(key).string("content"));
    }

    private void readGeneration(Fields generation) {
        Object ends = generation.values().get("eos_token_id");
        if (ends instanceof Long) {
            addEnd(generation.integer("eos_token_id"));
        } else if (ends != null) {
            for (long id : generation.integers("eos_token_id")) {
                addEnd(id);
            }
        }
    }

    private void addEnd(long id) {
        if (id >= 0 && id < parts.vocabulary.size()) {
            parts.addEnd((int) id);
        }
    }

    private void readProcessor(Fields processor) {
        switch (processor.string("type")) {
            case "Sequence":
                for (Object item : processor.list("processors")) {
                    readProcessor(Json.fields(item, file + ": processors"));
                }
                break;
            case "TemplateProcessing":
                readTemplate(processor);
                break;
            case "RobertaProcessing":
            case "BertProcessing":
                parts.addsBos = true;
                parts.addsEos = true;
                parts.bos = readPair(processor, "cls");
                parts.eos = readPair(processor, "sep");
                break;
            case "ByteLevel":
                break;
            default:
                throw processor.error("type", "is a processor that is not supported");
        }
    }

    private int readPair(Fields processor, String key) {
        List<?> pair = processor.list(key);
        if (pair.isEmpty() || !(pair.get(0) instanceof String text)) {
            throw processor.error(key, "is not a text and an id");
        }
        return parts.vocabulary.id(text);
    }

    /** Tokens before and after the text. */
    private void readTemplate(Fields processor) {
        boolean isAfter = false;
        for (Object item : processor.list("single")) {
            Fields element = Json.fields(item, file + ": single");
            if (!element.has("SpecialToken")) {
                isAfter = true;
                continue;
            }
            int id = parts.vocabulary.id(element.fields("SpecialToken").string("id"));
            if (isAfter) {
                parts.addsEos = true;
                parts.eos = id;
            } else {
                parts.addsBos = true;
                parts.bos = id;
            }
        }
    }
}
