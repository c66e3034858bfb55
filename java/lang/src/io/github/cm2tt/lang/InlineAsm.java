// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/** Assembly, which the JVM refuses. */
final class InlineAsm {
    private InlineAsm() {}

    /** {@link Triton#inlineAsmElementwise}. */
    static Tensor inlineAsmElementwise(
        String text, String constraints, Class<?> type, boolean isPure, int pack, Number[] args) {
        throw new KernelException("assembly is PTX, which runs on GPUs only: \"" + text + "\" of "
            + args.length + " operands, with the constraints \"" + constraints + "\"");
    }
}
