// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whether Java's classes have the methods, records and enums of the compiler's table, and no others. */
class MethodTableTest {
    /** Methods that take a pointer instead of a number. */
    private static final Set<String> OF_POINTERS =
        Set.of("add", "sub", "broadcast", "broadcastTo", "join", "interleave", "multipleOf");

    private static MethodTable table;

    @BeforeAll
    static void readTable() throws IOException {
        table = MethodTable.read();
    }

    @Test
    void tritonHasTheTablesMethods() {
        assertEquals(MethodTable.signatures(table.declarationsOf("Triton")),
            signaturesOf(Triton.class, each -> Modifier.isStatic(each.getModifiers())));
    }

    @Test
    void tilesHaveTheMethodsThatTakeThem() {
        var expected = new ArrayList<>(table.declarationsOf("Tensor"));
        for (MethodTable.Declaration each : table.declarationsOf("Triton"))
            if (each.takes(Set.of("Tensor", "Number", "Object", "T")))
                expected.add(each.calledOn("Tensor"));
        assertEquals(MethodTable.signatures(expected), signaturesOf(Tensor.class, MethodTableTest::isOwn));
    }

    @Test
    void pointersHaveTheMethodsThatTakeThem() {
        var expected = new ArrayList<>(table.declarationsOf("Ptr"));
        for (MethodTable.Declaration each : table.declarationsOf("Triton"))
            if (each.takes(Set.of("Ptr"))
                || each.takes(Set.of("Number", "Object", "T"))
                    && (OF_POINTERS.contains(each.name())
                        || each.receiver().name().equals("pointers")))
                expected.add(each.calledOn("Ptr"));
        assertEquals(MethodTable.signatures(expected), signaturesOf(Ptr.class, MethodTableTest::isOwn));
    }

    @Test
    void rangesHaveTheTablesHints() {
        assertEquals(MethodTable.signatures(table.declarationsOf("Range")),
            signaturesOf(Triton.Range.class, each -> !each.getName().equals("iterator")));
    }

    @Test
    void enumsHaveTheTablesConstants() {
        for (var each : table.enums().entrySet())
            assertEquals(each.getValue(),
                Stream.of(nested(each.getKey()).getEnumConstants()).map(Object::toString).toList(),
                each.getKey());
    }

    @Test
    void recordsHaveTheTablesComponents() {
        for (var each : table.records().entrySet())
            assertArrayEquals(each.getValue().toArray(),
                Stream.of(nested(each.getKey()).getRecordComponents())
                    .map(RecordComponent::getName)
                    .toArray(),
                each.getKey());
    }

    @Test
    void nothingElseIsNested() {
        var expected = new HashSet<>(Set.of("Range", "AccessOption", "AtomicOption"));
        expected.addAll(table.enums().keySet());
        expected.addAll(table.records().keySet());
        assertEquals(expected,
            Stream.of(Triton.class.getDeclaredClasses())
                .filter(each -> Modifier.isPublic(each.getModifiers()))
                .map(Class::getSimpleName)
                .collect(Collectors.toSet()));
    }

    private static Class<?> nested(String name) {
        try {
            return Class.forName(Triton.class.getName() + "$" + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("Triton." + name + " is in the table but not in Java", e);
        }
    }

    /** Whether it is neither static nor overrides what Number or Object have. */
    private static boolean isOwn(Method method) {
        if (Modifier.isStatic(method.getModifiers()))
            return false;
        for (Method inherited : Number.class.getMethods())
            if (inherited.getName().equals(method.getName())
                && Arrays.equals(inherited.getParameterTypes(), method.getParameterTypes()))
                return false;
        return true;
    }

    /** The public methods of a class, as the table writes them. */
    private static Set<String> signaturesOf(Class<?> owner, Predicate<Method> isWanted) {
        var signatures = new TreeSet<String>();
        for (Method method : owner.getDeclaredMethods())
            if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic() && isWanted.test(method))
                signatures.add(signatureOf(method));
        return signatures;
    }

    private static String signatureOf(Method method) {
        var parameters = new ArrayList<String>();
        for (Type type : method.getGenericParameterTypes())
            parameters.add(textOf(type));
        if (method.isVarArgs())
            parameters.set(
                parameters.size() - 1, parameters.get(parameters.size() - 1).replaceAll("\\[\\]$", "..."));
        String variables = Stream.of(method.getTypeParameters())
                               .map(MethodTableTest::declarationOf)
                               .collect(Collectors.joining(", "));
        return (variables.isEmpty() ? "" : "<" + variables + "> ") + textOf(method.getGenericReturnType())
            + " " + method.getName() + "(" + String.join(", ", parameters) + ")";
    }

    private static String declarationOf(TypeVariable<?> variable) {
        List<Type> bounds = List.of(variable.getBounds());
        return variable.getName()
            + (bounds.equals(List.of(Object.class)) ? "" : " extends " + textOf(bounds.get(0)));
    }

    /** A type by its simple name. */
    private static String textOf(Type type) {
        if (type instanceof Class<?> plain)
            return plain.getSimpleName();
        if (type instanceof WildcardType)
            return "?";
        if (type instanceof ParameterizedType generic)
            return textOf(generic.getRawType())
                + Stream.of(generic.getActualTypeArguments())
                      .map(MethodTableTest::textOf)
                      .collect(Collectors.joining(", ", "<", ">"));
        return type.getTypeName();
    }
}
