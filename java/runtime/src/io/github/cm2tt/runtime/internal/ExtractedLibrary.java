// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The native libraries in a jar, and their copies in a folder: the system loads libraries from files only.
 *
 * <p>The jar has a list of them with their SHA-256, by which a copy is checked while it is made. The copies
 * are in a folder named by these hashes, so that versions do not meet. Beside each is its CRC-32C, by which
 * it is checked whenever it is used: that takes milliseconds, where a SHA-256 takes a third of a second.
 * Files come into their place whole, so that any number of processes may do this at once.
 */
final class ExtractedLibrary {
    /** The list: lines of 64 hexadecimal digits, two spaces and a name, as sha256sum writes it. */
    static final String LIST = "SHA256SUMS";

    private final ClassLoader resources;
    private final String folder;
    /** Where the copies are; null before there are any. */
    private Path copies;

    /**
     * The libraries in a folder of a jar.
     *
     * @param resources where jars are; null: the JDK's own loader
     * @param folder the folder, without a slash at its end
     */
    ExtractedLibrary(ClassLoader resources, String folder) {
        this.resources = resources == null ? ClassLoader.getSystemClassLoader() : resources;
        this.folder = folder;
    }

    /** Whether there is such a folder in a jar. */
    boolean exists() {
        return resources.getResource(folder + "/" + LIST) != null;
    }

    /**
     * Sees to it that there are good copies.
     *
     * @param parent where the folder of this version is made
     * @return that folder
     * @throws IOException if a file cannot be read or written, or a jar's content is not what its list says
     */
    Path extract(Path parent) throws IOException {
        byte[] list = readList();
        Map<String, String> hashes = parse(list);
        copies = parent.resolve(folderName(hashes));
        Files.createDirectories(copies);
        for (Map.Entry<String, String> library : hashes.entrySet())
            if (!isGood(copies.resolve(library.getKey())))
                copy(library.getKey(), library.getValue());
        return copies;
    }

    /** Has the copies removed when the JVM ends. */
    void deleteOnExit() throws IOException {
        if (copies == null)
            return;
        copies.toFile().deleteOnExit();
        for (String name : parse(readList()).keySet())
            for (String file : List.of(name, name + ".crc32c"))
                copies.resolve(file).toFile().deleteOnExit();
    }

    private byte[] readList() throws IOException {
        try (InputStream in = open(LIST)) {
            return in.readAllBytes();
        }
    }

    private InputStream open(String name) throws IOException {
        InputStream in = resources.getResourceAsStream(folder + "/" + name);
        if (in == null)
            throw new NoSuchFileException(folder + "/" + name, null, "is in no jar");
        return in;
    }

    /** The hashes by the names of files. */
    private Map<String, String> parse(byte[] list) throws IOException {
        Map<String, String> hashes = new LinkedHashMap<>();
        for (String line : new String(list, StandardCharsets.UTF_8).split("\n")) {
            String[] parts = line.strip().split(" [ *]", 2);
            if (parts.length != 2 || parts[0].length() != 64 || parts[1].contains("/"))
                throw new IOException(folder + "/" + LIST + ": expected SHA-256 and name: " + line);
            hashes.put(parts[1], parts[0]);
        }
        return hashes;
    }

    /** As many digits as a SHA-256 has, of all hashes alike. */
    private static String folderName(Map<String, String> hashes) {
        StringBuilder name = new StringBuilder();
        for (String hash : hashes.values())
            name.append(hash, 0, 64 / hashes.size());
        return name.toString();
    }

    /** Whether there is a copy, as it was made. */
    private static boolean isGood(Path file) {
        Path check = checkOf(file);
        try {
            return Files.isRegularFile(file) && Files.isRegularFile(check)
                && Files.readString(check).equals(crc32c(file));
        } catch (IOException e) {
            return false;
        }
    }

    private void copy(String name, String hash) throws IOException {
        Path file = copies.resolve(name);
        Path unfinished = Files.createTempFile(copies, name, ".part");
        try {
            MessageDigest digest = sha256();
            try (InputStream in = open(name);
                OutputStream out = new DigestOutputStream(Files.newOutputStream(unfinished), digest)) {
                in.transferTo(out);
            }
            String found = HexFormat.of().formatHex(digest.digest());
            if (!found.equals(hash))
                throw new IOException(folder + "/" + name + ": its SHA-256 is " + found + ", expected " + hash
                    + ": the jar is damaged");
            String check = crc32c(unfinished);
            replace(unfinished, file);
            unfinished = Files.createTempFile(copies, name, ".part");
            Files.writeString(unfinished, check);
            replace(unfinished, checkOf(file));
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static void replace(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path checkOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".crc32c");
    }

    /** The CRC-32C and the size of a file, as a text. */
    private static String crc32c(Path file) throws IOException {
        CRC32C crc = new CRC32C();
        // Not mapped: somebody who shortens the file meanwhile would crash the JVM.
        ByteBuffer piece = ByteBuffer.allocateDirect(1 << 18);
        try (FileChannel channel = FileChannel.open(file)) {
            while (channel.read(piece.clear()) > 0)
                crc.update(piece.flip());
            return Long.toHexString(crc.getValue()) + " " + channel.size() + "\n";
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
