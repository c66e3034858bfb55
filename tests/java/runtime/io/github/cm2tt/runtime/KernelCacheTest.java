// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.BLOCK;
import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.fails;
import static io.github.cm2tt.runtime.TestSupport.inParallel;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static io.github.cm2tt.runtime.TestSupport.residentBytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of native kernels, and how long they are kept. */
class KernelCacheTest {
    private static final String KERNELS = """
        package cached; import io.github.cm2tt.lang.*; import io.github.cm2tt.runtime.*;
        public final class Kernels {
            record Pair(int a, int b) {}
            @Kernel static void store(Ptr x, Pair pair, @Constant int c) { x.store(pair.a() + pair.b() + c); }
        }
        """;
    private final Device cpu = Device.cpu();

    @TempDir
    Path folder;

    /** Kernels of other tests do not count. */
    @BeforeEach
    void beginEmpty() {
        KernelCache.forgetRuntime(cpu.runtime().handle.address());
    }

    @Test
    void kernelsDifferInEachOption() {
        Supplier<List<KernelOptions>> create = () -> {
            KernelOptions same = KernelOptions.DEFAULT;
            return List.of(same, same.withConstant("a", "1"), same.withConstant("a", "2"), same.withWarps(2),
                same.withStages(2), same.withMaxRegisters(2), same.withFpFusion(false), same.withFtz(false),
                same.withUnspecialized(List.of()), same.withUnspecialized(List.of("a")), same.withChecks(),
                same.without(List.of(Optimization.values()[0])));
        };
        List<KernelOptions> options = create.get();
        assertEquals(options, create.get());
        assertEquals(new HashSet<>(options), new HashSet<>(create.get()));
        assertEquals(options.size(), new HashSet<>(options).size());
        // For each component there is an option above that differs in it.
        assertEquals(10, KernelOptions.class.getRecordComponents().length);
    }

    /** A kernel that no other test has. */
    private KernelFunction other(int number) {
        return add().maxRegisters(1000 + number);
    }

    /** Loads enough kernels for unused ones to be evicted. */
    private List<Handle> loadMany(int count) {
        List<Handle> handles = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            handles.add(other(i).code().loaded().handle);
            assertTrue(KernelCache.size() <= KernelCache.CAPACITY);
        }
        return handles;
    }

    private static void await(BooleanSupplier condition) {
        // ctest ends a test that waits for ever.
        while (!condition.getAsBoolean()) {
            System.gc();
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private void launch(KernelFunction add) {
        try (DeviceBuffer x = cpu.copyOf(numbers(BLOCK, 1))) {
            add.launch(1, x, x, x, BLOCK);
            assertEquals(2f * (BLOCK - 1), x.copyTo(new float[BLOCK])[BLOCK - 1]);
        }
    }

    @Test
    void keepsNoMoreThanItsCapacity() {
        List<Handle> handles = loadMany(3 * KernelCache.CAPACITY);
        long open = handles.stream().filter(Handle::isOpen).count();
        assertTrue(open <= KernelCache.CAPACITY, open + " native kernels are open");
        assertTrue(open >= KernelCache.CAPACITY / 2, open + " native kernels are open");
        assertTrue(handles.get(handles.size() - 1).isOpen());
    }

    /** Varying constants: the native kernels are found again, or loaded again, and never too many. */
    @Test
    void staysBoundedInManyLaunches() {
        KernelFunction increment = KernelFunction.of(TestKernels.class, "increment").on(cpu);
        try (DeviceBuffer x = cpu.copyOf(new float[64])) {
            Runnable round = () -> {
                for (int i = 0; i < 100_000; i++) {
                    increment.constant("BLOCK", 64).constant("by", i % 24).launch(1, x, i % 2);
                }
            };
            increment.constant("BLOCK", 64).constant("by", 0).launch(1, x, 1);
            int before = KernelCache.size();
            round.run();
            long bytes = residentBytes();
            round.run();
            long grown = residentBytes() - bytes;
            assertTrue(KernelCache.size() <= before + 23, before + " kernels, then " + KernelCache.size());
            assertTrue(grown < 32 << 20, grown + " bytes more");
        }
    }

    @Test
    void keepsWhatIsUsedAgainOrPrepared() {
        KernelFunction used = add().warps(2);
        launch(used);
        launch(used);
        KernelFunction prepared = add().warps(16);
        Handle[] kept = {used.code().kept().handle, prepared.code().loaded().handle};
        try (DeviceBuffer x = cpu.copyOf(numbers(BLOCK, 1))) {
            prepared.prepare(x, x, x, BLOCK);
        }
        loadMany(2 * KernelCache.CAPACITY);
        for (Handle handle : kept) {
            assertTrue(handle.isOpen());
        }
        assertSame(kept[0], used.code().loaded().handle);
        assertSame(kept[1], prepared.code().loaded().handle);
        launch(used);
        launch(prepared);
    }

    /** The ones that were used last are kept. */
    @Test
    void evictsInTheOrderOfUse() {
        List<Handle> handles = loadMany(10);
        for (int i = 10; i < 3 * KernelCache.CAPACITY; i++) {
            other(i).code().loaded();
            assertSame(handles.get(7), other(7).code().loaded().handle);
        }
        for (int i = 0; i < 10; i++) {
            assertEquals(i == 7, handles.get(i).isOpen());
        }
    }

    @Test
    void makesAgainWhatWasEvicted() {
        KernelFunction once = add().warps(32);
        KernelCode.Loaded first = once.code().loaded();
        loadMany(2 * KernelCache.CAPACITY);
        assertFalse(first.handle.isOpen());
        launch(once);
        assertNotSame(first, once.code().loaded());
        launch(once);
    }

    /** Classes are not in the cache: a class loader can be collected after its kernels ran. */
    @Test
    void letsClassLoadersGo() throws Exception {
        Files.createDirectories(folder.resolve("cached"));
        Files.writeString(folder.resolve("cached/Kernels.java"), KERNELS);
        TestSupport.javac(folder, true, folder.resolve("cached/Kernels.java"));
        List<Handle> handles = new ArrayList<>();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            loaders.add(new WeakReference<>(useLoader(i, handles)));
        }
        await(() -> loaders.stream().allMatch(each -> each.get() == null));
        await(() -> handles.stream().noneMatch(Handle::isOpen));
        assertEquals(20, handles.size());
    }

    /** Launches kernels of a class loader on this thread and others, by a record of it, too. */
    private ClassLoader useLoader(int number, List<Handle> handles) throws Exception {
        try (URLClassLoader loader
            = new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
            DeviceBuffer x = cpu.copyOf(new int[1])) {
            Class<?> kernels = loader.loadClass("cached.Kernels");
            var maker = loader.loadClass("cached.Kernels$Pair").getDeclaredConstructor(int.class, int.class);
            maker.setAccessible(true);
            Object pair = maker.newInstance(30, 10);
            KernelFunction kept = KernelFunction.of(kernels, "store").constant("c", number).on(cpu);
            for (int round = 0; round < 3; round++) {
                inParallel(3, thread -> {
                    KernelFunction.of(kernels, "store").constant("c", number).on(cpu).launch(1, x, pair);
                    kept.launch(1, x, pair);
                });
                kept.launch(1, x, pair);
                kept.debug(1, x, pair);
                assertEquals(40 + number, x.copyTo(new int[1])[0]);
            }
            assertThrows(IllegalArgumentException.class, () -> kept.launch(1, x, new Other(1, 2)));
            handles.add(kept.code().loaded().handle);
            handles.add(KernelFunction.of(kernels, "store").constant("c", -1).code().loaded().handle);
            return loader;
        }
    }

    record Other(int a, int b) {}

    @Test
    void forgetsClosedRuntimes() {
        for (int i = 0; i < 3; i++) {
            List<Handle> handles = new ArrayList<>();
            KernelFunction kept;
            try (Cm2ttRuntime own = Cm2ttRuntime.builder().noCache().cpuThreads(1).build();
                DeviceBuffer x = own.cpu().copyOf(numbers(BLOCK, 1))) {
                kept = add().on(own.cpu());
                kept.launch(1, x, x, x, BLOCK);
                handles.add(kept.code().kept().handle);
                handles.add(kept.warps(8).code().loaded().handle);
                KernelFunction once = add().on(own.cpu()).warps(16);
                once.launch(1, x, x, x, BLOCK);
                assertSame(once.code().loaded(), add().on(own.cpu()).warps(16).code().loaded());
                assertTrue(handles.stream().allMatch(Handle::isOpen));
            }
            assertTrue(handles.get(0).isOpen(), "a kernel function keeps it");
            assertFalse(handles.get(1).isOpen());
            fails(IllegalStateException.class, "the runtime is closed: use it before close(), and not after",
                () -> kept.warps(8).parameters());
            Reference.reachabilityFence(kept);
        }
    }

    @Test
    void letsForgottenRuntimesGo() {
        List<Handle> handles = new ArrayList<>();
        WeakReference<Cm2ttRuntime> runtime = forgottenRuntime(handles);
        await(() -> runtime.get() == null);
        await(() -> !handles.get(0).isOpen());
    }

    private static WeakReference<Cm2ttRuntime> forgottenRuntime(List<Handle> handles) {
        Cm2ttRuntime own = Cm2ttRuntime.builder().noCache().cpuThreads(1).build();
        try (DeviceBuffer x = own.cpu().copyOf(numbers(BLOCK, 1))) {
            add().on(own.cpu()).launch(1, x, x, x, BLOCK);
        }
        handles.add(add().on(own.cpu()).code().loaded().handle);
        return new WeakReference<>(own);
    }

    /** A closed kernel function is of no use, but equal ones are. */
    @Test
    void closesOnlyOneKernelFunction() {
        KernelFunction first = add().stages(5);
        KernelFunction second = add().stages(5);
        launch(first);
        launch(second);
        KernelFunction moved = first.on(cpu);
        first.close();
        first.close();
        assertThrows(IllegalStateException.class, () -> launch(first));
        assertThrows(IllegalStateException.class, () -> launch(moved));
        assertThrows(IllegalStateException.class, first::parameters);
        launch(second);
        launch(add().stages(5));
        assertSame(second.code().loaded(), add().stages(5).code().loaded());
    }

    /** Models of texts are kept, but not too many and none that is large. */
    @Test
    void keepsTheLastTexts() {
        String text = "tt.func public @nothing() { tt.return }";
        assertSame(KernelFunction.ofModel(text).code().model(),
            KernelFunction.ofModel(new String(text)).code().model());
        KernelModel first = KernelFunction.ofModel(text).code().model();
        assertNotSame(first, KernelFunction.ofModel(text, "nothing").code().model());
        for (int i = 0; i < 100; i++) {
            KernelFunction.ofModel("// " + i + "\n" + text).launch(1);
        }
        assertNotSame(first, KernelFunction.ofModel(text).code().model());
        String large = " ".repeat(2 << 20) + text;
        assertNotSame(KernelFunction.ofModel(large).code().model(),
            KernelFunction.ofModel(large).code().model());
    }

    /** An inherited kernel is that of its class. */
    static class Below extends Above {}

    static class Above {
        @io.github.cm2tt.lang.Kernel
        static void zero(io.github.cm2tt.lang.Ptr x) {
            x.store(0);
        }
    }

    @Test
    void sharesInheritedKernels() {
        assertSame(KernelFunction.of(Above.class, "zero").code().model(),
            KernelFunction.of(Below.class, "zero").code().model());
        assertSame(KernelFunction.of(Below.class, "zero").code().model(),
            KernelFunction.of(Below.class, "zero").code().model());
    }

    /**
     * A static initialiser that launches a kernel before a field has its value: this launch reads 0, but no
     * other one.
     */
    @Test
    void readsFieldsAgainAfterInitialisers() throws Exception {
        Files.createDirectories(folder.resolve("cached"));
        Path file = folder.resolve("cached/Early.java");
        Files.writeString(file, """
            package cached; import io.github.cm2tt.lang.*; import io.github.cm2tt.runtime.*;
            public final class Early {
                public static final int EARLY = launch();
                static final int N = Integer.parseInt("7");
                @Kernel static void store(Ptr x) { x.store(N); }
                public static int launch() {
                    try (DeviceBuffer x = Device.cpu().copyOf(new int[] {-1})) {
                        KernelFunction.of(Early.class, "store").on(Device.cpu()).launch(1, x);
                        return x.copyTo(new int[1])[0];
                    }
                }
            }
            """);
        TestSupport.javac(folder, true, file);
        try (URLClassLoader loader
            = new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            Class<?> early = Class.forName("cached.Early", true, loader);
            assertEquals(0, early.getField("EARLY").get(null));
            for (int i = 0; i < 3; i++) {
                assertEquals(7, early.getMethod("launch").invoke(null));
            }
        }
    }

    /** A failure to read a model is not kept. */
    @Test
    void readsAgainAfterAFailure() throws Exception {
        Files.createDirectories(folder.resolve("cached"));
        Path file = folder.resolve("cached/Kernels.java");
        Files.writeString(file, KERNELS);
        TestSupport.javac(folder, true, file);
        boolean[] fails = {true};
        try (URLClassLoader loader
            = new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader()) {
                @Override
                public InputStream getResourceAsStream(String name) {
                    return !fails[0] ? super.getResourceAsStream(name) : new InputStream() {
                        @Override
                        public int read() throws IOException {
                            throw new IOException("not now");
                        }
                    };
                }
            }) {
            Class<?> kernels = loader.loadClass("cached.Kernels");
            assertThrows(UncheckedIOException.class, () -> KernelFunction.of(kernels, "store"));
            fails[0] = false;
            KernelFunction store = KernelFunction.of(kernels, "store").constant("c", 1).on(cpu);
            assertEquals(4, store.parameters().size());
            assertThrows(IllegalArgumentException.class, () -> KernelFunction.of(kernels, "none"));
            fails[0] = true;
            assertSame(store.code().model(), KernelFunction.of(kernels, "store").code().model());
        }
    }
}
