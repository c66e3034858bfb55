// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeKernel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The launch in progress on a thread: a block of native memory that describes it, and the handles that it
 * uses. Each thread has one, so that a launch writes nothing that other threads write; virtual threads, of
 * which there may be millions, borrow theirs for a launch.
 *
 * <p>A launch lists its handles ({@link #hold}), publishes the list ({@link #enter}), and then checks whether
 * they are open. A thread that closes a handle marks it as closed, and then searches all lists ({@link
 * #awaitLaunches}). So either the launch sees the mark, or the closing thread sees the list.
 */
final class LaunchSlot {
    private static final int FIRST_CAPACITY = 32;
    private static final Set<Reference<LaunchSlot>> ALL = ConcurrentHashMap.newKeySet();
    /** The slots of {@link #ALL} whose threads have ended. */
    private static final ReferenceQueue<LaunchSlot> DEAD = new ReferenceQueue<>();
    private static final ThreadLocal<LaunchSlot> OF_THREAD = new ThreadLocal<>();
    /** The slots that virtual threads have given back. */
    private static final ConcurrentLinkedQueue<LaunchSlot> FREE = new ConcurrentLinkedQueue<>();
    /** Thread.isVirtual; null if the JDK has no virtual threads. */
    private static final MethodHandle IS_VIRTUAL = findIsVirtual();
    /** The number of slots that were created. */
    private static final AtomicLong CREATED = new AtomicLong();
    private static final VarHandle PUBLISHED;

    static {
        try {
            PUBLISHED = MethodHandles.lookup().findVarHandle(LaunchSlot.class, "published", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Block block = new Block();
    /** The block's memory. */
    private ByteBuffer data;
    /** Written by this thread, and only while nothing is published. */
    private volatile Handle[] held = new Handle[2 * FIRST_CAPACITY + 3];
    private int count;
    /** The number of the last {@link #fill}, which no other fill has, also of other slots. */
    private long fill = CREATED.incrementAndGet() << 40;
    /** Whether the block and the handles are those of {@link #fill}. */
    private boolean isFilled;
    /** The device, the stream (0 for the default stream) and the number of arguments of {@link #fill}. */
    private long filledDevice;
    private long filledStream;
    private int filledArguments;
    /** The virtual thread that has borrowed this; null if there is none, or if this belongs to one thread. */
    private Thread borrower;
    /** The number of launches, times 2^32. */
    private long launches;
    /** The kernel of the scratch arguments, or null. */
    private KernelCode.Loaded scratchKernel;
    /**
     * The number of the launch in progress, times 2^32, plus the number of {@link #held} that it uses; 0 if
     * there is none.
     */
    private volatile long published;
    /** The arguments of launches without an {@link Arguments} object. */
    final Arguments scratch = new Arguments(index -> name(this, index));

    private LaunchSlot() {
        allocate(FIRST_CAPACITY);
        Handle.whenForgotten(this, block);
    }

    /** A slot's block of native memory. It does not refer to the slot, since it is destroyed after it. */
    private static final class Block implements Runnable {
        private long handle;

        @Override
        public void run() {
            NativeKernel.destroyBlock(handle);
            handle = 0;
        }
    }

    private static MethodHandle findIsVirtual() {
        try {
            return MethodHandles.lookup().findVirtual(
                Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static boolean isVirtual(Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a slot for this thread, until {@link #giveBack}. The native library has to be loaded. */
    static LaunchSlot take() {
        Thread thread = Thread.currentThread();
        if (isVirtual(thread)) {
            return borrow(thread);
        }
        LaunchSlot own = OF_THREAD.get();
        if (own == null) {
            own = make();
            OF_THREAD.set(own);
        }
        return own;
    }

    private static LaunchSlot borrow(Thread thread) {
        LaunchSlot free = FREE.poll();
        LaunchSlot slot = free == null ? make() : free;
        slot.borrower = thread;
        return slot;
    }

    /** Ends the use of the slot. */
    void giveBack() {
        if (borrower == null) {
            return;
        }
        borrower = null;
        FREE.add(this);
    }

    private static LaunchSlot make() {
        for (Reference<?> dead = DEAD.poll(); dead != null; dead = DEAD.poll()) {
            ALL.remove(dead);
        }
        LaunchSlot slot = new LaunchSlot();
        ALL.add(new WeakReference<>(slot, DEAD));
        return slot;
    }

    private void allocate(int arguments) {
        block.run();
        block.handle = NativeKernel.createBlock(arguments);
        data = NativeKernel.blockData(block.handle).order(ByteOrder.nativeOrder());
        data.putLong(NativeKernel.LAUNCH_SIZE, NativeKernel.ARGUMENTS);
    }

    /**
     * Throws if this thread is in a launch: the compiler's messages are logged there, by handlers of the
     * user.
     */
    static void checkIdle() {
        Thread thread = Thread.currentThread();
        LaunchSlot own = isVirtual(thread) ? busyOf(thread) : OF_THREAD.get();
        if (own != null && own.published != 0) {
            throw new IllegalStateException("a launch of this thread is under way: expected handlers "
                + "of loggers that call nothing of the runtime");
        }
    }

    /** Returns the slot with a launch of the current virtual thread, or null if there is none. */
    private static LaunchSlot busyOf(Thread thread) {
        for (Reference<LaunchSlot> each : ALL) {
            LaunchSlot slot = each.get();
            if (slot != null && slot.borrower == thread && slot.published != 0) {
                return slot;
            }
        }
        return null;
    }

    private static String name(LaunchSlot slot, int index) {
        KernelCode.Loaded kernel = slot.scratchKernel;
        return kernel == null ? "argument " + index : kernel.nameOf(index);
    }

    /**
     * Sets the scratch arguments of this thread. {@link #clearScratch} has to follow, so that they keep no
     * buffers and no kernel.
     */
    Arguments scratch(KernelCode.Loaded kernel, Object[] values) {
        scratchKernel = kernel;
        ArgumentConversion.set(scratch, values);
        return scratch;
    }

    /** Removes the scratch arguments. */
    void clearScratch() {
        scratchKernel = null;
        scratch.clear();
    }

    /**
     * Describes a launch except for its grid. Writes nothing if the last launch of this slot was the same and
     * the arguments have not changed since.
     *
     * @param first a handle that it uses in addition to those of the arguments and the stream
     * @param stream the stream, or null for the default stream
     * @return the number of arguments
     */
    int fill(Handle first, Device device, Stream stream, Arguments arguments) {
        if (borrower != null || published != 0) {
            checkIdle();
        }
        long queue = stream == null ? 0 : stream.handle.address();
        boolean isSame = isFilled && arguments.fill() == fill && held[0] == first
            && filledDevice == device.address() && filledStream == queue;
        if (!isSame) {
            write(first, device, stream, queue, arguments);
        }
        return filledArguments;
    }

    private void write(Handle first, Device device, Stream stream, long queue, Arguments arguments) {
        isFilled = false;
        fill++;
        // Before the arguments are read: a later change makes them differ from the block.
        arguments.filled(fill);
        begin(arguments.size());
        hold(first);
        hold(device.runtime().handle);
        if (stream != null) {
            hold(stream.handle);
        }
        filledDevice = device.address();
        filledStream = queue;
        data.putLong(NativeKernel.LAUNCH_STREAM, queue);
        filledArguments = arguments.copyTo(this, device);
        isFilled = true;
    }

    /** Reserves memory for a number of arguments, and clears the handles. */
    private void begin(int arguments) {
        count = 0;
        if (NativeKernel.ARGUMENTS + arguments * NativeKernel.ARGUMENT_BYTES > data.capacity()) {
            allocate(2 * arguments);
        }
        // A descriptor has a buffer.
        if (held.length < 2 * arguments + 3) {
            held = new Handle[4 * arguments + 3];
        }
    }

    /** Adds a handle that the launch uses. */
    void hold(Handle handle) {
        held[count++] = handle;
    }

    /** Publishes the handles. {@link #checkOpen} has to follow, and {@link #leave} in any case. */
    void enter() {
        launches += 1L << 32;
        PUBLISHED.setVolatile(this, launches | count);
    }

    /** Throws if a handle was closed. */
    void checkOpen(Arguments arguments) {
        Handle[] handles = held;
        for (int i = 0; i < count; i++) {
            if (!handles[i].isOpen()) {
                throw closed(handles[i], arguments);
            }
        }
    }

    private static IllegalStateException closed(Handle handle, Arguments arguments) {
        String owner = arguments.ownerOf(handle);
        IllegalStateException error = handle.closed();
        return owner == null ? error : new IllegalStateException(owner + ": " + error.getMessage());
    }

    /**
     * Lets the captures in progress on a device keep the handles; throws if the stream captures work of
     * another thread.
     */
    void capture(Device device, Stream stream) {
        if (stream != null) {
            stream.checkTakesWork();
        }
        if (!device.captures.isEmpty()) {
            for (int i = 0; i < count; i++) {
                device.capture(held[i]);
            }
        }
    }

    /** Ends the launch, which has returned. */
    void leave() {
        PUBLISHED.setRelease(this, 0L);
    }

    /** Writes the grid and the other attributes of a launch. */
    void describe(int x, int y, int z, LaunchShape shape) {
        ByteBuffer to = data;
        to.putInt(NativeKernel.LAUNCH_GRID, x);
        to.putInt(NativeKernel.LAUNCH_GRID + 4, y);
        to.putInt(NativeKernel.LAUNCH_GRID + 8, z);
        to.putInt(NativeKernel.LAUNCH_CLUSTER, shape.clusterX());
        to.putInt(NativeKernel.LAUNCH_CLUSTER + 4, shape.clusterY());
        to.putInt(NativeKernel.LAUNCH_CLUSTER + 8, shape.clusterZ());
        to.putInt(NativeKernel.LAUNCH_COOPERATIVE, shape.isCooperative() ? 1 : 0);
    }

    /** Returns the number of programs along an axis of the launch. */
    int grid(int axis) {
        return data.getInt(NativeKernel.LAUNCH_GRID + axis * Integer.BYTES);
    }

    /**
     * Writes one argument; {@code kind} is 0 for a number, 1 for a pointer, 2 for a tensor descriptor, 3 for
     * a pointer to memory that must not be written.
     */
    void argument(int index, long bits, int type, int kind) {
        int at = NativeKernel.ARGUMENTS + index * NativeKernel.ARGUMENT_BYTES;
        data.putLong(at + NativeKernel.ARGUMENT_BITS, bits);
        data.putInt(at + NativeKernel.ARGUMENT_TYPE, type);
        data.putInt(at + NativeKernel.ARGUMENT_IS_POINTER, kind);
    }

    /** Returns the block's handle, until the next {@link #fill}. */
    long address() {
        return block.handle;
    }

    /** Waits until all launches that use a handle at this moment, of all threads, have ended. */
    static void awaitLaunches(Handle handle) {
        for (Reference<LaunchSlot> each : ALL) {
            LaunchSlot slot = each.get();
            if (slot != null) {
                slot.awaitLaunch(handle);
            }
        }
    }

    /** Returns whether a launch of any thread uses a handle at this moment. */
    static boolean isInLaunch(Handle handle) {
        for (Reference<LaunchSlot> each : ALL) {
            LaunchSlot slot = each.get();
            if (slot != null && slot.isHeld(handle, (int) slot.published)) {
                return true;
            }
        }
        return false;
    }

    private void awaitLaunch(Handle handle) {
        long launch = published;
        if (!isHeld(handle, (int) launch)) {
            return;
        }
        // The next launch is another number: it sees what was done before this was called.
        for (int turn = 0; published == launch; turn++) {
            if (turn < 100) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(50_000);
            }
        }
    }

    private boolean isHeld(Handle handle, int among) {
        Handle[] handles = held;
        for (int i = 0; i < among && i < handles.length; i++) {
            if (handles[i] == handle) {
                return true;
            }
        }
        return false;
    }
}
