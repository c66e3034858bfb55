// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

/** The model that is made of a method. */
@interface ExpectModel {
    /** The text: Java types without {@code java.type:""}, references without {@code java.ref:}. */
    String value();

    /** The methods that have to be in the model too. */
    String calls() default "";

    /** Whether the text has the operations' places. */
    boolean places() default false;
}
