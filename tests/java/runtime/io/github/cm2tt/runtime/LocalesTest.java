// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.internal.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No text follows the user's locale: neither Java's, which the tests set, nor that of the process, in which
 * the ctest {@code locales-java} runs them (tests/unit/locales).
 */
class LocalesTest {
    private static final int N = 16;
    /** A comma in numbers, letters that change case in another way, digits of other scripts. */
    private static final List<String> TAGS = List.of("de-DE", "fr-FR", "tr-TR", "ar-EG-u-nu-arab",
        "fa-IR-u-nu-arabext", "th-TH-u-nu-thai", "hi-IN-u-nu-deva");

    private final Locale before = Locale.getDefault();

    @TempDir Path folder;

    enum Init { ZERO, FIRST, INIT }

    @Kernel
    static void scale(Ptr x, float factor, double offset, @Constant int BLOCK, @Constant float SCALE,
        @Constant double TINY, @Constant Init INIT) {
        var i = Triton.arange(0, BLOCK);
        var value = x.add(i).load().mul(factor).mul(SCALE).add((float) offset).add((float) (TINY * 1e30));
        x.add(i).store(INIT == Init.INIT ? value.add(1.25e-3f) : value);
    }

    @Kernel
    static void print(Ptr x, Ptr n, double scalar, @Constant int BLOCK) {
        var i = Triton.arange(0, BLOCK);
        Triton.devicePrint("x:", x.add(i).load(), scalar);
        Triton.devicePrintHex("h:", n.add(i).load());
        Triton.devicePrint("n:", n.add(i).load());
    }

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    private static KernelFunction kernel() {
        return KernelFunction.of(LocalesTest.class, "scale").constant("SCALE", 2.5f).constant("TINY", 1e-30)
            .constant("INIT", Init.INIT).on(Device.cpu());
    }

    private static Autotuner.Builder tuner() {
        return Autotuner.of(kernel()).milliseconds(5).restored("x").key("factor").key("offset")
            .configuration(TuneConfiguration.of("BLOCK", 8)).configuration(TuneConfiguration.of("BLOCK", N))
            .grid((configuration, arguments) -> Grid.of(1));
    }

    private static void check(String text) {
        assertFalse(text.matches("(?s).*[0-9],[0-9].*"), text);
        assertTrue(text.chars().allMatch(c -> c < 127), text);
    }

    private static float launch(Autotuner tuner, DeviceBuffer x) {
        tuner.launch(x, 1.5f, 0.1);
        return x.copyTo(new float[N])[2];
    }

    @Test
    void tunes() throws Exception {
        float expected = 3f * 1.5f * 2.5f + 0.1f + 1f + 1.25e-3f;
        for (String tag : TAGS) {
            Locale.setDefault(Locale.forLanguageTag(tag));
            Path shipped = folder.resolve(tag + ".json");
            float[] threes = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
            try (Autotuner tuner = tuner().folder(folder.resolve(tag)).build();
                DeviceBuffer x = Device.cpu().copyOf(threes)) {
                assertEquals(expected, launch(tuner, x), 1e-5f, tag);
                TuneResult result = tuner.results().get(0);
                assertEquals(List.of("factor=1.5", "offset=0.10000000000000001"), result.key());
                assertTrue(result.measurements().get(result.choice()).runs() > 0, tag);
                Arguments arguments = tuner.arguments().add(x).add(1.5f).add(0.1);
                assertEquals(result.toString(), tuner.explain(arguments).get(0).toString());
                assertEquals(result.key(), tuner.tune(arguments).key());
                tuner.save(shipped);
                check(Files.readString(shipped));
            }
            // A file of any locale is one of all others.
            for (String file : List.of(tag, "de-DE", "tr-TR")) {
                Path other = Files.exists(folder.resolve(file + ".json")) ? folder.resolve(file + ".json")
                    : shipped;
                try (Autotuner tuner = tuner().noFolder().shipped(other).build();
                    DeviceBuffer x = Device.cpu().copyOf(threes)) {
                    assertEquals(expected, launch(tuner, x), 1e-5f, tag);
                    assertEquals(1, tuner.results().size());
                }
            }
        }
    }

    @Test
    void readsConstantsAndSignatures() {
        String signature = "*fp32:16,fp32,fp64,8,2.5,1e-30,Init.INIT";
        String expected = kernel().constant("BLOCK", 8).compile("sm_80", signature).ptx();
        for (String tag : TAGS) {
            Locale.setDefault(Locale.forLanguageTag(tag));
            assertEquals(expected, kernel().constant("BLOCK", 8).compile("sm_80", signature).ptx());
            check(kernel().constant("BLOCK", 8).toString());
        }
    }

    @Test
    void namesTypesInEveryLocale() {
        for (String tag : TAGS) {
            Locale.setDefault(Locale.forLanguageTag(tag));
            for (ElementType type : ElementType.values()) {
                check(type.toString());
                try (DeviceBuffer buffer = Device.cpu().allocate(type, 12345)) {
                    check(buffer.toString());
                }
            }
        }
    }

    @Test
    void reportsInEnglish() {
        for (String tag : TAGS) {
            Locale.setDefault(Locale.forLanguageTag(tag));
            String text = assertThrows(RuntimeException.class,
                () -> tuner().shipped(folder.resolve("none")).build()).getMessage();
            assertTrue(text.endsWith("none: cannot be read: No such file or directory"), text);
        }
    }

    /** Prints on the CPU, and then on the JVM. */
    static final class Print {
        private Print() {}

        public static void main(String[] arguments) {
            Locale.setDefault(Locale.forLanguageTag(arguments[0]));
            float[] x = new float[N];
            int[] n = new int[N];
            for (int i = 0; i < N; i++) {
                x[i] = (i - 3) * 1234.375f;
                n[i] = (i - 3) * 1_234_567;
            }
            KernelFunction print = KernelFunction.of(LocalesTest.class, "print").constant("BLOCK", N);
            try (DeviceBuffer xs = Device.cpu().copyOf(x); DeviceBuffer ns = Device.cpu().copyOf(n)) {
                if (arguments[1].equals("debug")) {
                    print.debug(1, xs, ns, 0.1);
                } else {
                    print.on(Device.cpu()).launch(1, xs, ns, 0.1);
                }
            }
        }
    }

    private String printed(String tag, String how) throws Exception {
        ChildJvm.Ended ended = ChildJvm.run(ChildJvm.of(List.of("-Dcm2tt.native.path="
            + System.getProperty("cm2tt.native.path")), Print.class, tag, how), folder.resolve("out"));
        assertEquals(0, ended.status(), ended.output());
        return ended.output();
    }

    @Test
    void printsNumbersAlike() throws Exception {
        String expected = printed("en-US", "debug");
        assertTrue(expected.contains("pid (0, 0, 0) idx ( 2) x: (operand 0) -1234.375000\n"), expected);
        assertTrue(expected.contains("0.100000\n"), expected);
        assertEquals(expected, printed("de-DE", "cpu"));
        for (String tag : TAGS) {
            assertEquals(expected, printed(tag, "debug"), tag);
        }
    }
}
