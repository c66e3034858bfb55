// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Iterator;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * The kernel language: what a kernel may do with tiles, pointers and numbers.
 *
 * <p>A kernel is a static method with the annotation {@link Kernel}. It runs once for each <em>program</em>
 * of a grid, on a GPU or a CPU, or, to find out what it does, on the JVM ({@link Programs}).
 *
 * <pre>{@code
 * @Kernel
 * static void add(Ptr x, Ptr y, Ptr out, int n, @Constant int BLOCK) {
 *     var offsets = Triton.add(Triton.programId(0) * BLOCK, Triton.arange(0, BLOCK));
 *     var mask = Triton.lt(offsets, n);
 *     var sum = Triton.load(Triton.add(x, offsets), mask).add(Triton.load(Triton.add(y, offsets), mask));
 *     Triton.store(Triton.add(out, offsets), sum, mask);
 * }
 * }</pre>
 *
 * <h2>Types</h2>
 * A {@link Number} among the parameters is a number of Java's or of this package ({@link Float16} and the
 * like), a {@link Tensor}, which is a tile or one number, or a {@link Ptr} where pointers are taken.
 * <ul>
 * <li>Extents are powers of two, and there are 2<sup>20</sup> elements at most in a tile.
 * <li>Shapes <em>broadcast</em> as in NumPy: they are aligned at the last dimension, an extent of 1 becomes
 *     the other's; a number is a tile of any shape.
 * <li>Types are <em>promoted</em> as in Triton: the wider kind wins (truth values, integers, floating-point
 *     numbers), then the wider type. A constant number takes the tile's type where its kind allows it:
 *     adding the constant {@code 1.0f} to a tile of fp16 gives fp16.
 * <li>What is said to be <em>a constant</em> has to be known while compiling.
 * <li>{@code null} for an optional argument means that it is absent.
 * </ul>
 * Every method that takes a tile or a pointer first can be called on it as well: {@code x.add(y)} is
 * {@code Triton.add(x, y)}.
 *
 * <h2>Errors</h2>
 * A broken rule, named here by its label, is an error of the compiler; on the JVM it is a
 * {@link KernelException}, as far as it can be seen there: whether something is a constant cannot. Outside of
 * a kernel that is run by {@link Programs}, every method throws {@link IllegalStateException}.
 */
// One class holds the whole kernel language, as kernels name it: hence a file beyond the usual length. What
// the methods do on the JVM is in the classes that they call; here are overloads and documentation. Each
// method asks Programs.require first whether a kernel runs.
//
// Not here: evaluation; the methods of tiles (Tensor) and pointers (Ptr), which call these.
public final class Triton {
    private Triton() {}

    /** Which comparison {@link #compare} does. */
    public enum CompareKind {
        /** Whether a and b are equal. */
        Equal,
        /** Whether a and b are not equal. */
        NotEqual,
        /** Whether a is less than b. */
        LessThan,
        /** Whether a is not greater than b. */
        LessThanOrEqual,
        /** Whether a is greater than b. */
        GreaterThan,
        /** Whether a is not less than b. */
        GreaterThanOrEqual
    }

    /** What a load or a store may be told besides its operands. */
    public sealed interface AccessOption permits CacheModifier, EvictionPolicy {}

    /** In which caches a load looks, or where a store leaves what it writes. */
    public enum CacheModifier implements AccessOption {
        /** The hardware decides. */
        NONE,
        /** At all levels; for loads. */
        CA,
        /** In the second level only. */
        CG,
        /** Not at all, memory is read again; for loads. */
        CV,
        /** At all levels, to be used once. */
        CS,
        /** At all levels, written back later; for stores. */
        WB,
        /** Through the second level to memory; for stores. */
        WT
    }

    /** How long what was accessed stays in the cache. */
    public enum EvictionPolicy implements AccessOption {
        /** As the hardware decides. */
        NORMAL,
        /** It goes before others. */
        EVICT_FIRST,
        /** It goes after others. */
        EVICT_LAST
    }

    /** How {@link #dot(Tensor, Tensor)} multiplies floats. */
    public enum InputPrecision {
        /** On tensor cores, with ten bits of fraction. */
        TF32,
        /** By three products of TF32, nearly as float. */
        TF32X3,
        /** As float. */
        IEEE,
        /** By three products of bf16. */
        BF16X3,
        /** By six products of bf16, nearly as float. */
        BF16X6
    }

    /** What an atomic operation may be told besides its operands. */
    public sealed interface AtomicOption permits MemSemantic, MemScope {}

    /** How an atomic operation orders the accesses around it. */
    public enum MemSemantic implements AtomicOption {
        /** Not at all. */
        RELAXED,
        /** What follows comes after it. */
        ACQUIRE,
        /** What precedes comes before it. */
        RELEASE,
        /** Both. */
        ACQ_REL
    }

    /** For whom an atomic operation orders accesses. */
    public enum MemScope implements AtomicOption {
        /** For all programs on the GPU. */
        GPU,
        /** For the threads of the program. */
        CTA,
        /** For other GPUs and the host as well. */
        SYS
    }

    /** How {@link #conv(Class, Number, Rounding)} rounds a floating-point number to fewer bits. */
    public enum Rounding {
        /** To the nearest, ties to even. */
        RTNE,
        /** Towards zero. */
        RTZ
    }

    /** What becomes of NaN. */
    public enum PropagateNan {
        /** The other number is the result. */
        NONE,
        /** NaN is the result. */
        ALL
    }

    /**
     * Two tiles, or numbers, that {@link #split} has taken apart.
     *
     * @param first the elements with the last index 0
     * @param second the elements with the last index 1
     */
    public record Pair(Tensor first, Tensor second) {}

    /**
     * Elements and where they are, as {@link #maxWithIndices(Tensor)} finds them.
     *
     * @param value the elements
     * @param index their indices, ints
     */
    public record ValueIndex(Tensor value, Tensor index) {}

    /**
     * What an enhanced for statement runs over, with hints for the loop, which change how fast it is, not
     * what it does. Hints are for ranges of {@link #range(int)}, not for those that are unrolled while
     * compiling (T-HINT-1).
     *
     * <pre>{@code
     * for (int k : Triton.range(0, K, BLOCK_K).numStages(3))
     *     sum = Triton.add(sum, Triton.load(Triton.add(x, k)));
     * }</pre>
     */
    public static final class Range implements Iterable<Integer> {
        private final int start;
        private final int end;
        private final int step;
        private final boolean isStatic;

        Range(int start, int end, int step, boolean isStatic) {
            this.start = start;
            this.end = end;
            this.step = step;
            this.isStatic = isStatic;
        }

        /**
         * Software-pipelines the loop.
         *
         * @param stages with how many buffers, a constant, 0 or more (T-HINT-2)
         * @return the range with the hint
         */
        public Range numStages(int stages) {
            return hinted("numStages", stages);
        }

        /**
         * Unrolls the loop after it has been compiled.
         *
         * @param factor how many iterations become one, a constant, 1 or more (T-HINT-2)
         * @return the range with the hint
         */
        public Range unroll(int factor) {
            return hinted("unroll", factor);
        }

        /**
         * Lets different warps do different parts of the loop.
         *
         * @return the range with the hint
         */
        public Range warpSpecialize() {
            return hinted("warpSpecialize", 1);
        }

        /**
         * Makes one loop of the loop nest.
         *
         * @return the range with the hint
         */
        public Range flatten() {
            return hinted("flatten", 1);
        }

        /**
         * Keeps one buffer for the accumulator of the loop's matrix product.
         *
         * @return the range with the hint
         */
        public Range disallowAccMultiBuffer() {
            return hinted("disallowAccMultiBuffer", 1);
        }

        /**
         * Leaves in the loop what is the same in each iteration.
         *
         * @return the range with the hint
         */
        public Range disableLicm() {
            return hinted("disableLicm", 1);
        }

        /** On the JVM hints are checked, and change nothing. */
        private Range hinted(String hint, int value) {
            Ranges.checkHint(hint, value, isStatic);
            return this;
        }

        /** The numbers, for a kernel that runs on the JVM. */
        @Override
        public Iterator<Integer> iterator() {
            return Ranges.iterator(start, end, step);
        }
    }

    // ---- Programs and new tiles ---------------------------------------------------------------------------

    /**
     * The index of this program along an axis of the grid.
     *
     * <pre>{@code
     * int start = Triton.programId(0) * BLOCK;
     * }</pre>
     *
     * @param axis 0, 1 or 2, a constant
     * @return the index, from 0 to {@link #numPrograms} - 1
     * @throws KernelException on the JVM: an axis other than 0, 1 and 2 (T-PROGRAMID-1)
     */
    public static int programId(int axis) {
        Programs.require("programId");
        return Creation.programId(axis);
    }

    /**
     * The number of programs along an axis of the grid.
     *
     * <pre>{@code
     * for (int i = Triton.programId(0); i < blocks; i += Triton.numPrograms(0))
     *     process(x, i);
     * }</pre>
     *
     * @param axis 0, 1 or 2, a constant
     * @return the number of programs
     * @throws KernelException on the JVM: an axis other than 0, 1 and 2 (T-PROGRAMID-1)
     */
    public static int numPrograms(int axis) {
        Programs.require("numPrograms");
        return Creation.numPrograms(axis);
    }

    /**
     * The ints from {@code start} up to {@code end}, which is excluded, as a tile of one dimension. How many
     * they are is a power of two, at most 2<sup>20</sup>.
     *
     * <pre>{@code
     * Tensor offsets = Triton.add(Triton.programId(0) * BLOCK, Triton.arange(0, BLOCK));
     * }</pre>
     *
     * @param start the first number, a constant
     * @param end one more than the last number, a constant
     * @return a tile of {@code end - start} ints
     * @throws KernelException on the JVM: bounds that are no constants when compiled (T-ARANGE-1), an empty
     *     range (T-ARANGE-2), a number of elements that is no power of two or too large (T-ARANGE-3)
     */
    public static Tensor arange(int start, int end) {
        Programs.require("arange");
        return Creation.arange(start, end);
    }

    /**
     * A tile of zeros. Without a shape it is one number. There are 2<sup>20</sup> elements at most.
     *
     * <pre>{@code
     * Tensor sums = Triton.zeros(float.class, BLOCK_M, BLOCK_N);
     * }</pre>
     *
     * @param type the class of the elements: a primitive type's, {@link Float16} and the like
     * @param shape the extents, constant powers of two
     * @return zeros of that type and shape
     * @throws KernelException on the JVM: a class that is no number's (T-ZEROS-1), extents that are no powers
     *     of two or too large (T-ZEROS-2)
     */
    public static Tensor zeros(Class<?> type, int... shape) {
        Programs.require("zeros");
        return Creation.zeros(type, shape);
    }

    /**
     * Zeros in the shape and of the type of another tile or number.
     *
     * <pre>{@code
     * Tensor sums = Triton.zerosLike(x);
     * }</pre>
     *
     * @param x a number or a tile of numbers
     * @return zeros
     * @throws KernelException on the JVM: pointers (T-LIKE-1)
     */
    public static Tensor zerosLike(Number x) {
        Programs.require("zerosLike");
        return Creation.zerosLike(x);
    }

    /**
     * A tile filled with a value, which is converted as by {@link #conv(Class, Number)}. Without a shape it
     * is one number.
     *
     * <pre>{@code
     * Tensor best = Triton.full(float.class, Float.NEGATIVE_INFINITY, BLOCK);
     * }</pre>
     *
     * @param type the class of the elements
     * @param value one number
     * @param shape the extents, constant powers of two
     * @return the value in each element
     * @throws KernelException on the JVM: a value that is no number (T-FULL-1), a class that is no number's
     *     (T-FULL-2), extents that are no powers of two or too large (T-FULL-3)
     */
    public static Tensor full(Class<?> type, Number value, int... shape) {
        Programs.require("full");
        return Creation.full(type, value, shape);
    }

    /**
     * A value in the shape of another tile or number, converted to its type as by {@link #conv(Class,
     * Number)}.
     *
     * <pre>{@code
     * Tensor ones = Triton.fullLike(x, 1);
     * }</pre>
     *
     * @param x whose shape and type are taken
     * @param value one number
     * @return the value in each element
     * @throws KernelException on the JVM: pointers (T-LIKE-1), a value that is no number (T-FULL-1)
     */
    public static Tensor fullLike(Number x, Number value) {
        Programs.require("fullLike");
        return Creation.fullLike(x, value);
    }

    // ---- Arithmetic ---------------------------------------------------------------------------------------

    /**
     * The sum. Of a pointer or a tile of pointers and an integer or a tile of integers, on either side, it is
     * the pointer moved by as many elements. Integers wrap around. Operands are promoted and their shapes
     * broadcast.
     *
     * <pre>{@code
     * Tensor y = Triton.add(Triton.load(Triton.add(x, offsets)), 1.0f);
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return the sum, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), truth values
     *     (T-BINARY-4); of pointers and something other than integers (T-ADD-1), or shapes that do not
     *     broadcast (T-ADD-2)
     */
    public static Tensor add(Number a, Number b) {
        Programs.require("add");
        return Arithmetic.add(a, b);
    }

    /**
     * The pointer moved forward by as many elements.
     *
     * <pre>{@code
     * Ptr row = Triton.add(x, Triton.programId(0) * stride);
     * }</pre>
     *
     * @param p a pointer
     * @param elements by how many elements
     * @return the moved pointer
     */
    public static Ptr add(Ptr p, int elements) {
        Programs.require("add");
        return Arithmetic.add(p, elements);
    }

    /**
     * As {@link #add(Ptr, int)}.
     *
     * @param p a pointer
     * @param elements by how many elements
     * @return the moved pointer
     */
    public static Ptr add(Ptr p, long elements) {
        Programs.require("add");
        return Arithmetic.add(p, elements);
    }

    /**
     * The difference. Of a pointer or a tile of pointers and an integer or a tile of integers, it is the
     * pointer moved back by as many elements. Integers wrap around. Operands are promoted and their shapes
     * broadcast.
     *
     * <pre>{@code
     * Tensor shifted = Triton.sub(x, Triton.max(x, 0));
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return the difference, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), truth values
     *     (T-BINARY-4); of pointers and something other than integers (T-ADD-1), or shapes that do not
     *     broadcast (T-ADD-2)
     */
    public static Tensor sub(Number a, Number b) {
        Programs.require("sub");
        return Arithmetic.sub(a, b);
    }

    /**
     * The pointer moved back by as many elements.
     *
     * <pre>{@code
     * Ptr row = Triton.sub(x, Triton.programId(0) * stride);
     * }</pre>
     *
     * @param p a pointer
     * @param elements by how many elements
     * @return the moved pointer
     */
    public static Ptr sub(Ptr p, int elements) {
        Programs.require("sub");
        return Arithmetic.sub(p, elements);
    }

    /**
     * As {@link #sub(Ptr, int)}.
     *
     * @param p a pointer
     * @param elements by how many elements
     * @return the moved pointer
     */
    public static Ptr sub(Ptr p, long elements) {
        Programs.require("sub");
        return Arithmetic.sub(p, elements);
    }

    /**
     * The product. Integers wrap around. Operands are promoted and their shapes broadcast.
     *
     * <pre>{@code
     * Tensor scaled = Triton.mul(x, 0.5f);
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return the product, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), truth values
     *     (T-BINARY-4)
     */
    public static Tensor mul(Number a, Number b) {
        Programs.require("mul");
        return Arithmetic.mul(a, b);
    }

    /**
     * The quotient. Of integers it is rounded towards zero; they are both signed or both unsigned, and no
     * divisor is 0, nor -1 of the least number. Fp16 and bf16 are divided as float, which is the result's
     * type. Operands are promoted and their shapes broadcast.
     *
     * <pre>{@code
     * Tensor result = Triton.div(numerator, denominator);
     * }</pre>
     *
     * @param a the dividend
     * @param b the divisor
     * @return the quotient, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), truth values
     *     (T-BINARY-4), a division of integers by 0 (T-BINARY-5), signed and unsigned ones (T-BINARY-8)
     */
    public static Tensor div(Number a, Number b) {
        Programs.require("div");
        return Arithmetic.div(a, b);
    }

    /**
     * The remainder, with the sign of the dividend, of the division that {@link #div} does; types as there.
     *
     * <pre>{@code
     * Tensor rows = Triton.mod(Triton.add(start, Triton.arange(0, BLOCK)), n);
     * }</pre>
     *
     * @param a the dividend
     * @param b the divisor
     * @return the remainder, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), truth values
     *     (T-BINARY-4), a division of integers by 0 (T-BINARY-5), signed and unsigned ones (T-BINARY-8)
     */
    public static Tensor mod(Number a, Number b) {
        Programs.require("mod");
        return Arithmetic.mod(a, b);
    }

    /**
     * The number with the other sign. Integers wrap around.
     *
     * <pre>{@code
     * Tensor y = Triton.exp(Triton.neg(x));
     * }</pre>
     *
     * @param x a number or a tile of numbers
     * @return the negated number, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), truth values (T-BINARY-4)
     */
    public static Tensor neg(Number x) {
        Programs.require("neg");
        return Arithmetic.neg(x);
    }

    /**
     * The smallest integer that is not below a / b, of positive integers: how many blocks of b elements hold
     * a elements.
     *
     * <pre>{@code
     * for (int k = 0; k < Triton.cdiv(K, BLOCK_K); k++)
     *     sum = Triton.add(sum, block(x, k));
     * }</pre>
     *
     * @param a the number of elements
     * @param b the size of a block
     * @return the quotient, rounded up
     * @throws KernelException on the JVM: what is no integer (T-CDIV-1), a division by 0 (T-CDIV-2)
     */
    public static int cdiv(Number a, Number b) {
        Programs.require("cdiv");
        return Arithmetic.cdiv(a, b);
    }

    /**
     * The bits that both integers have; of truth values, whether both hold. Operands are promoted and their
     * shapes broadcast.
     *
     * <pre>{@code
     * Triton.store(pointers, x, Triton.and(maskM, maskN));
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return the bits, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), numbers that are
     *     no integers (T-BINARY-4)
     */
    public static Tensor and(Number a, Number b) {
        Programs.require("and");
        return Arithmetic.and(a, b);
    }

    /**
     * The bits that either integer has; of truth values, whether one holds. Operands are promoted and their
     * shapes broadcast.
     *
     * <pre>{@code
     * Tensor flags = Triton.or(x, 0x80);
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return the bits, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), numbers that are
     *     no integers (T-BINARY-4)
     */
    public static Tensor or(Number a, Number b) {
        Programs.require("or");
        return Arithmetic.or(a, b);
    }

    /**
     * The bits that one integer alone has; of truth values, whether they differ. Operands are promoted and
     * their shapes broadcast.
     *
     * <pre>{@code
     * Tensor partner = Triton.xor(Triton.arange(0, 64), 1);
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return the bits, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), numbers that are
     *     no integers (T-BINARY-4)
     */
    public static Tensor xor(Number a, Number b) {
        Programs.require("xor");
        return Arithmetic.xor(a, b);
    }

    /**
     * The integer with all bits inverted; of a truth value, whether it does not hold.
     *
     * <pre>{@code
     * Tensor outside = Triton.not(mask);
     * }</pre>
     *
     * @param x an integer or truth value, or a tile of them
     * @return the inverted bits, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), floating-point numbers (T-BINARY-4)
     */
    public static Tensor not(Number x) {
        Programs.require("not");
        return Arithmetic.not(x);
    }

    /**
     * The integer shifted to the left. Operands are promoted; the distance counts modulo the result's width
     * in bits, as in Java.
     *
     * <pre>{@code
     * Tensor high = Triton.shl(x, 4);
     * }</pre>
     *
     * @param x an integer or a tile of integers
     * @param distance by how many bits; the low bits count, as in Java
     * @return the shifted integer, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), numbers that are
     *     no integers (T-BINARY-4)
     */
    public static Tensor shl(Number x, Number distance) {
        Programs.require("shl");
        return Arithmetic.shl(x, distance);
    }

    /**
     * The integer shifted to the right; what comes in is the sign of a signed one, else 0. Operands are
     * promoted; the distance counts modulo the result's width in bits, as in Java.
     *
     * <pre>{@code
     * Tensor halves = Triton.shr(x, 1);
     * }</pre>
     *
     * @param x an integer or a tile of integers
     * @param distance by how many bits; the low bits count, as in Java
     * @return the shifted integer, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), numbers that are
     *     no integers (T-BINARY-4)
     */
    public static Tensor shr(Number x, Number distance) {
        Programs.require("shr");
        return Arithmetic.shr(x, distance);
    }

    /**
     * The integer shifted to the right; zeros come in, as with Java's {@code >>>}. Operands are promoted; the
     * distance counts modulo the result's width in bits, as in Java.
     *
     * <pre>{@code
     * Tensor high = Triton.ushr(bits, 16);
     * }</pre>
     *
     * @param x an integer or a tile of integers
     * @param distance by how many bits; the low bits count, as in Java
     * @return the shifted integer, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), numbers that are
     *     no integers (T-BINARY-4)
     */
    public static Tensor ushr(Number x, Number distance) {
        Programs.require("ushr");
        return Arithmetic.ushr(x, distance);
    }

    /**
     * The upper half of the product of two integers of 32 or 64 bits, read as unsigned. Operands are promoted
     * and their shapes broadcast.
     *
     * <pre>{@code
     * Tensor high = Triton.umulhi(counter, 0xD2511F53);
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return the upper half of the bits, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), others than
     *     integers of 32 or 64 bits (T-UMULHI-1)
     */
    public static Tensor umulhi(Number a, Number b) {
        Programs.require("umulhi");
        return Arithmetic.umulhi(a, b);
    }

    // ---- Comparison and choice ----------------------------------------------------------------------------

    /**
     * Whether a comparison holds. With a NaN only {@link CompareKind#NotEqual} does. Operands are promoted
     * and their shapes broadcast.
     *
     * <pre>{@code
     * Tensor mask = Triton.compare(offsets, n, Triton.CompareKind.LessThan);
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @param kind which comparison, a constant
     * @return truth values in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), a kind that is
     *     no constant (T-COMPARE-1)
     */
    public static Tensor compare(Number a, Number b, CompareKind kind) {
        Programs.require("compare");
        return Comparison.compare(a, b, kind);
    }

    /**
     * Whether a and b are equal; false with a NaN. Operands are promoted and their shapes broadcast.
     *
     * <pre>{@code
     * Tensor isDiagonal = Triton.eq(Triton.expand(rows, 1), Triton.expand(columns, 0));
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3)
     */
    public static Tensor eq(Number a, Number b) {
        Programs.require("eq");
        return Comparison.compare(a, b, CompareKind.Equal);
    }

    /**
     * Whether a and b are not equal; true with a NaN. Operands are promoted and their shapes broadcast.
     *
     * <pre>{@code
     * Tensor isNaN = Triton.ne(x, x);
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3)
     */
    public static Tensor ne(Number a, Number b) {
        Programs.require("ne");
        return Comparison.compare(a, b, CompareKind.NotEqual);
    }

    /**
     * Whether a is less than b; false with a NaN. Operands are promoted and their shapes broadcast.
     *
     * <pre>{@code
     * Tensor mask = Triton.lt(offsets, n);
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3)
     */
    public static Tensor lt(Number a, Number b) {
        Programs.require("lt");
        return Comparison.compare(a, b, CompareKind.LessThan);
    }

    /**
     * Whether a is not greater than b; false with a NaN. Operands are promoted and their shapes broadcast.
     *
     * <pre>{@code
     * Tensor causal = Triton.le(Triton.expand(keys, 0), Triton.expand(queries, 1));
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3)
     */
    public static Tensor le(Number a, Number b) {
        Programs.require("le");
        return Comparison.compare(a, b, CompareKind.LessThanOrEqual);
    }

    /**
     * Whether a is greater than b; false with a NaN. Operands are promoted and their shapes broadcast.
     *
     * <pre>{@code
     * Tensor isPositive = Triton.gt(x, 0);
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3)
     */
    public static Tensor gt(Number a, Number b) {
        Programs.require("gt");
        return Comparison.compare(a, b, CompareKind.GreaterThan);
    }

    /**
     * Whether a is not less than b; false with a NaN. Operands are promoted and their shapes broadcast.
     *
     * <pre>{@code
     * Tensor isActive = Triton.ge(x, threshold);
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3)
     */
    public static Tensor ge(Number a, Number b) {
        Programs.require("ge");
        return Comparison.compare(a, b, CompareKind.GreaterThanOrEqual);
    }

    /**
     * Whether both hold, that is, are not 0. Both are computed. Shapes broadcast.
     *
     * <pre>{@code
     * Tensor inside = Triton.logicalAnd(Triton.ge(x, low), Triton.le(x, high));
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1) or shapes that do not
     *     broadcast (T-BINARY-3)
     */
    public static Tensor logicalAnd(Number a, Number b) {
        Programs.require("logicalAnd");
        return Comparison.logicalAnd(a, b);
    }

    /**
     * Whether one holds, that is, is not 0. Both are computed. Shapes broadcast.
     *
     * <pre>{@code
     * Tensor outside = Triton.logicalOr(Triton.lt(x, low), Triton.gt(x, high));
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return truth values in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1) or shapes that do not
     *     broadcast (T-BINARY-3)
     */
    public static Tensor logicalOr(Number a, Number b) {
        Programs.require("logicalOr");
        return Comparison.logicalOr(a, b);
    }

    /**
     * Whether x does not hold, that is, is 0.
     *
     * <pre>{@code
     * Tensor isZero = Triton.logicalNot(x);
     * }</pre>
     *
     * @param x a number or a tile of numbers
     * @return truth values in the operand's shape
     * @throws KernelException on the JVM: what is no number (T-UNARY-1)
     */
    public static Tensor logicalNot(Number x) {
        Programs.require("logicalNot");
        return Comparison.logicalNot(x);
    }

    /**
     * x where the condition holds (is not 0), else y. Both are computed. x and y are promoted, or are
     * pointers of one type; all shapes broadcast.
     *
     * <pre>{@code
     * Tensor relu = Triton.where(Triton.gt(x, 0), x, 0.0f);
     * }</pre>
     *
     * @param condition truth values or numbers
     * @param x the result where the condition holds
     * @param y the result elsewhere
     * @return of the promoted type, in the shape that all broadcast to
     * @throws KernelException on the JVM: a condition that is no number (T-WHERE-1), pointers of different
     *     types (T-WHERE-2), operands that are no numbers (T-BINARY-1), have no common type (T-BINARY-2,
     *     T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3)
     */
    public static Tensor where(Tensor condition, Number x, Number y) {
        Programs.require("where");
        return Comparison.where(condition, x, y);
    }

    /**
     * The greater one of two numbers. If one is NaN the result is the other, with {@link PropagateNan#ALL} it
     * is NaN. Bf16 is compared as float, which is the result's type. Operands are promoted and their shapes
     * broadcast.
     *
     * <pre>{@code
     * Tensor relu = Triton.maximum(x, 0.0f);
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @param nan what becomes of a NaN, a constant
     * @return the greater one, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), truth values
     *     (T-BINARY-4), a {@code nan} that is no constant (T-NAN-1)
     */
    public static Tensor maximum(Number a, Number b, PropagateNan nan) {
        Programs.require("maximum");
        return Comparison.maximum(a, b, Options.given(nan, PropagateNan.NONE));
    }

    /**
     * As {@link #maximum(Number, Number, PropagateNan)}, without {@code nan}.
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return the greater one, of the promoted type, in the shape that the operands broadcast to
     */
    public static Tensor maximum(Number a, Number b) {
        Programs.require("maximum");
        return Comparison.maximum(a, b, PropagateNan.NONE);
    }

    /**
     * The lesser one of two numbers. If one is NaN the result is the other, with {@link PropagateNan#ALL} it
     * is NaN. Bf16 is compared as float, which is the result's type. Operands are promoted and their shapes
     * broadcast.
     *
     * <pre>{@code
     * Tensor capped = Triton.minimum(x, 6.0f);
     * }</pre>
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @param nan what becomes of a NaN, a constant
     * @return the lesser one, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), truth values
     *     (T-BINARY-4), a {@code nan} that is no constant (T-NAN-1)
     */
    public static Tensor minimum(Number a, Number b, PropagateNan nan) {
        Programs.require("minimum");
        return Comparison.minimum(a, b, Options.given(nan, PropagateNan.NONE));
    }

    /**
     * As {@link #minimum(Number, Number, PropagateNan)}, without {@code nan}.
     *
     * @param a the first operand, a number or a tile of numbers
     * @param b the second operand, likewise
     * @return the lesser one, of the promoted type, in the shape that the operands broadcast to
     */
    public static Tensor minimum(Number a, Number b) {
        Programs.require("minimum");
        return Comparison.minimum(a, b, PropagateNan.NONE);
    }

    /**
     * x where it is between low and high, else the nearer of them; low is not above high. A NaN x gives low,
     * with {@link PropagateNan#ALL} NaN. Operands are promoted and their shapes broadcast.
     *
     * <pre>{@code
     * Tensor unit = Triton.clamp(x, 0.0f, 1.0f);
     * }</pre>
     *
     * @param x a number or a tile of numbers
     * @param low the lower bound
     * @param high the upper bound
     * @param nan what becomes of a NaN, a constant
     * @return the number within the bounds, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), truth values
     *     (T-BINARY-4), a {@code nan} that is no constant (T-NAN-1)
     */
    public static Tensor clamp(Number x, Number low, Number high, PropagateNan nan) {
        Programs.require("clamp");
        return Comparison.clamp(x, low, high, Options.given(nan, PropagateNan.NONE));
    }

    /**
     * As {@link #clamp(Number, Number, Number, PropagateNan)}, without {@code nan}.
     *
     * @param x a number or a tile of numbers
     * @param low the lower bound
     * @param high the upper bound
     * @return the number within the bounds, of the promoted type, in the shape that the operands broadcast to
     */
    public static Tensor clamp(Number x, Number low, Number high) {
        Programs.require("clamp");
        return Comparison.clamp(x, low, high, PropagateNan.NONE);
    }

    // ---- Mathematical functions ---------------------------------------------------------------------------

    /**
     * The number without its sign. The least integer remains as it is.
     *
     * <pre>{@code
     * Tensor distance = Triton.abs(Triton.sub(x, y));
     * }</pre>
     *
     * @param x a number or a tile of numbers
     * @return the absolute value, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), truth values (T-BINARY-4)
     */
    public static Tensor abs(Number x) {
        Programs.require("abs");
        return MathFunctions.abs(x);
    }

    /**
     * The square root. It is of a floating-point number, whose type the result has; fp16 and bf16 are
     * computed as float.
     *
     * <pre>{@code
     * Tensor deviation = Triton.sqrt(variance);
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor sqrt(Number x) {
        Programs.require("sqrt");
        return MathFunctions.sqrt(x);
    }

    /**
     * 1 / the square root. It is of a floating-point number, whose type the result has; fp16 and bf16 are
     * computed as float.
     *
     * <pre>{@code
     * Tensor scale = Triton.rsqrt(Triton.add(variance, 1e-5f));
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor rsqrt(Number x) {
        Programs.require("rsqrt");
        return MathFunctions.rsqrt(x);
    }

    /**
     * e to the power of x. It is of a floating-point number, whose type the result has; fp16 and bf16 are
     * computed as float.
     *
     * <pre>{@code
     * Tensor numerator = Triton.exp(Triton.sub(x, Triton.max(x, 0)));
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor exp(Number x) {
        Programs.require("exp");
        return MathFunctions.exp(x);
    }

    /**
     * 2 to the power of x. It is of a floating-point number, whose type the result has; fp16 and bf16 are
     * computed as float.
     *
     * <pre>{@code
     * Tensor p = Triton.exp2(Triton.mul(x, 1.44269504f));
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor exp2(Number x) {
        Programs.require("exp2");
        return MathFunctions.exp2(x);
    }

    /**
     * The natural logarithm. It is of a floating-point number, whose type the result has; fp16 and bf16 are
     * computed as float.
     *
     * <pre>{@code
     * Tensor entropy = Triton.neg(Triton.mul(p, Triton.log(p)));
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor log(Number x) {
        Programs.require("log");
        return MathFunctions.log(x);
    }

    /**
     * The logarithm to base 2. It is of a floating-point number, whose type the result has; fp16 and bf16 are
     * computed as float.
     *
     * <pre>{@code
     * Tensor bits = Triton.log2(x);
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor log2(Number x) {
        Programs.require("log2");
        return MathFunctions.log2(x);
    }

    /**
     * The sine of an angle in radians. It is of a floating-point number, whose type the result has; fp16 and
     * bf16 are computed as float.
     *
     * <pre>{@code
     * Tensor wave = Triton.sin(angle);
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor sin(Number x) {
        Programs.require("sin");
        return MathFunctions.sin(x);
    }

    /**
     * The cosine of an angle in radians. It is of a floating-point number, whose type the result has; fp16
     * and bf16 are computed as float.
     *
     * <pre>{@code
     * Tensor wave = Triton.cos(angle);
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor cos(Number x) {
        Programs.require("cos");
        return MathFunctions.cos(x);
    }

    /**
     * The error function. It is of a floating-point number, whose type the result has; fp16 and bf16 are
     * computed as float.
     *
     * <pre>{@code
     * Tensor probability = Triton.mul(Triton.add(Triton.erf(Triton.mul(x, 0.70710678f)), 1.0f), 0.5f);
     * Tensor gelu = Triton.mul(x, probability);
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor erf(Number x) {
        Programs.require("erf");
        return MathFunctions.erf(x);
    }

    /**
     * The greatest whole number that is not above x. It is of a floating-point number, whose type the result
     * has; fp16 and bf16 are computed as float.
     *
     * <pre>{@code
     * Tensor whole = Triton.floor(x);
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor floor(Number x) {
        Programs.require("floor");
        return MathFunctions.floor(x);
    }

    /**
     * The least whole number that is not below x. It is of a floating-point number, whose type the result
     * has; fp16 and bf16 are computed as float.
     *
     * <pre>{@code
     * Tensor whole = Triton.ceil(x);
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor ceil(Number x) {
        Programs.require("ceil");
        return MathFunctions.ceil(x);
    }

    /**
     * 1 / (1 + exp(-x)). It is of a floating-point number, whose type the result has; fp16 and bf16 are
     * computed as float.
     *
     * <pre>{@code
     * Tensor swish = Triton.mul(x, Triton.sigmoid(x));
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor sigmoid(Number x) {
        Programs.require("sigmoid");
        return MathFunctions.sigmoid(x);
    }

    /**
     * The square root, correctly rounded. It is of a floating-point number, whose type the result has; fp16
     * and bf16 are computed as float.
     *
     * <pre>{@code
     * Tensor norm = Triton.sqrtRn(sum);
     * }</pre>
     *
     * @param x a floating-point number or a tile of them
     * @return the function of each element, of the operand's type
     * @throws KernelException on the JVM: what is no number (T-UNARY-1), integers (T-MATH-1), numbers of 8
     *     bits (T-MATH-2)
     */
    public static Tensor sqrtRn(Number x) {
        Programs.require("sqrtRn");
        return MathFunctions.sqrtRn(x);
    }

    /**
     * a * b + c, rounded once, of floating-point numbers. Operands are promoted and their shapes broadcast.
     *
     * <pre>{@code
     * Tensor y = Triton.fma(x, weight, bias);
     * }</pre>
     *
     * @param a the first factor
     * @param b the second factor
     * @param c what is added
     * @return the sum, of the promoted type, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), integers
     *     (T-MATH-1), numbers of 8 bits (T-MATH-2)
     */
    public static Tensor fma(Number a, Number b, Number c) {
        Programs.require("fma");
        return MathFunctions.fma(a, b, c);
    }

    /**
     * The quotient of floating-point numbers, of which one may be an integer. Fp16 and bf16 are divided as
     * float, which is the result's type. Shapes broadcast.
     *
     * <pre>{@code
     * Tensor mean = Triton.fdiv(sum, n);
     * }</pre>
     *
     * @param a the dividend
     * @param b the divisor
     * @return the quotient, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), only integers
     *     (T-MATH-1), numbers of 8 bits (T-MATH-2)
     */
    public static Tensor fdiv(Number a, Number b) {
        Programs.require("fdiv");
        return MathFunctions.fdiv(a, b);
    }

    /**
     * The quotient, correctly rounded; types as in {@link #fdiv}.
     *
     * <pre>{@code
     * Tensor mean = Triton.divRn(sum, n);
     * }</pre>
     *
     * @param a the dividend
     * @param b the divisor
     * @return the quotient, in the shape that the operands broadcast to
     * @throws KernelException on the JVM: operands that are no numbers (T-BINARY-1), have no common type
     *     (T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast (T-BINARY-3), only integers
     *     (T-MATH-1), numbers of 8 bits (T-MATH-2)
     */
    public static Tensor divRn(Number a, Number b) {
        Programs.require("divRn");
        return MathFunctions.divRn(a, b);
    }

    // ---- Conversions --------------------------------------------------------------------------------------

    /**
     * x as a number of another type. To fewer bits, integers wrap around; floating-point numbers are rounded
     * to the nearest, ties to even, or with {@link Rounding#RTZ} towards zero; to 8 bits, what is too large
     * becomes the largest number. Floating-point numbers lose their fraction as integers, and must be in
     * their range. A truth value is whether x is not 0.
     *
     * <pre>{@code
     * Triton.store(pointers, Triton.conv(Float16.class, accumulator), mask);
     * }</pre>
     *
     * @param to the class of the new type: a primitive type's, {@link Float16} and the like
     * @param x a number or a tile of numbers
     * @param rounding how a floating-point number becomes a narrower one, a constant; {@code null} if absent
     * @return the converted number, in the operand's shape
     * @throws KernelException on the JVM: a class that is no number's (T-CONV-1), what is no number
     *     (T-CONV-2), a rounding that is no constant (T-CONV-3) or for what is not rounded (T-CONV-4)
     */
    public static Tensor conv(Class<?> to, Number x, Rounding rounding) {
        Programs.require("conv");
        return Conversions.conv(to, x, rounding);
    }

    /**
     * As {@link #conv(Class, Number, Rounding)}, without {@code rounding}.
     *
     * @param to the class of the new type: a primitive type's, {@link Float16} and the like
     * @param x a number or a tile of numbers
     * @return the converted number, in the operand's shape
     */
    public static Tensor conv(Class<?> to, Number x) {
        Programs.require("conv");
        return Conversions.conv(to, x, null);
    }

    /**
     * The bits of x read as a number of another type of as many bits; of a tile of pointers, pointers to
     * elements of another type.
     *
     * <pre>{@code
     * Tensor bits = Triton.bitcast(int.class, x);
     * }</pre>
     *
     * @param to the class of the new type
     * @param x a number or a tile
     * @return the same bits, in the operand's shape
     * @throws KernelException on the JVM: a class that is no number's (T-BITS-1), what is neither number nor
     *     pointer (T-BITS-2), another number of bits (T-BITS-3)
     */
    public static Tensor bitcast(Class<?> to, Number x) {
        Programs.require("bitcast");
        return Conversions.bitcast(to, x);
    }

    /**
     * A pointer at the same address to elements of another type.
     *
     * <pre>{@code
     * Ptr words = Triton.bitcast(int.class, x);
     * }</pre>
     *
     * @param to the class of the new element type
     * @param p a pointer
     * @return the pointer
     * @throws KernelException on the JVM: a class that is no number's (T-BITS-1), what is neither number nor
     *     pointer (T-BITS-2), another number of bits (T-BITS-3)
     */
    public static Ptr bitcast(Class<?> to, Ptr p) {
        Programs.require("bitcast");
        return Conversions.bitcast(to, p);
    }

    // ---- Shapes -------------------------------------------------------------------------------------------

    /**
     * A tile with a dimension of extent 1 inserted.
     *
     * <pre>{@code
     * Tensor offsets = Triton.add(Triton.mul(Triton.expand(rows, 1), stride), Triton.expand(columns, 0));
     * }</pre>
     *
     * @param x a tile
     * @param axis which axis of the result the new dimension is: 0 is the first, -1 the last; a constant
     * @return the tile, with one dimension more
     * @throws KernelException on the JVM: what is no tile (T-EXPAND-1), an axis that the result lacks
     *     (T-EXPAND-2)
     */
    public static Tensor expand(Tensor x, int axis) {
        Programs.require("expand");
        return Shapes.expand(x, axis);
    }

    /**
     * A tile without a dimension, whose extent is 1; one number if there is no other.
     *
     * <pre>{@code
     * Tensor row = Triton.squeeze(x, 0);
     * }</pre>
     *
     * @param x a tile
     * @param axis the axis, a constant; -1 is the last
     * @return the tile, with one dimension less
     * @throws KernelException on the JVM: what is no tile (T-SQUEEZE-1), an axis that it lacks (T-SQUEEZE-2),
     *     another extent (T-SQUEEZE-3)
     */
    public static Tensor squeeze(Tensor x, int axis) {
        Programs.require("squeeze");
        return Shapes.squeeze(x, axis);
    }

    /**
     * The element of a tile that has one.
     *
     * <pre>{@code
     * float first = Triton.item(x).floatValue();
     * }</pre>
     *
     * @param x a tile of one element
     * @return a number, or a {@link Ptr}
     * @throws KernelException on the JVM: another number of elements (T-ITEM-1)
     */
    public static Number item(Tensor x) {
        Programs.require("item");
        return Shapes.item(x);
    }

    /**
     * The elements of a tile, in row-major order, in another shape of as many elements.
     *
     * <pre>{@code
     * Tensor matrix = Triton.reshape(x, 16, 32);
     * }</pre>
     *
     * @param x a tile
     * @param canReorder whether the elements may come in any order, which is faster; a constant
     * @param shape the extents, constant powers of two
     * @return the elements in that shape
     * @throws KernelException on the JVM: what is no tile (T-RESHAPE-1), extents that are no powers of two
     *     (T-RESHAPE-2), another number of elements (T-RESHAPE-3)
     */
    public static Tensor reshape(Tensor x, boolean canReorder, int... shape) {
        Programs.require("reshape");
        return Shapes.reshape(x, canReorder, shape);
    }

    /**
     * As {@link #reshape(Tensor, boolean, int...)}, without {@code canReorder}.
     *
     * @param x a tile
     * @param shape the extents, constant powers of two
     * @return the elements in that shape
     */
    public static Tensor reshape(Tensor x, int... shape) {
        Programs.require("reshape");
        return Shapes.reshape(x, false, shape);
    }

    /**
     * The elements of a tile, in row-major order, in one dimension.
     *
     * <pre>{@code
     * Tensor flat = Triton.ravel(x);
     * }</pre>
     *
     * @param x a tile
     * @return a tile of one dimension
     * @throws KernelException on the JVM: what is no tile (T-RAVEL-1)
     */
    public static Tensor ravel(Tensor x) {
        Programs.require("ravel");
        return Shapes.ravel(x);
    }

    /**
     * A tile with its last two dimensions exchanged, of which it has two or more.
     *
     * <pre>{@code
     * Tensor scores = Triton.dot(q, Triton.trans(k));
     * }</pre>
     *
     * @param x a tile
     * @return the transposed tile
     * @throws KernelException on the JVM: what is no tile (T-PERMUTE-1), fewer than two dimensions
     *     (T-PERMUTE-2)
     */
    public static Tensor trans(Tensor x) {
        Programs.require("trans");
        return Shapes.trans(x);
    }

    /**
     * As {@link #permute}.
     *
     * <pre>{@code
     * Tensor y = Triton.trans(x, 1, 0);
     * }</pre>
     *
     * @param x a tile
     * @param dims for each dimension of the result, which one of x it is; constants
     * @return the transposed tile
     * @throws KernelException on the JVM: what is no tile (T-PERMUTE-1), an order that does not name each
     *     dimension once (T-PERMUTE-3)
     */
    public static Tensor trans(Tensor x, int... dims) {
        Programs.require("trans");
        return Shapes.permute(x, dims);
    }

    /**
     * A tile with its dimensions in another order: dimension i of the result is dimension {@code dims[i]} of
     * x.
     *
     * <pre>{@code
     * Tensor heads = Triton.permute(x, 1, 0, 2);
     * }</pre>
     *
     * @param x a tile
     * @param dims the order, which names each dimension once; constants
     * @return the tile with its dimensions in that order
     * @throws KernelException on the JVM: what is no tile (T-PERMUTE-1), an order that does not name each
     *     dimension once (T-PERMUTE-3)
     */
    public static Tensor permute(Tensor x, int... dims) {
        Programs.require("permute");
        return Shapes.permute(x, dims);
    }

    /**
     * x in the shape of a tile's type, with its own element type: a number or pointer is repeated, missing
     * leading dimensions are added, extents of 1 grow.
     *
     * <pre>{@code
     * Tensor scale = Triton.broadcast(0.5f, x.type());
     * }</pre>
     *
     * @param x a number, a pointer or a tile
     * @param type the type whose shape is taken
     * @return x in that shape
     * @throws KernelException on the JVM: a target that is no tile's type (T-BROADCAST-1), an operand that is
     *     none (T-BROADCAST-2), other extents (T-BROADCAST-3)
     */
    public static Tensor broadcast(Object x, TensorType type) {
        Programs.require("broadcast");
        return Shapes.broadcast(x, type);
    }

    /**
     * x in a shape, as by {@link #broadcast}. There are 2<sup>20</sup> elements at most.
     *
     * <pre>{@code
     * Tensor rows = Triton.broadcastTo(Triton.expand(row, 0), 16, 64);
     * }</pre>
     *
     * @param x a number, a pointer or a tile
     * @param shape the extents, constant powers of two
     * @return x in that shape
     * @throws KernelException on the JVM: an operand that is none (T-BROADCASTTO-1), extents that are no
     *     powers of two (T-BROADCASTTO-2), other extents (T-BROADCASTTO-3)
     */
    public static Tensor broadcastTo(Object x, int... shape) {
        Programs.require("broadcastTo");
        return Shapes.broadcastTo(x, shape);
    }

    /**
     * The type to which tiles of both types, of one element type, broadcast: extents are equal or 1, counted
     * from the last dimension.
     *
     * <pre>{@code
     * TensorType type = Triton.joinShape(x.type(), y.type());
     * }</pre>
     *
     * @param a a tile's type
     * @param b another tile's type
     * @return the type of both together
     * @throws KernelException on the JVM: what is no tile's type (T-JOINSHAPE-1), element types that differ
     *     (T-JOINSHAPE-2), shapes that do not broadcast (T-JOINSHAPE-3), too many elements (T-JOINSHAPE-4)
     */
    public static TensorType joinShape(TensorType a, TensorType b) {
        Programs.require("joinShape");
        return Shapes.joinShape(a, b);
    }

    /**
     * a and b along a new last dimension of extent 2. They have one element type and are broadcast to each
     * other.
     *
     * <pre>{@code
     * Tensor complex = Triton.join(real, imaginary);
     * }</pre>
     *
     * @param a a number, a pointer or a tile
     * @param b another one, of the same element type
     * @return the joined tile
     * @throws KernelException on the JVM: operands that are none (T-JOIN-1), element types that differ
     *     (T-JOIN-2), shapes that do not broadcast (T-JOIN-3), too many elements (T-JOIN-4)
     */
    public static Tensor join(Number a, Number b) {
        Programs.require("join");
        return Shapes.join(a, b);
    }

    /**
     * The elements of a and b in turn along the last dimension, which becomes twice as long. They have one
     * element type and are broadcast to each other.
     *
     * <pre>{@code
     * Tensor rotated = Triton.interleave(even, odd);
     * }</pre>
     *
     * @param a a number, a pointer or a tile
     * @param b another one, of the same element type
     * @return the tile of both
     * @throws KernelException on the JVM: operands that are none (T-JOIN-1), element types that differ
     *     (T-JOIN-2), shapes that do not broadcast (T-JOIN-3), too many elements (T-JOIN-4)
     */
    public static Tensor interleave(Number a, Number b) {
        Programs.require("interleave");
        return Shapes.interleave(a, b);
    }

    /**
     * What {@link #join} has put together: the elements with the last index 0, and those with 1. The last
     * dimension is dropped, so that the halves of a tile of two elements are numbers.
     *
     * <pre>{@code
     * Triton.Pair halves = Triton.split(complex);
     * Tensor real = halves.first();
     * }</pre>
     *
     * @param x a tile whose last extent is 2
     * @return both halves
     * @throws KernelException on the JVM: a tile whose last extent is not 2 (T-SPLIT-1)
     */
    public static Pair split(Tensor x) {
        Programs.require("split");
        return Shapes.split(x);
    }

    /**
     * The elements of a and, after them, those of b, which are tiles of one dimension and one type.
     *
     * <pre>{@code
     * Tensor both = Triton.cat(x, y);
     * }</pre>
     *
     * @param a a tile of one dimension
     * @param b another one of the same type
     * @param canReorder whether the elements may come in any order, which is faster; a constant (T-CAT-2)
     * @return a tile twice as long
     * @throws KernelException on the JVM: other tiles (T-CAT-1), too many elements (T-CAT-3)
     */
    public static Tensor cat(Tensor a, Tensor b, boolean canReorder) {
        Programs.require("cat");
        return Shapes.cat(a, b, canReorder);
    }

    /**
     * As {@link #cat(Tensor, Tensor, boolean)}, without {@code canReorder}.
     *
     * @param a a tile of one dimension
     * @param b another one of the same type
     * @return a tile twice as long
     */
    public static Tensor cat(Tensor a, Tensor b) {
        Programs.require("cat");
        return Shapes.cat(a, b, false);
    }

    // ---- Memory -------------------------------------------------------------------------------------------

    /**
     * Reads the elements that the pointers point at, where the mask is true or absent; elsewhere the result
     * is {@code other}, converted to the element type, or undefined if there is none. Pointers, mask and
     * {@code other} are broadcast to one shape, the result's; a scalar pointer takes a scalar mask and gives
     * a scalar. At most one of the options asks for something.
     *
     * <pre>{@code
     * Tensor x = Triton.load(Triton.add(input, offsets), Triton.lt(offsets, n), 0.0f);
     * }</pre>
     *
     * @param pointers a pointer or a tile of pointers
     * @param mask truth values; {@code null} if absent
     * @param other what the result is where the mask is false; {@code null} if absent
     * @param cache the cache modifier, a constant
     * @param eviction the eviction policy, a constant
     * @param isVolatile whether the access is volatile, a constant
     * @return the elements that were read, in the shape that all broadcast to
     * @throws KernelException on the JVM: what is no pointer (T-LOAD-1), a mask of other elements (T-LOAD-2),
     *     an {@code other} that has no such type, or no mask (T-LOAD-3), shapes that do not broadcast
     *     (T-LOAD-4), options that are not for loads (T-LOAD-5, T-LOAD-6) or exclude each other (T-LOAD-7);
     *     under the runner also a read that is out of bounds
     */
    public static Tensor load(Number pointers, Number mask, Number other, CacheModifier cache,
        EvictionPolicy eviction, boolean isVolatile) {
        Programs.require("load");
        return MemoryAccess.load(pointers, mask, other, Options.given(cache, CacheModifier.NONE),
            Options.given(eviction, EvictionPolicy.NORMAL), isVolatile);
    }

    /**
     * As {@link #load(Number, Number, Number, CacheModifier, EvictionPolicy, boolean)}, without {@code mask},
     * {@code other}, {@code cache}, {@code eviction} and {@code isVolatile}.
     *
     * @param pointers a pointer or a tile of pointers
     * @return the elements that were read, in the shape that all broadcast to
     */
    public static Tensor load(Number pointers) {
        Programs.require("load");
        return MemoryAccess.load(pointers, null, null, CacheModifier.NONE, EvictionPolicy.NORMAL, false);
    }

    /**
     * As {@link #load(Number, Number, Number, CacheModifier, EvictionPolicy, boolean)}, without {@code
     * other}, {@code cache}, {@code eviction} and {@code isVolatile}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param mask truth values; {@code null} if absent
     * @return the elements that were read, in the shape that all broadcast to
     */
    public static Tensor load(Number pointers, Number mask) {
        Programs.require("load");
        return MemoryAccess.load(pointers, mask, null, CacheModifier.NONE, EvictionPolicy.NORMAL, false);
    }

    /**
     * As {@link #load(Number, Number, Number, CacheModifier, EvictionPolicy, boolean)}, without {@code
     * cache}, {@code eviction} and {@code isVolatile}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param mask truth values; {@code null} if absent
     * @param other what the result is where the mask is false; {@code null} if absent
     * @return the elements that were read, in the shape that all broadcast to
     */
    public static Tensor load(Number pointers, Number mask, Number other) {
        Programs.require("load");
        return MemoryAccess.load(pointers, mask, other, CacheModifier.NONE, EvictionPolicy.NORMAL, false);
    }

    /**
     * As {@link #load(Number, Number, Number, CacheModifier, EvictionPolicy, boolean)}, without {@code mask}
     * and {@code other}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param option a constant of {@link CacheModifier} or {@link EvictionPolicy}
     * @param options a constant of the other, if both are given
     * @return the elements that were read, in the shape that all broadcast to
     */
    public static Tensor load(Number pointers, AccessOption option, AccessOption... options) {
        Programs.require("load");
        return MemoryAccess.load(pointers, null, null, Options.cache("T-LOAD-5", option, options),
            Options.eviction("T-LOAD-5", option, options), false);
    }

    /**
     * As {@link #load(Number, Number, Number, CacheModifier, EvictionPolicy, boolean)}, without {@code
     * other}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link CacheModifier} or {@link EvictionPolicy}
     * @param options a constant of the other, if both are given
     * @return the elements that were read, in the shape that all broadcast to
     */
    public static Tensor load(Number pointers, Number mask, AccessOption option, AccessOption... options) {
        Programs.require("load");
        return MemoryAccess.load(pointers, mask, null, Options.cache("T-LOAD-5", option, options),
            Options.eviction("T-LOAD-5", option, options), false);
    }

    /**
     * As {@link #load(Number, Number, Number, CacheModifier, EvictionPolicy, boolean)}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param mask truth values; {@code null} if absent
     * @param other what the result is where the mask is false; {@code null} if absent
     * @param option a constant of {@link CacheModifier} or {@link EvictionPolicy}
     * @param options a constant of the other, if both are given
     * @return the elements that were read, in the shape that all broadcast to
     */
    public static Tensor load(
        Number pointers, Number mask, Number other, AccessOption option, AccessOption... options) {
        Programs.require("load");
        return MemoryAccess.load(pointers, mask, other, Options.cache("T-LOAD-5", option, options),
            Options.eviction("T-LOAD-5", option, options), false);
    }

    /**
     * Writes the values, converted to the type that the pointers point at, where the mask is true or absent.
     * Values and mask are broadcast to the pointers' shape. Of the options, at most one asks for something.
     *
     * <pre>{@code
     * Triton.store(Triton.add(output, offsets), y, Triton.lt(offsets, n));
     * }</pre>
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param cache the cache modifier, a constant
     * @param eviction the eviction policy, a constant
     * @throws KernelException on the JVM: what is no pointer (T-STORE-1), values that have no such type
     *     (T-STORE-2), a mask of other elements (T-STORE-3), shapes that do not broadcast to the pointers'
     *     (T-STORE-4), options that are not for stores (T-STORE-5, T-STORE-6) or exclude each other
     *     (T-STORE-7); under the runner also a write that is out of bounds
     */
    public static void store(
        Number pointers, Number values, Number mask, CacheModifier cache, EvictionPolicy eviction) {
        Programs.require("store");
        MemoryAccess.store(pointers, values, mask, Options.given(cache, CacheModifier.NONE),
            Options.given(eviction, EvictionPolicy.NORMAL));
    }

    /**
     * As {@link #store(Number, Number, Number, CacheModifier, EvictionPolicy)}, without {@code mask}, {@code
     * cache} and {@code eviction}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     */
    public static void store(Number pointers, Number values) {
        Programs.require("store");
        MemoryAccess.store(pointers, values, null, CacheModifier.NONE, EvictionPolicy.NORMAL);
    }

    /**
     * As {@link #store(Number, Number, Number, CacheModifier, EvictionPolicy)}, without {@code cache} and
     * {@code eviction}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     */
    public static void store(Number pointers, Number values, Number mask) {
        Programs.require("store");
        MemoryAccess.store(pointers, values, mask, CacheModifier.NONE, EvictionPolicy.NORMAL);
    }

    /**
     * As {@link #store(Number, Number, Number, CacheModifier, EvictionPolicy)}, without {@code mask}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param option a constant of {@link CacheModifier} or {@link EvictionPolicy}
     * @param options a constant of the other, if both are given
     */
    public static void store(Number pointers, Number values, AccessOption option, AccessOption... options) {
        Programs.require("store");
        MemoryAccess.store(pointers, values, null, Options.cache("T-STORE-5", option, options),
            Options.eviction("T-STORE-5", option, options));
    }

    /**
     * As {@link #store(Number, Number, Number, CacheModifier, EvictionPolicy)}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link CacheModifier} or {@link EvictionPolicy}
     * @param options a constant of the other, if both are given
     */
    public static void store(
        Number pointers, Number values, Number mask, AccessOption option, AccessOption... options) {
        Programs.require("store");
        MemoryAccess.store(pointers, values, mask, Options.cache("T-STORE-5", option, options),
            Options.eviction("T-STORE-5", option, options));
    }

    // ---- Reductions and scans -----------------------------------------------------------------------------

    /**
     * The sum of the elements along an axis, computed in the class's type if there is one; else integers
     * narrower than 32 bits and truth values are taken as int (unsigned ones as {@link UInt32}), fp8 as
     * float, others in their own type, fp16 and bf16 too. The axis is dropped; with {@code keepDims} it has
     * extent 1. Without an axis all elements are combined, to a number. A dropped leading dimension is added
     * back by broadcasting, a dropped trailing one is not: there, say {@code keepDims} or expand the result.
     *
     * <pre>{@code
     * Tensor mean = Triton.div(Triton.sum(x, 0), n);
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the sum
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static Tensor sum(Tensor x, int axis, boolean keepDims, Class<?> type) {
        Programs.require("sum");
        return Reductions.sum(x, axis, keepDims, type);
    }

    /**
     * As {@link #sum(Tensor, int, boolean, Class)}, without {@code axis}, {@code keepDims} and {@code type}.
     *
     * @param x a tile of numbers
     * @return the sum
     */
    public static Tensor sum(Tensor x) {
        Programs.require("sum");
        return Reductions.sum(x, null, false, null);
    }

    /**
     * As {@link #sum(Tensor, int, boolean, Class)}, without {@code keepDims} and {@code type}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the sum
     */
    public static Tensor sum(Tensor x, int axis) {
        Programs.require("sum");
        return Reductions.sum(x, axis, false, null);
    }

    /**
     * As {@link #sum(Tensor, int, boolean, Class)}, without {@code type}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the sum
     */
    public static Tensor sum(Tensor x, int axis, boolean keepDims) {
        Programs.require("sum");
        return Reductions.sum(x, axis, keepDims, null);
    }

    /**
     * As {@link #sum(Tensor, int, boolean, Class)}, without {@code keepDims}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the sum
     */
    public static Tensor sum(Tensor x, int axis, Class<?> type) {
        Programs.require("sum");
        return Reductions.sum(x, axis, false, type);
    }

    /**
     * The product of the elements along an axis, computed in the class's type if there is one; else integers
     * narrower than 32 bits and truth values are taken as int (unsigned ones as {@link UInt32}), fp8 as
     * float, others in their own type, fp16 and bf16 too. The axis is dropped; with {@code keepDims} it has
     * extent 1. Without an axis all elements are combined, to a number.
     *
     * <pre>{@code
     * Tensor product = Triton.prod(x, 0);
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the product
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static Tensor prod(Tensor x, int axis, boolean keepDims, Class<?> type) {
        Programs.require("prod");
        return Reductions.prod(x, axis, keepDims, type);
    }

    /**
     * As {@link #prod(Tensor, int, boolean, Class)}, without {@code axis}, {@code keepDims} and {@code type}.
     *
     * @param x a tile of numbers
     * @return the product
     */
    public static Tensor prod(Tensor x) {
        Programs.require("prod");
        return Reductions.prod(x, null, false, null);
    }

    /**
     * As {@link #prod(Tensor, int, boolean, Class)}, without {@code keepDims} and {@code type}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the product
     */
    public static Tensor prod(Tensor x, int axis) {
        Programs.require("prod");
        return Reductions.prod(x, axis, false, null);
    }

    /**
     * As {@link #prod(Tensor, int, boolean, Class)}, without {@code type}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the product
     */
    public static Tensor prod(Tensor x, int axis, boolean keepDims) {
        Programs.require("prod");
        return Reductions.prod(x, axis, keepDims, null);
    }

    /**
     * As {@link #prod(Tensor, int, boolean, Class)}, without {@code keepDims}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the product
     */
    public static Tensor prod(Tensor x, int axis, Class<?> type) {
        Programs.require("prod");
        return Reductions.prod(x, axis, false, type);
    }

    /**
     * The largest element along an axis, NaN aside. Floating-point numbers narrower than 32 bits give float,
     * integers int. The axis is dropped; with {@code keepDims} it has extent 1. Without an axis all elements
     * are combined, to a number. A dropped leading dimension is added back by broadcasting, a dropped
     * trailing one is not: there, say {@code keepDims} or expand the result.
     *
     * <pre>{@code
     * Tensor shifted = Triton.sub(x, Triton.max(x, 1, true));
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the largest element
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static Tensor max(Tensor x, int axis, boolean keepDims) {
        Programs.require("max");
        return Reductions.max(x, axis, keepDims);
    }

    /**
     * As {@link #max(Tensor, int, boolean)}, without {@code axis} and {@code keepDims}.
     *
     * @param x a tile of numbers
     * @return the largest element
     */
    public static Tensor max(Tensor x) {
        Programs.require("max");
        return Reductions.max(x, null, false);
    }

    /**
     * As {@link #max(Tensor, int, boolean)}, without {@code keepDims}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the largest element
     */
    public static Tensor max(Tensor x, int axis) {
        Programs.require("max");
        return Reductions.max(x, axis, false);
    }

    /**
     * The smallest element along an axis, NaN aside. Floating-point numbers narrower than 32 bits give float,
     * integers int. The axis is dropped; with {@code keepDims} it has extent 1. Without an axis all elements
     * are combined, to a number. A dropped leading dimension is added back by broadcasting, a dropped
     * trailing one is not: there, say {@code keepDims} or expand the result.
     *
     * <pre>{@code
     * Tensor least = Triton.min(x, 0);
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the smallest element
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static Tensor min(Tensor x, int axis, boolean keepDims) {
        Programs.require("min");
        return Reductions.min(x, axis, keepDims);
    }

    /**
     * As {@link #min(Tensor, int, boolean)}, without {@code axis} and {@code keepDims}.
     *
     * @param x a tile of numbers
     * @return the smallest element
     */
    public static Tensor min(Tensor x) {
        Programs.require("min");
        return Reductions.min(x, null, false);
    }

    /**
     * As {@link #min(Tensor, int, boolean)}, without {@code keepDims}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the smallest element
     */
    public static Tensor min(Tensor x, int axis) {
        Programs.require("min");
        return Reductions.min(x, axis, false);
    }

    /**
     * The bitwise exclusive or of the integers, or truth values, along an axis. The axis is dropped; with
     * {@code keepDims} it has extent 1. Without an axis all elements are combined, to a number.
     *
     * <pre>{@code
     * Tensor parity = Triton.xorSum(x, 0);
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the exclusive or
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static Tensor xorSum(Tensor x, int axis, boolean keepDims) {
        Programs.require("xorSum");
        return Reductions.xorSum(x, axis, keepDims);
    }

    /**
     * As {@link #xorSum(Tensor, int, boolean)}, without {@code axis} and {@code keepDims}.
     *
     * @param x a tile of numbers
     * @return the exclusive or
     */
    public static Tensor xorSum(Tensor x) {
        Programs.require("xorSum");
        return Reductions.xorSum(x, null, false);
    }

    /**
     * As {@link #xorSum(Tensor, int, boolean)}, without {@code keepDims}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the exclusive or
     */
    public static Tensor xorSum(Tensor x, int axis) {
        Programs.require("xorSum");
        return Reductions.xorSum(x, axis, false);
    }

    /**
     * The bitwise or of the integers, or truth values, along an axis. The axis is dropped; with {@code
     * keepDims} it has extent 1. Without an axis all elements are combined, to a number.
     *
     * <pre>{@code
     * Tensor any = Triton.reduceOr(Triton.gt(x, 0), 0);
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the or
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static Tensor reduceOr(Tensor x, int axis, boolean keepDims) {
        Programs.require("reduceOr");
        return Reductions.reduceOr(x, axis, keepDims);
    }

    /**
     * As {@link #reduceOr(Tensor, int, boolean)}, without {@code axis} and {@code keepDims}.
     *
     * @param x a tile of numbers
     * @return the or
     */
    public static Tensor reduceOr(Tensor x) {
        Programs.require("reduceOr");
        return Reductions.reduceOr(x, null, false);
    }

    /**
     * As {@link #reduceOr(Tensor, int, boolean)}, without {@code keepDims}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the or
     */
    public static Tensor reduceOr(Tensor x, int axis) {
        Programs.require("reduceOr");
        return Reductions.reduceOr(x, axis, false);
    }

    /**
     * The bitwise and of the integers, or truth values, along an axis. The axis is dropped; with {@code
     * keepDims} it has extent 1. Without an axis all elements are combined, to a number.
     *
     * <pre>{@code
     * Tensor all = Triton.reduceAnd(Triton.gt(x, 0), 0);
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the and
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static Tensor reduceAnd(Tensor x, int axis, boolean keepDims) {
        Programs.require("reduceAnd");
        return Reductions.reduceAnd(x, axis, keepDims);
    }

    /**
     * As {@link #reduceAnd(Tensor, int, boolean)}, without {@code axis} and {@code keepDims}.
     *
     * @param x a tile of numbers
     * @return the and
     */
    public static Tensor reduceAnd(Tensor x) {
        Programs.require("reduceAnd");
        return Reductions.reduceAnd(x, null, false);
    }

    /**
     * As {@link #reduceAnd(Tensor, int, boolean)}, without {@code keepDims}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the and
     */
    public static Tensor reduceAnd(Tensor x, int axis) {
        Programs.require("reduceAnd");
        return Reductions.reduceAnd(x, axis, false);
    }

    /**
     * The index, an int, of the largest element along an axis, or in row-major order without one; of equal
     * ones the first. The axis is dropped; with {@code keepDims} it has extent 1. Without an axis all
     * elements are combined, to a number.
     *
     * <pre>{@code
     * Tensor label = Triton.argmax(scores, 0);
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the index
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static Tensor argmax(Tensor x, int axis, boolean keepDims) {
        Programs.require("argmax");
        return Reductions.argmax(x, axis, keepDims);
    }

    /**
     * As {@link #argmax(Tensor, int, boolean)}, without {@code axis} and {@code keepDims}.
     *
     * @param x a tile of numbers
     * @return the index
     */
    public static Tensor argmax(Tensor x) {
        Programs.require("argmax");
        return Reductions.argmax(x, null, false);
    }

    /**
     * As {@link #argmax(Tensor, int, boolean)}, without {@code keepDims}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the index
     */
    public static Tensor argmax(Tensor x, int axis) {
        Programs.require("argmax");
        return Reductions.argmax(x, axis, false);
    }

    /**
     * The index, an int, of the smallest element along an axis, or in row-major order without one; of equal
     * ones the first. The axis is dropped; with {@code keepDims} it has extent 1. Without an axis all
     * elements are combined, to a number.
     *
     * <pre>{@code
     * Tensor nearest = Triton.argmin(distances, 0);
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the index
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static Tensor argmin(Tensor x, int axis, boolean keepDims) {
        Programs.require("argmin");
        return Reductions.argmin(x, axis, keepDims);
    }

    /**
     * As {@link #argmin(Tensor, int, boolean)}, without {@code axis} and {@code keepDims}.
     *
     * @param x a tile of numbers
     * @return the index
     */
    public static Tensor argmin(Tensor x) {
        Programs.require("argmin");
        return Reductions.argmin(x, null, false);
    }

    /**
     * As {@link #argmin(Tensor, int, boolean)}, without {@code keepDims}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the index
     */
    public static Tensor argmin(Tensor x, int axis) {
        Programs.require("argmin");
        return Reductions.argmin(x, axis, false);
    }

    /**
     * The largest element along an axis and its index, an int; of equal ones the first. Bf16 and fp8 give
     * float. The axis is dropped; with {@code keepDims} it has extent 1. Without an axis all elements are
     * combined, to a number.
     *
     * <pre>{@code
     * Triton.ValueIndex best = Triton.maxWithIndices(scores, 0);
     * Triton.store(out, best.index());
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the element and its index
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static ValueIndex maxWithIndices(Tensor x, int axis, boolean keepDims) {
        Programs.require("maxWithIndices");
        return Reductions.maxWithIndices(x, axis, keepDims);
    }

    /**
     * As {@link #maxWithIndices(Tensor, int, boolean)}, without {@code axis} and {@code keepDims}.
     *
     * @param x a tile of numbers
     * @return the element and its index
     */
    public static ValueIndex maxWithIndices(Tensor x) {
        Programs.require("maxWithIndices");
        return Reductions.maxWithIndices(x, null, false);
    }

    /**
     * As {@link #maxWithIndices(Tensor, int, boolean)}, without {@code keepDims}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the element and its index
     */
    public static ValueIndex maxWithIndices(Tensor x, int axis) {
        Programs.require("maxWithIndices");
        return Reductions.maxWithIndices(x, axis, false);
    }

    /**
     * The smallest element along an axis and its index, an int; of equal ones the first. Bf16 and fp8 give
     * float. The axis is dropped; with {@code keepDims} it has extent 1. Without an axis all elements are
     * combined, to a number.
     *
     * <pre>{@code
     * Triton.ValueIndex nearest = Triton.minWithIndices(distances, 0);
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the element and its index
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static ValueIndex minWithIndices(Tensor x, int axis, boolean keepDims) {
        Programs.require("minWithIndices");
        return Reductions.minWithIndices(x, axis, keepDims);
    }

    /**
     * As {@link #minWithIndices(Tensor, int, boolean)}, without {@code axis} and {@code keepDims}.
     *
     * @param x a tile of numbers
     * @return the element and its index
     */
    public static ValueIndex minWithIndices(Tensor x) {
        Programs.require("minWithIndices");
        return Reductions.minWithIndices(x, null, false);
    }

    /**
     * As {@link #minWithIndices(Tensor, int, boolean)}, without {@code keepDims}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the element and its index
     */
    public static ValueIndex minWithIndices(Tensor x, int axis) {
        Programs.require("minWithIndices");
        return Reductions.minWithIndices(x, axis, false);
    }

    /**
     * For each element, the sum of all up to it along the axis, or with {@code reverse} of all from it on. It
     * is computed in the class's type; without one as in {@link #sum(Tensor, int)}, but bf16 in float.
     *
     * <pre>{@code
     * Tensor ends = Triton.cumsum(lengths, 0);
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param reverse whether to go from the last element to the first; a constant
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the running sums, in the tile's shape
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static Tensor cumsum(Tensor x, int axis, boolean reverse, Class<?> type) {
        Programs.require("cumsum");
        return Reductions.cumsum(x, axis, reverse, type);
    }

    /**
     * As {@link #cumsum(Tensor, int, boolean, Class)}, without {@code reverse} and {@code type}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the running sums, in the tile's shape
     */
    public static Tensor cumsum(Tensor x, int axis) {
        Programs.require("cumsum");
        return Reductions.cumsum(x, axis, false, null);
    }

    /**
     * As {@link #cumsum(Tensor, int, boolean, Class)}, without {@code type}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param reverse whether to go from the last element to the first; a constant
     * @return the running sums, in the tile's shape
     */
    public static Tensor cumsum(Tensor x, int axis, boolean reverse) {
        Programs.require("cumsum");
        return Reductions.cumsum(x, axis, reverse, null);
    }

    /**
     * As {@link #cumsum(Tensor, int, boolean, Class)}, without {@code reverse}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the running sums, in the tile's shape
     */
    public static Tensor cumsum(Tensor x, int axis, Class<?> type) {
        Programs.require("cumsum");
        return Reductions.cumsum(x, axis, false, type);
    }

    /**
     * For each element, the product of all up to it along the axis, or with {@code reverse} of all from it
     * on. It is computed in the class's type; without one in float for bf16 and fp8 and else in the tile's
     * own.
     *
     * <pre>{@code
     * Tensor decay = Triton.cumprod(factors, 0);
     * }</pre>
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param reverse whether to go from the last element to the first; a constant
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the running products, in the tile's shape
     * @throws KernelException on the JVM: what is no tile of numbers (T-REDUCTION-1), an axis that it lacks
     *     (T-REDUCTION-2), wrong options (T-REDUCTION-3), an operation that the type lacks (T-REDUCTION-4)
     */
    public static Tensor cumprod(Tensor x, int axis, boolean reverse, Class<?> type) {
        Programs.require("cumprod");
        return Reductions.cumprod(x, axis, reverse, type);
    }

    /**
     * As {@link #cumprod(Tensor, int, boolean, Class)}, without {@code reverse} and {@code type}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @return the running products, in the tile's shape
     */
    public static Tensor cumprod(Tensor x, int axis) {
        Programs.require("cumprod");
        return Reductions.cumprod(x, axis, false, null);
    }

    /**
     * As {@link #cumprod(Tensor, int, boolean, Class)}, without {@code type}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param reverse whether to go from the last element to the first; a constant
     * @return the running products, in the tile's shape
     */
    public static Tensor cumprod(Tensor x, int axis, boolean reverse) {
        Programs.require("cumprod");
        return Reductions.cumprod(x, axis, reverse, null);
    }

    /**
     * As {@link #cumprod(Tensor, int, boolean, Class)}, without {@code reverse}.
     *
     * @param x a tile of numbers
     * @param axis the axis, a constant; -1 is the last
     * @param type the class of the type in which to compute; {@code null} if absent
     * @return the running products, in the tile's shape
     */
    public static Tensor cumprod(Tensor x, int axis, Class<?> type) {
        Programs.require("cumprod");
        return Reductions.cumprod(x, axis, false, type);
    }

    /**
     * Combines the elements along an axis, or all of them, by an associative function of two elements, in any
     * order. x is a tile of numbers, or a record of tiles of one shape, for which the function gets and gives
     * records of numbers. The axis is dropped, or has extent 1 with {@code keepDims}; where none is left, the
     * result is a number.
     *
     * <pre>{@code
     * Tensor longest = Triton.reduce(x, 0,
     *         (a, b) -> Triton.where(Triton.gt(Triton.abs(a), Triton.abs(b)), a, b));
     * }</pre>
     *
     * @param <T> a tile's class, or a record's
     * @param x a tile of numbers, or a record of tiles of one shape
     * @param axis the axis, a constant; -1 is the last
     * @param combine an associative function of two elements
     * @param keepDims whether the axis stays, with extent 1; a constant
     * @return the combined elements
     * @throws KernelException on the JVM: what is no tile of numbers, nor a record of some of one shape
     *     (T-COMBINE-1), an axis that it lacks (T-COMBINE-2), wrong options (T-COMBINE-3), a function that
     *     does not give what its arguments are (T-COMBINE-6)
     */
    public static <T> T reduce(T x, int axis, BinaryOperator<T> combine, boolean keepDims) {
        Programs.require("reduce");
        return Combining.reduce(x, axis, combine, keepDims);
    }

    /**
     * As {@link #reduce(Object, int, BinaryOperator, boolean)}, without {@code axis} and {@code keepDims}.
     *
     * @param <T> a tile's class, or a record's
     * @param x a tile of numbers, or a record of tiles of one shape
     * @param combine an associative function of two elements
     * @return the combined elements
     */
    public static <T> T reduce(T x, BinaryOperator<T> combine) {
        Programs.require("reduce");
        return Combining.reduce(x, null, combine, false);
    }

    /**
     * As {@link #reduce(Object, int, BinaryOperator, boolean)}, without {@code keepDims}.
     *
     * @param <T> a tile's class, or a record's
     * @param x a tile of numbers, or a record of tiles of one shape
     * @param axis the axis, a constant; -1 is the last
     * @param combine an associative function of two elements
     * @return the combined elements
     */
    public static <T> T reduce(T x, int axis, BinaryOperator<T> combine) {
        Programs.require("reduce");
        return Combining.reduce(x, axis, combine, false);
    }

    /**
     * Gives, for each element, the combination of all up to it along the axis, or with {@code reverse} of all
     * from it on, by an associative function of two elements. x is a tile of numbers, or a record of tiles of
     * one shape, for which the function gets and gives records of numbers.
     *
     * <pre>{@code
     * Tensor highest = Triton.scan(x, 0, Triton::maximum);
     * }</pre>
     *
     * @param <T> a tile's class, or a record's
     * @param x a tile of numbers, or a record of tiles of one shape
     * @param axis the axis, a constant; -1 is the last
     * @param combine an associative function of two elements
     * @param reverse whether to go from the last element to the first; a constant
     * @return the combinations, in the tile's shape
     * @throws KernelException on the JVM: what is no tile of numbers, nor a record of some of one shape
     *     (T-COMBINE-1), an axis that it lacks (T-COMBINE-2), wrong options (T-COMBINE-3), a function that
     *     does not give what its arguments are (T-COMBINE-6)
     */
    public static <T> T scan(T x, int axis, BinaryOperator<T> combine, boolean reverse) {
        Programs.require("scan");
        return Combining.scan(x, axis, combine, reverse);
    }

    /**
     * As {@link #scan(Object, int, BinaryOperator, boolean)}, without {@code reverse}.
     *
     * @param <T> a tile's class, or a record's
     * @param x a tile of numbers, or a record of tiles of one shape
     * @param axis the axis, a constant; -1 is the last
     * @param combine an associative function of two elements
     * @return the combinations, in the tile's shape
     */
    public static <T> T scan(T x, int axis, BinaryOperator<T> combine) {
        Programs.require("scan");
        return Combining.scan(x, axis, combine, false);
    }

    // ---- Functions of the kernel --------------------------------------------------------------------------

    /**
     * Applies a function, written in Java, to each element of a tile of numbers. It gets a number, may branch
     * and loop, and gives a number; it must not write memory.
     *
     * <pre>{@code
     * Tensor y = Triton.map(x, v -> hardSwish(v.floatValue()));
     * }</pre>
     *
     * @param x a tile of numbers
     * @param f the function of an element
     * @return a tile of what the function gave
     * @throws KernelException on the JVM: what is no number (T-MAP-5), shapes that do not broadcast
     *     (T-MAP-6), no tile (T-MAP-7), a function that does not give a number (T-MAP-9)
     */
    public static Tensor map(Tensor x, UnaryOperator<Number> f) {
        Programs.require("map");
        return Combining.map(x, f);
    }

    /**
     * Applies a function, written in Java, to each pair of elements of two tiles, which are broadcast to one
     * shape. It gets two numbers, may branch and loop, and gives a number; it must not write memory.
     *
     * <pre>{@code
     * Tensor z = Triton.map(x, y, (a, b) -> mix(a.floatValue(), b.floatValue()));
     * }</pre>
     *
     * @param x a tile of numbers, or one number
     * @param y another one
     * @param f the function of two elements
     * @return a tile of what the function gave
     * @throws KernelException on the JVM: what is no number (T-MAP-5), shapes that do not broadcast
     *     (T-MAP-6), no tile (T-MAP-7), a function that does not give a number (T-MAP-9)
     */
    public static Tensor map(Tensor x, Tensor y, BinaryOperator<Number> f) {
        Programs.require("map");
        return Combining.map(x, y, f);
    }

    // ---- Matrix products ----------------------------------------------------------------------------------

    /**
     * The matrix product of a (M&times;K) and b (K&times;N), plus acc (M&times;N) if given; for three
     * dimensions, of each pair of matrices along the first. a and b have one type, or are both fp8; K is 16
     * at least, 32 for 8 bits. The result is int for byte, double for double, float for float and bf16; for
     * fp16 and fp8 it is float, or fp16 if {@code type} or {@code acc} says so.
     *
     * <pre>{@code
     * for (int k = 0; k < Triton.cdiv(K, BLOCK_K); k++)
     *     accumulator = Triton.dot(blockOf(a, k), blockOf(b, k), accumulator);
     * }</pre>
     *
     * @param a a tile of two dimensions, or of three
     * @param b another one
     * @param acc what is added, of the result's type; {@code null} if absent
     * @param precision how floats are multiplied, a constant; {@link InputPrecision#TF32} if absent
     * @param type the class of the result's elements; {@code null} if absent
     * @return the product, M&times;N
     * @throws KernelException on the JVM: operands that are no such tiles (T-DOT-1), extents that do not fit
     *     (T-DOT-2, T-DOT-3), element types that cannot be multiplied (T-DOT-4), a K that is too small
     *     (T-DOT-5), a type that is none of the sum's (T-DOT-7), too many elements (T-DOT-8), an accumulator
     *     of another type (T-DOT-9)
     */
    public static Tensor dot(Tensor a, Tensor b, Tensor acc, InputPrecision precision, Class<?> type) {
        Programs.require("dot");
        return MatrixProducts.dot(a, b, acc, Options.given(precision, InputPrecision.TF32), type);
    }

    /**
     * As {@link #dot(Tensor, Tensor, Tensor, InputPrecision, Class)}, without {@code acc}, {@code precision}
     * and {@code type}.
     *
     * @param a a tile of two dimensions, or of three
     * @param b another one
     * @return the product, M&times;N
     */
    public static Tensor dot(Tensor a, Tensor b) {
        Programs.require("dot");
        return MatrixProducts.dot(a, b, null, InputPrecision.TF32, null);
    }

    /**
     * As {@link #dot(Tensor, Tensor, Tensor, InputPrecision, Class)}, without {@code precision} and {@code
     * type}.
     *
     * @param a a tile of two dimensions, or of three
     * @param b another one
     * @param acc what is added, of the result's type; {@code null} if absent
     * @return the product, M&times;N
     */
    public static Tensor dot(Tensor a, Tensor b, Tensor acc) {
        Programs.require("dot");
        return MatrixProducts.dot(a, b, acc, InputPrecision.TF32, null);
    }

    /**
     * As {@link #dot(Tensor, Tensor, Tensor, InputPrecision, Class)}, without {@code acc} and {@code type}.
     *
     * @param a a tile of two dimensions, or of three
     * @param b another one
     * @param precision how floats are multiplied, a constant; {@link InputPrecision#TF32} if absent
     * @return the product, M&times;N
     */
    public static Tensor dot(Tensor a, Tensor b, InputPrecision precision) {
        Programs.require("dot");
        return MatrixProducts.dot(a, b, null, Options.given(precision, InputPrecision.TF32), null);
    }

    /**
     * As {@link #dot(Tensor, Tensor, Tensor, InputPrecision, Class)}, without {@code acc} and {@code
     * precision}.
     *
     * @param a a tile of two dimensions, or of three
     * @param b another one
     * @param type the class of the result's elements; {@code null} if absent
     * @return the product, M&times;N
     */
    public static Tensor dot(Tensor a, Tensor b, Class<?> type) {
        Programs.require("dot");
        return MatrixProducts.dot(a, b, null, InputPrecision.TF32, type);
    }

    /**
     * As {@link #dot(Tensor, Tensor, Tensor, InputPrecision, Class)}, without {@code type}.
     *
     * @param a a tile of two dimensions, or of three
     * @param b another one
     * @param acc what is added, of the result's type; {@code null} if absent
     * @param precision how floats are multiplied, a constant; {@link InputPrecision#TF32} if absent
     * @return the product, M&times;N
     */
    public static Tensor dot(Tensor a, Tensor b, Tensor acc, InputPrecision precision) {
        Programs.require("dot");
        return MatrixProducts.dot(a, b, acc, Options.given(precision, InputPrecision.TF32), null);
    }

    // ---- Atomic operations --------------------------------------------------------------------------------

    /**
     * Adds to what the pointers point at where the mask is true or absent, atomically, and gives what was
     * there before. Values are converted to the element type, a number of 32 or 64 bits or a floating-point
     * number of 16; values and mask are broadcast to the pointers' shape, the result's. The accesses are
     * ordered as {@link MemSemantic#ACQ_REL} says, for {@link MemScope#GPU}, unless the options say
     * otherwise.
     *
     * <pre>{@code
     * Triton.atomicAdd(total, Triton.sum(x));
     * }</pre>
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     * @throws KernelException on the JVM: what is no pointer (T-ATOMIC-1), an element type that has no such
     *     update (T-ATOMIC-2), values that have no such type (T-ATOMIC-3), a mask of other elements
     *     (T-ATOMIC-4), shapes that do not broadcast to the pointers' (T-ATOMIC-5), wrong options
     *     (T-ATOMIC-6); under the runner also an access that is out of bounds
     */
    public static Tensor atomicAdd(
        Number pointers, Number values, Number mask, MemSemantic semantic, MemScope scope) {
        Programs.require("atomicAdd");
        return Atomics.atomicAdd(pointers, values, mask, Options.given(semantic, MemSemantic.ACQ_REL),
            Options.given(scope, MemScope.GPU));
    }

    /**
     * As {@link #atomicAdd(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}, {@code
     * semantic} and {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public static Tensor atomicAdd(Number pointers, Number values) {
        Programs.require("atomicAdd");
        return Atomics.atomicAdd(pointers, values, null, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicAdd(Number, Number, Number, MemSemantic, MemScope)}, without {@code semantic} and
     * {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public static Tensor atomicAdd(Number pointers, Number values, Number mask) {
        Programs.require("atomicAdd");
        return Atomics.atomicAdd(pointers, values, mask, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicAdd(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicAdd(
        Number pointers, Number values, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicAdd");
        return Atomics.atomicAdd(
            pointers, values, null, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * As {@link #atomicAdd(Number, Number, Number, MemSemantic, MemScope)}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicAdd(
        Number pointers, Number values, Number mask, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicAdd");
        return Atomics.atomicAdd(
            pointers, values, mask, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * Writes the larger of the value and what the pointers point at where the mask is true or absent,
     * atomically, and gives what was there before. Values are converted to the element type, a number of 32
     * or 64 bits, of which floating-point ones are updated as integers in two steps; values and mask are
     * broadcast to the pointers' shape, the result's. The accesses are ordered as {@link MemSemantic#ACQ_REL}
     * says, for {@link MemScope#GPU}, unless the options say otherwise.
     *
     * <pre>{@code
     * Triton.atomicMax(highest, Triton.max(x));
     * }</pre>
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     * @throws KernelException on the JVM: what is no pointer (T-ATOMIC-1), an element type that has no such
     *     update (T-ATOMIC-2), values that have no such type (T-ATOMIC-3), a mask of other elements
     *     (T-ATOMIC-4), shapes that do not broadcast to the pointers' (T-ATOMIC-5), wrong options
     *     (T-ATOMIC-6); under the runner also an access that is out of bounds
     */
    public static Tensor atomicMax(
        Number pointers, Number values, Number mask, MemSemantic semantic, MemScope scope) {
        Programs.require("atomicMax");
        return Atomics.atomicMax(pointers, values, mask, Options.given(semantic, MemSemantic.ACQ_REL),
            Options.given(scope, MemScope.GPU));
    }

    /**
     * As {@link #atomicMax(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}, {@code
     * semantic} and {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public static Tensor atomicMax(Number pointers, Number values) {
        Programs.require("atomicMax");
        return Atomics.atomicMax(pointers, values, null, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicMax(Number, Number, Number, MemSemantic, MemScope)}, without {@code semantic} and
     * {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public static Tensor atomicMax(Number pointers, Number values, Number mask) {
        Programs.require("atomicMax");
        return Atomics.atomicMax(pointers, values, mask, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicMax(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicMax(
        Number pointers, Number values, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicMax");
        return Atomics.atomicMax(
            pointers, values, null, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * As {@link #atomicMax(Number, Number, Number, MemSemantic, MemScope)}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicMax(
        Number pointers, Number values, Number mask, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicMax");
        return Atomics.atomicMax(
            pointers, values, mask, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * Writes the smaller of the value and what the pointers point at where the mask is true or absent,
     * atomically, and gives what was there before. Values are converted to the element type, a number of 32
     * or 64 bits, of which floating-point ones are updated as integers in two steps; values and mask are
     * broadcast to the pointers' shape, the result's. The accesses are ordered as {@link MemSemantic#ACQ_REL}
     * says, for {@link MemScope#GPU}, unless the options say otherwise.
     *
     * <pre>{@code
     * Triton.atomicMin(lowest, Triton.min(x));
     * }</pre>
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     * @throws KernelException on the JVM: what is no pointer (T-ATOMIC-1), an element type that has no such
     *     update (T-ATOMIC-2), values that have no such type (T-ATOMIC-3), a mask of other elements
     *     (T-ATOMIC-4), shapes that do not broadcast to the pointers' (T-ATOMIC-5), wrong options
     *     (T-ATOMIC-6); under the runner also an access that is out of bounds
     */
    public static Tensor atomicMin(
        Number pointers, Number values, Number mask, MemSemantic semantic, MemScope scope) {
        Programs.require("atomicMin");
        return Atomics.atomicMin(pointers, values, mask, Options.given(semantic, MemSemantic.ACQ_REL),
            Options.given(scope, MemScope.GPU));
    }

    /**
     * As {@link #atomicMin(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}, {@code
     * semantic} and {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public static Tensor atomicMin(Number pointers, Number values) {
        Programs.require("atomicMin");
        return Atomics.atomicMin(pointers, values, null, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicMin(Number, Number, Number, MemSemantic, MemScope)}, without {@code semantic} and
     * {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public static Tensor atomicMin(Number pointers, Number values, Number mask) {
        Programs.require("atomicMin");
        return Atomics.atomicMin(pointers, values, mask, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicMin(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicMin(
        Number pointers, Number values, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicMin");
        return Atomics.atomicMin(
            pointers, values, null, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * As {@link #atomicMin(Number, Number, Number, MemSemantic, MemScope)}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicMin(
        Number pointers, Number values, Number mask, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicMin");
        return Atomics.atomicMin(
            pointers, values, mask, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * Replaces what the pointers point at by its bitwise and with the value where the mask is true or absent,
     * atomically, and gives what was there before. Values are converted to the element type, an integer of 32
     * or 64 bits; values and mask are broadcast to the pointers' shape, the result's. The accesses are
     * ordered as {@link MemSemantic#ACQ_REL} says, for {@link MemScope#GPU}, unless the options say
     * otherwise.
     *
     * <pre>{@code
     * Triton.atomicAnd(flags, ~1);
     * }</pre>
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     * @throws KernelException on the JVM: what is no pointer (T-ATOMIC-1), an element type that has no such
     *     update (T-ATOMIC-2), values that have no such type (T-ATOMIC-3), a mask of other elements
     *     (T-ATOMIC-4), shapes that do not broadcast to the pointers' (T-ATOMIC-5), wrong options
     *     (T-ATOMIC-6); under the runner also an access that is out of bounds
     */
    public static Tensor atomicAnd(
        Number pointers, Number values, Number mask, MemSemantic semantic, MemScope scope) {
        Programs.require("atomicAnd");
        return Atomics.atomicAnd(pointers, values, mask, Options.given(semantic, MemSemantic.ACQ_REL),
            Options.given(scope, MemScope.GPU));
    }

    /**
     * As {@link #atomicAnd(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}, {@code
     * semantic} and {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public static Tensor atomicAnd(Number pointers, Number values) {
        Programs.require("atomicAnd");
        return Atomics.atomicAnd(pointers, values, null, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicAnd(Number, Number, Number, MemSemantic, MemScope)}, without {@code semantic} and
     * {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public static Tensor atomicAnd(Number pointers, Number values, Number mask) {
        Programs.require("atomicAnd");
        return Atomics.atomicAnd(pointers, values, mask, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicAnd(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicAnd(
        Number pointers, Number values, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicAnd");
        return Atomics.atomicAnd(
            pointers, values, null, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * As {@link #atomicAnd(Number, Number, Number, MemSemantic, MemScope)}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicAnd(
        Number pointers, Number values, Number mask, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicAnd");
        return Atomics.atomicAnd(
            pointers, values, mask, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * Replaces what the pointers point at by its bitwise or with the value where the mask is true or absent,
     * atomically, and gives what was there before. Values are converted to the element type, an integer of 32
     * or 64 bits; values and mask are broadcast to the pointers' shape, the result's. The accesses are
     * ordered as {@link MemSemantic#ACQ_REL} says, for {@link MemScope#GPU}, unless the options say
     * otherwise.
     *
     * <pre>{@code
     * Triton.atomicOr(flags, 1);
     * }</pre>
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     * @throws KernelException on the JVM: what is no pointer (T-ATOMIC-1), an element type that has no such
     *     update (T-ATOMIC-2), values that have no such type (T-ATOMIC-3), a mask of other elements
     *     (T-ATOMIC-4), shapes that do not broadcast to the pointers' (T-ATOMIC-5), wrong options
     *     (T-ATOMIC-6); under the runner also an access that is out of bounds
     */
    public static Tensor atomicOr(
        Number pointers, Number values, Number mask, MemSemantic semantic, MemScope scope) {
        Programs.require("atomicOr");
        return Atomics.atomicOr(pointers, values, mask, Options.given(semantic, MemSemantic.ACQ_REL),
            Options.given(scope, MemScope.GPU));
    }

    /**
     * As {@link #atomicOr(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}, {@code
     * semantic} and {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public static Tensor atomicOr(Number pointers, Number values) {
        Programs.require("atomicOr");
        return Atomics.atomicOr(pointers, values, null, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicOr(Number, Number, Number, MemSemantic, MemScope)}, without {@code semantic} and
     * {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public static Tensor atomicOr(Number pointers, Number values, Number mask) {
        Programs.require("atomicOr");
        return Atomics.atomicOr(pointers, values, mask, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicOr(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicOr(
        Number pointers, Number values, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicOr");
        return Atomics.atomicOr(
            pointers, values, null, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * As {@link #atomicOr(Number, Number, Number, MemSemantic, MemScope)}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicOr(
        Number pointers, Number values, Number mask, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicOr");
        return Atomics.atomicOr(
            pointers, values, mask, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * Replaces what the pointers point at by its bitwise exclusive or with the value where the mask is true
     * or absent, atomically, and gives what was there before. Values are converted to the element type, an
     * integer of 32 or 64 bits; values and mask are broadcast to the pointers' shape, the result's. The
     * accesses are ordered as {@link MemSemantic#ACQ_REL} says, for {@link MemScope#GPU}, unless the options
     * say otherwise.
     *
     * <pre>{@code
     * Triton.atomicXor(flags, 1);
     * }</pre>
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     * @throws KernelException on the JVM: what is no pointer (T-ATOMIC-1), an element type that has no such
     *     update (T-ATOMIC-2), values that have no such type (T-ATOMIC-3), a mask of other elements
     *     (T-ATOMIC-4), shapes that do not broadcast to the pointers' (T-ATOMIC-5), wrong options
     *     (T-ATOMIC-6); under the runner also an access that is out of bounds
     */
    public static Tensor atomicXor(
        Number pointers, Number values, Number mask, MemSemantic semantic, MemScope scope) {
        Programs.require("atomicXor");
        return Atomics.atomicXor(pointers, values, mask, Options.given(semantic, MemSemantic.ACQ_REL),
            Options.given(scope, MemScope.GPU));
    }

    /**
     * As {@link #atomicXor(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}, {@code
     * semantic} and {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public static Tensor atomicXor(Number pointers, Number values) {
        Programs.require("atomicXor");
        return Atomics.atomicXor(pointers, values, null, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicXor(Number, Number, Number, MemSemantic, MemScope)}, without {@code semantic} and
     * {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public static Tensor atomicXor(Number pointers, Number values, Number mask) {
        Programs.require("atomicXor");
        return Atomics.atomicXor(pointers, values, mask, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicXor(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicXor(
        Number pointers, Number values, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicXor");
        return Atomics.atomicXor(
            pointers, values, null, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * As {@link #atomicXor(Number, Number, Number, MemSemantic, MemScope)}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicXor(
        Number pointers, Number values, Number mask, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicXor");
        return Atomics.atomicXor(
            pointers, values, mask, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * Writes the value where the mask is true or absent, atomically, and gives what was there before. Values
     * are converted to the element type, a number of 32 or 64 bits; values and mask are broadcast to the
     * pointers' shape, the result's. The accesses are ordered as {@link MemSemantic#ACQ_REL} says, for {@link
     * MemScope#GPU}, unless the options say otherwise.
     *
     * <pre>{@code
     * Triton.atomicXchg(lock, 0);
     * }</pre>
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     * @throws KernelException on the JVM: what is no pointer (T-ATOMIC-1), an element type that has no such
     *     update (T-ATOMIC-2), values that have no such type (T-ATOMIC-3), a mask of other elements
     *     (T-ATOMIC-4), shapes that do not broadcast to the pointers' (T-ATOMIC-5), wrong options
     *     (T-ATOMIC-6); under the runner also an access that is out of bounds
     */
    public static Tensor atomicXchg(
        Number pointers, Number values, Number mask, MemSemantic semantic, MemScope scope) {
        Programs.require("atomicXchg");
        return Atomics.atomicXchg(pointers, values, mask, Options.given(semantic, MemSemantic.ACQ_REL),
            Options.given(scope, MemScope.GPU));
    }

    /**
     * As {@link #atomicXchg(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}, {@code
     * semantic} and {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @return what was there before
     */
    public static Tensor atomicXchg(Number pointers, Number values) {
        Programs.require("atomicXchg");
        return Atomics.atomicXchg(pointers, values, null, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicXchg(Number, Number, Number, MemSemantic, MemScope)}, without {@code semantic} and
     * {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @return what was there before
     */
    public static Tensor atomicXchg(Number pointers, Number values, Number mask) {
        Programs.require("atomicXchg");
        return Atomics.atomicXchg(pointers, values, mask, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicXchg(Number, Number, Number, MemSemantic, MemScope)}, without {@code mask}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicXchg(
        Number pointers, Number values, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicXchg");
        return Atomics.atomicXchg(
            pointers, values, null, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * As {@link #atomicXchg(Number, Number, Number, MemSemantic, MemScope)}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param values what is written, converted to the element type
     * @param mask truth values; {@code null} if absent
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicXchg(
        Number pointers, Number values, Number mask, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicXchg");
        return Atomics.atomicXchg(
            pointers, values, mask, Options.semantic(option, options), Options.scope(option, options));
    }

    /**
     * Writes the value where memory holds the bits of {@code compare}, atomically, and gives what was there
     * before. Both are converted to the element type, a number of 16, 32 or 64 bits, and broadcast to the
     * pointers' shape, the result's. The accesses are ordered as {@link MemSemantic#ACQ_REL} says, for {@link
     * MemScope#GPU}, unless the options say otherwise.
     *
     * <pre>{@code
     * while (Triton.atomicCas(lock, 0, 1).intValue() == 1) {
     * }
     * }</pre>
     *
     * @param pointers a pointer or a tile of pointers
     * @param compare what memory must hold to be written
     * @param values what is written
     * @param semantic the order of memory accesses, a constant
     * @param scope whose accesses are ordered, a constant
     * @return what was there before
     * @throws KernelException on the JVM: what is no pointer (T-ATOMIC-1), an element type that has no such
     *     update (T-ATOMIC-2), values that have no such type (T-ATOMIC-3), a mask of other elements
     *     (T-ATOMIC-4), shapes that do not broadcast to the pointers' (T-ATOMIC-5), wrong options
     *     (T-ATOMIC-6), elements of 8 bits (T-ATOMIC-7); under the runner also an access that is out of
     *     bounds
     */
    public static Tensor atomicCas(
        Number pointers, Number compare, Number values, MemSemantic semantic, MemScope scope) {
        Programs.require("atomicCas");
        return Atomics.atomicCas(pointers, compare, values, Options.given(semantic, MemSemantic.ACQ_REL),
            Options.given(scope, MemScope.GPU));
    }

    /**
     * As {@link #atomicCas(Number, Number, Number, MemSemantic, MemScope)}, without {@code semantic} and
     * {@code scope}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param compare what memory must hold to be written
     * @param values what is written
     * @return what was there before
     */
    public static Tensor atomicCas(Number pointers, Number compare, Number values) {
        Programs.require("atomicCas");
        return Atomics.atomicCas(pointers, compare, values, MemSemantic.ACQ_REL, MemScope.GPU);
    }

    /**
     * As {@link #atomicCas(Number, Number, Number, MemSemantic, MemScope)}.
     *
     * @param pointers a pointer or a tile of pointers
     * @param compare what memory must hold to be written
     * @param values what is written
     * @param option a constant of {@link MemSemantic} or {@link MemScope}
     * @param options a constant of the other, if both are given
     * @return what was there before
     */
    public static Tensor atomicCas(
        Number pointers, Number compare, Number values, AtomicOption option, AtomicOption... options) {
        Programs.require("atomicCas");
        return Atomics.atomicCas(
            pointers, compare, values, Options.semantic(option, options), Options.scope(option, options));
    }

    // ---- Ranges -------------------------------------------------------------------------------------------

    /**
     * The integers from {@code start} (0 if absent) up to {@code end}, or down to it if {@code step} is a
     * negative constant, for an enhanced for statement, with hints for the loop. A step that is no constant
     * must be positive.
     *
     * <pre>{@code
     * for (int i : Triton.range(n).numStages(3))
     *     sum = Triton.add(sum, block(x, i));
     * }</pre>
     *
     * @param start the first number
     * @param end the end, which is excluded
     * @param step the step, not 0
     * @return the range
     * @throws KernelException on the JVM: numbers that are no ints or longs when compiled (T-RANGE-1), a step
     *     of 0 (T-RANGE-2)
     */
    public static Range range(int start, int end, int step) {
        Programs.require("range");
        return Ranges.range(start, end, step);
    }

    /**
     * As {@link #range(int, int, int)}, without {@code start} and {@code step}.
     *
     * @param end the end, which is excluded
     * @return the range
     */
    public static Range range(int end) {
        Programs.require("range");
        return Ranges.range(0, end, 1);
    }

    /**
     * As {@link #range(int, int, int)}, without {@code step}.
     *
     * @param start the first number
     * @param end the end, which is excluded
     * @return the range
     */
    public static Range range(int start, int end) {
        Programs.require("range");
        return Ranges.range(start, end, 1);
    }

    /**
     * As {@link #range(int, int, int)}, of constants: the loop over it is unrolled while compiling, and its
     * variable is a constant in each iteration.
     *
     * <pre>{@code
     * for (int i : Triton.staticRange(3))
     *     Triton.store(Triton.add(out, Triton.arange(i * 16, i * 16 + 16)), x);
     * }</pre>
     *
     * @param start the first number
     * @param end the end, which is excluded
     * @param step the step, not 0
     * @return the range
     * @throws KernelException on the JVM: numbers that are no ints or longs when compiled (T-RANGE-1), a step
     *     of 0 (T-RANGE-2), numbers that are no constants when compiled (T-RANGE-3)
     */
    public static Range staticRange(int start, int end, int step) {
        Programs.require("staticRange");
        return Ranges.staticRange(start, end, step);
    }

    /**
     * As {@link #staticRange(int, int, int)}, without {@code start} and {@code step}.
     *
     * @param end the end, which is excluded
     * @return the range
     */
    public static Range staticRange(int end) {
        Programs.require("staticRange");
        return Ranges.staticRange(0, end, 1);
    }

    /**
     * As {@link #staticRange(int, int, int)}, without {@code step}.
     *
     * @param start the first number
     * @param end the end, which is excluded
     * @return the range
     */
    public static Range staticRange(int start, int end) {
        Programs.require("staticRange");
        return Ranges.staticRange(start, end, 1);
    }

    // ---- Hints to the compiler ----------------------------------------------------------------------------

    /**
     * Promises that a number or pointer, in bytes, is divisible by a power of two, or that in a tile the
     * first of each group of contiguous elements along each dimension is.
     *
     * <pre>{@code
     * int aligned = Triton.multipleOf(stride, 16);
     * }</pre>
     *
     * @param <T> the value's class
     * @param value an integer, a pointer or a tile of them
     * @param divisors one constant for each dimension
     * @return the value; use it in place of the argument
     * @throws KernelException on the JVM: a value that has no such hint (T-PROMISE-1), another number of
     *     constants than of dimensions (T-PROMISE-2), constants that are no powers of two (T-PROMISE-3), a
     *     promise that is not kept (T-PROMISE-4)
     */
    public static <T extends Number> T multipleOf(T value, int... divisors) {
        Programs.require("multipleOf");
        return Debugging.multipleOf(value, divisors);
    }

    /**
     * Promises that along each dimension the elements of a tile of integers or pointers come in groups of
     * that many, a power of two, which count up by one.
     *
     * <pre>{@code
     * Tensor rows = Triton.maxContiguous(Triton.mod(offsets, M), 8);
     * }</pre>
     *
     * @param value a tile of integers or pointers
     * @param counts one constant for each dimension
     * @return the value; use it in place of the argument
     * @throws KernelException on the JVM: a value that has no such hint (T-PROMISE-1), another number of
     *     constants than of dimensions (T-PROMISE-2), constants that are no powers of two (T-PROMISE-3), a
     *     promise that is not kept (T-PROMISE-4)
     */
    public static Tensor maxContiguous(Tensor value, int... counts) {
        Programs.require("maxContiguous");
        return Debugging.maxContiguous(value, counts);
    }

    /**
     * Promises that along each dimension the elements of a tile of integers, truth values or pointers come in
     * groups of that many, a power of two, which are equal.
     *
     * <pre>{@code
     * Tensor groups = Triton.maxConstancy(Triton.div(offsets, size), 4);
     * }</pre>
     *
     * @param value a tile of integers, truth values or pointers
     * @param counts one constant for each dimension
     * @return the value; use it in place of the argument
     * @throws KernelException on the JVM: a value that has no such hint (T-PROMISE-1), another number of
     *     constants than of dimensions (T-PROMISE-2), constants that are no powers of two (T-PROMISE-3), a
     *     promise that is not kept (T-PROMISE-4)
     */
    public static Tensor maxConstancy(Tensor value, int... counts) {
        Programs.require("maxConstancy");
        return Debugging.maxConstancy(value, counts);
    }

    /**
     * Promises that a condition is true; the compiler may use it. A constant true is nothing, a constant
     * false an error.
     *
     * <pre>{@code
     * Triton.assume(n > 0);
     * }</pre>
     *
     * @param condition what is true
     * @throws KernelException on the JVM: a condition that is false (T-ASSUME-2)
     */
    public static void assume(boolean condition) {
        Programs.require("assume");
        Debugging.assume(condition);
    }

    // ---- Debugging ----------------------------------------------------------------------------------------

    /**
     * Prints each element of each value on a line, with its program's index and the prefix.
     *
     * <pre>{@code
     * Triton.devicePrint("x = ", x);
     * }</pre>
     *
     * @param prefix a constant string of printable ASCII characters
     * @param values numbers, pointers and tiles of them
     * @throws KernelException on the JVM: a prefix that is no constant of printable ASCII characters
     *     (T-DEVICEPRINT-1), values that are none (T-DEVICEPRINT-2)
     */
    public static void devicePrint(String prefix, Number... values) {
        Programs.require("devicePrint");
        Debugging.devicePrint(prefix, values);
    }

    /**
     * Stops the kernel with the message where an element of the condition is false and the mask true or
     * absent. Condition and mask are truth values or tiles of them, of shapes that broadcast.
     *
     * <pre>{@code
     * Triton.deviceAssert(Triton.ge(index, 0), "an index is negative", mask);
     * }</pre>
     *
     * @param condition truth values
     * @param message a constant string (T-DEVICEASSERT-2)
     * @param mask truth values; {@code null} if absent
     * @throws KernelException on the JVM: an element that is false; others than truth values
     *     (T-DEVICEASSERT-1), shapes that do not broadcast (T-DEVICEASSERT-3)
     */
    public static void deviceAssert(Number condition, String message, Number mask) {
        Programs.require("deviceAssert");
        Debugging.deviceAssert(condition, message, mask);
    }

    /**
     * As {@link #deviceAssert(Number, String, Number)}, without {@code message} and {@code mask}.
     *
     * @param condition truth values
     */
    public static void deviceAssert(Number condition) {
        Programs.require("deviceAssert");
        Debugging.deviceAssert(condition, null, null);
    }

    /**
     * As {@link #deviceAssert(Number, String, Number)}, without {@code mask}.
     *
     * @param condition truth values
     * @param message a constant string (T-DEVICEASSERT-2)
     */
    public static void deviceAssert(Number condition, String message) {
        Programs.require("deviceAssert");
        Debugging.deviceAssert(condition, message, null);
    }

    /**
     * Stops the kernel with the message if the condition is false.
     *
     * <pre>{@code
     * Triton.deviceAssert(n > 0, "there is no row");
     * }</pre>
     *
     * @param condition what is true
     * @param message a constant string (T-DEVICEASSERT-2)
     * @throws KernelException on the JVM: a condition that is false
     */
    public static void deviceAssert(boolean condition, String message) {
        Programs.require("deviceAssert");
        Debugging.deviceAssert(Tensor.truth(condition), message, null);
    }

    /**
     * As {@link #deviceAssert(boolean, String)}, without {@code message}.
     *
     * @param condition what is true
     */
    public static void deviceAssert(boolean condition) {
        Programs.require("deviceAssert");
        Debugging.deviceAssert(Tensor.truth(condition), null, null);
    }

    /**
     * Is an error of the compiler, with the message, unless the condition is a constant and true.
     *
     * <pre>{@code
     * Triton.staticAssert(BLOCK % 16 == 0, "BLOCK is a multiple of 16");
     * }</pre>
     *
     * @param condition what is true, a constant
     * @param message a constant string (T-STATICASSERT-2)
     * @throws KernelException on the JVM: a condition that is no constant when compiled (T-STATICASSERT-1) or
     *     false (T-STATICASSERT-3)
     */
    public static void staticAssert(boolean condition, String message) {
        Programs.require("staticAssert");
        Debugging.staticAssert(condition, message);
    }

    /**
     * As {@link #staticAssert(boolean, String)}, without {@code message}.
     *
     * @param condition what is true, a constant
     */
    public static void staticAssert(boolean condition) {
        Programs.require("staticAssert");
        Debugging.staticAssert(condition, null);
    }

    /**
     * Reports, while compiling, the values of constants and the types of all others; under the runner, prints
     * them.
     *
     * <pre>{@code
     * Triton.staticPrint("x is", x);
     * }</pre>
     *
     * @param values constants, numbers, pointers, tiles
     */
    public static void staticPrint(Object... values) {
        Programs.require("staticPrint");
        Debugging.staticPrint(values);
    }

    /**
     * Waits until all threads of the program are here and sees what they wrote to memory before.
     *
     * <pre>{@code
     * Triton.debugBarrier();
     * }</pre>
     */
    public static void debugBarrier() {
        Programs.require("debugBarrier");
        Debugging.debugBarrier();
    }
}
