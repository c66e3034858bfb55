// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.llm.ChatMessage;
import io.github.cm2tt.llm.ChatTemplate;
import io.github.cm2tt.llm.GgufFile;
import io.github.cm2tt.llm.Tokenizer;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The tokens of texts, for check_tokenizer.py: {@code EncodeStrings MODEL encode|chat}. A text is a length
 * and bytes in UTF-8. For each of the texts of the input, whose number is first, writes the tokens as {@code
 * encode} finds them with special ones and their decoded text; for a conversation, which is a number of roles
 * and contents, the text of the model's template.
 */
final class EncodeStrings {
    private EncodeStrings() {}

    public static void main(String[] arguments) throws IOException {
        var in = new DataInputStream(new BufferedInputStream(System.in));
        var out = new DataOutputStream(new BufferedOutputStream(System.out));
        Tokenizer tokenizer = load(Path.of(arguments[0]));
        for (int count = in.readInt(); count > 0; count--) {
            if (arguments[1].equals("chat")) {
                writeConversation(in, out, tokenizer);
            } else {
                int[] ids = tokenizer.encode(readText(in), true);
                out.writeInt(ids.length);
                for (int id : ids) {
                    out.writeInt(id);
                }
                writeText(out, tokenizer.decode(ids, true));
            }
        }
        out.flush();
    }

    private static Tokenizer load(Path path) throws IOException {
        if (path.toString().endsWith(".json")) {
            return Tokenizer.ofJson(path);
        }
        try (var file = GgufFile.open(path)) {
            return Tokenizer.of(file);
        }
    }

    private static void writeConversation(DataInputStream in, DataOutputStream out, Tokenizer tokenizer)
        throws IOException {
        List<ChatMessage> messages = new ArrayList<>();
        String template = readText(in);
        boolean generates = in.readInt() == 1;
        for (int count = in.readInt(); count > 0; count--) {
            messages.add(new ChatMessage(readText(in), readText(in)));
        }
        writeText(out, ChatTemplate.of(template, tokenizer).format(messages, generates));
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
