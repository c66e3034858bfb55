// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Ptr;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/**
 * Records as arguments: a launch has an argument for each component, in order. The values are those of the
 * fields, as accessors may compute others, and kernels call these themselves. Reading them allocates nothing.
 *
 * <p>Not here: the components that a kernel's parameters have ({@link JavaParameters}).
 */
final class RecordArguments {
    private static final ClassValue<RecordArguments> OF_CLASS = new ClassValue<>() {
        @Override
        protected RecordArguments computeValue(Class<?> type) {
            return new RecordArguments(type);
        }
    };

    /** Sets the arguments of one component, from an index on. */
    private interface Setter {
        /** Returns the index after them. */
        int set(Arguments to, int index, Record from) throws Throwable;
    }

    private final Setter[] setters;
    private final Field[] fields;

    private RecordArguments(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        fields = new Field[components.length];
        setters = new Setter[components.length];
        for (int i = 0; i < components.length; i++) {
            fields[i] = open(type, components[i].getName());
            setters[i] = setterOf(components[i].getType(), getter(fields[i]));
        }
    }

    /** Sets the arguments of a record's components, from an index on, and returns the index after them. */
    static int set(Arguments to, int index, Record record) {
        int next = index;
        for (Setter each : OF_CLASS.get(record.getClass()).setters) {
            try {
                next = each.set(to, next, record);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError("a field is read", e);
            }
        }
        return next;
    }

    /** Adds the values of a record's components, also of those of nested records. */
    static void addValues(Record record, List<Object> values) {
        for (Field each : OF_CLASS.get(record.getClass()).fields) {
            Object value = valueOf(each, record);
            if (value instanceof Record inner) {
                addValues(inner, values);
            } else {
                values.add(value);
            }
        }
    }

    /** Returns the names of a record's components in a model, such as {@code p.shape.rows}. */
    static List<String> names(String name, Record record) {
        List<String> names = new ArrayList<>();
        for (Field each : OF_CLASS.get(record.getClass()).fields) {
            String path = name + "." + each.getName();
            if (valueOf(each, record) instanceof Record inner) {
                names.addAll(names(path, inner));
            } else {
                names.add(path);
            }
        }
        return names;
    }

    private static Object valueOf(Field field, Record record) {
        try {
            return field.get(record);
        } catch (IllegalAccessException e) {
            throw new AssertionError("the field is open", e);
        }
    }

    private static Field open(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new AssertionError("a record has a field for each component", e);
        } catch (InaccessibleObjectException e) {
            throw new IllegalArgumentException("the record " + type.getName() + " cannot be read: add 'opens "
                + type.getPackageName() + " to io.github.cm2tt.runtime;' to the module-info of "
                + type.getModule().getName(), e);
        }
    }

    private static MethodHandle getter(Field field) {
        try {
            MethodHandle getter = MethodHandles.lookup().unreflectGetter(field);
            Class<?> type = field.getType().isPrimitive() ? field.getType() : Object.class;
            return getter.asType(MethodType.methodType(type, Record.class));
        } catch (IllegalAccessException e) {
            throw new AssertionError("the field is open", e);
        }
    }

    private static Setter setterOf(Class<?> type, MethodHandle getter) {
        if (type == int.class) {
            return (to, i, from) -> {
                to.set(i, (int) getter.invokeExact(from));
                return i + 1;
            };
        } else if (type == long.class) {
            return (to, i, from) -> {
                to.set(i, (long) getter.invokeExact(from));
                return i + 1;
            };
        } else if (type == float.class) {
            return (to, i, from) -> {
                to.set(i, (float) getter.invokeExact(from));
                return i + 1;
            };
        } else if (type == double.class) {
            return (to, i, from) -> {
                to.set(i, (double) getter.invokeExact(from));
                return i + 1;
            };
        } else if (type == boolean.class) {
            return (to, i, from) -> {
                to.set(i, (boolean) getter.invokeExact(from));
                return i + 1;
            };
        } else if (type == byte.class) {
            return (to, i, from) -> {
                to.set(i, (byte) getter.invokeExact(from));
                return i + 1;
            };
        } else if (type == short.class) {
            return (to, i, from) -> {
                to.set(i, (short) getter.invokeExact(from));
                return i + 1;
            };
        } else if (type == char.class) {
            return (to, i, from) -> {
                to.set(i, (char) getter.invokeExact(from));
                return i + 1;
            };
        }
        return (to, i, from) -> setObject(to, i, (Object) getter.invokeExact(from), type);
    }

    private static int setObject(Arguments to, int index, Object value, Class<?> type) {
        if (value instanceof Record record) {
            return set(to, index, record);
        }
        if (value == null && type != Ptr.class) {
            throw ArgumentConversion.refused(to.nameOf(index), null);
        }
        ArgumentConversion.set(to, index, value);
        return index + 1;
    }
}
