// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Stream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The numbers of steps on a device. */
final class StepInputsTest {
    private static int[] pageTable(Device device, int pages) {
        try (Stream stream = device.stream(); StepInputs inputs = new StepInputs(device, 1, 1, pages)) {
            inputs.begin();
            for (int i = 0; i < pages; i++)
                inputs.setPage(0, i, i + 1);
            inputs.addRow(1, 0, 0);
            inputs.addRequest(0, 1, 1, GenerationOptions.GREEDY, 0);
            inputs.upload(stream);
            stream.synchronize();
            ByteBuffer bytes = ByteBuffer.allocateDirect(4 * pages).order(ByteOrder.nativeOrder());
            inputs.pageTable().buffer().as(ElementType.U8).copyTo(bytes);
            int[] table = new int[pages];
            bytes.clear().order(ByteOrder.nativeOrder()).asIntBuffer().get(table);
            return table;
        }
    }

    /** Memory of the host that was used before may have the pages of another model. */
    @Test
    void pagesReachTheDeviceWhateverTheMemoryHad() throws InterruptedException {
        Device device = Device.best();
        for (int pages : new int[] {5, 300, 1000, 5000}) {
            for (int i = 0; i < 20; i++) {
                assertArrayEquals(IntStream.rangeClosed(1, pages).toArray(), pageTable(device, pages));
                // The memory is free once nothing refers to its views.
                System.gc();
                Thread.sleep(1);
            }
        }
    }
}
