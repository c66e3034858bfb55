// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The parameters of a kernel's method, and their components: the compiled kernel has a parameter for each
 * component of a record, as the front end has expanded it.
 */
final class JavaParameters {
    /**
     * A parameter, or a component of a record.
     *
     * @param type its class
     * @param isConstant whether the parameter is annotated with {@code Constant}
     * @param parts the components of a record; null for anything else
     */
    record Part(Class<?> type, boolean isConstant, List<Part> parts) {
        /** Returns this, or its components that are no records. */
        Stream<Part> leaves() {
            return parts == null ? Stream.of(this) : parts.stream().flatMap(Part::leaves);
        }
    }

    private JavaParameters() {}

    /** Returns the parameters of a method. */
    static List<Part> of(Method method) {
        boolean isExpanded = method.isAnnotationPresent(Kernel.class);
        return Arrays.stream(method.getParameters()).map(each -> part(each, isExpanded)).toList();
    }

    private static Part part(Parameter parameter, boolean isExpanded) {
        // Babylon's annotation has the same name.
        boolean isConstant = Arrays.stream(parameter.getAnnotations()).anyMatch(each ->
            each.annotationType().getSimpleName().equals(Constant.class.getSimpleName()));
        return isExpanded ? part(parameter.getParameterizedType(), Map.of(), isConstant)
            : new Part(parameter.getType(), isConstant, null);
    }

    private static Part part(Type type, Map<Type, Type> arguments, boolean isConstant) {
        Type known = arguments.getOrDefault(type, type);
        Class<?> raw = classOf(known);
        if (!raw.isRecord()) {
            return new Part(raw, isConstant, null);
        }
        Map<Type, Type> inner = new HashMap<>();
        if (known instanceof ParameterizedType generic) {
            TypeVariable<?>[] variables = raw.getTypeParameters();
            for (int i = 0; i < variables.length; i++) {
                Type given = generic.getActualTypeArguments()[i];
                inner.put(variables[i], arguments.getOrDefault(given, given));
            }
        }
        return new Part(raw, isConstant, Arrays.stream(raw.getRecordComponents())
            .map(each -> part(each.getGenericType(), inner, isConstant)).toList());
    }

    private static Class<?> classOf(Type type) {
        if (type instanceof Class<?> known) {
            return known;
        }
        return type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : Object.class;
    }

    /** Creates a record of the values of its components. */
    static Object construct(Class<?> type, Object[] values) {
        Class<?>[] types =
            Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class<?>[] ::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException("a " + type.getSimpleName() + " of " + Arrays.toString(values)
                + " cannot be created: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("a record that was read has a canonical constructor", e);
        }
    }
}
