// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The source files whose kernels need models after some classes have changed, for compilers that do not run
 * javac: those of the changed classes; others whose models contain methods of the changed classes; and those
 * whose classes have no model, as after an error in a helper of another file.
 */
final class KernelSources {
    private static final Pattern NAME = Pattern.compile("\"source\": \"([^\"]*)\"");
    private static final Pattern KERNEL =
        Pattern.compile("@(?:[\\w.]+\\.)?(?:Kernel|Reflect|CodeReflection)\\b");

    /** The files of the outermost classes that have changed, by the names of the classes. */
    private final Map<String, Path> changed;
    private final Set<Path> folders = new LinkedHashSet<>();

    /** @param folders folders of sources, besides those of the changed classes */
    KernelSources(Map<String, Path> changed, Collection<String> folders) {
        this.changed = changed;
        folders.forEach(each -> this.folders.add(Path.of(each)));
        changed.forEach(this::addFolder);
    }

    /** Adds the folder of sources to which a file of a class belongs. */
    private void addFolder(String name, Path source) {
        Path folder = source.getParent();
        for (int i = name.length() - name.replace(".", "").length(); i > 0 && folder != null; i--) {
            folder = folder.getParent();
        }
        if (folder != null) {
            folders.add(folder);
        }
    }

    /** Returns the folders as a path. */
    String path() {
        return String.join(File.pathSeparator, folders.stream().map(Path::toString).toList());
    }

    /**
     * Returns the files of the changed classes with kernels or with methods that kernels reach, and those
     * whose kernels reach such methods.
     *
     * @param output the folder of the classes; null if each is beside its source
     */
    Set<Path> affected(Collection<String> withKernels, Path output) throws IOException {
        Set<Path> files = new LinkedHashSet<>();
        withKernels.stream().filter(changed::containsKey).sorted()
            .forEach(each -> files.add(changed.get(each)));
        for (Path folder : output == null ? folders : Set.of(output)) {
            for (Path model : files(folder, Names.SUFFIX)) {
                String text = Files.readString(model);
                if (changed.keySet().stream().anyMatch(
                        each -> text.contains("\"" + each + "\"") || text.contains("\"" + each + "$"))) {
                    String name = folder.relativize(model).toString().replace(File.separatorChar, '.');
                    String owner = name.substring(0, name.length() - Names.SUFFIX.length()).split("\\$")[0];
                    Path source = changed.containsKey(owner) ? changed.get(owner) : find(text);
                    if (source != null) {
                        files.add(source);
                    }
                }
            }
        }
        return files;
    }

    /** Returns the files that have not changed and whose kernels have no models. */
    Set<Path> withoutModels(Path output) throws IOException {
        Set<Path> files = new LinkedHashSet<>();
        for (Path folder : folders) {
            for (Path file : files(folder, ".java")) {
                String name = folder.relativize(file).toString();
                String stem = name.substring(0, name.length() - ".java".length());
                Path classes = output == null ? folder : output;
                boolean hasModel = Files.exists(classes.resolve(stem + Names.SUFFIX));
                if (!hasModel && !changed.containsValue(file)
                    && KERNEL.matcher(Files.readString(file, StandardCharsets.ISO_8859_1)).find()) {
                    files.add(file);
                }
            }
        }
        return files;
    }

    /** Returns the file that a model names; null if there is no such file any more. */
    Path find(String model) {
        Matcher matcher = NAME.matcher(model);
        String name = matcher.find() ? matcher.group(1) : "";
        return folders.stream().map(each -> each.resolve(name)).filter(Files::isRegularFile).findFirst()
            .orElse(null);
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> found = Files.walk(folder)) {
            return found.filter(each -> each.toString().endsWith(ending)).sorted().toList();
        }
    }
}
