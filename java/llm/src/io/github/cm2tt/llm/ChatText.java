// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.BitSet;

/** A conversation as text, with the information what of it is content of messages. */
final class ChatText {
    private final StringBuilder text = new StringBuilder();
    private final BitSet content = new BitSet();

    /** Adds text of the template. */
    ChatText markup(String part) {
        text.append(part);
        return this;
    }

    /** Adds text of a message. */
    ChatText content(String part) {
        content.set(text.length(), text.length() + part.length());
        text.append(part);
        return this;
    }

    /** The characters that are content. */
    BitSet contentCharacters() {
        return content;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
