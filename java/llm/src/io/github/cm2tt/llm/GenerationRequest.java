// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A request to generate text, as OpenAI's routes have it.
 *
 * @param isChat whether it is a conversation; otherwise a text is continued
 * @param param the field with the text, for messages
 * @param prompt the tokens
 * @param options how tokens are chosen
 * @param isStreamed whether the client wants pieces as they come
 * @param includesUsage whether the numbers of tokens follow the pieces
 */
record GenerationRequest(boolean isChat, String param, int[] prompt, GenerationOptions options,
    boolean isStreamed, boolean includesUsage) {
    private static final int DEFAULT_COMPLETION_TOKENS = 16;
    private static final int MAX_STOPS = 16;
    private static final int MAX_STOP_LENGTH = 1024;

    /** Reads a request of /v1/chat/completions; the template may be null if the model has none. */
    static GenerationRequest chat(RequestFields fields, LanguageModel model, ChatTemplate template) {
        for (String name : List.of("tools", "functions")) {
            fields.supportOnly(name, List.of());
        }
        fields.supportOnly("top_logprobs");
        fields.supportOnly("logprobs", false);
        fields.supportOnly("response_format", Map.of("type", "text"));
        fields.supportOnly("modalities", List.of("text"));
        List<ChatMessage> messages = messages(fields);
        if (template == null) {
            throw new RequestException(400, "messages", "no_chat_template",
                "the model has no chat template that is known; /v1/completions continues texts");
        }
        int[] prompt;
        try {
            prompt = template.encode(messages, true);
        } catch (IllegalArgumentException fault) {
            throw RequestException.of("messages", fault.getMessage());
        }
        long most = fields.integer("max_tokens", model.options().contextLength(), 1, Integer.MAX_VALUE);
        most = fields.integer("max_completion_tokens", most, 1, Integer.MAX_VALUE);
        return of(fields, true, "messages", prompt, model, (int) most);
    }

    /** Reads a request of /v1/completions. */
    static GenerationRequest completion(RequestFields fields, LanguageModel model) {
        fields.supportOnly("echo", false);
        fields.supportOnly("best_of", 1);
        fields.supportOnly("suffix", "");
        fields.supportOnly("logprobs");
        int[] prompt = prompt(fields, fields.required("prompt"), model, true);
        long most = fields.integer("max_tokens", DEFAULT_COMPLETION_TOKENS, 1, Integer.MAX_VALUE);
        return of(fields, false, "prompt", prompt, model, (int) most);
    }

    private static GenerationRequest of(RequestFields fields, boolean isChat, String param, int[] prompt,
        LanguageModel model, int maxTokens) {
        fields.supportOnly("n", 1);
        fields.supportOnly("presence_penalty", 0);
        fields.supportOnly("frequency_penalty", 0);
        fields.supportOnly("logit_bias", Map.of());
        if (prompt.length == 0) {
            throw RequestException.of(param, "expected a text, found an empty one");
        }
        int most = model.options().contextLength() - 1;
        if (prompt.length > most) {
            throw RequestException.tooLong(param, prompt.length, most, RequestException.GREATER_CONTEXT);
        }
        long seed =
            fields.integer("seed", ThreadLocalRandom.current().nextLong(), Long.MIN_VALUE, Long.MAX_VALUE);
        float topP = (float) fields.number("top_p", 1, 0, 1);
        var options = new GenerationOptions(maxTokens, (float) fields.number("temperature", 1, 0, 100),
            (int) Math.max(0, fields.integer("top_k", 0, -1, Integer.MAX_VALUE)),
            Math.max(topP, Float.MIN_NORMAL), (float) fields.number("min_p", 0, 0, 1), seed, stops(fields));
        RequestFields stream = fields.object("stream_options");
        return new GenerationRequest(isChat, param, prompt, options, fields.flag("stream", false),
            stream != null && stream.flag("include_usage", false));
    }

    private static List<ChatMessage> messages(RequestFields fields) {
        List<ChatMessage> messages = new ArrayList<>();
        for (Object each : fields.list("messages")) {
            String path = "messages[" + messages.size() + "]";
            RequestFields message = RequestFields.of(path + ".", each);
            message.supportOnly("tool_calls", List.of());
            message.required("role");
            String role = message.string("role", "");
            String text = role.equals("assistant") && !message.has("content") ? "" : content(message, path);
            try {
                messages.add(new ChatMessage(role.equals("developer") ? "system" : role, text));
            } catch (IllegalArgumentException fault) {
                throw RequestException.of(path + ".role", fault.getMessage());
            }
        }
        if (messages.isEmpty()) {
            throw RequestException.of("messages", "expected at least one message");
        }
        return messages;
    }

    /** The content of a message: a text, or parts that are texts. */
    private static String content(RequestFields message, String path) {
        Object content = message.required("content");
        if (content instanceof String text) {
            return text;
        }
        if (!(content instanceof List<?> parts)) {
            throw message.wrongType("content", "a string or an array of parts", content);
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            RequestFields part = RequestFields.of(path + ".content[" + i + "].", parts.get(i));
            part.required("type");
            part.supportOnly("type", "text");
            part.required("text");
            text.append(part.string("text", ""));
        }
        return text.toString();
    }

    /** The tokens of a text, of an array of one text, of tokens, or of an array of one of these. */
    private static int[] prompt(RequestFields fields, Object value, LanguageModel model, boolean isOuter) {
        if (value instanceof String text) {
            return model.tokenizer().encodePrompt(text, false);
        }
        if (!(value instanceof List<?> list)) {
            throw fields.wrongType("prompt", "a string or an array of tokens", value);
        }
        boolean isNested = !list.isEmpty() && !(list.get(0) instanceof Number);
        if (isOuter && isNested && list.size() == 1) {
            return prompt(fields, list.get(0), model, false);
        }
        if (isNested) {
            throw RequestException.of("prompt",
                "expected one text or its tokens, found an array of " + list.size()
                    + "; send a request for each");
        }
        int[] tokens = new int[list.size()];
        for (int i = 0; i < tokens.length; i++) {
            long token = fields.integer("prompt", list.get(i));
            if (token < 0 || token >= model.tokenizer().vocabularySize()) {
                throw RequestException.of("prompt", "the vocabulary has no token " + token);
            }
            tokens[i] = (int) token;
        }
        return tokens;
    }

    private static List<String> stops(RequestFields fields) {
        if (!fields.has("stop")) {
            return List.of();
        }
        List<?> list =
            fields.value("stop") instanceof List<?> several ? several : List.of(fields.value("stop"));
        if (list.size() > MAX_STOPS) {
            throw RequestException.of(
                "stop", "expected at most " + MAX_STOPS + " texts, found " + list.size());
        }
        List<String> stops = new ArrayList<>();
        for (Object each : list) {
            if (!(each instanceof String text)) {
                throw fields.wrongType("stop", "a string or an array of strings", each);
            }
            if (text.isEmpty() || text.length() > MAX_STOP_LENGTH) {
                throw RequestException.of("stop",
                    "expected texts of 1 to " + MAX_STOP_LENGTH + " characters, found " + text.length());
            }
            stops.add(text);
        }
        return stops;
    }
}
