// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

/**
 * The model that is made of a method. It is written shortly: Java types without {@code java.type:""},
 * references without {@code java.ref:}, and without the packages {@code java.lang}, {@code java.util},
 * {@code java.util.function} and {@code models}, and without the class around a class.
 */
@interface ExpectModel {
    /** The text. */
    String value();

    /** The methods that have to be in the model too. */
    String calls() default "";

    /** Whether the text has the operations' places. */
    boolean places() default false;
}
