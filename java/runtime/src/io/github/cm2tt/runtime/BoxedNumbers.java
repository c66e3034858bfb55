// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.BFloat16;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Float8E4M3;
import io.github.cm2tt.lang.Float8E5M2;
import io.github.cm2tt.lang.UInt16;
import io.github.cm2tt.lang.UInt32;
import io.github.cm2tt.lang.UInt64;
import io.github.cm2tt.lang.UInt8;
import java.lang.invoke.MethodType;

/** Boxed numbers: conversion to the types of parameters, and from text. */
final class BoxedNumbers {
    private BoxedNumbers() {}

    /**
     * Returns a number as an argument of a parameter: unchanged, or widened if it is an integer.
     *
     * @return null if it has another type
     */
    static Object widened(Object value, Class<?> type) {
        Class<?> box = boxOf(type);
        if (box.isInstance(value)) {
            return value;
        }
        int from = integerBytes(value.getClass());
        if (from == 0 || integerBytes(box) <= from) {
            return null;
        }
        long number = ((Number) value).longValue();
        if (box == Short.class) {
            return (short) number;
        }
        if (box == Integer.class) {
            return (int) number;
        }
        return number;
    }

    /**
     * Parses a constant: a number, a truth value, a string, a constant of an enum or a class of numbers.
     *
     * @return null if it is not a value of the type
     */
    static Object parsed(String text, Class<?> type) {
        if (type == Class.class) {
            return classOf(text);
        }
        if (type.isEnum()) {
            return constantOf(text, type);
        }
        if (type == String.class) {
            return ConstantTexts.stringOf(text);
        }
        Class<?> box = boxOf(type);
        try {
            if (box == Boolean.class) {
                return text.equals("true") || text.equals("1") ? Boolean.TRUE
                    : text.equals("false") || text.equals("0") ? Boolean.FALSE
                    : null;
            }
            if (box == Float.class) {
                return Float.valueOf(text);
            }
            if (box == Double.class) {
                return Double.valueOf(text);
            }
            if (box == Character.class) {
                return (char) Integer.parseInt(text);
            }
            if (Number.class.isAssignableFrom(box) && box.getPackage() == Float16.class.getPackage()) {
                return element(text, box);
            }
            return integer(Long.parseLong(text), box);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static Class<?> classOf(String text) {
        for (ElementType element : ElementType.values()) {
            if (text.equals(element.signature() + ".class")) {
                return element.javaClass();
            }
        }
        return null;
    }

    /** Returns a constant of an enum, before whose name packages and outer classes may be. */
    private static Object constantOf(String text, Class<?> type) {
        int dot = text.lastIndexOf('.');
        for (Object constant : dot > 0 ? type.getEnumConstants() : new Object[0]) {
            if (((Enum<?>) constant).name().equals(text.substring(dot + 1))
                && KernelName.names(text.substring(0, dot), type.getName())) {
                return constant;
            }
        }
        return null;
    }

    /** Parses a number of a type that Java lacks. */
    private static Object element(String text, Class<?> type) {
        if (type == Float16.class) {
            return Float16.valueOf(Float.parseFloat(text));
        }
        if (type == BFloat16.class) {
            return BFloat16.valueOf(Float.parseFloat(text));
        }
        if (type == Float8E4M3.class) {
            return Float8E4M3.valueOf(Float.parseFloat(text));
        }
        if (type == Float8E5M2.class) {
            return Float8E5M2.valueOf(Float.parseFloat(text));
        }
        long number = Long.parseLong(text);
        return type == UInt8.class ? UInt8.valueOf(number)
            : type == UInt16.class ? UInt16.valueOf(number)
            : type == UInt32.class ? UInt32.valueOf(number)
            : type == UInt64.class ? UInt64.valueOf(number)
            : null;
    }

    private static Object integer(long number, Class<?> box) {
        if (box == Long.class) {
            return number;
        }
        if (box == Integer.class && number == (int) number) {
            return (int) number;
        }
        if (box == Short.class && number == (short) number) {
            return (short) number;
        }
        if (box == Byte.class && number == (byte) number) {
            return (byte) number;
        }
        return null;
    }

    private static int integerBytes(Class<?> box) {
        if (box == Byte.class) {
            return 1;
        }
        if (box == Short.class) {
            return 2;
        }
        if (box == Integer.class) {
            return 4;
        }
        return box == Long.class ? 8 : 0;
    }

    private static Class<?> boxOf(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }
}
