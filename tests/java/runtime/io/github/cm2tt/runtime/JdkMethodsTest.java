// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.KernelException;
import io.github.cm2tt.runtime.JdkMethodCases.Case;
import java.lang.reflect.Array;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each method of numbers that the JDK has gives Java's result in kernels, for edge values and random ones: of
 * numbers in memory, of launch arguments, of constants, by a reference, as a function of a tile's elements;
 * on the CPU and in {@code debug}. It compiles for GPUs.
 *
 * <p>Not here: methods that javac refuses (the front end's {@code JdkMethodsTest}).
 */
class JdkMethodsTest {
    /** The number of calls with constants and with arguments of launches. */
    private static final int SOME = 24;
    private static final int TILE = 2048;
    /**
     * Numbers in memory are tested with all methods, the other forms with each SAMPLE-th one. On the newest
     * JDK there are the methods that JDK 17 does not have, and each SAMPLE-th of the others.
     */
    private static final int SAMPLE = Integer.getInteger("cm2tt.sample", 1);
    private static final int FIRST = Integer.getInteger("cm2tt.first", new Random().nextInt(SAMPLE));
    private static final boolean IS_NEWEST = Boolean.getBoolean("cm2tt.newest");
    private static final Set<String> NEWER = Set.of("ceilDiv", "ceilDivExact", "ceilMod", "clamp", "compress",
        "divideExact", "expand", "float16ToFloat", "floatToFloat16", "floorDivExact", "powExact",
        "unsignedMultiplyExact", "unsignedMultiplyHigh", "unsignedPowExact");
    private static final Map<Class<?>, String> LOADS = Map.of(int.class, "intValue()", long.class,
        "longValue()", float.class, "floatValue()", double.class, "doubleValue()", short.class,
        "shortValue()", byte.class, "byteValue()", char.class, "shortValue()", boolean.class, "byteValue()");

    /** The messages of exact methods, as Java's exceptions have them. */
    private static final List<String> MESSAGES = List.of("integer overflow", "long overflow", "/ by zero",
        "unsigned integer overflow", "unsigned long overflow", "negative exponent",
        "Overflow to represent absolute value of Integer.MIN_VALUE",
        "Overflow to represent absolute value of Long.MIN_VALUE");

    @TempDir static Path folder;
    private static List<Case> cases;
    private static URLClassLoader loader;
    private final Device cpu = Device.cpu();

    /** Compiles a class for each method. */
    @BeforeAll
    static void compile() throws Exception {
        System.out.println("the sample of methods: -Dcm2tt.sample=" + SAMPLE + " -Dcm2tt.first=" + FIRST);
        List<Case> all = JdkMethodCases.all().stream().filter(Case::isSupported).toList();
        assertTrue(all.size() > 300, () -> all.size() + " methods");
        cases = IntStream.range(0, all.size())
            .filter(i -> !IS_NEWEST || NEWER.contains(all.get(i).method().getName()) || i % SAMPLE == FIRST)
            .mapToObj(all::get).toList();
        StringBuilder text = new StringBuilder("import io.github.cm2tt.lang.*;\n");
        for (int i = 0; i < cases.size(); i++) {
            append(text, "M" + i, cases.get(i));
        }
        TestSupport.javac(folder, true, Files.writeString(folder.resolve("Kernels.java"), text));
        URL[] classes = {folder.toUri().toURL()};
        loader = new URLClassLoader(classes, JdkMethodsTest.class.getClassLoader());
    }

    @AfterAll
    static void close() throws Exception {
        loader.close();
    }

    private static void append(StringBuilder text, String name, Case method) {
        int count = method.types().size();
        String pointers = IntStream.range(0, count).mapToObj(k -> "Ptr p" + k + ", ").collect(
            Collectors.joining());
        String parameters = IntStream.range(0, count).mapToObj(k
            -> method.types().get(k) + " a" + k).collect(Collectors.joining(", "));
        List<String> names = IntStream.range(0, count).mapToObj(k -> "a" + k).toList();
        List<String> loads = IntStream.range(0, count).mapToObj(k
            -> read(method.types().get(k), "p" + k + ".add(i).load()")).toList();
        text.append("class ").append(name).append(" {\n  interface F { ").append(method.result())
            .append(" apply(").append(parameters).append("); }\n");
        kernel(text, "memory(" + pointers + "Ptr out)",
            "int i = Triton.programId(0); out.add(i).store(" + written(method, method.call(loads)) + ");");
        kernel(text, "arguments(Ptr out, " + parameters + ")",
            "out.store(" + written(method, method.call(names)) + ");");
        String reference = method.method().getDeclaringClass().getSimpleName() + "::"
            + method.method().getName();
        boolean isReferable = method.isStatic();
        kernel(text, "reference(" + pointers + "Ptr out)", "int i = Triton.programId(0); F f = "
            + (isReferable ? reference : "(" + String.join(", ", names) + ") -> " + method.call(names))
            + "; out.add(i).store(" + written(method, "f.apply(" + String.join(", ", loads) + ")") + ");");
        StringBuilder calls = new StringBuilder();
        List<Object[]> constants = some(method);
        for (int i = 0; i < constants.size(); i++) {
            List<String> literals = new ArrayList<>();
            for (Object each : constants.get(i)) {
                literals.add(JdkMethodCases.literal(each));
            }
            calls.append("out.add(").append(i).append(").store(")
                .append(written(method, method.call(literals))).append(");\n");
        }
        kernel(text, "constants(Ptr out)", calls.toString());
        if (!method.isExact() && count <= 2) {
            String lambda = count == 1 ? "v0 -> " : "p1.add(i).load(), (v0, v1) -> ";
            List<String> elements = IntStream.range(0, count).mapToObj(k
                -> read(method.types().get(k), "v" + k)).toList();
            kernel(text, "tile(" + pointers + "Ptr out)", "var i = Triton.arange(0, " + TILE
                + "); out.add(i).store(p0.add(i).load().map(" + lambda
                + written(method, method.call(elements)) + "));");
        }
        text.append("}\n");
    }

    private static void kernel(StringBuilder text, String head, String body) {
        text.append("  @Kernel static void ").append(head).append(" { ").append(body).append(" }\n");
    }

    private static String read(Class<?> type, String value) {
        String number = value + "." + LOADS.get(type);
        return type == boolean.class ? "(" + number + " != 0)"
            : type == char.class ? "((char) " + number + ")" : number;
    }

    private static String written(Case method, String value) {
        return method.result() == boolean.class ? value + " ? 1 : 0" : method.result() == char.class
            ? "(int) " + value : value;
    }

    private static List<Object[]> some(Case method) {
        List<Object[]> all = method.arguments(false);
        int step = Math.max(1, all.size() / SOME);
        return IntStream.range(0, all.size()).filter(i -> i % step == 0).mapToObj(all::get).toList();
    }

    private KernelFunction kernel(int index, String name) throws ClassNotFoundException {
        return KernelFunction.of(Class.forName("M" + index, true, loader), name).on(cpu);
    }

    /** Runs a test of each method of the sample, which each form of calls has for itself. */
    private void forSample(int form, Predicate<Case> which, CaseTest test) throws Exception {
        forEach(which, (i, method) -> {
            if ((i + form + FIRST) % SAMPLE == 0) {
                test.run(i, method);
            }
        });
    }

    /** Runs a test of each method, and reports all methods for which it fails. */
    private void forEach(Predicate<Case> which, CaseTest test) throws Exception {
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            if (which.test(cases.get(i))) {
                try {
                    test.run(i, cases.get(i));
                } catch (AssertionError | RuntimeException e) {
                    failures.add(cases.get(i) + ": " + e);
                }
            }
        }
        assertTrue(failures.isEmpty(), () -> String.join("\n", failures));
    }

    private interface CaseTest {
        void run(int index, Case method) throws Exception;
    }

    @Test
    void ofNumbersInMemory() throws Exception {
        forEach(each -> true, (i, method) -> launch(kernel(i, "memory"), method, method.arguments(false), 0));
    }

    /** Methods of StrictMath have the models of those of Math. */
    private static boolean isOwn(Case method) {
        return method.method().getDeclaringClass() != StrictMath.class
            || method.method().getName().equals("copySign");
    }

    @Test
    void byReferences() throws Exception {
        forSample(0, each -> true, (i, method) -> launch(kernel(i, "reference"), method, some(method), 0));
    }

    @Test
    void ofElements() throws Exception {
        forSample(1, each -> isOwn(each) && !each.isExact() && each.types().size() <= 2,
            (i, method) -> launch(kernel(i, "tile"), method, method.arguments(false), TILE));
    }

    @Test
    void debugged() throws Exception {
        forSample(5, each -> true, (i, method) -> {
            try (Buffers buffers = new Buffers(method, some(method))) {
                kernel(i, "memory").debug(Grid.of(buffers.count), buffers.arguments());
                buffers.check();
            }
        });
    }

    @Test
    void ofConstants() throws Exception {
        forSample(2, JdkMethodsTest::isOwn, (i, method) -> {
            try (Buffers buffers = new Buffers(method, some(method))) {
                kernel(i, "constants").launch(1, buffers.out);
                buffers.check();
            }
        });
    }

    @Test
    void ofArguments() throws Exception {
        forSample(3, JdkMethodsTest::isOwn, (i, method) -> {
            KernelFunction kernel = kernel(i, "arguments");
            for (Object[] tuple : some(method)) {
                try (Buffers buffers = new Buffers(method, List.<Object[]>of(tuple))) {
                    Object[] all = new Object[tuple.length + 1];
                    all[0] = buffers.out;
                    System.arraycopy(tuple, 0, all, 1, tuple.length);
                    kernel.launch(Grid.of(1), all);
                    buffers.check();
                }
            }
        });
    }

    private void launch(KernelFunction kernel, Case method, List<Object[]> tuples, int tile) {
        for (int first = 0; first < tuples.size(); first += TILE) {
            var part = tuples.subList(first, Math.min(first + TILE, tuples.size()));
            try (Buffers buffers = new Buffers(method, part)) {
                kernel.launch(Grid.of(tile > 0 ? 1 : part.size()), buffers.arguments());
                buffers.check();
            }
        }
    }

    /** Exact methods stop the kernel where Java throws an exception. */
    @Test
    void exactMethodsStop() throws Exception {
        forEach(Case::isExact, (i, method) -> {
            List<Object[]> tuples = method.arguments(true);
            assertFalse(tuples.isEmpty());
            for (Object[] tuple : tuples.subList(0, Math.min(12, tuples.size()))) {
                try (Buffers buffers = new Buffers(method, List.<Object[]>of(tuple))) {
                    var fault = assertThrows(KernelFaultException.class,
                        () -> kernel(i, "memory").launch(1, buffers.arguments()), () -> List.of(tuple) + "");
                    assertTrue(fault.getMessage().startsWith("Kernels.java:"), fault.getMessage());
                    assertTrue(MESSAGES.stream().anyMatch(
                        each -> fault.getMessage().contains("assertion failed: " + each + ":")),
                        fault.getMessage());
                    assertThrows(KernelException.class,
                        () -> kernel(i, "memory").debug(Grid.of(1), buffers.arguments()));
                }
            }
        });
    }

    @Test
    void compileForGpus() throws Exception {
        forSample(4, JdkMethodsTest::isOwn, (i, method) -> {
            String upper = method.types().stream().map(each -> "*" + type(each).name() + ",").collect(
                Collectors.joining()) + "*" + type(method.result()).name();
            String signature = upper.toLowerCase(Locale.ROOT);
            for (String name : List.of("memory", "tile")) {
                if (name.equals("memory") || !method.isExact() && method.types().size() <= 2) {
                    try {
                        String ptx = kernel(i, name).compile("sm_90a", signature).ptx();
                        assertTrue(ptx.contains(".entry"), ptx);
                    } catch (CompilationException e) {
                        assertTrue(e.getMessage().contains("needs NVIDIA's libdevice"), e.getMessage());
                    }
                }
            }
        });
    }

    private static ElementType type(Class<?> type) {
        return type == int.class ? ElementType.I32 : type == long.class ? ElementType.I64
            : type == float.class ? ElementType.FP32 : type == double.class ? ElementType.FP64
            : type == short.class || type == char.class ? ElementType.I16 : ElementType.I8;
    }

    /** The arguments of calls, in a buffer for each, and their results. */
    private final class Buffers implements AutoCloseable {
        final Case method;
        final List<Object[]> tuples;
        final int count;
        final List<DeviceBuffer> in = new ArrayList<>();
        final DeviceBuffer out;

        Buffers(Case method, List<Object[]> tuples) {
            this.method = method;
            this.tuples = tuples;
            this.count = tuples.size();
            int size = Math.max(count, TILE);
            for (int k = 0; k < method.types().size(); k++) {
                in.add(copy(method.types().get(k), k, size));
            }
            out = cpu.allocate(resultType(), size);
        }

        /** Results that are chars are stored as ints. */
        private ElementType resultType() {
            return method.result() == char.class ? ElementType.I32 : type(method.result());
        }

        private DeviceBuffer copy(Class<?> of, int k, int size) {
            Class<?> element = of == char.class ? short.class : of == boolean.class ? byte.class : of;
            Object array = Array.newInstance(element, size);
            for (int i = 0; i < size; i++) {
                Object value = tuples.get(i % count)[k];
                Array.set(array, i, value instanceof Character character ? (Object) (short) (char) character
                    : value instanceof Boolean truth ? (Object) (byte) (truth ? 1 : 0) : value);
            }
            return array instanceof int[] ints ? cpu.copyOf(ints) : array instanceof long[] longs
                ? cpu.copyOf(longs) : array instanceof float[] floats ? cpu.copyOf(floats)
                : array instanceof double[] doubles ? cpu.copyOf(doubles) : array instanceof short[] shorts
                ? cpu.copyOf(shorts) : cpu.copyOf((byte[]) array);
        }

        Object[] arguments() {
            List<Object> all = new ArrayList<>(in);
            all.add(out);
            return all.toArray();
        }

        private Object results() {
            int size = Math.max(count, TILE);
            return switch (resultType()) {
                case I32 -> out.copyTo(new int[size]);
                case I64 -> out.copyTo(new long[size]);
                case FP32 -> out.copyTo(new float[size]);
                case FP64 -> out.copyTo(new double[size]);
                case I16 -> out.copyTo(new short[size]);
                default -> out.copyTo(new byte[size]);
            };
        }

        void check() {
            Object results = results();
            for (int i = 0; i < count; i++) {
                Object expected = method.expected(tuples.get(i));
                Object found = Array.get(results, i);
                if (!isRight(expected, found)) {
                    assertEquals(expected, found, "of " + List.of(tuples.get(i)));
                }
            }
        }

        private boolean isRight(Object expected, Object found) {
            if (expected instanceof Character character) {
                return found.equals((int) character);
            }
            if (expected instanceof Boolean truth) {
                return found.equals((byte) (truth ? 1 : 0));
            }
            Integer most = JdkMethodCases.ERRORS.get(method.method().getName());
            if (most != null && expected instanceof Double x && Double.isFinite(x) && x != 0) {
                return Math.abs(x - (double) found) / Math.ulp(x) <= most;
            }
            boolean isNan = method.method().getName().equals("floatToFloat16")
                && ((short) expected & 0x7FFF) > 0x7C00 && ((short) found & 0x7FFF) > 0x7C00;
            return expected.equals(found) || isNan;
        }

        @Override
        public void close() {
            in.forEach(DeviceBuffer::close);
            out.close();
        }
    }
}
