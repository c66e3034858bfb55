// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.KernelException;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uses of elements that a load with a mask and without 'other' leaves out, in debug and checked launches. */
class UndefinedTest {
    private final Device cpu = Device.cpu();

    /** Kernels on 8 floats or ints, of which n are loaded. */
    static final class Kernels {
        private Kernels() {}

        private static Tensor at() {
            return Triton.arange(0, 8);
        }

        private static Tensor loaded(Ptr x, int n) {
            return x.add(at()).load(at().lt(n));
        }

        // Uses.

        @Kernel
        static void sum(Ptr x, Ptr out, int n) {
            out.store(loaded(x, n).sum());
        }

        @Kernel
        static void sumAsNumber(Ptr x, Ptr out, int n) {
            float sum = loaded(x, n).mul(2).sum().floatValue();
            out.store(sum + 1);
        }

        @Kernel
        static void storedWithoutMask(Ptr x, Ptr out, int n) {
            out.add(at()).store(loaded(x, n).exp());
        }

        @Kernel
        static void storedWithAWiderMask(Ptr x, Ptr out, int n) {
            out.add(at()).store(loaded(x, n).add(1), at().le(n));
        }

        @Kernel
        static void softmax(Ptr x, Ptr out, int n) {
            var powers = loaded(x, n).exp();
            out.add(at()).store(powers.div(powers.sum(0)), at().lt(n));
        }

        @Kernel
        static void running(Ptr x, Ptr out, int n) {
            out.add(at()).store(loaded(x, n).cumsum(0));
        }

        @Kernel
        static void loop(Ptr x, Ptr out, int n) {
            var sums = Triton.zeros(float.class, 8);
            for (int i = 0; i < n; i++) {
                sums = sums.add(loaded(x, n));
            }
            out.add(at()).store(sums);
        }

        @Kernel
        static void branch(Ptr x, Ptr out, int n) {
            if (x.load(Triton.gt(Triton.programId(0), n)).floatValue() > 0) {
                out.store(1);
            }
        }

        @Kernel
        static void address(Ptr x, Ptr out, int n) {
            var index = Triton.conv(int.class, loaded(x, n)).mul(0);
            out.add(at()).store(x.add(index).load());
        }

        @Kernel
        static void mask(Ptr x, Ptr out, int n) {
            out.add(at()).store(1, loaded(x, n).gt(0));
        }

        @Kernel
        static void atomic(Ptr x, Ptr out, int n) {
            Triton.atomicAdd(out.add(at()), loaded(x, n));
        }

        @Kernel
        static void reversed(Ptr x, Ptr out, int n) {
            out.add(at()).store(loaded(x, n).flip(0), at().lt(n));
        }

        @Kernel
        static void product(Ptr x, Ptr out, int n) {
            var row = Triton.arange(0, 16).expand(1);
            var column = Triton.arange(0, 16).expand(0);
            var a = x.add(row.mul(0).add(column.mul(0))).load(column.lt(n));    // the inner extent
            var b = Triton.full(float.class, 1, 16, 16);
            out.add(row.add(column).mul(0)).store(a.dot(b));
        }

        // No uses.

        @Kernel
        static void add(Ptr x, Ptr out, int n) {
            var mask = at().lt(n);
            out.add(at()).store(loaded(x, n).add(loaded(x, n)), mask);
        }

        @Kernel
        static void storedWithANarrowerMask(Ptr x, Ptr out, int n) {
            out.add(at()).store(loaded(x, n), at().lt(n - 1));
        }

        @Kernel
        static void chosen(Ptr x, Ptr out, int n) {
            out.store(Triton.where(at().lt(n), loaded(x, n), 0f).sum());
        }

        @Kernel
        static void other(Ptr x, Ptr out, int n) {
            out.store(x.add(at()).load(at().lt(n), 0f).sum());
        }

        @Kernel
        static void maskOfValues(Ptr x, Ptr out, int n) {
            var v = loaded(x, n);
            out.add(at()).store(v, v.gt(0).and(at().lt(n)));
        }

        @Kernel
        static void mapped(Ptr x, Ptr out, int n) {
            var y = loaded(x, n).map(v -> v.floatValue() > 0 ? v.floatValue() : 0f);
            out.add(at()).store(y, at().lt(n));
        }

        @Kernel
        static void rows(Ptr x, Ptr out, int n) {
            var row = Triton.arange(0, 16).expand(1);
            var column = Triton.arange(0, 16).expand(0);
            var a = x.add(row.add(column).mul(0)).load(row.lt(n).and(column.lt(16)));
            var b = Triton.full(float.class, 1, 16, 16);
            out.add(row.mul(0).add(column.mul(0))).store(a.dot(b), row.lt(n).and(column.lt(1)));
        }

        @Kernel
        static void rowSums(Ptr x, Ptr out, int n) {
            var row = Triton.arange(0, 4);
            var places = Triton.arange(0, 2).expand(0).mul(0).add(row.expand(1));
            var tile = x.add(places).load(row.lt(n).expand(1));
            out.add(row).store(tile.sum(1), row.lt(n));
        }

        @Kernel
        static void unused(Ptr x, Ptr out, int n) {
            var v = loaded(x, n);
            if (n > 100) {
                out.store(v.sum());
            }
        }
    }

    private interface Launch {
        void run(KernelFunction kernel, DeviceBuffer x, DeviceBuffer out);
    }

    private void with(String name, Launch launch) {
        try (DeviceBuffer x = cpu.copyOf(new float[] {1, 2, 3, 4, 5, 6, 7, 8});
            DeviceBuffer out = cpu.copyOf(new float[8])) {
            launch.run(KernelFunction.of(Kernels.class, name).on(cpu), x, out);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sum", "sumAsNumber", "storedWithoutMask", "storedWithAWiderMask", "softmax",
        "running", "loop", "branch", "address", "mask", "atomic", "reversed", "product"})
    void usesAreErrors(String name) {
        with(name, (kernel, x, out) -> {
            KernelException error = assertThrows(KernelException.class, () -> kernel.debug(1, x, out, 5));
            String load = "depends on elements that the load at UndefinedTest.java:";
            assertTrue(error.getMessage().contains(load), error::getMessage);
            String why = " leaves out, as its mask is false and it has no 'other'";
            assertTrue(error.getMessage().contains(why), error::getMessage);
            KernelFaultException fault =
                assertThrows(KernelFaultException.class, () -> kernel.checked().launch(1, x, out, 5));
            Diagnostic first = fault.diagnostics().get(0);
            String leftOut = "depends on an element that a load left out";
            assertTrue(first.message().contains(leftOut), first::message);
            assertEquals("io/github/cm2tt/runtime/UndefinedTest.java", first.file());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"sum", "sumAsNumber", "storedWithoutMask", "softmax", "running", "loop", "mask",
        "atomic", "reversed"})
    void nothingIsLeftOut(String name) {
        with(name, (kernel, x, out) -> {
            kernel.debug(1, x, out, 8);
            kernel.checked().launch(1, x, out, 8);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"add", "storedWithANarrowerMask", "chosen", "other", "maskOfValues", "mapped",
        "rows", "rowSums", "unused"})
    void computingIsNoUse(String name) {
        with(name, (kernel, x, out) -> {
            kernel.debug(1, x, out, 3);
            kernel.checked().launch(1, x, out, 3);
        });
    }
}
