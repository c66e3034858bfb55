// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;

/**
 * Multiplies two columns of Arrow, in which values may be null, and adds up the products: {@code java
 * ArrowVectors [rows]}. On the CPU, kernels read and write the memory of the vectors; on a GPU, copies of it.
 */
public final class ArrowVectors {
    private static final int BLOCK = 1024;

    /**
     * revenue = price * quantity, and its sum for each program. A value is valid if its bit is 1: the first
     * one is the lowest bit of the first byte. The revenue is valid where both factors are.
     */
    @Kernel
    static void multiply(Ptr price, Ptr priceBits, Ptr quantity, Ptr quantityBits, Ptr revenue,
        Ptr revenueBits, Ptr sums, int n, @Constant int BLOCK) {
        int program = Triton.programId(0);
        var at = Triton.arange(0, BLOCK).add(program * BLOCK);
        var inside = at.lt(n);
        var bits = priceBits.add(at.div(8)).load(inside, 0).and(quantityBits.add(at.div(8)).load(inside, 0));
        var isValid = bits.shr(at.mod(8)).and(1).ne(0);
        var product = price.add(at).load(inside, 0).mul(quantity.add(at).load(inside, 0));
        revenue.add(at).store(product, inside);
        sums.add(program).store(Triton.where(isValid, product.conv(double.class), 0).sum());

        var byteAt = Triton.arange(0, BLOCK / 8).add(program * (BLOCK / 8));
        var hasBits = byteAt.lt((n + 7) / 8);
        var both = priceBits.add(byteAt).load(hasBits).and(quantityBits.add(byteAt).load(hasBits));
        revenueBits.add(byteAt).store(both, hasBits);
    }

    public static void main(String[] arguments) {
        int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_003;
        int programs = Grid.cdiv(n, BLOCK);
        Device device = Device.best();
        try (BufferAllocator allocator = new RootAllocator();
            Float4Vector price = random("price", allocator, n, 1);
            Float4Vector quantity = random("quantity", allocator, n, 2);
            Float4Vector revenue = new Float4Vector("revenue", allocator);
            Float8Vector sums = new Float8Vector("sums", allocator)) {
            revenue.allocateNew(n);
            revenue.setValueCount(n);
            sums.allocateNew(programs);
            multiply(device, price, quantity, revenue, sums, n);
            double total = 0;
            for (int i = 0; i < programs; i++)
                total += sums.getDataBuffer().getDouble((long) i * Double.BYTES);
            check(price, quantity, revenue, total);
            System.out.printf("correct: %d rows on %s, %d of them valid, total %.2f%n", n, device,
                n - revenue.getNullCount(), total);
        }
    }

    private static void multiply(Device device, Float4Vector price, Float4Vector quantity,
        Float4Vector revenue, Float8Vector sums, int n) {
        int programs = Grid.cdiv(n, BLOCK);
        KernelFunction kernel =
            KernelFunction.of(ArrowVectors.class, "multiply").constant("BLOCK", BLOCK).on(device);
        try (DeviceBuffer x = values(device, price); DeviceBuffer xBits = bits(device, price);
            DeviceBuffer y = values(device, quantity); DeviceBuffer yBits = bits(device, quantity);
            DeviceBuffer out = values(device, revenue); DeviceBuffer outBits = bits(device, revenue);
            DeviceBuffer sum = memory(device, sums.getDataBuffer(), ElementType.FP64, programs)) {
            kernel.launch(Grid.of(programs), x, xBits, y, yBits, out, outBits, sum, n);
            fetch(out, revenue.getDataBuffer());
            fetch(outBits, revenue.getValidityBuffer());
            fetch(sum, sums.getDataBuffer());
        }
    }

    private static DeviceBuffer values(Device device, Float4Vector vector) {
        return memory(device, vector.getDataBuffer(), ElementType.FP32, vector.getValueCount());
    }

    private static DeviceBuffer bits(Device device, Float4Vector vector) {
        int bytes = Grid.cdiv(vector.getValueCount(), 8);
        return memory(device, vector.getValidityBuffer(), ElementType.U8, bytes);
    }

    /** The memory of a vector on the CPU, where nothing is copied; on a GPU, a copy. */
    private static DeviceBuffer memory(Device device, ArrowBuf memory, ElementType type, long count) {
        if (!device.isGpu())
            return device.wrap(memory.memoryAddress(), type, count);
        int bytes = Math.toIntExact(count * type.bytes());
        return device.allocate(type, count).copyFrom(memory.nioBuffer(0, bytes));
    }

    /** Copies results of a GPU to the memory of a vector; that of the CPU is the same. */
    private static void fetch(DeviceBuffer result, ArrowBuf memory) {
        if (result.device().isGpu())
            result.copyTo(memory.nioBuffer(0, Math.toIntExact(result.bytes())));
    }

    /** A column of which one value in ten is null. */
    private static Float4Vector random(String name, BufferAllocator allocator, int n, int seed) {
        Random random = new Random(seed);
        Float4Vector vector = new Float4Vector(name, allocator);
        vector.allocateNew(n);
        for (int i = 0; i < n; i++)
            if (random.nextInt(10) > 0)
                vector.set(i, random.nextFloat());
        vector.setValueCount(n);
        return vector;
    }

    private static void check(
        Float4Vector price, Float4Vector quantity, Float4Vector revenue, double total) {
        double sum = 0;
        for (int i = 0; i < revenue.getValueCount(); i++) {
            boolean isNull = price.isNull(i) || quantity.isNull(i);
            float expected = isNull ? 0 : price.get(i) * quantity.get(i);
            if (revenue.isNull(i) != isNull || !isNull && revenue.get(i) != expected)
                fail("row " + i + " is " + revenue.getObject(i) + ", expected " + (isNull ? null : expected));
            sum += expected;
        }
        if (!(Math.abs(total - sum) <= 1e-9 * sum))
            fail("the total is " + total + ", expected " + sum);
    }

    private static void fail(String text) {
        System.out.println("wrong: " + text);
        System.exit(1);
    }
}
