// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * A tile: numbers, truth values or pointers in a rectangle; or one number, as the sum of a tile is. Tiles do
 * not change: every method makes another.
 *
 * <p>Each method is the one of {@link Triton} of that name, with this tile as its first argument.
 *
 * <pre>{@code
 * Tensor x = Triton.load(Triton.add(input, offsets), offsets.lt(n), 0);
 * float mean = x.sum().div(n).floatValue();
 * }</pre>
 */
// One method for each of Triton's that takes a tile first: hence a file beyond the usual length.
//
// Not here: what the methods mean, and their errors (Triton).
public final class Tensor extends Number {
    private static final long serialVersionUID = 1;
    /** How many elements {@link #toString} shows. */
    private static final int SHOWN = 16;

    /** What the elements are. */
    final transient ElementType type;
    /** The extents, the last one counting fastest; none for one number. */
    final transient int[] shape;
    /** The elements in row-major order, each in its type's canonical form ({@link ElementType}). */
    final transient long[] bits;

    /** The tile of these elements; the arrays are kept and not changed any more. */
    Tensor(ElementType type, int[] shape, long[] bits) {
        this.type = type;
        this.shape = shape;
        this.bits = bits;
    }

    /** One truth value. */
    static Tensor truth(boolean value) {
        return new Tensor(ElementType.I1, new int[0], new long[] {value ? 1 : 0});
    }

    /**
     * The shape and element type, for {@link Triton#broadcast} and {@link Triton#joinShape}.
     *
     * <pre>{@code
     * Tensor rows = Triton.broadcast(Triton.expand(row, 0), x.type());
     * }</pre>
     *
     * @return the type of this tile
     * @throws KernelException on the JVM: one number, which is no tile (T-TYPE-1)
     */
    public TensorType type() {
        if (shape.length == 0)
            throw new KernelException("T-TYPE-1: only a tile has a type: " + this);
        return new TensorType(type, shape);
    }

    /** The bits of the one number. */
    private long one() {
        if (shape.length != 0)
            throw new IllegalStateException("a tile of shape " + Arrays.toString(shape)
                + " has no number's value: reduce it, or take Triton.item of a tile of one element");
        return bits[0];
    }

    /**
     * The number as Java's cast to int gives it.
     *
     * @throws IllegalStateException this is a tile, not one number
     */
    @Override
    public int intValue() {
        return ElementType.toInt(type, one());
    }

    /**
     * The number as Java's cast to long gives it.
     *
     * @throws IllegalStateException this is a tile, not one number
     */
    @Override
    public long longValue() {
        return ElementType.toLong(type, one());
    }

    /**
     * The number as Java's cast to float gives it.
     *
     * @throws IllegalStateException this is a tile, not one number
     */
    @Override
    public float floatValue() {
        return ElementType.toFloat(type, one());
    }

    /**
     * The number as Java's cast to double gives it.
     *
     * @throws IllegalStateException this is a tile, not one number
     */
    @Override
    public double doubleValue() {
        return ElementType.toDouble(type, one());
    }

    /** Type, shape and the first elements, for messages and debuggers. */
    @Override
    public String toString() {
        var text = new StringBuilder(type.toString());
        if (shape.length != 0)
            text.append(Arrays.toString(shape).replace(", ", "x"));
        text.append(shape.length == 0 ? " " : " {");
        for (int i = 0; i < Math.min(bits.length, SHOWN); i++)
            text.append(i == 0 ? "" : ", ").append(ElementType.format(type, bits[i]));
        if (bits.length > SHOWN)
            text.append(", ...");
        return text.append(shape.length == 0 ? "" : "}").toString();
    }

    /**
     * {@link Triton#zerosLike(Number)} of this tile.
     *
     * @return zeros
     */
    public Tensor zerosLike() {
        return Triton.zerosLike(this);
    }

    /**
     * {@link Triton#fullLike(Number, Number)} of this tile.
     *
     * @param value one number
     * @return the value in each element
     */
    public Tensor fullLike(Number value) {
        return Triton.fullLike(this, value);
    }

    /**
     * {@link Triton#add(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return the sum, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor add(Number b) {
        return Triton.add(this, b);
    }

    /**
     * {@link Triton#sub(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return the difference, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor sub(Number b) {
        return Triton.sub(this, b);
    }

    /**
     * {@link Triton#mul(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return the product, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor mul(Number b) {
        return Triton.mul(this, b);
    }

    /**
     * {@link Triton#div(Number, Number)} of this tile.
     *
     * @param b the divisor
     * @return the quotient, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor div(Number b) {
        return Triton.div(this, b);
    }

    /**
     * {@link Triton#mod(Number, Number)} of this tile.
     *
     * @param b the divisor
     * @return the remainder, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor mod(Number b) {
        return Triton.mod(this, b);
    }

    /**
     * {@link Triton#neg(Number)} of this tile.
     *
     * @return the negated number, of the operand's type
     */
    public Tensor neg() {
        return Triton.neg(this);
    }

    /**
     * {@link Triton#cdiv(Number, Number)} of this tile.
     *
     * @param b the size of a block
     * @return the quotient, rounded up
     */
    public int cdiv(Number b) {
        return Triton.cdiv(this, b);
    }

    /**
     * {@link Triton#and(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return the bits, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor and(Number b) {
        return Triton.and(this, b);
    }

    /**
     * {@link Triton#or(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return the bits, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor or(Number b) {
        return Triton.or(this, b);
    }

    /**
     * {@link Triton#xor(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return the bits, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor xor(Number b) {
        return Triton.xor(this, b);
    }

    /**
     * {@link Triton#not(Number)} of this tile.
     *
     * @return the inverted bits, of the operand's type
     */
    public Tensor not() {
        return Triton.not(this);
    }

    /**
     * {@link Triton#shl(Number, Number)} of this tile.
     *
     * @param distance by how many bits; the low bits count, as in Java
     * @return the shifted integer, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor shl(Number distance) {
        return Triton.shl(this, distance);
    }

    /**
     * {@link Triton#shr(Number, Number)} of this tile.
     *
     * @param distance by how many bits; the low bits count, as in Java
     * @return the shifted integer, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor shr(Number distance) {
        return Triton.shr(this, distance);
    }

    /**
     * {@link Triton#ushr(Number, Number)} of this tile.
     *
     * @param distance by how many bits; the low bits count, as in Java
     * @return the shifted integer, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor ushr(Number distance) {
        return Triton.ushr(this, distance);
    }

    /**
     * {@link Triton#umulhi(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return the upper half of the bits, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor umulhi(Number b) {
        return Triton.umulhi(this, b);
    }

    /**
     * {@link Triton#compare(Number, Number, CompareKind)} of this tile.
     *
     * @param b the second operand, likewise
     * @param kind which comparison, a constant
     * @return truth values in the shape that the operands broadcast to
     */
    public Tensor compare(Number b, Triton.CompareKind kind) {
        return Triton.compare(this, b, kind);
    }

    /**
     * {@link Triton#eq(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     */
    public Tensor eq(Number b) {
        return Triton.eq(this, b);
    }

    /**
     * {@link Triton#ne(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     */
    public Tensor ne(Number b) {
        return Triton.ne(this, b);
    }

    /**
     * {@link Triton#lt(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     */
    public Tensor lt(Number b) {
        return Triton.lt(this, b);
    }

    /**
     * {@link Triton#le(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     */
    public Tensor le(Number b) {
        return Triton.le(this, b);
    }

    /**
     * {@link Triton#gt(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     */
    public Tensor gt(Number b) {
        return Triton.gt(this, b);
    }

    /**
     * {@link Triton#ge(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     */
    public Tensor ge(Number b) {
        return Triton.ge(this, b);
    }

    /**
     * {@link Triton#logicalAnd(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     */
    public Tensor logicalAnd(Number b) {
        return Triton.logicalAnd(this, b);
    }

    /**
     * {@link Triton#logicalOr(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     */
    public Tensor logicalOr(Number b) {
        return Triton.logicalOr(this, b);
    }

    /**
     * {@link Triton#logicalNot(Number)} of this tile.
     *
     * @return truth values in the operand's shape
     */
    public Tensor logicalNot() {
        return Triton.logicalNot(this);
    }

    /**
     * {@link Triton#where(Tensor, Number, Number)} of this tile.
     *
     * @param x the result where the condition holds
     * @param y the result elsewhere
     * @return of the promoted type, in the shape that all broadcast to
     */
    public Tensor where(Number x, Number y) {
        return Triton.where(this, x, y);
    }

    /**
     * {@link Triton#maximum(Number, Number, PropagateNan)} of this tile.
     *
     * @param b the second operand, likewise
     * @param nan what becomes of a NaN, a constant
     * @return the greater one, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor maximum(Number b, Triton.PropagateNan nan) {
        return Triton.maximum(this, b, nan);
    }

    /**
     * {@link Triton#maximum(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return the greater one, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor maximum(Number b) {
        return Triton.maximum(this, b);
    }

    /**
     * {@link Triton#minimum(Number, Number, PropagateNan)} of this tile.
     *
     * @param b the second operand, likewise
     * @param nan what becomes of a NaN, a constant
     * @return the lesser one, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor minimum(Number b, Triton.PropagateNan nan) {
        return Triton.minimum(this, b, nan);
    }

    /**
     * {@link Triton#minimum(Number, Number)} of this tile.
     *
     * @param b the second operand, likewise
     * @return the lesser one, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor minimum(Number b) {
        return Triton.minimum(this, b);
    }

    /**
     * {@link Triton#clamp(Number, Number, Number, PropagateNan)} of this tile.
     *
     * @param low the lower bound
     * @param high the upper bound
     * @param nan what becomes of a NaN, a constant
     * @return the number within the bounds, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor clamp(Number low, Number high, Triton.PropagateNan nan) {
        return Triton.clamp(this, low, high, nan);
    }

    /**
     * {@link Triton#clamp(Number, Number, Number)} of this tile.
     *
     * @param low the lower bound
     * @param high the upper bound
     * @return the number within the bounds, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor clamp(Number low, Number high) {
        return Triton.clamp(this, low, high);
    }

    /**
     * {@link Triton#abs(Number)} of this tile.
     *
     * @return the absolute value, of the operand's type
     */
    public Tensor abs() {
        return Triton.abs(this);
    }

    /**
     * {@link Triton#sqrt(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor sqrt() {
        return Triton.sqrt(this);
    }

    /**
     * {@link Triton#rsqrt(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor rsqrt() {
        return Triton.rsqrt(this);
    }

    /**
     * {@link Triton#exp(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor exp() {
        return Triton.exp(this);
    }

    /**
     * {@link Triton#exp2(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor exp2() {
        return Triton.exp2(this);
    }

    /**
     * {@link Triton#log(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor log() {
        return Triton.log(this);
    }

    /**
     * {@link Triton#log2(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor log2() {
        return Triton.log2(this);
    }

    /**
     * {@link Triton#sin(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor sin() {
        return Triton.sin(this);
    }

    /**
     * {@link Triton#cos(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor cos() {
        return Triton.cos(this);
    }

    /**
     * {@link Triton#erf(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor erf() {
        return Triton.erf(this);
    }

    /**
     * {@link Triton#floor(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor floor() {
        return Triton.floor(this);
    }

    /**
     * {@link Triton#ceil(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor ceil() {
        return Triton.ceil(this);
    }

    /**
     * {@link Triton#sigmoid(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor sigmoid() {
        return Triton.sigmoid(this);
    }

    /**
     * {@link Triton#sqrtRn(Number)} of this tile.
     *
     * @return the function of each element, of the operand's type
     */
    public Tensor sqrtRn() {
        return Triton.sqrtRn(this);
    }

    /**
     * {@link Triton#fma(Number, Number, Number)} of this tile.
     *
     * @param b the second factor
     * @param c what is added
     * @return the sum, of the promoted type, in the shape that the operands broadcast to
     */
    public Tensor fma(Number b, Number c) {
        return Triton.fma(this, b, c);
    }

    /**
     * {@link Triton#fdiv(Number, Number)} of this tile.
     *
     * @param b the divisor
     * @return the quotient, in the shape that the operands broadcast to
     */
    public Tensor fdiv(Number b) {
        return Triton.fdiv(this, b);
    }

    /**
     * {@link Triton#divRn(Number, Number)} of this tile.
     *
     * @param b the divisor
     * @return the quotient, in the shape that the operands broadcast to
     */
    public Tensor divRn(Number b) {
        return Triton.divRn(this, b);
    }

    /**
     * {@link Triton#expand(Tensor, int)} of this tile.
     *
     * @param axis which axis of the result the new dimension is: 0 is the first, -1 the last; a constant
     * @return the tile, with one dimension more
     */
    public Tensor expand(int axis) {
        return Triton.expand(this, axis);
    }

    /**
     * {@link Triton#squeeze(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the tile, with one dimension less
     */
    public Tensor squeeze(int axis) {
        return Triton.squeeze(this, axis);
    }

    /**
     * {@link Triton#item(Tensor)} of this tile.
     *
     * @return a number, or a {@link Ptr}
     */
    public Number item() {
        return Triton.item(this);
    }

    /**
     * {@link Triton#reshape(Tensor, boolean, int...)} of this tile.
     *
     * @param canReorder whether the elements may come in any order, which is faster; a constant
     * @param shape the extents, constant powers of two
     * @return the elements in that shape
     */
    public Tensor reshape(boolean canReorder, int... shape) {
        return Triton.reshape(this, canReorder, shape);
    }

    /**
     * {@link Triton#reshape(Tensor, int...)} of this tile.
     *
     * @param shape the extents, constant powers of two
     * @return the elements in that shape
     */
    public Tensor reshape(int... shape) {
        return Triton.reshape(this, shape);
    }

    /**
     * {@link Triton#ravel(Tensor)} of this tile.
     *
     * @return a tile of one dimension
     */
    public Tensor ravel() {
        return Triton.ravel(this);
    }

    /**
     * {@link Triton#trans(Tensor)} of this tile.
     *
     * @return the transposed tile
     */
    public Tensor trans() {
        return Triton.trans(this);
    }

    /**
     * {@link Triton#trans(Tensor, int...)} of this tile.
     *
     * @param dims for each dimension of the result, which one of x it is; constants
     * @return the transposed tile
     */
    public Tensor trans(int... dims) {
        return Triton.trans(this, dims);
    }

    /**
     * {@link Triton#permute(Tensor, int...)} of this tile.
     *
     * @param dims the order, which names each dimension once; constants
     * @return the tile with its dimensions in that order
     */
    public Tensor permute(int... dims) {
        return Triton.permute(this, dims);
    }

    /**
     * {@link Triton#broadcast(Object, TensorType)} of this tile.
     *
     * @param type the type whose shape is taken
     * @return x in that shape
     */
    public Tensor broadcast(TensorType type) {
        return Triton.broadcast(this, type);
    }

    /**
     * {@link Triton#broadcastTo(Object, int...)} of this tile.
     *
     * @param shape the extents, constant powers of two
     * @return x in that shape
     */
    public Tensor broadcastTo(int... shape) {
        return Triton.broadcastTo(this, shape);
    }

    /**
     * {@link Triton#join(Number, Number)} of this tile.
     *
     * @param b another one, of the same element type
     * @return the joined tile
     */
    public Tensor join(Number b) {
        return Triton.join(this, b);
    }

    /**
     * {@link Triton#interleave(Number, Number)} of this tile.
     *
     * @param b another one, of the same element type
     * @return the tile of both
     */
    public Tensor interleave(Number b) {
        return Triton.interleave(this, b);
    }

    /**
     * {@link Triton#split(Tensor)} of this tile.
     *
     * @return both halves
     */
    public Triton.Pair split() {
        return Triton.split(this);
    }

    /**
     * {@link Triton#cat(Tensor, Tensor, boolean)} of this tile.
     *
     * @param b another one of the same type
     * @param canReorder whether the elements may come in any order, which is faster; a constant (T-CAT-2)
     * @return a tile twice as long
     */
    public Tensor cat(Tensor b, boolean canReorder) {
        return Triton.cat(this, b, canReorder);
    }

    /**
     * {@link Triton#cat(Tensor, Tensor)} of this tile.
     *
     * @param b another one of the same type
     * @return a tile twice as long
     */
    public Tensor cat(Tensor b) {
        return Triton.cat(this, b);
    }

    /**
     * {@link Triton#load(Number, Number, Number, CacheModifier, EvictionPolicy, boolean)} of this tile.
     *
     * @param mask truth values; {@code null} if absent
     * @param other what the result is where the mask is false; {@code null} if absent
     * @param cache the cache modifier, a constant
     * @param eviction the eviction policy, a constant
     * @param isVolatile whether the access is volatile, a constant
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load(Number mask, Number other, Triton.CacheModifier cache, Triton.EvictionPolicy eviction,
        boolean isVolatile) {
        return Triton.load(this, mask, other, cache, eviction, isVolatile);
    }

    /**
     * {@link Triton#load(Number)} of this tile.
     *
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load() {
        return Triton.load(this);
    }

    /**
     * {@link Triton#load(Number, Number)} of this tile.
     *
     * @param mask truth values; {@code null} if absent
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load(Number mask) {
        return Triton.load(this, mask);
    }

    /**
     * {@link Triton#load(Number, Number, Number)} of this tile.
     *
     * @param mask truth values; {@code null} if absent
     * @param other what the result is where the mask is false; {@code null} if absent
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load(Number mask, Number other) {
        return Triton.load(this, mask, other);
    }

    /**
     * {@link Triton#load(Number, AccessOption, AccessOption...)} of this tile.
     *
     * @param option a constant of {@link Triton.CacheModifier} or {@link Triton.EvictionPolicy}
     * @param options a constant of the other, if both are given
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load(Triton.AccessOption option, Triton.AccessOption... options) {
        return Triton.load(this, option, options);
    }

    /**
     * {@link Triton#load(Number, Number, AccessOption, AccessOption...)} of this tile.
     *
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.CacheModifier} or {@link Triton.EvictionPolicy}
     * @param options a constant of the other, if both are given
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load(Number mask, Triton.AccessOption option, Triton.AccessOption... options) {
        return Triton.load(this, mask, option, options);
    }

    /**
     * {@link Triton#load(Number, Number, Number, AccessOption, AccessOption...)} of this tile.
     *
     * @param mask truth values; {@code null} if absent
     * @param other what the result is where the mask is false; {@code null} if absent
     * @param option a constant of {@link Triton.CacheModifier} or {@link Triton.EvictionPolicy}
     * @param options a constant of the other, if both are given
     * @return the elements that were read, in the shape that all broadcast to
     */
    public Tensor load(
        Number mask, Number other, Triton.AccessOption option, Triton.AccessOption... options) {
        return Triton.load(this, mask, other, option, options);
    }

    /**
     * {@link Triton#store(Number, Number, Number, CacheModifier, EvictionPolicy)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param cache the cache modifier, a constant
     * @param eviction the eviction policy, a constant
     */
    public void store(
        Number values, Number mask, Triton.CacheModifier cache, Triton.EvictionPolicy eviction) {
        Triton.store(this, values, mask, cache, eviction);
    }

    /**
     * {@link Triton#store(Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     */
    public void store(Number values) {
        Triton.store(this, values);
    }

    /**
     * {@link Triton#store(Number, Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     */
    public void store(Number values, Number mask) {
        Triton.store(this, values, mask);
    }

    /**
     * {@link Triton#store(Number, Number, AccessOption, AccessOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.CacheModifier} or {@link Triton.EvictionPolicy}
     * @param options a constant of the other, if both are given
     */
    public void store(Number values, Triton.AccessOption option, Triton.AccessOption... options) {
        Triton.store(this, values, option, options);
    }

    /**
     * {@link Triton#store(Number, Number, Number, AccessOption, AccessOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.CacheModifier} or {@link Triton.EvictionPolicy}
     * @param options a constant of the other, if both are given
     */
    public void store(
        Number values, Number mask, Triton.AccessOption option, Triton.AccessOption... options) {
        Triton.store(this, values, mask, option, options);
    }

    /**
     * {@link Triton#sum(Tensor, int, boolean, Class)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the sum
     */
    public Tensor sum(int axis, boolean keepDims, Class<?> type) {
        return Triton.sum(this, axis, keepDims, type);
    }

    /**
     * {@link Triton#sum(Tensor)} of this tile.
     *
     * @return the sum
     */
    public Tensor sum() {
        return Triton.sum(this);
    }

    /**
     * {@link Triton#sum(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the sum
     */
    public Tensor sum(int axis) {
        return Triton.sum(this, axis);
    }

    /**
     * {@link Triton#sum(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the sum
     */
    public Tensor sum(int axis, boolean keepDims) {
        return Triton.sum(this, axis, keepDims);
    }

    /**
     * {@link Triton#sum(Tensor, int, Class)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the sum
     */
    public Tensor sum(int axis, Class<?> type) {
        return Triton.sum(this, axis, type);
    }

    /**
     * {@link Triton#prod(Tensor, int, boolean, Class)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the product
     */
    public Tensor prod(int axis, boolean keepDims, Class<?> type) {
        return Triton.prod(this, axis, keepDims, type);
    }

    /**
     * {@link Triton#prod(Tensor)} of this tile.
     *
     * @return the product
     */
    public Tensor prod() {
        return Triton.prod(this);
    }

    /**
     * {@link Triton#prod(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the product
     */
    public Tensor prod(int axis) {
        return Triton.prod(this, axis);
    }

    /**
     * {@link Triton#prod(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the product
     */
    public Tensor prod(int axis, boolean keepDims) {
        return Triton.prod(this, axis, keepDims);
    }

    /**
     * {@link Triton#prod(Tensor, int, Class)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the product
     */
    public Tensor prod(int axis, Class<?> type) {
        return Triton.prod(this, axis, type);
    }

    /**
     * {@link Triton#max(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the largest element
     */
    public Tensor max(int axis, boolean keepDims) {
        return Triton.max(this, axis, keepDims);
    }

    /**
     * {@link Triton#max(Tensor)} of this tile.
     *
     * @return the largest element
     */
    public Tensor max() {
        return Triton.max(this);
    }

    /**
     * {@link Triton#max(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the largest element
     */
    public Tensor max(int axis) {
        return Triton.max(this, axis);
    }

    /**
     * {@link Triton#min(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the smallest element
     */
    public Tensor min(int axis, boolean keepDims) {
        return Triton.min(this, axis, keepDims);
    }

    /**
     * {@link Triton#min(Tensor)} of this tile.
     *
     * @return the smallest element
     */
    public Tensor min() {
        return Triton.min(this);
    }

    /**
     * {@link Triton#min(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the smallest element
     */
    public Tensor min(int axis) {
        return Triton.min(this, axis);
    }

    /**
     * {@link Triton#xorSum(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the exclusive or
     */
    public Tensor xorSum(int axis, boolean keepDims) {
        return Triton.xorSum(this, axis, keepDims);
    }

    /**
     * {@link Triton#xorSum(Tensor)} of this tile.
     *
     * @return the exclusive or
     */
    public Tensor xorSum() {
        return Triton.xorSum(this);
    }

    /**
     * {@link Triton#xorSum(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the exclusive or
     */
    public Tensor xorSum(int axis) {
        return Triton.xorSum(this, axis);
    }

    /**
     * {@link Triton#reduceOr(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the or
     */
    public Tensor reduceOr(int axis, boolean keepDims) {
        return Triton.reduceOr(this, axis, keepDims);
    }

    /**
     * {@link Triton#reduceOr(Tensor)} of this tile.
     *
     * @return the or
     */
    public Tensor reduceOr() {
        return Triton.reduceOr(this);
    }

    /**
     * {@link Triton#reduceOr(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the or
     */
    public Tensor reduceOr(int axis) {
        return Triton.reduceOr(this, axis);
    }

    /**
     * {@link Triton#reduceAnd(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the and
     */
    public Tensor reduceAnd(int axis, boolean keepDims) {
        return Triton.reduceAnd(this, axis, keepDims);
    }

    /**
     * {@link Triton#reduceAnd(Tensor)} of this tile.
     *
     * @return the and
     */
    public Tensor reduceAnd() {
        return Triton.reduceAnd(this);
    }

    /**
     * {@link Triton#reduceAnd(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the and
     */
    public Tensor reduceAnd(int axis) {
        return Triton.reduceAnd(this, axis);
    }

    /**
     * {@link Triton#argmax(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the index
     */
    public Tensor argmax(int axis, boolean keepDims) {
        return Triton.argmax(this, axis, keepDims);
    }

    /**
     * {@link Triton#argmax(Tensor)} of this tile.
     *
     * @return the index
     */
    public Tensor argmax() {
        return Triton.argmax(this);
    }

    /**
     * {@link Triton#argmax(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the index
     */
    public Tensor argmax(int axis) {
        return Triton.argmax(this, axis);
    }

    /**
     * {@link Triton#argmin(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the index
     */
    public Tensor argmin(int axis, boolean keepDims) {
        return Triton.argmin(this, axis, keepDims);
    }

    /**
     * {@link Triton#argmin(Tensor)} of this tile.
     *
     * @return the index
     */
    public Tensor argmin() {
        return Triton.argmin(this);
    }

    /**
     * {@link Triton#argmin(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the index
     */
    public Tensor argmin(int axis) {
        return Triton.argmin(this, axis);
    }

    /**
     * {@link Triton#maxWithIndices(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the element and its index
     */
    public Triton.ValueIndex maxWithIndices(int axis, boolean keepDims) {
        return Triton.maxWithIndices(this, axis, keepDims);
    }

    /**
     * {@link Triton#maxWithIndices(Tensor)} of this tile.
     *
     * @return the element and its index
     */
    public Triton.ValueIndex maxWithIndices() {
        return Triton.maxWithIndices(this);
    }

    /**
     * {@link Triton#maxWithIndices(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the element and its index
     */
    public Triton.ValueIndex maxWithIndices(int axis) {
        return Triton.maxWithIndices(this, axis);
    }

    /**
     * {@link Triton#minWithIndices(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the element and its index
     */
    public Triton.ValueIndex minWithIndices(int axis, boolean keepDims) {
        return Triton.minWithIndices(this, axis, keepDims);
    }

    /**
     * {@link Triton#minWithIndices(Tensor)} of this tile.
     *
     * @return the element and its index
     */
    public Triton.ValueIndex minWithIndices() {
        return Triton.minWithIndices(this);
    }

    /**
     * {@link Triton#minWithIndices(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the element and its index
     */
    public Triton.ValueIndex minWithIndices(int axis) {
        return Triton.minWithIndices(this, axis);
    }

    /**
     * {@link Triton#cumsum(Tensor, int, boolean, Class)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param reverse whether to go from the last element to the first; a constant
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the running sums, in the tile's shape
     */
    public Tensor cumsum(int axis, boolean reverse, Class<?> type) {
        return Triton.cumsum(this, axis, reverse, type);
    }

    /**
     * {@link Triton#cumsum(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the running sums, in the tile's shape
     */
    public Tensor cumsum(int axis) {
        return Triton.cumsum(this, axis);
    }

    /**
     * {@link Triton#cumsum(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param reverse whether to go from the last element to the first; a constant
     * @return the running sums, in the tile's shape
     */
    public Tensor cumsum(int axis, boolean reverse) {
        return Triton.cumsum(this, axis, reverse);
    }

    /**
     * {@link Triton#cumsum(Tensor, int, Class)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the running sums, in the tile's shape
     */
    public Tensor cumsum(int axis, Class<?> type) {
        return Triton.cumsum(this, axis, type);
    }

    /**
     * {@link Triton#cumprod(Tensor, int, boolean, Class)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param reverse whether to go from the last element to the first; a constant
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the running products, in the tile's shape
     */
    public Tensor cumprod(int axis, boolean reverse, Class<?> type) {
        return Triton.cumprod(this, axis, reverse, type);
    }

    /**
     * {@link Triton#cumprod(Tensor, int)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @return the running products, in the tile's shape
     */
    public Tensor cumprod(int axis) {
        return Triton.cumprod(this, axis);
    }

    /**
     * {@link Triton#cumprod(Tensor, int, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param reverse whether to go from the last element to the first; a constant
     * @return the running products, in the tile's shape
     */
    public Tensor cumprod(int axis, boolean reverse) {
        return Triton.cumprod(this, axis, reverse);
    }

    /**
     * {@link Triton#cumprod(Tensor, int, Class)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the running products, in the tile's shape
     */
    public Tensor cumprod(int axis, Class<?> type) {
        return Triton.cumprod(this, axis, type);
    }

    /**
     * {@link Triton#reduce(Object, int, BinaryOperator, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param combine an associative function of two elements
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the combined elements
     */
    public Tensor reduce(int axis, BinaryOperator<Tensor> combine, boolean keepDims) {
        return Triton.reduce(this, axis, combine, keepDims);
    }

    /**
     * {@link Triton#reduce(Object, BinaryOperator)} of this tile.
     *
     * @param combine an associative function of two elements
     * @return the combined elements
     */
    public Tensor reduce(BinaryOperator<Tensor> combine) {
        return Triton.reduce(this, combine);
    }

    /**
     * {@link Triton#reduce(Object, int, BinaryOperator)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param combine an associative function of two elements
     * @return the combined elements
     */
    public Tensor reduce(int axis, BinaryOperator<Tensor> combine) {
        return Triton.reduce(this, axis, combine);
    }

    /**
     * {@link Triton#scan(Object, int, BinaryOperator, boolean)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param combine an associative function of two elements
     * @param reverse whether to go from the last element to the first; a constant
     * @return the combinations, in the tile's shape
     */
    public Tensor scan(int axis, BinaryOperator<Tensor> combine, boolean reverse) {
        return Triton.scan(this, axis, combine, reverse);
    }

    /**
     * {@link Triton#scan(Object, int, BinaryOperator)} of this tile.
     *
     * @param axis the axis, a constant; -1 is the last
     * @param combine an associative function of two elements
     * @return the combinations, in the tile's shape
     */
    public Tensor scan(int axis, BinaryOperator<Tensor> combine) {
        return Triton.scan(this, axis, combine);
    }

    /**
     * {@link Triton#map(Tensor, UnaryOperator)} of this tile.
     *
     * @param f the function of an element
     * @return a tile of what the function gave
     */
    public Tensor map(UnaryOperator<Number> f) {
        return Triton.map(this, f);
    }

    /**
     * {@link Triton#map(Tensor, Tensor, BinaryOperator)} of this tile.
     *
     * @param y another one
     * @param f the function of two elements
     * @return a tile of what the function gave
     */
    public Tensor map(Tensor y, BinaryOperator<Number> f) {
        return Triton.map(this, y, f);
    }

    /**
     * {@link Triton#dot(Tensor, Tensor, Tensor, InputPrecision, Class)} of this tile.
     *
     * @param b another one
     * @param acc what is added, of the result's type; {@code null} if absent
     * @param precision how floats are multiplied, a constant; {@link Triton.InputPrecision#TF32} if absent
     * @param type the class of the result's elements; {@code null} if absent
     * @return the product, M&times;N
     */
    public Tensor dot(Tensor b, Tensor acc, Triton.InputPrecision precision, Class<?> type) {
        return Triton.dot(this, b, acc, precision, type);
    }

    /**
     * {@link Triton#dot(Tensor, Tensor)} of this tile.
     *
     * @param b another one
     * @return the product, M&times;N
     */
    public Tensor dot(Tensor b) {
        return Triton.dot(this, b);
    }

    /**
     * {@link Triton#dot(Tensor, Tensor, Tensor)} of this tile.
     *
     * @param b another one
     * @param acc what is added, of the result's type; {@code null} if absent
     * @return the product, M&times;N
     */
    public Tensor dot(Tensor b, Tensor acc) {
        return Triton.dot(this, b, acc);
    }

    /**
     * {@link Triton#dot(Tensor, Tensor, InputPrecision)} of this tile.
     *
     * @param b another one
     * @param precision how floats are multiplied, a constant; {@link Triton.InputPrecision#TF32} if absent
     * @return the product, M&times;N
     */
    public Tensor dot(Tensor b, Triton.InputPrecision precision) {
        return Triton.dot(this, b, precision);
    }

    /**
     * {@link Triton#dot(Tensor, Tensor, Class)} of this tile.
     *
     * @param b another one
     * @param type the class of the result's elements; {@code null} if absent
     * @return the product, M&times;N
     */
    public Tensor dot(Tensor b, Class<?> type) {
        return Triton.dot(this, b, type);
    }

    /**
     * {@link Triton#dot(Tensor, Tensor, Tensor, InputPrecision)} of this tile.
     *
     * @param b another one
     * @param acc what is added, of the result's type; {@code null} if absent
     * @param precision how floats are multiplied, a constant; {@link Triton.InputPrecision#TF32} if absent
     * @return the product, M&times;N
     */
    public Tensor dot(Tensor b, Tensor acc, Triton.InputPrecision precision) {
        return Triton.dot(this, b, acc, precision);
    }

    /**
     * {@link Triton#atomicAdd(Number, Number, Number, MemSemantic, MemScope)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicAdd(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicAdd(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicAdd(Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicAdd(Number values) {
        return Triton.atomicAdd(this, values);
    }

    /**
     * {@link Triton#atomicAdd(Number, Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicAdd(Number values, Number mask) {
        return Triton.atomicAdd(this, values, mask);
    }

    /**
     * {@link Triton#atomicAdd(Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicAdd(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicAdd(this, values, option, options);
    }

    /**
     * {@link Triton#atomicAdd(Number, Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicAdd(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicAdd(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicMax(Number, Number, Number, MemSemantic, MemScope)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicMax(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicMax(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicMax(Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicMax(Number values) {
        return Triton.atomicMax(this, values);
    }

    /**
     * {@link Triton#atomicMax(Number, Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicMax(Number values, Number mask) {
        return Triton.atomicMax(this, values, mask);
    }

    /**
     * {@link Triton#atomicMax(Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicMax(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicMax(this, values, option, options);
    }

    /**
     * {@link Triton#atomicMax(Number, Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicMax(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicMax(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicMin(Number, Number, Number, MemSemantic, MemScope)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicMin(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicMin(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicMin(Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicMin(Number values) {
        return Triton.atomicMin(this, values);
    }

    /**
     * {@link Triton#atomicMin(Number, Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicMin(Number values, Number mask) {
        return Triton.atomicMin(this, values, mask);
    }

    /**
     * {@link Triton#atomicMin(Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicMin(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicMin(this, values, option, options);
    }

    /**
     * {@link Triton#atomicMin(Number, Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicMin(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicMin(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicAnd(Number, Number, Number, MemSemantic, MemScope)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicAnd(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicAnd(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicAnd(Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicAnd(Number values) {
        return Triton.atomicAnd(this, values);
    }

    /**
     * {@link Triton#atomicAnd(Number, Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicAnd(Number values, Number mask) {
        return Triton.atomicAnd(this, values, mask);
    }

    /**
     * {@link Triton#atomicAnd(Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicAnd(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicAnd(this, values, option, options);
    }

    /**
     * {@link Triton#atomicAnd(Number, Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicAnd(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicAnd(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicOr(Number, Number, Number, MemSemantic, MemScope)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicOr(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicOr(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicOr(Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicOr(Number values) {
        return Triton.atomicOr(this, values);
    }

    /**
     * {@link Triton#atomicOr(Number, Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicOr(Number values, Number mask) {
        return Triton.atomicOr(this, values, mask);
    }

    /**
     * {@link Triton#atomicOr(Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicOr(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicOr(this, values, option, options);
    }

    /**
     * {@link Triton#atomicOr(Number, Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicOr(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicOr(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicXor(Number, Number, Number, MemSemantic, MemScope)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicXor(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicXor(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicXor(Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicXor(Number values) {
        return Triton.atomicXor(this, values);
    }

    /**
     * {@link Triton#atomicXor(Number, Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicXor(Number values, Number mask) {
        return Triton.atomicXor(this, values, mask);
    }

    /**
     * {@link Triton#atomicXor(Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicXor(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicXor(this, values, option, options);
    }

    /**
     * {@link Triton#atomicXor(Number, Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicXor(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicXor(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicXchg(Number, Number, Number, MemSemantic, MemScope)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicXchg(Number values, Number mask, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicXchg(this, values, mask, semantic, scope);
    }

    /**
     * {@link Triton#atomicXchg(Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public Tensor atomicXchg(Number values) {
        return Triton.atomicXchg(this, values);
    }

    /**
     * {@link Triton#atomicXchg(Number, Number, Number)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public Tensor atomicXchg(Number values, Number mask) {
        return Triton.atomicXchg(this, values, mask);
    }

    /**
     * {@link Triton#atomicXchg(Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicXchg(Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicXchg(this, values, option, options);
    }

    /**
     * {@link Triton#atomicXchg(Number, Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicXchg(
        Number values, Number mask, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicXchg(this, values, mask, option, options);
    }

    /**
     * {@link Triton#atomicCas(Number, Number, Number, MemSemantic, MemScope)} of this tile.
     *
     * @param compare what memory must hold to be written
     * @param values what is written
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     */
    public Tensor atomicCas(
        Number compare, Number values, Triton.MemSemantic semantic, Triton.MemScope scope) {
        return Triton.atomicCas(this, compare, values, semantic, scope);
    }

    /**
     * {@link Triton#atomicCas(Number, Number, Number)} of this tile.
     *
     * @param compare what memory must hold to be written
     * @param values what is written
     * @return what was there before
     */
    public Tensor atomicCas(Number compare, Number values) {
        return Triton.atomicCas(this, compare, values);
    }

    /**
     * {@link Triton#atomicCas(Number, Number, Number, AtomicOption, AtomicOption...)} of this tile.
     *
     * @param compare what memory must hold to be written
     * @param values what is written
     * @param option a constant of {@link Triton.MemSemantic} or {@link Triton.MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public Tensor atomicCas(
        Number compare, Number values, Triton.AtomicOption option, Triton.AtomicOption... options) {
        return Triton.atomicCas(this, compare, values, option, options);
    }

    /**
     * {@link Triton#multipleOf(Number, int...)} of this tile.
     *
     * @param divisors one constant for each dimension
     * @return the value; use it in place of the argument
     */
    public Tensor multipleOf(int... divisors) {
        return Triton.multipleOf(this, divisors);
    }

    /**
     * {@link Triton#maxContiguous(Tensor, int...)} of this tile.
     *
     * @param counts one constant for each dimension
     * @return the value; use it in place of the argument
     */
    public Tensor maxContiguous(int... counts) {
        return Triton.maxContiguous(this, counts);
    }

    /**
     * {@link Triton#maxConstancy(Tensor, int...)} of this tile.
     *
     * @param counts one constant for each dimension
     * @return the value; use it in place of the argument
     */
    public Tensor maxConstancy(int... counts) {
        return Triton.maxConstancy(this, counts);
    }

    /**
     * {@link Triton#deviceAssert(Number, String, Number)} of this tile.
     *
     * @param message a constant string (T-DEVICEASSERT-2)
     * @param mask truth values; {@code null} if absent
     */
    public void deviceAssert(String message, Number mask) {
        Triton.deviceAssert(this, message, mask);
    }

    /** {@link Triton#deviceAssert(Number)} of this tile. */
    public void deviceAssert() {
        Triton.deviceAssert(this);
    }

    /**
     * {@link Triton#deviceAssert(Number, String)} of this tile.
     *
     * @param message a constant string (T-DEVICEASSERT-2)
     */
    public void deviceAssert(String message) {
        Triton.deviceAssert(this, message);
    }
}
