// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import static io.github.cm2tt.runtime.internal.NativeTesting.NONE;
import static io.github.cm2tt.runtime.internal.NativeTesting.list;
import static io.github.cm2tt.runtime.internal.NativeTesting.text;
import static io.github.cm2tt.runtime.internal.NativeTesting.utf8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.CompilationException;
import io.github.cm2tt.runtime.DeviceException;
import io.github.cm2tt.runtime.Diagnostic;
import io.github.cm2tt.runtime.KernelFaultException;
import io.github.cm2tt.runtime.Severity;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * The natives, called as they are: what they do, and that nothing that they refuse ends the JVM.
 *
 * <p>Not here: tuners ({@link NativeTunerTest}).
 */
class NativesTest {
    /** The ordinal of ElementType.I16. */
    private static final int I16 = 2;
    private NativeTesting setup;

    @BeforeEach
    void setUp() {
        setup = new NativeTesting();
    }

    @AfterEach
    void tearDown() {
        setup.close();
    }

    private static void refused(Executable call, String text) {
        String said = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(said.contains(text), said);
    }

    private static void isNull(Executable call, String name) {
        assertEquals(name + " is null", assertThrows(NullPointerException.class, call).getMessage());
    }

    @Test
    void versions() {
        assertTrue(NativeLibrary.version().contains("LLVM 22"), NativeLibrary.version());
    }

    @Test
    void runtimes(@TempDir Path cache) {
        long[] numbers = NativeRuntime.deviceNumbers(setup.device);
        assertEquals(7, numbers.length);
        assertEquals(2, numbers[2]);
        assertEquals("cpu", text(NativeRuntime.deviceTexts(setup.device)[1]));
        assertTrue(NativeRuntime.gpus(setup.runtime) >= 0);
        refused(() -> NativeRuntime.device(setup.runtime, 99), "no device 99: there are 0 GPUs, counted "
                + "from 0");
        refused(() -> NativeRuntime.device(setup.runtime, -1), "ordinal is -1: expected 0 or more");
        refused(() -> NativeRuntime.create(null, -1, false, 0, null, null, null, false, false),
            "cacheBytes is -1: expected 0 or more");
        refused(() -> NativeRuntime.create(utf8("a\0b"), 0, false, 0, null, null, null, false, false),
            "cacheFolder has a zero byte: expected text");
        refused(() -> NativeRuntime.create(null, 0, false, 0, null, null, utf8("\0"), false, false),
            "reproducerFolder has a zero byte: expected text");

        byte[] folder = utf8(cache.toString());
        long other = NativeRuntime.create(folder, 1 << 24, false, 1, null, null, null, true, false);
        long kernel = NativeTesting.load(other, utf8(NativeTesting.SCALE), utf8("m"), null, 0, NONE, NONE,
            NONE);
        long[][] entries = new long[1][];
        byte[][] texts = NativeRuntime.listCache(other, entries);
        assertEquals(entries[0].length, texts.length);
        assertTrue(texts.length >= 2 && texts[0].length == 64 && text(texts[1]).contains("parameters"));
        assertEquals(texts.length / 2, NativeRuntime.trimCache(other, 0)[0]);
        refused(() -> NativeRuntime.trimCache(other, -1), "maxBytes is -1: expected 0 or more");
        assertThrows(ArrayIndexOutOfBoundsException.class,
            () -> NativeRuntime.listCache(other, new long[0][]));
        isNull(() -> NativeRuntime.listCache(other, null), "numbers");
        NativeRuntime.freeze(other);
        NativeRuntime.destroy(other);
        NativeKernel.destroy(kernel);
    }

    @Test
    void descriptors() {
        long[] one = {1}, shape = {64}, block = {16};
        int fp32 = 11;
        long descriptor = NativeDescriptors.create(4096, fp32, shape, one, block, true, false);
        assertTrue(NativeDescriptors.argument(descriptor) != 0);
        NativeDescriptors.destroy(descriptor);
        NativeDescriptors.destroy(0);
        refused(() -> NativeDescriptors.argument(descriptor), "descriptor");
        refused(() -> NativeDescriptors.create(4096, fp32, shape, new long[2], block, true, false),
            "2 numbers for 1 dimensions");
        long[] six = new long[6];
        refused(() -> NativeDescriptors.create(4096, fp32, six, six, six, true, false),
            "1 to 5 dimensions are expected: 6");
        refused(
            () -> NativeDescriptors.create(4096, -1, shape, one, block, false, false), "there is no type");
        refused(() -> NativeDescriptors.create(4098, fp32, shape, one, block, false, false),
            "begins at 0x1002: expected a multiple of the size of an element");
        isNull(() -> NativeDescriptors.create(4096, fp32, null, one, block, false, false), "shape");
        isNull(() -> NativeDescriptors.create(4096, fp32, shape, null, block, false, false), "strides");
        isNull(() -> NativeDescriptors.create(4096, fp32, shape, one, null, false, false), "block");
    }

    @Test
    void arrays() {
        long buffer = NativeMemory.create(setup.device, 8 << 20);
        int[] ints = new int[1_000_003];
        Arrays.setAll(ints, i -> i * 7);
        NativeArrays.writeInts(buffer, 4, ints, 3, 1_000_000);
        int[] back = new int[1_000_001];
        NativeArrays.readInts(buffer, 4, back, 1, 1_000_000);
        assertEquals(0, back[0]);
        assertArrayEquals(Arrays.copyOfRange(ints, 3, 1_000_003), Arrays.copyOfRange(back, 1, 1_000_001));
        byte[] bytes = {1, 2, 3};
        NativeArrays.writeBytes(buffer, 0, bytes, 0, 3);
        short[] shorts = {0, 0};
        NativeArrays.readShorts(buffer, 0, shorts, 0, 1);
        assertEquals(0x0201, shorts[0]);
        NativeArrays.writeShorts(buffer, 0, shorts, 0, 2);
        NativeArrays.readBytes(buffer, 0, bytes, 0, 3);
        long[] longs = {1L << 40};
        NativeArrays.writeLongs(buffer, 0, longs, 0, 1);
        NativeArrays.readLongs(buffer, 0, longs, 0, 1);
        double[] doubles = {0.1};
        NativeArrays.writeDoubles(buffer, 8, doubles, 0, 1);
        NativeArrays.readDoubles(buffer, 8, doubles, 0, 1);
        float[] floats = {0.5f};
        NativeArrays.writeFloats(buffer, 8, floats, 0, 1);
        NativeArrays.readFloats(buffer, 8, floats, 0, 1);
        assertEquals(1L << 40, longs[0]);
        assertEquals(0.1, doubles[0]);
        assertEquals(0.5f, floats[0]);
        NativeArrays.readFloats(buffer, 8 << 20, floats, 1, 0);
        NativeMemory.destroy(buffer);
    }

    @Test
    void wrongRanges() {
        long buffer = NativeMemory.create(setup.device, 16);
        int[] four = new int[4];
        int most = Integer.MAX_VALUE;
        for (int[] range : new int[][] {{1, 4}, {-1, 2}, {0, -1}, {5, 0}, {most, most}}) {
            var e = assertThrows(ArrayIndexOutOfBoundsException.class,
                () -> NativeArrays.writeInts(buffer, 0, four, range[0], range[1]));
            assertEquals(range[1] + " elements from " + range[0] + " on of an array that has 4",
                e.getMessage());
            assertThrows(ArrayIndexOutOfBoundsException.class,
                () -> NativeArrays.readInts(buffer, 0, four, range[0], range[1]));
        }
        refused(() -> NativeArrays.writeInts(buffer, 1, four, 0, 4),
            "16 bytes from 1 on of a buffer that has 16");
        refused(() -> NativeArrays.writeInts(buffer, Long.MAX_VALUE, four, 0, 4), "16 bytes from "
                + "9223372036854775807 on of a buffer that has 16");
        refused(() -> NativeArrays.readInts(buffer, -1, four, 0, 1), "offset is -1: expected 0 or more");
        refused(() -> NativeArrays.readInts(0, 0, four, 0, 1), "buffer is 0");
        isNull(() -> NativeArrays.readInts(buffer, 0, null, 0, 1), "array");
        refused(() -> NativeMemory.create(setup.device, -1), "bytes is -1: expected 0 or more");
        refused(() -> NativeMemory.create(0, 1), "cm2tt_buffer_create: 'device' is null");
        assertThrows(DeviceException.class, () -> NativeMemory.create(setup.device, 1L << 60));
        NativeMemory.destroy(buffer);
        NativeMemory.destroy(0);
    }

    @Test
    void directBuffers() {
        long buffer = NativeMemory.create(setup.device, 16);
        ByteBuffer data = ByteBuffer.allocateDirect(20);
        data.putLong(4, 42);
        NativeMemory.write(buffer, 8, data, 4, 8);
        NativeMemory.fill(buffer, 0, 0x0707, I16, 4);
        NativeMemory.read(buffer, 0, data, 0, 16);
        assertEquals(0x0707070707070707L, data.getLong(0));
        assertEquals(42, data.getLong(8));
        for (int[] range : new int[][] {{13, 8}, {-1, 8}, {0, -1}, {21, 0}, {Integer.MAX_VALUE, 16}})
            refused(() -> NativeMemory.read(buffer, 0, data, range[0], range[1]), "of a buffer that has 20");
        refused(() -> NativeMemory.write(buffer, 9, data, 0, 8), "cm2tt_buffer_write: 8 bytes from 9 on, "
                + "but the buffer has 16");
        refused(() -> NativeMemory.write(buffer, 0, ByteBuffer.allocate(8), 0, 8), "data is not a direct "
                + "buffer: expected ByteBuffer.allocateDirect(...)");
        isNull(() -> NativeMemory.write(buffer, 0, null, 0, 8), "data");
        assertThrows(ReadOnlyBufferException.class,
            () -> NativeMemory.read(buffer, 0, data.asReadOnlyBuffer(), 0, 8));
        NativeMemory.write(buffer, 0, data.asReadOnlyBuffer(), 0, 8);
        NativeMemory.write(buffer, 0, ByteBuffer.allocateDirect(0), 0, 0);
        refused(() -> NativeMemory.fill(buffer, 0, 0, I16, -1), "elements is -1: expected 0 or more");
        refused(() -> NativeMemory.fill(buffer, 1, 0, I16, 1), "the address is not a multiple of 2, the "
                + "size of "
                + "the number");
        refused(() -> NativeMemory.fill(buffer, 0, 0, 99, 1), "there is no type 99");
        assertEquals(0, NativeMemory.address(buffer) % 256);
        refused(() -> NativeMemory.address(0), "buffer is 0");
        NativeMemory.destroy(buffer);
    }

    @Test
    void typedDirectBuffers() {
        long buffer = NativeMemory.create(setup.device, 16);
        ByteBuffer data = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
        for (Buffer typed : new Buffer[] {data.asShortBuffer(), data.asCharBuffer(), data.asIntBuffer(),
                 data.asFloatBuffer(), data.asLongBuffer(), data.asDoubleBuffer()}) {
            data.putLong(8, 77).putLong(0, 0);
            NativeMemory.write(buffer, 0, typed, 8, 8);
            NativeMemory.read(buffer, 0, typed, 0, 8);
            assertEquals(77, data.getLong(0));
            refused(() -> NativeMemory.write(buffer, 0, typed, 8, 9), "bytes 8 to 17 of a buffer that "
                    + "has 16");
            assertEquals(8 + NativeMemory.addressOf(data, 0), NativeMemory.addressOf(typed, 8));
        }
        NativeMemory.destroy(buffer);
    }

    @Test
    void wrappedMemory() {
        ByteBuffer data = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
        long address = NativeMemory.addressOf(data, 8);
        long wrapped = NativeMemory.wrap(setup.device, address, 8);
        long copy = NativeMemory.create(setup.device, 16);
        assertEquals(address, NativeMemory.address(wrapped));
        data.putLong(8, 42);
        NativeMemory.copy(copy, 8, wrapped, 0, 8);
        NativeMemory.read(copy, 8, data, 0, 8);
        assertEquals(42, data.getLong(0));
        refused(() -> NativeMemory.copy(copy, 0, wrapped, -1, 8), "fromOffset is -1: expected 0 or more");
        refused(() -> NativeMemory.copy(copy, 0, wrapped, 0, -8), "bytes is -8: expected 0 or more");
        refused(() -> NativeMemory.wrap(setup.device, address, -1), "bytes is -1: expected 0 or more");
        refused(() -> NativeMemory.wrap(setup.device, 0, 1), "the address of the memory is null");
        refused(() -> NativeMemory.wrap(0, address, 1), "cm2tt_buffer_wrap: 'device' is null");
        refused(() -> NativeMemory.addressOf(data, 17), "bytes 17 to 17 of a buffer that has 16");
        isNull(() -> NativeMemory.addressOf(null, 0), "data");
        NativeMemory.destroy(wrapped);
        NativeMemory.destroy(copy);
        assertEquals(42, data.getLong(8));
    }

    @Test
    void streams() {
        long stream = NativeStreams.create(setup.device);
        long from = NativeMemory.create(setup.device, 8);
        long to = NativeMemory.create(setup.device, 8);
        long host = NativeHostMemory.create(setup.device, 8);
        ByteBuffer data = NativeHostMemory.data(host, 0, 8);
        long begin = NativeStreams.createEvent(setup.device);
        long end = NativeStreams.createEvent(setup.device);
        data.putLong(0, 77);
        NativeStreams.record(begin, stream);
        NativeHostMemory.writeAsync(from, 0, host, 0, 8, stream);
        NativeMemory.copyAsync(to, 0, from, 0, 8, stream);
        NativeMemory.fillAsync(from, 0, 0, I16, 4, stream);
        NativeStreams.waitFor(setup.device, 0, begin);
        NativeHostMemory.readAsync(to, 0, host, 0, 8, stream);
        NativeStreams.record(end, stream);
        NativeStreams.synchronize(setup.device, stream);
        assertEquals(77, data.getLong(0));
        assertTrue(NativeStreams.elapsed(begin, end) >= 0);
        refused(() -> NativeMemory.copyAsync(to, -1, from, 0, 8, stream), "toOffset is -1: expected 0 or "
                + "more");
        refused(() -> NativeStreams.synchronize(0, 0), "cm2tt_stream_synchronize: 'device' is null");
        refused(() -> NativeStreams.waitFor(setup.device, 0, 0), "cm2tt_stream_wait: 'event' is null");
        refused(() -> NativeHostMemory.create(setup.device, -1), "bytes is -1: expected 0 or more");
        refused(() -> NativeHostMemory.data(0, 0, 8), "buffer is 0");
        refused(() -> NativeHostMemory.data(host, 1, 8), "8 bytes from 1 on, but the host buffer has 8");
        long large = NativeHostMemory.create(setup.device, 1L << 31);
        refused(() -> NativeHostMemory.data(large, 0, 1L << 31), "bytes is 2147483648: a ByteBuffer has at "
                + "most 2147483647");
        NativeHostMemory.destroy(large);
        refused(() -> NativeHostMemory.data(host, -1, 8), "first is -1: expected 0 or more");
        refused(() -> NativeHostMemory.writeAsync(from, 0, host, 9, 0, stream), "0 bytes from 9 on, but the "
                + "host buffer has 8");
        refused(() -> NativeHostMemory.readAsync(to, 1, host, 0, 8, stream), "cm2tt_buffer_read_async: 8 "
                + "bytes from 1 on, but the buffer has 8");
        refused(() -> NativeHostMemory.address(0), "buffer is 0");
        refused(() -> NativeStreams.address(0), "stream is 0");
        long wrapped = NativeStreams.wrap(setup.device, NativeStreams.address(stream));
        NativeStreams.destroy(wrapped);
        NativeStreams.destroyEvent(begin);
        NativeStreams.destroyEvent(end);
        NativeHostMemory.destroy(host);
        NativeMemory.destroy(from);
        NativeMemory.destroy(to);
        NativeStreams.destroy(stream);
    }

    @Test
    void completions() throws InterruptedException {
        BlockingQueue<Optional<String>> reasons = new LinkedBlockingQueue<>();
        long stream = NativeStreams.create(setup.device);
        long event = NativeStreams.createEvent(setup.device);
        NativeCompletions.add(setup.device, stream, reason -> reasons.add(Optional.ofNullable(reason)));
        assertEquals(Optional.empty(), reasons.take());
        NativeStreams.synchronize(setup.device, stream);
        assertTrue(NativeStreams.isDone(setup.device, stream));
        assertTrue(NativeStreams.isEventDone(event));
        NativeStreams.synchronizeEvent(event);
        refused(() -> NativeCompletions.add(0, stream, reason -> {}), "cm2tt_stream_on_completion: "
                + "'device' is "
                + "null");
        refused(() -> NativeStreams.isDone(0, stream), "cm2tt_stream_is_done: 'device' is null");
        refused(() -> NativeStreams.isEventDone(0), "cm2tt_event_is_done: 'event' is null");
        refused(() -> NativeStreams.synchronizeEvent(0), "cm2tt_event_synchronize: 'event' is null");
        NativeStreams.destroyEvent(event);
        NativeStreams.destroy(stream);
        assertTrue(reasons.isEmpty());
    }

    @Test
    void graphs() {
        long stream = NativeStreams.create(setup.device);
        long buffer = NativeMemory.create(setup.device, 4);
        NativeArrays.writeBytes(buffer, 0, new byte[4], 0, 4);
        NativeGraphs.begin(stream);
        NativeMemory.fillAsync(buffer, 0, 0x0909, I16, 2, stream);
        long graph = NativeGraphs.end(stream);
        byte[] bytes = new byte[4];
        NativeArrays.readBytes(buffer, 0, bytes, 0, 4);
        assertArrayEquals(new byte[4], bytes);
        NativeGraphs.launch(graph, stream);
        NativeStreams.synchronize(setup.device, stream);
        NativeArrays.readBytes(buffer, 0, bytes, 0, 4);
        assertArrayEquals(new byte[] {9, 9, 9, 9}, bytes);
        refused(() -> NativeGraphs.begin(0), "cm2tt_graph_begin: 'stream' is null");
        refused(() -> NativeGraphs.launch(0, 0), "cm2tt_graph_launch: 'graph' is null");
        assertThrows(RuntimeException.class, () -> NativeGraphs.end(stream));
        NativeGraphs.destroy(graph);
        NativeStreams.destroy(stream);
        NativeMemory.destroy(buffer);
    }

    @Test
    void launches() {
        long kernel = setup.load(NativeTesting.SCALE);
        long buffer = NativeMemory.create(setup.device, 8000);
        float[] values = new float[1000];
        Arrays.fill(values, 21);
        NativeArrays.writeFloats(buffer, 0, values, 0, 1000);
        long address = NativeMemory.address(buffer);
        NativeTesting.Block made = NativeTesting.block(1000, address, address + 4000, 1000);
        ByteBuffer block = made.data();
        long at = made.handle();
        NativeKernel.launch(kernel, setup.device, at, 3);
        NativeArrays.readFloats(buffer, 4000, values, 0, 1000);
        for (float value : values)
            assertEquals(42, value);
        refused(() -> NativeKernel.launch(0, setup.device, at, 3), "cm2tt_kernel_launch: 'kernel' is null");
        refused(() -> NativeKernel.launch(kernel, 0, at, 3), "cm2tt_kernel_launch: 'device' is null");
        refused(() -> NativeKernel.launch(kernel, setup.device, 0, 3), "cm2tt_kernel_launch: 'launch' is "
                + "null");
        refused(() -> NativeKernel.launch(kernel, setup.device, at, 2), "2 arguments given: expected 3, "
                + "for arg0, arg1, arg2");
        refused(() -> NativeKernel.launch(kernel, setup.device, at, -1), "-1 arguments");
        refused(() -> NativeKernel.launch(kernel, setup.device, at, 4), "the block has room for 3");
        refused(() -> NativeKernel.prepare(kernel, setup.device, 0, 3), "null");
        NativeKernel.launchChecked(kernel, setup.device, at, 3, new long[3]);
        refused(() -> NativeKernel.launchChecked(kernel, setup.device, at, 3, new long[2]), "2 extents for "
                + "3 arguments");
        refused(() -> NativeKernel.launchChecked(kernel, setup.device, 0, 3, new long[3]), "block is 0");
        refused(() -> NativeKernel.launchChecked(0, setup.device, at, 3, new long[3]), "kernel is 0");
        block.putLong(NativeKernel.LAUNCH_SIZE, 1);
        refused(() -> NativeKernel.launch(kernel, setup.device, at, 3), "cm2tt_kernel_launch: the size of "
                + "'launch' is 1: expected sizeof, 56 in this version");
        block.putLong(NativeKernel.LAUNCH_SIZE, NativeKernel.ARGUMENTS);
        NativeTesting.argument(block, 2, 1, NativeTesting.FP32, 0);
        refused(() -> NativeKernel.launch(kernel, setup.device, at, 3), "parameter 2, 'arg2': fp32 was "
                + "given: expected i32");
        NativeTesting.argument(block, 2, 1, 99, 0);
        refused(() -> NativeKernel.launch(kernel, setup.device, at, 3), "cm2tt_kernel_launch: argument 2: "
                + "there is no type 99; it may come from a buffer that is null");
        refused(() -> NativeKernel.createBlock(-1), "arguments is -1");
        refused(() -> NativeKernel.blockData(0), "block is 0");
        NativeKernel.destroyBlock(at);
        refused(() -> NativeKernel.launch(kernel, setup.device, at, 3), "is no handle of a block that lives");
        NativeKernel.destroy(kernel);
        NativeMemory.destroy(buffer);
    }

    @Test
    void faults() {
        long kernel = setup.load("tt.func public @positive(%n: i32) {\n"
            + "  %zero = arith.constant 0 : i32\n"
            + "  %good = arith.cmpi sgt, %n, %zero : i32\n"
            + "  tt.assert %good, \"n is positive\" : i1\n"
            + "  tt.return\n"
            + "}\n");
        NativeTesting.Block block = NativeTesting.block(1, 0, 0, 0);
        NativeTesting.argument(block.data(), 0, -5, NativeTesting.I32, 0);
        KernelFaultException fault = assertThrows(KernelFaultException.class,
            () -> NativeKernel.launch(kernel, setup.device, block.handle(), 1));
        NativeKernel.destroyBlock(block.handle());
        assertEquals(4, fault.diagnostics().get(0).line());
        assertTrue(fault.getMessage().contains("n is positive"), fault.getMessage());
        NativeKernel.destroy(kernel);
    }

    @Test
    void diagnostics() {
        CompilationException error = assertThrows(CompilationException.class, () -> setup.load(
            "tt.func public @k(%x: tensor<4xf32>) {\n"
            + "  %y = arith.addf %x, %z : tensor<4xf32>\n  tt.return\n}\n"));
        Diagnostic first = error.diagnostics().get(0);
        assertEquals(Severity.ERROR, first.severity());
        assertEquals("model.mlir", first.file());
        assertEquals(2, first.line());
        assertTrue(error.getMessage().contains(first.message()), error.getMessage());
        // Notes come after what they belong to.
        RuntimeException made = NativeErrors.of(2, utf8("all"),
            list("a", "f", "note 1", "f", "note 2", "", "b", "g"),
            new int[] {0, 1, 2, 3, 3, 4, 3, 0, 0, 1, 5, 6});
        assertEquals("[f:1:2: error: a\nf:3:4: note: note 1\nnote: note 2, g:5:6: warning: b]",
            ((CompilationException) made).diagnostics().toString());
        assertEquals("all", made.getMessage());
    }

    /** Messages of the compiler other than errors go to the logger, and not to standard error. */
    @Test
    void remarks() {
        List<String> logged = Collections.synchronizedList(new ArrayList<>());
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        LogListener listener = new LogListener(entry -> {
            logged.add(entry.getLevel() + " " + entry.getMessage());
            threads.add(Thread.currentThread());
            // It is not the compiler's problem.
            throw new IllegalStateException();
        });
        try {
            long noted =
                NativeRuntime.create(utf8(""), 0, false, 1, utf8("/dev/null/nowhere"), null, null, false,
                    false);
            long kernel = NativeTesting.load(noted, utf8(NativeTesting.SCALE), utf8("m"), null, 0, NONE, NONE,
                NONE);
            NativeKernel.destroyCompiled(NativeKernel.compile(kernel, utf8("cpu"), utf8("*fp32,*fp32,i32")));
            NativeKernel.destroy(kernel);
            assertEquals(1, logged.size());
            tuneOn(noted);
            NativeRuntime.destroy(noted);
        } finally {
            listener.close();
        }
        // Tuners compile on threads that the JVM has not created.
        assertTrue(threads.size() > 1, threads.toString());
        for (String text : logged)
            assertTrue(text.startsWith("WARNING warning: /dev/null/nowhere: cannot be created"), text);
    }

    /** Tunes with one configuration. */
    private static void tuneOn(long runtime) {
        long device = NativeRuntime.cpu(runtime);
        long buffer = NativeMemory.create(device, 4);
        long address = NativeMemory.address(buffer);
        long block = NativeTesting.block(1, address, address, 1).handle();
        long tuner = NativeTuner.create(runtime, utf8(NativeTesting.SCALE), utf8("m"), null, utf8(""), NONE,
            NONE, 0, true, true, null, NONE, NONE, new int[] {2, 2}, NONE, new int[0], NONE, NONE,
            NativeTunerTest.QUICK);
        NativeTuner.tune(tuner, device, block, 3, new int[] {1, 1, 1}, new long[0]);
        NativeKernel.destroyBlock(block);
        NativeTuner.destroy(tuner);
        NativeMemory.destroy(buffer);
    }

    @Test
    void compiled() {
        long kernel = setup.load(NativeTesting.SCALE);
        assertEquals("arg0", text(NativeKernel.parameters(kernel)[0]));
        assertArrayEquals(new int[] {0, 1, 2}, NativeKernel.launchParameters(kernel));
        long ptx = NativeKernel.compile(kernel, utf8("sm_90a"), utf8("*fp32,*fp32,i32"));
        assertTrue(text(NativeKernel.image(ptx)).contains(".target sm_90a"));
        assertTrue(text(NativeKernel.compiledTexts(ptx)[0]).contains("\"scale\""));
        assertEquals("*fp32,*fp32,i32", text(NativeKernel.compiledTexts(ptx)[1]));
        refused(() -> NativeKernel.compile(kernel, utf8("sm_1"), utf8("")), "unknown target 'sm_1': expected "
                + "sm_80, sm_86, sm_89, sm_90, sm_90a or newer, cpu or cpu:NAME");
        isNull(() -> NativeKernel.compile(kernel, null, utf8("target")), "target");
        refused(() -> NativeKernel.image(0), "cm2tt_compiled_image: 'compiled' is null");
        refused(() -> NativeKernel.compiledTexts(0), "compiled kernel is 0");
        refused(() -> NativeKernel.parameters(0), "kernel is 0");
        refused(() -> NativeKernel.launchParameters(0), "kernel is 0");
        NativeKernel.destroyCompiled(ptx);
        NativeKernel.destroy(kernel);
    }

    @Test
    void wrongOptions() {
        byte[] model = utf8(NativeTesting.SCALE);
        byte[] name = utf8("m");
        long runtime = setup.runtime;
        isNull(() -> NativeTesting.load(runtime, null, name, null, 0, NONE, NONE, NONE),
            "model");
        isNull(() -> NativeTesting.load(runtime, model, null, null, 0, NONE, NONE, NONE),
            "name");
        isNull(() -> NativeTesting.load(runtime, model, name, null, 0, null, NONE, NONE),
            "constantNames");
        isNull(() -> NativeTesting.load(runtime, model, name, null, 0, NONE, null, NONE),
            "constantValues");
        isNull(() -> NativeTesting.load(runtime, model, name, null, 0, NONE, NONE, null),
            "unspecialized");
        isNull(() -> NativeTesting.load(runtime, model, name, null, 0, NONE, NONE, new byte[3][]),
            "unspecialized");
        refused(() -> NativeTesting.load(runtime, model, name, null, -1, NONE, NONE, NONE),
            "warps is -1: expected 0 or more");
        refused(() -> NativeTesting.load(runtime, model, name, null, 0, list("a", "b"), list("1"), NONE),
            "2 names and 1 values of constants");
        refused(() -> NativeTesting.load(0, model, name, null, 0, NONE, NONE, NONE),
            "cm2tt_kernel_load: 'runtime' is null");
        assertThrows(CompilationException.class,
            () -> NativeTesting.load(runtime, model, name, utf8("other"), 0, NONE, NONE, NONE));
    }

    /** Threads of a JVM may have small stacks, and compile the most deeply nested kernels all the same. */
    @Test
    void smallStack() throws InterruptedException {
        String deep = "tt.func public @deep(%c: i1) {\n" + "scf.if %c {\n".repeat(590) + "}\n".repeat(590)
            + "tt.return\n}\n";
        Throwable[] thrown = new Throwable[1];
        Runnable work = () -> {
            long kernel = setup.load(deep);
            NativeKernel.destroyCompiled(NativeKernel.compile(kernel, utf8("cpu"), utf8("i1")));
            NativeKernel.destroy(kernel);
            setup.load(deep.replace("scf.if %c {\n", "scf.if %c {\n".repeat(100)));
        };
        Thread thread = new Thread(null, work, "small", 200_000);
        thread.setUncaughtExceptionHandler((t, e) -> thrown[0] = e);
        thread.start();
        thread.join();
        assertEquals(CompilationException.class, thrown[0] == null ? null : thrown[0].getClass());
        assertTrue(thrown[0].getMessage().contains("nested too deeply"), thrown[0].getMessage());
    }
}
