#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The host's time for launches of empty kernels: cm2tt, Triton, PyTorch.

    launch.py build/bin/LaunchBench [gpu|cpu]

Runs LaunchBench, then measures in the same way Triton's launches of empty kernels
of as many arguments, and PyTorch's of an operation on one element. What is not
installed, or needs a GPU that is not there, is left out. All in nanoseconds.
"""

import statistics
import subprocess
import sys
import time

BATCH, BATCHES = 256, 200

try:
    import triton

    @triton.jit
    def take1(a):
        pass

    @triton.jit
    def take5(a, b, c, d, e):
        pass

    @triton.jit
    def take10(a, b, c, d, e, f, g, h, i, j):
        pass

    @triton.jit
    def take16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p):  # noqa: E741
        pass
except ImportError:
    triton = None


def measure(launch, wait):
    """Nanoseconds of a launch: the median of the batches' means."""
    for _ in range(BATCH):
        launch()
    wait()
    times = []
    for _ in range(BATCHES):
        start = time.perf_counter_ns()
        for _ in range(BATCH):
            launch()
        times.append((time.perf_counter_ns() - start) / BATCH)
        wait()
    return statistics.median(times)


def measure_triton(torch):
    print("arguments  Triton " + triton.__version__)
    x = torch.zeros(64, device="cuda")
    kinds = [x, x, x, 48, 2.5]
    for kernel, count in [(take1, 1), (take5, 5), (take10, 10), (take16, 16)]:
        arguments = [kinds[i % len(kinds)] for i in range(count)]
        runner = kernel[(1,)]
        figure = measure(lambda: runner(*arguments), torch.cuda.synchronize)
        print(f"{count:9} {figure:13.0f}")


def measure_torch(torch):
    print("PyTorch " + torch.__version__)
    x = torch.zeros(1, device="cuda")
    y, out = torch.zeros_like(x), torch.zeros_like(x)
    for name, launch in [
        ("x.zero_()", lambda: x.zero_()),
        ("torch.add(x, y, out=out)", lambda: torch.add(x, y, out=out)),
    ]:
        print(f"{name:24} {measure(launch, torch.cuda.synchronize):8.0f}")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    code = subprocess.run(sys.argv[1:3]).returncode
    if sys.argv[2:] == ["cpu"]:
        return code
    try:
        import torch
    except ImportError:
        return code
    if not torch.cuda.is_available():
        return code
    if triton:
        measure_triton(torch)
    measure_torch(torch)
    return code


if __name__ == "__main__":
    sys.exit(main())
