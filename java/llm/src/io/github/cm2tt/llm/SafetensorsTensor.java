// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.nio.file.Path;
import java.util.Arrays;

/**
 * A tensor in a safetensors file.
 *
 * @param name its name
 * @param type the type of its elements
 * @param shape its sizes, outermost first; empty for a scalar
 * @param file the file that contains it
 * @param position where its bytes begin in the file
 * @param bytes the number of its bytes
 */
public record SafetensorsTensor(
    String name, SafetensorsType type, long[] shape, Path file, long position, long bytes)
    implements TensorRows {
    @Override
    public String toString() {
        return name + " " + type + Arrays.toString(shape);
    }
}
