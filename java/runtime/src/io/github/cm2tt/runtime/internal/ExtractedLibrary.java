// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The native libraries in a jar, and their copies in a folder: the system loads libraries from files only.
 *
 * <p>The jar has a list of them with their SHA-256. The copies are in a folder named by these hashes, so that
 * versions have separate folders. That folder is private ({@link PrivateFolder}), and a copy is compared with
 * its hash before it is used, unless that was done since the computer was started and the copy has not
 * changed ({@link CheckRecord}): no other user can replace it before it is loaded. Files are renamed to their
 * final names when they are complete, so that any number of processes may extract them at the same time.
 *
 * <p>Copies of other versions are removed when they were not used for a month. {@code cm2tt cache clear}
 * (DiskCache in runtime/) removes all of them, and contains the pattern of their names.
 */
final class ExtractedLibrary {
    /** The list: lines of 64 hexadecimal digits, two spaces and a name, as sha256sum writes it. */
    static final String LIST = "SHA256SUMS";
    /** The suffix of files that are being written, or whose writer died. */
    static final String UNFINISHED = ".part";
    /** The time for which unused copies are kept. */
    private static final Duration KEPT_UNUSED = Duration.ofDays(30);
    /** The age at which an unfinished file is removed; writing one takes seconds. */
    private static final Duration ABANDONED = Duration.ofHours(1);
    /** The resolution of the time of the last use, so that starting a JVM rarely writes. */
    private static final Duration EXACT_TO = Duration.ofDays(1);

    /** The permitted access to the folder. */
    enum Access { READ, WRITE }

    private final ClassLoader resources;
    private final String folder;

    /**
     * Creates an object for the libraries in a folder of a jar.
     *
     * @param resources the class loader of the jars, or null for the JDK's own loader
     * @param folder the folder, without a slash at its end
     */
    ExtractedLibrary(ClassLoader resources, String folder) {
        this.resources = resources == null ? ClassLoader.getSystemClassLoader() : resources;
        this.folder = folder;
    }

    /** Returns whether there is such a folder in a jar. */
    boolean exists() {
        return resources.getResource(folder + "/" + LIST) != null;
    }

    /**
     * Ensures that there are valid copies.
     *
     * @param parent the folder that contains the folder of this version
     * @param user the permitted owner of the folders, as {@link PrivateFolder#user} returns it
     * @param access whether files may be written; otherwise valid copies have to exist
     * @return the folder of this version
     * @throws IOException if a file cannot be read or written, another user can change the copies, or the
     *     content of a jar differs from its list
     */
    Path extract(Path parent, int user, Access access) throws IOException {
        Map<String, String> hashes = parse(readList());
        if (access == Access.WRITE) {
            PrivateFolder.create(parent);
        }
        Path copies = parent.toRealPath().resolve(folderName(hashes));
        if (access == Access.WRITE) {
            PrivateFolder.create(copies);
        }
        if (!Files.isDirectory(copies, LinkOption.NOFOLLOW_LINKS)) {
            throw new NoSuchFileException(copies.toString(), null, "is not a folder");
        }
        PrivateFolder.check(copies, user);
        boolean hasCopied = check(copies, hashes, user, access);
        if (access == Access.WRITE) {
            noteUse(copies);
        }
        if (hasCopied) {
            removeUnused(copies);
        }
        return copies;
    }

    /** Compares copies with their hashes, replaces bad ones, and returns whether there was one. */
    private boolean check(Path copies, Map<String, String> hashes, int user, Access access)
        throws IOException {
        CheckRecord record = CheckRecord.of(copies, hashes, user);
        if (record.isOnDisk()) {
            return false;
        }
        boolean hasCopied = false;
        for (Map.Entry<String, String> library : hashes.entrySet()) {
            Path copy = copies.resolve(library.getKey());
            if (isGood(copy, library.getValue(), user)) {
                continue;
            }
            if (access == Access.READ) {
                throw new NoSuchFileException(
                    copy.toString(), null, "is missing or changed, and CM2TT_CACHE is readonly");
            }
            copy(library.getKey(), library.getValue(), copy);
            hasCopied = true;
        }
        if (access == Access.WRITE) {
            (hasCopied ? CheckRecord.of(copies, hashes, user) : record).write();
        }
        return hasCopied;
    }

    private byte[] readList() throws IOException {
        try (InputStream in = open(LIST)) {
            return in.readAllBytes();
        }
    }

    private InputStream open(String name) throws IOException {
        InputStream in = Resources.open(resources, folder + "/" + name);
        if (in == null) {
            throw new NoSuchFileException(folder + "/" + name, null, "is in no jar");
        }
        return in;
    }

    /** Returns the hashes by file name. */
    private Map<String, String> parse(byte[] list) throws IOException {
        Map<String, String> hashes = new LinkedHashMap<>();
        for (String line : new String(list, StandardCharsets.UTF_8).split("\n")) {
            String[] parts = line.strip().split(" [ *]", 2);
            if (parts.length != 2 || !parts[0].matches("[0-9a-f]{64}")
                || !parts[1].matches("[A-Za-z0-9_][A-Za-z0-9_.-]*")) {
                throw new IOException(folder + "/" + LIST + ": expected SHA-256 and name: " + line);
            }
            hashes.put(parts[1], parts[0]);
        }
        return hashes;
    }

    /** Returns a folder name with the number of digits of a SHA-256, which depends on all hashes. */
    private static String folderName(Map<String, String> hashes) {
        StringBuilder name = new StringBuilder();
        for (String hash : hashes.values()) {
            name.append(hash, 0, 64 / hashes.size());
        }
        return name.toString();
    }

    /**
     * Returns whether there is a copy that equals the file in the jar, and that only the user can have
     * written.
     */
    private static boolean isGood(Path file, String hash, int user) {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            PrivateFolder.checkOne(file, user);
            return HashedFile.hash(file).equals(hash);
        } catch (IOException e) {
            return false;
        }
    }

    private void copy(String name, String hash, Path file) throws IOException {
        // For this user alone, where the system has rights.
        Path unfinished = Files.createTempFile(file.getParent(), name, UNFINISHED);
        try {
            String found;
            try (InputStream in = open(name)) {
                found = HashedFile.write(in, unfinished);
            }
            if (!found.equals(hash)) {
                throw new IOException(folder + "/" + name + ": its SHA-256 is " + found + ", expected " + hash
                    + ": the jar is damaged");
            }
            Files.move(
                unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Records a use of a version, so that it is not removed. */
    private static void noteUse(Path copies) {
        try {
            if (isOlder(copies, EXACT_TO)) {
                Files.setLastModifiedTime(copies, FileTime.from(Instant.now()));
            }
        } catch (IOException e) {
            // The copies belong to root, or the disk is read-only.
        }
    }

    private static boolean isOlder(Path file, Duration age) throws IOException {
        Instant time = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
        return time.isBefore(Instant.now().minus(age));
    }

    /** Removes other versions that are unused, and unfinished files of killed processes of this one. */
    private static void removeUnused(Path copies) {
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(copies, "*" + UNFINISHED);
            DirectoryStream<Path> versions = Files.newDirectoryStream(copies.getParent())) {
            for (Path part : parts) {
                if (isOlder(part, ABANDONED)) {
                    Files.deleteIfExists(part);
                }
            }
            for (Path version : versions) {
                if (isVersion(version) && !version.equals(copies) && isOlder(version, KEPT_UNUSED)) {
                    remove(version);
                }
            }
        } catch (IOException e) {
            // Another process removes them too, or they belong to another user and stay.
        }
    }

    private static boolean isVersion(Path file) {
        return file.getFileName().toString().matches("[0-9a-f]{64}")
            && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Removes a folder with copies; processes that have loaded them are not affected. */
    static void remove(Path copies) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(copies)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(copies);
    }
}
