// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.fails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.KernelException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory that kernels may only read: a store to it would end the process. */
class ReadOnlyMemoryTest {
    private static final int N = 16;
    private static final int[] NUMBERS = IntStream.range(100, 100 + N).toArray();
    private static final String REFUSED =
        ": the memory is read-only, and the kernel writes it: expected memory to write to, such as a copy";
    private final Device cpu = Device.cpu();
    @TempDir Path folder;

    private interface Use {
        void with(DeviceBuffer x) throws IOException;
    }

    /** Calls a test with a file that is mapped to be read. */
    private void withFile(Use use) throws IOException {
        Path file = folder.resolve("numbers");
        ByteBuffer bytes = ByteBuffer.allocate(4 * N).order(ByteOrder.nativeOrder());
        bytes.asIntBuffer().put(NUMBERS);
        Files.write(file, bytes.array());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 4 * N);
            mapped.order(ByteOrder.nativeOrder());
            try (DeviceBuffer x = cpu.wrap(mapped.asIntBuffer())) {
                use.with(x);
                assertArrayEquals(NUMBERS, x.copyTo(new int[N]));
            }
        }
        assertArrayEquals(bytes.array(), Files.readAllBytes(file));
    }

    private KernelFunction kernel(String name) {
        KernelFunction kernel = KernelFunction.of(ReadOnlyKernels.class, name).on(cpu);
        return name.equals("writesNever") ? kernel.constant("WRITES", 0) : kernel;
    }

    private static Object[] arguments(String kernel, DeviceBuffer x, DeviceBuffer out) {
        if (kernel.endsWith("Record")) {
            return new Object[] {new ReadOnlyKernels.Both(x.ptr(), out.ptr())};
        }
        if (kernel.equals("readsDescriptor") || kernel.equals("writesDescriptor")) {
            return new Object[] {row(x), row(out)};
        }
        return new Object[] {x, out};
    }

    private static DeviceTensorDescriptor row(DeviceBuffer buffer) {
        return buffer.device().tensorDescriptor(buffer, new long[] {N}, new long[] {1}, new int[] {N});
    }

    @ParameterizedTest
    @ValueSource(strings = {"readsTile", "readsInLoop", "readsScalars", "readsByHelper", "readsRecord",
                     "readsDescriptor", "readsMadeDescriptor", "readsAtomically", "writesNever"})
    void kernelsRead(String name) throws IOException {
        KernelFunction kernel = kernel(name);
        withFile(x -> {
            for (KernelFunction each : new KernelFunction[] {kernel, kernel.checked()}) {
                try (DeviceBuffer out = cpu.zeros(ElementType.I32, N)) {
                    each.launch(1, arguments(name, x, out));
                    assertArrayEquals(NUMBERS, out.copyTo(new int[N]));
                    each.launch(1, arguments(name, x, out.fill(0)));
                    assertArrayEquals(NUMBERS, out.copyTo(new int[N]));
                }
            }
            try (DeviceBuffer out = cpu.zeros(ElementType.I32, N)) {
                kernel.debug(1, arguments(name, x, out));
                assertArrayEquals(NUMBERS, out.copyTo(new int[N]));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"writesTile", "writesScalar", "writesMasked", "writesInPlace", "writesInLoop",
                     "writesInBranch", "writesSelected", "writesAtomically", "writesExchange",
                     "writesCompared", "writesRecord", "writesDescriptor", "writesMadeDescriptor"})
    void kernelsMayNotWrite(String name) throws IOException {
        KernelFunction kernel = kernel(name);
        String parameter = "parameter 0, '" + (name.endsWith("Record") ? "both.x" : "x") + "'";
        withFile(x -> {
            try (DeviceBuffer out = cpu.zeros(ElementType.I32, N); Stream stream = cpu.stream()) {
                // Whether it is compiled for writable memory before or not, and again.
                for (int i = 0; i < 2; i++) {
                    fails(IllegalArgumentException.class, parameter + REFUSED,
                        () -> kernel.launch(1, arguments(name, x, out)));
                    fails(IllegalArgumentException.class, parameter + REFUSED,
                        () -> kernel.checked().launch(1, arguments(name, x, out)));
                    fails(IllegalArgumentException.class, parameter + REFUSED,
                        () -> kernel.on(stream).launch(1, arguments(name, x, out)));
                    fails(IllegalArgumentException.class, parameter + REFUSED,
                        () -> kernel.prepare(arguments(name, x, out)));
                    try (DeviceBuffer copy = cpu.copyOf(NUMBERS)) {
                        kernel.launch(1, arguments(name, copy, out));
                    }
                    assertArrayEquals(NUMBERS, x.copyTo(new int[N]));
                }
                out.fill(0).slice(0, 1).fill(name.equals("writesInBranch") ? 0 : 3);
                KernelException refused = assertThrows(
                    KernelException.class, () -> kernel.debug(1, arguments(name, x, out)));
                String text = name.endsWith("Record") ? "the memory" : "'x'";
                assertTrue(refused.getMessage().contains(
                               ": " + text + " is read-only: expected memory to write to, such as a copy"),
                    refused::getMessage);
            }
        });
    }

    @Test
    void slicesAndTypesStayReadOnly() throws IOException {
        withFile(x -> {
            assertTrue(x.isReadOnly());
            for (DeviceBuffer part :
                List.of(x.slice(1, 4), x.as(ElementType.FP32), x.as(ElementType.I8).slice(0, 8))) {
                assertTrue(part.isReadOnly());
                fails(IllegalArgumentException.class, "parameter 0, 'x'" + REFUSED,
                    () -> kernel("writesScalar").launch(1, part, part));
            }
        });
    }

    @Test
    void copiesToItFail() throws IOException {
        withFile(x -> {
            String message = "the buffer of 16 x i32 on " + cpu.name()
                + " is read-only: expected one to write to, such as a copy";
            IntBuffer one = ByteBuffer.allocateDirect(4).order(ByteOrder.nativeOrder()).asIntBuffer();
            try (DeviceBuffer other = cpu.zeros(ElementType.I32, N); HostBuffer host = cpu.allocateHost(4);
                Stream stream = cpu.stream()) {
                List<Runnable> writes = List.of(() -> x.copyFrom(NUMBERS), () -> x.copyFrom(NUMBERS, 0, 1),
                    () -> x.copyFrom(other), () -> x.copyFrom(ByteBuffer.allocate(4)),
                    () -> x.copyFrom(ByteBuffer.allocateDirect(4)), () -> x.copyFrom(one),
                    () -> x.copyFromAsync(other, stream), () -> x.copyFromAsync(host, stream),
                    () -> x.fill(1), () -> x.fillAsync(1, stream), () -> x.fillAsync(1, null));
                for (Runnable write : writes) {
                    fails(IllegalArgumentException.class, message, write::run);
                }
                // It is a source.
                assertArrayEquals(NUMBERS, other.copyFrom(x).copyTo(new int[N]));
                other.fill(0).copyFromAsync(x, stream);
                stream.synchronize();
                assertArrayEquals(NUMBERS, other.copyTo(new int[N]));
                x.slice(2, 1).copyToAsync(host, stream);
                stream.synchronize();
                assertEquals(102, host.asByteBuffer().order(ByteOrder.nativeOrder()).getInt(0));
            }
        });
    }

    @Test
    void otherBuffersToReadOnly() {
        try (DeviceBuffer x = cpu.copyOf(NUMBERS); DeviceBuffer out = cpu.zeros(ElementType.I32, N)) {
            DeviceBuffer view = x.asReadOnly();
            assertTrue(view.isReadOnly());
            assertFalse(x.isReadOnly());
            assertFalse(x.slice(0, 1).isReadOnly());
            fails(IllegalArgumentException.class, "parameter 0, 'x'" + REFUSED,
                () -> kernel("writesTile").launch(1, view, out));
            kernel("readsTile").launch(1, view, out);
            assertArrayEquals(NUMBERS, out.copyTo(new int[N]));
            // The view shows what others write.
            kernel("readsTile").launch(1, out.fill(5), x);
            assertEquals(5, view.copyTo(new int[N])[0]);
            kernel("readsTile").debug(1, view, x);
            view.close();
            assertTrue(x.isOpen());
        }
    }

    @Test
    void argumentsThatAreKept() throws IOException {
        withFile(x -> {
            KernelFunction reads = kernel("readsTile");
            try (DeviceBuffer out = cpu.zeros(ElementType.I32, N)) {
                Arguments arguments = reads.arguments().add(x).add(out);
                reads.launch(Grid.of(1), arguments);
                reads.launch(Grid.of(1), arguments);
                assertArrayEquals(NUMBERS, out.copyTo(new int[N]));
                Arguments exchanged = reads.arguments().add(out).add(x);
                fails(IllegalArgumentException.class, "parameter 1, 'out'" + REFUSED,
                    () -> reads.launch(Grid.of(1), exchanged));
                exchanged.set(1, out);
                reads.launch(Grid.of(1), exchanged);
            }
        });
    }

    @Test
    void graphs() throws IOException {
        withFile(x -> {
            try (DeviceBuffer out = cpu.zeros(ElementType.I32, N); Stream stream = cpu.stream()) {
                KernelFunction reads = kernel("readsTile").on(stream);
                reads.launch(1, x, out);
                try (Graph graph = stream.capture(() -> {
                         reads.launch(1, x, out);
                         fails(IllegalArgumentException.class, "parameter 1, 'out'" + REFUSED,
                             () -> reads.launch(1, out, x));
                     })) {
                    out.fill(0);
                    graph.launch(stream);
                    stream.synchronize();
                    assertArrayEquals(NUMBERS, out.copyTo(new int[N]));
                }
            }
        });
    }

    /** A store by an address that only the running kernel knows stops it. */
    @Test
    void addressesInTables() throws IOException {
        withFile(x -> {
            try (DeviceBuffer table = cpu.pointerTable(x)) {
                KernelFunction writes = kernel("writesTable");
                assertThrows(KernelFaultException.class, () -> writes.launch(1, table));
                KernelException refused = assertThrows(KernelException.class, () -> writes.debug(1, table));
                assertTrue(refused.getMessage().contains("the memory is read-only"), refused::getMessage);
            }
        });
    }

    @Test
    void readOnlyViewsOfDirectBuffers() {
        ByteBuffer memory = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        memory.asIntBuffer().put(NUMBERS);
        try (DeviceBuffer x = cpu.wrap(memory.asReadOnlyBuffer(), ElementType.I32);
            DeviceBuffer same = cpu.wrap(memory, ElementType.I32)) {
            assertTrue(x.isReadOnly());
            assertFalse(same.isReadOnly());
            kernel("readsTile").launch(1, x, same);
            assertArrayEquals(NUMBERS, x.copyTo(new int[N]));
            fails(IllegalArgumentException.class, "parameter 0, 'x'" + REFUSED,
                () -> kernel("writesTile").launch(1, x, same));
        }
    }
}
