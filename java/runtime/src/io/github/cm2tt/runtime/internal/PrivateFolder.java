// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * Folders and files that only this user and root can change, so that a file that was checked is the one that
 * is loaded.
 *
 * <p>Libraries are loaded by their paths. So a folder is private if only this user can write to it, and no
 * other user can rename a folder above it. On file systems without POSIX owners and permissions, nothing is
 * checked.
 */
final class PrivateFolder {
    private static final int ROOT = 0;
    private static final int WRITABLE_BY_OTHERS = 022;
    private static final int STICKY = 01000;

    private PrivateFolder() {}

    /** Another user can change a folder or file. */
    static final class OpenToOthersException extends IOException {
        private static final long serialVersionUID = 1;

        OpenToOthersException(Path file, String why) {
            super(file + ": " + why);
        }
    }

    /** The owner and the permissions of a file. */
    private record Rights(int owner, int mode) {
        /** Returns those of the file itself, not of what a link names; null: the file system has none. */
        static Rights of(Path file) throws IOException {
            if (!hasRights(file)) {
                return null;
            }
            Map<String, Object> values =
                Files.readAttributes(file, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
            return new Rights((Integer) values.get("uid"), (Integer) values.get("mode"));
        }

        boolean isWritableByOthers() {
            return (mode & WRITABLE_BY_OTHERS) != 0;
        }
    }

    private static boolean hasRights(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    /**
     * Returns the number of the user who runs this process.
     *
     * @param made a file or folder that this process has just created, or null
     */
    static int user(Path made) throws IOException {
        // The property user.name can be set to anything.
        Path process = Path.of("/proc/self/");
        Path witness = made == null && Files.exists(process) ? process.toRealPath() : made;
        if (witness != null) {
            Rights rights = Rights.of(witness);
            return rights == null ? ROOT : rights.owner();
        }
        Path file = Files.createTempFile("cm2tt-", null);
        try {
            return user(file);
        } finally {
            Files.delete(file);
        }
    }

    /** Creates a folder, and missing folders above it, for this user only. */
    static void create(Path folder) throws IOException {
        // A link to a folder is one.
        if (Files.isDirectory(folder)) {
            return;
        }
        FileAttribute<?>[] attributes = hasRights(folder)
            ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))}
            : new FileAttribute<?>[0];
        Files.createDirectories(folder, attributes);
    }

    /**
     * Throws if another user can change the content of a folder.
     *
     * @param folder its real path: absolute, without links
     * @param user the user who may
     */
    static void check(Path folder, int user) throws IOException {
        checkOne(folder, user);
        Rights top = Rights.of(folder.getRoot());
        if (top == null) {
            return;
        }
        for (Path above = folder.getParent(); above != null; above = above.getParent()) {
            Rights rights = Rights.of(above);
            // The owner of the root folder can replace everything. In a container, it may be root with
            // another number.
            boolean isForeign =
                rights.owner() != user && rights.owner() != ROOT && rights.owner() != top.owner();
            if (isForeign || (rights.isWritableByOthers() && (rights.mode() & STICKY) == 0)) {
                throw new OpenToOthersException(folder, "other users can replace it, as " + above
                    + (isForeign ? " belongs to one of them" : " can be written to by them"));
            }
        }
    }

    /**
     * Throws if users other than the user and root can change a file or a folder; does not check the folders
     * above it.
     */
    static void checkOne(Path file, int user) throws IOException {
        Rights rights = Rights.of(file);
        if (rights == null) {
            return;
        }
        // Root can replace the JVM as well, and images of containers bring caches that root has filled.
        if (rights.owner() != user && rights.owner() != ROOT) {
            throw new OpenToOthersException(file, "it belongs to another user");
        }
        if (rights.isWritableByOthers()) {
            throw new OpenToOthersException(file, "other users may write to it");
        }
    }
}
