// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import java.util.Objects;

/**
 * The operations on the results of a product before it stores them:
 * {@code activation(product + bias) + residual}.
 * It is immutable; each method returns another one.
 *
 * <pre>{@code
 * Matmul.launch(stream, a, b, out, Epilogue.NONE.bias(bias).activation(Activation.GELU));
 * }</pre>
 */
public final class Epilogue {
    /** Stores the product. */
    public static final Epilogue NONE = new Epilogue(null, Activation.NONE, null);

    private final DeviceTensor bias;
    private final Activation activation;
    private final DeviceTensor residual;

    private Epilogue(DeviceTensor bias, Activation activation, DeviceTensor residual) {
        this.bias = bias;
        this.activation = activation;
        this.residual = residual;
    }

    /**
     * Adds a number to each column.
     *
     * @param numbers [n], of any floating-point type
     * @return this epilogue with a bias
     */
    public Epilogue bias(DeviceTensor numbers) {
        return new Epilogue(Objects.requireNonNull(numbers), activation, residual);
    }

    /**
     * Applies a function after the bias.
     *
     * @param function the function
     * @return this epilogue with an activation
     */
    public Epilogue activation(Activation function) {
        return new Epilogue(bias, Objects.requireNonNull(function), residual);
    }

    /**
     * Adds a matrix after the activation.
     *
     * @param numbers [m, n], of any floating-point type; may be the result of the product
     * @return this epilogue with a residual
     */
    public Epilogue adding(DeviceTensor numbers) {
        return new Epilogue(bias, activation, Objects.requireNonNull(numbers));
    }

    /** Throws unless bias and residual have the shapes that an [m, n] product requires. */
    void check(long m, long n) {
        if (bias != null) {
            Tensors.requireShape("bias", bias, n);
            Tensors.requireRows("bias", bias);
        }
        if (residual != null) {
            Tensors.requireShape("residual", residual, m, n);
            Tensors.requireRows("residual", residual);
        }
    }

    /** Returns the constant of kernels. */
    Activation activation() {
        return activation;
    }

    /** Returns the elements of the bias, or null. */
    DeviceBuffer biasBuffer() {
        return bias == null ? null : bias.buffer();
    }

    /** Returns the elements of the residual, or null. */
    DeviceBuffer residualBuffer() {
        return residual == null ? null : residual.buffer();
    }

    /** Returns the distance of rows of the residual, in elements. */
    long residualStride() {
        return residual == null ? 0 : residual.stride(0);
    }

    /**
     * The numbers to store for a tile of sums, in a kernel.
     *
     * @param columns the columns of the tile, and whether they exist
     * @param places where the elements are in the residual, and which of them exist
     */
    static Tensor finish(Tensor sums, Ptr bias, @Constant Activation activation, Ptr residual, Tensor columns,
        Tensor isColumn, Tensor places, Tensor exists) {
        Tensor result = sums;
        if (bias != null) {
            result = result.add(Triton.conv(float.class, bias.add(columns).load(isColumn, 0.0f)));
        }
        result = Activation.apply(activation, result);
        if (residual != null) {
            result = result.add(Triton.conv(float.class, residual.add(places).load(exists, 0.0f)));
        }
        return result;
    }
}
