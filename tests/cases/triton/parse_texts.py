# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lets the installed Triton parse and verify each .ttir file of a folder.

Usage: PYTHON parse_texts.py FOLDER; prints a line for each that it refuses.
"""

import glob
import os
import sys
import tempfile


def main(folder):
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import make_backend

    backend = make_backend(GPUTarget("cuda", 90, 32))
    for path in sorted(glob.glob(os.path.join(folder, "*.ttir"))):
        context = ir.context()
        ir.load_dialects(context)
        backend.load_dialects(context)
        with tempfile.TemporaryFile() as log:  # Triton prints to descriptor 2
            kept = os.dup(2)
            os.dup2(log.fileno(), 2)
            try:
                ir.parse_mlir_module(path, context)
                error = None
            except RuntimeError as failure:
                error = str(failure)
            os.dup2(kept, 2)
            log.seek(0)
            lines = log.read().decode().splitlines()
        if error:
            told = [line for line in lines if "error" in line]
            print(os.path.basename(path), (told or [error])[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
