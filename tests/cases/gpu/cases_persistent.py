# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that the compiler makes persistent (persistent): matrix products on grids
of one, two and three axes, with and without a warp group that copies, tensors by
descriptors and by pointers; attention. Grids have more programs than blocks are
launched, and fewer.

All values are small integers, so that sums are exact."""

import dataclasses
import itertools

import numpy as np

import cases_producer
from case import EXACT_VALUE, Array, Case, Scalar
from cases_blocks import constants, module
from options import USUAL, only

MAPS = only("tensor-maps", "persistent", "order-programs")
SPECIALIZED = only(*cases_producer.OPTIMIZATIONS, "persistent")
ORDERED = only(*cases_producer.OPTIMIZATIONS, "persistent", "order-programs")


@dataclasses.dataclass(frozen=True)
class Product(cases_producer.Product):
    """C = A B^T, or A B: each program has a tile, found by a number of axes."""

    axes: int = 2
    blocks: int = 3
    options: tuple = SPECIALIZED

    @property
    def tiles(self):
        return [-(-x // t) for x, t in zip(self.size, self.tile)][:2]

    @property
    def grid(self):
        rows, columns = self.tiles
        if self.axes == 1:
            return (rows * columns, 1, 1)
        # Two tiles of rows for each program of the last axis.
        return (rows, columns, 1) if self.axes == 2 else (2, columns, -(-rows // 2))

    @property
    def name(self):
        words = [f"axes{self.axes}", f"blocks{self.blocks}"]
        words += ["plain"] * (self.options != SPECIALIZED)
        return "-".join([super().name.replace("producer", "persistent"), *words])

    def body(self):
        bm, bn, _ = self.tile
        lines = [f"%g{i} = tt.get_program_id {'xyz'[i]} : i32" for i in range(self.axes)]
        if self.axes == 1:
            lines += ["%t0 = arith.divsi %g0, %tn : i32", "%t1 = arith.remsi %g0, %tn : i32"]
        elif self.axes == 2:
            lines += ["%t0 = arith.addi %g0, %c32_0 : i32", "%t1 = arith.addi %g1, %c32_0 : i32"]
        else:
            lines += ["%rows = tt.get_num_programs x : i32",
                      "%before = arith.muli %g2, %rows : i32",
                      "%t0 = arith.addi %before, %g0 : i32",
                      "%t1 = arith.addi %g1, %c32_0 : i32"]  # fmt: skip
        lines += [f"%i = arith.muli %t0, %c32_{bm} : i32", f"%j = arith.muli %t1, %c32_{bn} : i32"]
        return "\n".join([*lines, self.inner()])

    def case(self):
        return dataclasses.replace(super().case(), options=self.options, blocks=self.blocks)


# -- By pointers

POINTERS = """%g0 = tt.get_program_id x : i32
%g1 = tt.get_program_id y : i32
%i = arith.muli %g0, %c32_64 : i32
%j = arith.muli %g1, %c32_64 : i32
%zero = arith.constant dense<0.0> : tensor<64x64xf32>
%range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
%down = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
%across = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
%columns = tt.broadcast %across : tensor<1x64xi32> -> tensor<64x64xi32>
@A@
@B@
@C@
%step = arith.constant dense<64> : tensor<64x64xi32>
@LAST@
%r:3 = scf.for %l = %c32_0 to %last step %c32_64 iter_args(%s = %zero, %u = %ap, %v = %bp) -> (tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>, tensor<64x64x!tt.ptr<f16>>) : i32 {
  %x = tt.load %u : tensor<64x64x!tt.ptr<f16>>
  %z = tt.load %v : tensor<64x64x!tt.ptr<f16>>
  %y = tt.trans %z {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
  %d = tt.dot %x, %y, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  %un = tt.addptr %u, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %vn = tt.addptr %v, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  scf.yield %d, %un, %vn : tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>, tensor<64x64x!tt.ptr<f16>>
}
%js = tt.splat %j : i32 -> tensor<64x64xi32>
%cat = tt.addptr %cp, %js : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
@STORE@
"""

# Adds, as programs with a part of K each do.
ADD = """%true = arith.constant dense<true> : tensor<64x64xi1>
%old = tt.atomic_rmw fadd, acq_rel, gpu, %cat, %r#0, %true : (tensor<64x64x!tt.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>"""
STORE = "tt.store %cat, %r#0 : tensor<64x64x!tt.ptr<f32>>"
# Waits for itself: the kernel has a block for each program.
WAIT = """%flag = tt.addptr %c, %c32_0 : !tt.ptr<f32>, i32
%seen = tt.load %flag {isVolatile = true} : !tt.ptr<f32>
"""


def rows_of(name, first, stride, element):
    """Lines for the pointers %NAMEp to 64 rows from a number on."""
    tile, pointers = "tensor<64x64xi32>", f"tensor<64x64x!tt.ptr<{element}>>"
    return f"""%{name}f = tt.splat {first} : i32 -> tensor<64x1xi32>
%{name}r = arith.addi %{name}f, %down : tensor<64x1xi32>
%{name}s = tt.splat {stride} : i32 -> tensor<64x1xi32>
%{name}m = arith.muli %{name}r, %{name}s : tensor<64x1xi32>
%{name}b = tt.broadcast %{name}m : tensor<64x1xi32> -> {tile}
%{name}o = arith.addi %{name}b, %columns : {tile}
%{name}t = tt.splat %{name} : !tt.ptr<{element}> -> {pointers}
%{name}p = tt.addptr %{name}t, %{name}o : {pointers}, {tile}"""


# The part of the first operand on or below the diagonal of blocks.
TRIANGLE = """%next = arith.addi %i, %c32_64 : i32
%last = arith.minsi %next, %k : i32"""


def pointer_case(word, store, rows, columns, k, grid, blocks=3, warps=4, parts=1):
    """A product of matrices by pointers; with parts, each program of the last axis
    adds the whole product. A triangle has longer loops the larger the index is, and
    its programs are ordered."""
    triangle = word == "triangle"

    def text(symbol):
        whole = "%last = arith.addi %k, %c32_0 : i32"
        body = POINTERS.replace("@STORE@", store)
        body = body.replace("@LAST@", TRIANGLE if triangle else whole)
        body = body.replace("@A@", rows_of("a", "%i", "%k", "f16"))
        body = body.replace("@B@", rows_of("b", "%j", "%k", "f16"))
        body = body.replace("@C@", rows_of("c", "%i", "%n", "f32"))
        hint = " {tt.divisibility = 16 : i32}"
        parameters = [f"%{n}: !tt.ptr<{t}>{hint}" for n, t in (("a", "f16"), ("b", "f16"), ("c", "f32"))]
        parameters += [f"%n: i32{hint}", f"%k: i32{hint}"]
        return module(symbol, ", ".join(parameters), f"{constants(0, 64)}\n{body}")

    def make(rng):
        a, b = (rng.integers(-2, 3, (count, k)) for count in (rows, columns))
        before = np.zeros((rows, columns), np.float32)
        if triangle:
            a[np.arange(rows)[:, None] // 64 < np.arange(k) // 64] = 0
        result = parts * (a @ b.T).astype(np.float32)
        return [Array("f16", a.astype(np.float16)), Array("f16", b.astype(np.float16)),
                Array("f32", before, result.astype(np.float64), EXACT_VALUE),
                Scalar("i32", columns), Scalar("i32", k)]  # fmt: skip

    name = f"persistent/pointers-{word}-{rows}x{columns}x{k}-w{warps}-blocks{blocks}"
    return Case(name, text, make, warps=warps, grid=grid, blocks=blocks,
                options=USUAL)  # fmt: skip


def shape_of(causal, width=64):
    """Tiles and warps with which attention becomes persistent: two warp groups if
    programs differ in length, four if they do not."""
    return ((128, 64, width), 8) if causal else ((256, 64, width), 16)


def attention_cases():
    """Rows of a causal product differ in their number of iterations."""
    for causal, on_host in itertools.product((False, True), (True, False)):
        for options in (ORDERED, MAPS):
            one = cases_producer.attention_case(
                320, 320, *shape_of(causal), 2, causal, on_host
            )
            words = "-plain" * (options == MAPS)
            name = one.name.replace("producer", "persistent") + words
            yield dataclasses.replace(one, name=name, options=options, blocks=2,
                                      sanitize=True)  # fmt: skip
    # The queries of the next program are copied while this one runs, to a second slot,
    # or to the only one, after its last product with them.
    for stages, causal, blocks in itertools.product((3, 4), (False, True), (1, 2)):
        one = cases_producer.attention_case(384, 320, *shape_of(causal, 128), stages, causal)
        name = one.name.replace("producer", "persistent") + f"-wide-blocks{blocks}"
        yield dataclasses.replace(one, name=name, options=ORDERED, blocks=blocks,
                                  sanitize=blocks == 1)  # fmt: skip
    # Two loops read the queries.
    for causal, blocks in itertools.product((False, True), (1, 2, 3)):
        one = cases_producer.attention_case(
            320, 320, *shape_of(causal), 3, causal, is_split=True
        )
        name = one.name.replace("producer", "persistent") + f"-blocks{blocks}"
        yield dataclasses.replace(one, name=name, options=ORDERED, blocks=blocks)
    for rows, blocks in itertools.product((640, 768), (1, 4)):
        one = cases_producer.attention_case(rows, rows, *shape_of(True), 2, True)
        name = one.name.replace("producer", "persistent") + f"-ordered-blocks{blocks}"
        yield dataclasses.replace(one, name=name, options=ORDERED,
                                  blocks=blocks, sanitize=True)  # fmt: skip


def products():
    for axes, on_host in itertools.product((1, 2, 3), (True, False)):
        for options in (SPECIALIZED, MAPS):
            yield Product((200, 136, 200), on_host=on_host, axes=axes, options=options)
    # No iteration, one, many; as many blocks as programs, and one.
    for k, blocks in itertools.product((0, 64, 640), (1, 5, 100)):
        yield Product((200, 136, k), blocks=blocks)
    yield Product((264, 136, 200), (128, 64, 64), warps=8)
    yield Product((264, 136, 200), (128, 64, 64), warps=8, transposed=False, axes=1)
    yield Product((200, 136, 256), element="f8E4M3FN", axes=3, blocks=2)
    yield Product((200, 136, 264), loops=3, stages=2)


def cases():
    for one in products():
        yield one.case()
    yield from attention_cases()
    for blocks in (1, 4, 100):
        yield pointer_case("store", STORE, 192, 128, 192, (3, 2, 1), blocks)
    yield pointer_case("store", STORE, 192, 128, 192, (3, 2, 1), warps=8)
    # Pairs of a long and a short program, if there are as many; the last round.
    for rows, blocks in itertools.product((64, 256, 320), (1, 3, 5, 100)):
        yield pointer_case("triangle", STORE, rows, 192, rows, (rows // 64, 3, 1), blocks)
    # The last axis is that of the launch, and its programs add.
    yield pointer_case("add", ADD, 128, 128, 64, (2, 2, 3), 3, parts=3)
    yield pointer_case("wait", WAIT + STORE, 128, 128, 64, (2, 2, 1), 3)
