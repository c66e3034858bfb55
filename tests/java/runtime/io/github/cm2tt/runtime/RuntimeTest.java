// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runtimes, devices and the cache on disk; what diagnostics look like. */
class RuntimeTest {
    @Test
    void hasDevices() {
        Device cpu = Device.cpu();
        assertSame(cpu, Device.cpu());
        assertSame(Cm2ttRuntime.shared(), cpu.runtime());
        assertEquals("cpu", cpu.target());
        assertFalse(cpu.isGpu());
        assertTrue(cpu.facts().processors() > 0);
        assertTrue(cpu.facts().memoryBytes() >= cpu.facts().freeBytes());
        assertEquals(Cm2ttRuntime.shared().gpus() > 0, Device.best().isGpu());
        int none = Cm2ttRuntime.shared().gpus();
        assertThrows(IllegalArgumentException.class, () -> Device.gpu(none));
        assertThrows(IllegalArgumentException.class, () -> Device.gpu(-1));
        assertFalse(Cm2ttRuntime.version().isEmpty());
    }

    @Test
    void keepsKernelsOnDisk(@TempDir Path folder) throws IOException {
        Path dump = folder.resolve("dump");
        try (Cm2ttRuntime own = Cm2ttRuntime.builder()
                 .cacheFolder(folder.resolve("cache"))
                 .cacheBytes(1 << 20)
                 .dumpFolder(dump)
                 .cpuThreads(1)
                 .build();
            DeviceBuffer x = own.cpu().copyOf(numbers(64, 1))) {
            TestSupport.add().on(own.cpu()).launch(1, x, x, x, 64);
            List<Cache.Entry> entries = own.cache().list();
            assertFalse(entries.isEmpty());
            assertEquals(64, entries.get(0).key().length());
            assertTrue(entries.get(0).bytes() > 0);
            Cache.Trimmed trimmed = own.cache().clear();
            assertEquals(entries.size(), trimmed.removedEntries());
            assertEquals(0, trimmed.keptEntries());
            assertTrue(own.cache().list().isEmpty());
            assertThrows(IllegalArgumentException.class, () -> own.cache().trim(-1));
        }
        try (var files = Files.list(dump)) {
            assertTrue(files.findAny().isPresent());
        }
    }

    @Test
    void refusesChoices() {
        assertThrows(IllegalArgumentException.class, () -> Cm2ttRuntime.builder().cpuThreads(0));
        assertThrows(IllegalArgumentException.class, () -> Cm2ttRuntime.builder().cacheBytes(0));
        Cm2ttRuntime own = Cm2ttRuntime.builder().noCache().build();
        assertEquals(List.of(), own.cache().list());
        assertEquals(new Cache.Trimmed(0, 0, 0, 0), own.cache().clear());
        assertThrows(IllegalArgumentException.class, () -> own.cache().trim(-1));
        own.close();
        assertThrows(IllegalStateException.class, () -> own.cache().list());
        assertFalse(own.isOpen());
        assertThrows(IllegalStateException.class, own::cpu);
        assertThrows(IllegalStateException.class, own::gpus);
    }

    @Test
    void printsDiagnostics() {
        Diagnostic note = new Diagnostic(Severity.NOTE, "here", "", 0, 0, List.of());
        Diagnostic error = new Diagnostic(Severity.ERROR, "wrong", "K.java", 3, 7, List.of(note));
        assertEquals("K.java:3:7: error: wrong\nnote: here", error.toString());
        assertThrows(NullPointerException.class, () -> new Diagnostic(null, "", "", 0, 0, List.of()));
    }

    @Test
    void readsJson() {
        assertEquals("{a=[1.0, true, null, x\n\u00e9\"]}",
            String.valueOf(JsonReader.read(" {\"a\": [1, true, null, \"x\\n\\u00e9\\\"\"]} ")));
        for (String wrong : List.of("", "{", "[1,", "{\"a\"}", "tru", "\"a", "[1] 2", "-"))
            assertThrows(IllegalArgumentException.class, () -> JsonReader.read(wrong), wrong);
    }
}
