// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds classes and models in the project of a source file: a build tool that calls javac in its own process
 * passes the output folder to javac only. A project is a folder around the source with the file of a build
 * tool.
 */
final class BuildFolders {
    private static final List<String> BUILD_FILES = List.of("build.gradle", "build.gradle.kts",
        "settings.gradle", "settings.gradle.kts", "pom.xml", ".classpath", ".idea");
    /** Beyond it, the rest of a project is not searched. */
    private static final int MOST_FILES = 100_000;

    /** The models that a project had before this compilation. */
    private final Map<Path, List<Path>> earlier = new HashMap<>();

    /**
     * Returns a model from an earlier compilation.
     *
     * @param source the folder of the source
     * @param model the file, from the output folder: {@code pkg/K.cm2tt.json}
     * @return the newest file, or null
     */
    Path findModel(Path source, Path model) throws IOException {
        for (Path project : projects(source)) {
            List<Path> files = earlier.get(project);
            if (files == null) {
                files = find(project, Names.SUFFIX);
                earlier.put(project, files);
            }
            Path found = newest(files, model);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * Returns the class file of a class.
     *
     * @param source the folder of the source
     * @param file the file, from the output folder: {@code pkg/K.class}
     * @return the newest file, or null
     */
    Path findClass(Path source, Path file) throws IOException {
        for (Path project : projects(source)) {
            Path found = newest(find(project, file.getFileName().toString()), file);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Returns the project of a source and those around it. */
    private static List<Path> projects(Path source) {
        List<Path> projects = new ArrayList<>();
        for (Path at = source.toAbsolutePath(); at != null; at = at.getParent()) {
            Path folder = at;
            if (BUILD_FILES.stream().anyMatch(name -> Files.exists(folder.resolve(name)))) {
                projects.add(at);
            }
        }
        return projects;
    }

    private static Path newest(List<Path> files, Path end) throws IOException {
        Path newest = null;
        FileTime time = null;
        for (Path file : files) {
            FileTime written = file.endsWith(end) ? Files.getLastModifiedTime(file) : null;
            if (written != null && (time == null || written.compareTo(time) > 0)) {
                newest = file;
                time = written;
            }
        }
        return newest;
    }

    /** Returns the files of a project with an ending, except those in hidden folders. */
    private static List<Path> find(Path project, String ending) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(project, new SimpleFileVisitor<>() {
            private int count;

            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName() == null ? "" : folder.getFileName().toString();
                boolean isSkipped = name.startsWith(".") || name.equals("node_modules");
                return isSkipped && !folder.equals(project) ? FileVisitResult.SKIP_SUBTREE
                                                            : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.getFileName().toString().endsWith(ending)) {
                    found.add(file);
                }
                return ++count < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE; // Another user's, or removed meanwhile.
            }
        });
        return found;
    }
}
