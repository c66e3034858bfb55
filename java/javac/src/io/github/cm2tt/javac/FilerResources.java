// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import io.github.cm2tt.javac.model.JsonWriter;
import io.github.cm2tt.javac.model.Model;
import io.github.cm2tt.javac.trees.Context;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import javax.annotation.processing.Filer;
import javax.lang.model.element.TypeElement;
import javax.tools.FileObject;
import javax.tools.JavaFileManager;
import javax.tools.StandardLocation;

/**
 * Models written through the {@link Filer}: to the location of the file manager of the compilation, so that
 * build tools observe them.
 */
final class FilerResources implements Resources {
    private final Filer filer;
    private final Context context;
    private final Names names;
    private final SourceFolders sourceFolders;
    /** Whether classes are written beside their sources; null if unknown. */
    private Boolean isBesideSources;

    FilerResources(Filer filer, Context context) {
        this.filer = filer;
        this.context = context;
        this.names = new Names(context);
        this.sourceFolders = new SourceFolders(context);
    }

    @Override
    public String read(TypeElement type) throws IOException {
        byte[] text = find(type, names.resource(type));
        return text == null ? earlier(type) : new String(text, StandardCharsets.UTF_8);
    }

    @Override
    public byte[] compiled(TypeElement type) throws IOException {
        byte[] content = find(type, Names.classFile(names.resource(type)));
        return content == null ? classFile(type) : content;
    }

    /** Returns a file beside a class of a library, or null. */
    private byte[] find(TypeElement type, String name) throws IOException {
        String module = String.valueOf(context.elements().getModuleOf(type).getQualifiedName());
        byte[] content = null;
        if (!module.isEmpty()) {
            content = read(StandardLocation.MODULE_PATH, module + "/" + names.packageOf(type), name);
        }
        return content == null ? read(StandardLocation.CLASS_PATH, names.packageOf(type), name) : content;
    }

    @Override
    public byte[] classFile(TypeElement type) throws IOException {
        String name = Names.classFile(names.resource(type));
        if (isBesideSources()) {
            Path folder = sourceFolders.of(type);
            Path file = folder == null ? null : folder.resolve(name);
            return file != null && Files.exists(file) ? Files.readAllBytes(file) : null;
        }
        String owner = names.packageOf(type);
        return read(StandardLocation.CLASS_OUTPUT, owner, name);
    }

    @Override
    public String earlier(TypeElement type) throws IOException {
        if (isBesideSources()) {
            Path file = besideSource(type);
            return file != null && Files.exists(file) ? Files.readString(file) : null;
        }
        byte[] text = read(StandardLocation.CLASS_OUTPUT, names.packageOf(type), names.resource(type));
        return text == null ? null : new String(text, StandardCharsets.UTF_8);
    }

    /**
     * Returns whether classes are written beside their sources, as without -d. The files of the filer are not
     * always.
     */
    private boolean isBesideSources() throws IOException {
        if (isBesideSources == null) {
            URI probe = filer.getResource(StandardLocation.CLASS_OUTPUT, "cm2tt.probe", "probe").toUri();
            isBesideSources =
                "file".equals(probe.getScheme()) && !probe.getPath().endsWith("/cm2tt/probe/probe");
        }
        return isBesideSources;
    }

    /** Returns the model of a class that is being compiled, or null for other classes. */
    private Path besideSource(TypeElement type) {
        Path folder = sourceFolders.of(type);
        return folder == null ? null : folder.resolve(names.resource(type));
    }

    private byte[] read(JavaFileManager.Location location, String folder, String name) throws IOException {
        try (var in = filer.getResource(location, folder, name).openInputStream()) {
            return in.readAllBytes();
        } catch (FileNotFoundException | NoSuchFileException | IllegalArgumentException e) {
            return null; // Illegal is a location that the compilation does not have.
        }
    }

    @Override
    public void write(TypeElement type, String text, Collection<TypeElement> origins) throws IOException {
        if (isBesideSources()) {
            Path file = besideSource(type);
            if (file == null) {
                throw new IOException("the output folder of the class is unknown, since its source is not a "
                    + "file: pass -d FOLDER");
            }
            Files.writeString(file, text);
            return;
        }
        try (OutputStream out = create(type, origins).openOutputStream()) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private FileObject create(TypeElement type, Collection<TypeElement> origins) throws IOException {
        TypeElement[] elements = origins.toArray(TypeElement[] ::new);
        return filer.createResource(
            StandardLocation.CLASS_OUTPUT, names.packageOf(type), names.resource(type), elements);
    }

    @Override
    public void delete(TypeElement type) throws IOException {
        if (isBesideSources()) {
            Path file = besideSource(type);
            if (file != null) {
                Files.deleteIfExists(file);
            }
            return;
        }
        URI file =
            filer.getResource(StandardLocation.CLASS_OUTPUT, names.packageOf(type), names.resource(type))
                .toUri();
        if ("file".equals(file.getScheme())) {
            Files.deleteIfExists(Path.of(file)); // The filer's own objects cannot be deleted.
        } else {
            write(type, JsonWriter.write(new Model(null, List.of())), List.of(type));
        }
    }
}
