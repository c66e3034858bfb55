// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Op;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The digests of the code that javac has written for functions, as their attribute {@code code}: by it the
 * runtime recognises classes that were compiled later than their models. Functions of libraries have theirs.
 */
final class CodeDigests {
    private final Function<String, byte[]> classFiles;
    private final Map<String, Map<String, String>> digests = new HashMap<>();

    /** @param classFiles the contents of a class file by the name of the class, or null if it is unknown */
    CodeDigests(Function<String, byte[]> classFiles) {
        this.classFiles = classFiles;
    }

    /** Returns functions with their digests. */
    List<Op> add(Collection<Op> functions) {
        return functions.stream().map(this::add).toList();
    }

    private Op add(Op function) {
        String owner = Libraries.text(function.attributes().get("owner"));
        if (owner == null || function.attributes().containsKey("code")) {
            return function;
        }
        String name = Libraries.text(function.value());
        String digest = digests.computeIfAbsent(owner, this::read).get(name.equals("new") ? "<init>" : name);
        return digest == null ? function
            : function.toBuilder().attribute("code", Attribute.of(digest)).build();
    }

    private Map<String, String> read(String owner) {
        byte[] file = classFiles.apply(owner);
        return file == null ? Map.of() : CodeDigest.of(file);
    }
}
