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
import java.util.concurrent.locks.LockSupport;

/**
 * What a thread launches at the moment: a block of native memory that describes it, and the handles that it
 * uses. Each thread has one, so that a launch writes nothing that other threads write; virtual threads, of
 * which there may be millions, borrow theirs for a launch.
 *
 * <p>A launch lists its handles ({@link #hold}), publishes the list ({@link #enter}), and only then looks
 * whether they are open. Who closes a handle marks it closed, and only then looks through all lists
 * ({@link #awaitLaunches}). So either the launch sees the mark, or the other one sees the list.
 */
final class LaunchSlot {
    private static final int FIRST_CAPACITY = 32;
    private static final Set<Reference<LaunchSlot>> ALL = ConcurrentHashMap.newKeySet();
    /** Those of {@link #ALL} whose threads have ended. */
    private static final ReferenceQueue<LaunchSlot> DEAD = new ReferenceQueue<>();
    private static final ThreadLocal<LaunchSlot> OF_THREAD = new ThreadLocal<>();
    /** What virtual threads have given back. */
    private static final ConcurrentLinkedQueue<LaunchSlot> FREE = new ConcurrentLinkedQueue<>();
    /** Thread.isVirtual; null where there are no virtual threads. */
    private static final MethodHandle IS_VIRTUAL = findIsVirtual();
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
    private volatile Handle[] held = new Handle[FIRST_CAPACITY + 3];
    private int count;
    /** The virtual thread that has borrowed this; null if none has, or if this is a thread's own. */
    private Thread borrower;
    /** How many launches there were, times 2^32. */
    private long launches;
    /** What the scratch arguments are for. */
    private KernelCode.Loaded scratchKernel;
    /** Which launch is under way, times 2^32, and how many of {@link #held} it uses; 0: there is none. */
    private volatile long published;
    /** The arguments of launches that were given none to use again. */
    final Arguments scratch = new Arguments(index -> name(this, index));

    private LaunchSlot() {
        allocate(FIRST_CAPACITY);
        Handle.whenForgotten(this, block);
    }

    /** A slot's block of native memory, which does not know the slot: it is destroyed after it. */
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

    /** A slot for this thread, until {@link #giveBack}. The native library has to be there. */
    static LaunchSlot take() {
        Thread thread = Thread.currentThread();
        if (isVirtual(thread))
            return borrow(thread);
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

    /** It is not used any more. */
    void giveBack() {
        if (borrower == null)
            return;
        borrower = null;
        FREE.add(this);
    }

    private static LaunchSlot make() {
        for (Reference<?> dead = DEAD.poll(); dead != null; dead = DEAD.poll())
            ALL.remove(dead);
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

    /** Throws if this thread is in a launch: what the compiler says is logged there, by whatever handlers. */
    static void checkIdle() {
        Thread thread = Thread.currentThread();
        LaunchSlot own = isVirtual(thread) ? busyOf(thread) : OF_THREAD.get();
        if (own != null && own.published != 0)
            throw new IllegalStateException("a launch of this thread is under way: expected handlers "
                + "of loggers that call nothing of the runtime");
    }

    /** The slot with a launch of a virtual thread, which is this one; null if there is none. */
    private static LaunchSlot busyOf(Thread thread) {
        for (Reference<LaunchSlot> each : ALL) {
            LaunchSlot slot = each.get();
            if (slot != null && slot.borrower == thread && slot.published != 0)
                return slot;
        }
        return null;
    }

    private static String name(LaunchSlot slot, int index) {
        KernelCode.Loaded kernel = slot.scratchKernel;
        return kernel == null ? "argument " + index : kernel.nameOf(index);
    }

    /** The arguments of this thread, as objects. To be cleared after use, so that they keep no buffers. */
    Arguments scratch(KernelCode.Loaded kernel, Object[] values) {
        scratchKernel = kernel;
        Values.set(scratch, values);
        return scratch;
    }

    /**
     * Describes a launch but for its grid.
     *
     * @param first what it uses beside the buffers of the arguments and the stream
     * @param stream null: the default stream
     * @return how many arguments it has
     */
    int fill(Handle first, Device device, Stream stream, Arguments arguments) {
        checkIdle();
        begin(arguments.size());
        hold(first);
        hold(device.runtime().handle);
        if (stream != null)
            hold(stream.handle);
        data.putLong(NativeKernel.LAUNCH_STREAM, stream == null ? 0 : stream.handle.address());
        return arguments.copyTo(this, device);
    }

    /** Makes room for so many arguments, and forgets what was held. */
    private void begin(int arguments) {
        count = 0;
        if (NativeKernel.ARGUMENTS + arguments * NativeKernel.ARGUMENT_BYTES > data.capacity())
            allocate(2 * arguments);
        if (held.length < arguments + 3)
            held = new Handle[2 * arguments + 3];
    }

    /** The launch uses this. */
    void hold(Handle handle) {
        held[count++] = handle;
    }

    /** Publishes what is held. To be followed by {@link #checkOpen}, and by {@link #leave} in any case. */
    void enter() {
        launches += 1L << 32;
        PUBLISHED.setVolatile(this, launches | count);
    }

    /** Throws if something of what is held was closed. */
    void checkOpen(Arguments arguments) {
        Handle[] handles = held;
        for (int i = 0; i < count; i++)
            if (!handles[i].isOpen())
                throw closed(handles[i], arguments);
    }

    private static IllegalStateException closed(Handle handle, Arguments arguments) {
        String owner = arguments.ownerOf(handle);
        IllegalStateException error = handle.closed();
        return owner == null ? error : new IllegalStateException(owner + ": " + error.getMessage());
    }

    /** What a device captures now keeps what is held; throws if the stream captures and does not take it. */
    void capture(Device device, Stream stream) {
        if (stream != null)
            stream.checkTakesWork();
        if (!device.captures.isEmpty())
            for (int i = 0; i < count; i++)
                device.capture(held[i]);
    }

    /** The launch has returned. */
    void leave() {
        PUBLISHED.setRelease(this, 0L);
    }

    /** Writes the grid, and what else a launch says. */
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

    /** Writes one argument. */
    void argument(int index, long bits, int type, boolean isPointer) {
        int at = NativeKernel.ARGUMENTS + index * NativeKernel.ARGUMENT_BYTES;
        data.putLong(at + NativeKernel.ARGUMENT_BITS, bits);
        data.putInt(at + NativeKernel.ARGUMENT_TYPE, type);
        data.putInt(at + NativeKernel.ARGUMENT_IS_POINTER, isPointer ? 1 : 0);
    }

    /** The block's handle, until the next {@link #fill}. */
    long address() {
        return block.handle;
    }

    /** Returns when all launches are over that use a handle now, of whichever threads. */
    static void awaitLaunches(Handle handle) {
        for (Reference<LaunchSlot> each : ALL) {
            LaunchSlot slot = each.get();
            if (slot != null)
                slot.awaitLaunch(handle);
        }
    }

    private void awaitLaunch(Handle handle) {
        long launch = published;
        if (!isHeld(handle, (int) launch))
            return;
        // The next launch is another number: it sees what was done before this was called.
        for (int turn = 0; published == launch; turn++) {
            if (turn < 100)
                Thread.onSpinWait();
            else
                LockSupport.parkNanos(50_000);
        }
    }

    private boolean isHeld(Handle handle, int among) {
        Handle[] handles = held;
        for (int i = 0; i < among && i < handles.length; i++)
            if (handles[i] == handle)
                return true;
        return false;
    }
}
