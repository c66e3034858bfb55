// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package oracle.code.triton;

import java.lang.reflect.Type;

/** The methods of Babylon's proof of concept. */
public final class Triton {
    public enum CompareKind {
        Equal, LessThan, LessThanOrEqual, GreaterThan, GreaterThanOrEqual
    }

    private Triton() {
    }

    public static int programId(@Constant int axis) {
        throw new UnsupportedOperationException();
    }

    public static Tensor arange(@Constant int start, @Constant int end) {
        throw new UnsupportedOperationException();
    }

    public static Tensor expand(Tensor a, int axis) {
        throw new UnsupportedOperationException();
    }

    public static Tensor zeros(Class<?> type, int... shape) {
        throw new UnsupportedOperationException();
    }

    public static Tensor load(Tensor ptr, Tensor mask) {
        throw new UnsupportedOperationException();
    }

    public static Tensor load(Tensor ptr, Tensor mask, @Constant float other) {
        throw new UnsupportedOperationException();
    }

    public static void store(Tensor ptr, Tensor value, Tensor mask) {
        throw new UnsupportedOperationException();
    }

    public static Tensor broadcast(Object o, TensorType type) {
        throw new UnsupportedOperationException();
    }

    public static TensorType joinShape(TensorType a, TensorType b) {
        throw new UnsupportedOperationException();
    }

    public static Tensor dot(Tensor a, Tensor b) {
        throw new UnsupportedOperationException();
    }

    public static Tensor add(Number a, Number b) {
        throw new UnsupportedOperationException();
    }

    public static Tensor sub(Number a, Number b) {
        throw new UnsupportedOperationException();
    }

    public static Tensor mul(Number a, Number b) {
        throw new UnsupportedOperationException();
    }

    public static Tensor div(Number a, Number b) {
        throw new UnsupportedOperationException();
    }

    public static Tensor mod(Number a, Number b) {
        throw new UnsupportedOperationException();
    }

    public static Tensor and(Number a, Number b) {
        throw new UnsupportedOperationException();
    }

    public static Tensor compare(Number a, Number b, @Constant CompareKind kind) {
        throw new UnsupportedOperationException();
    }

    public static Tensor exp(Tensor a) {
        throw new UnsupportedOperationException();
    }

    public static int cdiv(Number a, Number b) {
        throw new UnsupportedOperationException();
    }

    public static <T extends Number> T conv(Type type, T a) {
        throw new UnsupportedOperationException();
    }

    public static Tensor max(Tensor a, @Constant int axis) {
        throw new UnsupportedOperationException();
    }

    public static Tensor sum(Tensor a, @Constant int axis) {
        throw new UnsupportedOperationException();
    }
}
