// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.ArrayList;
import java.util.List;

/** A way to write conversations, which many models share, with what differs between their templates. */
interface ChatFormat {
    /**
     * Writes a conversation.
     *
     * @param messages the messages, at least one
     * @param generates whether the assistant's next message begins at the end
     * @param out receives the text
     */
    void write(List<ChatMessage> messages, boolean generates, ChatText out);

    /**
     * Messages between marks, each for itself.
     *
     * @param begin before the first message
     * @param open before the role
     * @param middle after the role
     * @param close after the content
     * @param trims whether white space around contents is removed
     * @param defaultSystem the system's message if the first has another role; null for no message
     * @param end after the last message if no message is generated
     */
    record Marked(String begin, String open, String middle, String close, boolean trims, String defaultSystem,
        String end) implements ChatFormat {
        @Override
        public void write(List<ChatMessage> messages, boolean generates, ChatText out) {
            out.markup(begin);
            if (defaultSystem != null && !messages.get(0).role().equals("system")) {
                out.markup(open + "system" + middle + defaultSystem + close);
            }
            for (ChatMessage message : messages) {
                String content = trims ? message.content().strip() : message.content();
                out.markup(open + message.role() + middle).content(content).markup(close);
            }
            out.markup(generates ? open + "assistant" + middle : end);
        }
    }

    /**
     * Llama 3.1 and later: the system's message always exists, and begins with dates.
     *
     * @param plain the format without this message
     * @param dates the begin of the system's message
     */
    record Dated(Marked plain, String dates) implements ChatFormat {
        @Override
        public void write(List<ChatMessage> messages, boolean generates, ChatText out) {
            boolean hasSystem = messages.get(0).role().equals("system");
            out.markup(plain.begin + plain.open + "system" + plain.middle + dates);
            if (hasSystem) {
                out.content(messages.get(0).content().strip());
            }
            out.markup(plain.close);
            List<ChatMessage> others = hasSystem ? messages.subList(1, messages.size()) : messages;
            var rest = new Marked("", plain.open, plain.middle, plain.close, plain.trims, null, plain.end);
            rest.write(others, generates, out);
        }
    }

    /**
     * Gemma: the assistant is {@code model}; the system's message begins that of the user.
     *
     * @param begin before the first message
     */
    record Turns(String begin) implements ChatFormat {
        @Override
        public void write(List<ChatMessage> messages, boolean generates, ChatText out) {
            out.markup(begin);
            String system = "";
            for (ChatMessage message : requireKnownRoles(messages)) {
                if (message.role().equals("system")) {
                    // Neither Gemma's template nor this trims it.
                    system = message.content() + "\n\n";
                    continue;
                }
                boolean isUser = message.role().equals("user");
                out.markup("<start_of_turn>" + (isUser ? "user\n" : "model\n"));
                out.content(isUser ? system : "").content(message.content().strip());
                out.markup("<end_of_turn>\n");
                system = isUser ? "" : system;
            }
            out.markup(generates ? "<start_of_turn>model\n" : "");
        }
    }

    /**
     * Llama 2 and Mistral: the user's messages are instructions; the assistant's end with EOS.
     *
     * @param begin before the first message
     * @param beginEach before each instruction
     * @param open before an instruction
     * @param close after an instruction
     * @param beforeAnswer before the assistant's message
     * @param afterAnswer after the assistant's message
     * @param trims whether white space around instructions is removed
     * @param trimsAnswers whether white space around the assistant's messages is removed
     * @param openSystem before the system's message
     * @param closeSystem after the system's message
     * @param systemIsLast whether the last message, if it is an instruction, has the system's message;
     *     otherwise the first message
     */
    record Instructions(String begin, String beginEach, String open, String close, String beforeAnswer,
        String afterAnswer, boolean trims, boolean trimsAnswers, String openSystem, String closeSystem,
        boolean systemIsLast) implements ChatFormat {
        @Override
        public void write(List<ChatMessage> messages, boolean generates, ChatText out) {
            var rest = new ArrayList<>(requireKnownRoles(messages));
            ChatMessage system = rest.get(0).role().equals("system") ? rest.remove(0) : null;
            int bearer = systemIsLast ? rest.size() - 1 : 0;
            out.markup(begin);
            for (int i = 0; i < rest.size(); i++) {
                String content = rest.get(i).content();
                if (rest.get(i).role().equals("assistant")) {
                    out.markup(beforeAnswer)
                        .content(trimsAnswers ? content.strip() : content)
                        .markup(afterAnswer);
                    continue;
                }
                out.markup(beginEach + open);
                boolean bears = system != null && i == bearer;
                if (bears) {
                    out.markup(openSystem).content(system.content()).markup(closeSystem);
                }
                // White space before is inside of an instruction that begins with the system's message.
                String trimmed = bears ? content.stripTrailing() : content.strip();
                out.content(trims ? trimmed : content).markup(close);
            }
        }
    }

    /** The messages, whose roles are those that every model knows; the system's is the first. */
    private static List<ChatMessage> requireKnownRoles(List<ChatMessage> messages) {
        for (int i = 0; i < messages.size(); i++) {
            String role = messages.get(i).role();
            if (!role.equals("user") && !role.equals("assistant") && !(role.equals("system") && i == 0)) {
                throw new IllegalArgumentException("message " + i + " has the role '" + role
                    + "'; this model knows 'user', 'assistant', and 'system' for the first");
            }
        }
        return messages;
    }
}
