// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;

/** Methods of {@link Character} that need no table of Unicode. */
final class CharacterMethods {
    private CharacterMethods() {}

    @Reflect
    static int compare(char x, char y) {
        return x - y;
    }

    @Reflect
    static int compareTo(char x, Character other) {
        return compare(x, other);
    }

    @Reflect
    static int hashCode(char x) {
        return x;
    }

    @Reflect
    static char reverseBytes(char x) {
        return (char) ((x & 0xFF00) >> 8 | x << 8);
    }

    @Reflect
    static boolean isISOControl(char x) {
        return isISOControl((int) x);
    }

    @Reflect
    static boolean isISOControl(int x) {
        return x >= 0 && x < 0x20 || x >= 0x7F && x < 0xA0;
    }

    @Reflect
    static boolean isSurrogate(char x) {
        return x >= 0xD800 && x < 0xE000;
    }

    @Reflect
    static boolean isHighSurrogate(char x) {
        return x >= 0xD800 && x < 0xDC00;
    }

    @Reflect
    static boolean isLowSurrogate(char x) {
        return x >= 0xDC00 && x < 0xE000;
    }

    @Reflect
    static boolean isSurrogatePair(char high, char low) {
        return isHighSurrogate(high) && isLowSurrogate(low);
    }

    @Reflect
    static boolean isValidCodePoint(int x) {
        return x >= 0 && x < 0x110000;
    }

    @Reflect
    static boolean isBmpCodePoint(int x) {
        return x >>> 16 == 0;
    }

    @Reflect
    static boolean isSupplementaryCodePoint(int x) {
        return x >= 0x10000 && x < 0x110000;
    }

    @Reflect
    static int charCount(int x) {
        return x >= 0x10000 ? 2 : 1;
    }

    @Reflect
    static int toCodePoint(char high, char low) {
        return (high << 10) + low + (0x10000 - (0xD800 << 10) - 0xDC00);
    }

    @Reflect
    static char highSurrogate(int x) {
        return (char) ((x >>> 10) + (0xD800 - (0x10000 >>> 10)));
    }

    @Reflect
    static char lowSurrogate(int x) {
        return (char) ((x & 0x3FF) + 0xDC00);
    }

    @Reflect
    static char forDigit(int digit, int radix) {
        boolean isDigit = digit >= 0 && digit < radix && radix >= 2 && radix <= 36;
        return (char) (isDigit ? digit + (digit < 10 ? '0' : 'a' - 10) : 0);
    }
}
