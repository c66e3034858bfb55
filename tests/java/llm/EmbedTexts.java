// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.llm.SentenceEncoder;
import io.github.cm2tt.runtime.Device;
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
 * The vectors of texts, which the CPU computes together, for check_encoder.py: {@code EmbedTexts FOLDER}. The
 * input is a number of texts, and of each its length and its bytes in UTF-8; the output the length of a
 * vector, and floats.
 */
final class EmbedTexts {
    private EmbedTexts() {}

    public static void main(String[] arguments) throws IOException {
        var in = new DataInputStream(new BufferedInputStream(System.in));
        var out = new DataOutputStream(new BufferedOutputStream(System.out));
        try (SentenceEncoder encoder = SentenceEncoder.load(Path.of(arguments[0]), Device.cpu())) {
            out.writeInt(encoder.dimensions());
            List<String> texts = new ArrayList<>();
            for (int count = in.readInt(); count > 0; count--)
                texts.add(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
            for (float[] vector : encoder.embed(texts))
                for (float number : vector)
                    out.writeFloat(number);
        }
        out.flush();
    }
}
