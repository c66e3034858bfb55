# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in Java (java/) of gradients, and of attention whose keys are split, against
references that are written independently, plainly and in double precision.

Not here: other kernels in Java (cases_java.py)."""

import numpy as np

from case import Array, Bound, Scalar, out
from cases_java import java, roundings, uniform
from options import is_on, only

NEAREST = {"f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}


# -- Attention


def attention_values(rng, element, heads, n, width, causal):
    """Stored and exact inputs, powers, logarithms of sums, and results."""
    shape = (heads, n, width)
    pairs = [uniform(rng, element, shape, -2, 2) for _ in range(4)]
    (_, q), (_, k), (_, v), (_, dout) = pairs
    scale = float(np.float32(width**-0.5))
    scores = np.einsum("hid,hjd->hij", q, k) * scale
    if causal:
        scores[:, np.triu(np.ones((n, n), bool), 1)] = -np.inf
    logs = np.log(np.exp(scores).sum(2))
    powers = np.exp(scores - logs[:, :, None])
    return pairs, powers, logs, np.einsum("hij,hjd->hid", powers, v), scale, dout


def gradients_of_attention(pairs, powers, scale):
    """By the Jacobian of a row's softmax."""
    (_, q), (_, k), (_, v), (_, dout) = pairs
    dq, dk, dv = np.zeros(q.shape), np.zeros(q.shape), np.zeros(q.shape)
    for h in range(q.shape[0]):
        for i in range(q.shape[1]):
            row = powers[h, i]
            jacobian = np.diag(row) - np.outer(row, row)
            slope = jacobian @ (v[h] @ dout[h, i]) * scale
            dq[h, i] = slope @ k[h]
            dk[h] += np.outer(slope, q[h, i])
            dv[h] += np.outer(row, dout[h, i])
    return dq, dk, dv


def attention_gradients(method, element, n, width, block, causal):
    heads = 2
    is_keys = method == "keys"

    def make(rng):
        pairs, powers, logs, y, scale, dout = attention_values(
            rng, element, heads, n, width, causal
        )
        dq, dk, dv = gradients_of_attention(pairs, powers, scale)
        deltas = (y * dout).sum(2)
        # Logarithms and deltas are rounded to f32, and exponentials are approximate.
        bound = Bound(absolute=2.0**-12 + 32 * roundings("f32", n + width))
        wants = [dk, dv] if is_keys else [dq]
        return [
            *(Array(element, stored) for stored, _ in pairs),
            Array("f32", logs.astype(np.float32)),
            Array("f32", deltas.astype(np.float32)),
            *(out("f32", want, bound) for want in wants),
            Scalar("i32", n), Scalar("f32", scale),
        ]  # fmt: skip

    results = ["*f32"] * (2 if is_keys else 1)
    signature = [f"*{element}"] * 4 + ["*f32"] * 2 + results
    signature += ["i32", "f32", width, *block, causal]
    kind = "causal" if causal else "full"
    label = f"{element}-{n}x{width}-{kind}-by-{block[0]}x{block[1]}"
    tile = block[1] if is_keys else block[0]
    return java("AttentionGradients", method, label, signature, make,
                grid=(-(-n // tile), heads, 1))  # fmt: skip


def fused_gradients(n, width, block, causal, warps=4, options=()):
    """All gradients by one kernel, which adds up those of queries."""
    heads = 2

    def make(rng):
        pairs, powers, logs, y, scale, dout = attention_values(
            rng, "f16", heads, n, width, causal
        )
        dq, dk, dv = gradients_of_attention(pairs, powers, scale)
        # Powers and their gradients are rounded to 16 bits. Those up to 4 times the
        # width are multiplied by 2 and the scale, and a column's powers add up to a few.
        bound = Bound(absolute=4 * width * scale * NEAREST["f16"])
        return [
            *(Array("f16", stored) for stored, _ in pairs),
            Array("f32", logs.astype(np.float32)),
            Array("f32", (y * dout).sum(2).astype(np.float32)),
            Array("f32", np.zeros(dq.shape, np.float32), dq, bound),
            out("f32", dk, bound), out("f32", dv, bound),
            Scalar("i32", n), Scalar("f32", scale),
        ]  # fmt: skip

    signature = ["*fp16:16"] * 4 + ["*fp32:16"] * 5
    signature += ["i32", "f32", width, *block, causal]
    kind = "causal" if causal else "full"
    label = f"{n}x{width}-{kind}-by-{block[0]}x{block[1]}-w{warps}"
    label += "-producer" if options else ""
    label += "-rotated" if options and is_on("rotate-loops", options) else ""
    return java("AttentionGradients", "fused", label, signature, make,
                grid=(-(-n // block[1]), heads, 1), warps=warps, stages=2,
                options_90=options)  # fmt: skip


def deltas(element, n, width, block):
    heads = 3

    def make(rng):
        (y, exact), (dout, upstream) = (
            uniform(rng, element, (heads, n, width)) for _ in range(2)
        )
        limit = roundings("f32", width) * np.abs(exact * upstream).sum(2)
        want = out("f32", (exact * upstream).sum(2), Bound(absolute=limit))
        return [Array(element, y), Array(element, dout), want, Scalar("i32", n)]

    signature = [f"*{element}"] * 2 + ["*f32", "i32", width, block]
    return java("AttentionGradients", "deltas", f"{element}-{n}x{width}", signature,
                make, grid=(-(-n // block), heads, 1))  # fmt: skip


# -- Keys that are split


def decode_part(element, group, n, width, splits, block):
    heads = 2
    size = -(-(-(-n // splits)) // block) * block  # whole blocks
    if size * (splits - 1) >= n or size * splits < n:
        raise ValueError(f"{n} keys have no {splits} splits of {size}")

    def make(rng):
        q, exact_q = uniform(rng, element, (heads, group, width), -2, 2)
        k, exact_k = uniform(rng, element, (heads, n, width), -2, 2)
        v, exact_v = uniform(rng, element, (heads, n, width), -2, 2)
        scale = float(np.float32(width**-0.5))
        parts = np.empty((heads, group, splits, width))
        logs = np.empty((heads, group, splits))
        for h, g, s in np.ndindex(heads, group, splits):
            mine = slice(s * size, min((s + 1) * size, n))
            powers = np.exp(exact_k[h, mine] @ exact_q[h, g] * scale)
            parts[h, g, s] = powers @ exact_v[h, mine] / powers.sum()
            logs[h, g, s] = np.log(powers.sum())
        bound = Bound(absolute=2.0**-15 + 16 * roundings("f32", size + width))
        return [
            Array(element, q), Array(element, k), Array(element, v),
            out("f32", parts, bound), out("f32", logs, bound), Scalar("i32", n),
            Scalar("i32", size), Scalar("i32", splits), Scalar("f32", scale),
        ]  # fmt: skip

    signature = [f"*{element}"] * 3 + ["*f32"] * 2 + ["i32"] * 3 + ["f32"]
    signature += [group, 16, width, block]
    label = f"{element}-{group}x{n}x{width}-in-{splits}"
    return java("Decode", "part", label, signature, make, grid=(heads, splits, 1))


def decode_join(queries, splits, width):
    block = max(2, 1 << (splits - 1).bit_length())

    def make(rng):
        parts, exact = uniform(rng, "f32", (queries, splits, width))
        logs, exact_logs = uniform(rng, "f32", (queries, splits), -20, 20)
        sums = np.exp(exact_logs)
        want = np.einsum("qs,qsd->qd", sums, exact) / sums.sum(1, keepdims=True)
        bound = Bound(absolute=2.0**-18)
        return [Array("f32", parts), Array("f32", logs), out("f32", want, bound),
                Scalar("i32", splits)]  # fmt: skip

    return java("Decode", "join", f"{queries}x{splits}x{width}",
                ["*f32"] * 3 + ["i32", block, width], make, grid=(queries, 1, 1))  # fmt: skip


# -- Normalisations and activations


def norm_rows(element, is_rms, rows, n, programs):
    """By the Jacobian of a row."""
    block = 1 << (n - 1).bit_length()

    def make(rng):
        x, exact = uniform(rng, element, (rows, n), -3, 5)
        weight, factor = uniform(rng, element, n)
        dy, upstream = uniform(rng, element, (rows, n))
        mean = np.zeros(rows) if is_rms else exact.mean(1)
        mean = mean.astype(np.float32)
        apart = exact - mean.astype(np.float64)[:, None]
        scale = (1 / np.sqrt((apart**2).mean(1) + 1e-5)).astype(np.float32)
        wide = scale.astype(np.float64)[:, None]
        normal = apart * wide
        dx = np.empty((rows, n))
        for i in range(rows):
            jacobian = np.eye(n) - np.outer(normal[i], normal[i]) / n
            if not is_rms:
                jacobian -= 1 / n
            dx[i] = wide[i] * (jacobian @ (upstream[i] * factor))
        parts = [np.stack([value[p::programs].sum(0) for p in range(programs)])
                 for value in (upstream * normal, upstream)]  # fmt: skip
        error = 16 * roundings("f32", max(rows, n))
        close = Bound(absolute=error)
        unused = np.full((programs, n), 7, np.float32)
        biases = Array("f32", unused) if is_rms else out("f32", parts[1], close)
        return [
            Array(element, x), Array(element, weight), Array(element, dy),
            Array("f32", mean), Array("f32", scale),
            out(element, dx, Bound(absolute=error, relative=NEAREST[element])),
            out("f32", parts[0], close), biases,
            Scalar("i32", rows), Scalar("i32", n),
        ]  # fmt: skip

    star = f"*{element}"
    signature = [star] * 3 + ["*f32"] * 2 + [star] + ["*f32"] * 2
    signature += ["i32", "i32", block, is_rms]
    kind = "rms" if is_rms else "layer"
    return java("Gradients", "normRows", f"{kind}-{element}-{rows}x{n}-by-{programs}",
                signature, make, grid=(programs, 1, 1))  # fmt: skip


def column_sums(rows, n, block):
    def make(rng):
        parts, exact = uniform(rng, "f32", (rows, n))
        limit = roundings("f32", rows) * np.abs(exact).sum(0)
        return [Array("f32", parts), out("f32", exact.sum(0), Bound(absolute=limit)),
                Scalar("i32", rows), Scalar("i32", n)]  # fmt: skip

    return java("Gradients", "columnSums", f"{rows}x{n}",
                ["*f32", "*f32", "i32", "i32", *block], make,
                grid=(-(-n // block[1]), 1, 1))  # fmt: skip


def swiglu(element, n, block):
    def make(rng):
        pairs = [uniform(rng, element, n, -6, 6) for _ in range(3)]
        (_, a), (_, b), (_, dout) = pairs
        gate = 1 / (1 + np.exp(-a))
        da = dout * b * (gate + a * gate * (1 - gate))
        db = dout * a * gate
        bound = Bound(absolute=2.0**-16, relative=2.0**-18 + NEAREST[element])
        stored = [Array(element, value) for value, _ in pairs]
        return [*stored, out(element, da, bound), out(element, db, bound),
                Scalar("i32", n)]  # fmt: skip

    return java("Gradients", "swiglu", f"{element}-{n}",
                [f"*{element}"] * 5 + ["i32", block], make,
                grid=(-(-n // block), 1, 1))  # fmt: skip


def cases():
    yield deltas("f32", 50, 32, 32)
    yield deltas("f16", 64, 64, 32)
    for method in ("keys", "queries"):
        for causal in (False, True):
            yield attention_gradients(method, "f32", 70, 32, (32, 16), causal)
            yield attention_gradients(method, "f16", 64, 64, (32, 32), causal)
            yield attention_gradients(method, "f32", 33, 16, (16, 32), causal)
    producer = ("describe-tensors", "warp-specialize")
    for causal in (False, True):
        for options in ((), only(*producer), only(*producer, "rotate-loops")):
            yield fused_gradients(150, 64, (64, 64), causal, options=options)
            yield fused_gradients(192, 64, (64, 128), causal, 8, options)
        yield fused_gradients(70, 32, (32, 32), causal, 2)
    yield decode_part("f32", 4, 200, 32, 4, 16)
    yield decode_part("f16", 1, 130, 64, 3, 32)
    yield decode_part("bf16", 16, 64, 32, 1, 64)
    yield decode_join(6, 5, 32)
    yield decode_join(3, 1, 64)
    for is_rms in (False, True):
        yield norm_rows("f32", is_rms, 21, 100, 4)
        yield norm_rows("f16", is_rms, 3, 64, 8)
    yield column_sums(37, 100, (16, 32))
    yield swiglu("f32", 1000, 256)
    yield swiglu("f16", 512, 256)
