// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * The components of the records of a kernel, which are tiles or numbers, and the creation of records from
 * components. Records may be private to the kernel's class.
 */
final class Records {
    /** The accessors and the constructor of a class of records. */
    private record Shape(Method[] accessors, Constructor<?> constructor) {}

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return shapeOf(type);
        }
    };

    private Records() {}

    private static Shape shapeOf(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Method[] accessors =
            Arrays.stream(components).map(RecordComponent::getAccessor).toArray(Method[] ::new);
        Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[] ::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            for (Method accessor : accessors) {
                accessor.setAccessible(true);
            }
            return new Shape(accessors, constructor);
        } catch (InaccessibleObjectException closed) {
            throw new KernelException("the record " + type.getName() + " is not open to the module "
                    + Records.class.getModule().getName() + ": add `opens " + type.getPackageName()
                    + "` to its module-info.java",
                closed);
        } catch (NoSuchMethodException none) {
            throw new AssertionError("a record has a canonical constructor", none);
        }
    }

    /** Returns the components of a record, in order; another value is its own only component. */
    static Object[] components(Object value) {
        if (!(value instanceof Record)) {
            return new Object[] {value};
        }
        Method[] accessors = SHAPES.get(value.getClass()).accessors;
        Object[] result = new Object[accessors.length];
        try {
            for (int i = 0; i < result.length; i++) {
                result[i] = accessors[i].invoke(value);
            }
        } catch (InvocationTargetException thrown) {
            throw failed(value, thrown);
        } catch (IllegalAccessException denied) {
            throw new IllegalStateException(denied);
        }
        return result;
    }

    /** Returns a value of the class of a model value, with other components. */
    @SuppressWarnings("unchecked") // of the model's class, which is T's
    static <T> T with(T model, Tensor[] components) {
        if (!(model instanceof Record)) {
            return (T) components[0];
        }
        try {
            return (T) SHAPES.get(model.getClass()).constructor.newInstance((Object[]) components);
        } catch (InvocationTargetException thrown) {
            throw failed(model, thrown);
        } catch (ReflectiveOperationException denied) {
            throw new IllegalStateException(denied);
        }
    }

    /** Returns the exception for code of the record, which compiled kernels do not run, that has thrown. */
    private static KernelException failed(Object record, InvocationTargetException thrown) {
        return new KernelException(
            "the record " + record.getClass().getName() + " throws " + thrown.getCause(), thrown.getCause());
    }
}
