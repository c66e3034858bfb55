# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole kernels, written in Python Triton: what users run. Triton 3.6 makes
their `tt`; shapes are odd, so that masks and edges matter."""

import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("bench")

import formats  # noqa: E402
import gpu_kernels as kernels  # noqa: E402
import gpu_training_kernels as training  # noqa: E402
import triton.language as tl  # noqa: E402
from case import EXACT_VALUE, Array, Bound, Case, Scalar, out  # noqa: E402
from triton_text import text  # noqa: E402
from options import is_on, only  # noqa: E402

TRITON_TYPES = {
    "f16": "fp16", "bf16": "bf16", "f32": "fp32", "f64": "fp64", "i8": "i8",
    "i32": "i32", "i64": "i64", "f8E4M3FN": "fp8e4nv", "f8E5M2": "fp8e5",
}  # fmt: skip


def pointer(element):
    return f"*{TRITON_TYPES[element]}:16"


def number(value):
    """An i32 argument as Triton's launcher specialises it."""
    return 1 if value == 1 else "i32:16" if value % 16 == 0 else "i32"


def whole(name, function, types, constants, make, **more):
    warps, stages = more.pop("warps", 4), more.pop("stages", 3)
    options = {"num_warps": warps, "num_stages": stages}
    build = lambda _: text(function, types, constants, **options)
    return Case(f"kernel/{name}", build, make, warps=warps, stages=stages,
                **more)  # fmt: skip


def scalars(types, values):
    """Scalar arguments, without those that have become constants."""
    return [
        Scalar("i32", v) for t, v in zip(types, values) if isinstance(t, str)
    ]


def add_case(element, n, block, warps):
    types = {"x_ptr": pointer(element), "y_ptr": pointer(element),
             "out_ptr": pointer(element), "n": number(n)}  # fmt: skip

    def make(rng):
        x, y = (formats.random_stored(rng, element, n) for _ in "xy")
        values = [formats.decode(v, element) for v in (x, y)]
        return [Array(element, x), Array(element, y),
                out(element, values[0] + values[1]), Scalar("i32", n)]  # fmt: skip

    return whole(
        f"add-{element}-{n}-{block}-w{warps}", kernels.add, types,
        {"BLOCK": block}, make, warps=warps, grid=(-(-n // block), 1, 1),
        sanitize=True,
    )  # fmt: skip


def softmax_case(rows, columns, warps):
    block = 1 << (columns - 1).bit_length()
    strides = [number(columns)] * 2 + [number(columns)]
    types = {"out_ptr": pointer("f32"), "in_ptr": pointer("f32"),
             "out_stride": strides[0], "in_stride": strides[0],
             "columns": strides[0]}  # fmt: skip

    def make(rng):
        x = formats.random_stored(rng, "f32", (rows, columns), -8, 8)
        y = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
        y /= y.sum(1, keepdims=True)
        # exp by an approximation: up to 16 units in the last place.
        bound = Bound(relative=20 * 2.0**-23, absolute=1e-9)
        return [out("f32", y, bound), Array("f32", x),
                *scalars(strides, [columns] * 3)]  # fmt: skip

    return whole(
        f"softmax-{rows}x{columns}-w{warps}", kernels.softmax, types,
        {"BLOCK": block}, make, warps=warps, grid=(rows, 1, 1),
        sanitize=columns < 1000,
    )  # fmt: skip


def layer_norm_case(element, rows, columns, block, warps):
    types = {n: pointer(element)
             for n in ("x_ptr", "y_ptr", "weight_ptr", "bias_ptr")}  # fmt: skip
    sizes = [number(columns)] * 2
    types |= {"mean_ptr": pointer("f32"), "scale_ptr": pointer("f32"),
              "stride": sizes[0], "columns": sizes[0], "eps": "fp32"}  # fmt: skip

    def make(rng):
        x = formats.random_stored(rng, element, (rows, columns), -2, 6)
        weight, bias = (
            formats.random_stored(rng, element, columns, -2, 2) for _ in "wb"
        )
        v, w, b = (formats.decode(a, element) for a in (x, weight, bias))
        mean = v.mean(1)
        scale = 1 / np.sqrt(v.var(1) + 1e-5)
        y = (v - mean[:, None]) * scale[:, None] * w + b
        return [
            Array(element, x), out(element, y, Bound(1e-5, 1e-5)),
            Array(element, weight), Array(element, bias),
            out("f32", mean, Bound(absolute=1e-5)),
            out("f32", scale, Bound(relative=1e-5)),
            *scalars(sizes, [columns] * 2), Scalar("f32", 1e-5),
        ]  # fmt: skip

    return whole(
        f"layer-norm-{element}-{rows}x{columns}-{block}-w{warps}",
        kernels.layer_norm, types, {"BLOCK": block}, make, warps=warps,
        grid=(rows, 1, 1), sanitize=columns < 1000,
    )  # fmt: skip


# element: accumulator, result, precision, error relative to |A| |B|
PRODUCTS = {
    "f16": (tl.float32, "f16", "tf32", 2.0**-20),
    "bf16": (tl.float32, "bf16", "tf32", 2.0**-20),
    "f32": (tl.float32, "f32", "tf32", 2.0**-9),
    "f8E4M3FN": (tl.float32, "f16", "tf32", 2.0**-10),
    "f8E5M2": (tl.float32, "f16", "tf32", 2.0**-10),
    "i8": (tl.int32, "i32", "tf32", None),
    "f64": (tl.float64, "f64", "ieee", 2.0**-48),
}


GROUP = 4  # rows of tiles whose programs follow each other


def strides_of(transposed, rows, columns):
    return [1, rows] if transposed else [columns, 1]


def product_arrays(rng, element, sizes, ways, error):
    """A and B as they are stored, and what C must be; with "t", an operand is
    column-major."""
    m, n, k = sizes
    result = PRODUCTS[element][1]
    a, b = (
        formats.random_stored(rng, element, s, -1, 1) for s in ((m, k), (k, n))
    )
    values = [formats.decode(x, element) for x in (a, b)]
    if error is None:
        want = np.matmul(*(v.astype(np.int64) for v in values))
        c = out(result, want.astype(np.int32))
    else:
        size = np.matmul(abs(values[0]), abs(values[1])).max()
        c = out(result, np.matmul(*values), Bound(absolute=size * error))
    stored = [
        np.ascontiguousarray(x.T) if w == "t" else x for x, w in zip((a, b), ways)
    ]
    return [Array(element, stored[0]), Array(element, stored[1]), c]


def product_scalars(sizes, ways):
    """Extents and strides, and how Triton's launcher specialises them, by name."""
    m, n, k = sizes
    numbers = [m, n, k, *strides_of(ways[0] == "t", m, k),
               *strides_of(ways[1] == "t", k, n), n, 1]  # fmt: skip
    names = ("M", "N", "K", "stride_am", "stride_ak", "stride_bk", "stride_bn",
             "stride_cm", "stride_cn")  # fmt: skip
    return numbers, {name: number(v) for name, v in zip(names, numbers)}


def product_label(sizes, tile):
    return "x".join(map(str, sizes)) + "-" + "x".join(map(str, tile))


def matmul_case(element, sizes, tile, **more):
    """C = A B; with "t", an operand is column-major."""
    acc, result, precision, error = PRODUCTS[element]
    precision = more.get("precision", precision)
    error = more.get("error", error)
    ways, warps = more.get("ways", "nn"), more.get("warps", 4)
    stages = more.get("stages", 3)
    numbers, kinds = product_scalars(sizes, ways)
    types = kinds | {"a_ptr": pointer(element), "b_ptr": pointer(element),
                     "c_ptr": pointer(result)}  # fmt: skip
    constants = {"BM": tile[0], "BN": tile[1], "BK": tile[2], "GROUP": GROUP,
                 "ACC": acc, "PRECISION": precision}  # fmt: skip

    def make(rng):
        return [*product_arrays(rng, element, sizes, ways, error),
                *scalars(kinds.values(), numbers)]  # fmt: skip

    programs = -(-sizes[0] // tile[0]) * -(-sizes[1] // tile[1])
    extra = "" if precision in ("tf32", "ieee") else f"-{precision}"
    return whole(
        f"matmul-{element}{extra}-{product_label(sizes, tile)}-{ways}-w{warps}-s{stages}",
        kernels.matmul, types, constants, make, warps=warps, stages=stages,
        grid=(programs, 1, 1), sanitize=sizes[0] < 100,
    )  # fmt: skip


def silu_case(warps):
    m, n, k = 200, 144, 80
    types = {p: pointer("f16") for p in
             ("a_ptr", "b_ptr", "c_ptr", "bias_ptr", "other_ptr")}  # fmt: skip
    numbers = [m, n, k, k, n, n]
    kinds = [number(v) for v in numbers]
    names = ("M", "N", "K", "stride_am", "stride_bk", "stride_cm")
    types |= dict(zip(names, kinds))

    def make(rng):
        shapes = ((m, k), (k, n), n, (m, n))
        a, b, bias, other = (
            formats.random_stored(rng, "f16", s, -1, 1) for s in shapes
        )
        x = a.astype(float) @ b.astype(float) + bias.astype(float)
        y = x / (1 + np.exp(-x)) * other.astype(float)
        return [Array("f16", a), Array("f16", b),
                out("f16", y, Bound(1e-5, 1e-5)), Array("f16", bias),
                Array("f16", other), *scalars(kinds, numbers)]  # fmt: skip

    tile = {"BM": 64, "BN": 64, "BK": 32}
    return whole(
        f"matmul-silu-w{warps}", kernels.matmul_silu, types, tile, make,
        warps=warps, grid=(-(-m // 64), -(-n // 64), 1),
    )  # fmt: skip


def attention_case(element, heads, length, depth, tile, **more):
    causal, warps = more.get("causal", False), more.get("warps", 4)
    stages = more.get("stages", 3)
    numbers = [length * depth, depth, length]
    types = {p: pointer(element) for p in ("q_ptr", "k_ptr", "v_ptr", "out_ptr")}
    types |= {"scale": "fp32"}
    types |= dict(zip(("stride_head", "stride_row", "length"),
                      map(number, numbers)))  # fmt: skip
    constants = {"D": depth, "BM": tile[0], "BN": tile[1], "CAUSAL": causal}

    def make(rng):
        shape = (heads, length, depth)
        q, k, v = (formats.random_stored(rng, element, shape, -2, 2)
                   for _ in "qkv")  # fmt: skip
        x, y, z = (formats.decode(a, element) for a in (q, k, v))
        scale = np.float32(depth**-0.5)
        scores = x @ y.transpose(0, 2, 1) * float(scale)
        if causal:
            later = np.triu(np.ones((length, length), bool), 1)
            scores = np.where(later, -np.inf, scores)
        p = np.exp(scores - scores.max(-1, keepdims=True))
        want = p / p.sum(-1, keepdims=True) @ z
        # The weights are rounded to the type, a unit each.
        epsilon = formats.FLOATS[element].epsilon
        return [Array(element, q), Array(element, k), Array(element, v),
                out(element, want, Bound(absolute=2 * epsilon)),
                Scalar("f32", scale), *(Scalar("i32", i) for i in numbers)]  # fmt: skip

    name = f"attention-{element}-{heads}x{length}x{depth}-{tile[0]}x{tile[1]}"
    name += f"-w{warps}-s{stages}" + ("-causal" if causal else "")
    options = more.get("options", ())
    name += "-producer" * is_on("describe-tensors", options)
    return whole(
        name, kernels.attention, types, constants, make, warps=warps,
        stages=stages, grid=(length // tile[0], heads, 1),
        sanitize=length < 300, options_90=options,
    )  # fmt: skip


def attention_gradients_case(heads, length, depth, tile, **more):
    """All gradients by one kernel, which adds up those of queries."""
    causal, warps = more.get("causal", False), more.get("warps", 4)
    options, add = more.get("options", ()), more.get("add", "atomic")
    types = {p: pointer("f16") for p in ("q_ptr", "k_ptr", "v_ptr", "dout_ptr",
                                         "dk_ptr", "dv_ptr")}  # fmt: skip
    types |= {p: pointer("f32") for p in ("log_ptr", "delta_ptr", "dq_ptr")}
    types |= {"scale": "fp32", "length": number(length)}
    constants = {"D": depth, "BM": tile[0], "BN": tile[1], "CAUSAL": causal,
                 "ADD": add}  # fmt: skip

    def make(rng):
        stored = [formats.random_stored(rng, "f16", (heads, length, depth), -2, 2)
                  for _ in range(4)]  # fmt: skip
        q, k, v, dout = (formats.decode(a, "f16") for a in stored)
        scale = np.float32(depth**-0.5)
        scores = q @ k.transpose(0, 2, 1) * float(scale)
        if causal:
            later = np.triu(np.ones((length, length), bool), 1)
            scores = np.where(later, -np.inf, scores)
        logs = np.log(np.exp(scores).sum(-1))
        powers = np.exp(scores - logs[..., None])
        delta = (powers @ v * dout).sum(-1)
        slopes = powers * (dout @ v.transpose(0, 2, 1) - delta[..., None])
        # Powers and slopes are rounded to fp16; sums of a column's powers are a few.
        bound = Bound(absolute=4 * float(scale) * depth * 2.0**-10)
        dk = slopes.transpose(0, 2, 1) @ q * float(scale)
        dv = powers.transpose(0, 2, 1) @ dout
        return [
            *(Array("f16", a) for a in stored),
            Array("f32", (logs / np.log(2)).astype(np.float32)),
            Array("f32", delta.astype(np.float32)),
            Array("f32", np.zeros(q.shape, np.float32), slopes @ k,
                  Bound(absolute=bound.absolute / float(scale))),
            out("f16", dk, bound), out("f16", dv, bound), Scalar("f32", scale),
            Scalar("i32", length),
        ]  # fmt: skip

    name = f"attention-gradients-{heads}x{length}x{depth}-{tile[0]}x{tile[1]}"
    name += f"-{add}-w{warps}" + "-causal" * causal
    name += "-producer" * is_on("describe-tensors", options)
    return whole(
        name, training.attention_fused, types, constants, make, warps=warps, stages=2,
        grid=(length // tile[1], heads, 1), options_90=options,
    )  # fmt: skip


def row_cases():
    for element, columns, reverse, warps in (
        ("i32", 1000, False, 4), ("i64", 777, True, 8), ("f32", 4096, False, 8),
        ("f32", 64, True, 1),
    ):  # fmt: skip
        rows, block = 17, 1 << (columns - 1).bit_length()

        def make(rng, element=element, columns=columns, reverse=reverse):
            x = rng.integers(-99, 99, (17, columns)).astype(
                formats.storage(element)
            )
            y = np.flip(x, 1) if reverse else x
            y = y.cumsum(1)
            y = np.flip(y, 1) if reverse else y
            return [Array(element, x), out(element, y), Scalar("i32", columns)]

        types = {"in_ptr": pointer(element), "out_ptr": pointer(element),
                 "columns": number(columns)}  # fmt: skip
        yield whole(
            f"cumulative-sum-{element}-{columns}-w{warps}",
            kernels.cumulative_sum, types, {"BLOCK": block, "REVERSE": reverse},
            make, warps=warps, grid=(rows, 1, 1), sanitize=True,
        )  # fmt: skip
    for columns, warps in ((1000, 4), (5000, 8), (50, 1)):

        def make(rng, columns=columns):
            x = rng.integers(-99, 99, (17, columns)).astype(np.float32)
            return [Array("f32", x), out("i32", x.argmax(1)),
                    out("f32", x.max(1)), Scalar("i32", columns)]  # fmt: skip

        types = {"in_ptr": pointer("f32"), "index_ptr": pointer("i32"),
                 "value_ptr": pointer("f32"), "columns": number(columns)}  # fmt: skip
        yield whole(
            f"arg-max-{columns}-w{warps}", kernels.arg_max, types,
            {"BLOCK": 1 << (columns - 1).bit_length()}, make, warps=warps,
            grid=(17, 1, 1), sanitize=True,
        )  # fmt: skip
    for element, columns, warps in (
        ("i32", 32, 1), ("i32", 256, 4), ("f32", 1024, 1), ("f32", 256, 8),
    ):  # fmt: skip

        def make(rng, element=element, columns=columns):
            x = formats.random_stored(rng, element, (9, columns))
            return [Array(element, x), out(element, np.sort(x, 1))]

        types = {"in_ptr": pointer(element), "out_ptr": pointer(element)}
        yield whole(
            f"sort-{element}-{columns}-w{warps}", kernels.sort_rows, types,
            {"COLUMNS": columns}, make, warps=warps, grid=(9, 1, 1),
        )  # fmt: skip


def other_cases():
    for bins, warps in ((256, 4), (32, 1)):
        n, block = 100_003, 1024

        def make(rng, bins=bins):
            x = rng.integers(0, bins, n).astype(np.int32)
            counts = np.bincount(x, minlength=bins).astype(np.int32)
            return [Array("i32", x), Array("i32", counts * 0, counts,
                    EXACT_VALUE), Scalar("i32", n)]  # fmt: skip

        types = {"in_ptr": pointer("i32"), "out_ptr": pointer("i32"),
                 "n": number(n)}  # fmt: skip
        yield whole(
            f"count-values-{bins}-w{warps}", kernels.count_values, types,
            {"BINS": bins, "BLOCK": block}, make, warps=warps,
            grid=(-(-n // block), 1, 1),
        )  # fmt: skip
    for element in ("i8", "f16", "f32", "f64"):
        for tile, warps in (((64, 64), 4), ((32, 128), 8), ((32, 32), 1)):
            rows, columns = 200, 333

            def make(rng, element=element):
                x = formats.random_stored(rng, element, (rows, columns))
                return [Array(element, x),
                        out(element, formats.decode(x.T.copy(), element)),
                        Scalar("i32", rows), Scalar("i32", columns)]  # fmt: skip

            types = {"in_ptr": pointer(element), "out_ptr": pointer(element),
                     "rows": number(rows), "columns": number(columns)}  # fmt: skip
            yield whole(
                f"transpose-{element}-{tile[0]}x{tile[1]}-w{warps}",
                kernels.transpose, types, {"BM": tile[0], "BN": tile[1]}, make,
                warps=warps, sanitize=True,
                grid=(-(-rows // tile[0]), -(-columns // tile[1]), 1),
            )  # fmt: skip


def matmul_cases():
    for element in PRODUCTS:
        small = element == "f64"
        tile = (32, 32, 32) if small else (64, 64, 32)
        for ways in ("nn", "nt", "tn", "tt"):
            yield matmul_case(element, (333, 222, 111), tile, ways=ways)
            yield matmul_case(element, (320, 256, 192), tile, ways=ways)
        yield matmul_case(element, (77, 65, 48), tile)
        for stages in (1, 2, 4, 5):
            yield matmul_case(element, (256, 192, 320), tile, stages=stages)
        if not small:
            yield matmul_case(element, (512, 512, 512), (128, 128, 64), warps=8)
            yield matmul_case(
                element, (520, 264, 136), (128, 128, 64), warps=4
            )
    for element in ("f16", "bf16", "f8E4M3FN", "i8"):
        yield matmul_case(element, (1024, 1024, 512), (128, 256, 64), warps=8)
        yield matmul_case(element, (16, 1024, 512), (16, 64, 64), warps=4)
    for precision, error in (("tf32x3", 2.0**-18), ("ieee", 2.0**-20),
                             ("bf16x3", 2.0**-14), ("bf16x6", 2.0**-18)):  # fmt: skip
        yield matmul_case(
            "f32", (200, 144, 112), (64, 64, 32), precision=precision,
            error=error, warps=8 if precision == "ieee" else 4,
        )  # fmt: skip
    for warps in (4, 8):
        yield silu_case(warps)


def cases():
    for element in ("f16", "f32", "f64", "i32"):
        for n, block, warps in ((100_003, 1024, 4), (4096, 256, 8)):
            yield add_case(element, n, block, warps)
    for rows, columns, warps in ((33, 781, 4), (7, 1024, 8), (9, 16000, 8),
                                 (5, 33, 1)):  # fmt: skip
        yield softmax_case(rows, columns, warps)
    for element, rows, columns, block, warps in (
        ("f16", 13, 2000, 1024, 4), ("f32", 5, 777, 512, 8),
        ("bf16", 7, 4096, 4096, 8),
    ):  # fmt: skip
        yield layer_norm_case(element, rows, columns, block, warps)
    yield from matmul_cases()
    for element, depth, tile, warps, stages in (
        ("f16", 64, (128, 64), 4, 3), ("f16", 64, (128, 128), 8, 2),
        ("f16", 128, (128, 64), 8, 3), ("f16", 128, (128, 128), 8, 2),
        ("bf16", 64, (64, 64), 4, 3), ("f16", 64, (64, 32), 4, 1),
    ):  # fmt: skip
        for causal in (False, True):
            yield attention_case(
                element, 3, 512, depth, tile, causal=causal, warps=warps,
                stages=stages,
            )  # fmt: skip
    yield attention_case("f16", 1, 128, 64, (64, 64), causal=True)
    producer = ("describe-tensors", "warp-specialize")
    for causal in (False, True):
        # Four consumers, and two with two blocks of rows each.
        for warps in (16, 8):
            yield attention_case(
                "f16", 1, 512, 64, (256, 64), causal=causal, warps=warps,
                options=only(*producer),
            )  # fmt: skip
        for names in ((), producer):
            options = only(*names)
            yield attention_gradients_case(
                2, 256, 64, (64, 64), causal=causal, options=options
            )
            yield attention_gradients_case(
                1, 256, 128, (64, 128), causal=causal, warps=8, options=options
            )
            yield attention_gradients_case(
                2, 128, 64, (64, 64), causal=causal, add="bulk",
                options=only("tensor-maps", *names),
            )  # fmt: skip
    yield from row_cases()
    yield from other_cases()
