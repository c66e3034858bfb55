// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static io.github.cm2tt.runtime.TestSupport.read;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.cm2tt.lang.Float16;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A thousand models and lists of arguments that make no sense: exceptions that say why, and no crash. */
class MalformedTest {
    private static final String PATH = "examples/babylon/vector-add/model.";

    /** A change of a text such as people and broken files make. */
    private static String mutated(String text, Random random) {
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

    private static boolean isRefused(String model, String seed) {
        try (KernelFunction kernel = KernelFunction.ofModel(model)) {
            kernel.parameters();
            kernel.compile("cpu", "*fp32,*fp32,*fp32,i32,1024");
            return false;
        } catch (Cm2ttException | IllegalArgumentException e) {
            assertTrue(e.getMessage() != null && !e.getMessage().isBlank(), seed);
            return true;
        } catch (RuntimeException e) {
            return fail(seed, e);
        }
    }

    @Test
    void refusesMalformedModels() {
        int refused = 0;
        for (String form : List.of("json", "cm"))
            for (int seed = 0; seed < 300; seed++)
                refused += isRefused(mutated(read(PATH + form), new Random(seed)), form + " " + seed) ? 1 : 0;
        assertTrue(refused > 200, refused + " of 600 were refused");
    }

    private static Object value(Random random, Object[] pool) {
        return random.nextInt(3) == 0 ? pool[random.nextInt(3)] : pool[random.nextInt(pool.length)];
    }

    @Test
    void refusesMalformedArguments() {
        Device cpu = Device.cpu();
        Cm2ttRuntime own = Cm2ttRuntime.builder().noCache().cpuThreads(1).build();
        DeviceBuffer floats = cpu.copyOf(numbers(64, 1));
        DeviceBuffer halves = cpu.allocate(ElementType.FP16, 64);
        DeviceBuffer empty = cpu.allocate(ElementType.I1, 0);
        DeviceBuffer closed = cpu.allocate(ElementType.FP32, 64);
        closed.close();
        Object[] pool = {floats, halves, 5, empty, closed, own.cpu().allocate(ElementType.FP32, 64), null,
            new float[4], "text", 1L, 2f, 3.0, true, 'c', (byte) 4, (short) 5, Float16.valueOf(1),
            floats.slice(3, 9), new Object(), add(), cpu, Integer.MIN_VALUE, Long.MAX_VALUE, Double.NaN,
            floats.as(ElementType.FP8E5)};
        KernelFunction add = add();
        int refused = 0;
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            Object[] values = new Object[random.nextInt(4) == 0 ? random.nextInt(40) : 4];
            for (int i = 0; i < values.length; i++)
                values[i] = value(random, pool);
            try {
                add.launch(0, values);
            } catch (Cm2ttException | IllegalArgumentException | IllegalStateException e) {
                assertTrue(e.getMessage() != null && !e.getMessage().isBlank(), "seed " + seed);
                refused++;
            }
        }
        assertTrue(refused > 300, refused + " of 400 were refused");
        floats.close();
        halves.close();
        empty.close();
        own.close();
    }
}
