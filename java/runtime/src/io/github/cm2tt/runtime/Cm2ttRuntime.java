// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeLibrary;
import io.github.cm2tt.runtime.internal.NativeRuntime;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/**
 * The resources that kernels share: devices, compilers, the disk cache. Most programs use the shared runtime
 * implicitly; tools and tests create their own:
 *
 * <pre>{@code
 * try (Cm2ttRuntime runtime = Cm2ttRuntime.builder().noCache().cpuThreads(2).build()) {
 *     KernelFunction add = KernelFunction.of(Kernels.class, "add").on(runtime.cpu());
 *     ...
 * }
 * }</pre>
 *
 * <p>It is thread-safe.
 */
public final class Cm2ttRuntime extends NativeObject {
    private static final int CPU = -1;
    private final Map<Integer, Device> devices = new ConcurrentHashMap<>();
    private final boolean isShared;
    private final boolean hasNoCache;
    /** The result of {@link #best}, which each launch without a device needs; null until then. */
    private volatile Device best;

    /** Created when it is first needed, so that the library is not loaded earlier. */
    private static final class Shared {
        static final Cm2ttRuntime INSTANCE = new Cm2ttRuntime(new Builder(), true);
    }

    private Cm2ttRuntime(Builder options, boolean isShared) {
        super(Handle.of("runtime", options.create(), Cm2ttRuntime::destroy));
        this.isShared = isShared;
        hasNoCache = options.cacheFolder != null && options.cacheFolder.length == 0;
    }

    private static void destroy(long address) {
        KernelCache.forgetRuntime(address);
        NativeRuntime.destroy(address);
    }

    /**
     * Returns the shared runtime, which is used where no runtime is named. Its options are those of the
     * environment, and it is never closed.
     *
     * @return the runtime
     * @throws UnsatisfiedLinkError if the native library cannot be loaded
     * @throws IllegalArgumentException if the environment is invalid
     */
    public static Cm2ttRuntime shared() {
        NativeLibrary.load();
        return Shared.INSTANCE;
    }

    /**
     * Creates a builder of a runtime.
     *
     * @return a builder with the options of the environment
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the version of the compiler and of LLVM, as text.
     *
     * @return one line
     * @throws UnsatisfiedLinkError if the native library cannot be loaded
     */
    public static String version() {
        return NativeLibrary.version();
    }

    /**
     * Returns the number of GPUs.
     *
     * @return the number; 0 without a driver
     * @throws IllegalStateException if this is closed
     */
    public int gpus() {
        int[] count = new int[1];
        use(address -> count[0] = NativeRuntime.gpus(address));
        return count[0];
    }

    /**
     * Returns a GPU.
     *
     * @param ordinal its number, from 0
     * @return the GPU
     * @throws IllegalArgumentException if there is no such GPU
     * @throws IllegalStateException if this is closed
     */
    public Device gpu(int ordinal) {
        int count = gpus();
        if (ordinal < 0 || ordinal >= count) {
            throw new IllegalArgumentException("GPU " + ordinal + ": expected "
                + (count == 0 ? "Device.cpu(), as there is no GPU" : "a number from 0 to " + (count - 1)));
        }
        return device(ordinal);
    }

    /**
     * Returns the CPU of this computer.
     *
     * @return the CPU
     * @throws IllegalStateException if this is closed
     */
    public Device cpu() {
        return device(CPU);
    }

    /**
     * Returns the first GPU, or the CPU if there is none.
     *
     * @return the device
     * @throws IllegalStateException if this is closed
     */
    public Device best() {
        Device known = best;
        if (known == null) {
            best = known = gpus() > 0 ? gpu(0) : cpu();
        }
        handle.check();
        return known;
    }

    private Device device(int ordinal) {
        handle.check();
        Device known = devices.get(ordinal);
        if (known != null) {
            return known;
        }
        use(runtime -> devices.computeIfAbsent(ordinal, key -> new Device(this, key,
            key == CPU ? NativeRuntime.cpu(runtime) : NativeRuntime.device(runtime, key))));
        return devices.get(ordinal);
    }

    /**
     * Returns the disk cache.
     *
     * @return the cache
     */
    public Cache cache() {
        return new Cache(this);
    }

    /** Returns whether the runtime stores nothing on disk. */
    boolean hasNoCache() {
        handle.check();
        return hasNoCache;
    }

    /**
     * Makes a later launch that would have to compile an error, for servers that compile before they serve.
     *
     * @return this
     * @throws IllegalStateException if this is closed
     */
    public Cm2ttRuntime freeze() {
        use(NativeRuntime::freeze);
        return this;
    }

    /**
     * Closes the runtime: it cannot launch kernels or create objects any more. Buffers and streams can still
     * be used and closed. The shared runtime cannot be closed.
     *
     * @throws IllegalStateException if this is the shared one
     */
    @Override
    public void close() {
        if (isShared) {
            throw new IllegalStateException("the shared runtime cannot be closed, as others may use it: "
                + "close only what Cm2ttRuntime.builder() created");
        }
        super.close();
    }

    /** Calls an action with the native runtime, which stays open during the call. */
    void use(LongConsumer action) {
        long address = handle.acquire();
        try {
            action.accept(address);
        } finally {
            handle.release();
            Reference.reachabilityFence(this);
        }
    }

    /**
     * A builder of runtimes. Options that are not set are those of the environment. It is not thread-safe.
     */
    public static final class Builder {
        private static final String GUARD_PROPERTY = "cm2tt.crash.guard";
        private byte[] cacheFolder;
        private long cacheBytes;
        private boolean isReadOnly;
        private int threads;
        private byte[] dumpFolder;
        private byte[] libdevice;
        private byte[] reproducerFolder;
        private boolean hasNoCrashGuard;
        private boolean hasNoLineInfo;

        private Builder() {
        }

        /**
         * Sets the folder of compiled kernels.
         *
         * @param folder the folder, created if it does not exist
         * @return this
         */
        public Builder cacheFolder(Path folder) {
            cacheFolder = bytes(folder);
            return this;
        }

        /**
         * Disables the disk cache: {@link Cm2ttRuntime#cache} has no entries.
         *
         * @return this
         */
        public Builder noCache() {
            cacheFolder = new byte[0];
            return this;
        }

        /**
         * Sets the maximum size of the disk cache.
         *
         * @param bytes the size in bytes, at least 1
         * @return this
         * @throws IllegalArgumentException if the number is less
         */
        public Builder cacheBytes(long bytes) {
            cacheBytes = checkPositive(bytes, "bytes of a cache");
            return this;
        }

        /**
         * Makes the disk cache read-only.
         *
         * @return this
         */
        public Builder cacheReadOnly() {
            isReadOnly = true;
            return this;
        }

        /**
         * Sets the number of threads that run a kernel on the CPU.
         *
         * @param count the number, at least 1
         * @return this
         * @throws IllegalArgumentException if the number is less
         */
        public Builder cpuThreads(int count) {
            threads = (int) checkPositive(count, "threads");
            return this;
        }

        /**
         * Sets a folder to which the code and metadata of each kernel are written.
         *
         * @param folder the folder, created if it does not exist
         * @return this
         */
        public Builder dumpFolder(Path folder) {
            dumpFolder = bytes(folder);
            return this;
        }

        /**
         * Sets the path of NVIDIA's library of functions.
         *
         * @param file the path of libdevice.10.bc
         * @return this
         */
        public Builder libdevice(Path file) {
            libdevice = bytes(file);
            return this;
        }

        /**
         * Sets the folder to which the reproducer of a failure of the compiler is written. The default is
         * {@code CM2TT_REPRODUCER_DIR} or the system's folder for temporary files.
         *
         * @param folder created if it does not exist
         * @return this
         */
        public Builder reproducerFolder(Path folder) {
            reproducerFolder = bytes(folder);
            return this;
        }

        /**
         * Lets a crash of the compiler, or of a kernel on the CPU, end the JVM, which then writes its own
         * report. By default, the former is a {@link CompilationException} and the latter a {@link
         * KernelFaultException}: the first compilation or the CPU device installs signal handlers before the
         * JVM's own, which pass all other faults to the JVM. {@code java -Xcheck:jni} warns of such handlers.
         * {@code -Dcm2tt.crash.guard=off}, or {@code CM2TT_CRASH_GUARD=off} in the environment, does the same
         * for all runtimes, including the shared one.
         *
         * @return this
         */
        public Builder noCrashGuard() {
            hasNoCrashGuard = true;
            return this;
        }

        /**
         * Leaves the lines of the source out of kernels on a GPU. By default, profilers such as Nsight
         * Compute and compute-sanitizer show the lines of Java for the instructions of a kernel; its code
         * is the same without them. {@code CM2TT_LINE_INFO=off} in the environment does the same for all
         * runtimes, including the shared one.
         *
         * @return this
         */
        public Builder noLineInfo() {
            hasNoLineInfo = true;
            return this;
        }

        /**
         * Creates the runtime, which does not open devices or files yet.
         *
         * @return the runtime, which the caller closes
         * @throws UnsatisfiedLinkError if the native library cannot be loaded
         * @throws IllegalArgumentException if the options or the environment are invalid
         */
        public Cm2ttRuntime build() {
            return new Cm2ttRuntime(this, false);
        }

        private long create() {
            NativeLibrary.load();
            return NativeRuntime.create(cacheFolder, cacheBytes, isReadOnly, threads, dumpFolder, libdevice,
                reproducerFolder, hasNoCrashGuard || isGuardOff(), hasNoLineInfo);
        }

        private static boolean isGuardOff() {
            String value = System.getProperty(GUARD_PROPERTY, "on");
            if (!value.equals("on") && !value.equals("off")) {
                throw new IllegalArgumentException(GUARD_PROPERTY + "=" + value + ": expected on or off");
            }
            return value.equals("off");
        }

        private static long checkPositive(long value, String what) {
            if (value < 1) {
                throw new IllegalArgumentException(value + " " + what + ": expected at least 1");
            }
            return value;
        }

        private static byte[] bytes(Path path) {
            return Objects.requireNonNull(path, "path").toString().getBytes(StandardCharsets.UTF_8);
        }
    }
}
