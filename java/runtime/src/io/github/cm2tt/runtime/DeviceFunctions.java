// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.FloatFunctions;
import java.util.HashMap;
import java.util.Map;

/**
 * The functions of floats as a device computes them, for runs on the JVM: each is a kernel that is launched
 * there. The compiler computes a function of tiles by polynomials and approximate instructions, and one of
 * single numbers by those of C, so that Java's results would differ in the last bits.
 *
 * <p>If the device cannot compile or run it now, the functions are those of the JVM.
 */
final class DeviceFunctions implements FloatFunctions, AutoCloseable {
    /** The number of elements that a program computes. */
    private static final int BLOCK = 1024;
    /** The model of a kernel; {@code <P>}, {@code <T>} and {@code <I>} stand for types. */
    private static final String HEAD = """
        func @"f" (%0 : <P>, %1 : <P>, %2 : <I>)java.type:"void" -> {
            %3 : Var<<P>> = var %0 @"x";
            %4 : Var<<P>> = var %1 @"y";
            %5 : Var<<I>> = var %2 @"BLOCK";
        """;
    private static final String OF_TILE = """
            %6 : <I> = constant @0;
            %7 : <T> = invoke %6 %2 @java.ref:"@Triton::arange(int, int):@Tensor";
            %8 : <I> = invoke %6 @java.ref:"@Triton::programId(int):int";
            %9 : <I> = mul %8 %2;
            %10 : <T> = invoke %7 %9 @java.ref:"@Triton::add(java.lang.Number, java.lang.Number):@Tensor";
            %11 : <T> = invoke %0 %10 @java.ref:"@Ptr::add(java.lang.Number):@Tensor";
            %12 : <T> = invoke %1 %10 @java.ref:"@Ptr::add(java.lang.Number):@Tensor";
        """;
    private static final String OF_NUMBER = """
            %6 : <I> = constant @0;
            %11 : <P> = invoke %0 %6 @java.ref:"@Triton::add(@Ptr, int):@Ptr";
            %12 : <P> = invoke %1 %6 @java.ref:"@Triton::add(@Ptr, int):@Ptr";
        """;
    private static final String TAIL = """
            %13 : <T> = invoke %11 @java.ref:"@Triton::load(java.lang.Number):@Tensor";
            %14 : <T> = invoke %13 @java.ref:"@Triton::METHOD(java.lang.Number):@Tensor";
            invoke %12 %14 @java.ref:"@Triton::store(java.lang.Number, java.lang.Number):void";
            return;
        };
        """;
    private final Device device;
    private final Map<String, KernelFunction> kernels = new HashMap<>();

    DeviceFunctions(Device device) {
        this.device = device;
    }

    private KernelFunction kernel(String function, boolean isTile, int block) {
        return kernels.computeIfAbsent(function + isTile + block, key ->
            KernelFunction.ofModel(model(function, isTile)).constant("BLOCK", block).on(device));
    }

    private static String model(String function, boolean isTile) {
        String text = HEAD + (isTile ? OF_TILE : OF_NUMBER) + TAIL.replace("METHOD", function);
        return text.replace("<P>", "java.type:\"@Ptr\"").replace("<T>", "java.type:\"@Tensor\"")
            .replace("<I>", "java.type:\"int\"").replace(":\"@", ":\"io.github.cm2tt.lang.")
            .replace(" @Ptr", " io.github.cm2tt.lang.Ptr").replace("(@Ptr", "(io.github.cm2tt.lang.Ptr")
            .replace(":@", ":io.github.cm2tt.lang.");
    }

    @Override
    public float[] apply(String function, boolean isTile, float[] values) {
        int block = Math.min(values.length, BLOCK);
        try (DeviceBuffer x = device.copyOf(values);
                DeviceBuffer y = device.allocate(ElementType.FP32, values.length)) {
            kernel(function, isTile, block).launch(values.length / block, x, y);
            return y.copyTo(new float[values.length]);
        } catch (Cm2ttException | IllegalStateException e) {
            return null;
        }
    }

    @Override
    public void close() {
        kernels.values().forEach(KernelFunction::close);
    }
}
