// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * Atomic updates, reads and writes. Programs run one after the other, so the memory orders and scopes of
 * compiled kernels have no effect.
 *
 * <p>Not here: loads and stores ({@link MemoryAccess}).
 */
final class Atomics {
    private Atomics() {}

    /** {@link Triton#atomicAdd}. */
    static Tensor atomicAdd(Number pointers, Number values, Number mask, Triton.MemSemantic semantic,
            Triton.MemScope scope) {
        ElementType type = element("Triton.atomicAdd", pointers);
        boolean isNarrow = type.isFloat() && type.bits == 16;
        return update("Triton.atomicAdd", pointers, values, mask,
                defined(type, isWide(type) || isNarrow, Reduce.adding(type)));
    }

    /** {@link Triton#atomicMax}. */
    static Tensor atomicMax(Number pointers, Number values, Number mask, Triton.MemSemantic semantic,
            Triton.MemScope scope) {
        ElementType type = element("Triton.atomicMax", pointers);
        return update("Triton.atomicMax", pointers, values, mask,
                defined(type, isWide(type), extremum(type, 1)));
    }

    /** {@link Triton#atomicMin}. */
    static Tensor atomicMin(Number pointers, Number values, Number mask, Triton.MemSemantic semantic,
            Triton.MemScope scope) {
        ElementType type = element("Triton.atomicMin", pointers);
        return update("Triton.atomicMin", pointers, values, mask,
                defined(type, isWide(type), extremum(type, -1)));
    }

    /** {@link Triton#atomicAnd}. */
    static Tensor atomicAnd(Number pointers, Number values, Number mask, Triton.MemSemantic semantic,
            Triton.MemScope scope) {
        return bitwise("Triton.atomicAnd", pointers, values, mask, (old, value) -> old & value);
    }

    /** {@link Triton#atomicOr}. */
    static Tensor atomicOr(Number pointers, Number values, Number mask, Triton.MemSemantic semantic,
            Triton.MemScope scope) {
        return bitwise("Triton.atomicOr", pointers, values, mask, (old, value) -> old | value);
    }

    /** {@link Triton#atomicXor}. */
    static Tensor atomicXor(Number pointers, Number values, Number mask, Triton.MemSemantic semantic,
            Triton.MemScope scope) {
        return bitwise("Triton.atomicXor", pointers, values, mask, (old, value) -> old ^ value);
    }

    /** {@link Triton#atomicXchg}. */
    static Tensor atomicXchg(Number pointers, Number values, Number mask, Triton.MemSemantic semantic,
            Triton.MemScope scope) {
        ElementType type = element("Triton.atomicXchg", pointers);
        return update("Triton.atomicXchg", pointers, values, mask,
                defined(type, isWide(type), (old, value) -> value));
    }

    /** {@link Triton#atomicCas}: compares bits. */
    static Tensor atomicCas(Number pointers, Number compare, Number values, Triton.MemSemantic semantic,
            Triton.MemScope scope) {
        String method = "Triton.atomicCas";
        ElementType type = element(method, pointers);
        if (type.bits < 16) {
            throw new KernelException(
                    "T-ATOMIC-7: only numbers of 16, 32 or 64 bits can be compared and swapped: "
                    + type.name);
        }
        Operand to = Operand.of(pointers);
        Operand expected = values(compare, type);
        Operand with = values(values, type);
        int[] shape = shape(to, expected, with);
        MemoryAccess.checkDefined(method, to, null, shape, null, expected, with);
        long[] before = Promotion.elementsIn(expected, shape);
        long[] after = Promotion.elementsIn(with, shape);
        long[] old = new long[before.length];
        AddressSpace space = Programs.space();
        space.separate();
        for (int i = 0; i < old.length; i++) {
            old[i] = space.read(method, to.bits()[i], type);
            space.write(method, to.bits()[i], type, old[i] == before[i] ? after[i] : old[i]);
        }
        return new Tensor(type, shape, old);
    }

    //------------------------------------------------------------------------
    // Reads, writes and waits
    //------------------------------------------------------------------------

    /** {@link Triton#atomicLoad}; 0 where the mask is false. */
    static Tensor atomicLoad(
            Number pointers, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        String method = "Triton.atomicLoad";
        ElementType type = element(method, pointers);
        checkAccess(type, type.bits >= 8);
        Operand from = Operand.of(pointers);
        Operand where = MemoryAccess.mask("T-ATOMIC-4", mask);
        int[] shape = shape(from, where);
        checkOrder(semantic, Triton.MemSemantic.ACQUIRE);
        long[] isRead = where == null ? null : Promotion.elementsIn(where, shape);
        long[] elements = new long[from.size()];
        AddressSpace space = Programs.space();
        space.separate();
        for (int i = 0; i < elements.length; i++) {
            if (isRead == null || isRead[i] != 0) {
                elements[i] = space.read(method, from.bits()[i], type);
            }
        }
        return new Tensor(type, shape, elements);
    }

    /** {@link Triton#atomicStore}. */
    static void atomicStore(Number pointers, Number values, Number mask, Triton.MemSemantic semantic,
            Triton.MemScope scope) {
        String method = "Triton.atomicStore";
        ElementType type = element(method, pointers);
        checkAccess(type, isWide(type));
        Operand to = Operand.of(pointers);
        Operand with = values(values, type);
        Operand where = MemoryAccess.mask("T-ATOMIC-4", mask);
        int[] shape = shape(to, with, where);
        checkOrder(semantic, Triton.MemSemantic.RELEASE);
        long[] value = Promotion.elementsIn(with, shape);
        long[] isWritten = where == null ? null : Promotion.elementsIn(where, shape);
        MemoryAccess.checkDefined(method, to, where, shape, isWritten, with);
        AddressSpace space = Programs.space();
        space.separate();
        for (int i = 0; i < value.length; i++) {
            if (isWritten == null || isWritten[i] != 0) {
                space.write(method, to.bits()[i], type, value[i]);
            }
        }
    }

    /** {@link Triton#atomicPoll}: reads once, since no other program runs at the same time. */
    static Tensor atomicPoll(Number pointers, Number expected, Number timeout, Triton.MemSemantic semantic,
            Triton.MemScope scope) {
        String method = "Triton.atomicPoll";
        ElementType type = element(method, pointers);
        checkTimeout(timeout);
        checkAccess(type, type.bits >= 16 && type.kind == ElementType.Kind.INTEGER);
        Operand from = Operand.of(pointers);
        Operand compare = values(expected, type);
        int[] shape = shape(from, compare);
        checkOrder(semantic, Triton.MemSemantic.ACQUIRE);
        long[] value = Promotion.elementsIn(compare, shape);
        long[] isThere = new long[value.length];
        AddressSpace space = Programs.space();
        space.separate();
        for (int i = 0; i < value.length; i++) {
            long read = space.read(method, from.bits()[i], type);
            isThere[i] = read == value[i] ? 1 : 0;
            if (isThere[i] == 0 && timeout == null) {
                throw new KernelException(method + " waits for ever: the memory has "
                        + ElementType.format(type, read) + ", not " + ElementType.format(type, value[i])
                        + ", and no other program runs at the same time on the JVM");
            }
        }
        return new Tensor(ElementType.I1, shape, isThere);
    }

    private static void checkAccess(ElementType type, boolean isDefined) {
        if (!isDefined || type.isPointer()) {
            throw new KernelException("T-ATOMIC-8: no such atomic access to " + type.name);
        }
    }

    private static void checkOrder(Triton.MemSemantic given, Triton.MemSemantic other) {
        Triton.MemSemantic semantic = Options.given(given, other);
        if (semantic != Triton.MemSemantic.RELAXED && semantic != other) {
            throw new KernelException(
                    "T-ATOMIC-9: the order of the access must be RELAXED or " + other + ": " + semantic);
        }
    }

    private static void checkTimeout(Number timeout) {
        if (timeout == null) {
            return;
        }
        Operand operand = Operand.of(timeout);
        if (operand == null || operand.isTile() || operand.type().kind != ElementType.Kind.INTEGER) {
            throw new KernelException(
                    "T-ATOMIC-10: the timeout must be one integer: " + Promotion.describe(timeout));
        }
    }

    //------------------------------------------------------------------------
    // Updates
    //------------------------------------------------------------------------

    /** Returns the element type of the pointers of a method that writes. */
    private static ElementType element(String method, Number pointers) {
        Combine.checkMayWrite(method);
        return MemoryAccess.pointers("T-ATOMIC-1: cannot access ", pointers).type().pointee;
    }

    private static boolean isWide(ElementType type) {
        return type.bits == 32 || type.bits == 64;
    }

    private static LongBinaryOperator defined(ElementType type, boolean isDefined,
            LongBinaryOperator operation) {
        if (!isDefined) {
            throw new KernelException("T-ATOMIC-2: no such atomic update of " + type.name);
        }
        return operation;
    }

    /**
     * Returns the maximum (sign 1) or the minimum (-1). The bits of floating-point numbers are compared as
     * integers: signed if the value is positive, and unsigned in reverse order if it is negative.
     */
    private static LongBinaryOperator extremum(ElementType type, int sign) {
        if (!type.isFloat()) {
            return (old, value) -> sign * (type.isUnsigned() ? Long.compareUnsigned(value, old)
                    : Long.compare(value, old)) > 0 ? value : old;
        }
        int unused = 64 - type.bits;
        return (old, value) -> {
            long a = old << unused;
            long b = value << unused;
            int order = b >= 0 ? Long.compare(b, a) : -Long.compareUnsigned(b, a);
            return sign * order > 0 ? value : old;
        };
    }

    private static Tensor bitwise(String method, Number pointers, Number values, Number mask,
            LongBinaryOperator operation) {
        ElementType type = element(method, pointers);
        return update(method, pointers, values, mask,
                defined(type, isWide(type) && !type.isFloat(), operation));
    }

    private static Operand values(Number argument, ElementType type) {
        return MemoryAccess.values("T-ATOMIC-3: the value", argument, type);
    }

    private static int[] shape(Operand pointers, Operand... others) {
        Operand[] all = new Operand[others.length + 1];
        all[0] = pointers;
        System.arraycopy(others, 0, all, 1, others.length);
        int[] shape = MemoryAccess.shape("T-ATOMIC-5", all);
        if (!Arrays.equals(shape, pointers.shape())) {
            throw new KernelException(
                    "T-ATOMIC-5: pointers are fewer than values or masks: " + pointers.describe());
        }
        return shape;
    }

    /** Updates elements, and returns their previous values; 0 where the mask is false. */
    private static Tensor update(String method, Number pointers, Number values, Number mask,
            LongBinaryOperator operation) {
        Operand to = Operand.of(pointers);
        ElementType type = to.type().pointee;
        Operand with = values(values, type);
        Operand where = MemoryAccess.mask("T-ATOMIC-4", mask);
        int[] shape = shape(to, with, where);
        long[] value = Promotion.elementsIn(with, shape);
        long[] isUpdated = where == null ? null : Promotion.elementsIn(where, shape);
        MemoryAccess.checkDefined(method, to, where, shape, isUpdated, with);
        long[] old = new long[value.length];
        AddressSpace space = Programs.space();
        space.separate();
        for (int i = 0; i < old.length; i++) {
            if (isUpdated == null || isUpdated[i] != 0) {
                old[i] = space.read(method, to.bits()[i], type);
                space.write(method, to.bits()[i], type, operation.applyAsLong(old[i], value[i]));
            }
        }
        return new Tensor(type, shape, old);
    }
}
