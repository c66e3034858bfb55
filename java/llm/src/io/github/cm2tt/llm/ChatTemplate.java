// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes conversations as the text that a model was trained with. Models contain a template in the language
 * Jinja; this class does not run it, but recognizes common ones by their marks: ChatML (SmolLM2, Qwen and
 * many others), Phi-4, Llama 3, Llama 2, Mistral, Gemma, Zephyr and Phi-3.
 */
public final class ChatTemplate {
    private static final String NEWLINE = "(?:\n|\\\\n)";
    private static final Pattern DEFAULT_SYSTEM =
        Pattern.compile("<\\|im_start\\|>system" + NEWLINE + "([^<>{}'\"+]+)<\\|im_end\\|>");
    private static final Pattern BEGINS_WITH_BOS = Pattern.compile("\\{\\{-?\\s*bos_token");
    private static final Pattern TRIMS = Pattern.compile("\\|\\s*trim|\\.strip\\(\\)");
    private static final Pattern DATE = Pattern.compile("date_string = \"([^\"]{1,40})\"");
    private static final Pattern LINE_AFTER_ROLE =
        Pattern.compile("<\\|user\\|>" + NEWLINE + "|\\|>['\"]?\\s*\\+?\\s*['\"]?" + NEWLINE);
    private static final Pattern ENDS_WITH_EOS = Pattern.compile(
        "\\{%-?\\s*else\\s*-?%\\}\\s*\\{\\{-?\\s*eos_token\\s*-?\\}\\}\\s*\\{%-?\\s*endif\\s*-?%\\}\\s*$");

    private final ChatFormat format;
    private final Tokenizer tokenizer;
    private final UnaryOperator<String> answers;

    private ChatTemplate(ChatFormat format, Tokenizer tokenizer, UnaryOperator<String> answers) {
        this.format = format;
        this.tokenizer = tokenizer;
        this.answers = answers;
    }

    /**
     * The template of a model.
     *
     * @param tokenizer the model's tokenizer
     * @return its template
     * @throws ModelFileException if the model has none, or one that is not known
     */
    public static ChatTemplate of(Tokenizer tokenizer) {
        String text = tokenizer.chatTemplate().orElseThrow(
            ()
                -> new ModelFileException(
                    "the model has no chat template: it was not trained for conversations;"
                    + " give it a prompt, or name the template of its family"));
        return of(text, tokenizer);
    }

    /**
     * A template.
     *
     * @param template the text in Jinja, or the marks of a known template, such as {@code <|im_start|>}
     * @param tokenizer the model's tokenizer, for BOS, EOS and {@link #encode}
     * @return the template
     * @throws ModelFileException if it is not known
     */
    public static ChatTemplate of(String template, Tokenizer tokenizer) {
        // Qwen 3 and others: earlier answers are without the thoughts before them.
        boolean dropsThoughts = template.contains("</think>") && template.contains("split");
        UnaryOperator<String> answers =
            dropsThoughts ? ChatTemplate::withoutThoughts : UnaryOperator.identity();
        return new ChatTemplate(format(template, tokenizer), tokenizer, answers);
    }

    private static String withoutThoughts(String content) {
        int end = content.lastIndexOf("</think>");
        return end < 0 ? content : content.substring(end + "</think>".length()).replaceFirst("^\n+", "");
    }

    private static ChatFormat format(String template, Tokenizer tokenizer) {
        String bos = text(tokenizer, tokenizer.bos());
        String eos = text(tokenizer, tokenizer.eos());
        String begin = BEGINS_WITH_BOS.matcher(template).find() ? bos : "";
        boolean trims = TRIMS.matcher(template).find();
        if (template.contains("<|im_sep|>")) {
            return new ChatFormat.Marked(begin, "<|im_start|>", "<|im_sep|>", "<|im_end|>", trims, null, "");
        }
        if (template.contains("<|im_start|>")) {
            Matcher system = DEFAULT_SYSTEM.matcher(template);
            return new ChatFormat.Marked(begin, "<|im_start|>", "\n", "<|im_end|>\n", trims,
                system.find() ? system.group(1) : null, "");
        }
        if (template.contains("<|start_header_id|>")) {
            return llama3(template, bos);
        }
        if (template.contains("<start_of_turn>")) {
            return new ChatFormat.Turns(bos);
        }
        if (template.contains("[INST]")) {
            return template.contains("<<SYS>>") ? llama2(bos, eos) : mistral(template, bos, eos);
        }
        boolean isRole = template.contains("<|user|>") || template.contains("<|assistant|>");
        if (isRole && template.contains("<|end|>")) {
            String line = LINE_AFTER_ROLE.matcher(template).find() ? "\n" : "";
            String end = ENDS_WITH_EOS.matcher(template).find() ? eos : "";
            return new ChatFormat.Marked(begin, "<|", "|>" + line, "<|end|>" + line, trims, null, end);
        }
        if (isRole && template.contains("eos_token")) {
            return new ChatFormat.Marked(begin, "<|", "|>\n", eos + "\n", trims, null, "");
        }
        throw new ModelFileException("the chat template of the model is not known: it has none of the marks"
            + " <|im_start|>, <|start_header_id|>, <start_of_turn>, [INST], <|user|> with <|end|> or"
            + " eos_token. Write the conversation as in the model's documentation, and give it as a prompt."
            + " The template: " + template.substring(0, Math.min(200, template.length())));
    }

    private static ChatFormat llama3(String template, String bos) {
        var plain = new ChatFormat.Marked(
            bos, "<|start_header_id|>", "<|end_header_id|>\n\n", "<|eot_id|>", true, null, "");
        if (!template.contains("Cutting Knowledge Date")) {
            return plain;
        }
        Matcher fixed = DATE.matcher(template);
        String date = !template.contains("strftime_now") && fixed.find()
            ? fixed.group(1)
            : String.format(Locale.ENGLISH, "%1$td %1$tb %1$tY", LocalDate.now());
        return new ChatFormat.Dated(
            plain, "Cutting Knowledge Date: December 2023\nToday Date: " + date + "\n\n");
    }

    private static ChatFormat llama2(String bos, String eos) {
        return new ChatFormat.Instructions(
            "", bos, "[INST] ", " [/INST]", " ", " " + eos, true, true, "<<SYS>>\n", "\n<</SYS>>\n\n", false);
    }

    /** Mistral's versions differ in spaces, and in the instruction that has the system's message. */
    private static ChatFormat mistral(String template, String bos, String eos) {
        String open = template.contains("[INST] ") ? "[INST] " : "[INST]";
        String close = template.contains(" [/INST]") ? " [/INST]" : "[/INST]";
        boolean hasSpace = Pattern.compile("['\"] ['\"] ?\\+ ?message").matcher(template).find();
        boolean systemIsLast = template.contains("loop.last and system_message");
        return new ChatFormat.Instructions(bos, "", open, close, hasSpace ? " " : "", eos, false,
            TRIMS.matcher(template).find(), "", "\n\n", systemIsLast);
    }

    private static String text(Tokenizer tokenizer, int id) {
        return id < 0 ? "" : tokenizer.text(id);
    }

    /**
     * Writes a conversation.
     *
     * @param messages the messages, at least one
     * @param generates whether the assistant's next message begins at the end, as for generation
     * @return the text, with BOS if the template begins with it
     * @throws IllegalArgumentException if there are no messages, or their roles are not known to the template
     */
    public String format(List<ChatMessage> messages, boolean generates) {
        return write(messages, generates).toString();
    }

    /**
     * Writes a conversation as tokens. Tokens that control are recognized in the template alone, not in the
     * contents of messages; otherwise the tokens are those of {@link #format}.
     *
     * @param messages the messages, at least one
     * @param generates whether the assistant's next message begins at the end, as for generation
     * @return the ids of the tokens
     * @throws IllegalArgumentException as {@link #format}
     */
    public int[] encode(List<ChatMessage> messages, boolean generates) {
        return tokenizer.encode(write(messages, generates));
    }

    private ChatText write(List<ChatMessage> messages, boolean generates) {
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("a conversation without messages");
        }
        var out = new ChatText();
        format.write(messages.stream().map(this::withoutThoughts).toList(), generates, out);
        return out;
    }

    private ChatMessage withoutThoughts(ChatMessage message) {
        return message.role().equals("assistant")
            ? new ChatMessage("assistant", answers.apply(message.content()))
            : message;
    }
}
