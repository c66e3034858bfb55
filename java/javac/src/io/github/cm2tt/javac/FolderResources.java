// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import io.github.cm2tt.javac.trees.Context;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import javax.lang.model.element.TypeElement;

/**
 * Models without a {@link javax.annotation.processing.Filer}, for compilations that do not process
 * annotations: javac does not pass the output folder to a plugin. So this class searches the folder in which
 * javac has just written the class file. Candidates are the option of the plugin, javac's own options, the
 * folders on the path of the plugin, the folder of the source file, and those of the project that it belongs
 * to. If none has the class, that is an error.
 */
final class FolderResources implements Resources {
    /** File systems round times. */
    private static final int SLACK_SECONDS = 3;

    private final Names names;
    private final SourceFolders sourceFolders;
    private final BuildFolders buildFolders = new BuildFolders();
    private final Instant start = Instant.now().minusSeconds(SLACK_SECONDS);
    /** The folders and jars that may contain classes. */
    private final Set<Path> roots = new LinkedHashSet<>();
    private List<Path> folderRoots;
    /** The output folder of classes, or null if it is unknown. */
    private Path knownOutput;
    /**
     * Whether the folder is an option of the plugin, which is used even if it has no class files, as in
     * JShell.
     */
    private boolean isTold;
    /** Whether javac was started without an output folder. */
    private boolean isBesideSources;

    /**
     * @param output the output folder of classes, or null if it is unknown
     */
    FolderResources(Context context, String output) {
        this(context);
        JavacArguments arguments = JavacArguments.ofThisProcess();
        isTold = output != null;
        String known = isTold ? output : arguments.value("-d");
        if (known != null) {
            knownOutput = Path.of(known);
            roots.add(knownOutput);
        }
        isBesideSources = known == null && arguments.isJavac();
        addPath(arguments.value("-cp", "-classpath", "--class-path"));
        addPath(arguments.value("-p", "--module-path"));
        if (FolderResources.class.getClassLoader() instanceof URLClassLoader loader) {
            for (URL url : loader.getURLs()) {
                addUrl(url);
            }
        }
    }

    private FolderResources(Context context) {
        this.names = new Names(context);
        this.sourceFolders = new SourceFolders(context);
    }

    /** Returns resources that are read from a class path. */
    static FolderResources ofClassPath(Context context, String path) {
        FolderResources resources = new FolderResources(context);
        resources.addPath(path);
        return resources;
    }

    private void addPath(String path) {
        for (String entry : path == null ? new String[0] : path.split(File.pathSeparator)) {
            if (entry.equals("*") || entry.endsWith(File.separator + "*") || entry.endsWith("/*")) {
                addJars(new File(entry).getAbsoluteFile().getParentFile());
            } else {
                roots.add(Path.of(entry));
            }
        }
    }

    private void addJars(File folder) {
        String[] names = folder.list((parent, name) -> name.toLowerCase(Locale.ROOT).endsWith(".jar"));
        for (String name : names == null ? new String[0] : names) {
            roots.add(folder.toPath().resolve(name));
        }
    }

    private void addUrl(URL url) {
        try {
            roots.add(Path.of(url.toURI()));
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            // Not of this machine's files, so javac does not write there.
        }
    }

    private String file(TypeElement type) {
        return names.file(type);
    }

    @Override
    public String read(TypeElement type) throws IOException {
        byte[] text = find(file(type));
        return text == null ? null : new String(text, StandardCharsets.UTF_8);
    }

    @Override
    public byte[] compiled(TypeElement type) throws IOException {
        return find(Names.classFile(file(type)));
    }

    private byte[] find(String name) throws IOException {
        for (Path root : roots) {
            Path file = root.resolve(name);
            if (Files.isRegularFile(file)) {
                return Files.readAllBytes(file);
            }
            byte[] content = Files.isRegularFile(root) ? readFromJar(root, name) : null;
            if (content != null) {
                return content;
            }
        }
        return null;
    }

    private static byte[] readFromJar(Path jar, String file) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry(file);
            return entry == null ? null : zip.getInputStream(entry).readAllBytes();
        } catch (ZipException e) {
            return null; // Some other file on the path.
        }
    }

    @Override
    public byte[] classFile(TypeElement type) throws IOException {
        Path model = find(type, true);
        Path file = model == null ? null
            : model.resolveSibling(Names.classFile(model.getFileName().toString()));
        return file != null && Files.exists(file) ? Files.readAllBytes(file) : null;
    }

    @Override
    public String earlier(TypeElement type) throws IOException {
        Path file = find(type, false);
        return file == null ? null : Files.readString(file);
    }

    @Override
    public void write(TypeElement type, String text, Collection<TypeElement> origins) throws IOException {
        Path file = find(type, true);
        if (file == null && isTold) {
            file = knownOutput.resolve(file(type));
            Files.createDirectories(file.toAbsolutePath().getParent());
        }
        if (file == null) {
            throw new IOException("the output folder of classes is unknown, since annotations are not "
                + "processed: put cm2tt-javac.jar on the processor path (-processorpath; Gradle: "
                + "annotationProcessor 'io.github.cm2tt:cm2tt-javac:VERSION') without -proc:none, "
                + "or pass -Xplugin:\"cm2tt output=FOLDER\"");
        }
        Files.writeString(file, text);
    }

    /** Deletes files only in the output folder: other folders can have a class of this name, too. */
    @Override
    public void delete(TypeElement type) throws IOException {
        Path source = sourceFolders.of(type);
        if (knownOutput != null) {
            Files.deleteIfExists(knownOutput.resolve(file(type)));
        } else if (isBesideSources && source != null) {
            Files.deleteIfExists(source.resolve(names.resource(type)));
        } else {
            Path file = find(type, true);
            if (file != null) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Returns the roots that are not jars, since there may be many jars. */
    private List<Path> folderRoots() {
        if (folderRoots == null) {
            folderRoots = roots.stream().filter(root -> !Files.isRegularFile(root)).toList();
        }
        return folderRoots;
    }

    /** Returns the resource of a class: beside the class file that was just written, or the existing one. */
    private Path find(TypeElement type, boolean besideNewClass) throws IOException {
        List<Path> folders = new ArrayList<>();
        folderRoots().forEach(root -> folders.add(root.resolve(file(type)).getParent()));
        folders.add(sourceFolders.of(type));
        for (Path folder : folders) {
            if (folder == null || !Files.isDirectory(folder)) {
                continue;
            }
            Path file = folder.resolve(names.resource(type));
            Path classFile = folder.resolve(Names.classFile(file.getFileName().toString()));
            if (besideNewClass ? isNew(classFile) : Files.exists(file)) {
                return file;
            }
        }
        boolean isKnown = knownOutput != null || isBesideSources || sourceFolders.of(type) == null;
        return isKnown ? null : findInProject(type, besideNewClass);
    }

    /** As {@link #find}, in the project of the source; the folder is a root from then on. */
    private Path findInProject(TypeElement type, boolean besideNewClass) throws IOException {
        Path source = sourceFolders.of(type);
        Path model = Path.of(file(type));
        if (!besideNewClass) {
            return buildFolders.findModel(source, model);
        }
        Path classFile = Path.of(Names.classFile(file(type)));
        Path found = buildFolders.findClass(source, classFile);
        if (found == null || !isNew(found)) {
        return null;
    }
        Path root = found;
        for (int i = 0; i < classFile.getNameCount(); i++) {
            root = root.getParent();
        }
        roots.add(root);
        folderRoots = null;
        return root.resolve(model);
    }

    private boolean isNew(Path file) throws IOException {
        return Files.exists(file) && !Files.getLastModifiedTime(file).toInstant().isBefore(start);
    }
}
