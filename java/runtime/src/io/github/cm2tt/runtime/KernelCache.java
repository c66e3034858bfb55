// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.KernelCode.Loaded;
import io.github.cm2tt.runtime.internal.NativeKernel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The native kernels of the process, by their models, runtimes and options: kernel functions that are equal
 * share one, also if each is created for one launch. At most {@link #CAPACITY} are kept.
 *
 * <p>A native kernel that has to make room is destroyed at once, so that native memory does not wait for the
 * garbage collector. One that a kernel function has used twice, or prepared, is not: that function keeps it,
 * and it is destroyed when the function is unreachable ({@link Loaded#keep}). A launch whose native kernel
 * was destroyed before it began looks it up again.
 *
 * <p>Nothing here refers to a class, a class loader or a runtime. The native kernels of a model are destroyed
 * when its class is unreachable, those of a runtime when that is closed.
 *
 * <p>No lock is held while a kernel is loaded, since that may initialise classes of the user, which may
 * launch kernels. Threads that load the same kernel at the same time keep that of the first one.
 */
final class KernelCache {
    /** The number of native kernels; one takes about 10 KB, and its compiled code. */
    static final int CAPACITY = 1024;
    private static final Map<Key, Loaded> KERNELS = new ConcurrentHashMap<>();
    /** The number of native kernels that were loaded: the time of uses. */
    private static final AtomicLong LOADED = new AtomicLong();
    private static final ReentrantLock TRIMMING = new ReentrantLock();

    private record Key(long model, long runtime, KernelOptions choices) {
        // As for the options.
        @Override
        public boolean equals(Object other) {
            return other instanceof Key that && model == that.model && runtime == that.runtime
                && choices.equals(that.choices);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * Long.hashCode(model) + Long.hashCode(runtime)) + choices.hashCode();
        }
    }

    /** A native kernel when it was looked at. */
    private record Aged(long lastUse, Key key, Loaded kernel) {}

    private KernelCache() {}

    /** Returns the native kernel, which may be evicted at any time. */
    static Loaded find(KernelModel model, Cm2ttRuntime runtime, KernelOptions choices) {
        Key key = new Key(model.number(), runtime.handle.address(), choices);
        Loaded known = KERNELS.get(key);
        if (known != null) {
            known.touch(LOADED.get());
            return known;
        }
        try {
            return load(key, model, runtime);
        } catch (CompilationException e) {
            model.source().checkFunction();
            throw e;
        }
    }

    private static Loaded load(Key key, KernelModel model, Cm2ttRuntime runtime) {
        byte[] code = model.source().completeModel();
        boolean hasFields = code != model.source().model();
        List<JavaParameters.Part> parameters = model.parameters();
        Loaded[] result = new Loaded[1];
        runtime.use(address -> {
            Loaded made =
                new Loaded(load(address, model.source(), code, key.choices()), parameters);
            // The static final fields of a class that this thread initialises may change.
            if (hasFields && isInInitializer()) {
                made.keep();
                result[0] = made;
            } else {
                result[0] = share(key, made);
            }
        });
        return result[0];
    }

    private static boolean isInInitializer() {
        return StackWalker.getInstance().walk(
            frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<clinit>")));
    }

    private static long load(long runtime, KernelSource source, byte[] code, KernelOptions choices) {
        String kernel = source.kernel();
        return NativeKernel.load(runtime, code, source.name().getBytes(StandardCharsets.UTF_8),
            kernel == null ? null : kernel.getBytes(StandardCharsets.UTF_8), choices.warps(),
            choices.stages(), choices.maxRegisters(), choices.fpFusion(), choices.ftz(),
            KernelOptions.utf8(choices.constants().keySet()),
            KernelOptions.utf8(choices.constants().values()),
            KernelOptions.utf8(choices.unspecialized()), choices.unspecializeAll(), choices.checked(),
            choices.withoutWords());
    }

    /** Called while the runtime cannot be destroyed, and so before {@link #forgetRuntime}. */
    private static Loaded share(Key key, Loaded made) {
        made.touch(LOADED.incrementAndGet());
        Loaded first = KERNELS.putIfAbsent(key, made);
        if (first != null) {
            made.close();
            return first;
        }
        if (KERNELS.size() > CAPACITY && TRIMMING.tryLock()) {
            try {
                trim();
            } finally {
                TRIMMING.unlock();
            }
        }
        return made;
    }

    /** Removes an eighth of the kernels, those that were not used for the longest time. */
    private static void trim() {
        List<Aged> all = new ArrayList<>();
        KERNELS.forEach((key, kernel) -> all.add(new Aged(kernel.lastUse(), key, kernel)));
        all.sort(Comparator.comparingLong(Aged::lastUse));
        for (Aged each : all.subList(0, Math.max(0, all.size() - (CAPACITY - CAPACITY / 8)))) {
            if (KERNELS.remove(each.key(), each.kernel())) {
                each.kernel().evict();
            }
        }
    }

    /** Removes the kernels of a runtime that is about to be destroyed, given by its handle. */
    static void forgetRuntime(long runtime) {
        forget(key -> key.runtime() == runtime);
    }

    /** Removes the kernels of a model that is unreachable, given by its number. */
    static void forgetModel(long model) {
        forget(key -> key.model() == model);
    }

    private static void forget(Predicate<Key> isForgotten) {
        KERNELS.forEach((key, kernel) -> {
            if (isForgotten.test(key) && KERNELS.remove(key, kernel)) {
                kernel.evict();
            }
        });
    }

    /** Returns the number of native kernels that are kept. */
    static int size() {
        return KERNELS.size();
    }
}
