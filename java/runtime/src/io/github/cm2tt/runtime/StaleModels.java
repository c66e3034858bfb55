// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.Resources;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Refuses models that are older than the code of their class, and warns of those that are older than that of
 * other classes: launches would run the old methods and {@link KernelFunction#debug(Grid, Object...)} the new
 * ones. The model of a class contains the methods of other classes that its kernels call, as they were when
 * the class was compiled.
 *
 * <p>A function of a model has a digest of the code that was compiled ({@link CodeDigest}), which is compared
 * with that of the class file. The other class has a model too, with which the methods are compared, without
 * their locations: a comment that moves a method changes nothing. If there are no digests, a class file that
 * is younger than its own model was written without cm2tt-javac. {@code -Dcm2tt.stale.allow=true} makes the
 * error a warning.
 */
final class StaleModels {
    /** A compilation writes the class first and the model at its end. */
    private static final Duration COMPILATION = Duration.ofMinutes(2);
    /** The messages that were logged, each once. */
    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private StaleModels() {}

    /**
     * Checks that the model of a class is not older than its code. Logs a warning if that is so for methods
     * of other classes, or if a model without digests has a class file that is younger.
     *
     * @throws IllegalArgumentException if methods of the class itself have changed
     */
    static void check(Class<?> owner, byte[] model) {
        Set<String> changed = Set.of();
        try {
            List<?> functions = functions(model);
            checkHelpers(owner, functions);
            Map<String, Map<String, String>> digests = digests(functions);
            if (digests.isEmpty()) {
                checkClassFile(owner);
            }
            changed = changed(owner, digests.getOrDefault(owner.getName(), Map.of()));
            digests.remove(owner.getName());
            digests.forEach((name, methods) -> checkHelper(owner, name, methods));
        } catch (IllegalArgumentException | UncheckedIOException e) {
            return; // Native code reports what is wrong with a model.
        }
        if (!changed.isEmpty()) {
            String message = "the kernels of " + owner.getName() + " are older than its class: "
                + String.join(", ", changed) + (changed.size() == 1 ? " has" : " have")
                + " changed since, in a compilation without cm2tt-javac, as that of an IDE: compile "
                + owner.getName() + " with cm2tt-javac, or write its kernels again: java -jar "
                + "cm2tt-javac.jar -d CLASSES FILE.java";
            if (!Boolean.getBoolean("cm2tt.stale.allow")) {
                throw new IllegalArgumentException(message);
            }
            warn(message);
        }
    }

    /** Returns the functions of a model as JSON; none for what is no model. */
    private static List<?> functions(byte[] model) {
        return JsonReader.read(new String(model, StandardCharsets.UTF_8)) instanceof Map<?, ?> root
            && root.get("functions") instanceof List<?> functions ? functions : List.of();
    }

    /** Returns the digests of functions in a model, by the class and by the name of the method. */
    private static Map<String, Map<String, String>> digests(List<?> functions) {
        Map<String, Map<String, String>> result = new TreeMap<>();
        for (Object function : functions) {
            if (function instanceof Map<?, ?> members && members.get("attributes") instanceof Map<?, ?> all
                && all.get("owner") instanceof String owner && all.get("code") instanceof String digest
                && members.get("value") instanceof String name) {
                result.computeIfAbsent(owner, key -> new TreeMap<>()).put(name, digest);
            }
        }
        return result;
    }

    /** Returns the methods of a class, quoted, whose code is not that of their digests. */
    private static Set<String> changed(Class<?> owner, Map<String, String> digests) {
        String name = owner.getName();
        Map<String, String> current;
        try (InputStream file = digests.isEmpty() ? null
            : Resources.open(owner, name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            current = file == null ? Map.of() : CodeDigest.of(file.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Set<String> changed = new TreeSet<>();
        for (Map.Entry<String, String> each : digests.entrySet()) {
            String method = each.getKey().equals("new") ? "<init>" : each.getKey();
            if (!current.isEmpty() && !each.getValue().equals(current.get(method))) {
                changed.add("'" + each.getKey() + "'");
            }
        }
        return changed;
    }

    private static void checkHelper(Class<?> owner, String name, Map<String, String> digests) {
        try {
            Set<String> changed = changed(Class.forName(name, false, owner.getClassLoader()), digests);
            if (!changed.isEmpty()) {
                warnOfHelpers(owner, name, changed);
            }
        } catch (ClassNotFoundException | LinkageError e) {
            return; // The JVM does not need it.
        }
    }

    private static void warnOfHelpers(Class<?> owner, String name, Set<String> changed) {
        warn("the kernels of " + owner.getName() + " contain older versions of methods of " + name + ", "
            + String.join(", ", changed) + ": compile " + owner.getName() + " again");
    }

    private static void checkHelpers(Class<?> owner, List<?> functions) {
        byOwner(functions, each -> !each.equals(owner.getName())).forEach((name, methods) -> {
            Map<String, Set<Object>> current = current(owner, name);
            if (current == null) {
                return;
            }
            Set<String> changed = methods.entrySet().stream()
                .filter(entry -> !current.getOrDefault(entry.getKey(), Set.of())
                    .containsAll(entry.getValue()))
                .map(entry -> "'" + entry.getKey() + "'").collect(Collectors.toCollection(TreeSet::new));
            if (!changed.isEmpty()) {
                warnOfHelpers(owner, name, changed);
            }
        });
    }

    /** Returns the functions of some classes without their locations, by the class and by the name. */
    private static Map<String, Map<String, Set<Object>>> byOwner(
        List<?> functions, Predicate<String> isWanted) {
        Map<String, Map<String, Set<Object>>> result = new TreeMap<>();
        for (Object function : functions) {
            if (function instanceof Map<?, ?> members && members.get("attributes") instanceof Map<?, ?> all
                && all.get("owner") instanceof String owner && isWanted.test(owner)
                && members.get("value") instanceof String name) {
                result.computeIfAbsent(owner, key -> new TreeMap<>())
                    .computeIfAbsent(name, key -> new HashSet<>()).add(withoutLocations(function));
            }
        }
        return result;
    }

    private static Object withoutLocations(Object json) {
        if (json instanceof List<?> list) {
            return list.stream().map(StaleModels::withoutLocations).collect(Collectors.toList());
        }
        if (json instanceof Map<?, ?> members) {
            Map<Object, Object> result = new TreeMap<>();
            members.forEach((name, value) -> {
                if (!name.equals("location")) {
                    result.put(name, withoutLocations(value));
                }
            });
            return result;
        }
        return json;
    }

    /** Returns the functions in the model of another class; null if it has no model. */
    private static Map<String, Set<Object>> current(Class<?> owner, String name) {
        try {
            Class<?> other = Class.forName(name, false, owner.getClassLoader());
            try (InputStream model = Resources.open(other, KernelSource.resourceOf(other))) {
                return model == null ? null
                    : byOwner(functions(model.readAllBytes()), name::equals).getOrDefault(name, Map.of());
            }
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void checkClassFile(Class<?> owner) {
        String resource = KernelSource.resourceOf(owner);
        Path model = fileOf(owner.getResource(resource));
        Path code = fileOf(owner.getResource(resource.replace(".cm2tt.json", ".class")));
        if (model == null || code == null) {
            return; // In a jar, times are not those of the compilation.
        }
        try {
            Duration age = Duration.between(Files.getLastModifiedTime(model).toInstant(),
                Files.getLastModifiedTime(code).toInstant());
            if (age.compareTo(COMPILATION) > 0) {
                warn(owner.getName() + " was compiled without cm2tt-javac after its kernels: compile it with "
                    + "cm2tt-javac, or launches run kernels of an older version");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path fileOf(URL url) {
        try {
            return url == null || !url.getProtocol().equals("file") ? null : Path.of(url.toURI());
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private static void warn(String message) {
        if (LOGGED.add(message)) {
            Leaks.logger().log(Level.WARNING, message);
        }
    }
}
