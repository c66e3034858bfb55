# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops with chains of products, which rotate-loops rotates: attention, with keys
and values loaded by descriptors or by pointers with masks, and chains with other
operations between the products. Each kernel is compiled in all ways."""

import dataclasses
import itertools

import numpy as np

import formats
from case import EXACT, Array, Bound, Case, Scalar
from cases_blocks import constants, module
from cases_descriptors import Tensor
from cases_producer import stored
from options import only

SCALE = 0.25
BOUND = Bound(relative=2e-3, absolute=2e-2)
ROTATE, MAPS, WARPS = "rotate-loops", "tensor-maps", "warp-specialize"

BEFORE = """%g = tt.get_program_id x : i32
%i = arith.muli %g, %c32_@M@ : i32
%zero = arith.constant dense<0.0> : tensor<@M@x@D@xf32>
%zeros = arith.constant dense<0.0> : tensor<@M@xf32>
%lowest = arith.constant dense<0xFF800000> : tensor<@M@xf32>
%none = arith.constant dense<0.0> : tensor<@M@x@N@xf32>
%never = arith.constant dense<0xFF800000> : tensor<@M@x@N@xf32>
%scale = arith.constant dense<@SCALE@> : tensor<@M@x@N@xf32>
%rowscale = arith.constant dense<@SCALE@> : tensor<@M@xf32>
%half = arith.constant dense<0.5> : tensor<@M@x@D@xf32>
%rm = tt.make_range {end = @M@ : i32, start = 0 : i32} : tensor<@M@xi32>
%rn = tt.make_range {end = @N@ : i32, start = 0 : i32} : tensor<@N@xi32>
%rd = tt.make_range {end = @D@ : i32, start = 0 : i32} : tensor<@D@xi32>
%i_ = tt.splat %i : i32 -> tensor<@M@xi32>
%row = arith.addi %i_, %rm : tensor<@M@xi32>
%row1 = tt.expand_dims %row {axis = 1 : i32} : tensor<@M@xi32> -> tensor<@M@x1xi32>
%rows = tt.broadcast %row1 : tensor<@M@x1xi32> -> tensor<@M@x@N@xi32>
%rowd = tt.broadcast %row1 : tensor<@M@x1xi32> -> tensor<@M@x@D@xi32>
%rn1 = tt.expand_dims %rn {axis = 1 : i32} : tensor<@N@xi32> -> tensor<@N@x1xi32>
%rnd = tt.broadcast %rn1 : tensor<@N@x1xi32> -> tensor<@N@x@D@xi32>
%rd0 = tt.expand_dims %rd {axis = 0 : i32} : tensor<@D@xi32> -> tensor<1x@D@xi32>
%cold = tt.broadcast %rd0 : tensor<1x@D@xi32> -> tensor<@M@x@D@xi32>
%colnd = tt.broadcast %rd0 : tensor<1x@D@xi32> -> tensor<@N@x@D@xi32>
%width = arith.constant dense<@D@> : tensor<@M@x@D@xi32>
%widthn = arith.constant dense<@D@> : tensor<@N@x@D@xi32>
%rowat = arith.muli %rowd, %width : tensor<@M@x@D@xi32>
%at = arith.addi %rowat, %cold : tensor<@M@x@D@xi32>
%nat = arith.muli %rnd, %widthn : tensor<@N@x@D@xi32>
%base = arith.addi %nat, %colnd : tensor<@N@x@D@xi32>
%last = arith.addi %i, %c32_@M@ : i32
@LOADQ@
"""

# Statistics of softmax; the chain without has a product with p of any values.
SOFTMAX = """  %mx = "tt.reduce"(%z0) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<@M@x@N@xf32>) -> tensor<@M@xf32>
  %mxs = arith.mulf %mx, %rowscale : tensor<@M@xf32>
  %m1 = arith.maxnumf %m, %mxs : tensor<@M@xf32>
  %m1x = tt.expand_dims %m1 {axis = 1 : i32} : tensor<@M@xf32> -> tensor<@M@x1xf32>
  %m1b = tt.broadcast %m1x : tensor<@M@x1xf32> -> tensor<@M@x@N@xf32>
  %z1 = arith.mulf %z0, %scale : tensor<@M@x@N@xf32>
  %z2 = arith.subf %z1, %m1b : tensor<@M@x@N@xf32>
  %p = math.exp2 %z2 : tensor<@M@x@N@xf32>
  %md = arith.subf %m, %m1 : tensor<@M@xf32>
  %decay = math.exp2 %md : tensor<@M@xf32>
  %ls = "tt.reduce"(%p) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<@M@x@N@xf32>) -> tensor<@M@xf32>
  %l0 = arith.mulf %l, %decay : tensor<@M@xf32>
  %l1 = arith.addf %l0, %ls : tensor<@M@xf32>
  %dx = tt.expand_dims %decay {axis = 1 : i32} : tensor<@M@xf32> -> tensor<@M@x1xf32>
  %db = tt.broadcast %dx : tensor<@M@x1xf32> -> tensor<@M@x@D@xf32>
  %f = arith.mulf %s, %db : tensor<@M@x@D@xf32>
"""
PLAIN = """  %p = arith.mulf %z0, %scale : tensor<@M@x@N@xf32>
  %m1 = arith.addf %m, %rowscale : tensor<@M@xf32>
  %l1 = arith.addf %l, %m : tensor<@M@xf32>
@SCALED@"""
# The next m is the l that the loop carries.
SHIFTED = """  %p = arith.mulf %z0, %scale : tensor<@M@x@N@xf32>
  %l1 = arith.addf %m, %rowscale : tensor<@M@xf32>
  %mx = tt.expand_dims %m {axis = 1 : i32} : tensor<@M@xf32> -> tensor<@M@x1xf32>
  %mb = tt.broadcast %mx : tensor<@M@x1xf32> -> tensor<@M@x@D@xf32>
  %f = arith.mulf %s, %mb : tensor<@M@x@D@xf32>
"""

LOOP = """%r:3 = scf.for %j = %c32_0 to %@END@ step %c32_@N@ iter_args(%s = %zero, %m = @FIRST@, %l = %zeros) -> (tensor<@M@x@D@xf32>, tensor<@M@xf32>, tensor<@M@xf32>) : i32 {
@LOADK@
  %yt = tt.trans %y {order = array<i32: 1, 0>} : tensor<@N@x@D@xf16> -> tensor<@D@x@N@xf16>
  %z = tt.dot %x, %yt, %none : tensor<@M@x@D@xf16> * tensor<@D@x@N@xf16> -> tensor<@M@x@N@xf32>
@MASK@
@BETWEEN@
  %h = arith.truncf %p : tensor<@M@x@N@xf32> to tensor<@M@x@N@xf16>
@LOADV@
  %w = tt.dot %h, %v0, @SUM@ : tensor<@M@x@N@xf16> * tensor<@N@x@D@xf16> -> tensor<@M@x@D@xf32>
  scf.yield %w, @NEXT@, %l1 : tensor<@M@x@D@xf32>, tensor<@M@xf32>, tensor<@M@xf32>
}
%op = tt.splat %o : !tt.ptr<f32> -> tensor<@M@x@D@x!tt.ptr<f32>>
%oat = tt.addptr %op, %at : tensor<@M@x@D@x!tt.ptr<f32>>, tensor<@M@x@D@xi32>
tt.store %oat, %r#0 : tensor<@M@x@D@x!tt.ptr<f32>>
%tp = tt.splat %totals : !tt.ptr<f32> -> tensor<@M@x!tt.ptr<f32>>
%tat = tt.addptr %tp, %row : tensor<@M@x!tt.ptr<f32>>, tensor<@M@xi32>
tt.store %tat, %r#2 : tensor<@M@x!tt.ptr<f32>>
%bp = tt.splat %best : !tt.ptr<f32> -> tensor<@M@x!tt.ptr<f32>>
%bat = tt.addptr %bp, %row : tensor<@M@x!tt.ptr<f32>>, tensor<@M@xi32>
tt.store %bat, %r#1 : tensor<@M@x!tt.ptr<f32>>
"""
MASK = """  %j_ = tt.splat %j : i32 -> tensor<@N@xi32>
  %col = arith.addi %j_, %rn : tensor<@N@xi32>
  %col0 = tt.expand_dims %col {axis = 0 : i32} : tensor<@N@xi32> -> tensor<1x@N@xi32>
  %cols = tt.broadcast %col0 : tensor<1x@N@xi32> -> tensor<@M@x@N@xi32>
  %ends = tt.splat %n : i32 -> tensor<@M@x@N@xi32>
  %in = arith.cmpi @LESS@, %cols, @LIMIT@ : tensor<@M@x@N@xi32>
  %z0 = arith.select %in, %z, @OUTSIDE@ : tensor<@M@x@N@xi1>, tensor<@M@x@N@xf32>"""
POINTERS = """  %@X@j = arith.muli %j, %c32_@D@ : i32
  %@X@js = tt.splat %@X@j : i32 -> tensor<@N@x@D@xi32>
  %@X@at = arith.addi %base, %@X@js : tensor<@N@x@D@xi32>
  %@X@p = tt.splat %@X@ : !tt.ptr<f16> -> tensor<@N@x@D@x!tt.ptr<f16>>
  %@X@pp = tt.addptr %@X@p, %@X@at : tensor<@N@x@D@x!tt.ptr<f16>>, tensor<@N@x@D@xi32>
  %@X@r = tt.splat %j : i32 -> tensor<@N@x@D@xi32>
  %@X@rr = arith.addi %@X@r, %rnd : tensor<@N@x@D@xi32>
  %@X@n = tt.splat %n : i32 -> tensor<@N@x@D@xi32>
  %@X@in = arith.cmpi slt, %@X@rr, %@X@n : tensor<@N@x@D@xi32>
  %@X@other = arith.constant dense<0.0> : tensor<@N@x@D@xf16>
  @TO@ = tt.load %@X@pp, %@X@in, %@X@other : tensor<@N@x@D@x!tt.ptr<f16>>"""
LOADQ = """%qp = tt.splat %q : !tt.ptr<f16> -> tensor<@M@x@D@x!tt.ptr<f16>>
%qpp = tt.addptr %qp, %at : tensor<@M@x@D@x!tt.ptr<f16>>, tensor<@M@x@D@xi32>
%x = tt.load %qpp : tensor<@M@x@D@x!tt.ptr<f16>>"""


@dataclasses.dataclass(frozen=True)
class Chain:
    """For each block of keys and values: p = f(q k^T), o = g(o) + p v."""

    rows: int
    columns: int
    tile: tuple  # rows and columns of the scores, the depth
    kind: str = "softmax"  # "scaled": o / 2; "plain": o; "shifted": o m
    causal: bool = False
    by_maps: bool = False
    warps: int = 4
    stages: int = 3

    @property
    def name(self):
        words = [self.kind, f"{self.rows}x{self.columns}", "x".join(map(str, self.tile))]
        words += ["maps" if self.by_maps else "pointers"] + ["causal"] * self.causal
        return "-".join([*words, f"w{self.warps}", f"s{self.stages}"])

    def tensors(self):
        m, n, d = self.tile
        counts = (("q", self.rows, m), ("k", self.columns, n), ("v", self.columns, n))
        return [Tensor(name, (max(count, block), d), (block, d), "f16", True)
                for name, count, block in counts]  # fmt: skip

    def load(self, name, to):
        if not self.by_maps:
            return POINTERS.replace("@X@", name).replace("@TO@", to)
        kind = self.tensors()["qkv".index(name)].type
        return f"  {to} = tt.descriptor_load %{name}[%j, %c32_0] : {kind} -> tensor<@N@x@D@xf16>"

    def text(self, symbol):
        m, n, d = self.tile
        is_softmax = self.kind == "softmax"
        kinds = [t.type for t in self.tensors()]
        mask = MASK.replace("@LESS@", "sle" if self.causal else "slt")
        mask = mask.replace("@LIMIT@", "%rows" if self.causal else "%ends")
        scaled = "  %f = arith.mulf %s, %half : tensor<@M@x@D@xf32>\n"
        words = {
            "LOADQ": f"%x = tt.descriptor_load %q[%i, %c32_0] : {kinds[0]} -> tensor<@M@x@D@xf16>"
            if self.by_maps else LOADQ,
            "LOADK": self.load("k", "%y"), "LOADV": self.load("v", "%v0"), "MASK": mask,
            "BETWEEN": {"softmax": SOFTMAX, "shifted": SHIFTED}.get(self.kind, PLAIN),
            "NEXT": "%l" if self.kind == "shifted" else "%m1",
            "SCALED": scaled if self.kind == "scaled" else "",
            "SUM": "%s" if self.kind == "plain" else "%f",
            "OUTSIDE": "%never" if is_softmax else "%none",
            "FIRST": "%lowest" if is_softmax else "%zeros",
            "END": "last" if self.causal else "n",
            "SCALE": SCALE, "M": m, "N": n, "D": d,
        }  # fmt: skip
        body = BEFORE + LOOP
        for word, value in words.items():
            body = body.replace(f"@{word}@", str(value))
        parameters = ["%q: !tt.ptr<f16>", "%k: !tt.ptr<f16>", "%v: !tt.ptr<f16>"]
        lines = [constants(0, 1, *self.tile)]
        if self.by_maps:
            parameters = [p for t in self.tensors() for p in t.parameters()]
            lines += [t.lines() for t in self.tensors()]
        parameters += ["%o: !tt.ptr<f32>", "%totals: !tt.ptr<f32>",
                       "%best: !tt.ptr<f32>", "%n: i32"]  # fmt: skip
        return module(symbol, ", ".join(parameters), "\n".join([*lines, body]))

    def reference(self, q, k, v):
        """In the order of the kernel: the output, and both statistics."""
        m, n, d = self.tile
        o, totals = np.zeros((self.rows, d)), np.zeros(self.rows)
        best = np.full(self.rows, -np.inf if self.kind == "softmax" else 0.0)
        for first in range(0, self.rows, m):
            rows = slice(first, first + m)
            end = first + m if self.causal else self.columns
            for at in range(0, end, n):
                columns = np.arange(at, min(at + n, self.columns))
                scores = q[rows] @ k[columns].T
                limit = (np.arange(first, first + m)[:, None] if self.causal
                         else self.columns - 1)  # fmt: skip
                inside = columns[None, :] <= limit
                if self.kind == "softmax":
                    scores = np.where(inside, scores, -np.inf)
                    largest = np.maximum(best[rows], scores.max(1) * SCALE)
                    p = np.exp2(scores * SCALE - largest[:, None])
                    decay = np.exp2(best[rows] - largest)
                    totals[rows] = totals[rows] * decay + p.sum(1)
                    o[rows] = o[rows] * decay[:, None]
                    best[rows] = largest
                elif self.kind == "shifted":
                    p = np.where(inside, scores, 0) * SCALE
                    o[rows] = o[rows] * best[rows, None]
                    best[rows], totals[rows] = totals[rows], best[rows] + SCALE
                else:
                    p = np.where(inside, scores, 0) * SCALE
                    totals[rows] += best[rows]
                    best[rows] += SCALE
                    o[rows] /= 2 if self.kind == "scaled" else 1
                o[rows] += p @ v[columns]
        return o, totals, best

    def make(self, rng):
        tensors = self.tensors()
        q, k, v = (rng.integers(-2, 3, t.extents) / 2 for t in tensors)
        results = self.reference(q, k, v)
        if self.by_maps:
            inputs = [a for t, x in zip(tensors, (q, k, v)) for a in t.arguments(stored(t, x))]
        else:
            inputs = [Array("f16", formats.encode(x, "f16")) for x in (q, k, v)]
        # Without columns the largest are infinite, within a bound of all numbers.
        outputs = [
            Array("f32", np.full(x.shape, 7, np.float32), x,
                  BOUND if np.isfinite(x).all() else EXACT)
            for x in results
        ]  # fmt: skip
        return [*inputs, *outputs, Scalar("i32", self.columns)]

    def cases(self):
        options = [(), (ROTATE,)] + [(ROTATE, WARPS)] * self.by_maps
        for more in options:
            words = [word.split("-")[0] for word in more]
            name = "-".join(["rotated/" + self.name, *words])
            yield Case(name, self.text, self.make, warps=self.warps, stages=self.stages,
                       grid=(-(-self.rows // self.tile[0]), 1, 1),
                       architectures=90 if self.by_maps else 80,
                       is_for_cpu=not self.by_maps and ROTATE not in more,
                       sanitize=WARPS in more,
                       options=only(*more, *[MAPS] * self.by_maps))  # fmt: skip


def chains():
    # No iteration, one, two, many; the last block is whole or not.
    for columns, by_maps in itertools.product((0, 64, 128, 320), (False, True)):
        yield Chain(128, columns, (64, 64, 64), by_maps=by_maps)
    for columns in (1, 65, 200):
        yield Chain(64, columns, (64, 64, 64))
    for kind, by_maps in itertools.product(("scaled", "plain"), (False, True)):
        for columns in (0, 64, 192):
            yield Chain(64, columns, (64, 64, 64), kind, by_maps=by_maps)
    for columns, by_maps in itertools.product((0, 64, 128, 320), (False, True)):
        yield Chain(64, columns, (64, 64, 64), "shifted", by_maps=by_maps)
    for warps, stages, by_maps in itertools.product((4, 8), (2, 4), (False, True)):
        tile = (64 * (warps // 4), 64, 64)
        yield Chain(256, 256, tile, causal=True, by_maps=by_maps, warps=warps, stages=stages)
    for by_maps in (False, True):
        yield Chain(128, 256, (128, 128, 128), by_maps=by_maps, warps=8, stages=2)
        yield Chain(128, 192, (128, 64, 128), by_maps=by_maps, warps=8)


def cases():
    for chain in chains():
        yield from chain.cases()
