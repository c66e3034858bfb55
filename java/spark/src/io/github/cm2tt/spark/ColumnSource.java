// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The rows of a partition, which are appended to staged columns. */
abstract class ColumnSource {
    /** Returns a source of rows; column i is field i. */
    static ColumnSource ofRows(Iterator<InternalRow> rows) {
        return new ColumnSource() {
            @Override
            boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            int append(List<StagedColumn> columns, int most) {
                int count = 0;
                for (; count < most && rows.hasNext(); count++) {
                    InternalRow row = rows.next();
                    for (int i = 0; i < columns.size(); i++) {
                        columns.get(i).append(row, i);
                    }
                }
                return count;
            }
        };
    }

    /** Returns a source of batches; column i is that with the given ordinal. */
    static ColumnSource ofBatches(Iterator<ColumnarBatch> batches, int[] ordinals) {
        return new Batches(batches, ordinals);
    }

    /** Returns whether there are more rows. */
    abstract boolean hasNext();

    /** Appends rows to each column until there are no more, or as many as allowed; returns their number. */
    abstract int append(List<StagedColumn> columns, int most);

    /** A source of batches, of which one may be used in part. */
    private static final class Batches extends ColumnSource {
        private final Iterator<ColumnarBatch> batches;
        private final int[] ordinals;
        private ColumnarBatch batch;
        private int next;

        Batches(Iterator<ColumnarBatch> batches, int[] ordinals) {
            this.batches = batches;
            this.ordinals = ordinals;
        }

        @Override
        boolean hasNext() {
            while ((batch == null || next == batch.numRows()) && batches.hasNext()) {
                batch = batches.next();
                next = 0;
            }
            return batch != null && next < batch.numRows();
        }

        @Override
        int append(List<StagedColumn> columns, int most) {
            int count = 0;
            while (count < most && hasNext()) {
                int part = Math.min(most - count, batch.numRows() - next);
                for (int i = 0; i < columns.size(); i++) {
                    columns.get(i).append(batch.column(ordinals[i]), next, part);
                }
                next += part;
                count += part;
            }
            return count;
        }
    }
}
