# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix products whose sums over K are split among programs
(../../bench/gpu_split_kernels.py): the result, what each program wrote for the others, and
the counters, which are 0 afterwards."""

import functools

import numpy as np

import formats
from case import EXACT_VALUE, Array, Bound
from cases_java import split_sums
from cases_kernels import (
    GROUP, PRODUCTS, pointer, product_arrays, product_label, product_scalars, scalars,
    whole,
)  # fmt: skip
from options import USUAL, only

import gpu_split_kernels  # isort: skip

# Ways to compile products by warp groups.
WAYS = {
    "described": only("describe-tensors"),
    "produced": only("describe-tensors", "warp-specialize"), "usual": USUAL,
}  # fmt: skip
import triton.language as tl  # isort: skip


def place_of_tile(tile, columns, rows):
    """The row and column of a tile of a product in the order of programs."""
    group, rest = divmod(tile, GROUP * columns)
    size = min(rows - group * GROUP, GROUP)
    return group * GROUP + tile % size, rest // size


def part_arrays(a, b, element, tile, splits):
    """The arguments beside those of other products: the parts and the counters. a and b
    are as they are in the product."""
    acc, _, _, error = PRODUCTS[element]
    sums = {tl.int32: "i32", tl.float32: "f32", tl.float64: "f64"}[acc]
    kind = np.int64 if error is None else np.float64
    a, b = (formats.decode(x, element).astype(kind) for x in (a, b))
    place = functools.partial(place_of_tile, rows=-(-len(a) // tile[0]))
    parts = split_sums(a, b, tile, splits, place)
    bound = Bound(absolute=np.matmul(abs(a), abs(b)).max() * (error or 0))
    before = formats.encode(np.zeros(parts.size), sums)
    zeros = np.zeros(parts.size // (splits * tile[0] * tile[1]), np.int32)
    if error is None:
        parts, bound = parts.astype(np.int32), EXACT_VALUE
    return [Array(sums, before, parts, bound), Array("i32", zeros, zeros, EXACT_VALUE)]


def split_case(element, sizes, tile, splits, way="", **more):
    """C = A B with the sums of a tile split among programs. All counters are 0
    afterwards. The way is one of products by warp groups."""
    acc, result, precision, error = PRODUCTS[element]
    ways, warps = more.get("ways", "nn"), more.get("warps", 4)
    stages = more.get("stages", 3)
    numbers, kinds = product_scalars(sizes, ways)
    sums = {tl.int32: "i32", tl.float32: "f32", tl.float64: "f64"}[acc]
    types = kinds | {
        "a_ptr": pointer(element), "b_ptr": pointer(element), "c_ptr": pointer(result),
        "parts_ptr": pointer(sums), "counts_ptr": pointer("i32"),
    }  # fmt: skip
    constants = {"BM": tile[0], "BN": tile[1], "BK": tile[2], "GROUP": GROUP,
                 "SPLITS": splits, "ACC": acc, "PRECISION": precision}  # fmt: skip
    tiles = -(-sizes[0] // tile[0]) * -(-sizes[1] // tile[1])

    def make(rng):
        arrays = product_arrays(rng, element, sizes, ways, error)
        a, b = (x.values.T if w == "t" else x.values for x, w in zip(arrays, ways))
        return [*arrays, *scalars(kinds.values(), numbers),
                *part_arrays(a, b, element, tile, splits)]  # fmt: skip

    only = {"options": WAYS.get(way), "architectures": 90, "is_for_cpu": False}
    words = f"-{way}" * bool(way)
    return whole(
        f"split-matmul-{element}-{product_label(sizes, tile)}x{splits}-{ways}"
        f"-w{warps}-s{stages}{words}",
        gpu_split_kernels.matmul_split, types, constants, make, warps=warps,
        stages=stages, grid=(tiles * splits, 1, 1), sanitize=sizes[0] < 100,
        **(only if way else {}),
    )  # fmt: skip


def cases():
    """Extents that are multiples of the tiles and others; more parts than blocks
    along K; options of products by warp groups."""
    for element in PRODUCTS:
        tile = (32, 32, 32) if element == "f64" else (64, 64, 32)
        yield split_case(element, (130, 100, 333), tile, 4)
        yield split_case(element, (128, 64, 256), tile, 2)
    yield split_case("f16", (77, 65, 48), (64, 64, 32), 4)
    yield split_case("f16", (32, 256, 512), (32, 64, 64), 8, ways="nt")
    yield split_case("f16", (256, 128, 640), (128, 128, 64), 2, stages=4)
    for way in WAYS:
        yield split_case("f16", (200, 128, 1040), (128, 128, 64), 4, way)
        yield split_case("f16", (512, 128, 512), (256, 128, 64), 4, way, warps=8)
        yield split_case("f8E4M3FN", (128, 128, 640), (64, 64, 128), 2, way,
                         ways="nt")  # fmt: skip
