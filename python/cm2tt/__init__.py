# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler cm2tt, in this process: from a model or Triton's `tt` to PTX.

    compiled = cm2tt.compile(text, ["--target=sm_90a", "--num-warps=8"])
    compiled.image       # bytes: PTX, or what --emit=STAGE names
    compiled.metadata    # a dictionary, what a launcher needs

Needs neither Triton nor a GPU. Not here: kernels of Triton (cm2tt_triton).
"""

from cm2tt.library import (
    CompileError,
    Compiled,
    LibraryError,
    build_identity,
    compile,
    library_path,
    option_names,
    version,
)

__all__ = [
    "CompileError",
    "Compiled",
    "LibraryError",
    "build_identity",
    "compile",
    "library_path",
    "option_names",
    "version",
]
