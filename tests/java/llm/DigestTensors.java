// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.llm.GgufFile;
import io.github.cm2tt.llm.SafetensorsFile;
import io.github.cm2tt.llm.TensorFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Prints the name, type, shape and CRC-32 of each tensor in a file, for check_files.py. */
final class DigestTensors {
    private DigestTensors() {}

    public static void main(String[] arguments) throws IOException {
        Path path = Path.of(arguments[0]);
        try (TensorFile file =
                 arguments[0].endsWith(".gguf") ? GgufFile.open(path) : SafetensorsFile.open(path)) {
            for (String name : file.names()) {
                var digest = new CRC32();
                digest.update(file.data(name));
                System.out.println(name + " " + file.typeName(name) + " "
                    + Arrays.toString(file.shape(name)).replace(" ", "") + " " + digest.getValue());
            }
        }
    }
}
