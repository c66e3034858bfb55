// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;

/**
 * Random numbers: the counter-based generator Philox, and numbers of its integers.
 *
 * <p>Not here: the functions of which normally distributed numbers consist ({@link MathFunctions}).
 */
final class Random {
    private static final int MAX_ROUNDS = 64;

    /** The constants of one width: the steps of the keys, and the multipliers of the counters. */
    private record Constants(long step0, long step1, long multiplier0, long multiplier1) {}

    private static final Constants NARROW =
        new Constants(0x9E3779B9L, 0xBB67AE85L, 0xD2511F53L, 0xCD9E8D57L);
    private static final Constants WIDE = new Constants(
        0x9E3779B97F4A7C15L, 0xBB67AE8584CAA73BL, 0xD2E7470EE14C6C93L, 0xCA5A826395121157L);

    private Random() {}

    //------------------------------------------------------------------------
    // Arguments
    //------------------------------------------------------------------------

    private static Operand integers(String problem, Number argument) {
        Operand operand = Operand.of(argument);
        if (operand == null || !operand.type().isInteger()) {
            throw new KernelException(problem + Promotion.describe(argument));
        }
        return operand;
    }

    private static Operand seed(Number seed, int rounds) {
        Operand operand = integers("T-RANDOM-1: the seed must be an integer: ", seed);
        if (rounds < 0 || rounds > MAX_ROUNDS) {
            throw new KernelException("T-RANDOM-3: the number of rounds must be a constant from 0 to "
                + MAX_ROUNDS + ": " + rounds);
        }
        return operand;
    }

    //------------------------------------------------------------------------
    // Philox
    //------------------------------------------------------------------------

    /** {@link Triton#philox}. */
    static Triton.Quad philox(Number seed, Number c0, Number c1, Number c2, Number c3, int rounds) {
        Operand[] operands = new Operand[5];
        operands[0] = seed(seed, rounds);
        Number[] counters = {c0, c1, c2, c3};
        for (int i = 0; i < counters.length; i++) {
            operands[i + 1] = integers("T-RANDOM-4: counters must be integers: ", counters[i]);
        }
        int bits = operands[1].type().bits;
        if (bits < 32) {
            throw new KernelException("T-RANDOM-4: the first counter must have 32 or 64 bits: "
                + operands[1].describe());
        }
        ElementType type = bits == 32 ? ElementType.U32 : ElementType.U64;
        int[] shape = Promotion.broadcastAll("T-BINARY-3", operands);
        long[][] elements = new long[4][];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = Elementwise.elements(operands[i + 1], type, shape).clone();
        }
        run(Elementwise.elements(operands[0], ElementType.U64, shape), elements, type, rounds);
        return quad(type, shape, elements);
    }

    /** {@link Triton#randint4x}. */
    static Triton.Quad randint4x(Number seed, Number offset, int rounds) {
        Operand of = seed(seed, rounds);
        Operand at = integers("T-RANDOM-2: offsets must be integers: ", offset);
        int[] shape = Promotion.broadcastAll("T-BINARY-3", of, at);
        long[][] counters = new long[4][Tiles.count(shape)];
        long[] offsets = Promotion.elementsIn(at, shape);
        for (int i = 0; i < offsets.length; i++) {
            counters[0][i] = ElementType.U32.canonical(offsets[i]);
            counters[1][i] = at.type().bits == 64 ? offsets[i] >>> 32 : 0;
        }
        run(Elementwise.elements(of, ElementType.U64, shape), counters, ElementType.U32, rounds);
        return quad(ElementType.U32, shape, counters);
    }

    private static void run(long[] seeds, long[][] counters, ElementType type, int rounds) {
        for (int i = 0; i < seeds.length; i++) {
            boolean isWide = type.bits == 64;
            long[] c = {counters[0][i], counters[1][i], counters[2][i], counters[3][i]};
            long key0 = type.canonical(seeds[i]);
            long key1 = isWide ? 0 : seeds[i] >>> 32;
            Constants constants = isWide ? WIDE : NARROW;
            for (int round = 0; round < rounds; round++) {
                long high0 = high(type, constants.multiplier1, c[2]) ^ c[1] ^ key0;
                long high2 = high(type, constants.multiplier0, c[0]) ^ c[3] ^ key1;
                c[1] = type.canonical(constants.multiplier1 * c[2]);
                c[3] = type.canonical(constants.multiplier0 * c[0]);
                c[0] = high0;
                c[2] = high2;
                key0 = type.canonical(key0 + constants.step0);
                key1 = type.canonical(key1 + constants.step1);
            }
            for (int word = 0; word < c.length; word++) {
                counters[word][i] = c[word];
            }
        }
    }

    /** Returns the high half of the product of unsigned integers. */
    private static long high(ElementType type, long a, long b) {
        if (type.bits == 32) {
            return a * b >>> 32;
        }
        return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
    }

    private static Triton.Quad quad(ElementType type, int[] shape, long[][] elements) {
        Tensor[] tiles =
            Arrays.stream(elements).map(bits -> new Tensor(type, shape, bits)).toArray(Tensor[] ::new);
        return new Triton.Quad(tiles[0], tiles[1], tiles[2], tiles[3]);
    }

    /** {@link Triton#randint}. */
    static Tensor randint(Number seed, Number offset, int rounds) {
        return randint4x(seed, offset, rounds).first();
    }

    //------------------------------------------------------------------------
    // Numbers
    //------------------------------------------------------------------------

    /** {@link Triton#uintToUniformFloat}. */
    static Tensor uintToUniformFloat(Number x) {
        Operand operand = Operand.of(x);
        if (operand == null || !operand.type().isInteger() || operand.type().bits < 32) {
            throw new KernelException(
                "T-RANDOM-5: integers of 32 or 64 bits are expected: " + Promotion.describe(x));
        }
        boolean isWide = operand.type().bits == 64;
        float scale = isWide ? 1.0842020432385337e-19f : 4.6566127342e-10f;
        return Elementwise.map(ElementType.F32, operand, element -> {
            long number = isWide ? element : (int) element;
            return ElementType.F32.ofFloat((number < 0 ? ~number : number) * scale);
        });
    }

    /** {@link Triton#rand}. */
    static Tensor rand(Number seed, Number offset, int rounds) {
        return uintToUniformFloat(randint(seed, offset, rounds));
    }

    /** {@link Triton#rand4x}. */
    static Triton.Quad rand4x(Number seed, Number offset, int rounds) {
        Triton.Quad bits = randint4x(seed, offset, rounds);
        return new Triton.Quad(uintToUniformFloat(bits.first()), uintToUniformFloat(bits.second()),
            uintToUniformFloat(bits.third()), uintToUniformFloat(bits.fourth()));
    }

    /** {@link Triton#pairUniformToNormal}. */
    static Triton.Pair pairUniformToNormal(Number u1, Number u2) {
        for (Number argument : new Number[] {u1, u2}) {
            Operand operand = Operand.of(argument);
            if (operand == null || operand.type() != ElementType.F32) {
                throw new KernelException(
                    "T-RANDOM-6: floats are expected: " + Promotion.describe(argument));
            }
        }
        Promotion.broadcastAll("T-BINARY-3", Operand.of(u1), Operand.of(u2));
        Tensor positive = Comparison.maximum(1.0e-7f, u1, Triton.PropagateNan.NONE);
        Tensor angle = Arithmetic.mul(6.283185307179586f, u2);
        Tensor log = MathFunctions.apply("log", positive, Math::log);
        Tensor radius = MathFunctions.apply("sqrt", Arithmetic.mul(-2.0f, log), Math::sqrt);
        return new Triton.Pair(Arithmetic.mul(radius, MathFunctions.apply("cos", angle, Math::cos)),
            Arithmetic.mul(radius, MathFunctions.apply("sin", angle, Math::sin)));
    }

    /** {@link Triton#randn}. */
    static Tensor randn(Number seed, Number offset, int rounds) {
        Triton.Quad uniform = rand4x(seed, offset, rounds);
        return pairUniformToNormal(uniform.first(), uniform.second()).first();
    }

    /** {@link Triton#randn4x}. */
    static Triton.Quad randn4x(Number seed, Number offset, int rounds) {
        Triton.Quad uniform = rand4x(seed, offset, rounds);
        Triton.Pair one = pairUniformToNormal(uniform.first(), uniform.second());
        Triton.Pair other = pairUniformToNormal(uniform.third(), uniform.fourth());
        return new Triton.Quad(one.first(), one.second(), other.first(), other.second());
    }
}
