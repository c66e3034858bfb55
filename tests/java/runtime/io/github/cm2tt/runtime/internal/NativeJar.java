// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;

/** A folder that is as the jar of native libraries, of bytes without meaning. */
final class NativeJar {
    /** Where the libraries are. */
    static final String FOLDER = "io/github/cm2tt/runtime/native/linux-x86_64";

    private NativeJar() {}

    /** Creates or replaces it; its libraries have a number of bytes. */
    static URL make(Path jar, int bytes) throws IOException {
        Path folder = Files.createDirectories(jar.resolve(FOLDER));
        StringBuilder list = new StringBuilder();
        for (String name : new String[] {"libcm2tt.so.1", "libcm2tt-jni.so"}) {
            byte[] content = new byte[bytes];
            new Random(name.hashCode()).nextBytes(content);
            Files.write(folder.resolve(name), content);
            list.append(sha256(content)).append("  ").append(name).append('\n');
        }
        Files.writeString(folder.resolve("SHA256SUMS"), list);
        return jar.toUri().toURL();
    }

    static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
