// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.run;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Numbers.Binary;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Arithmetic on elements, tiles and pointers. */
class ArithmeticTest {
    private static Tensor tile(ElementType type, long... bits) {
        return new Tensor(type, new int[] {bits.length}, bits);
    }

    private static BigInteger exact(long element, ElementType type) {
        return new BigInteger(type.isUnsigned() ? Long.toUnsignedString(element) : Long.toString(element));
    }

    /** Returns the result of the operation before it wraps around. */
    private static BigInteger expected(Binary operation, BigInteger a, BigInteger b, ElementType type) {
        int distance = b.intValue() & type.bits - 1;
        return switch (operation) {
            case ADD -> a.add(b);
            case SUB -> a.subtract(b);
            case MUL -> a.multiply(b);
            case DIV -> b.signum() == 0 ? a : a.divide(b);
            case MOD -> b.signum() == 0 ? BigInteger.ZERO : a.remainder(b);
            case AND -> a.and(b);
            case OR -> a.or(b);
            case XOR -> a.xor(b);
            case SHL -> a.shiftLeft(distance);
            case ASHR -> signed(a, type).shiftRight(distance);
            case LSHR -> unsigned(a, type).shiftRight(distance);
            case MAX, MAXNUM -> a.max(b);
            case MIN, MINNUM -> a.min(b);
        };
    }

    private static BigInteger unsigned(BigInteger a, ElementType type) {
        return a.mod(BigInteger.ONE.shiftLeft(type.bits));
    }

    private static BigInteger signed(BigInteger a, ElementType type) {
        BigInteger bits = unsigned(a, type);
        return bits.testBit(type.bits - 1) ? bits.subtract(BigInteger.ONE.shiftLeft(type.bits)) : bits;
    }

    private static void check(Binary operation, ElementType type, long a, long b) {
        BigInteger whole = expected(operation, exact(a, type), exact(b, type), type);
        BigInteger wrapped = type.isUnsigned() ? unsigned(whole, type) : signed(whole, type);
        long result = Numbers.binary(operation, type).applyAsLong(a, b);
        assertEquals(wrapped, exact(result, type), () -> operation + " " + type + " " + a + " " + b);
    }

    @Test
    void integersOfAllTypes() {
        Random random = new Random(1);
        for (ElementType type : ElementType.NUMBERS)
            for (Binary operation : Binary.values())
                for (int i = 0; type.isInteger() && i < 2000; i++) {
                    long a = type.canonical(random.nextLong() >> random.nextInt(64));
                    long b = type.canonical(random.nextLong() >> random.nextInt(64));
                    check(operation, type, a, b);
                }
    }

    @Test
    void theLeastByMinusOne() {
        for (ElementType type : new ElementType[] {ElementType.I8, ElementType.I32, ElementType.I64})
            for (Binary operation : new Binary[] {Binary.DIV, Binary.MOD, Binary.MUL, Binary.SUB})
                check(operation, type, -1L << type.bits - 1, -1);
    }

    @Test
    void bytesThrough() {
        for (Binary operation : Binary.values())
            for (int a = 0; a < 256; a++)
                for (int b = 0; b < 256; b++) {
                    check(operation, ElementType.I8, (byte) a, (byte) b);
                    check(operation, ElementType.U8, a, b);
                }
    }

    /** Numbers of 16 bits are added and multiplied exactly in double, and rounded once. */
    @Test
    void narrowFloatsAreRoundedOnce() {
        Random random = new Random(2);
        for (ElementType type : new ElementType[] {ElementType.F16, ElementType.BF16})
            for (int i = 0; i < 200_000; i++) {
                long a = random.nextInt(1 << 16), b = random.nextInt(1 << 16);
                double x = type.doubleOf(a), y = type.doubleOf(b);
                if (Double.isNaN(x) || Double.isNaN(y))
                    continue;
                same(type, x * y, Numbers.binary(Binary.MUL, type).applyAsLong(a, b));
                if (type == ElementType.F16)
                    same(type, x + y, Numbers.binary(Binary.ADD, type).applyAsLong(a, b));
            }
    }

    private static void same(ElementType type, double exact, long result) {
        if (Double.isNaN(exact))
            assertTrue(Double.isNaN(type.doubleOf(result)));
        else
            assertEquals(type.ofDouble(exact), result, () -> type + " " + exact);
    }

    @Test
    void floatsAreJavas() {
        Random random = new Random(3);
        for (int i = 0; i < 100_000; i++) {
            float a = Float.intBitsToFloat(random.nextInt()), b = Float.intBitsToFloat(random.nextInt());
            float[] results = {a + b, a - b, a * b, a / b, a % b};
            for (int op = 0; op < results.length; op++) {
                long bits = Numbers.binary(Binary.values()[op], ElementType.F32)
                                .applyAsLong(ElementType.F32.ofFloat(a), ElementType.F32.ofFloat(b));
                assertEquals(results[op], ElementType.F32.floatOf(bits));
            }
        }
    }

    @Test
    void nanAndZeros() {
        for (ElementType type : new ElementType[] {ElementType.F16, ElementType.F32, ElementType.F64}) {
            long nan = type.ofDouble(Double.NaN), one = type.ofDouble(1);
            long zero = type.ofDouble(0), minusZero = type.ofDouble(-0.0);
            assertEquals(one, Numbers.binary(Binary.MAXNUM, type).applyAsLong(nan, one));
            assertEquals(one, Numbers.binary(Binary.MINNUM, type).applyAsLong(one, nan));
            assertEquals(nan, Numbers.binary(Binary.MAX, type).applyAsLong(nan, one));
            assertEquals(minusZero, Numbers.binary(Binary.MIN, type).applyAsLong(zero, minusZero));
            assertEquals(zero, Numbers.binary(Binary.MAX, type).applyAsLong(minusZero, zero));
        }
    }

    @Test
    void operandsArePromotedAndBroadcast() {
        run(() -> {
            Tensor column = Triton.expand(Triton.arange(0, 2), 1);
            Tensor sum = Triton.add(Triton.mul(column, 10), Triton.conv(float.class, Triton.arange(0, 2)));
            assertEquals("a tile of 2x2 float", Promotion.describe(sum));
            assertEquals(11f, sum.type.floatOf(sum.bits[3]));
            assertEquals("float", Triton.div(Float16.valueOf(1), Float16.valueOf(3)).type.name);
            assertEquals("short", Triton.add(tile(ElementType.I16, 1, 2), 5).type.name);
            assertEquals("int", Triton.add(tile(ElementType.I16, 1, 2), 70000).type.name);
        });
        fails("T-BINARY-3: shapes do not broadcast: a tile of 4 int and a tile of 2 int",
            () -> Triton.add(Triton.arange(0, 4), Triton.arange(0, 2)));
        fails("T-BINARY-5: division by zero: the constant 1 by the constant 0", () -> Triton.div(1, 0));
        fails("T-BINARY-4: no such operation on this type: float; 'Triton.bitcast' returns the bits as an "
            + "integer",
            () -> Triton.and(1f, 2));
        fails("T-BINARY-4: no such operation on this type: fp8e5; fp8 is for memory and for 'dot'; to "
                + "compute with it, convert it: Triton.conv(float.class, x)",
            () -> Triton.add(Float8E5M2.valueOf(1), 1));
        fails("T-BINARY-1: operands must be numbers or tiles of numbers: null and the constant 1",
            () -> Triton.mul(null, 1));
        fails("T-BINARY-8: a signed and an unsigned integer cannot be divided: u32 and a tile of 2 int; "
                + "convert one of them: Triton.conv",
            () -> Triton.div(UInt32.valueOf(1), Triton.arange(0, 2)));
    }

    @Test
    void theSignOfWhatIsShiftedDecides() {
        run(() -> {
            assertEquals(-1, Triton.shr(tile(ElementType.I32, -8), 3).bits[0]);
            assertEquals(0x1FFFFFFF, Triton.ushr(tile(ElementType.I32, -8), 3).bits[0]);
            assertEquals(0xFFFFFFFFL, Triton.shr(tile(ElementType.I32, -8), UInt32.valueOf(3)).bits[0]);
            assertEquals(0x1FFFFFFFL, Triton.shr(UInt32.valueOf(-8), 3).longValue());
            assertEquals(0x20, Triton.shl(tile(ElementType.I8, 1), 13).bits[0]);
        });
        fails("T-BINARY-4: no such operation on this type: boolean; truth values have 'and', 'or', 'xor' and "
                + "'not'; as numbers: Triton.conv(int.class, x)",
            () -> Triton.shr(Triton.lt(1, 2), Triton.lt(1, 2)));
    }

    @Test
    void unaryOperations() {
        run(() -> {
            assertEquals(-128, Triton.neg(tile(ElementType.I8, -128)).bits[0]);
            assertEquals(255, Triton.neg(tile(ElementType.U8, 1)).bits[0]);
            assertEquals(0xBC00, Triton.neg(Float16.valueOf(1)).bits[0]);
            assertEquals(0, Triton.not(Triton.lt(1, 2)).bits[0]);
            assertEquals(254, Triton.not(tile(ElementType.U8, 1)).bits[0]);
        });
        fails("T-UNARY-1: the operand must be a number or a tile of numbers: a pointer to int",
            () -> Triton.neg(Ptr.of(new int[1])));
    }

    @Test
    void upperHalves() {
        Random random = new Random(4);
        for (int i = 0; i < 10_000; i++) {
            long a = random.nextLong(), b = random.nextLong();
            BigInteger x = unsigned(BigInteger.valueOf(a), ElementType.I64);
            BigInteger y = unsigned(BigInteger.valueOf(b), ElementType.I64);
            assertEquals(x.multiply(y).shiftRight(64).longValue(), Numbers.upperHalf(a, b, ElementType.I64));
            BigInteger half = unsigned(x, ElementType.I32).multiply(unsigned(y, ElementType.I32));
            long result = Numbers.upperHalf((int) a, (int) b, ElementType.I32);
            assertEquals(half.shiftRight(32).intValue(), result);
        }
    }

    @Test
    void dotProductsOfBytes() {
        Random random = new Random(1);
        ElementType[] types = {ElementType.I32, ElementType.U32};
        for (int n = 0; n < 1000; n++) {
            ElementType[] kinds = new ElementType[3];
            long[] words = new long[3];
            for (int i = 0; i < 3; i++) {
                kinds[i] = types[random.nextInt(2)];
                words[i] = kinds[i].canonical(n == 0 ? 0x80808080L : n == 1 ? -1 : random.nextInt());
            }
            long sum = words[2];
            for (int i = 0; i < 4; i++) {
                long a = words[0] >> 8 * i & 0xFF, b = words[1] >> 8 * i & 0xFF;
                sum += (kinds[0] == ElementType.I32 && a > 127 ? a - 256 : a)
                    * (kinds[1] == ElementType.I32 && b > 127 ? b - 256 : b);
            }
            long expected = kinds[2].canonical(sum);
            run(() -> {
                Tensor result = Triton.dp4a(
                    tile(kinds[0], words[0]), tile(kinds[1], words[1]), tile(kinds[2], words[2]));
                assertEquals(kinds[2], result.type);
                assertArrayEquals(new long[] {expected}, result.bits);
            });
        }
        run(() -> assertArrayEquals(new long[] {-1}, Triton.dp4a(0x01010101, -1, 3).bits));
        run(() -> assertArrayEquals(new long[] {5, 7, 9},
            tile(ElementType.I32, 1, 2, 3).dp4a(tile(ElementType.U32, 2), 3).bits));
        fails("T-DP4A-1: operands must be integers of 32 bits: the constant 1.0f",
            () -> Triton.dp4a(1, 2, 1f));
        fails("T-DP4A-1: operands must be integers of 32 bits: the constant 3L", () -> Triton.dp4a(3L, 2, 1));
        fails("T-DP4A-1: operands must be integers of 32 bits: null", () -> Triton.dp4a(3, null, 1));
        fails("T-BINARY-3: shapes do not broadcast: a tile of 3 int and the constant 1 and a tile of 2 int",
            () -> Triton.dp4a(tile(ElementType.I32, 1, 2, 3), 1, tile(ElementType.I32, 1, 2)));
    }

    @Test
    void blocksThatHoldElements() {
        run(() -> {
            assertEquals(4, Triton.cdiv(97, 32));
            assertEquals(3, Triton.cdiv(96L, 32));
        });
        fails("T-CDIV-1: operands must be integers: the constant 1.0f and the constant 2",
            () -> Triton.cdiv(1f, 2));
        fails("T-CDIV-2: division by zero: the constant 1 by the constant 0", () -> Triton.cdiv(1, 0));
    }

    @Test
    void pointersMoveByElements() {
        short[] memory = {1, 2, 3, 4};
        run(() -> {
            Ptr start = Ptr.of(memory);
            assertEquals(3, Triton.load(Triton.add(start, 2)).intValue());
            assertEquals(2, Triton.load(Triton.sub(Triton.add(start, 3), 2)).intValue());
            assertEquals(4, Triton.load(Triton.add(start, UInt8.valueOf(3))).intValue());
            Tensor all = Triton.add(Triton.arange(0, 4), start);
            assertEquals("a tile of 4 pointers to short", Promotion.describe(all));
            assertArrayEquals(new long[] {1, 2, 3, 4}, Triton.load(all).bits);
            assertArrayEquals(all.bits, Triton.sub(Triton.add(all, 5), 5).bits);
        });
        fails("T-UMULHI-1: operands must be integers of 32 or 64 bits: the short constant 1 and the short "
                + "constant 2",
            () -> Triton.umulhi((short) 1, (short) 2));
        fails("T-ADD-1: a pointer's offset must be an integer: the constant 1.0f",
            () -> Triton.add(Ptr.of(memory), (Number) 1f));
    }
}
