// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.Objects;

/**
 * A message of a conversation.
 *
 * @param role who speaks: {@code system}, {@code user}, {@code assistant}; some templates know others.
 *     Letters, digits and underscores
 * @param content the text, which is not trusted: tokens that control are not recognized in it
 */
public record ChatMessage(String role, String content) {
    /**
     * A message.
     *
     * @param role who speaks
     * @param content the text
     * @throws IllegalArgumentException if the role has other characters
     */
    public ChatMessage {
        Objects.requireNonNull(content);
        if (role.isEmpty()
            || !role.chars().allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || c == '_'))) {
            throw new IllegalArgumentException(
                "a role has letters, digits and underscores, not '" + role + "'");
        }
    }
}
