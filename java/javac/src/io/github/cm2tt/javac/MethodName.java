// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

/**
 * A method as references of models name it.
 *
 * @param owner {@code pkg.C}
 * @param name {@code m}
 * @param descriptor {@code (int, long)}
 * @param result the result's type
 */
record MethodName(String owner, String name, String descriptor, String result) {
    /** Of {@code pkg.C::m(int, long):R}; null for references to other things than methods. */
    static MethodName parse(String reference) {
        int open = reference.indexOf('(');
        int close = reference.indexOf("):", open);
        int colons = open < 0 ? -1 : reference.lastIndexOf("::", open);
        if (colons <= 0 || close < 0 || colons + 2 >= open) {
            return null;
        }
        return new MethodName(reference.substring(0, colons), reference.substring(colons + 2, open),
            reference.substring(open, close + 1), reference.substring(close + 2));
    }

    /** As {@link Names#key}. */
    String key() {
        return owner + "::" + name + descriptor;
    }

    /** The reference, by way of another class. */
    String in(String otherOwner) {
        return otherOwner + "::" + name + descriptor + ":" + result;
    }
}
