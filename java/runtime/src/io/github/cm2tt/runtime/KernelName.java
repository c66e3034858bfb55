// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The name of a kernel as programs give it: that of its method, {@code k}, or with the types of the
 * parameters, {@code k(Ptr, int)}, which tell apart kernels of one name. The compiler reads it in the same
 * way.
 *
 * @param method the name of the method
 * @param types the types as they were given; null if there is no list of them
 */
record KernelName(String method, List<String> types) {
    /** Reads a name; a text with any other brackets is that of a method, which no class has. */
    static KernelName parse(String text) {
        int open = text.indexOf('(');
        if (open < 0 || !text.endsWith(")")) {
            return new KernelName(text, null);
        }
        String list = text.substring(open + 1, text.length() - 1).strip();
        return new KernelName(text.substring(0, open).strip(), list.isEmpty() ? List.of()
            : Arrays.stream(list.split(",", -1)).map(String::strip).toList());
    }

    /** Returns the methods of this name that a class declares. */
    List<Method> find(Method[] declared) {
        List<Method> found = Arrays.stream(declared)
            .filter(each -> !each.isSynthetic() && each.getName().equals(method) && hasTypes(each)).toList();
        // All of a name in full may be the end of another one.
        List<Method> exact = found.stream().filter(each -> types(each).equals(types)).toList();
        return exact.isEmpty() ? found : exact;
    }

    private boolean hasTypes(Method candidate) {
        List<String> own = types(candidate);
        return types == null || types.size() == own.size()
            && IntStream.range(0, own.size()).allMatch(i -> names(types.get(i), own.get(i)));
    }

    /** Returns whether a text names a class: packages and outer classes may be left out, and $ be a dot. */
    static boolean names(String text, String binaryName) {
        return ("." + binaryName.replace('$', '.')).endsWith("." + text.replace('$', '.'));
    }

    /** Returns the types of the parameters in full, as in the descriptors of models. */
    private static List<String> types(Method method) {
        return Arrays.stream(method.getParameterTypes()).map(Type::getTypeName).toList();
    }

    /** Returns {@code (pkg.Outer$Inner, int)}, the descriptor of a method in models. */
    static String descriptor(Method method) {
        return types(method).stream().collect(Collectors.joining(", ", "(", ")"));
    }

    /** Returns {@code k(Inner, int)}. */
    static String text(Method method) {
        return text(method, Class::getSimpleName);
    }

    private static String text(Method method, Function<Class<?>, String> type) {
        return method.getName() + Arrays.stream(method.getParameterTypes()).map(type)
            .collect(Collectors.joining(", ", "(", ")"));
    }

    /** Returns the shortest name that no other method of the class has. */
    static String of(Method method) {
        Method[] declared = method.getDeclaringClass().getDeclaredMethods();
        return List.of(method.getName(), text(method)).stream()
            .filter(each -> parse(each).find(declared).size() == 1).findFirst()
            .orElseGet(() -> text(method, Class::getTypeName));
    }
}
