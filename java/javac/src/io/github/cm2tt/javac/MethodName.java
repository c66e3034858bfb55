// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

/**
 * The name of a method in the references of models.
 *
 * @param owner {@code pkg.C}
 * @param name {@code m}
 * @param descriptor {@code (int, long)}
 * @param result the type of the result
 */
record MethodName(String owner, String name, String descriptor, String result) {
    /** Parses {@code pkg.C::m(int, long):R}; returns null for references to other members than methods. */
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

    /** Returns the key, as in {@link Names#key}. */
    String key() {
        return owner + "::" + name + descriptor;
    }

    /** Returns the reference through another class. */
    String in(String otherOwner) {
        return otherOwner + "::" + name + descriptor + ":" + result;
    }
}
