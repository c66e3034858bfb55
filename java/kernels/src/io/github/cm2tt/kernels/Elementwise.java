// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Reflect;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * Functions of each element of tensors of any shapes and strides; shapes broadcast as in NumPy. Elements are
 * converted to the type of the computation: double if one operand has doubles, int if all have {@code I32},
 * otherwise float.
 *
 * <p>A function of one's own is a kernel of one line, in a class that is compiled with cm2tt-javac:
 *
 * <pre>{@code
 * @Kernel
 * static void cube(Ptr x, Ptr out, ElementLayout layout, @Constant Class<?> TYPE, @Constant int ROWS,
 *         @Constant int COLUMNS) {
 *     Elementwise.map(x, out, layout, TYPE, ROWS, COLUMNS, v -> v.mul(v).mul(v));
 * }
 *
 * Elementwise.launch(stream, KernelFunction.of(Mine.class, "cube"), x, out);
 * }</pre>
 */
public final class Elementwise {
    private static final KernelFunction UNARY = KernelFunction.of(Elementwise.class, "unary");
    private static final KernelFunction BINARY = KernelFunction.of(Elementwise.class, "binary");
    private static final KernelFunction SCALAR = KernelFunction.of(Elementwise.class, "scalar");

    private Elementwise() {}

    /** Functions of one number. Integers have COPY, NEGATE, ABS, SQUARE and RELU. */
    public enum Unary {
        /** The number itself, converted to the type of the result. */
        COPY,
        /** The number with the other sign. */
        NEGATE,
        /** The magnitude. */
        ABS,
        /** The product with itself. */
        SQUARE,
        /** The number, or 0 if it is negative. */
        RELU,
        /** 1 divided by it. */
        RECIPROCAL,
        /** The square root. */
        SQRT,
        /** 1 divided by the square root. */
        RSQRT,
        /** e to its power. */
        EXP,
        /** The natural logarithm. */
        LOG,
        /** The sine, of radians. */
        SIN,
        /** The cosine, of radians. */
        COS,
        /** The hyperbolic tangent. */
        TANH,
        /** The error function. */
        ERF,
        /** {@code 1 / (1 + exp(-x))}. */
        SIGMOID,
        /** {@link GatedActivation.Kind#SILU}. */
        SILU,
        /** {@link GatedActivation.Kind#GELU}. */
        GELU,
        /** {@link GatedActivation.Kind#GELU_TANH}. */
        GELU_TANH,
        /** The greatest whole number that is not above it. */
        FLOOR,
        /** The least whole number that is not below it. */
        CEIL,
        /** The nearest whole number, the even one of two. */
        ROUND
    }

    /** Functions of two numbers. */
    public enum Binary {
        /** x + y. */
        ADD,
        /** x - y. */
        SUBTRACT,
        /** x y. */
        MULTIPLY,
        /** x / y; of integers rounded towards zero, y is not 0. */
        DIVIDE,
        /** The lesser one; the other one of a NaN. */
        MINIMUM,
        /** The greater one; the other one of a NaN. */
        MAXIMUM,
        /** x to the power of y; not of integers. */
        POWER
    }

    /** Returns a function of a tile. */
    static Tensor apply(@Constant Unary function, Tensor x) {
        return switch (function) {
            case COPY -> x;
            case NEGATE -> x.neg();
            case ABS -> x.abs();
            case SQUARE -> x.mul(x);
            case RELU -> Triton.where(x.lt(0), 0, x);
            case RECIPROCAL -> Triton.div(1.0f, x);
            case SQRT -> x.sqrt();
            case RSQRT -> x.rsqrt();
            case EXP -> x.exp();
            case LOG -> x.log();
            case SIN -> x.sin();
            case COS -> x.cos();
            case TANH -> x.tanh();
            case ERF -> x.erf();
            case SIGMOID -> x.sigmoid();
            case SILU -> GatedActivation.apply(x, GatedActivation.Kind.SILU);
            case GELU -> GatedActivation.apply(x, GatedActivation.Kind.GELU);
            case GELU_TANH -> GatedActivation.apply(x, GatedActivation.Kind.GELU_TANH);
            case FLOOR -> x.floor();
            case CEIL -> x.ceil();
            case ROUND -> x.rint();
        };
    }

    /** Returns a function of two tiles. */
    static Tensor apply(@Constant Binary function, Tensor x, Tensor y) {
        return switch (function) {
            case ADD -> x.add(y);
            case SUBTRACT -> x.sub(y);
            case MULTIPLY -> x.mul(y);
            case DIVIDE -> x.div(y);
            case MINIMUM -> x.minimum(y);
            case MAXIMUM -> x.maximum(y);
            case POWER -> x.pow(y);
        };
    }

    /** A block of a function of one tensor. */
    @Kernel
    static void unary(Ptr x, Ptr out, ElementLayout layout, @Constant Unary FUNCTION, @Constant Class<?> TYPE,
        @Constant int ROWS, @Constant int COLUMNS) {
        map(x, out, layout, TYPE, ROWS, COLUMNS, v -> apply(FUNCTION, v));
    }

    /** A block of a function of two tensors. */
    @Kernel
    static void binary(Ptr x, Ptr y, Ptr out, ElementLayout layout, @Constant Binary FUNCTION,
        @Constant Class<?> TYPE, @Constant int ROWS, @Constant int COLUMNS) {
        mapPairs(x, y, out, layout, TYPE, ROWS, COLUMNS, (v, w) -> apply(FUNCTION, v, w));
    }

    /** A block of a function of a tensor and a number. */
    @Kernel
    static void scalar(Ptr x, Ptr out, ElementLayout layout, double y, @Constant Binary FUNCTION,
        @Constant Class<?> TYPE, @Constant int ROWS, @Constant int COLUMNS) {
        var number = Triton.conv(TYPE, y);
        map(x, out, layout, TYPE, ROWS, COLUMNS, v -> apply(FUNCTION, v, number));
    }

    /**
     * Applies a function to a block of a tensor, in a kernel that {@link #launch(Stream, KernelFunction,
     * DeviceTensor, DeviceTensor)} launches.
     *
     * @param x the tensor
     * @param out the result
     * @param layout where the elements are
     * @param TYPE the class of the type in which the function is computed
     * @param ROWS the extents of the block
     * @param COLUMNS likewise
     * @param function the function of a tile
     */
    @Reflect
    public static void map(Ptr x, Ptr out, ElementLayout layout, @Constant Class<?> TYPE, @Constant int ROWS,
        @Constant int COLUMNS, UnaryOperator<Tensor> function) {
        var block = Rows.block(layout.rows(), layout.columns(), ROWS, COLUMNS);
        var numbers = Triton.conv(TYPE, layout.places(x, layout.x(), block).load(block.mask()));
        layout.places(out, layout.out(), block).store(function.apply(numbers), block.mask());
    }

    /**
     * Applies a function to a block of two tensors, in a kernel that {@link #launch(Stream, KernelFunction,
     * DeviceTensor, DeviceTensor, DeviceTensor)} launches.
     *
     * @param x the first tensor
     * @param y the second tensor
     * @param out the result
     * @param layout where the elements are
     * @param TYPE the class of the type in which the function is computed
     * @param ROWS the extents of the block
     * @param COLUMNS likewise
     * @param function the function of two tiles
     */
    @Reflect
    public static void mapPairs(Ptr x, Ptr y, Ptr out, ElementLayout layout, @Constant Class<?> TYPE,
        @Constant int ROWS, @Constant int COLUMNS, BinaryOperator<Tensor> function) {
        var block = Rows.block(layout.rows(), layout.columns(), ROWS, COLUMNS);
        var first = Triton.conv(TYPE, layout.places(x, layout.x(), block).load(block.mask()));
        var second = Triton.conv(TYPE, layout.places(y, layout.y(), block).load(block.mask()));
        layout.places(out, layout.out(), block).store(function.apply(first, second), block.mask());
    }

    /**
     * Computes a function of each element.
     *
     * @param stream the queue of the launch
     * @param function the function
     * @param x a tensor that broadcasts to out's shape
     * @param out the result; may be x
     */
    public static void launch(Stream stream, Unary function, DeviceTensor x, DeviceTensor out) {
        if (function.ordinal() > Unary.RELU.ordinal() && type(x, x, out) == int.class) {
            throw new IllegalArgumentException("x: " + function + " of integers is not supported: " + x);
        }
        launch(stream, UNARY.constant("FUNCTION", function), x, out);
    }

    /**
     * Computes a function of each pair of elements.
     *
     * @param stream the queue of the launch
     * @param function the function
     * @param x a tensor that broadcasts to out's shape
     * @param y another one
     * @param out the result; may be x or y
     */
    public static void launch(
        Stream stream, Binary function, DeviceTensor x, DeviceTensor y, DeviceTensor out) {
        requireNumbers(function, type(x, y, out), x);
        launch(stream, BINARY.constant("FUNCTION", function), x, y, out);
    }

    /**
     * Computes a function of each element and a number.
     *
     * @param stream the queue of the launch
     * @param function the function
     * @param x a tensor that broadcasts to out's shape
     * @param y the number, converted to the type of the computation
     * @param out the result; may be x
     */
    public static void launch(Stream stream, Binary function, DeviceTensor x, double y, DeviceTensor out) {
        requireNumbers(function, type(x, x, out), x);
        ElementLayout layout = ElementLayout.of(x, x, out);
        launch(stream, SCALAR.constant("FUNCTION", function), layout, x, x, out, x.buffer(), out.buffer(),
            layout, y);
    }

    /**
     * Launches a kernel that calls {@link #map(Ptr, Ptr, ElementLayout, Class, int, int, UnaryOperator)} and
     * has the parameters of the example above.
     *
     * @param stream the queue of the launch
     * @param kernel the kernel
     * @param x a tensor that broadcasts to out's shape
     * @param out the result; may be x
     */
    public static void launch(Stream stream, KernelFunction kernel, DeviceTensor x, DeviceTensor out) {
        ElementLayout layout = ElementLayout.of(x, x, out);
        launch(stream, kernel, layout, x, x, out, x.buffer(), out.buffer(), layout);
    }

    /**
     * Launches a kernel that calls {@link #mapPairs(Ptr, Ptr, Ptr, ElementLayout, Class, int, int,
     * BinaryOperator)}, and has the parameters of the example above, with y after x.
     *
     * @param stream the queue of the launch
     * @param kernel the kernel
     * @param x a tensor that broadcasts to out's shape
     * @param y another one
     * @param out the result; may be x or y
     */
    public static void launch(
        Stream stream, KernelFunction kernel, DeviceTensor x, DeviceTensor y, DeviceTensor out) {
        ElementLayout layout = ElementLayout.of(x, y, out);
        launch(stream, kernel, layout, x, y, out, x.buffer(), y.buffer(), out.buffer(), layout);
    }

    private static void launch(Stream stream, KernelFunction kernel, ElementLayout layout, DeviceTensor x,
        DeviceTensor y, DeviceTensor out, Object... arguments) {
        if (out.count() == 0) {
            return;
        }
        var extents = Rows.elements(out.device(), layout.rows(), layout.columns());
        kernel.constant("TYPE", type(x, y, out))
            .constant("ROWS", extents.rows())
            .constant("COLUMNS", extents.columns())
            .on(stream)
            .launch(extents.grid(layout.rows(), layout.columns()), arguments);
    }

    private static void requireNumbers(Binary function, Class<?> type, DeviceTensor x) {
        if (function == Binary.POWER && type == int.class) {
            throw new IllegalArgumentException("x: POWER of integers is not supported: " + x);
        }
    }

    private static Class<?> type(DeviceTensor x, DeviceTensor y, DeviceTensor out) {
        if (x.type() == ElementType.FP64 || y.type() == ElementType.FP64) {
            return double.class;
        }
        boolean integers = x.type() == ElementType.I32 && y.type() == ElementType.I32;
        return integers && out.type() == ElementType.I32 ? int.class : float.class;
    }
}
