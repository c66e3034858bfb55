// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.BLOCK;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Kernels without checks that access memory far from their buffers: the JVM continues. */
class KernelFaultTest {
    /** Elements between a buffer and an address at which there is no memory. */
    private static final long FAR = -(1L << 40);
    private final Device cpu = Device.cpu();
    private final KernelFunction shifted =
        KernelFunction.of(TestKernels.class, "storeShifted").constant("BLOCK", BLOCK).on(cpu);

    private static void checkFault(KernelFaultException fault) {
        String message = fault.getMessage();
        assertTrue(message.matches("(?s)kernel 'storeShifted' stopped in .*: it accessed memory that is not "
                + "mapped, at address 0x[0-9a-f]+, \\d+ bytes before 'out', which has 512 bytes\n"
                + "note: a checked launch reports the access and its line: kernel.checked\\(\\) in Java, .*"),
            message);
        assertEquals(1, fault.diagnostics().size());
    }

    @Test
    void isAnException() {
        try (DeviceBuffer out = cpu.copyOf(numbers(BLOCK, 1))) {
            for (int i = 0; i < 1000; i++) {
                checkFault(assertThrows(KernelFaultException.class, () -> shifted.launch(1, out, FAR)));
                checkFault(assertThrows(KernelFaultException.class, () -> shifted.launch(5000, out, FAR)));
            }
            assertArrayEquals(numbers(BLOCK, 1), out.copyTo(new float[BLOCK]));
            shifted.launch(1, out, 0L);
            assertEquals(1, out.copyTo(new float[BLOCK])[BLOCK - 1]);
            // The remedy finds it.
            KernelFaultException fault =
                assertThrows(KernelFaultException.class, () -> shifted.checked().launch(1, out, FAR));
            assertTrue(fault.getMessage().contains("store out of bounds: element -1099511627776 of 'out', "
                    + "which has 128, by program (0, 0, 0)"),
                fault::getMessage);
        }
    }

    @Test
    void isAnExceptionOnStreams() {
        try (Stream stream = cpu.stream(); DeviceBuffer out = cpu.copyOf(numbers(BLOCK, 1))) {
            shifted.on(stream).launch(1, out, FAR);
            checkFault(assertThrows(KernelFaultException.class, stream::synchronize));
        }
    }

    private static int length(String text) {
        return text.length();
    }

    /** The JVM finds null by faults, once methods are compiled. */
    private static int countNulls(int count) {
        int nulls = 0;
        for (int i = 0; i < count; i++) {
            try {
                length(i % 8 == 0 ? null : "text");
            } catch (NullPointerException e) {
                nulls++;
            }
        }
        return nulls;
    }

    @Test
    void leavesTheFaultsOfTheJvm() throws InterruptedException {
        int[] nulls = new int[2];
        Thread other = new Thread(() -> nulls[0] = countNulls(400_000));
        other.start();
        try (DeviceBuffer out = cpu.copyOf(numbers(BLOCK, 1))) {
            for (int i = 0; i < 500; i++) {
                checkFault(assertThrows(KernelFaultException.class, () -> shifted.launch(100, out, FAR)));
                nulls[1] += countNulls(80);
            }
        }
        other.join();
        assertEquals(50_000, nulls[0]);
        assertEquals(5_000, nulls[1]);
    }
}
