# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention that gpu.py measures: forward, its gradients, and of one query to many keys.
Peers are cuDNN and FlashAttention of PyTorch, by name.

Not here: kernels (gpu_kernels.py, gpu_training_kernels.py).
"""

import torch
import triton
from torch.nn.attention import SDPBackend, sdpa_kernel

import gpu_kernels
import gpu_training_kernels as kernels
from gpu_cases import PEAKS, Config, Prepared, Several, Workload, close

TOKENS, WIDTH = 16384, 2048  # of a batch; of all heads together
F16, F32 = torch.float16, torch.float32
BACKENDS = {"cudnn": SDPBackend.CUDNN_ATTENTION, "flash": SDPBackend.FLASH_ATTENTION}
LOG2E = 1.4426950408889634
# Queries, keys, warps, stages. The kernel needs a multiple of the keys. Small tiles are
# here for those that spill registers with larger ones: the causal kernel has two loops.
TILES = {
    64: ((128, 64, 4, 3), (128, 64, 8, 3), (128, 128, 8, 2), (128, 128, 8, 3),
         (64, 64, 4, 3), (128, 32, 4, 4)),
    128: ((128, 64, 8, 3), (128, 64, 4, 3), (128, 128, 8, 2), (128, 128, 8, 3), (128, 32, 8, 4),
          (64, 64, 4, 3), (128, 64, 8, 2)),
}  # fmt: skip
# With a producer: four consumers, since one block fills a multiprocessor; consumers
# that have two blocks of 64 rows each; two blocks on a multiprocessor.
PRODUCED = {64: ((256, 64, 16, 3), (256, 64, 8, 3), (128, 64, 4, 3), (64, 128, 4, 2)),
            128: ()}  # fmt: skip
# Persistent, with further stages.
PERSISTENT = {64: ((128, 128, 8, 3), (128, 128, 8, 4), (256, 64, 16, 3), (64, 128, 4, 2)),
              128: ((128, 128, 8, 2), (128, 64, 8, 3))}  # fmt: skip
# Of the kernels for keys and for queries: queries, keys, queries, keys, warps, stages.
GRADIENT_TILES = {
    64: ((64, 128, 128, 64, 8, 2), (64, 128, 128, 64, 8, 3), (64, 64, 64, 64, 4, 2),
         (64, 64, 64, 64, 4, 3), (32, 128, 128, 32, 4, 3), (128, 128, 128, 128, 8, 2)),
    128: ((64, 128, 128, 64, 8, 2), (64, 64, 64, 64, 4, 2), (64, 64, 64, 64, 8, 2),
          (32, 128, 128, 32, 8, 3), (32, 64, 64, 32, 4, 3), (64, 128, 128, 64, 8, 3)),
}  # fmt: skip
# Of one kernel for all gradients: queries, keys, how those of queries are added,
# warps, stages.
FUSED_TILES = {
    64: ((64, 128, "atomic", 8, 2), (64, 128, "atomic", 8, 3), (64, 64, "atomic", 4, 2),
         (64, 128, "bulk", 8, 3), (64, 64, "bulk", 4, 3), (128, 128, "bulk", 8, 2),
         (64, 64, "bulk", 4, 4)),
    128: ((64, 128, "atomic", 8, 2), (64, 128, "atomic", 8, 3),
          (64, 64, "atomic", 4, 2), (64, 128, "bulk", 8, 2), (64, 128, "bulk", 8, 3)),
}  # fmt: skip
DECODE_HEADS, DECODE_GROUP, DECODE_WIDTH = 8, 4, 128  # of keys; queries for each


def normal(*shape):
    return torch.randn(shape, device="cuda", dtype=F16)


def by_backend(name, q, k, v, **more):
    """PyTorch's attention by one of its backends."""
    function = torch.nn.functional.scaled_dot_product_attention

    def run():
        with sdpa_kernel(BACKENDS[name]):
            return function(q, k, v, **more)

    return run


def ask_jax(kind, depth, causal, length):
    """The arguments of gpu_jax.py, for two lengths, since its kernels take long to compile."""
    if length not in (4096, 16384):
        return ()
    return (kind, depth, causal, length, TOKENS // length, WIDTH // depth)


def exact(q, k, v, causal):
    """Attention of one head in double precision, and the logarithms (of base 2) of its
    sums of exponentials, by blocks of queries."""
    q, k, v = (x.double() for x in (q, k, v))
    parts, logs = [], []
    for first in range(0, len(q), 2048):
        scores = q[first : first + 2048] @ k.t() * q.shape[-1] ** -0.5
        if causal:
            row = torch.arange(first, first + len(scores), device=q.device)
            column = torch.arange(len(k), device=q.device)
            scores.masked_fill_(row[:, None] < column[None, :], -float("inf"))
        log = scores.logsumexp(1)
        logs.append(log * LOG2E)
        parts.append(torch.exp(scores - log[:, None]) @ v)
    return torch.cat(parts), torch.cat(logs)


# -- Forward


def forward_space(depth, causal):
    # The last keys of a causal kernel are a multiple of its rows: a block of more keys
    # than rows is not proved to be one of a tensor.
    tiles = dict.fromkeys((*TILES[depth], *PRODUCED[depth], *PERSISTENT[depth]))
    return [
        Config({"D": depth, "BM": m, "BN": n, "CAUSAL": causal}, w, s)
        for m, n, w, s in tiles if m >= n or not causal
    ]  # fmt: skip


def forward(depth, causal, length):
    heads = TOKENS // length * (WIDTH // depth)
    scale = depth**-0.5
    numbers = [length * depth, depth, length]

    def prepare():
        q, k, v = (normal(1, heads, length, depth) for _ in range(3))
        out = torch.empty_like(q)
        function = torch.nn.functional.scaled_dot_product_attention
        chosen = [0, heads // 2, heads - 1]
        want = torch.stack([exact(*(x[0, i] for x in (q, k, v)), causal)[0]
                            for i in chosen])  # fmt: skip
        with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
            rough = function(q, k, v, is_causal=causal)

        def compare(got):
            close(got[0, chosen], want, 2e-3, 2**-9)
            close(got, rough, 4e-3, 2**-8)

        return Prepared(
            [q, k, v, out, scale, *numbers],
            lambda c: (length // c["BM"], heads), [out], lambda: compare(out),
            None, compare=compare,
            peers={
                name: lambda name=name: by_backend(name, q, k, v, is_causal=causal)
                for name in BACKENDS
            },
        )  # fmt: skip

    work = 4 * heads * length * length * depth / (2 if causal else 1)
    return Workload(
        f"attention d{depth}{' causal' if causal else ''} {length}",
        gpu_kernels.attention, forward_space(depth, causal),
        [F16, F16, F16, F16, scale, *numbers], prepare, work, "TFLOP/s",
        PEAKS["fp16"], bar="attention",
        jax=ask_jax("attention", depth, causal, length),
    )  # fmt: skip


# -- Gradients


def exact_gradients(q, k, v, dout, causal):
    """The gradients of one head, in double precision."""
    q, k, v, dout = (x.double() for x in (q, k, v, dout))
    scale = q.shape[-1] ** -0.5
    scores = q @ k.t() * scale
    if causal:
        scores.masked_fill_(torch.ones_like(scores).triu(1).bool(), -float("inf"))
    powers = torch.softmax(scores, 1)
    del scores
    dscores = dout @ v.t()
    dscores -= (dscores * powers).sum(1, keepdim=True)
    dscores *= powers
    return dscores @ k * scale, dscores.t() @ q * scale, powers.t() @ dout


def gradient_kernels(length, heads):
    """The kernels of gradients; their arguments are q, k, v, out, dout, logarithms,
    delta, sums, dq, dk, dv, scale, length. A configuration without a block of queries
    is of one kernel for all gradients."""

    def is_fused(options):
        return "QUERIES" not in options

    def own(first, second, *more):
        def options_of(o):
            if is_fused(o) != bool(more):
                return None
            names = ("D", "CAUSAL", "num_warps", "num_stages", *more)
            return {**{name: o[name] for name in names}, "BM": o[first],
                    "BN": o[second]}  # fmt: skip

        return options_of

    def delta_options(options):
        return {"D": options["D"], "BM": 64, "FUSED": is_fused(options),
                "num_warps": 4}  # fmt: skip

    def scaled_options(options):
        if not is_fused(options):
            return None
        return {"D": options["D"], "BM": 64, "num_warps": 4}

    rows = lambda o: (length // 64, heads)
    blocks = lambda o: (length // o["KEYS"], heads)
    return Several(
        "attention_gradients",
        (kernels.attention_delta, (3, 4, 6, 7, 12), rows, delta_options),
        (kernels.attention_keys, (0, 1, 2, 4, 5, 6, 9, 10, 11, 12), blocks,
         own("BM", "KEYS")),
        (kernels.attention_queries, (0, 1, 2, 4, 5, 6, 8, 11, 12),
         lambda o: (length // o["QUERIES"], heads), own("QUERIES", "BN")),
        (kernels.attention_fused, (0, 1, 2, 4, 5, 6, 7, 9, 10, 11, 12), blocks,
         own("BM", "KEYS", "ADD")),
        (kernels.attention_scaled, (7, 8, 11, 12), rows, scaled_options),
    )  # fmt: skip


def gradient_space(depth, causal):
    points = [
        Config({"D": depth, "CAUSAL": causal, "BM": a, "KEYS": b, "QUERIES": c,
                "BN": d}, w, s)
        for a, b, c, d, w, s in GRADIENT_TILES[depth]
    ]  # fmt: skip
    fused = [
        Config({"D": depth, "CAUSAL": causal, "BM": m, "KEYS": n, "ADD": add}, w, s)
        for m, n, add, w, s in FUSED_TILES[depth]
    ]
    return [*points, *fused]


def by_autograd(forward_run, inputs, dout):
    """The gradients alone, of a result that is computed once."""
    out = forward_run()
    return lambda: torch.autograd.grad(out, inputs, dout, retain_graph=True)


def gradients(depth, causal, length):
    heads = TOKENS // length * (WIDTH // depth)
    scale = depth**-0.5

    def prepare():
        q, k, v, dout = (normal(1, heads, length, depth) for _ in range(4))
        results = [
            exact(*(x[0, i] for x in (q, k, v)), causal) for i in range(heads)
        ]
        out = torch.stack([y for y, _ in results]).to(F16)[None]
        logs = torch.stack([log for _, log in results]).float()
        delta = torch.empty_like(logs)
        sums = torch.empty_like(q, dtype=F32)
        dq, dk, dv = (torch.empty_like(q) for _ in range(3))
        chosen = [0, heads - 1]
        wants = [exact_gradients(*(x[0, i] for x in (q, k, v, dout)), causal)
                 for i in chosen]  # fmt: skip

        def compare(*got):
            for i, want in zip(chosen, wants):
                for mine, exactly in zip(got, want):
                    typical = float(exactly.square().mean().sqrt())
                    close(mine[0, i], exactly, 2e-2 * typical + 1e-3, 2**-6)
            for mine in got:
                if not bool(mine.isfinite().all()):
                    raise ValueError("values are not finite")

        inputs = [x.detach().requires_grad_() for x in (q, k, v)]
        return Prepared(
            [q, k, v, out, dout, logs, delta, sums, dq, dk, dv, scale, length],
            lambda c: None, [delta, sums, dq, dk, dv], lambda: compare(dq, dk, dv), None,
            compare=compare,
            peers={
                name: lambda name=name: by_autograd(
                    by_backend(name, *inputs, is_causal=causal), inputs, dout
                )
                for name in BACKENDS
            },
        )  # fmt: skip

    work = 10 * heads * length * length * depth / (2 if causal else 1)
    types = [F16] * 5 + [F32] * 3 + [F16] * 3 + [scale, length]
    return Workload(
        f"attention gradients d{depth}{' causal' if causal else ''} {length}",
        gradient_kernels(length, heads), gradient_space(depth, causal), types, prepare, work, "TFLOP/s",
        PEAKS["fp16"], bar="gradients",
        jax=() if causal else ask_jax("gradients", depth, causal, length),
    )  # fmt: skip


# -- One query


def decode_kernels(owners):
    """Their arguments: q, k, v, parts, logarithms, out, scale, length, splits. SPLITS
    is no constant of the first."""

    def part(o):
        own = {name: o[name] for name in ("BN", "num_warps", "num_stages")}
        return {"GROUP": DECODE_GROUP, "ROWS": 16, "D": DECODE_WIDTH, **own}

    def total(o):
        return {"SPLITS": max(o["SPLITS"], 2), "D": DECODE_WIDTH, "num_warps": 4}

    return Several(
        "decode",
        (kernels.decode_part, (0, 1, 2, 3, 4, 6, 7, 8),
         lambda o: (owners, o["SPLITS"]), part),
        (kernels.decode_sum, (3, 4, 5, 8), lambda o: (owners * DECODE_GROUP,), total),
    )  # fmt: skip


def decode_space(owners, length):
    """Up to three numbers of splits: the first gives most multiprocessors a program, the
    last several to each; a split has at least 256 keys."""
    counts = [s for s in (1, 2, 4, 8, 16, 32, 64, 128)
              if length // s >= 256 and owners * s <= 4200] or [1]  # fmt: skip
    full = [s for s in counts if owners * s >= 96] or counts[-1:]
    few = sorted({full[0], full[len(full) // 2], full[-1]})
    return [
        Config({"SPLITS": s, "BN": n}, 4, stages)
        for s in few for n, stages in ((64, 4), (128, 3))
    ]  # fmt: skip


def decode(batch, length):
    owners, width = batch * DECODE_HEADS, DECODE_WIDTH
    queries = owners * DECODE_GROUP
    scale = width**-0.5

    def prepare():
        q = normal(batch, DECODE_HEADS * DECODE_GROUP, 1, width)
        k, v = (normal(batch, DECODE_HEADS, length, width) for _ in range(2))
        out = torch.empty_like(q)
        parts = torch.empty(queries * 128 * width, device="cuda")
        logs = torch.empty(queries * 128, device="cuda")
        function = torch.nn.functional.scaled_dot_product_attention
        chosen = sorted({0, batch // 2, batch - 1})
        want = torch.stack([
            torch.cat([
                exact(q[i, h * DECODE_GROUP : (h + 1) * DECODE_GROUP, 0],
                      k[i, h], v[i, h], False)[0]
                for h in range(DECODE_HEADS)
            ]) for i in chosen
        ])  # fmt: skip

        def compare(got):
            close(got[chosen, :, 0], want, 4e-4, 2**-8)
            if not bool(got.isfinite().all()):
                raise ValueError("values are not finite")

        def arguments(constants):
            return [q, k, v, parts, logs, out, scale, length, constants["SPLITS"]]

        return Prepared(
            arguments, lambda c: None, [out, parts, logs], lambda: compare(out),
            lambda: function(q, k, v, enable_gqa=True), compare=compare,
            peers={
                name: lambda name=name: by_backend(name, q, k, v, enable_gqa=True)
                for name in BACKENDS
            },
        )  # fmt: skip

    types = [F16] * 3 + [F32] * 2 + [F16, scale, length]
    return Workload(
        f"decode attention batch {batch} {length}", decode_kernels(owners),
        decode_space(owners, length), lambda c: [*types, c["SPLITS"]], prepare,
        4 * owners * length * width, "GB/s", "copy", bar="decode",
    )  # fmt: skip


def workloads(quick):
    """All of them, in the order of the table."""
    lengths = (4096,) if quick else (2048, 4096, 8192, 16384)
    for depth in (64, 128):
        for causal in (False, True):
            for length in lengths:
                yield forward(depth, causal, length)
    for depth in (64, 128):
        for causal in (False, True):
            for length in (2048,) if quick else (4096, 8192):
                yield gradients(depth, causal, length)
    for batch in (1, 16) if quick else (1, 8, 64):
        for length in (4096,) if quick else (4096, 16384, 65536):
            yield decode(batch, length)
