# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of training that gpu.py measures, whose ceiling is the speed of a copy:
gradients of normalisations, a loss with its gradient, an activation and its gradients,
rotations of positions. Peers are PyTorch's functions, as they are and compiled.

Not here: kernels (gpu_training_kernels.py); attention (gpu_attention.py).
"""

import torch
import triton

import gpu_training_kernels as kernels
from gpu_cases import Config, Prepared, Several, Workload, close, compiled
from gpu_matmuls import multiprocessors

F16, BF16, F32 = torch.float16, torch.bfloat16, torch.float32


def normal(*shape, dtype=BF16):
    return torch.randn(shape, device="cuda", dtype=dtype)


def peers_of(function):
    """PyTorch's function as it is, and compiled."""
    return {"compile": lambda: compiled(function)}


# -- Gradients of normalisations


def norm_kernels(columns):
    """Arguments: x, weight, dy, means, scales, dx, parts of the gradients of weights
    and biases, these, rows, columns, parts."""

    def rows_options(o):
        return {name: o[name] for name in ("BLOCK", "RMS", "num_warps")}

    def columns_options(o):
        return {"ROWS": 128, "COLUMNS": 32, "RMS": o["RMS"], "num_warps": 8}

    return Several(
        "norm_gradients",
        (kernels.norm_rows, (0, 1, 2, 3, 4, 5, 6, 7, 10, 11),
         lambda o: (o["PARTS"] * multiprocessors(),), rows_options),
        (kernels.norm_columns, (6, 7, 8, 9, 12, 11),
         lambda o: (triton.cdiv(columns, 32),), columns_options),
    )  # fmt: skip


def norm_function(is_rms, x, weight, bias, eps):
    if is_rms:
        return torch.nn.functional.rms_norm(x, weight.shape, weight, eps)
    return torch.nn.functional.layer_norm(x, weight.shape, weight, bias, eps)


def exact_norm(is_rms, x, weight, dy, mean, scale):
    """The gradients in double precision, by slices of rows."""
    weight = weight.double()
    dx = torch.empty(x.shape, device=x.device, dtype=torch.float64)
    dweight, dbias = torch.zeros_like(weight), torch.zeros_like(weight)
    for first in range(0, len(x), 1024):
        part = slice(first, first + 1024)
        up, s = dy[part].double(), scale[part, None].double()
        apart = x[part].double() - (0 if is_rms else mean[part, None].double())
        y, inner = apart * s, up * weight
        slope = inner - y * (inner * y).mean(1, keepdim=True)
        dx[part] = s * (slope if is_rms else slope - inner.mean(1, keepdim=True))
        dweight += (up * y).sum(0)
        dbias += up.sum(0)
    return dx, dweight, dbias


def norm_gradients(is_rms, rows, columns):
    eps = 1e-5

    def prepare():
        x, dy = normal(rows, columns), normal(rows, columns)
        weight, bias = normal(columns), normal(columns)
        mean = x.float().mean(1)
        spread = (x.float() - (0 if is_rms else mean[:, None])).square().mean(1)
        scale = (spread + eps).rsqrt()
        dx, dweight, dbias = (torch.empty_like(t) for t in (x, weight, weight))
        parts = torch.empty(2, 4 * multiprocessors() * columns, device="cuda")
        want = exact_norm(is_rms, x, weight, dy, mean, scale)

        def compare(*got):
            for mine, exactly, limit in zip(got, want, (2**-6, rows**0.5 / 64, rows**0.5 / 64)):
                close(mine, exactly, limit, 2**-7)

        def arguments(constants):
            count = constants["PARTS"] * multiprocessors()
            return [x, weight, dy, mean, scale, dx, *parts, dweight, dbias, rows,
                    columns, count]  # fmt: skip

        outputs = [dx, dweight] + ([] if is_rms else [dbias])
        leaves = [t.detach().requires_grad_() for t in (x, weight, bias)]
        wanted = leaves[:2] if is_rms else leaves

        def autograd(function):
            y = function(is_rms, *leaves, eps)
            return lambda: torch.autograd.grad(y, wanted, dy, retain_graph=True)

        return Prepared(
            arguments, lambda c: None, [*outputs, parts], lambda: compare(*outputs),
            None, compare=compare,
            peers={
                "eager": lambda: autograd(norm_function),
                "compile": lambda: autograd(compiled(norm_function)),
            },
        )  # fmt: skip

    block = triton.next_power_of_2(columns)
    configs = [
        Config({"BLOCK": block, "PARTS": p, "RMS": is_rms}, w)
        for p in (1, 2, 4) for w in (4, 8, 16)
        if block // (32 * w) <= 32
    ]  # fmt: skip
    types = [BF16] * 3 + [F32] * 2 + [BF16] + [F32] * 2 + [BF16] * 2
    return Workload(
        f"{'RMS' if is_rms else 'layer'} norm gradients {rows}x{columns}",
        norm_kernels(columns), configs,
        lambda c: [*types, rows, columns, 132 * c["PARTS"]], prepare,
        6 * rows * columns, "GB/s", "copy", bar="memory",
    )  # fmt: skip


# -- Cross entropy


def cross_entropy(rows, columns):
    dloss = 1 / rows

    def prepare():
        logits = normal(rows, columns)
        targets = torch.randint(0, columns, (rows,), device="cuda")
        losses = torch.empty(rows, device="cuda")
        dlogits = torch.empty_like(logits)
        leaf = logits.detach().requires_grad_()

        def compare(loss, gradient):
            """The losses of rows, or PyTorch's mean. PyTorch rounds logarithms of
            probabilities, up to about 16, to bf16."""
            is_mean = loss.numel() == 1
            total, relative = 0.0, 2**-3 if is_mean else 2**-7
            for first in range(0, rows, 512):
                part = slice(first, first + 512)
                exactly = logits[part].double()
                log = exactly.logsumexp(1)
                want = log - exactly.gather(1, targets[part, None])[:, 0]
                total += float(want.sum())
                if not is_mean:
                    close(loss[part], want, 1e-5, 1e-5)
                slope = torch.exp(exactly - log[:, None])
                slope[torch.arange(len(slope)), targets[part]] -= 1
                close(gradient[part], slope * dloss, 2**-24 * dloss, relative)
            if is_mean:
                close(loss.reshape(1), torch.tensor([total / rows], device="cuda"),
                      1e-4, 2**-7)  # fmt: skip

        def function(x, at):
            return torch.nn.functional.cross_entropy(x, at)

        def both(function):
            def run():
                loss = function(leaf, targets)
                return loss.detach(), *torch.autograd.grad(loss, [leaf])

            return run

        return Prepared(
            [logits, targets, losses, dlogits, columns, dloss], lambda c: (rows,),
            [losses, dlogits], lambda: compare(losses, dlogits), None, compare=compare,
            peers={
                "eager": lambda: both(function),
                "compile": lambda: both(compiled(function)),
            },
        )  # fmt: skip

    configs = [
        Config({"BLOCK": b}, w)
        for b, w in ((1024, 4), (2048, 4), (2048, 8), (4096, 4), (4096, 8), (8192, 8),
                     (8192, 16), (16384, 16))
    ]  # fmt: skip
    return Workload(
        f"cross entropy {rows}x{columns}", kernels.cross_entropy, configs,
        [BF16, torch.int64, F32, BF16, columns, dloss], prepare, 6 * rows * columns,
        "GB/s", "copy", bar="memory",
    )  # fmt: skip


# -- Rotations


def rotate(x, cos, sin):
    """The embedding of positions, in PyTorch; pairs (i, i + half)."""
    a, b = x.float().chunk(2, 2)
    c, s = cos[:, None], sin[:, None]
    return torch.cat([a * c - b * s, b * c + a * s], 2).to(x.dtype)


def rope(tokens, heads, width):
    def prepare():
        x = normal(tokens, heads, width)
        out = torch.empty_like(x)
        powers = torch.arange(width // 2, device="cuda") * (-2.0 / width)
        angle = torch.arange(tokens, device="cuda")[:, None] * 10000.0**powers
        cos, sin = angle.cos(), angle.sin()
        a, b = x.double().chunk(2, 2)
        c, s = (t.double()[:, None] for t in (cos, sin))
        want = torch.cat([a * c - b * s, b * c + a * s], 2).float()

        def compare(got):
            close(got, want, 2**-16, 2**-7)

        function = lambda: rotate(x, cos, sin)
        return Prepared(
            [x, cos, sin, out, heads],
            lambda c: (tokens, triton.cdiv(heads, c["HEADS"])), [out],
            lambda: compare(out), function, compare=compare, peers=peers_of(function),
        )  # fmt: skip

    configs = [
        Config({"HALF": width // 2, "HEADS": h}, w)
        for h, w in ((4, 1), (4, 2), (8, 1), (8, 2), (8, 4), (16, 2), (16, 4), (32, 4),
                     (32, 8))  # fmt: skip
    ]
    return Workload(
        f"RoPE {tokens}x{heads}x{width}", kernels.rope, configs,
        [BF16, F32, F32, BF16, heads], prepare, 4 * tokens * heads * width, "GB/s",
        "copy", bar="memory",
    )  # fmt: skip


# -- SwiGLU


def swiglu_function(a, b):
    return torch.nn.functional.silu(a) * b


def exact_swiglu(a, b, dout):
    """The result and the gradients of both operands."""
    a, b, dout = (t.double() for t in (a, b, dout))
    gate = torch.sigmoid(a)
    return a * gate * b, dout * b * gate * (1 + a * (1 - gate)), dout * a * gate


def element_configs():
    return [
        Config({"BLOCK": b}, w)
        for b, w in ((1024, 4), (2048, 4), (2048, 8), (4096, 4), (4096, 8), (8192, 8))
    ]


def swiglu(rows, columns):
    n = rows * columns

    def prepare():
        a, b = normal(rows, columns), normal(rows, columns)
        out = torch.empty_like(a)
        want = exact_swiglu(a, b, b)[0].float()

        def compare(got):
            close(got, want, 2**-12, 2**-6)

        function = lambda: swiglu_function(a, b)
        return Prepared(
            [a, b, out, n], lambda c: (triton.cdiv(n, c["BLOCK"]),), [out],
            lambda: compare(out), function, compare=compare, peers=peers_of(function),
        )  # fmt: skip

    return Workload(
        f"SwiGLU {rows}x{columns}", kernels.swiglu, element_configs(),
        [BF16] * 3 + [n], prepare, 6 * n, "GB/s", "copy", bar="memory",
    )  # fmt: skip


def swiglu_gradients(rows, columns):
    n = rows * columns

    def prepare():
        a, b, dout = (normal(rows, columns) for _ in range(3))
        da, db = torch.empty_like(a), torch.empty_like(a)
        wants = [t.float() for t in exact_swiglu(a, b, dout)[1:]]
        leaves = [t.detach().requires_grad_() for t in (a, b)]

        def compare(*got):
            # PyTorch rounds silu(a) and the gradient of it to bf16.
            for mine, want in zip(got, wants):
                close(mine, want, 2**-6, 2**-5)

        def autograd(function):
            y = function(*leaves)
            return lambda: torch.autograd.grad(y, leaves, dout, retain_graph=True)

        return Prepared(
            [a, b, dout, da, db, n], lambda c: (triton.cdiv(n, c["BLOCK"]),), [da, db],
            lambda: compare(da, db), None, compare=compare,
            peers={
                "eager": lambda: autograd(swiglu_function),
                "compile": lambda: autograd(compiled(swiglu_function)),
            },
        )  # fmt: skip

    return Workload(
        f"SwiGLU gradients {rows}x{columns}", kernels.swiglu_gradients,
        element_configs(), [BF16] * 5 + [n], prepare, 10 * n, "GB/s", "copy",
        bar="memory",
    )  # fmt: skip


def workloads(quick):
    """All of them, in the order of the table."""
    shapes = ((8192, 4096),) if quick else ((8192, 4096), (4096, 8192))
    for is_rms in (False, True):
        for shape in shapes:
            yield norm_gradients(is_rms, *shape)
    for shape in ((4096, 32000),) if quick else ((8192, 32000), (4096, 128256)):
        yield cross_entropy(*shape)
    yield rope(4096 if quick else 16384, 32, 128)
    rows = 2048 if quick else 8192
    yield swiglu(rows, 14336)
    yield swiglu_gradients(rows, 14336)
