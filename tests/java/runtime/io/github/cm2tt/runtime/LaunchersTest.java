// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Launchers;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Reflect;
import io.github.cm2tt.lang.Triton;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Launchers that cm2tt-javac generates: this file compiles with their types. */
@Launchers
class LaunchersTest {
    @Kernel
    static void scale(Ptr x, float factor, boolean negates, @Constant int BLOCK, int n) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var value = x.add(offsets).load(offsets.lt(n)).mul(negates ? -factor : factor);
        x.add(offsets).store(value, offsets.lt(n));
    }

    /** Names of the generated code as names of parameters. */
    @Kernel
    static void fill(Ptr function, int grid, byte device) {
        function.store(grid + device);
    }

    /** A class in a class. */
    @Launchers
    static class Inner {
        @Kernel
        static void nothing() {
        }
    }

    /** A kernel with overloads that have no launchers. */
    @Launchers
    static class Overloaded {
        /** A class as a parameter. */
        enum Sign { PLUS, MINUS }

        @Reflect
        static void put(Ptr x, int value) {
            x.store(-value);
        }

        @Kernel
        static void put(Ptr x, int value, @Constant Sign sign) {
            x.store(sign == Sign.PLUS ? value : -value);
        }
    }

    @Test
    void launchesAndDebugs() {
        Device cpu = Device.cpu();
        try (DeviceBuffer x = cpu.copyOf(new float[] {1, 2, 3}); Stream stream = cpu.stream()) {
            var scale = LaunchersTestKernels.scale(2).on(cpu).with(kernel -> kernel.fpFusion(false));
            scale.launch(Grid.of(2), x, 2, false, 2);
            assertArrayEquals(new float[] {2, 4, 3}, x.copyTo(new float[3]));
            scale.debug(Grid.of(2), x, 0.5f, true, 3);
            assertArrayEquals(new float[] {-1, -2, -1.5f}, x.copyTo(new float[3]));
            LaunchersTestKernels.fill().on(stream).launch(Grid.of(1), x, 40, (byte) 2);
            stream.synchronize();
            assertArrayEquals(new float[] {42, -2, -1.5f}, x.copyTo(new float[3]));
            LaunchersTest_OverloadedKernels.put(Overloaded.Sign.PLUS).on(cpu).launch(Grid.of(1), x, 7);
            assertEquals(7, x.copyTo(new float[3])[0]);
            LaunchersTest_InnerKernels.nothing().on(cpu).launch(Grid.of(3));
            assertEquals(5, scale.function().parameters().size());
        }
    }

    /** Returns the errors of javac for a launch of a kernel of this class. */
    private static String errors(Path folder, String launch) throws Exception {
        Path file = folder.resolve("io/github/cm2tt/runtime/Use.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "package io.github.cm2tt.runtime; class Use { void use(DeviceBuffer x) { "
            + launch + "; } }\n");
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        ToolProvider.getSystemJavaCompiler().run(null, null, errors, "-XDrawDiagnostics", "-proc:none", "-d",
            folder.toString(), "-cp", System.getProperty("java.class.path"), file.toString());
        return errors.toString(StandardCharsets.UTF_8);
    }

    @Test
    void areCheckedByJavac(@TempDir Path folder) throws Exception {
        String scale = "LaunchersTestKernels.scale(2)";
        assertEquals("", errors(folder, scale + ".launch(Grid.of(1), x, 1f, true, 2)"));
        assertTrue(errors(folder, scale.replace("scale", "scales") + ".launch(Grid.of(1))")
            .contains("cant.resolve"));
        for (String wrong : List.of("x, 1f, true", "1f, x, true, 2", "x, 1f, true, 2L", "x, 1f, 1, 2")) {
            assertTrue(errors(folder, scale + ".launch(Grid.of(1), " + wrong + ")")
                .contains("cant.apply.symbol"), wrong);
        }
        assertTrue(errors(folder, "LaunchersTestKernels.scale()").contains("cant.apply.symbol"));
    }
}
