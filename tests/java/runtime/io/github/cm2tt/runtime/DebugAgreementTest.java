// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.KernelException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on the JVM and launches on the CPU give the same bits, for generated kernels. */
class DebugAgreementTest {
    private static final int N = 16;
    private static final String TYPES = "I1 I8 I16 I32 I64 U8 U16 U32 U64 FP16 BF16 FP32 FP64 FP8E4NV FP8E5";
    /** Parameters of kernels after the three pointers; B is a constant, the others are known at run time. */
    private static final String PARAMETERS
        = "Ptr x, Ptr y, Ptr out, byte b, short h, int n, long m, float s, double d, @Constant int B";
    private static final Object[] NUMBERS = {(byte) -7, (short) 300, 100, 5_000_000_000L, 2f, 1e-3};
    private static final int B = 100;

    private final Device cpu = Device.cpu();
    private final StringBuilder source = new StringBuilder();
    private final List<String> kernels = new ArrayList<>();
    private URLClassLoader loader;

    private void kernel(String body) {
        source.append("    @Kernel static void k").append(kernels.size()).append('(').append(PARAMETERS)
            .append(") {\n        Tensor o = arange(0, ").append(N).append(");\n        ").append(body)
            .append("\n    }\n");
        kernels.add(body);
    }

    /** Compiles the kernels, with helpers that a constant and a number of run time reach. */
    private Class<?> compile(Path folder) throws Exception {
        Path file = folder.resolve("Generated.java");
        Files.writeString(file, "import io.github.cm2tt.lang.*;\n"
            + "import static io.github.cm2tt.lang.Triton.*;\n"
            + "final class Generated {\n"
            + "    static Tensor plus(Tensor t, int v) { return t.add(v); }\n"
            + "    static Tensor times(Tensor t, float v) { Tensor r = t.mul(v); return plus(r, 1); }\n"
            + source + "}\n");
        TestSupport.javac(folder, true, file);
        loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
        return loader.loadClass("Generated");
    }

    @AfterEach
    void closeLoader() throws Exception {
        loader.close();
    }

    private static ByteBuffer bytes(int size) {
        return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    }

    /** Elements of a type: special values first, then random bits. */
    private static ByteBuffer inputs(ElementType type, Random random) {
        ByteBuffer result = bytes(N * type.bytes());
        random.ints(result.capacity()).forEach(value -> result.put((byte) value));
        long[] special = {0, 1, -1, 1L << 8 * type.bytes() - 1, (1L << 8 * type.bytes() - 1) - 1, 120};
        for (int i = 0; i < special.length; i++) {
            for (int j = 0; j < type.bytes(); j++) {
                result.put(i * type.bytes() + j, (byte) (special[i] >> 8 * j));
            }
        }
        for (int i = 0; i < result.capacity() && type == ElementType.I1; i++) {
            result.put(i, (byte) (result.get(i) & 1));
        }
        return result.rewind();
    }

    /** Returns the bytes that a kernel stores; null if it does not compile or cannot be run. */
    private byte[] run(KernelFunction kernel, boolean onTheJvm, ElementType outType, ByteBuffer x,
        ElementType xType, ByteBuffer y, ElementType yType) {
        try (DeviceBuffer a = cpu.allocate(xType, N); DeviceBuffer b = cpu.allocate(yType, N);
            DeviceBuffer out = cpu.allocate(outType, N)) {
            a.copyFrom(x.duplicate().order(ByteOrder.nativeOrder()));
            b.copyFrom(y.duplicate().order(ByteOrder.nativeOrder()));
            out.copyFrom(bytes(N * outType.bytes()));
            Object[] arguments = {a, b, out, NUMBERS[0], NUMBERS[1], NUMBERS[2], NUMBERS[3], NUMBERS[4],
                NUMBERS[5]};
            if (onTheJvm) {
                kernel.debug(1, arguments);
            } else {
                kernel.launch(1, arguments);
            }
            byte[] result = new byte[N * outType.bytes()];
            out.copyTo(ByteBuffer.wrap(result));
            return result;
        } catch (CompilationException | KernelException e) {
            return null;
        }
    }

    /** Replaces NaNs by one, since their payloads may differ. */
    private static byte[] withoutPayloads(byte[] bits, ElementType type) {
        ByteBuffer buffer = ByteBuffer.wrap(bits).order(ByteOrder.nativeOrder());
        for (int i = 0; i < N && type == ElementType.FP64; i++) {
            if (Double.isNaN(buffer.getDouble(8 * i))) {
                buffer.putDouble(8 * i, Double.NaN);
            }
        }
        for (int i = 0; i < N && type == ElementType.FP32; i++) {
            if (Float.isNaN(buffer.getFloat(4 * i))) {
                buffer.putFloat(4 * i, Float.NaN);
            }
        }
        return bits;
    }

    /** Checks a kernel; returns whether it compiles. */
    private boolean check(Class<?> owner, int index, ElementType outType, ElementType xType,
        ElementType yType, Random random) {
        KernelFunction kernel
            = KernelFunction.of(owner, "k" + index).constant("B", B).fpFusion(false).on(cpu);
        ByteBuffer x = inputs(xType, random), y = inputs(yType, random);
        byte[] launched = run(kernel, false, outType, x, xType, y, yType);
        if (launched == null) {
            return false;
        }
        byte[] debugged = run(kernel, true, outType, x, xType, y, yType);
        String text = kernels.get(index) + " with x " + xType + ", y " + yType + ", out " + outType;
        assertTrue(debugged != null, () -> "runs as a launch only: " + text);
        assertEquals(hex(withoutPayloads(launched, outType)), hex(withoutPayloads(debugged, outType)), text);
        return true;
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte value : bytes) {
            text.append(String.format("%02x", value));
        }
        return text.toString();
    }

    private static ElementType[] types() {
        String[] names = TYPES.split(" ");
        ElementType[] types = new ElementType[names.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = ElementType.valueOf(names[i]);
        }
        return types;
    }

    /** Every operator with every type of tile and each kind of number. */
    @Test
    void promotesNumbersAlike(@TempDir Path folder) throws Exception {
        String[] numbers = {"b", "h", "n", "m", "s", "d", "B", "3", "300L", "1.5f", "2e300", "add(B, 1)",
            "add(n, 1)", "(byte) (b + 1)"};
        String[] operations = {"t.add(V)", "t.sub(V)", "t.mul(V)", "add(V, t)", "maximum(t, V)",
            "where(t.compare(V, CompareKind.LessThan), t, V)", "plus(t, n).sub(V)"};
        for (String number : numbers) {
            for (String operation : operations) {
                kernel("Tensor t = x.add(o).load(); out.add(o).store("
                    + operation.replace("V", number) + ");");
            }
        }
        Class<?> owner = compile(folder);
        ElementType[] inputs = {ElementType.I8, ElementType.U8, ElementType.I32, ElementType.U32,
            ElementType.I64, ElementType.FP16, ElementType.BF16, ElementType.FP32, ElementType.FP64};
        Random random = new Random(1);
        int compiled = 0;
        for (int i = 0; i < kernels.size(); i++) {
            // A quarter of the types for each kernel; all of them over the operations of a number.
            for (int j = i % 4; j < inputs.length; j += 4) {
                compiled += check(owner, i, ElementType.FP64, inputs[j], ElementType.FP32, random) ? 1 : 0;
            }
        }
        assertTrue(compiled >= 180, "kernels that compile: " + compiled);
    }

    /** A store of every type to every type. */
    @Test
    void convertsAlike(@TempDir Path folder) throws Exception {
        kernel("out.add(o).store(x.add(o).load());");
        Class<?> owner = compile(folder);
        Random random = new Random(2);
        int compiled = 0;
        for (ElementType from : types()) {
            for (ElementType to : new ElementType[] {ElementType.FP64, ElementType.FP32}) {
                compiled += check(owner, 0, to, from, from, random) ? 1 : 0;
            }
        }
        assertEquals(30, compiled);
    }

    private static String expression(Random random, int depth) {
        if (depth == 0) {
            return random.nextInt(2) == 0 ? "t" : "u";
        }
        String inner = expression(random, depth - 1);
        String number = number(random);
        return switch (random.nextInt(9)) {
            case 0 -> inner + ".add(" + number + ")";
            case 1 -> inner + ".mul(" + number + ")";
            case 2 -> "sub(" + number + ", " + inner + ")";
            case 3 -> "plus(" + inner + ", " + (random.nextInt(2) == 0 ? "n" : "B") + ")";
            case 4 -> "times(" + inner + ", " + (random.nextInt(2) == 0 ? "s" : "2f") + ")";
            case 5 -> "minimum(" + inner + ", " + number + ").add(" + number + ")";
            case 6 -> "where(" + inner + ".compare(" + number + ", CompareKind.GreaterThan), " + number + ", "
                + expression(random, depth - 1) + ")";
            case 7 -> inner + ".add(" + expression(random, depth - 1) + ")";
            default -> "add(" + number + ", " + number + ").mul(" + inner + ")";
        };
    }

    private static String number(Random random) {
        String[] numbers = {"b", "h", "n", "m", "s", "d", "B", "1", "200", "3L", "0.5f", "B + 1", "n + B",
            "(byte) n", "add(B, 2)", "add(s, 2)", "i", "c"};
        return numbers[random.nextInt(numbers.length)];
    }

    /** Random kernels with helpers, loops, and several calls of a name on a line. */
    @Test
    void runsRandomKernelsAlike(@TempDir Path folder) throws Exception {
        long seed = Long.getLong("cm2tt.test.seed", System.nanoTime());
        System.out.println("DebugAgreementTest: seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 120; i++) {
            StringBuilder body = new StringBuilder(
                "Tensor t = x.add(o).load(), u = y.add(o).load(); int c = 5, i = 0; Tensor r = u;\n        ");
            if (random.nextInt(3) == 0) {
                body.append("c = n;\n        ");
            }
            boolean isLoop = random.nextInt(3) == 0;
            body.append(isLoop ? "for (i = 0; i < 3; i++) { " : "if (B > 5) { ")
                .append("r = ").append(expression(random, 1 + random.nextInt(3))).append("; }\n        ")
                .append("out.add(o).store(r.add(").append(number(random)).append("));");
            kernel(body.toString());
        }
        Class<?> owner = compile(folder);
        ElementType[] all = types();
        int compiled = 0;
        for (int i = 0; i < kernels.size(); i++) {
            for (int j = 0; j < 2; j++) {
                ElementType from = all[1 + random.nextInt(12)], other = all[1 + random.nextInt(12)];
                compiled += check(owner, i, ElementType.FP64, from, other, random) ? 1 : 0;
            }
        }
        assertTrue(compiled >= 40, "seed " + seed + ": kernels that compile: " + compiled);
    }
}
