// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import static io.github.cm2tt.runtime.internal.NativeTesting.NONE;
import static io.github.cm2tt.runtime.internal.NativeTesting.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Handles that are invented, that were destroyed, or that are of another kind: each is an exception, and the
 * JVM continues.
 */
class HandlesTest {
    /** Every class with natives that take handles. */
    private static final List<Class<?>> NATIVES =
        List.of(NativeArrays.class, NativeGraphs.class, NativeHostMemory.class, NativeKernel.class,
            NativeMemory.class, NativeRuntime.class, NativeStreams.class, NativeTuner.class);

    private NativeTesting setup;
    /** A handle of each kind, and what destroys it. */
    private final Map<String, Long> handles = new LinkedHashMap<>();
    private final Map<String, LongConsumer> destroyers = new LinkedHashMap<>();

    @BeforeEach
    void setUp() {
        setup = new NativeTesting();
        make("buffer", NativeMemory.create(setup.device, 64), NativeMemory::destroy);
        make("host buffer", NativeHostMemory.create(setup.device, 64), NativeHostMemory::destroy);
        long stream = NativeStreams.create(setup.device);
        make("stream", stream, NativeStreams::destroy);
        make("event", NativeStreams.createEvent(setup.device), NativeStreams::destroyEvent);
        NativeGraphs.begin(stream);
        make("graph", NativeGraphs.end(stream), NativeGraphs::destroy);
        long kernel = setup.load(NativeTesting.SCALE);
        make("kernel", kernel, NativeKernel::destroy);
        make("compiled kernel", NativeKernel.compile(kernel, utf8("cpu"), utf8("*fp32,*fp32,i32")),
            NativeKernel::destroyCompiled);
        make("tuner",
            NativeTuner.create(setup.runtime, utf8(NativeTesting.SCALE), utf8("m"), null, utf8(""), NONE,
                NONE, 0, true, true, null, NONE, NONE, new int[] {1, 1, 2, 0}, NONE, new int[0], NONE, NONE,
                NativeTunerTest.QUICK),
            NativeTuner::destroy);
        make("block", NativeTesting.block(1, 0, 0, 0).handle(), NativeKernel::destroyBlock);
        make("runtime", NativeRuntime.create(utf8(""), 0, false, 1, null, null, null, false, false),
            NativeRuntime::destroy);
    }

    private void make(String kind, long handle, LongConsumer destroyer) {
        handles.put(kind, handle);
        destroyers.put(kind, destroyer);
    }

    @AfterEach
    void tearDown() {
        handles.forEach((kind, handle) -> destroyers.get(kind).accept(handle));
        setup.close();
    }

    private static void refused(String kind, long handle, LongConsumer use) {
        Throwable said = assertThrows(IllegalArgumentException.class, () -> use.accept(handle), kind);
        assertEquals(kind + ": " + handle + " is no handle of a " + kind + " that lives", said.getMessage());
    }

    /** Returns a use of a handle of each kind. */
    private Map<String, LongConsumer> uses() {
        Map<String, LongConsumer> uses = new LinkedHashMap<>();
        long block = handles.get("block");
        uses.put("buffer", NativeMemory::address);
        uses.put("host buffer", handle -> NativeHostMemory.data(handle, 0, 8));
        uses.put("stream", NativeStreams::address);
        uses.put("event", handle -> NativeStreams.record(handle, 0));
        uses.put("graph", handle -> NativeGraphs.launch(handle, 0));
        uses.put("kernel", handle -> NativeKernel.launch(handle, setup.device, block, 3));
        uses.put("compiled kernel", NativeKernel::image);
        uses.put("tuner", handle -> NativeTuner.choice(handle, setup.device, block, 3));
        uses.put("block", handle -> NativeKernel.launch(handles.get("kernel"), setup.device, handle, 3));
        uses.put("runtime", NativeRuntime::gpus);
        uses.put("device", NativeRuntime::deviceNumbers);
        return uses;
    }

    @Test
    void madeUp() {
        Random random = new Random(1);
        long[] numbers = {
            1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0xffffff, 1L << 24, 1L << 57 | 0xffffff, 0x7f0000000000L};
        uses().forEach((kind, use) -> {
            for (long number : numbers)
                refused(kind, number, use);
            for (int i = 0; i < 1000; i++)
                refused(kind, random.nextLong() | 1L << 62, use);
        });
        destroyers.forEach((kind, destroyer) -> refused(kind, 0x1234, destroyer));
    }

    @Test
    void ofAnotherKind() {
        uses().forEach((kind, use) -> handles.forEach((other, handle) -> {
            if (!kind.equals(other))
                refused(kind, handle, use);
        }));
        destroyers.forEach((kind, destroyer) -> handles.forEach((other, handle) -> {
            if (!kind.equals(other))
                refused(kind, handle, destroyer);
        }));
        // Each of them lives.
        assertEquals(0, NativeMemory.address(handles.get("buffer")) % 256);
        assertTrue(NativeKernel.image(handles.get("compiled kernel")).length > 0);
    }

    @Test
    void destroyed() {
        Map<String, LongConsumer> uses = uses();
        for (String kind : List.copyOf(handles.keySet())) {
            long handle = handles.get(kind);
            destroyers.get(kind).accept(handle);
            if (!kind.equals("block"))
                refused(kind, handle, uses.get(kind));
            refused(kind, handle, destroyers.get(kind));
            handles.remove(kind);
        }
    }

    @Test
    void blocksAndStreamsOfLaunches() {
        long kernel = handles.get("kernel");
        NativeTesting.Block block = NativeTesting.block(1, 0, 0, 0);
        LongConsumer launch = stream -> {
            block.data().putLong(NativeKernel.LAUNCH_STREAM, stream);
            NativeKernel.launch(kernel, setup.device, block.handle(), 3);
        };
        launch.accept(0);
        launch.accept(handles.get("stream"));
        for (long wrong : new long[] {1, -1, 0x7f0000000000L, handles.get("event")})
            refused("stream", wrong, launch);
        long[] bytes = {};
        block.data().putLong(NativeKernel.LAUNCH_STREAM, 1);
        refused("stream", 1, stream
            -> NativeTuner.launch(handles.get("tuner"), setup.device, block.handle(), 3, new int[6], bytes));
        NativeStreams.synchronize(setup.device, handles.get("stream"));
        NativeKernel.destroyBlock(block.handle());
        refused("block", block.handle(), at -> NativeKernel.launch(kernel, setup.device, at, 3));
        refused("block", block.handle(), at -> NativeKernel.prepare(kernel, setup.device, at, 3));
        refused("block", block.handle(), NativeKernel::blockData);
    }

    /** A new object has no handle that was used, though it may have the memory of an old one. */
    @Test
    void handlesAreNotUsedTwice() {
        Set<Long> used = new HashSet<>();
        for (int i = 0; i < 5000; i++) {
            long event = NativeStreams.createEvent(setup.device);
            assertTrue(used.add(event), "the same handle again");
            if (i % 3 != 0)
                NativeStreams.destroyEvent(event);
        }
        int living = 0;
        for (long event : used)
            try {
                NativeStreams.destroyEvent(event);
                living++;
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().contains("that lives"), e.getMessage());
            }
        assertEquals(1667, living);
    }

    @Test
    void devicesEndWithTheirRuntime() {
        long runtime = NativeRuntime.create(utf8(""), 0, false, 1, null, null, null, false, false);
        long device = NativeRuntime.cpu(runtime);
        assertEquals(device, NativeRuntime.cpu(runtime));
        assertNotEquals(device, setup.device);
        long buffer = NativeMemory.create(device, 8);
        NativeRuntime.destroy(runtime);
        refused("device", device, NativeRuntime::deviceNumbers);
        refused("runtime", runtime, NativeRuntime::cpu);
        // Objects that were created with it need neither.
        NativeArrays.writeLongs(buffer, 0, new long[] {1}, 0, 1);
        NativeMemory.destroy(buffer);
    }

    private static Object argument(Class<?> type, Random random) {
        if (type == long.class)
            return random.nextBoolean() ? random.nextLong() : random.nextLong() & 0x7fff_ffff_fff8L;
        if (type == int.class)
            return random.nextInt(9) - 4;
        if (type == byte.class)
            return (byte) 1;
        if (type == boolean.class)
            return false;
        if (type == Buffer.class)
            return ByteBuffer.allocateDirect(64);
        if (type == byte[].class)
            return utf8("text");
        if (type == byte[][].class)
            return NONE;
        return java.lang.reflect.Array.newInstance(type.getComponentType(), 4);
    }

    /** All natives, with numbers that are no handles; none of them was forgotten. */
    @Test
    void everyNativeSurvives() throws ReflectiveOperationException {
        Random random = new Random(2);
        int calls = 0;
        for (Class<?> type : NATIVES)
            for (Method method : type.getDeclaredMethods()) {
                if (!Modifier.isNative(method.getModifiers()) || method.getName().equals("createBlock")
                    || type == NativeRuntime.class && method.getName().equals("create"))
                    continue;
                method.setAccessible(true);
                for (int i = 0; i < 200; i++, calls++) {
                    Object[] arguments = new Object[method.getParameterCount()];
                    for (int at = 0; at < arguments.length; at++)
                        arguments[at] = argument(method.getParameterTypes()[at], random);
                    Throwable said =
                        assertThrows(InvocationTargetException.class, () -> method.invoke(null, arguments),
                            method.toString())
                            .getCause();
                    assertTrue(said instanceof RuntimeException, () -> method + ": " + said);
                }
            }
        assertTrue(calls > 200 * 40, calls + " calls");
    }
}
