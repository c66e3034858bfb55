#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of cm2tt-kernels beside PyTorch, which calls cuBLAS, cuDNN and Triton.

    kernel_library.py BUILD JDK [PATTERN]

Prints a table of microseconds: ours, the best of PyTorch's ways, as it is and by
torch.compile, and their ratio. Figures without a peer are beside published ones, or
alone. Both run graphs of several launches; KernelLibrary.java says how. The tests of
java/kernels check the results. Needs a GPU, and the package torch.
"""

import pathlib
import subprocess
import sys

import torch
import torch.nn.functional as F

HERE = pathlib.Path(__file__).parent
LAUNCHES, ROUNDS = 8, 15
COLD = 256 << 20
BF16, FP16, FP32 = torch.bfloat16, torch.float16, torch.float32
# Microseconds that others publish for an H200: Marlin's products of int4, a paged
# attention of FlashInfer; TFLOP/s of DeepGEMM's products of experts.
PUBLISHED = {
    "int4 1x8192x8192": 20.2,
    "int4 1x16384x8192": 35.4,
    "paged 1x4096 32/4x128": 16.8,
    "grouped bf16 4 x 8192x4096x7168": 2 * 4 * 8192 * 4096 * 7168 / 643e6,
    "grouped bf16 8 x 4096x4096x7168": 2 * 8 * 4096 * 4096 * 7168 / 643e6,
}


def random(*shape, dtype=BF16):
    return torch.randn(*shape, device="cuda", dtype=FP32).to(dtype)


def copies(count):
    return max(1, min(LAUNCHES, COLD // count))


def microseconds(work):
    """The median time of a launch of work(i), by graphs."""
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for i in range(LAUNCHES):
            work(i)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for i in range(LAUNCHES):
            work(i)
    times = []
    for _ in range(ROUNDS):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        graph.replay()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) * 1e3 / LAUNCHES)
    return sorted(times)[ROUNDS // 2]


def best(*ways):
    """The best time of functions of the launch's number."""
    found = []
    for way in ways:
        try:
            found.append(microseconds(way))
        except Exception as error:  # A way that this version or device lacks.
            print(f"  not measured: {str(error).splitlines()[0][:80]}",
                  file=sys.stderr)
        torch.cuda.empty_cache()
    return min(found, default=None)


def both(function, *arguments):
    """As it is, and compiled."""
    compiled = torch.compile(function, mode="max-autotune-no-cudagraphs")
    return best(lambda i: function(*arguments), lambda i: compiled(*arguments))


def matmul(kind, m, n, k, dtype, function=None):
    torch.backends.cuda.matmul.allow_tf32 = kind == "tf32"
    a = random(m, k, dtype=dtype)
    count = copies(n * k * a.element_size()) if m <= 64 else 1
    w = [random(n, k, dtype=dtype) for _ in range(count)]
    if function is None:
        return best(lambda i: F.linear(a, w[i % count]))
    return both(function, a, w[0], random(n, dtype=dtype))


def scaled_rows(m, n, k):
    x, w = (random(rows, k).to(torch.float8_e4m3fn) for rows in (m, n))
    xs, ws = random(m, 1, dtype=FP32), random(1, n, dtype=FP32)
    return best(*(lambda i, fast=fast: torch._scaled_mm(
        x, w.t(), xs, ws, out_dtype=BF16, use_fast_accum=fast)
        for fast in (False, True)))


def integers(m, n, k):
    x, w = (torch.randint(-100, 100, (rows, k), dtype=torch.int8, device="cuda")
            for rows in (m, n))
    return best(lambda i: torch._int_mm(x, w.t()))


def grouped(experts, rows, n, k):
    x, w = random(experts * rows, k), random(experts, n, k)
    ends = torch.arange(1, experts + 1, device="cuda", dtype=torch.int32) * rows
    return best(lambda i: torch._grouped_mm(x, w.transpose(1, 2), ends))


def attention(batch, length, heads, owners, width, causal, queries=None):
    from torch.nn.attention import SDPBackend, sdpa_kernel
    q = random(batch, heads, queries or length, width)
    k, v = (random(batch, owners, length, width) for _ in range(2))

    def way(backend):
        def run(i):
            with sdpa_kernel(backend):
                F.scaled_dot_product_attention(
                    q, k, v, is_causal=causal, enable_gqa=heads != owners)
        return run

    return best(way(SDPBackend.CUDNN_ATTENTION), way(SDPBackend.FLASH_ATTENTION))


def rotate(x, cosine, sine):
    a, b = x.float().chunk(2, -1)
    return torch.cat((a * cosine - b * sine, a * sine + b * cosine), -1).to(x.dtype)


def add_norm(x, y, w):
    x.add_(y)
    return F.rms_norm(x, (4096,), w, 1e-5)


def sample(logits, random_numbers):
    values, at = torch.topk(logits, 50)
    sums = torch.softmax(values, -1).cumsum(-1)
    picked = torch.searchsorted(sums, random_numbers * sums[:, -1:])
    return at.gather(1, picked.clamp(max=49))


def wide(rows, columns, dtype=BF16):
    return random(rows, columns, dtype=dtype)


def indices(count, bound):
    return torch.randint(0, bound, (count,), device="cuda")


PEERS = {
    "matmul bf16 8192x8192x8192": lambda: matmul("bf16", 8192, 8192, 8192, BF16),
    "matmul fp16 4096x4096x4096": lambda: matmul("fp16", 4096, 4096, 4096, FP16),
    "matmul bf16 gelu 4096x14336x4096": lambda: matmul(
        "bf16", 4096, 14336, 4096, BF16,
        lambda a, w, b: F.gelu(F.linear(a, w, b), approximate="tanh")),
    "matmul tf32 4096x4096x4096": lambda: matmul("tf32", 4096, 4096, 4096, FP32),
    "matmul fp32 2048x2048x2048": lambda: matmul("fp32", 2048, 2048, 2048, FP32),
    "matmul bf16 64x14336x4096": lambda: matmul("bf16", 64, 14336, 4096, BF16),
    "matmul bf16 1x14336x4096": lambda: matmul("bf16", 1, 14336, 4096, BF16),
    "scaled fp8 rows 8192x8192x8192": lambda: scaled_rows(8192, 8192, 8192),
    "scaled int8 rows 8192x8192x8192": lambda: integers(8192, 8192, 8192),
    "grouped bf16 4 x 8192x4096x7168": lambda: grouped(4, 8192, 4096, 7168),
    "grouped bf16 8 x 4096x4096x7168": lambda: grouped(8, 4096, 4096, 7168),
    "attention causal 4x4096 32/8x128": lambda: attention(4, 4096, 32, 8, 128, True),
    "attention full 4x4096 32/32x64": lambda: attention(4, 4096, 32, 32, 64, False),
    "attention causal 1x8192 32/8x128": lambda: attention(1, 8192, 32, 8, 128, True),
    "paged 1x4096 32/4x128": lambda: attention(1, 4096, 32, 4, 128, False, 1),
    "paged 64x4096 32/8x128": lambda: attention(64, 4096, 32, 8, 128, False, 1),
    "rope 8192x32x128 bf16": lambda: both(
        rotate, random(8192, 32, 128), random(8192, 1, 64, dtype=FP32),
        random(8192, 1, 64, dtype=FP32)),
    "rms norm 16384x4096 bf16": lambda: both(
        lambda x, w: F.rms_norm(x, (4096,), w, 1e-5), wide(16384, 4096),
        random(4096)),
    "rms norm adding 16384x4096 bf16": lambda: both(
        add_norm, wide(16384, 4096), wide(16384, 4096), random(4096)),
    "layer norm 16384x4096 bf16": lambda: both(
        lambda x, w: F.layer_norm(x, (4096,), w, w), wide(16384, 4096), random(4096)),
    "group norm 16x512x64x64 bf16": lambda: both(
        lambda x, w: F.group_norm(x, 32, w, w), random(16, 512, 64, 64), random(512)),
    "softmax 16384x4096 bf16": lambda: both(
        lambda x: torch.softmax(x, -1), wide(16384, 4096)),
    "log softmax 8192x32000 bf16": lambda: both(
        lambda x: torch.log_softmax(x, -1), wide(8192, 32000)),
    "cross entropy 8192x32000 bf16": lambda: both(
        lambda x, t: F.cross_entropy(x.float(), t, reduction="none"),
        wide(8192, 32000), indices(8192, 32000)),
    "swiglu 8192x14336 bf16": lambda: both(
        lambda x: F.silu(x[:, :14336]) * x[:, 14336:], wide(8192, 28672)),
    "add 16384x8192 bf16": lambda: both(
        torch.add, wide(16384, 8192), wide(16384, 8192)),
    "transpose 8192x16384 bf16": lambda: both(
        lambda x: x.t().contiguous(), wide(8192, 16384)),
    "embedding 16384 of 128256x4096 bf16": lambda: both(
        F.embedding, indices(16384, 128256), wide(128256, 4096)),
    "gather 16384x4096 of 8192 fp32": lambda: both(
        lambda x, at: torch.gather(x, 1, at), wide(16384, 8192, FP32),
        indices(16384 * 4096, 8192).reshape(16384, 4096)),
    "scatter adding 16384x4096 to 8192 fp32": lambda: both(
        lambda t, at, x: t.index_add_(0, at, x), wide(8192, 4096, FP32),
        indices(16384, 8192), wide(16384, 4096, FP32)),
    "convolution 32x256x56x56 256x3x3 bf16": lambda: both(
        lambda x, w: F.conv2d(x, w, padding=1), random(32, 256, 56, 56),
        random(256, 256, 3, 3)),
    "random normal 134217728 fp32": lambda: both(
        lambda: torch.randn(134217728, device="cuda")),
    "sum of rows 16384x8192 fp32": lambda: both(
        lambda x: x.sum(1), wide(16384, 8192, FP32)),
    "sum of all 134217728 fp32": lambda: both(
        torch.sum, random(134217728, dtype=FP32)),
    "cumulative sum 16384x8192 fp32": lambda: both(
        lambda x: x.cumsum(1), wide(16384, 8192, FP32)),
    "argmax 1024x128256 fp32": lambda: both(
        lambda x: x.argmax(1), wide(1024, 128256, FP32)),
    "top-k 50 of 1024x32000 fp32": lambda: both(
        lambda x: torch.topk(x, 50), wide(1024, 32000, FP32)),
    "sampling 64x128256 fp32": lambda: both(
        sample, wide(64, 128256, FP32), torch.rand(64, 1, device="cuda")),
    "sort 1024x16384 fp32": lambda: both(
        lambda x: torch.sort(x, 1), wide(1024, 16384, FP32)),
    "histogram 256 of 134217728 fp32": lambda: both(
        lambda x: torch.histc(x, 256, -4, 4), random(134217728, dtype=FP32)),
}


def main(build, jdk, pattern=""):
    jars = ":".join(map(str, sorted(pathlib.Path(build).glob("jars/*.jar"))))
    text = subprocess.run(
        [f"{jdk}/bin/java", f"-Dcm2tt.native.path={build}/lib", "-cp", jars,
         HERE / "KernelLibrary.java", pattern],
        stdout=subprocess.PIPE, text=True, check=True).stdout
    ours = {name: float(time) for name, time in
            (line.split("\t") for line in text.splitlines())}
    if not pattern:
        assert set(PEERS) <= set(ours), set(PEERS) - set(ours)
    print("| kernel | us | PyTorch | ratio | published |\n|---|---|---|---|---|")
    for name, time in ours.items():
        peer = PEERS[name]() if name in PEERS else None
        ratio = f"{peer:.1f} | {peer / time:.3f}" if peer else "- | -"
        published = f"{PUBLISHED[name]:.1f}" if name in PUBLISHED else "-"
        print(f"| {name} | {time:.1f} | {ratio} | {published} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
