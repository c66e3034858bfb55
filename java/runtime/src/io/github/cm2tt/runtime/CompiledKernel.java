// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeKernel;
import java.nio.charset.StandardCharsets;

/**
 * A compiled kernel, which {@code cm2tt -o} writes to a file.
 *
 * <pre>{@code
 * String ptx = kernel.compile("sm_90a", "*fp32:16,*fp32:16,*fp32:16,i32,1024").ptx();
 * }</pre>
 */
public final class CompiledKernel {
    private final byte[] image;
    private final String metadata;
    private final String signature;

    private CompiledKernel(byte[] image, String metadata, String signature) {
        this.image = image;
        this.metadata = metadata;
        this.signature = signature;
    }

    /** Copies a kernel that native code compiled, and destroys the original. */
    static CompiledKernel take(long compiled) {
        try {
            byte[][] texts = NativeKernel.compiledTexts(compiled);
            return new CompiledKernel(NativeKernel.image(compiled),
                new String(texts[0], StandardCharsets.UTF_8), new String(texts[1], StandardCharsets.UTF_8));
        } finally {
            NativeKernel.destroyCompiled(compiled);
        }
    }

    /**
     * Returns the code.
     *
     * @return a copy: PTX or a cubin for a GPU, an object file for a CPU
     */
    public byte[] image() {
        return image.clone();
    }

    /**
     * Returns the code as PTX.
     *
     * @return the text
     * @throws IllegalStateException if the code is not PTX: code for a CPU, or a cubin that a GPU's driver
     *     assembled for a launch
     */
    public String ptx() {
        if (image.length > 0 && image[0] == 0x7F) {
            throw new IllegalStateException("the code is an ELF file: expected a kernel of compile(), "
                + "for a GPU; image() has the file");
        }
        return new String(image, StandardCharsets.UTF_8);
    }

    /**
     * Returns the properties that a launch needs: the name of the function, its parameters, warps, shared
     * memory.
     *
     * @return JSON
     */
    public String metadata() {
        return metadata;
    }

    /**
     * Returns the signature for which the kernel was compiled.
     *
     * @return an entry for each parameter of the Java method: "*fp32:16,i32,1024"
     */
    public String signature() {
        return signature;
    }
}
