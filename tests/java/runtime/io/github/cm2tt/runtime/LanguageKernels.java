// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.lang.UInt8;

/** The kernels of LanguageTest. */
final class LanguageKernels {
    private LanguageKernels() {}

    private static final int N = 8;
    private static final String MODE = "round" + N;

    @Kernel
    static void converted(Ptr x) {
        var words = x.bitcast(int.class).add(Triton.arange(0, N));
        var half = words.load().bitcast(float.class).conv(Float16.class, Triton.Rounding.RTZ);
        words.store(half.conv(int.class).conv(float.class).bitcast(int.class));
    }

    enum Mode { FAST, EXACT }

    static final int COMPUTED = Integer.getInteger("no.such.property", 5);
    static final long WIDE;
    private static final Float BOXED = Float.valueOf("1.5");
    static final float INFINITE = -1f / Float.parseFloat("0");
    static final boolean IS_ON = Boolean.parseBoolean("true");
    static final Mode CHOSEN = Mode.valueOf("EXACT");
    static final Triton.PropagateNan NAN = Triton.PropagateNan.valueOf("ALL");
    private static final String NAME = String.valueOf(new char[] {'"', 'ä'});

    static {
        WIDE = 1L << COMPUTED + 35;
    }

    @Kernel
    static void statics(Ptr x) {
        x.store(Triton.arange(0, COMPUTED - 1).sum());
        x.add(1).store((float) WIDE + BOXED);
        x.add(2).store(Triton.max(Triton.full(float.class, Float.NaN, 2).maximum(INFINITE, NAN)));
        if (IS_ON && CHOSEN == Mode.EXACT) {
            switch (NAME) {
                case "\"ä" -> x.add(3).store(CHOSEN == Mode.FAST ? 1 : 2);
                default -> x.add(3).store(3);
            }
        }
    }

    @Kernel
    static void biased(Ptr x, Ptr bias, Ptr scale, int n) {
        var offsets = Triton.arange(0, N);
        var v = x.add(offsets).load();
        if (scale != null)
            v = v.mul(scale.load());
        if (bias != null)
            v = v.add(bias.add(offsets).load()).add(n);
        x.add(offsets).store(v);
    }

    @Kernel
    static void chosen(
        Ptr x, @Constant Mode mode, @Constant Triton.Rounding rounding, @Constant Class<?> type) {
        var p = x.add(Triton.arange(0, N));
        var v = p.load();
        switch (mode) {
            case FAST -> v = v.conv(Float16.class, rounding);
            case EXACT -> v = v.mul(2);
        }
        p.store(v.conv(type));
    }

    @Kernel
    static void boxed(Ptr x, @Constant Integer n, @Constant Float16 h, @Constant UInt8 u,
        @Constant Boolean negates, @Constant String text) {
        var p = x.add(Triton.arange(0, n));
        var v = p.load().add(h).add(u);
        if (text.equals("twice"))
            v = v.mul(2);
        p.store(negates ? v.neg() : v);
    }

    /** An epilogue of a kernel. */
    interface Epilogue {
        Tensor apply(Tensor x);

        default Tensor twice(Tensor x) {
            return apply(apply(x));
        }
    }

    /** Adds a number. */
    record Add(int n) implements Epilogue {
        @Override
        public Tensor apply(Tensor x) {
            return x.add(n);
        }
    }

    /** Marks epilogues whose results are negated. */
    interface Negated {}

    /** Multiplies by a number, once. */
    record Scale(float by) implements Epilogue, Negated {
        @Override
        public Tensor apply(Tensor x) {
            return x.mul(by);
        }

        @Override
        public Tensor twice(Tensor x) {
            return apply(x);
        }
    }

    static Tensor finish(Tensor x, Epilogue epilogue) {
        if (epilogue instanceof Add add)
            x = x.mul(add.n());
        return epilogue.twice(epilogue.apply(x));
    }

    @Kernel
    static void finished(Ptr x, int n, @Constant boolean ADDS) {
        var p = x.add(Triton.arange(0, N));
        Epilogue epilogue = ADDS ? new Add(n) : new Scale(n);
        var v = finish(p.load(), epilogue);
        if (epilogue instanceof Negated)
            v = v.neg();
        p.store(v);
    }

    /** Combines tiles. */
    interface Mix {
        Tensor mix(int n, Tensor... tiles);

        default Tensor both(Tensor... tiles) {
            return mix(tiles.length, tiles).add(mix(0));
        }
    }

    /** A weighted sum, plus a number. */
    record Weighted(float by) implements Mix {
        @Override
        public Tensor mix(int n, Tensor... tiles) {
            var sum = Triton.full(float.class, n, N);
            for (Tensor each : tiles)
                sum = sum.add(each.mul(by));
            return sum;
        }
    }

    @Kernel
    static void mixed(Ptr x, float by) {
        var p = x.add(Triton.arange(0, N));
        Mix mix = new Weighted(by);
        p.store(mix.both(p.load(), mix.mix(7), mix.mix(1, p.load())));
    }

    static Tensor sum(Tensor first, Number... more) {
        var sum = first;
        for (Number each : more)
            sum = sum.add(each);
        return more.length > 1 ? sum.add(more[0]) : sum;
    }

    @Kernel
    static void summed(Ptr x, int n) {
        var p = x.add(Triton.arange(0, N));
        var v = p.load();
        p.store(sum(sum(v), sum(v, n), sum(v, v, n)));
    }

    /** Functions of double on floats: roots are those of float, others nearly. */
    @Kernel
    static void narrowed(Ptr x) {
        var p = x.add(Triton.arange(0, N));
        p.store(Triton.map(p.load(), v -> {
            float f = v.floatValue();
            return (float) Math.sqrt(f) + (float) Math.floor(f);
        }));
    }

    /** Functions whose last bits depend on the device. */
    @Kernel
    static void functions(Ptr x, Ptr y, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var v = x.add(offsets).load();
        y.add(offsets).store(v.exp().add(v.abs().log()));
        y.add(offsets.add(2048)).store(v.sin().add(v.exp2().mul(v.abs().log2())));
        y.add(offsets.add(4096)).store(v.sigmoid().add(v.erf()));
        y.add(offsets.add(6144)).store(v.conv(Float16.class).exp().add(v.abs().rsqrt()));
        var one = x.add(Triton.programId(0)).load();
        y.add(8192 + Triton.programId(0)).store(one.exp().add(one.cos()));
    }

    /** The kernels of a superclass. */
    static class Base {
        @Kernel
        static void inherited(Ptr x) {
            x.store(7);
        }
    }

    /** Inherits a kernel. */
    static final class Derived extends Base {}

    @Kernel
    static void divided(Ptr x, long n, int by) {
        x.store(Math.floorMod(n, by));
        x.add(1).store(Math.floorDiv(n, by));
        x.add(2).store(Triton.map(Triton.arange(0, 2), v -> Math.floorMod(v.longValue() - 5, 3)).max());
        switch (MODE) {
            case "up" -> x.add(3).store(1);
            case "round8" -> x.add(3).store(2);
            default -> x.add(3).store(3);
        }
    }
}
