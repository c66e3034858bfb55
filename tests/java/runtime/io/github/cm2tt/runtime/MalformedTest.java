// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.BLOCK;
import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static io.github.cm2tt.runtime.TestSupport.read;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.runtime.internal.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * 600 damaged models, compiled and launched, and launches with 600 lists of arguments, half of which are
 * wrong: an exception that says why, or a launch, and no crash of the JVM outside of a kernel.
 *
 * <p>All is on the CPU, and all models come from one kernel without loops. Nothing stops a kernel whose model
 * is valid from an access out of bounds; where a damaged model does that, the crash must be in the kernel's
 * code and not in ours.
 */
class MalformedTest {
    private static final String PATH = "examples/babylon/vector-add/model.";
    private static final List<String> FORMS = List.of("json", "cm");
    private static final int SEEDS = 300;
    // The replacements in a model, in both forms: variables that are read, methods, kinds of comparison,
    // constants, operators and the constant of the signature.
    private static final Map<Pattern, List<String>> WORDS = Map.of(
        Pattern.compile("(?<=var\\.load )%\\d+|(?<=\"operands\": \\[\")%\\d+(?=\"\\])"),
        List.of("%5", "%6", "%7", "%8", "%9", "%12", "%16", "%23", "%29"),
        Pattern.compile("(?<=Triton::)add"), List.of("sub", "mul", "div"),
        Pattern.compile("(?<=CompareKind::)\\w+"), List.of("GreaterThan", "LessThanOrEqual", "Equal"),
        Pattern.compile("(?<= @)\\d+(?=;)|(?<=\"value\": )\\d+"), List.of("1", "2", "-1", "64", "2147483647"),
        Pattern.compile("(?<== )mul|(?<=\"op\": \")mul"), List.of("add", "sub", "div", "and"),
        Pattern.compile("1024(?=\\]?,?\n)"), List.of("1", "2", "1000", "4096"));

    @TempDir Path folder;

    /** A change of a text; every second one is likely to leave a model. */
    private static String mutated(String text, int seed) {
        Random random = new Random(seed);
        return seed % 2 == 0 ? damaged(text, random) : withOtherWords(text, random);
    }

    /** One or two words instead of others. */
    private static String withOtherWords(String text, Random random) {
        List<Pattern> patterns =
            WORDS.keySet().stream().sorted(Comparator.comparing(Pattern::pattern)).toList();
        for (int i = 0; i <= random.nextInt(2); i++) {
            Pattern pattern = patterns.get(random.nextInt(patterns.size()));
            List<MatchResult> places = pattern.matcher(text).results().toList();
            List<String> words = WORDS.get(pattern);
            if (places.isEmpty())
                continue;
            MatchResult place = places.get(random.nextInt(places.size()));
            String word = words.get(random.nextInt(words.size()));
            text = text.substring(0, place.start()) + word + text.substring(place.end());
        }
        return text;
    }

    /** A change such as people and broken files make. */
    private static String damaged(String text, Random random) {
        StringBuilder result = new StringBuilder(text);
        for (int i = 0; i <= random.nextInt(3); i++) {
            int from = random.nextInt(result.length());
            int to = Math.min(result.length(), from + 1 + random.nextInt(40));
            switch (random.nextInt(6)) {
                case 0 -> result.delete(from, to);
                case 1 -> result.insert(from, result.substring(from, to));
                case 2 -> result.setCharAt(from, (char) random.nextInt(0x180));
                case 3 -> result.setLength(from + 1);
                case 4 -> result.setCharAt(from, (char) ('0' + random.nextInt(10)));
                default -> {
                    int other = random.nextInt(result.length() - (to - from) + 1);
                    result.replace(from, to, result.substring(other, other + to - from));
                }
            }
        }
        return result.toString();
    }

    private static void assertSaysWhy(RuntimeException e, String seed) {
        assertTrue(e.getMessage() != null && !e.getMessage().isBlank(), seed);
    }

    private static boolean isRefused(String model, String seed) {
        try (KernelFunction kernel = KernelFunction.ofModel(model)) {
            kernel.parameters();
            kernel.compile("cpu", "*fp32,*fp32,*fp32,i32,1024");
            return false;
        } catch (Cm2ttException | IllegalArgumentException e) {
            assertSaysWhy(e, seed);
            return true;
        } catch (RuntimeException e) {
            return fail(seed, e);
        }
    }

    @Test
    void compilesMalformedModels() {
        int refused = 0;
        for (String form : FORMS)
            for (int seed = 0; seed < SEEDS; seed++)
                refused += isRefused(mutated(read(PATH + form), seed), form + " " + seed) ? 1 : 0;
        assertTrue(refused > 200, refused + " of 600 were refused");
        assertTrue(refused < 500, refused + " of 600 were refused: too few were compiled");
    }

    /** Launches the damaged models from a number on; a line before and one after each. */
    static final class Launches {
        // Around the buffers there is memory for wrong offsets; it is never touched, hence never there.
        private static final int SIZE = 4096;
        private static final long AROUND = 1L << 27;

        private Launches() {}

        public static void main(String[] arguments) {
            Device cpu = Device.cpu();
            DeviceBuffer all = cpu.allocate(ElementType.FP32, 2 * AROUND);
            DeviceBuffer[] parts = new DeviceBuffer[3];
            for (int i = 0; i < parts.length; i++)
                parts[i] = all.slice(AROUND + (long) i * SIZE, SIZE).copyFrom(numbers(SIZE, i));
            for (int i = Integer.parseInt(arguments[0]); i < FORMS.size() * SEEDS; i++) {
                System.out.println("begin " + i);
                String text = read(PATH + FORMS.get(i / SEEDS));
                try (KernelFunction kernel = KernelFunction.ofModel(mutated(text, i % SEEDS)).on(cpu)) {
                    kernel.launch(3, parts[0], parts[1], parts[2], 3 * 1024);
                    System.out.println("launched");
                } catch (Cm2ttException | IllegalArgumentException e) {
                    assertSaysWhy(e, "model " + i);
                    System.out.println("refused");
                }
            }
            System.out.println("end");
        }
    }

    /** The lines that a process prints which launches models from a number on. */
    private List<String> launch(int first, Path crash) throws Exception {
        List<String> options = new ArrayList<>(ChildJvm.reportTo(crash));
        for (String name : List.of("cm2tt.native.path", "cm2tt.source"))
            options.add("-D" + name + "=" + System.getProperty(name));
        ProcessBuilder builder = ChildJvm.of(options, Launches.class, Integer.toString(first));
        return ChildJvm.run(builder, folder.resolve("output-" + first)).output().lines().toList();
    }

    /** Checks that the JVM died of an access by code that is in no library: a kernel. */
    private static void assertInKernel(Path crash, String seed, List<String> lines) throws IOException {
        assertTrue(Files.exists(crash), () -> seed + ": " + lines);
        List<String> report = Files.readAllLines(crash);
        int frame = report.indexOf("# Problematic frame:") + 1;
        String where = report.get(frame);
        assertTrue(where.matches("# C  0x[0-9a-f]+"), () -> seed + ": " + where);
    }

    @Test
    void launchesMalformedModels() throws Exception {
        int launched = 0;
        int refused = 0;
        int crashed = 0;
        for (int first = 0; first < FORMS.size() * SEEDS;) {
            Path crash = folder.resolve("crash-" + first);
            List<String> lines = launch(first, crash);
            launched += lines.stream().filter("launched" ::equals).count();
            refused += lines.stream().filter("refused" ::equals).count();
            if (lines.get(lines.size() - 1).equals("end"))
                break;
            String last =
                lines.stream().filter(line -> line.startsWith("begin ")).reduce((a, b) -> b).orElseThrow();
            assertInKernel(crash, last, lines);
            first = Integer.parseInt(last.substring("begin ".length())) + 1;
            crashed++;
        }
        assertEquals(FORMS.size() * SEEDS, launched + refused + crashed);
        String counts = launched + " launched, " + refused + " refused, " + crashed + " crashed";
        System.out.println("models: " + counts);
        assertTrue(launched > 50, counts);
        assertTrue(refused > 200, counts);
        assertTrue(crashed < 10, counts);
    }

    /** One of what fits in most cases, else one of all. */
    private static Object value(Random random, Object[] fitting, Object[] pool) {
        Object[] values = random.nextInt(5) == 0 ? pool : fitting;
        return values[random.nextInt(values.length)];
    }

    private static int asInt(Object value) {
        return value instanceof Character c ? c : ((Number) value).intValue();
    }

    private static boolean isOfFloats(Object value) {
        return ((DeviceBuffer) value).type() == ElementType.FP32;
    }

    /** Checks that no element after what was asked for has changed, and these are right. */
    private static void assertSum(float[] before, Object[] values, String seed) {
        DeviceBuffer out = (DeviceBuffer) values[2];
        int length = Math.max(0, Math.min(asInt(values[3]), BLOCK));
        float[] x = ((DeviceBuffer) values[0]).copyTo(new float[length]);
        float[] y = ((DeviceBuffer) values[1]).copyTo(new float[length]);
        float[] expected = before.clone();
        for (int i = 0; i < length; i++)
            expected[i] = x[i] + y[i];
        assertArrayEquals(expected, out.copyTo(new float[before.length]), seed);
    }

    /** Grids that run: what is accepted is computed, and what is refused changes nothing. */
    @Test
    void launchesMalformedArguments() {
        Device cpu = Device.cpu();
        Cm2ttRuntime own = Cm2ttRuntime.builder().noCache().cpuThreads(1).build();
        DeviceBuffer x = cpu.copyOf(numbers(64, 1));
        DeviceBuffer y = cpu.copyOf(numbers(64, 2));
        DeviceBuffer out = cpu.allocate(ElementType.FP32, 64);
        DeviceBuffer halves = cpu.allocate(ElementType.FP16, 64).fill(0);
        DeviceBuffer bits = cpu.allocate(ElementType.I1, 64).fill(1);
        DeviceBuffer closed = cpu.allocate(ElementType.FP32, 64);
        closed.close();
        Object[][] fitting = {{x, x.slice(3, 40), y}, {y, y.slice(16, 40)}, {out},
            {0, 5, -1, 37, (short) 5, (byte) 4, (char) 7, Integer.MIN_VALUE}};
        Object[] pool = {x, halves, 5, bits, closed, own.cpu().allocate(ElementType.FP32, 64), null,
            new float[4], "text", 1L, 2f, 3.0, true, (char) 4, (byte) 4, (short) 5, Float16.valueOf(1),
            new Object(), add(), cpu, Long.MAX_VALUE, Double.NaN, x.as(ElementType.FP8E5)};
        KernelFunction add = add();
        int refused = 0;
        int compared = 0;
        for (int seed = 0; seed < 600; seed++) {
            Random random = new Random(seed);
            Object[] values = new Object[random.nextInt(8) == 0 ? random.nextInt(40) : 4];
            for (int i = 0; i < values.length; i++)
                values[i] = value(random, fitting[Math.min(i, 3)], pool);
            out.fill(7);
            float[] before = out.copyTo(new float[64]);
            try {
                add.launch(1 + random.nextInt(3), values);
            } catch (Cm2ttException | IllegalArgumentException | IllegalStateException e) {
                assertSaysWhy(e, "seed " + seed);
                assertArrayEquals(before, out.copyTo(new float[64]), "seed " + seed);
                refused++;
                continue;
            }
            assertEquals(4, values.length, "seed " + seed);
            if (values[2] == out && isOfFloats(values[0]) && isOfFloats(values[1])) {
                assertSum(before, values, "seed " + seed);
                compared++;
            }
            x.copyFrom(numbers(64, 1));
        }
        String counts = refused + " of 600 were refused, " + compared + " compared";
        assertTrue(refused > 200 && compared > 100, counts);
        for (DeviceBuffer buffer : List.of(x, y, out, halves, bits))
            buffer.close();
        own.close();
    }
}
