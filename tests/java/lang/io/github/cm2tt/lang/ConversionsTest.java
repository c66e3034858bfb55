// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.run;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Conversions between all pairs of types, against exact arithmetic. */
class ConversionsTest {
    /** Elements of a type: all of few bits; else bounds, small ones and others. */
    private static List<Long> elements(ElementType type) {
        List<Long> elements = new ArrayList<>();
        if (type.bits <= 8) {
            for (long bits = 0; bits < 1L << type.bits; bits++)
                elements.add(type.canonical(bits));
            return elements;
        }
        Random random = new Random(type.bits);
        for (int i = 0; i < 500; i++) {
            long bits = random.nextLong();
            elements.add(type.canonical(i % 2 == 0 ? bits : bits >> random.nextInt(64)));
        }
        if (type.isFloat()) {
            for (int i = 0; i < 500; i++)
                elements.add(type.ofDouble(Math.scalb(random.nextDouble() - 0.5, random.nextInt(80) - 20)));
            return elements;
        }
        for (int shift = 0; shift < type.bits; shift++)
            for (long near = -2; near <= 2; near++)
                elements.add(type.canonical((1L << shift) + near));
        return elements;
    }

    /** A number exactly; null if it is infinite or none. */
    private static BigDecimal exact(long element, ElementType type) {
        if (type.isFloat()) {
            double value = type.doubleOf(element);
            return Double.isNaN(value) || Double.isInfinite(value) ? null : new BigDecimal(value);
        }
        return new BigDecimal(type.isUnsigned() ? Long.toUnsignedString(element) : Long.toString(element));
    }

    /** Whether an element is nearest to a number, and even where two are equally near. */
    private static boolean isNearest(long element, BigDecimal number, ElementType type) {
        BigDecimal distance = exact(element, type).subtract(number).abs();
        long magnitude = element & ~(1L << (type.bits - 1)), sign = element ^ magnitude;
        for (long neighbour : new long[] {magnitude - 1, magnitude + 1}) {
            if (neighbour < 0 || neighbour > type.format.largest())
                continue;
            int order = distance.compareTo(exact(sign | neighbour, type).subtract(number).abs());
            if (order > 0 || order == 0 && (magnitude & 1) != 0)
                return false;
        }
        return true;
    }

    private static void checkToFloat(long element, ElementType from, ElementType to) {
        long result = Conversions.convert(element, from, to);
        String what = from + " " + ElementType.format(from, element) + " to " + to;
        assertEquals(to.canonical(result), result, what);
        BigDecimal number = exact(element, from);
        if (number == null) {
            boolean isNan = Double.isNaN(from.doubleOf(element));
            assertEquals(isNan, Double.isNaN(to.doubleOf(result)), what);
            double expected = to.bits == 8 ? to.doubleOf(to.format.largest()) : Double.POSITIVE_INFINITY;
            assertTrue(isNan || Math.abs(to.doubleOf(result)) == expected, what);
        } else if (Double.isInfinite(to.doubleOf(result))) {
            long largest = to.format.largest();
            BigDecimal unit = exact(largest, to).subtract(exact(largest - 1, to));
            BigDecimal limit = exact(largest, to).add(unit.divide(BigDecimal.valueOf(2)));
            assertTrue(number.abs().compareTo(limit) >= 0, what);
        } else {
            assertTrue(isNearest(result, number, to), what);
            assertTrue(number.signum() == 0 || number.signum() < 0 == to.doubleOf(result) < 0
                    || to.doubleOf(result) == 0,
                what);
        }
    }

    private static void checkToInteger(long element, ElementType from, ElementType to) {
        long result = Conversions.convert(element, from, to);
        String what = from + " " + ElementType.format(from, element) + " to " + to;
        BigInteger least = to.isUnsigned() ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(to.bits - 1).negate();
        int valueBits = to.isUnsigned() ? to.bits : to.bits - 1;
        BigInteger most = BigInteger.ONE.shiftLeft(valueBits).subtract(BigInteger.ONE);
        BigInteger expected;
        BigDecimal number = exact(element, from);
        if (number == null) {
            double value = from.doubleOf(element);
            expected = Double.isNaN(value) ? BigInteger.ZERO : value < 0 ? least : most;
        } else if (from.isFloat()) {
            expected = number.toBigInteger().max(least).min(most);
        } else {
            BigInteger count = BigInteger.ONE.shiftLeft(to.bits);
            expected = number.toBigInteger().subtract(least).mod(count).add(least);
        }
        assertEquals(expected, exact(result, to).toBigInteger(), what);
    }

    private static boolean isZero(long element, ElementType type) {
        BigDecimal number = exact(element, type);
        return number != null && number.signum() == 0;
    }

    @Test
    void allPairsOfTypes() {
        for (ElementType from : ElementType.NUMBERS)
            for (long element : elements(from))
                for (ElementType to : ElementType.NUMBERS)
                    if (from == to)
                        assertEquals(element, Conversions.convert(element, from, to));
                    else if (to.isFloat())
                        checkToFloat(element, from, to);
                    else if (to.isInteger())
                        checkToInteger(element, from, to);
                    else
                        assertEquals(isZero(element, from) ? 0 : 1, Conversions.convert(element, from, to));
    }

    @Test
    void castsAreJavas() {
        for (double value : new double[] {0.9, -0.9, 300, -300, 1e10, -1e10, 1e30, Double.NaN, 70000}) {
            long bits = Double.doubleToRawLongBits(value);
            assertEquals((byte) value, Conversions.cast(bits, ElementType.F64, ElementType.I8));
            assertEquals((short) value, Conversions.cast(bits, ElementType.F64, ElementType.I16));
            assertEquals((int) value, ElementType.toInt(ElementType.F64, bits));
            assertEquals((long) value, ElementType.toLong(ElementType.F64, bits));
            assertEquals((float) value, ElementType.toFloat(ElementType.F64, bits));
        }
        assertEquals(-1, ElementType.toInt(ElementType.U32, 0xFFFFFFFFL));
        assertEquals(1, ElementType.toInt(ElementType.I1, 1));
    }

    @Test
    void convTakesARounding() {
        run(() -> {
            assertEquals(2048f, Triton.conv(Float16.class, 2049.9f, Triton.Rounding.RTZ).floatValue());
            assertEquals(2050f, Triton.conv(Float16.class, 2049.9f).floatValue());
            assertEquals(2050f, Triton.conv(Float16.class, 2049.9f, Triton.Rounding.RTNE).floatValue());
            assertEquals("fp16", Triton.conv(Float16.class, 1).type.name);
            assertArrayEquals(new int[] {4}, Triton.conv(float.class, Triton.arange(0, 4)).shape);
        });
        fails("T-CONV-4: no conversion has the rounding RTZ from float to double",
            () -> Triton.conv(double.class, 1.0f, Triton.Rounding.RTZ));
        fails("T-CONV-4: no conversion has the rounding RTP from float to fp16",
            () -> Triton.conv(Float16.class, 1.0f, Triton.Rounding.RTP));
        fails("T-CONV-1: the target must be a class literal of a number type: java.lang.String",
            () -> Triton.conv(String.class, 1));
        fails("T-CONV-2: only numbers can be converted: a pointer to float",
            () -> Triton.conv(int.class, Ptr.of(new float[1])));
    }

    @Test
    void tilesAndPointersAreReceivers() {
        run(() -> {
            Tensor x = Triton.full(float.class, 2049.9f, 4);
            assertEquals("fp16[4] {2048.0, 2048.0, 2048.0, 2048.0}",
                x.conv(Float16.class, Triton.Rounding.RTZ).toString());
            assertEquals("long[4] {2049, 2049, 2049, 2049}", x.conv(long.class).toString());
            assertEquals(0x3F800000, Triton.load(Ptr.of(new float[] {1})).bitcast(int.class).intValue());
            assertEquals(0x40000000, Ptr.of(new float[] {1, 2}).bitcast(int.class).add(1).load().intValue());
        });
    }

    @Test
    void bitsAreReadOtherwise() {
        run(() -> {
            assertEquals(0x3F800000, Triton.bitcast(int.class, 1f).intValue());
            assertEquals(-1, Triton.bitcast(byte.class, UInt8.valueOf(255)).intValue());
            Ptr bits = Triton.bitcast(int.class, Ptr.of(new float[] {0, 1}));
            assertEquals(0x3F800000, Triton.load(Triton.add(bits, 1)).intValue());
        });
        fails("T-BITS-3: widths differ: the constant 1 of 32 bits and short of 16",
            () -> Triton.bitcast(short.class, 1));
        fails("T-BITS-1: the target must be a class literal of a number type: java.lang.Object",
            () -> Triton.bitcast(Object.class, 1));
        fails("T-BITS-2: only numbers and pointers have other types: null",
            () -> Triton.bitcast(int.class, (Ptr) null));
        fails("T-BITS-2: only numbers and pointers have other types: null",
            () -> Triton.bitcast(int.class, (Number) null));
    }

    @Test
    void addressesBecomePointers() {
        ByteBuffer first = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putFloat(4, 2);
        ByteBuffer second = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(0, 3);
        Map<Long, ByteBuffer> memory = Map.of(0x7000L, first, 0x8000L, second);
        Ptr table = Ptr.of(new long[] {0x7004, 0x8000});
        Programs.run(null, new Programs.Device(memory, FloatFunctions.OF_JVM), 1, 1, 1, () -> {
            Tensor pointers = table.add(Triton.arange(0, 2)).load().toPointer(float.class);
            assertEquals("float[2] {2.0, 3.0}", pointers.load().toString());
            assertEquals(2, table.load().toPointer(float.class).load().floatValue());
            Ptr one = Triton.toPointer(float.class, 0x7000L);
            one.store(5.0f);
            assertEquals(2, one.add(1).load().floatValue());
            assertEquals(5, Triton.toPointer(float.class, Long.valueOf(0x7000)).load().floatValue());
            assertEquals(3, Ptr.ofDevice(float.class, "x", 0x8000).load().floatValue());
        });
        assertEquals(5, first.getFloat(0));
        assertEquals("Triton.load: out of bounds: index 1, but the buffer of 4 bytes has 1 of float; mask "
                + "the accesses outside [program (0, 0, 0)]",
            failure(memory, () -> Triton.toPointer(float.class, 0x8004L).load()));
        assertEquals("Triton.load: the address 0x10 is not in memory of this run: expected a buffer that is "
                + "an argument, or in a table of pointers [program (0, 0, 0)]",
            failure(memory, () -> Ptr.ofDevice(float.class, "x", 16).load()));
        fails("T-POINTER-1: the elements must be given by a class literal of a number type: java.lang.Object",
            () -> Triton.toPointer(Object.class, 1L));
        fails("T-POINTER-1: the elements must be given by a class literal of a number type: null",
            () -> Triton.toPointer(null, Triton.arange(0, 2)));
        fails("T-POINTER-2: an address must be a long: a tile of 2 int",
            () -> Triton.arange(0, 2).toPointer(float.class));
        fails("T-POINTER-2: an address must be a long: null",
            () -> Triton.toPointer(float.class, (Number) null));
    }

    private static String failure(Map<Long, ByteBuffer> memory, Runnable kernel) {
        Programs.Device device = new Programs.Device(memory, FloatFunctions.OF_JVM);
        return assertThrows(KernelException.class, () -> Programs.run(null, device, 1, 1, 1, kernel))
            .getMessage();
    }
}
