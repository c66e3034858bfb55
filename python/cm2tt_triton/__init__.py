# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the kernels of a program that uses Triton 3.6 to 3.9 with cm2tt.

    import cm2tt_triton               # from here on cm2tt makes the PTX

    with cm2tt_triton.disabled():     # Triton's own pipeline, for these calls
        kernel[grid](x, y, n, BLOCK=1024)

Triton's front end makes `tt` of the Python code as before and its ptxas makes
the machine code; cm2tt replaces all stages in between, in this process. The
launcher, the arguments and the options stay Triton's. With num_ctas > 1 each
program runs in one block, not in a cluster, as no operation of `tt` depends on that.

A kernel that cm2tt cannot compile raises UnsupportedKernel with its diagnostics;
options that it cannot follow do, too. Not here: the compiler without Triton (cm2tt); a
program that does not import this (cm2tt_triton_start).
"""

from cm2tt_triton.choices import chosen_flags, flags, mark, unknown_flags
from cm2tt_triton.errors import UnsupportedKernel
from cm2tt_triton.switch import (
    disable,
    disabled,
    enable,
    enabled,
    is_enabled,
    options,
)
from cm2tt_triton.versions import VERSION

__all__ = [
    "UnsupportedKernel",
    "VERSION",
    "chosen_flags",
    "disable",
    "disabled",
    "enable",
    "enabled",
    "flags",
    "is_enabled",
    "mark",
    "options",
    "unknown_flags",
]

enable()
