// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A record, beside the copies of native libraries, that their content was compared with their SHA-256 since
 * the computer was started. A JVM that finds one reads no copy: it compares the record with what the system
 * says about the files. The record is the identifier of the start, and for each copy its SHA-256, device,
 * inode, size, and the times of its last modification and of its last change.
 *
 * <p>It is as safe as reading the copies each time:
 *
 * <ul>
 *   <li>Another user can write neither copies nor a record: the folder, the copies and the record belong to
 *       this user or root, and only they can write to them ({@link PrivateFolder}). The caller checks folder
 *       and copies at each start. A record for which that does not hold is not believed, nor is a link.
 *   <li>If the folder was open to others for a while, they could have put other files there, but no files
 *       of this user. A file of this user that they moved there, or an older copy, has another inode, or
 *       another time of its last change. The system sets that time at each change of the content, owner,
 *       permissions or name, and no program can choose it without setting the clock, which needs root.
 *   <li>A copy that a crash of the computer damaged is compared with its SHA-256 after the next start.
 * </ul>
 *
 * <p>This user's own programs can forge a record. They can also replace the JVM and its class path.
 */
final class CheckRecord {
    /** The name of the record in the folder of the copies. */
    static final String NAME = "CHECKED";
    private static final Path START = Path.of("/proc/sys/kernel/random/boot_id");
    private static final List<String> FACTS = List.of("dev", "ino", "size", "lastModifiedTime", "ctime");

    private final Path file;
    private final int user;
    /** Its text; null if the system does not say enough. */
    private final byte[] text;

    private CheckRecord(Path file, int user, byte[] text) {
        this.file = file;
        this.user = user;
        this.text = text;
    }

    /**
     * Returns the record for copies as they are now.
     *
     * @param copies their folder, which is private
     * @param hashes their SHA-256 by name
     * @param user the permitted owner, as {@link PrivateFolder#user} returns it
     */
    static CheckRecord of(Path copies, Map<String, String> hashes, int user) {
        byte[] text = null;
        try {
            StringBuilder all = new StringBuilder(Files.readString(START));
            for (Map.Entry<String, String> library : hashes.entrySet()) {
                Path copy = copies.resolve(library.getKey());
                PrivateFolder.checkOne(copy, user);
                Map<String, Object> facts = Files.readAttributes(
                    copy, "unix:" + String.join(",", FACTS), LinkOption.NOFOLLOW_LINKS);
                all.append(library.getValue()).append(' ').append(library.getKey());
                for (String fact : FACTS) {
                    Object value = facts.get(fact);
                    all.append(' ').append(
                        value instanceof FileTime time ? time.to(TimeUnit.NANOSECONDS) : value);
                }
                all.append('\n');
            }
            text = all.toString().getBytes(StandardCharsets.UTF_8);
        } catch (IOException | UnsupportedOperationException e) {
            // A copy is missing or open to others, or this is no Linux: copies are compared each time.
        }
        return new CheckRecord(copies.resolve(NAME), user, text);
    }

    /** Returns whether the record on disk is this one, and can be believed. */
    boolean isOnDisk() {
        try {
            if (text == null || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            PrivateFolder.checkOne(file, user);
            return Arrays.equals(Files.readAllBytes(file), text);
        } catch (IOException e) {
            return false;
        }
    }

    /** Writes it, if that is possible. */
    void write() {
        if (text == null) {
            return;
        }
        try {
            // For this user alone. The name is that of an unfinished copy, which is removed some day.
            Path unfinished = Files.createTempFile(file.getParent(), NAME, ExtractedLibrary.UNFINISHED);
            try {
                Files.write(unfinished, text);
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException e) {
            // The copies belong to root, or the disk is full or read-only: the next JVM compares them again.
        }
    }
}
