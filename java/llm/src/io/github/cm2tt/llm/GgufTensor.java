// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.Arrays;

/**
 * A tensor in a GGUF file.
 *
 * @param name its name
 * @param type the type of its elements
 * @param shape its sizes, outermost first: the reverse of the file's order; empty for a scalar
 * @param position where its bytes begin in the file
 * @param bytes the number of its bytes
 */
public record GgufTensor(String name, GgufType type, long[] shape, long position, long bytes)
    implements TensorRows {
    /**
     * The size of a row.
     *
     * @return in bytes
     */
    public long rowBytes() {
        return columns() / type.blockElements() * type.blockBytes();
    }

    @Override
    public String toString() {
        return name + " " + type + Arrays.toString(shape);
    }
}
