// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;

/**
 * Loads and stores, and the checks of operands that all accesses share.
 *
 * <p>Not here: memory and its bounds ({@link AddressSpace}), atomic updates ({@link Atomics}).
 */
final class MemoryAccess {
    private MemoryAccess() {}

    //------------------------------------------------------------------------
    // Operands
    //------------------------------------------------------------------------

    /**
     * Returns one pointer or a tile of pointers; {@code problem} is the label of the error if it is neither.
     */
    static Operand pointers(String problem, Number argument) {
        Operand operand = Operand.of(argument);
        if (operand == null || !operand.type().isPointer()) {
            throw new KernelException(problem + Promotion.describe(argument) + ", which is not a pointer");
        }
        return operand;
    }

    /** Returns truth values, or null if there is no mask. */
    static Operand mask(String label, Number argument) {
        if (argument == null) {
            return null;
        }
        Operand operand = Operand.of(argument);
        if (operand == null || !operand.type().isBool()) {
            throw new KernelException(
                label + ": the mask must hold truth values: " + Promotion.describe(argument));
        }
        return operand;
    }

    /**
     * Returns values converted to the element type of the pointers; {@code problem} is the label of the error
     * if they cannot be.
     */
    static Operand values(String problem, Number argument, ElementType element) {
        Operand operand = Operand.of(argument);
        if (operand == null || !operand.isNumeric()) {
            throw new KernelException(
                problem + " cannot be converted to " + element.name + ": " + Promotion.describe(argument));
        }
        return Conversions.convert(operand, element);
    }

    /** Returns the shape of an access; absent operands are null. */
    static int[] shape(String label, Operand... operands) {
        Operand[] present =
            Arrays.stream(operands).filter(operand -> operand != null).toArray(Operand[] ::new);
        int[] shape = Promotion.broadcastAll(label, present);
        if (Tiles.isTooLarge(shape)) {
            throw new KernelException(label + ": " + present[0].describe() + " and "
                + present[present.length - 1].describe() + " broadcast to more than " + Tiles.MAX_ELEMENTS
                + " elements");
        }
        return shape;
    }

    //------------------------------------------------------------------------
    // Loads
    //------------------------------------------------------------------------

    /** {@link Triton#load}; 0 where the mask is false and there is no other. */
    static Tensor load(Number pointers, Number mask, Number other, Triton.CacheModifier cache,
        Triton.EvictionPolicy eviction, boolean isVolatile) {
        Operand from = pointers("T-LOAD-1: cannot load from ", pointers);
        ElementType element = from.type().pointee;
        Operand where = mask("T-LOAD-2", mask);
        Operand otherwise = other == null ? null : values("T-LOAD-3: 'other'", other, element);
        if (otherwise != null && where == null) {
            throw new KernelException("T-LOAD-3: 'other' without a mask: " + Promotion.describe(other));
        }
        checkLoadOptions(cache, eviction, isVolatile);
        int[] shape = shape("T-LOAD-4", from, where, otherwise);
        if (!from.isTile() && shape.length != 0) {
            throw new KernelException("T-LOAD-4: a scalar pointer with a tile as mask or other: "
                + from.describe() + " and " + Promotion.describe(mask));
        }
        long[] isRead = where == null ? null : Promotion.elementsIn(where, shape);
        Undefined.check("Triton.load", "the address", from, shape, isRead);
        Undefined.check("Triton.load", "the mask", where, shape, null);
        return new Tensor(
            element, shape, read(from, where, otherwise, shape), undefined(isRead, otherwise, shape));
    }

    /** Returns the elements that a load leaves out, or for which it takes an undefined {@code other}. */
    private static Undefined undefined(long[] isRead, Operand other, int[] shape) {
        if (other == null) {
            return Undefined.leftOut(isRead);
        }
        return Undefined.moved(Undefined.of(shape, other), elements -> {
            long[] taken = elements.clone();
            Arrays.setAll(taken, i -> isRead[i] != 0 ? 0 : elements[i]);
            return taken;
        });
    }

    private static long[] read(Operand from, Operand mask, Operand other, int[] shape) {
        long[] addresses = Promotion.elementsIn(from, shape);
        long[] isRead = mask == null ? null : Promotion.elementsIn(mask, shape);
        long[] result =
            other == null ? new long[addresses.length] : Promotion.elementsIn(other, shape).clone();
        AddressSpace space = Programs.space();
        for (int i = 0; i < result.length; i++) {
            if (isRead == null || isRead[i] != 0) {
                result[i] = space.load("Triton.load", addresses[i], from.type().pointee,
                    from.isTile() ? i : ParameterOrder.SCALAR);
            }
        }
        return result;
    }

    private static void checkLoadOptions(
        Triton.CacheModifier cache, Triton.EvictionPolicy eviction, boolean isVolatile) {
        if (cache == Triton.CacheModifier.WB || cache == Triton.CacheModifier.WT) {
            throw new KernelException(
                "T-LOAD-6: a load's cache modifier is NONE, CA, CG, CS or CV: " + cache);
        }
        int asked = isCached(cache) + isEvicted(eviction) + (isVolatile ? 1 : 0);
        if (asked > 1) {
            throw new KernelException("T-LOAD-7: a load has a cache modifier, or an eviction policy, or is"
                + " volatile, not two of these");
        }
    }

    private static int isCached(Triton.CacheModifier cache) {
        return cache == null || cache == Triton.CacheModifier.NONE ? 0 : 1;
    }

    private static int isEvicted(Triton.EvictionPolicy eviction) {
        return eviction == null || eviction == Triton.EvictionPolicy.NORMAL ? 0 : 1;
    }

    //------------------------------------------------------------------------
    // Stores
    //------------------------------------------------------------------------

    /** {@link Triton#store}. */
    static void store(Number pointers, Number values, Number mask, Triton.CacheModifier cache,
        Triton.EvictionPolicy eviction) {
        Combine.checkMayWrite("Triton.store");
        Operand to = pointers("T-STORE-1: cannot store to ", pointers);
        ElementType element = to.type().pointee;
        Operand what = values("T-STORE-2: the value", values, element);
        Operand where = mask("T-STORE-3", mask);
        checkStoreOptions(cache, eviction);
        int[] shape = shape("T-STORE-4", to, what, where);
        if (!Arrays.equals(shape, to.shape())) {
            throw new KernelException("T-STORE-4: fewer pointers than values or masks: " + to.describe()
                + " and " + Promotion.describe(Arrays.equals(shape, what.shape()) ? values : mask));
        }
        long[] isWritten = where == null ? null : Promotion.elementsIn(where, shape);
        checkDefined("Triton.store", to, where, shape, isWritten, what);
        write(to, Promotion.elementsIn(what, shape), isWritten);
    }

    /** Throws if an access uses elements that a load left out. */
    static void checkDefined(
        String method, Operand to, Operand where, int[] shape, long[] mask, Operand... values) {
        Undefined.check(method, "the mask", where, shape, null);
        Undefined.check(method, "the address", to, shape, mask);
        for (Operand value : values) {
            Undefined.check(method, "the value", value, shape, mask);
        }
    }

    private static void write(Operand to, long[] values, long[] mask) {
        AddressSpace space = Programs.space();
        for (int i = 0; i < values.length; i++) {
            if (mask == null || mask[i] != 0) {
                space.store("Triton.store", to.bits()[i], to.type().pointee, values[i],
                    to.isTile() ? i : ParameterOrder.SCALAR);
            }
        }
    }

    private static void checkStoreOptions(Triton.CacheModifier cache, Triton.EvictionPolicy eviction) {
        if (cache == Triton.CacheModifier.CA || cache == Triton.CacheModifier.CV) {
            throw new KernelException(
                "T-STORE-6: a store's cache modifier is NONE, WB, CG, CS or WT: " + cache);
        }
        if (isCached(cache) + isEvicted(eviction) > 1) {
            throw new KernelException(
                "T-STORE-7: a store has a cache modifier or an eviction policy, not both");
        }
    }
}
