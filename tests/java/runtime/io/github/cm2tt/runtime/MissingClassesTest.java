// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.fails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes whose methods name classes that are missing. */
class MissingClassesTest {
    @TempDir Path folder;

    /** Loads a kernel after compilation; class files of local classes are deleted. */
    private void load(String members, String name, boolean areDeleted) throws Exception {
        Path file = folder.resolve("K.java");
        Files.writeString(file, "import io.github.cm2tt.lang.*; import java.util.function.*;\n"
            + "class K { static final boolean DEBUG = false;\n" + members + "}\nclass Other {}\n");
        TestSupport.javac(folder, true, file);
        List<Path> locals;
        try (Stream<Path> files = Files.list(folder)) {
            locals = files.filter(each -> each.toString().matches(".*(\\$[0-9]\\w+|Other)\\.class"))
                .collect(Collectors.toList());
        }
        for (Path each : areDeleted ? locals : List.<Path>of()) {
            Files.delete(each);
        }
        try (URLClassLoader loader
            = new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            KernelFunction.of(loader.loadClass(name), "k").close();
        }
    }

    /** javac of JDK 17 writes no class file for R; that of JDK 25 does. */
    @ParameterizedTest
    @ValueSource(strings = {
        "if (false) { record R(int x) {} R r = new R(a); IntUnaryOperator f = p -> r.x() + p; }",
        "if (DEBUG) { record R() { int s(int y) { return y; } } R r = new R();"
            + " IntUnaryOperator f = p -> r.s(p); }",
        "if (DEBUG && a > 3) { record R(int x) {} R r = new R(a); Supplier<R> f = () -> r; }",
        "if (!DEBUG) { x.store(1); } else { record R(int x) {} R r = new R(a);"
            + " IntSupplier f = () -> r.x(); }",
        "if (false) { record R(int x) {} Function<R, Integer> f = r -> r.x(); x.store(f.apply(new R(a))); }",
        "if (false) { record R(int x) {} IntFunction<R> f = y -> new R(y); x.store(f.apply(a).x()); }",
        "if (false) { enum R { A, B } R r = R.A; IntSupplier f = () -> r.ordinal(); }",
        "if (false) { interface R { int f(int x); } R r = y -> y + a; IntSupplier f = () -> r.f(a); }",
        "IntUnaryOperator g = y -> { if (DEBUG) { record R(int x) {} R r = new R(a);"
            + " IntSupplier f = () -> r.x(); } return y; }; x.store(g.applyAsInt(a));",
        "for (int i = 0; i < 2; i++) { if (1 > 2) { record R(int x) {} R r = new R(i);"
            + " IntSupplier f = () -> r.x(); } }"
    })
    void localClassesThatJavacLeavesOut(String body) throws Exception {
        String kernel = "@Kernel static void k(Ptr x, int a) { " + body + " }\n";
        String helper = "@Kernel static void k(Ptr x, int a) { h(x, a); }\n static void h(Ptr x, int a) { "
            + body + " }\n";
        String remedy = " cannot be read: its local class 'R' has no class file. Older versions of javac, as "
            + "that of JDK 17, write none if the class is in a branch that is never taken, where a lambda "
            + "uses it: declare 'R' outside of the method, or compile with a newer JDK";
        fails(IllegalArgumentException.class, "the methods of K" + remedy, () -> load(kernel, "K", true));
        fails(IllegalArgumentException.class, "the methods of K" + remedy, () -> load(helper, "K", true));
        fails(IllegalArgumentException.class, "the methods of K$N" + remedy,
            () -> load("static class N { " + kernel + "}\n", "K$N", true));
        if (Runtime.version().feature() >= 25) {
            load(kernel, "K", false);
        }
    }

    @Test
    void otherClassesAreJavas() {
        String text = "@Kernel static void k(Ptr x, int a) {}\n static void h(Other other) {}\n";
        assertEquals("Other",
            assertThrows(NoClassDefFoundError.class, () -> load(text, "K", true)).getMessage());
    }
}
