// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.fails;
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
import java.util.Map;
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
        assertEquals("", cpu.uuid());
        assertEquals(Cm2ttRuntime.shared().gpus() > 0, Device.best().isGpu());
        int gpus = Cm2ttRuntime.shared().gpus();
        String text = gpus > 0 ? "GPU %d: expected a number from 0 to %d"
            : "GPU %d: expected Device.cpu(), as there is no GPU";
        for (int number : new int[] {gpus, -1}) {
            fails(IllegalArgumentException.class, String.format(text, number, gpus - 1),
                () -> Device.gpu(number));
        }
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
            fails(IllegalArgumentException.class, "-1 bytes: expected a number that is not negative",
                () -> own.cache().trim(-1));
        }
        try (var files = Files.list(dump)) {
            assertTrue(files.findAny().isPresent());
        }
    }

    @Test
    void compilesWithLinesOfJava() {
        String signature = "*fp32,*fp32,*fp32,i32,128";
        try (Cm2ttRuntime own = Cm2ttRuntime.builder().noCache().build();
            Cm2ttRuntime without = Cm2ttRuntime.builder().noCache().noLineInfo().build()) {
            String ptx = TestSupport.add().on(own.cpu()).compile("sm_90a", signature).ptx();
            assertTrue(ptx.contains(".file\t1 \""), ptx);
            assertTrue(ptx.contains("\t.loc\t1 "), ptx);
            String plain = TestSupport.add().on(without.cpu()).compile("sm_90a", signature).ptx();
            assertFalse(plain.contains(".loc"), plain);
        }
    }

    @Test
    void refusesChoices() {
        fails(IllegalArgumentException.class, "0 threads: expected at least 1",
            () -> Cm2ttRuntime.builder().cpuThreads(0));
        fails(IllegalArgumentException.class, "0 bytes of a cache: expected at least 1",
            () -> Cm2ttRuntime.builder().cacheBytes(0));
        Cm2ttRuntime own = Cm2ttRuntime.builder().noCache().build();
        assertEquals(List.of(), own.cache().list());
        assertEquals(new Cache.Trimmed(0, 0, 0, 0), own.cache().clear());
        fails(IllegalArgumentException.class, "-1 bytes: expected a number that is not negative",
            () -> own.cache().trim(-1));
        own.close();
        fails(IllegalStateException.class, "the runtime is closed: use it before close(), and not after",
            () -> own.cache().list());
        assertFalse(own.isOpen());
        fails(IllegalStateException.class, "the runtime is closed: use it before close(), and not after",
            own::cpu);
        fails(IllegalStateException.class, "the runtime is closed: use it before close(), and not after",
            own::gpus);
    }

    @Test
    void refusesProperties() {
        System.setProperty("cm2tt.crash.guard", "no");
        try {
            fails(IllegalArgumentException.class, "cm2tt.crash.guard=no: expected on or off",
                () -> Cm2ttRuntime.builder().build());
        } finally {
            System.clearProperty("cm2tt.crash.guard");
        }
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
        Map<String, String> wrong = Map.of("", "JSON, character 0: expected a value", "{",
            "JSON, character 1: expected '\"'", "[1,", "JSON, character 3: expected a value", "{\"a\"}",
            "JSON, character 4: expected ':'", "tru", "JSON, character 0: expected a value", "\"a",
            "JSON, character 2: expected '\"'", "[1] 2", "JSON, character 4: expected the end", "-",
            "JSON, character 0: expected a value", "\"\\", "JSON, character 2: expected a character",
            "\"\\u00g0\"", "JSON, character 3: expected four digits");
        wrong.forEach(
            (text, said) -> fails(IllegalArgumentException.class, said, () -> JsonReader.read(text)));
    }
}
