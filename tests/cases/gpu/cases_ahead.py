# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that store what their last product computes, of which rotate-loops runs the
first products ahead, as gradients of attention: with x and y of a program's rows, and
tiles q and d of a producer,

    s = x q^T, t = y d^T, p = s / 4, e = p t / 8
    dv += p d, dk += e q, sums of the rows of q += e^T x

The loop also adds up s, which begins with j / 64 if there is a bias.
"""

import dataclasses
import itertools

import numpy as np

import formats
from case import Array, Bound, Case, Scalar
from cases_blocks import constants, module
from cases_descriptors import Tensor
from cases_producer import stored
from options import only

BOUND = Bound(relative=2e-3, absolute=2e-2)
PRODUCER = ("tensor-maps", "warp-specialize")
ROTATE = "rotate-loops"

BEFORE = """%g = tt.get_program_id x : i32
%i = arith.muli %g, %c32_@M@ : i32
%zero = arith.constant dense<0.0> : tensor<@M@x@D@xf32>
%none = arith.constant dense<0.0> : tensor<@M@x@N@xf32>
%quarter = arith.constant dense<0.25> : tensor<@M@x@N@xf32>
%eighth = arith.constant dense<0.125> : tensor<@M@x@N@xf32>
%x0 = tt.descriptor_load %x[%i, %c32_0] : @X@ -> tensor<@M@x@D@xf16>
%y0 = tt.descriptor_load %y[%i, %c32_0] : @Y@ -> tensor<@M@x@D@xf16>
"""
LOOP = """%r:3 = scf.for %j = @FIRST@ to %n step %c32_@N@ iter_args(%dv0 = %zero, %dk0 = %zero, %us0 = %none) -> (tensor<@M@x@D@xf32>, tensor<@M@x@D@xf32>, tensor<@M@x@N@xf32>) : i32 {
  %q0 = tt.descriptor_load %q[%j, %c32_0] : @Q@ -> tensor<@N@x@D@xf16>
  %qt = tt.trans %q0 {order = array<i32: 1, 0>} : tensor<@N@x@D@xf16> -> tensor<@D@x@N@xf16>
@BIAS@
  %s = tt.dot %x0, %qt, @C@ : tensor<@M@x@D@xf16> * tensor<@D@x@N@xf16> -> tensor<@M@x@N@xf32>
@SECOND@
  %p = arith.mulf %s, %quarter : tensor<@M@x@N@xf32>
  %ph = arith.truncf %p : tensor<@M@x@N@xf32> to tensor<@M@x@N@xf16>
  %dv = tt.dot %ph, @D0@, %dv0 : tensor<@M@x@N@xf16> * tensor<@N@x@D@xf16> -> tensor<@M@x@D@xf32>
  %f = arith.mulf @T@, %eighth : tensor<@M@x@N@xf32>
  %e = arith.mulf %p, %f : tensor<@M@x@N@xf32>
  %eh = arith.truncf %e : tensor<@M@x@N@xf32> to tensor<@M@x@N@xf16>
  %dk = tt.dot %eh, %q0, %dk0 : tensor<@M@x@N@xf16> * tensor<@N@x@D@xf16> -> tensor<@M@x@D@xf32>
  %et = tt.trans %eh {order = array<i32: 1, 0>} : tensor<@M@x@N@xf16> -> tensor<@N@x@M@xf16>
  %part0 = arith.constant dense<0.0> : tensor<@N@x@D@xf32>
  %part = tt.dot %et, %x0, %part0 : tensor<@N@x@M@xf16> * tensor<@M@x@D@xf16> -> tensor<@N@x@D@xf32>
  @STORE@
  %us = arith.addf %us0, %s : tensor<@M@x@N@xf32>
  scf.yield %dv, %dk, %us : tensor<@M@x@D@xf32>, tensor<@M@x@D@xf32>, tensor<@M@x@N@xf32>
}
tt.descriptor_store %dvs[%i, %c32_0], %r#0 : @DVS@, tensor<@M@x@D@xf32>
tt.descriptor_store %dks[%i, %c32_0], %r#1 : @DKS@, tensor<@M@x@D@xf32>
tt.descriptor_store %uss[%i, %c32_0], %r#2 : @USS@, tensor<@M@x@N@xf32>
"""
BIAS = """  %number = arith.sitofp %j : i32 to f32
  %part64 = arith.constant 0.015625 : f32
  %blocks = arith.mulf %number, %part64 : f32
  %bias = tt.splat %blocks : f32 -> tensor<@M@x@N@xf32>"""
SECOND = """  %d0 = tt.descriptor_load %d[%j, %c32_0] : @DD@ -> tensor<@N@x@D@xf16>
  %dt = tt.trans %d0 {order = array<i32: 1, 0>} : tensor<@N@x@D@xf16> -> tensor<@D@x@N@xf16>
  %t = tt.dot %y0, %dt, %none : tensor<@M@x@D@xf16> * tensor<@D@x@N@xf16> -> tensor<@M@x@N@xf32>"""
STORES = {
    "reduce": "tt.descriptor_reduce add, %sums[%j, %c32_0], %part : @SUMS@, tensor<@N@x@D@xf32>",
    "store": "tt.descriptor_store %sums[%j, %c32_0], %part : @SUMS@, tensor<@N@x@D@xf32>",
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Sums:
    rows: int
    columns: int  # as many rows of q and d
    tile: tuple  # rows of x and y, of q and d, and the depth
    store: str = "reduce"
    products: int = 2  # that could run ahead; with 1, t is s, and d is q
    first: bool = False  # whether the loop begins at an argument
    bias: bool = False
    warps: int = 4
    stages: int = 3

    @property
    def name(self):
        words = [f"{self.rows}x{self.columns}", "x".join(map(str, self.tile)), self.store]
        words += [f"{self.products}-products"] + ["from"] * self.first + ["bias"] * self.bias
        return "-".join([*words, f"w{self.warps}", f"s{self.stages}"])

    def tensors(self):
        m, n, d = self.tile
        columns = max(self.columns, n)
        shapes = {"x": (self.rows, m, "f16"), "y": (self.rows, m, "f16"),
                  "q": (columns, n, "f16"), "d": (columns, n, "f16"),
                  "dvs": (self.rows, m, "f32"), "dks": (self.rows, m, "f32"),
                  "sums": (columns, n, "f32")}  # fmt: skip
        tensors = {name: Tensor(name, (count, d), (block, d), kind, True)
                   for name, (count, block, kind) in shapes.items()}  # fmt: skip
        tensors["uss"] = Tensor("uss", (self.rows, n), (m, n), "f32", True)
        return tensors

    def text(self, symbol):
        m, n, d = self.tile
        tensors, two = self.tensors(), self.products == 2
        words = {"SECOND": SECOND if two else "", "D0": "%d0" if two else "%q0",
                 "T": "%t" if two else "%s", "STORE": STORES[self.store],
                 "FIRST": "%first" if self.first else "%c32_0",
                 "BIAS": BIAS if self.bias else "",
                 "C": "%bias" if self.bias else "%none"}  # fmt: skip
        names = {"x": "X", "y": "Y", "q": "Q", "d": "DD", "dvs": "DVS", "dks": "DKS",
                 "sums": "SUMS", "uss": "USS"}  # fmt: skip
        words |= {word: tensors[name].type for name, word in names.items()}
        words |= {"M": m, "N": n, "D": d}
        body = BEFORE + LOOP
        for word, value in words.items():
            body = body.replace(f"@{word}@", str(value))
        parameters = [p for t in tensors.values() for p in t.parameters()]
        parameters += ["%first: i32", "%n: i32"]
        return module(symbol, ", ".join(parameters), constants(0, *self.tile) + "\n" + body)

    def reference(self, x, y, q, d):
        """With operands rounded as in the kernel: dv, dk, what is stored for q, and the
        sums of s."""
        half = lambda a: a.astype(np.float16).astype(np.float64)
        m, n, _ = self.tile
        dv, dk = np.zeros(x.shape), np.zeros(x.shape)
        sums, us = np.ones(q.shape), np.zeros((self.rows, n))
        for i, j in itertools.product(range(0, self.rows, m), range(0, self.columns, n)):
            rows, columns = slice(i, i + m), slice(j, j + n)
            s = x[rows] @ q[columns].T + (j / 64 if self.bias else 0)
            us[rows] += s
            t = y[rows] @ d[columns].T if self.products == 2 else s
            p = s / 4
            e = half(p * t / 8)
            dv[rows] += half(p) @ (d if self.products == 2 else q)[columns]
            dk[rows] += e @ q[columns]
            part = e.T @ x[rows]
            sums[columns] = part + (sums[columns] if self.store == "reduce" else 0)
        return dv, dk, sums, us

    def make(self, rng):
        tensors = self.tensors()
        inputs = {name: rng.integers(-2, 3, tensors[name].extents) / 2
                  for name in ("x", "y", "q", "d")}  # fmt: skip
        results = self.reference(*inputs.values())
        arguments = []
        for name, values in inputs.items():
            arguments += tensors[name].arguments(stored(tensors[name], values))
        for name, values in zip(("dvs", "dks", "sums", "uss"), results):
            tensor = tensors[name]
            before = stored(tensor, np.ones(values.shape)).values
            expected = formats.decode(stored(tensor, values).values, "f32")
            arguments += tensor.arguments(Array("f32", before, expected, BOUND))
        return [*arguments, Scalar("i32", 0), Scalar("i32", self.columns)]

    def cases(self):
        for more in ((), (ROTATE,)):
            name = "-".join(["ahead/" + self.name, *["rotate"] * len(more)])
            yield Case(name, self.text, self.make, warps=self.warps, stages=self.stages,
                       grid=(self.rows // self.tile[0], 1, 1), architectures=90,
                       is_for_cpu=False, sanitize=bool(more),
                       options=only(*PRODUCER, *more))  # fmt: skip


def sums():
    tile = (64, 64, 64)
    # No iteration, one, two, many; slots for fewer and more iterations.
    for columns, products, stages in itertools.product((0, 64, 128, 320), (1, 2), (2, 3, 4)):
        yield Sums(128, columns, tile, products=products, stages=stages)
    for columns in (0, 192):
        yield Sums(64, columns, tile, first=True)
        yield Sums(64, columns, tile, "store")
    for stages in (2, 3):
        yield Sums(128, 256, (128, 64, 64), warps=8, stages=stages)
        yield Sums(64, 256, tile, products=1, bias=True, stages=stages)
    yield Sums(128, 256, (128, 64, 64), "store", products=1, warps=8)


def cases():
    for one in sums():
        yield from one.cases()
