# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The error of kernels that cm2tt does not compile."""


class UnsupportedKernel(RuntimeError):
    """cm2tt does not compile the kernel; the text says why, and where."""
