// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.BLOCK;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.internal.ChildJvm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of launches, compilations and copies, which are recorded only on demand. */
class FlightEventsTest {
    private static final String PREFIX = "io.github.cm2tt.";
    private static final int N = 1000;

    @TempDir
    Path folder;
    private Cm2ttRuntime runtime;
    private Device cpu;
    private DeviceBuffer x;
    private DeviceBuffer out;
    private KernelFunction add;

    @BeforeEach
    void open() {
        runtime = Cm2ttRuntime.builder().noCache().build();
        cpu = runtime.cpu();
        x = cpu.copyOf(numbers(N, 1));
        out = cpu.allocate(ElementType.FP32, N);
        add = KernelFunction.of(TestKernels.class, "add").constant("BLOCK", BLOCK).on(cpu);
    }

    @AfterEach
    void close() {
        x.close();
        out.close();
        add.close();
        runtime.close();
    }

    /** Returns the events of a name that an action causes, if only some events are enabled. */
    private List<RecordedEvent> record(String name, List<String> enabled, Runnable action)
        throws IOException {
        Path file = folder.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            List.of("Compile", "Copy", "Launch").forEach(each -> recording.disable(PREFIX + each));
            enabled.forEach(each -> recording.enable(PREFIX + each));
            recording.start();
            action.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals(PREFIX + name)).toList();
    }

    @Test
    void launches() throws IOException {
        List<RecordedEvent> events = record("Launch", List.of("Launch"), () -> {
            add.launch(Grid.of(8), x, x, out, N);
            add.launch(Grid.of(2, 3, 4), x, x, out, N);
        });
        assertEquals(2, events.size());
        RecordedEvent last = events.get(1);
        assertEquals("add", last.getString("kernel"));
        assertEquals("TestKernels.cm2tt.json", last.getString("model"));
        assertEquals(cpu.name(), last.getString("device"));
        assertEquals(List.of(2, 3, 4),
            List.of(last.getInt("gridX"), last.getInt("gridY"), last.getInt("gridZ")));
        assertTrue(last.getDuration().toNanos() > 0);
    }

    /** Each specialisation is compiled once, in a launch or before it. */
    @Test
    void compilations() throws IOException {
        List<RecordedEvent> events = record("Compile", List.of("Compile"), () -> {
            add.launch(8, x, x, out, N);
            add.launch(8, x, x, out, N);
            add.launch(8, x, x, out, N / 16 * 16);
            add.prepare(x, x, out, 1);
            add.prepare(x, x, out, 1);
            add.compile("sm_90a", "*fp32,*fp32,*fp32,i32");
        });
        assertEquals(4, events.size());
        assertEquals(List.of(cpu.name(), cpu.name(), cpu.name(), "sm_90a"),
            events.stream().map(event -> event.getString("target")).toList());
        assertEquals("*fp32:16,*fp32:16,*fp32:16,i32," + BLOCK, events.get(0).getString("signature"));
        assertEquals("*fp32:16,*fp32:16,*fp32:16,i32:16," + BLOCK, events.get(1).getString("signature"));
        assertTrue(events.stream().allMatch(event -> event.getString("kernel").equals("add")));
        assertTrue(events.stream().allMatch(event -> event.getStackTrace() != null));
    }

    @Test
    void copies() throws IOException {
        List<RecordedEvent> events = record("Copy", List.of("Copy"), () -> {
            x.copyFrom(new float[N]);
            x.slice(0, 10).copyTo(new float[10]);
            out.copyFromAsync(x, null);
            try (HostBuffer host = cpu.allocateHost(8)) {
                out.copyToAsync(host, null);
                cpu.synchronize();
            }
            x.copyTo(ByteBuffer.allocate(12));
        });
        assertEquals(List.of("to device 4000 false", "to host 40 false", "between buffers 4000 true",
            "to host 8 true", "to host 12 false"),
            events.stream().map(event -> event.getString("direction") + " " + event.getLong("bytes") + " "
                + event.getBoolean("isAsynchronous")).toList());
        assertEquals(cpu.name(), events.get(0).getString("device"));
    }

    @Test
    void onlyEnabledEventsAreRecorded() throws IOException {
        assertEquals(List.of(), record("Launch", List.of("Compile"), () -> add.launch(8, x, x, out, N)));
        assertEquals(List.of(), record("Compile", List.of("Launch"), () -> add.launch(8, x, x, out, 1)));
    }

    /** Launches a kernel. */
    static final class First {
        private First() {}

        public static void main(String[] arguments) {
            Device cpu = Device.cpu();
            try (DeviceBuffer x = cpu.copyOf(numbers(N, 1))) {
                KernelFunction.of(TestKernels.class, "add").constant("BLOCK", BLOCK).on(cpu)
                    .launch(8, x, x, x, N);
            }
        }
    }

    /** The first launch of a JVM loads no events, and nothing else that takes as long. */
    @Test
    void areNotLoadedWithoutARecording() throws Exception {
        Path log = folder.resolve("classes");
        List<String> options = List.of("-Xlog:class+load:file=" + log,
            "-Dcm2tt.native.path=" + System.getProperty("cm2tt.native.path"));
        ChildJvm.Ended ended =
            ChildJvm.run(ChildJvm.of(options, First.class), folder.resolve("out"));
        assertEquals(0, ended.status(), ended.output());
        String classes = Files.readString(log);
        assertTrue(classes.contains(" io.github.cm2tt.runtime.FlightEvents "));
        for (String slow : List.of("io.github.cm2tt.runtime.CopyEvent", "io.github.cm2tt.runtime.LaunchEvent",
            "java.util.logging.LogManager", "java.lang.runtime.ObjectMethods")) {
            assertFalse(classes.contains(" " + slow + " "), slow);
        }
    }

    @Test
    void allocateNothingAfterARecording() throws IOException {
        assertFalse(record("Launch", List.of("Launch"), () -> add.launch(8, x, x, out, N)).isEmpty());
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Arguments arguments = add.arguments().add(x).add(x).add(out).add(N);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < 5_000; i++) {
                add.launch(0, arguments);
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertTrue(least < 1000, least + " bytes for 5,000 launches");
    }
}
