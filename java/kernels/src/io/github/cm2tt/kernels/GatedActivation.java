// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Gated linear units: {@code out = activation(gate) * up} (Shazeer, "GLU variants improve transformer",
 * 2020). Numbers are computed in single precision.
 */
public final class GatedActivation {
    private static final KernelFunction ACTIVATE = KernelFunction.of(GatedActivation.class, "activate");
    private static final float ROOT_HALF = 0.70710678f;
    private static final float ROOT_TWO_OVER_PI = 0.7978846f;

    private GatedActivation() {}

    /** The function of the gate. */
    public enum Kind {
        /** {@code x / (1 + exp(-x))}, also called swish. */
        SILU,
        /** {@code x / 2 * (1 + erf(x / sqrt(2)))}. */
        GELU,
        /** {@code x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3)))}. */
        GELU_TANH
    }

    /** Returns the function of a tile. */
    static Tensor apply(Tensor x, @Constant Kind kind) {
        return switch (kind) {
            case SILU -> x.mul(x.sigmoid());
            case GELU -> x.mul(0.5f).mul(x.mul(ROOT_HALF).erf().add(1.0f));
            case GELU_TANH -> {
                var inner = x.mul(x).mul(0.044715f).add(1.0f).mul(x).mul(ROOT_TWO_OVER_PI);
                yield x.mul(0.5f).mul(inner.tanh().add(1.0f));
            }
        };
    }

    /** A block of the result. */
    @Kernel
    static void activate(Ptr gate, Ptr up, Ptr out, long gateStride, long upStride, long outStride, int rows,
        int columns, @Constant Kind KIND, @Constant int ROWS, @Constant int COLUMNS) {
        var block = Rows.block(rows, columns, ROWS, COLUMNS);
        var x = Triton.conv(float.class, block.in(gate, gateStride).load(block.mask()));
        var factor = Triton.conv(float.class, block.in(up, upStride).load(block.mask()));
        block.in(out, outStride).store(apply(x, KIND).mul(factor), block.mask());
    }

    /**
     * Multiplies by the activation of a gate.
     *
     * @param stream the queue of the launch
     * @param gate [rows, n]; its rows may be those of a view, such as half of a [rows, 2 n]
     * @param up [rows, n], likewise
     * @param out [rows, n]; may be the gate or up
     * @param kind the function of the gate
     */
    public static void launch(
        Stream stream, DeviceTensor gate, DeviceTensor up, DeviceTensor out, Kind kind) {
        Tensors.requireShape("gate", gate, -1, -1);
        Tensors.requireShape("up", up, gate.shape());
        Tensors.requireShape("out", out, gate.shape());
        Tensors.requireRows("gate", gate);
        Tensors.requireRows("up", up);
        Tensors.requireRows("out", out);
        if (out.count() == 0) {
            return;
        }
        var extents = Rows.elements(out.device(), out.size(0), out.size(1));
        ACTIVATE.constant("KIND", kind)
            .constant("ROWS", extents.rows())
            .constant("COLUMNS", extents.columns())
            .on(stream)
            .launch(extents.grid(out.size(0), out.size(1)), gate.buffer(), up.buffer(), out.buffer(),
                gate.stride(0), up.stride(0), out.stride(0), Math.toIntExact(out.size(0)),
                Math.toIntExact(out.size(1)));
    }
}
