// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;

/** Tensors by name in a file, or in several that belong together. Threads may share an instance. */
public interface TensorFile extends AutoCloseable {
    /**
     * The tensors.
     *
     * @return their names, in the file's order
     */
    Set<String> names();

    /**
     * The shape of a tensor.
     *
     * @param name the tensor
     * @return its sizes, outermost first; empty for a scalar
     * @throws ModelFileException if there is no such tensor
     */
    long[] shape(String name);

    /**
     * The type of a tensor's elements.
     *
     * @param name the tensor
     * @return its name in the file's format, such as {@code F16} or {@code Q4_K}
     * @throws ModelFileException if there is no such tensor
     */
    String typeName(String name);

    /**
     * The elements of a tensor.
     *
     * @param name the tensor
     * @return its bytes in row-major order: little endian, read only, mapped from the file and valid after it
     *     is closed
     * @throws ModelFileException if there is no such tensor, or it has more than 2 GiB - 1
     * @throws IOException if the file cannot be mapped
     */
    ByteBuffer data(String name) throws IOException;

    /**
     * The elements of rows of a tensor. A row has the elements that differ in the last index only.
     *
     * @param name the tensor
     * @param firstRow the first row, from 0
     * @param rows the number of rows
     * @return their bytes, as {@link #data(String)}
     * @throws ModelFileException as {@link #data(String)}
     * @throws IndexOutOfBoundsException if the tensor does not have these rows
     * @throws IOException if the file cannot be mapped
     */
    ByteBuffer data(String name, long firstRow, long rows) throws IOException;

    @Override void close() throws IOException;
}
