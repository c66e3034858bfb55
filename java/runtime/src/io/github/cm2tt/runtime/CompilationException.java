// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.List;

/**
 * A model cannot be read, or a kernel cannot be compiled for the arguments of its launch. The message
 * contains all diagnostics as text; {@link #diagnostics} returns them as data.
 *
 * <p>It is also thrown if the compiler itself fails or crashes. The message then names the phase, and a file
 * that reproduces the failure ({@link Cm2ttRuntime.Builder#reproducerFolder}): please report it. Other
 * kernels are not affected. Later launches of this kernel with such arguments fail at once with the same
 * message.
 *
 * <pre>{@code
 * try {
 *     KernelFunction.ofModel(op.toText()).launch(grid, x, y, n);
 * } catch (CompilationException e) {
 *     e.diagnostics().forEach(d -> System.err.println(d));
 * }
 * }</pre>
 */
public final class CompilationException extends Cm2ttException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with locations.
     *
     * @param message the diagnostics as text
     * @param diagnostics the diagnostics
     */
    public CompilationException(String message, List<Diagnostic> diagnostics) {
        super(message, diagnostics);
    }
}
