// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A class of random methods, with the kernels that call them and the code that calls them on the JVM. */
record MethodGroup(String className, List<RandomMethod> methods) {
    private static final List<String> OUTS = List.of("oi", "ol", "of", "od");
    private static final String OUT_PARAMETERS = "Ptr oi, Ptr ol, Ptr of, Ptr od";
    private static final String NUMBERS = "int a, int b, long c, float d, double e";
    private static final String HEAD = """
        import io.github.cm2tt.lang.*;
        import java.util.function.*;
        public class %s {
        interface Mixing { float mix(byte x, char y, float z); }
        interface Narrowing { short narrow(long x, boolean y); }
        """;
    private static final String LOADS = """
        int i = Triton.programId(0);
        int a = pa.add(i).load().intValue();
        int b = pb.add(i).load().intValue();
        long c = pc.add(i).load().longValue();
        float d = pd.add(i).load().floatValue();
        double e = pe.add(i).load().doubleValue();
        """;

    /** The source, with the first line of each method. */
    String source() {
        StringBuilder text = new StringBuilder(HEAD.formatted(className));
        methods.forEach(each -> text.append(each.text()));
        text.append("@Kernel static void buffers(Ptr pa, Ptr pb, Ptr pc, Ptr pd, Ptr pe, ")
            .append(OUT_PARAMETERS).append(") {\n").append(LOADS).append(stores("i * " + methods.size()))
            .append("}\n@Kernel static void numbers(").append(OUT_PARAMETERS).append(", ").append(NUMBERS)
            .append(") {\n").append(stores("0"))
            .append("}\npublic static void reference(int[] pa, int[] pb, long[] pc, float[] pd, ")
            .append("double[] pe, int[] oi, long[] ol, float[] of, double[] od) {\n")
            .append("for (int i = 0; i < pa.length; i++) {\n")
            .append("int a = pa[i], b = pb[i]; long c = pc[i]; float d = pd[i]; double e = pe[i];\n");
        each((method, index) -> out(method) + "[i * " + methods.size() + " + " + index + "] = "
            + method.call("a, b, c, d, e") + ";\n", text);
        return text.append("}\n}\n").append(map()).append("}\n").toString();
    }

    /** The first method, for each element of tiles. */
    private String map() {
        RandomMethod first = methods.get(0);
        return "@Kernel static void map(Ptr pa, Ptr pb, Ptr out) {\nvar i = Triton.arange(0, 16);\n"
            + "out.add(i).store(pa.add(i).load().map(pb.add(i).load(), (x, y) -> " + first.call(
                "x.intValue(), y.intValue(), x.intValue() * 3L, y.intValue() * 0.5f, x.intValue() / 7.0")
            + "));\n}\npublic static void mapReference(int[] pa, int[] pb, int[] oi, long[] ol, float[] of, "
            + "double[] od) {\nfor (int i = 0; i < 16; i++) {\n" + out(first) + "[i] = "
            + first.call("pa[i], pb[i], pa[i] * 3L, pb[i] * 0.5f, pa[i] / 7.0") + ";\n}\n}\n";
    }

    private static String out(RandomMethod method) {
        return OUTS.get(method.stored().ordinal());
    }

    private String stores(String offset) {
        StringBuilder text = new StringBuilder();
        each((method, index) -> out(method) + ".add(" + offset + " + " + index + ").store("
            + method.call("a, b, c, d, e") + ");\n", text);
        return text.toString();
    }

    private interface Line {
        String of(RandomMethod method, int index);
    }

    private void each(Line line, StringBuilder to) {
        to.append(IntStream.range(0, methods.size()).mapToObj(i -> line.of(methods.get(i), i))
            .collect(Collectors.joining()));
    }

    /** The method in which a line of the source is, from 1; null if it is in none. */
    RandomMethod at(long line) {
        long next = 1 + HEAD.lines().count();
        for (RandomMethod method : methods) {
            long end = next + method.text().lines().count();
            if (line >= next && line < end) {
                return method;
            }
            next = end;
        }
        return null;
    }
}
