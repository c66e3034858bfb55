// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeKernel;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import jdk.jfr.FlightRecorder;

/**
 * The events that Java's flight recorder (JFR) records. The classes of the events are not loaded without the
 * module jdk.jfr, which is optional, nor before a recording is created: loading them takes 0.1 s. If nothing
 * is recorded, a launch costs a few loads more and allocates nothing.
 */
final class FlightEvents {
    private static final boolean HAS_RECORDER = hasRecorder();

    private FlightEvents() {}

    private static boolean hasRecorder() {
        try {
            Class.forName("jdk.jfr.FlightRecorder");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** The direction of a copy. */
    enum Direction {
        /** From the host. */
        TO_DEVICE("to device"),
        /** To the host. */
        TO_HOST("to host"),
        /** Between buffers of devices. */
        BETWEEN_BUFFERS("between buffers");

        private final String text;

        Direction(String text) {
            this.text = text;
        }
    }

    /** Returns whether there was a recording in this JVM. */
    private static boolean isUsed() {
        return HAS_RECORDER && FlightRecorder.isInitialized();
    }

    private static boolean areCompilationsRecorded() {
        return isUsed() && CompileEvent.isRecorded();
    }

    /**
     * Launches a kernel.
     *
     * @param kernel the handle of the native kernel
     * @param slot the slot with the description of the launch
     * @param extents the bytes that the arguments of a checked kernel may access; null for another kernel
     */
    static void launch(KernelSource source, long kernel, Device device, LaunchSlot slot, int arguments,
        long[] extents) {
        if (isUsed() && (LaunchEvent.isRecorded() || CompileEvent.isRecorded())) {
            launchRecorded(source, kernel, device, slot, arguments, extents);
        } else {
            launch(kernel, device, slot, arguments, extents);
        }
    }

    private static void launch(long kernel, Device device, LaunchSlot slot, int arguments, long[] extents) {
        if (extents == null) {
            NativeKernel.launch(kernel, device.address(), slot.address(), arguments);
        } else {
            NativeKernel.launchChecked(kernel, device.address(), slot.address(), arguments, extents);
        }
    }

    private static void launchRecorded(KernelSource source, long kernel, Device device, LaunchSlot slot,
        int arguments, long[] extents) {
        LaunchEvent launch = new LaunchEvent();
        CompileEvent compilation = new CompileEvent();
        long builds = NativeKernel.builds(kernel);
        launch.begin();
        compilation.begin();
        launch(kernel, device, slot, arguments, extents);
        launch.end();
        compilation.end();
        if (launch.shouldCommit()) {
            launch.kernel = source.kernel();
            launch.model = source.name();
            launch.device = device.name();
            launch.gridX = slot.grid(0);
            launch.gridY = slot.grid(1);
            launch.gridZ = slot.grid(2);
            launch.commit();
        }
        if (NativeKernel.builds(kernel) != builds && compilation.shouldCommit()) {
            long compiled = NativeKernel.prepare(kernel, device.address(), slot.address(), arguments);
            commit(compilation, source, device.name(), compiled);
            NativeKernel.destroyCompiled(compiled);
        }
    }

    private static void commit(CompileEvent event, KernelSource source, String target, long compiled) {
        event.kernel = source.kernel();
        event.model = source.name();
        event.target = target;
        event.signature = new String(NativeKernel.compiledTexts(compiled)[1], StandardCharsets.UTF_8);
        event.commit();
    }

    /**
     * Compiles a kernel.
     *
     * @param kernel the handle of the native kernel
     * @param compiler a call that compiles it, unless it is compiled
     * @return the handle of the compiled kernel
     */
    static long compile(KernelSource source, long kernel, String target, LongSupplier compiler) {
        if (!areCompilationsRecorded()) {
            return compiler.getAsLong();
        }
        CompileEvent event = new CompileEvent();
        long builds = NativeKernel.builds(kernel);
        event.begin();
        long compiled = compiler.getAsLong();
        event.end();
        if (NativeKernel.builds(kernel) != builds && event.shouldCommit()) {
            commit(event, source, target, compiled);
        }
        return compiled;
    }

    /** Copies memory by an action. */
    static void copy(
        Direction direction, Device device, long bytes, boolean isAsynchronous, Runnable action) {
        if (!isUsed() || !CopyEvent.isRecorded()) {
            action.run();
            return;
        }
        CopyEvent event = new CopyEvent();
        event.begin();
        action.run();
        event.end();
        if (event.shouldCommit()) {
            event.direction = direction.text;
            event.device = device.name();
            event.bytes = bytes;
            event.isAsynchronous = isAsynchronous;
            event.commit();
        }
    }
}
