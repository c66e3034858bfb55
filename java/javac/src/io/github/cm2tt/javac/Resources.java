// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import java.io.IOException;
import java.util.Collection;
import javax.lang.model.element.TypeElement;

/** The models beside class files. */
interface Resources {
    /**
     * Returns the model beside a class that is not being compiled.
     *
     * @return its text, or null if there is none
     */
    String read(TypeElement type) throws IOException;

    /**
     * Returns the model that an earlier compilation wrote beside a class that is being compiled.
     *
     * @return its text, or null if there is none
     */
    String earlier(TypeElement type) throws IOException;

    /**
     * Returns the class file of a class that is not being compiled.
     *
     * @return its content, or null if it is not found where {@link #read} looks
     */
    byte[] compiled(TypeElement type) throws IOException;

    /**
     * Returns the class file that this compilation has written.
     *
     * @return its content, or null if it is not a file
     */
    byte[] classFile(TypeElement type) throws IOException;

    /**
     * Writes the model beside a class whose class file has been written.
     *
     * @param origins the classes whose sources the text depends on
     */
    void write(TypeElement type, String text, Collection<TypeElement> origins) throws IOException;

    /** Removes the model that an earlier compilation wrote beside a class, if any. */
    void delete(TypeElement type) throws IOException;
}
