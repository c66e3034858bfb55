// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/** The types of elements in safetensors files. */
public enum SafetensorsType {
    /** Bytes that are 0 or 1. */
    BOOL(8),
    /** E2M1, two in a byte. */
    F4(4),
    /** E2M3. */
    F6_E2M3(6),
    /** E3M2. */
    F6_E3M2(6),
    /** Unsigned bytes. */
    U8(8),
    /** Signed bytes. */
    I8(8),
    /** E5M2. */
    F8_E5M2(8),
    /** E4M3, without infinity. */
    F8_E4M3(8),
    /** E5M2 without infinity and negative zero. */
    F8_E5M2FNUZ(8),
    /** E4M3 without infinity and negative zero. */
    F8_E4M3FNUZ(8),
    /** Powers of two. */
    F8_E8M0(8),
    /** Signed integers of 2 bytes. */
    I16(16),
    /** Unsigned integers of 2 bytes. */
    U16(16),
    /** Half precision. */
    F16(16),
    /** The upper half of single precision. */
    BF16(16),
    /** Signed integers of 4 bytes. */
    I32(32),
    /** Unsigned integers of 4 bytes. */
    U32(32),
    /** Single precision. */
    F32(32),
    /** Complex numbers, of single precision. */
    C64(64),
    /** Double precision. */
    F64(64),
    /** Signed integers of 8 bytes. */
    I64(64),
    /** Unsigned integers of 8 bytes. */
    U64(64);

    private final int bits;

    SafetensorsType(int bits) {
        this.bits = bits;
    }

    /**
     * The size of an element.
     *
     * @return in bits
     */
    public int bits() {
        return bits;
    }
}
