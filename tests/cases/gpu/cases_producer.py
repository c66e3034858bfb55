# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Warp-specialised kernels (warp-specialize): matrix products with tensor
descriptors, one tile a program or several, and loops with two products, as in
attention. On sm_90a an additional warp group copies the tiles.

All values are small integers, so that sums are exact."""

import dataclasses
import itertools

import numpy as np

import formats
from case import EXACT_VALUE, Array, Case, Scalar
from cases_blocks import constants, module
from cases_descriptors import Tensor
from options import only

OPTIMIZATIONS = ("tensor-maps", "warp-specialize")


@dataclasses.dataclass(frozen=True)
class Product:
    """C = A B^T, or A B, for K as a multiple of the tile or not."""

    size: tuple  # m, n, k
    tile: tuple = (64, 64, 64)
    element: str = "f16"
    transposed: bool = True  # whether B is stored as its transpose
    on_host: bool = True
    warps: int = 4
    stages: int = 3
    programs: int = 0  # of a persistent kernel; 0: one for each tile
    loops: int = 1  # one after the other; each but the last has one iteration

    @property
    def grid(self):
        tiles = [-(-x // t) for x, t in zip(self.size, self.tile)]
        return (self.programs, 1, 1) if self.programs else (*tiles[:2], 1)

    @property
    def name(self):
        size, tile = ("x".join(map(str, x)) for x in (self.size, self.tile))
        words = [self.element, size, tile, f"w{self.warps}", f"s{self.stages}"]
        words += ["rows"] * (not self.transposed) + ["device"] * (not self.on_host)
        words += [f"persistent{self.programs}"] * bool(self.programs)
        words += [f"loops{self.loops}"] * (self.loops > 1)
        return "producer/product-" + "-".join(words)

    @property
    def stored_k(self):
        """The extent of A and B along K; a tensor map cannot have one of 0."""
        return self.size[2] or self.tile[2]

    def tensors(self):
        (m, n, _), (bm, bn, bk), k = self.size, self.tile, self.stored_k
        b = ((n, k), (bn, bk)) if self.transposed else ((k, n), (bk, bn))
        return (Tensor("a", (m, k), (bm, bk), self.element, self.on_host),
                Tensor("b", *b, self.element, self.on_host),
                Tensor("c", (m, n), (bm, bn), "f32", self.on_host))  # fmt: skip

    def inner(self):
        """The tile at %i, %j."""
        bm, bn, bk = self.tile
        a, b, c = self.tensors()
        x, y = f"tensor<{bm}x{bk}x{self.element}>", f"tensor<{bk}x{bn}x{self.element}>"
        z, acc = f"tensor<{bn}x{bk}x{self.element}>", f"tensor<{bm}x{bn}xf32>"
        load = (
            f"%z = tt.descriptor_load %b[%j, %l] : {b.type} -> {z}\n"
            f"%y = tt.trans %z {{order = array<i32: 1, 0>}} : {z} -> {y}"
            if self.transposed
            else f"%y = tt.descriptor_load %b[%l, %j] : {b.type} -> {y}"
        )
        # A product of f8 may sum all of K in the unit.
        exact = " {maxNumImpreciseAcc = 1073741824 : i32}" * (self.element == "f8E4M3FN")
        lines, total, first = [f"%zero = arith.constant dense<0.0> : {acc}"], "%zero", "%c32_0"
        for number in range(self.loops):
            end = "%k" if number == self.loops - 1 else f"%k{number}"
            if end != "%k":
                lines.append(f"{end} = arith.addi {first}, %c32_{bk} : i32")
            lines.append(f"""%r{number} = scf.for %l = {first} to {end} step %c32_{bk} iter_args(%s = {total}) -> ({acc}) : i32 {{
%x = tt.descriptor_load %a[%i, %l] : {a.type} -> {x}
{load}
%d = tt.dot %x, %y, %s{exact} : {x} * {y} -> {acc}
scf.yield %d : {acc}
}}""")
            total, first = f"%r{number}", end
        lines.append(f"tt.descriptor_store %c[%i, %j], {total} : {c.type}, {acc}")
        return "\n".join(lines)

    def body(self):
        bm, bn, _ = self.tile
        if not self.programs:
            return f"""%g0 = tt.get_program_id x : i32
%g1 = tt.get_program_id y : i32
%i = arith.muli %g0, %c32_{bm} : i32
%j = arith.muli %g1, %c32_{bn} : i32
{self.inner()}"""
        return f"""%g0 = tt.get_program_id x : i32
%step = tt.get_num_programs x : i32
%tiles = arith.muli %tm, %tn : i32
scf.for %t = %g0 to %tiles step %step : i32 {{
%t0 = arith.divsi %t, %tn : i32
%t1 = arith.remsi %t, %tn : i32
%i = arith.muli %t0, %c32_{bm} : i32
%j = arith.muli %t1, %c32_{bn} : i32
{self.inner()}
}}"""

    def text(self, symbol):
        tensors = self.tensors()
        lines = [constants(0, 1, *self.tile), *(t.lines() for t in tensors), self.body()]
        parameters = [p for t in tensors for p in t.parameters()]
        parameters += ["%k: i32", "%tm: i32", "%tn: i32"]
        return module(symbol, ", ".join(parameters), "\n".join(lines))

    def make(self, rng):
        m, n, k = self.size
        a, b, c = self.tensors()
        left = rng.integers(-2, 3, (m, self.stored_k)).astype(np.float64)
        right = rng.integers(-2, 3, (self.stored_k, n)).astype(np.float64)
        arguments = [
            *a.arguments(stored(a, left)),
            *b.arguments(stored(b, right.T if self.transposed else right)),
            *c.arguments(result_of(c, left[:, :k] @ right[:k])),
        ]
        tiles = [-(-x // t) for x, t in zip(self.size, self.tile)]
        return [*arguments, *(Scalar("i32", x) for x in (k, *tiles[:2]))]

    def case(self):
        return case_of(self.name, self.text, self.make, self.warps, self.stages, self.grid)


def case_of(name, text, make, warps, stages, grid):
    return Case(name, text, make, warps=warps, stages=stages, grid=grid,
                architectures=90, is_for_cpu=False, options=only(*OPTIMIZATIONS),
                sanitize=stages == 3)  # fmt: skip


def stored(tensor, values):
    """The tensor as it is stored: rows have a gap after them."""
    array = np.zeros((values.shape[0], tensor.strides[0]))
    array[:, : values.shape[1]] = values
    return Array(tensor.element, formats.encode(array, tensor.element))


def result_of(tensor, values):
    """An output; the gaps stay as they are."""
    result = stored(tensor, values).values
    before = np.full_like(result, 7)
    before[:, values.shape[1] :] = result[:, values.shape[1] :]
    expected = formats.decode(result, tensor.element)
    return Array(tensor.element, before, expected, EXACT_VALUE)


# -- Two products

ATTENTION = """%g = tt.get_program_id x : i32
%i = arith.muli %g, %c32_@M@ : i32
%zero = arith.constant dense<0.0> : tensor<@M@x@D@xf32>
%none = arith.constant dense<0.0> : tensor<@M@x@N@xf32>
%half = arith.constant dense<0.5> : tensor<@M@x@D@xf32>
%x = tt.descriptor_load %q[%i, %c32_0] : @Q@ -> tensor<@M@x@D@xf16>
%last = arith.addi %i, %c32_@M@ : i32
@LOOPS@
tt.descriptor_store %o[%i, %c32_0], %r : @O@, tensor<@M@x@D@xf32>
"""
LOOP = """%@RESULT@ = scf.for %l = %@BEGIN@ to %@END@ step %c32_@N@ iter_args(%s = %@INIT@) -> (tensor<@M@x@D@xf32>) : i32 {
  %y = tt.descriptor_load %k[%l, %c32_0] : @K@ -> tensor<@N@x@D@xf16>
  %yt = tt.trans %y {order = array<i32: 1, 0>} : tensor<@N@x@D@xf16> -> tensor<@D@x@N@xf16>
  %z = tt.descriptor_load %v[%l, %c32_0] : @V@ -> tensor<@N@x@D@xf16>
  %p = tt.dot %x, %yt, %none : tensor<@M@x@D@xf16> * tensor<@D@x@N@xf16> -> tensor<@M@x@N@xf32>
  %h = arith.truncf %p : tensor<@M@x@N@xf32> to tensor<@M@x@N@xf16>
  %f = arith.mulf %s, %half : tensor<@M@x@D@xf32>
  %w = tt.dot %h, %z, %f : tensor<@M@x@N@xf16> * tensor<@N@x@D@xf16> -> tensor<@M@x@D@xf32>
  scf.yield %w : tensor<@M@x@D@xf32>
}"""


def loops_of(end, is_split):
    """One loop over the columns, or two of which the first has at most 128."""
    names, lines = [("r", "c32_0", end, "zero")], []
    if is_split:
        lines = [f"%part = arith.minsi %{end}, %c32_128 : i32"]
        names = [("r0", "c32_0", "part", "zero"), ("r", "part", end, "r0")]
    lines += [
        LOOP.replace("@RESULT@", result).replace("@BEGIN@", begin)
        .replace("@END@", end).replace("@INIT@", init)
        for result, begin, end, init in names
    ]  # fmt: skip
    return "\n".join(lines)


def attention_case(rows, columns, tile, warps, stages, causal=False, on_host=True,
                   is_split=False):  # fmt: skip
    """For each block of K and V: O = O / 2 + (Q K^T) V."""
    m, n, d = tile
    tensors = {
        name: Tensor(name, (count, d), (block, d), element, on_host)
        for name, count, block, element in (
            ("q", rows, m, "f16"), ("k", columns, n, "f16"),
            ("v", columns, n, "f16"), ("o", rows, m, "f32"))
    }  # fmt: skip

    def text(symbol):
        end = "last" if causal else "n"
        body = ATTENTION.replace("@LOOPS@", loops_of(end, is_split))
        for name, value in (("M", m), ("N", n), ("D", d)):
            body = body.replace(f"@{name}@", str(value))
        for name, tensor in tensors.items():
            body = body.replace(f"@{name.upper()}@", tensor.type)
        lines = [constants(0, 1, 128, *tile), *(t.lines() for t in tensors.values()), body]
        parameters = [p for t in tensors.values() for p in t.parameters()]
        return module(symbol, ", ".join([*parameters, "%n: i32"]), "\n".join(lines))

    def make(rng):
        q, k, v = (
            rng.integers(-1, 2, tensors[name].extents).astype(np.float64) for name in "qkv"
        )
        result = np.zeros((rows, d))
        for first in range(0, rows, m):
            end = first + m if causal else columns
            for at in range(0, end, n):
                part = q[first : first + m] @ k[at : at + n].T @ v[at : at + n]
                result[first : first + m] = result[first : first + m] / 2 + part
        arguments = [*tensors["q"].arguments(stored(tensors["q"], q)),
                     *tensors["k"].arguments(stored(tensors["k"], k)),
                     *tensors["v"].arguments(stored(tensors["v"], v)),
                     *tensors["o"].arguments(result_of(tensors["o"], result))]  # fmt: skip
        return [*arguments, Scalar("i32", columns)]

    words = [f"{rows}x{columns}", "x".join(map(str, tile)), f"w{warps}", f"s{stages}"]
    words += ["causal"] * causal + ["device"] * (not on_host) + ["split"] * is_split
    name = "producer/attention-" + "-".join(words)
    return case_of(name, text, make, warps, stages, (-(-rows // m), 1, 1))


# -- A product of the loop around another one

CHAIN = """%zero = arith.constant dense<0.0> : tensor<64x64xf32>
%r = scf.for %i = %c32_0 to %m step %c32_64 iter_args(%sum = %zero) -> (tensor<64x64xf32>) : i32 {
  %x = tt.descriptor_load %a[%i, %c32_0] : @A@ -> tensor<64x64xf16>
  %s = scf.for %l = %c32_0 to %n step %c32_64 iter_args(%t = %zero) -> (tensor<64x64xf32>) : i32 {
    %y = tt.descriptor_load %b[%l, %c32_0] : @B@ -> tensor<64x64xf16>
    %d = tt.dot %y, %x, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %h = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
  %e = tt.dot %h, %x, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  scf.yield %e : tensor<64x64xf32>
}
tt.descriptor_store %c[%c32_0, %c32_0], %r : @C@, tensor<64x64xf32>
"""


def chain_case(rows, columns, stages):
    """For blocks of 64 rows: the sum of (the sum of B) A A. The last product of an
    iteration, which reads the block of the loop around, runs on into the next one."""
    tensors = {
        name: Tensor(name, (count, 64), (64, 64), element, True)
        for name, count, element in (("a", rows, "f16"), ("b", columns, "f16"),
                                     ("c", 64, "f32"))
    }  # fmt: skip

    def text(symbol):
        body = CHAIN
        for name, tensor in tensors.items():
            body = body.replace(f"@{name.upper()}@", tensor.type)
        lines = [constants(0, 1, 64), *(t.lines() for t in tensors.values()), body]
        parameters = [p for t in tensors.values() for p in t.parameters()]
        return module(symbol, ", ".join([*parameters, "%m: i32, %n: i32"]), "\n".join(lines))

    def make(rng):
        a, b = (rng.integers(-1, 2, (count, 64)).astype(np.float64)
                for count in (rows, columns))  # fmt: skip
        blocks = a.reshape(-1, 64, 64)
        total = b.reshape(-1, 64, 64).sum(0)
        result = sum((total @ x @ x for x in blocks), np.zeros((64, 64)))
        arguments = [*tensors["a"].arguments(stored(tensors["a"], a)),
                     *tensors["b"].arguments(stored(tensors["b"], b)),
                     *tensors["c"].arguments(result_of(tensors["c"], result))]  # fmt: skip
        return [*arguments, Scalar("i32", rows), Scalar("i32", columns)]

    name = f"producer/chain-{rows}x{columns}-s{stages}"
    return case_of(name, text, make, 4, stages, (1, 1, 1))


def products():
    # No iteration, one, two, many; the last one is not a whole block.
    for k, stages in itertools.product((0, 64, 128, 200, 640), (2, 3, 4)):
        yield Product((64, 64, k), stages=stages)
    for warps, on_host in itertools.product((4, 8), (True, False)):
        tile = (64 * (warps // 4), 64, 64)
        yield Product((200, 72, 264), tile, on_host=on_host, warps=warps)
        yield Product((200, 72, 264), tile, "f8E4M3FN", on_host=on_host, warps=warps)
        yield Product((200, 72, 264), tile, transposed=False, on_host=on_host, warps=warps)
        for programs, k in ((1, 200), (3, 64), (2, 0)):
            yield Product((200, 136, k), tile, on_host=on_host, warps=warps,
                          programs=programs)  # fmt: skip
    yield Product((128, 256, 256), (128, 256, 64), warps=8, stages=4)
    yield Product((128, 128, 256), (128, 128, 64), warps=4, stages=4)
    for warps, programs in itertools.product((4, 8), (0, 2)):
        tile = (64 * (warps // 4), 64, 64)
        yield Product((200, 72, 264), tile, warps=warps, programs=programs, stages=2,
                      loops=3)  # fmt: skip
    # Fewer slots than wanted: shared memory is too small.
    yield Product((128, 256, 256), (128, 256, 64), warps=8, stages=8, programs=1)


def cases():
    for one in products():
        yield one.case()
    # The ring of the loop around has two slots, one, or there is no memory for it.
    for rows, columns, stages in itertools.product((64, 192), (64, 128), (3, 11, 30)):
        yield chain_case(rows, columns, stages)
    for warps, stages in itertools.product((4, 8), (2, 3)):
        tile = (64 * (warps // 4), 64, 64)
        for causal, on_host in itertools.product((False, True), (True, False)):
            yield attention_case(256, 256, tile, warps, stages, causal, on_host)
            yield attention_case(384, 384, tile, warps, stages, causal, on_host, True)
