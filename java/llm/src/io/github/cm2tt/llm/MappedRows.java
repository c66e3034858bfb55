// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Objects;

/** Maps rows of tensors from files. */
final class MappedRows {
    private MappedRows() {}

    /**
     * Maps rows.
     *
     * @param channel the file
     * @param what the file and the tensor, for messages
     * @param position where the tensor begins
     * @param rowBytes the bytes of a row
     * @param allRows the number of the tensor's rows
     * @param firstRow the first that is mapped
     * @param rows the number of rows that are mapped
     * @return their bytes, little endian
     */
    static ByteBuffer map(FileChannel channel, String what, long position, long rowBytes, long allRows,
        long firstRow, long rows) throws IOException {
        Objects.checkFromIndexSize(firstRow, rows, allRows);
        long bytes = rows * rowBytes;
        if (bytes > Integer.MAX_VALUE) {
            throw new ModelFileException(
                what + " has " + bytes + " bytes: more than a buffer; map fewer rows at once");
        }
        return channel.map(FileChannel.MapMode.READ_ONLY, position + firstRow * rowBytes, bytes)
            .order(ByteOrder.LITTLE_ENDIAN);
    }
}
