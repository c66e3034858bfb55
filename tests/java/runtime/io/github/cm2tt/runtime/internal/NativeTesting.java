// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A runtime, its CPU and a kernel that scales a vector, by natives alone. */
final class NativeTesting implements AutoCloseable {
    /** No texts. */
    static final byte[][] NONE = {};
    static final int I32 = 3;
    static final int FP32 = 11;

    /** {@code out[i] = x[i] * 2} for a block of elements of each program, as long as i is below n. */
    static final String SCALE = "tt.func public @scale(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {\n"
        + "  %id = tt.get_program_id x : i32\n"
        + "  %in_range = arith.cmpi slt, %id, %n : i32\n"
        + "  scf.if %in_range {\n"
        + "    %from = tt.addptr %x, %id : !tt.ptr<f32>, i32\n"
        + "    %to = tt.addptr %out, %id : !tt.ptr<f32>, i32\n"
        + "    %value = tt.load %from : !tt.ptr<f32>\n"
        + "    %double = arith.addf %value, %value : f32\n"
        + "    tt.store %to, %double : !tt.ptr<f32>\n"
        + "  }\n"
        + "  tt.return\n"
        + "}\n";

    final long runtime;
    final long device;

    NativeTesting() {
        NativeLibrary.load();
        runtime = NativeRuntime.create(utf8(""), 0, false, 2, null, null, null, false, false);
        device = NativeRuntime.cpu(runtime);
    }

    @Override
    public void close() {
        NativeRuntime.destroy(runtime);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[][] list(String... texts) {
        byte[][] all = new byte[texts.length][];
        for (int i = 0; i < texts.length; ++i)
            all[i] = utf8(texts[i]);
        return all;
    }

    static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    long load(String model) {
        return load(runtime, utf8(model), utf8("model.mlir"), null, 0, NONE, NONE, NONE);
    }

    /** A kernel with the usual options but for these. */
    static long load(long runtime, byte[] model, byte[] name, byte[] kernel, int warps,
        byte[][] constantNames, byte[][] constantValues, byte[][] unspecialized) {
        return NativeKernel.load(runtime, model, name, kernel, warps, 0, 0, true, true, constantNames,
            constantValues, unspecialized, false, false, null);
    }

    /** A launch of (pointer, pointer, number) on that many programs. */
    static Block block(int programs, long x, long out, int n) {
        long handle = NativeKernel.createBlock(3);
        ByteBuffer block = NativeKernel.blockData(handle).order(ByteOrder.nativeOrder());
        block.putLong(NativeKernel.LAUNCH_SIZE, NativeKernel.ARGUMENTS);
        for (int axis = 0; axis < 3; ++axis)
            block.putInt(NativeKernel.LAUNCH_GRID + 4 * axis, axis == 0 ? programs : 1);
        argument(block, 0, x, FP32, 1);
        argument(block, 1, out, FP32, 1);
        argument(block, 2, n, I32, 0);
        return new Block(handle, block);
    }

    /** A block and its memory. */
    record Block(long handle, ByteBuffer data) {
    }

    static void argument(ByteBuffer block, int index, long bits, int type, int isPointer) {
        int at = NativeKernel.ARGUMENTS + index * NativeKernel.ARGUMENT_BYTES;
        block.putLong(at + NativeKernel.ARGUMENT_BITS, bits);
        block.putInt(at + NativeKernel.ARGUMENT_TYPE, type);
        block.putInt(at + NativeKernel.ARGUMENT_IS_POINTER, isPointer);
    }
}
