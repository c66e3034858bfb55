# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiling the kernels of gpu.py where there is no GPU: for an H100 or H200."""

from triton.backends.compiler import GPUTarget
from triton.runtime import driver


class Hopper:
    """The part of a driver that Triton needs to compile."""

    def get_current_target(self):
        return GPUTarget("cuda", 90, 32)

    def get_current_device(self):
        return 0

    def get_current_stream(self, device):
        return 0


def allow_compiling():
    """Unless Triton finds a GPU."""
    import torch

    if not torch.cuda.is_available():
        driver.set_active(Hopper())
