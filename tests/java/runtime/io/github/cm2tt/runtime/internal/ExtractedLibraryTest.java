// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Copies of native libraries: created completely, and kept while they are valid and no other user can change
 * them.
 */
class ExtractedLibraryTest {
    private static final String LIBRARY = "libcm2tt.so.1";

    @TempDir Path folder;

    private Path extract(URL jar) throws IOException {
        return extract(jar, ExtractedLibrary.Access.WRITE);
    }

    private Path extract(URL jar, ExtractedLibrary.Access access) throws IOException {
        try (URLClassLoader jars = new URLClassLoader(new URL[] {jar}, null)) {
            return new ExtractedLibrary(jars, NativeJar.FOLDER)
                .extract(folder.resolve("cache"), PrivateFolder.user(null), access);
        }
    }

    private static String modeOf(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void setMode(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    /** Gives a file to another user, which only root can do. */
    private static void giveAway(Path file) throws IOException {
        assumeTrue(PrivateFolder.user(null) == 0, "only root can give files away");
        Files.setAttribute(file, "unix:uid", 65534, LinkOption.NOFOLLOW_LINKS);
    }

    private void refuses(URL jar, String why) {
        for (ExtractedLibrary.Access access : ExtractedLibrary.Access.values()) {
            IOException error =
                assertThrows(PrivateFolder.OpenToOthersException.class, () -> extract(jar, access));
            assertTrue(error.getMessage().contains(why), error.getMessage());
        }
    }

    private void says(String message, URL jar, ExtractedLibrary.Access access) {
        assertEquals(message, assertThrows(IOException.class, () -> extract(jar, access)).getMessage());
    }

    private Path original(String name) {
        return folder.resolve("jar").resolve(NativeJar.FOLDER).resolve(name);
    }

    private List<String> files(Path copies) throws IOException {
        try (Stream<Path> all = Files.list(copies)) {
            return all.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
        }
    }

    @Test
    void copiesAreKept() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 1_000_000);
        Path copies = extract(jar);
        assertEquals(List.of(CheckRecord.NAME, "libcm2tt-jni.so", LIBRARY), files(copies));
        assertArrayEquals(Files.readAllBytes(original(LIBRARY)), Files.readAllBytes(copies.resolve(LIBRARY)));
        assertEquals(NativeJar.sha256(Files.readAllBytes(original(LIBRARY))).substring(0, 32)
                + NativeJar.sha256(Files.readAllBytes(original("libcm2tt-jni.so"))).substring(0, 32),
            copies.getFileName().toString());
        FileTime long_ago = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(copies.resolve(LIBRARY), long_ago);
        assertEquals(copies, extract(jar));
        assertEquals(long_ago, Files.getLastModifiedTime(copies.resolve(LIBRARY)));
    }

    @Test
    void contentThatCannotBeReadOrWritten() throws IOException {
        byte[] content = new byte[10_000_000];
        Path full = Path.of("/dev/full");
        assertThrows(IOException.class, () -> HashedFile.write(new ByteArrayInputStream(content), full));
        Path file = folder.resolve("file");
        InputStream damaged = new SequenceInputStream(new ByteArrayInputStream(content), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the jar is damaged");
            }
        });
        IOException error = assertThrows(IOException.class, () -> HashedFile.write(damaged, file));
        assertEquals("the jar is damaged", error.getMessage());
        String hash = HashedFile.write(new ByteArrayInputStream(content), file);
        assertEquals(NativeJar.sha256(content), hash);
        assertEquals(hash, HashedFile.hash(file));
    }

    @Test
    void versionsDoNotMeet() throws IOException {
        Path first = extract(NativeJar.make(folder.resolve("jar"), 100));
        Path second = extract(NativeJar.make(folder.resolve("jar"), 101));
        assertNotEquals(first, second);
        assertEquals(100, Files.size(first.resolve(LIBRARY)));
        assertEquals(101, Files.size(second.resolve(LIBRARY)));
    }

    /** Returns a copy with a change in the middle. */
    private static byte[] withFlippedBit(byte[] content) {
        byte[] changed = content.clone();
        changed[content.length / 2] ^= 1;
        return changed;
    }

    /** Changes a file after a while: the system's times are exact to some milliseconds. */
    private static void overwrite(Path file, byte[] content) throws Exception {
        Thread.sleep(20);
        Files.write(file, content);
    }

    @Test
    void badCopiesAreMadeAnew() throws Exception {
        URL jar = NativeJar.make(folder.resolve("jar"), 1_000_000);
        Path copy = extract(jar).resolve(LIBRARY);
        byte[] content = Files.readAllBytes(copy);
        overwrite(copy, withFlippedBit(content));
        extract(jar);
        assertArrayEquals(content, Files.readAllBytes(copy));
        Files.write(copy, new byte[] {0}, StandardOpenOption.APPEND);
        extract(jar);
        assertArrayEquals(content, Files.readAllBytes(copy));
        Files.write(copy, new byte[0]);
        extract(jar);
        assertArrayEquals(content, Files.readAllBytes(copy));
        Files.delete(copy);
        extract(jar);
        assertArrayEquals(content, Files.readAllBytes(copy));
    }

    /** Changes a copy, and writes the record that it is checked, as this user alone can. */
    private byte[] forge(Path copies) throws IOException {
        Map<String, String> hashes = new LinkedHashMap<>();
        for (String line : Files.readAllLines(original(ExtractedLibrary.LIST)))
            hashes.put(line.substring(66), line.substring(0, 64));
        byte[] forged = withFlippedBit(Files.readAllBytes(copies.resolve(LIBRARY)));
        Files.write(copies.resolve(LIBRARY), forged);
        CheckRecord.of(copies, hashes, PrivateFolder.user(null)).write();
        return forged;
    }

    private void isReadAgain(URL jar, Path copies) throws IOException {
        extract(jar);
        assertArrayEquals(
            Files.readAllBytes(original(LIBRARY)), Files.readAllBytes(copies.resolve(LIBRARY)));
    }

    @Test
    void checkedCopiesAreNotRead() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 1000);
        Path copies = extract(jar);
        for (ExtractedLibrary.Access access : ExtractedLibrary.Access.values()) {
            byte[] forged = forge(copies);
            extract(jar, access);
            assertArrayEquals(forged, Files.readAllBytes(copies.resolve(LIBRARY)), access.name());
        }
        Files.delete(copies.resolve(CheckRecord.NAME));
        isReadAgain(jar, copies);
        // Intact copies are compared once, too.
        Files.delete(copies.resolve(CheckRecord.NAME));
        extract(jar);
        assertTrue(Files.exists(copies.resolve(CheckRecord.NAME)));
        // The next version of a library is another file.
        assertNotEquals(copies, extract(NativeJar.make(folder.resolve("jar"), 999)));
    }

    @Test
    void changedCopiesAreReadAgain() throws Exception {
        URL jar = NativeJar.make(folder.resolve("jar"), 1000);
        Path copy = extract(jar).resolve(LIBRARY);
        FileTime time = Files.getLastModifiedTime(copy);
        byte[] other = withFlippedBit(Files.readAllBytes(copy));
        // In place: a program can set the time of the modification, and not that of the change.
        overwrite(copy, other);
        Files.setLastModifiedTime(copy, time);
        isReadAgain(jar, copy.getParent());
        // By another file with the same times.
        forge(copy.getParent());
        Path twin = Files.copy(copy, folder.resolve("twin"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(twin, copy, StandardCopyOption.REPLACE_EXISTING);
        isReadAgain(jar, copy.getParent());
    }

    @Test
    void recordsOfAnotherStartAreNotBelieved() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 1000);
        Path copies = extract(jar);
        Path record = copies.resolve(CheckRecord.NAME);
        forge(copies);
        Files.writeString(record, Files.readString(record).replaceFirst("[0-9a-f]{8}", "00000000"));
        isReadAgain(jar, copies);
        for (String text : List.of("", "\n", Files.readString(record) + "x")) {
            forge(copies);
            Files.writeString(record, text);
            isReadAgain(jar, copies);
        }
    }

    @Test
    void recordsThatOthersMayWriteAreNotBelieved() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 1000);
        Path copies = extract(jar);
        Path record = copies.resolve(CheckRecord.NAME);
        forge(copies);
        assertEquals("rw-------", modeOf(record));
        for (String mode : List.of("rw-rw----", "rw-----w-")) {
            forge(copies);
            setMode(record, mode);
            isReadAgain(jar, copies);
        }
        forge(copies);
        Files.move(record, folder.resolve("elsewhere"));
        Files.createSymbolicLink(record, folder.resolve("elsewhere"));
        isReadAgain(jar, copies);
        assertTrue(Files.isRegularFile(record, LinkOption.NOFOLLOW_LINKS));
    }

    @Test
    @Tag("root")
    void recordsOfOthersAreNotBelieved() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 1000);
        Path copies = extract(jar);
        forge(copies);
        giveAway(copies.resolve(CheckRecord.NAME));
        isReadAgain(jar, copies);
        assertEquals(0, Files.getAttribute(copies.resolve(CheckRecord.NAME), "unix:uid"));
        // A record says nothing about copies of others.
        forge(copies);
        giveAway(copies.resolve(LIBRARY));
        isReadAgain(jar, copies);
    }

    /** Another user replaces a copy and the files beside it. */
    @Test
    void noChecksumBesideACopyCounts() throws Exception {
        URL jar = NativeJar.make(folder.resolve("jar"), 1_000);
        Path copy = extract(jar).resolve(LIBRARY);
        byte[] content = Files.readAllBytes(copy);
        byte[] other = withFlippedBit(content);
        CRC32C crc = new CRC32C();
        crc.update(other);
        overwrite(copy, other);
        Files.writeString(copy.resolveSibling(LIBRARY + ".crc32c"),
            Long.toHexString(crc.getValue()) + " " + other.length + "\n");
        extract(jar);
        assertArrayEquals(content, Files.readAllBytes(copy));
    }

    @Test
    void foldersAreThisUsersAlone() throws IOException {
        Path copies = extract(NativeJar.make(folder.resolve("jar"), 100));
        for (Path made = copies; !made.equals(folder.toRealPath()); made = made.getParent())
            assertEquals("rwx------", modeOf(made), made::toString);
        for (String file : files(copies))
            assertEquals("rw-------", modeOf(copies.resolve(file)), file);
    }

    @Test
    void foldersThatOthersMayWriteToAreRefused() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 100);
        Path copies = extract(jar);
        for (String mode : List.of("rwxrwxrwx", "rwxrwx---", "rwx----w-")) {
            setMode(copies, mode);
            refuses(jar, copies + ": other users may write to it");
            setMode(copies, "rwxr-xr-x");
            // They could replace it by a folder of their own.
            setMode(copies.getParent(), mode);
            refuses(jar, copies + ": other users can replace it, as " + copies.getParent());
            setMode(copies.getParent(), "rwx------");
        }
        assertEquals(copies, extract(jar));
        // In a sticky one, as /tmp, they cannot.
        Files.setAttribute(folder, "unix:mode", 01777);
        assertEquals(copies, extract(jar));
        Files.setAttribute(folder, "unix:mode", 0700);
    }

    @Test
    @Tag("root")
    void foldersOfOthersAreRefused() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 100);
        Path copies = extract(jar);
        giveAway(copies);
        refuses(jar, copies + ": it belongs to another user");
        Files.setAttribute(copies, "unix:uid", 0);
        giveAway(copies.getParent());
        refuses(jar, copies + ": other users can replace it, as " + copies.getParent() + " belongs to");
    }

    @Test
    @Tag("root")
    void filesOfOthersAreReplaced() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 100);
        Path copy = extract(jar).resolve(LIBRARY);
        setMode(copy, "rw-rw-r--");
        assertThrows(IOException.class, () -> extract(jar, ExtractedLibrary.Access.READ));
        extract(jar);
        assertEquals("rw-------", modeOf(copy));
        // Where a link leads, rights are others.
        Path elsewhere = Files.move(copy, folder.resolve("elsewhere"));
        Files.createSymbolicLink(copy, elsewhere);
        extract(jar);
        assertTrue(Files.isRegularFile(copy, LinkOption.NOFOLLOW_LINKS));
        giveAway(copy);
        extract(jar);
        assertEquals(0, Files.getAttribute(copy, "unix:uid"));
    }

    @Test
    void linksInPlaceOfTheFolderAreRefused() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 100);
        Path copies = extract(jar);
        Files.move(copies, folder.resolve("elsewhere"));
        Files.createSymbolicLink(copies, folder.resolve("elsewhere"));
        assertThrows(IOException.class, () -> extract(jar));
        // The cache itself may be a link.
        Files.delete(copies);
        Files.move(folder.resolve("cache"), folder.resolve("disk"));
        Files.createSymbolicLink(folder.resolve("cache"), folder.resolve("disk"));
        assertEquals(folder.toRealPath().resolve("disk").resolve(copies.getFileName()), extract(jar));
    }

    @Test
    void readOnlyWritesNothing() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 100);
        assertThrows(IOException.class, () -> extract(jar, ExtractedLibrary.Access.READ));
        assertFalse(Files.exists(folder.resolve("cache")));
        Path copies = extract(jar);
        FileTime longAgo = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(copies, longAgo);
        assertEquals(copies, extract(jar, ExtractedLibrary.Access.READ));
        assertEquals(longAgo, Files.getLastModifiedTime(copies));
        Files.writeString(copies.resolve(LIBRARY), "other");
        says(copies.resolve(LIBRARY) + ": is missing or changed, and CM2TT_CACHE is readonly", jar,
            ExtractedLibrary.Access.READ);
        assertEquals("other", Files.readString(copies.resolve(LIBRARY)));
        // Nor is the folder of another version created.
        URL other = NativeJar.make(folder.resolve("other"), 64);
        String name = "";
        for (String library : List.of(LIBRARY, "libcm2tt-jni.so"))
            name += NativeJar.sha256(Files.readAllBytes(
                folder.resolve("other").resolve(NativeJar.FOLDER).resolve(library))).substring(0, 32);
        says(copies.resolveSibling(name) + ": is not a folder", other, ExtractedLibrary.Access.READ);
        assertEquals(List.of(copies.getFileName().toString()), files(copies.getParent()));
    }

    @Test
    void unusedVersionsAreRemoved() throws IOException {
        Path used = extract(NativeJar.make(folder.resolve("jar"), 100));
        Path unused = extract(NativeJar.make(folder.resolve("jar"), 101));
        URL jar = NativeJar.make(folder.resolve("jar"), 102);
        Path newest = extract(jar);
        Path part = Files.createFile(newest.resolve("libcm2tt.so.1123.part"));
        Path mine = Files.createDirectory(newest.resolveSibling("mine"));
        for (Path old : List.of(unused, newest, part, mine))
            Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
        Files.setLastModifiedTime(used, FileTime.from(Instant.now().minus(Duration.ofDays(29))));
        // As long as nothing is copied, nothing is looked for.
        extract(jar);
        assertTrue(Files.exists(unused));
        assertTrue(Files.getLastModifiedTime(newest).toInstant().isAfter(Instant.now().minusSeconds(3600)));
        Files.delete(newest.resolve(LIBRARY));
        extract(jar);
        assertFalse(Files.exists(unused));
        assertFalse(Files.exists(part));
        assertTrue(Files.exists(used.resolve(LIBRARY)) && Files.exists(newest.resolve(LIBRARY)));
        assertTrue(Files.exists(mine));
    }

    @Test
    void damagedJarLeavesNothing() throws IOException {
        URL jar = NativeJar.make(folder.resolve("jar"), 100);
        Files.writeString(original(LIBRARY), "other");
        String hash = Files.readString(original(ExtractedLibrary.LIST)).substring(0, 64);
        says(NativeJar.FOLDER + "/" + LIBRARY + ": its SHA-256 is "
                + NativeJar.sha256("other".getBytes(StandardCharsets.UTF_8)) + ", expected " + hash
                + ": the jar is damaged",
            jar, ExtractedLibrary.Access.WRITE);
        String zeros = "0".repeat(64);
        for (String list :
            List.of("", "abc", "00  x", zeros + "  ../x\n", zeros + "  ..\n", "../".repeat(21) + "x  a\n")) {
            Files.writeString(original(ExtractedLibrary.LIST), list);
            says(NativeJar.FOLDER + "/SHA256SUMS: expected SHA-256 and name: " + list.strip(), jar,
                ExtractedLibrary.Access.WRITE);
        }
        Files.delete(original("libcm2tt-jni.so"));
        NativeJar.make(folder.resolve("jar"), 100);
        Files.delete(original(LIBRARY));
        assertThrows(IOException.class, () -> extract(jar));
        try (Stream<Path> all = Files.walk(folder.resolve("cache"))) {
            assertFalse(all.anyMatch(file -> file.toString().endsWith(".part")));
        }
    }
}
