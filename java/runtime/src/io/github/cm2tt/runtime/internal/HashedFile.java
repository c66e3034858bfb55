// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Files, and their SHA-256 as 64 hexadecimal digits. */
final class HashedFile {
    /** Small pieces are compiled sooner: the JVM has a fast SHA-256 only in code that it has compiled. */
    private static final int PIECE = 1 << 14;
    /** The maximum number of pieces that wait to be written: 2 MB. */
    private static final int WAITING = 128;

    private HashedFile() {}

    /** Returns the SHA-256 of a file. */
    static String hash(Path file) throws IOException {
        MessageDigest digest = sha256();
        // Not mapped: who shortens the file meanwhile would crash the JVM.
        byte[] piece = new byte[PIECE];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(piece); count > 0; count = in.read(piece)) {
                digest.update(piece, 0, count);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Writes a file. Another thread writes and computes the SHA-256, while this one reads, which inflates an
     * entry of a jar: each has about half of the work.
     *
     * @return the SHA-256 of the content
     */
    static String write(InputStream in, Path file) throws IOException {
        MessageDigest digest = sha256();
        // The common pool of JDK 17 has no threads on two cores, where it starts one for each piece.
        ExecutorService writer = Executors.newSingleThreadExecutor();
        try (OutputStream out = Files.newOutputStream(file)) {
            CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
            byte[] piece = in.readNBytes(PIECE);
            for (int i = 1; piece.length > 0; piece = in.readNBytes(PIECE), i++) {
                byte[] next = piece;
                written = written.thenRunAsync(() -> write(next, digest, out), writer);
                if (i % WAITING == 0) {
                    written.join();
                }
            }
            written.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException cause) {
                throw cause.getCause();
            }
            throw e;
        } finally {
            writer.shutdown();
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void write(byte[] piece, MessageDigest digest, OutputStream out) {
        try {
            digest.update(piece);
            out.write(piece);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
