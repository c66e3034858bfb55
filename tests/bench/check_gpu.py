#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs workloads of gpu.py without a GPU: small ones, by Triton's interpreter, on
PyTorch's CPU. All that gpu.py does to a workload happens, except that kernels are not
compiled and times are not measured; results are checked as on a GPU.

    check_gpu.py [REGEX]      of names of workloads; needs PyTorch and Triton 3.6

Peers that need a GPU (cuDNN, cuBLASLt) fail here, and are named.
"""

import contextlib
import json
import os
import re
import sys
import types

os.environ["TRITON_INTERPRET"] = "1"
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "..", "..", "python"))

import torch  # noqa: E402
from torch.overrides import TorchFunctionMode  # noqa: E402

import gpu  # noqa: E402
import gpu_applications  # noqa: E402
import gpu_attention  # noqa: E402
import gpu_cases  # noqa: E402
import gpu_matmuls  # noqa: E402
import gpu_tables  # noqa: E402
import gpu_training  # noqa: E402

MULTIPROCESSORS = 3
GPU_ONLY = {"cudnn", "flash", "cudnn flat", "flash flat", "cublaslt", "cublaslt exact",
            "int_mm"}  # fmt: skip


class OnCpu(TorchFunctionMode):
    """Tensors for the GPU are on the CPU."""

    def __torch_function__(self, function, kinds, arguments=(), keywords=None):
        keywords = dict(keywords or {})
        if keywords.get("device") == "cuda":
            keywords["device"] = "cpu"
        return function(*arguments, **keywords)


@contextlib.contextmanager
def no_compiler(*_):
    yield


def milliseconds(run, _):
    run()
    return 1.0


def interpreted(function):
    """A launch that tells of registers as a compiled kernel does."""

    def launch(*arguments, **options):
        function(*arguments, **options)
        return types.SimpleNamespace(
            n_regs=1, n_spills=0, metadata=types.SimpleNamespace(shared=0)
        )

    return launch


def patch():
    multiprocessors = lambda: MULTIPROCESSORS
    for module in (gpu_matmuls, gpu_training):
        module.multiprocessors = multiprocessors
    for module in (gpu_cases, gpu_training, gpu_applications):
        module.compiled = lambda function: function  # takes minutes on a CPU
    torch.cuda.synchronize = lambda *_: None
    gpu.scope = no_compiler
    gpu.milliseconds = milliseconds
    gpu.tell = lambda **event: None
    kind = type(gpu_cases.kernels.add)
    old = kind.__getitem__
    kind.__getitem__ = lambda self, grid: interpreted(old(self, grid))
    gpu_attention.TOKENS, gpu_attention.WIDTH = 256, 128
    gpu_attention.DECODE_HEADS = 2


def small():
    """All kinds of workloads, with two configurations each."""
    yield gpu_cases.vector_add(1 << 13)
    yield gpu_cases.softmax(5, 1000)
    yield gpu_cases.layer_norm(5, 1000)
    # The interpreter reads bf16 operands of products as integers.
    for kind in ("fp16", "tf32", "tf32 NK", "int8"):
        yield gpu_matmuls.matmul(kind, 256, 256, 128)
    yield gpu_matmuls.matmul("fp16", 256, 128, 512)
    yield gpu_matmuls.matmul("fp16", 32, 128, 512)
    yield gpu_matmuls.matmul("int8", 130, 200, 1024)
    for causal in (False, True):
        for depth in (64, 128):
            yield gpu_attention.forward(depth, causal, 256)
            yield gpu_attention.gradients(depth, causal, 256)
    yield gpu_attention.decode(2, 1024)
    yield gpu_attention.decode(1, 256)
    for is_rms in (False, True):
        yield gpu_training.norm_gradients(is_rms, 20, 500)
    yield gpu_training.cross_entropy(6, 3000)
    yield gpu_training.rope(10, 5, 64)
    yield gpu_training.swiglu(7, 300)
    yield gpu_training.swiglu_gradients(7, 300)
    yield from small_applications()


def small_applications():
    """Sizes that are multiples of the tiles, and others."""
    for m, n, k in ((128, 256, 128), (200, 304, 104)):
        yield gpu_applications.product("masked", m, n, k)
        yield gpu_applications.wrapped(m, n, k)
        yield gpu_applications.product("block pointers", m, n, k)
    tiles = gpu_applications.MANY_TOKENS, gpu_applications.FEW_TOKENS
    yield gpu_applications.experts(100, 4, 2, 128, 512, tiles[0])
    yield gpu_applications.experts(9, 8, 3, 136, 200, tiles[1])
    for m in (100, 17, 1):
        yield gpu_applications.int4(m, 256, 256)
    yield gpu_applications.scaled(150, 384, 512)
    yield gpu_applications.scaled(20, 256, 256)
    yield gpu_applications.convolution(2, 9, 11, 64, 256)
    yield gpu_applications.convolution(1, 5, 7, 128, 256)
    for tokens in (256, 300):
        yield gpu_applications.attention(64, 4, 2, tokens, "full", batch=1)
        yield gpu_applications.attention(128, 4, 2, tokens, "causal", batch=1)
        yield gpu_applications.attention(64, 4, 2, tokens, "window", 70, batch=1)
    yield gpu_applications.paged("2x256", [256, 256], 8, 2)
    yield gpu_applications.paged("1 to 700", [1, 33, 700], 6, 2)
    yield gpu_applications.group_norm(2, 12, 8, 16, 3)
    yield gpu_applications.group_norm(2, 15, 7, 9, 3)


def shorten(workload):
    """The first of each kernel and, of these, another one."""
    seen = {}
    for config in workload.configs:
        same = seen.setdefault((config.form, *config.constants), [])
        if len(same) < 2 and not config.flags:
            same.append(config)
    workload.configs = [config for same in seen.values() for config in same]


def check(workload):
    """The cases as gpu.py writes them, and whether all is right."""
    shorten(workload)
    result = gpu.measure(workload, {}, 1, rounds=1)
    errors = [row for row in result["rows"] if "error" in row]
    wrong = {n: e for n, e in result["failed"].items() if n not in GPU_ONLY}
    for name in result["final"]:
        if name.split()[0] not in gpu_cases.COMPILERS:
            print(f"  {name}: right")
    for what in (*errors, *wrong.items()):
        print("  WRONG", json.dumps(what))
    case = {"name": workload.name, "unit": workload.unit, "work": workload.work,
            "ceiling": workload.ceiling, "bar": workload.bar, **result}  # fmt: skip
    return case, not errors and not wrong


def main():
    patch()
    cases, good = [], True
    with OnCpu():
        for workload in small():
            if re.search(sys.argv[1] if len(sys.argv) > 1 else "", workload.name):
                print(workload.name, flush=True)
                case, is_right = check(workload)
                cases.append(case)
                good = good and is_right
    results = {"device": {"copy": 1.0}, "times": {}, "cases": cases, "notes": []}
    results = json.loads(json.dumps(results))
    for is_bars in (False, True):
        options = types.SimpleNamespace(rows=True, bars=is_bars)
        gpu_tables.print_all(results, options)
    print("all right" if good else "WRONG")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
