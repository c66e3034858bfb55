// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/** A number of which the compiler has determined whether it is a constant. */
final class TypedNumber extends KernelNumber {
    private static final long serialVersionUID = 1;

    /** The number; its type is the one that it has in the compiled kernel. */
    private final transient Operand operand;

    private TypedNumber(Operand operand) {
        this.operand = operand;
    }

    /**
     * Returns an argument of a method as the compiler knows it.
     *
     * @param argument the argument, which is returned unless it is one number
     * @param kind 'c' for a constant, 'r' for another number
     */
    static Number of(Number argument, char kind) {
        Operand operand = Operand.of(argument);
        boolean isConstant = kind == 'c';
        if (operand == null || operand.isTile() || !operand.isNumeric()
            || operand.isConstant() == isConstant) {
            return argument;
        }
        return new TypedNumber(new Operand(operand.type(), operand.shape(), operand.bits(), isConstant));
    }

    Operand operand() {
        return operand;
    }

    @Override
    ElementType elementType() {
        return operand.type();
    }

    @Override
    long element() {
        return operand.bits()[0];
    }
}
