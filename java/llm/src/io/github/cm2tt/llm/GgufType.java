// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/**
 * The types of elements in GGUF files, with the numbers and names of GGML. Elements of quantized types are
 * stored in blocks of consecutive elements of a row.
 */
public enum GgufType {
    /** Single precision. */
    F32(0, 1, 4),
    /** Half precision. */
    F16(1, 1, 2),
    /** 4 bits, a scale. */
    Q4_0(2, 32, 18),
    /** 4 bits, a scale and a minimum. */
    Q4_1(3, 32, 20),
    /** 5 bits, a scale. */
    Q5_0(6, 32, 22),
    /** 5 bits, a scale and a minimum. */
    Q5_1(7, 32, 24),
    /** 8 bits, a scale. */
    Q8_0(8, 32, 34),
    /** 8 bits, a scale and a sum. */
    Q8_1(9, 32, 36),
    /** 2 bits, blocks of blocks. */
    Q2_K(10, 256, 84),
    /** 3 bits, blocks of blocks. */
    Q3_K(11, 256, 110),
    /** 4 bits, blocks of blocks. */
    Q4_K(12, 256, 144),
    /** 5 bits, blocks of blocks. */
    Q5_K(13, 256, 176),
    /** 6 bits, blocks of blocks. */
    Q6_K(14, 256, 210),
    /** 8 bits, a scale and sums. */
    Q8_K(15, 256, 292),
    /** About 2 bits, from a table. */
    IQ2_XXS(16, 256, 66),
    /** About 2 bits, from a table. */
    IQ2_XS(17, 256, 74),
    /** About 3 bits, from a table. */
    IQ3_XXS(18, 256, 98),
    /** About 1.5 bits, from a table. */
    IQ1_S(19, 256, 50),
    /** 4 bits that select from 16 numbers. */
    IQ4_NL(20, 32, 18),
    /** About 3 bits, from a table. */
    IQ3_S(21, 256, 110),
    /** About 2 bits, from a table. */
    IQ2_S(22, 256, 82),
    /** 4 bits that select from 16 numbers, blocks of blocks. */
    IQ4_XS(23, 256, 136),
    /** Signed bytes. */
    I8(24, 1, 1),
    /** Signed integers of 2 bytes. */
    I16(25, 1, 2),
    /** Signed integers of 4 bytes. */
    I32(26, 1, 4),
    /** Signed integers of 8 bytes. */
    I64(27, 1, 8),
    /** Double precision. */
    F64(28, 1, 8),
    /** About 1.75 bits, from a table. */
    IQ1_M(29, 256, 56),
    /** The upper half of single precision. */
    BF16(30, 1, 2),
    /** Three values, five in a byte. */
    TQ1_0(34, 256, 54),
    /** Three values, four in a byte. */
    TQ2_0(35, 256, 66),
    /** E2M1 with a power of two a block (OCP microscaling). */
    MXFP4(39, 32, 17),
    /** E2M1 with a scale of E4M3 for 16 elements. */
    NVFP4(40, 64, 36),
    /** 1 bit, a scale. */
    Q1_0(41, 128, 18);

    private final int number;
    private final int blockElements;
    private final int blockBytes;

    GgufType(int number, int blockElements, int blockBytes) {
        this.number = number;
        this.blockElements = blockElements;
        this.blockBytes = blockBytes;
    }

    /**
     * The number of the type in files.
     *
     * @return GGML's number
     */
    public int number() {
        return number;
    }

    /**
     * The length of a block.
     *
     * @return in elements; 1 if the type has no blocks
     */
    public int blockElements() {
        return blockElements;
    }

    /**
     * The size of a block.
     *
     * @return in bytes
     */
    public int blockBytes() {
        return blockBytes;
    }

    /** The type with the number, or null. */
    static GgufType of(int number) {
        for (GgufType type : values()) {
            if (type.number == number) {
                return type;
            }
        }
        return null;
    }
}
