# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that access by pointers what bulk tensor copies can load and store
(describe-tensors): matrix products in the ways in which kernels write addresses
and masks, and loops with two products, as in attention.

The elements between the rows of a matrix and after it are not zero, so that a copy
that reads outside of the tensor gives another result, and must remain as they are, so
that one that writes there does. All values are small integers, so that sums are
exact."""

import dataclasses
import itertools

import numpy as np

import formats
from case import EXACT_VALUE, Array, Case, Scalar
from cases_blocks import constants, module
from options import USUAL, only

WAYS = {
    "described": only("describe-tensors"),
    "produced": only("describe-tensors", "warp-specialize"),
    "persistent": only("describe-tensors", "warp-specialize", "persistent"),
    "usual": USUAL,
}
OUTSIDE = 3  # the value of what belongs to no tensor


class Body:
    """The lines of a function. Values are in a dictionary by name: their types."""

    def __init__(self):
        self.lines, self.count = [], 0

    def add(self, operation):
        self.count += 1
        self.lines.append(f"%v{self.count} = {operation}")
        return f"%v{self.count}"

    def range(self, size):
        return self.add(f"tt.make_range {{end = {size} : i32, start = 0 : i32}} : tensor<{size}xi32>")

    def splat(self, value, shape, element="i32"):
        return self.add(f"tt.splat {value} : {element} -> {tile(shape, element)}")

    def op(self, name, left, right, shape=()):
        return self.add(f"arith.{name} {left}, {right} : {tile(shape, 'i32')}")

    def shifted(self, start, size):
        """start + arange(0, size)"""
        return self.op("addi", self.range(size), self.splat(start, (size,)), (size,))

    def spread(self, vector, axis, shape, element="i32"):
        """A vector along one dimension of a matrix."""
        size = shape[axis]
        thin = (size, 1) if axis == 0 else (1, size)
        wide = self.add(
            f"tt.expand_dims {vector} {{axis = {1 - axis} : i32}} :"
            f" {tile((size,), element)} -> {tile(thin, element)}"
        )
        return self.add(f"tt.broadcast {wide} : {tile(thin, element)} -> {tile(shape, element)}")

    def below(self, vector, limit, size):
        return self.add(f"arith.cmpi slt, {vector}, {self.splat(limit, (size,))} : {tile((size,), 'i32')}")

    def both(self, left, right, shape):
        return self.add(f"arith.andi {left}, {right} : {tile(shape, 'i1')}")

    def pointers(self, base, element, vectors, strides, shape):
        """base + the sum of a vector times a stride along each dimension."""
        offsets = []
        for axis, (vector, stride) in enumerate(zip(vectors, strides)):
            wide = self.spread(vector, axis, shape)
            if stride != 1:
                wide = self.op("muli", wide, self.splat(stride, shape), shape)
            offsets.append(wide)
        sums = self.op("addi", *offsets, shape)
        kind = f"!tt.ptr<{element}>"
        return self.moved(self.splat(base, shape, kind), element, sums, shape)

    def moved(self, pointers, element, offsets, shape):
        kind = tile(shape, f"!tt.ptr<{element}>")
        return self.add(f"tt.addptr {pointers}, {offsets} : {kind}, {tile(shape, 'i32')}")


def tile(shape, element):
    """A tile's type, or a scalar's."""
    return f"tensor<{'x'.join(map(str, shape))}x{element}>" if shape else element


@dataclasses.dataclass(frozen=True)
class Product:
    """C = A B for several batches, by pointers."""

    size: tuple  # m, n, k
    tile: tuple = (64, 64, 64)
    element: str = "f16"
    columns: str = ""  # of "a" and "b": what is stored by columns
    wraps: bool = False  # rows and columns are taken modulo the extents
    moves: bool = True  # pointers move in the loop; else they are computed in it
    batches: int = 0  # 0: no such dimension
    way: str = "described"
    # The result, if a bulk copy stores it: its columns are a multiple of 16. Else it
    # is f32, by threads.
    stores: str = ""
    # The types tell nothing of strides, which are multiples of this; 0: they tell that 16
    # divides them.
    step: int = 0
    warps: int = 4
    stages: int = 3

    @property
    def result(self):
        return self.stores or "f32"

    @property
    def name(self):
        size, block = ("x".join(map(str, x)) for x in (self.size, self.tile))
        words = [self.element, size, block, self.columns and f"columns_{self.columns}"]
        words += ["wraps" * self.wraps, "moves" * self.moves]
        words += [f"batches{self.batches}" * bool(self.batches)]
        words += [f"stores_{self.stores}" * bool(self.stores), f"w{self.warps}" * (self.warps != 4)]
        words += [f"s{self.stages}" * (self.stages != 3)]
        words += [f"step{self.step}" * bool(self.step), self.way]
        return "described/product-" + "-".join(word for word in words if word)

    def strides(self, name):
        """The strides of the rows and columns in the kernel."""
        return (1, f"%s{name}") if name in self.columns else (f"%s{name}", 1)

    def offset(self, body, name):
        """The pointer to a batch."""
        if not self.batches:
            return f"%{name}"
        product = body.op("muli", "%z", f"%z{name}")
        kind = f"!tt.ptr<{self.element if name != 'c' else self.result}>"
        return body.add(f"tt.addptr %{name}, {product} : {kind}, i32")

    def sides(self, body):
        """The rows and columns of the tile, and those that are loaded."""
        vectors = []
        for start, size, limit in (("%i", self.tile[0], "%m"), ("%j", self.tile[1], "%n")):
            own = body.shifted(start, size)
            loaded = own
            if self.wraps:
                loaded = body.op("remsi", own, body.splat(limit, (size,)), (size,))
            vectors.append((own, loaded, body.below(own, limit, size)))
        return vectors

    def loads(self, body, counter, inner, pointers, masks):
        """Loads A and B; returns them and the next pointers."""
        bm, bn, bk = self.tile
        left = body.op("subi", "%k", counter)
        inside = body.below(inner, left, bk)
        tiles, moved = [], []
        for name, axis, shape in (("a", 1, (bm, bk)), ("b", 0, (bk, bn))):
            mask = body.spread(inside, axis, shape, "i1")
            if not self.wraps:
                mask = body.both(mask, masks[name], shape)
            kind = tile(shape, f"!tt.ptr<{self.element}>")
            tiles.append(body.add(f"tt.load {pointers[name]}, {mask}, %zero_{name} : {kind}"))
            stride = self.strides(name)[axis]
            step = body.op("muli", f"%c32_{bk}", stride) if stride != 1 else f"%c32_{bk}"
            moved.append(body.moved(pointers[name], self.element, body.splat(step, shape), shape))
        return tiles, moved

    def body(self):
        bm, bn, bk = self.tile
        shapes = {"a": (bm, bk), "b": (bk, bn)}
        body, acc = Body(), tile((bm, bn), "f32")
        (rows, from_rows, in_rows), (columns, from_columns, in_columns) = self.sides(body)
        inner = body.range(bk)
        masks = {"a": body.spread(in_rows, 0, shapes["a"], "i1"),
                 "b": body.spread(in_columns, 1, shapes["b"], "i1")}  # fmt: skip
        bases = {name: self.offset(body, name) for name in "abc"}
        first = {
            "a": body.pointers(bases["a"], self.element, (from_rows, inner), self.strides("a"), shapes["a"]),
            "b": body.pointers(bases["b"], self.element, (inner, from_columns), self.strides("b"), shapes["b"]),
        }
        kinds = {n: tile(shapes[n], f"!tt.ptr<{self.element}>") for n in "ab"}
        if self.moves:
            body.lines.append(
                f"%r:3 = scf.for %l = %c32_0 to %k step %c32_{bk} iter_args(%s = %zero, %pa = {first['a']},"
                f" %pb = {first['b']}) -> ({acc}, {kinds['a']}, {kinds['b']}) : i32 {{"
            )
            pointers = {"a": "%pa", "b": "%pb"}
        else:
            body.lines.append(
                f"%r:1 = scf.for %l = %c32_0 to %k step %c32_{bk} iter_args(%s = %zero) -> ({acc}) : i32 {{"
            )
            at = body.shifted("%l", bk)
            pointers = {
                "a": body.pointers(bases["a"], self.element, (from_rows, at), self.strides("a"), shapes["a"]),
                "b": body.pointers(bases["b"], self.element, (at, from_columns), self.strides("b"), shapes["b"]),
            }
        (x, y), moved = self.loads(body, "%l", inner, pointers, masks)
        exact = " {maxNumImpreciseAcc = 1073741824 : i32}" * self.element.startswith("f8")
        total = body.add(
            f"tt.dot {x}, {y}, %s{exact} : {tile(shapes['a'], self.element)} * {tile(shapes['b'], self.element)} -> {acc}"
        )
        if self.moves:
            body.lines.append(f"scf.yield {total}, {', '.join(moved)} : {acc}, {kinds['a']}, {kinds['b']}\n}}")
        else:
            body.lines.append(f"scf.yield {total} : {acc}\n}}")
        shape = (bm, bn)
        to = body.pointers(bases["c"], self.result, (rows, columns), self.strides("c"), shape)
        mask = body.both(body.spread(in_rows, 0, shape, "i1"), body.spread(in_columns, 1, shape, "i1"), shape)
        total = "%r#0"
        if self.result != "f32":
            total = body.add(f"arith.truncf {total} : {acc} to {tile(shape, self.result)}")
        kind = tile(shape, f"!tt.ptr<{self.result}>")
        body.lines.append(f"tt.store {to}, {total}, {mask} : {kind}")
        return "\n".join(body.lines)

    def text(self, symbol):
        bm, bn, bk = self.tile
        aligned = " {tt.divisibility = 16 : i32}"
        pointers = [(name, self.element if name != "c" else self.result) for name in "abc"]
        parameters = [f"%{name}: !tt.ptr<{kind}>{aligned}" for name, kind in pointers]
        aligned = "" if self.step else aligned
        # The extent of what a bulk copy stores.
        whole = ("m" if "c" in self.columns else "n") if self.stores else ""
        parameters += [f"%{name}: i32{aligned if name == whole else ''}" for name in "mnk"]
        parameters += [f"%s{name}: i32{aligned}" for name in "abc"]
        parameters += [f"%z{name}: i32{aligned}" for name in "abc"] * bool(self.batches)
        zeros = "\n".join(
            f"%zero{suffix} = arith.constant dense<0.0> : {tile(shape, kind)}"
            for suffix, shape, kind in (("", (bm, bn), "f32"), ("_a", (bm, bk), self.element),
                                        ("_b", (bk, bn), self.element))  # fmt: skip
        )
        head = f"""{constants(0, 1, *self.tile)}
{zeros}
%px = tt.get_program_id x : i32
%py = tt.get_program_id y : i32
%z = tt.get_program_id z : i32
%i = arith.muli %px, %c32_{bm} : i32
%j = arith.muli %py, %c32_{bn} : i32
"""
        return module(symbol, ", ".join(parameters), head + self.body())

    def make(self, rng):
        m, n, k = self.size
        count = self.batches or 1
        a = rng.integers(-2, 3, (count, m, k)).astype(np.float64)
        b = rng.integers(-2, 3, (count, k, n)).astype(np.float64)
        stored = [a.swapaxes(1, 2) if "a" in self.columns else a,
                  b.swapaxes(1, 2) if "b" in self.columns else b]  # fmt: skip
        sides = [padded(x, OUTSIDE, self.step) for x in stored]
        arrays = [Array(self.element, formats.encode(x, self.element)) for x in sides]
        product = a @ b
        c = product.swapaxes(1, 2) if "c" in self.columns else product
        c = padded(c, np.nan, self.step)
        before = formats.encode(np.full(c.shape, 7.0), self.result)
        result = Array(self.result, before, np.where(np.isnan(c), 7, c), EXACT_VALUE)
        matrices = [*sides, c]
        scalars = [m, n, k, *(x.shape[2] for x in matrices)]
        if self.batches:
            scalars += [x.shape[1] * x.shape[2] for x in matrices]
        return [*arrays, result, *(Scalar("i32", x) for x in scalars)]

    def case(self):
        m, n, _ = self.size
        grid = (-(-m // self.tile[0]), -(-n // self.tile[1]), self.batches or 1)
        return Case(self.name, self.text, self.make, grid=grid, options_90=WAYS[self.way],
                    warps=self.warps, stages=self.stages, architectures=90,
                    is_for_cpu=False, sanitize=self.way != "described")  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Attention:
    """For each block of K and V: O = O / 2 + (Q K^T) V, for batches and heads."""

    rows: int
    columns: int
    tile: tuple = (64, 64, 64)  # of Q, of K and V, elements of a row
    heads: int = 2
    masked: bool = True  # whether rows past the end are excluded
    way: str = "described"

    @property
    def name(self):
        words = [f"{self.rows}x{self.columns}", "x".join(map(str, self.tile))]
        words += ["masked" * self.masked]
        words.append(self.way)
        return "described/attention-" + "-".join(word for word in words if word)

    def base(self, body, name):
        kind = f"!tt.ptr<{'f32' if name == 'o' else 'f16'}>"
        offset = body.op("addi", body.op("muli", "%batch", f"%z{name}"), body.op("muli", "%head", f"%h{name}"))
        return body.add(f"tt.addptr %{name}, {offset} : {kind}, i32")

    def load(self, body, pointers, inside, axis, shape):
        kind = tile(shape, "!tt.ptr<f16>")
        if not self.masked:
            return body.add(f"tt.load {pointers} : {kind}")
        mask = body.spread(inside, axis, shape, "i1")
        return body.add(f"tt.load {pointers}, {mask}, %zero_{shape[0]}_{shape[1]} : {kind}")

    def body(self):
        m, n, d = self.tile
        body, acc = Body(), tile((m, d), "f32")
        body.lines.append(f"%batch = arith.divsi %y, %c32_{self.heads} : i32")
        body.lines.append(f"%head = arith.remsi %y, %c32_{self.heads} : i32")
        rows, inner = body.shifted("%i", m), body.range(d)
        in_rows = body.below(rows, "%m", m)
        bases = {name: self.base(body, name) for name in "qkvo"}
        left = body.pointers(bases["q"], "f16", (rows, inner), ("%sq", 1), (m, d))
        x = self.load(body, left, in_rows, 0, (m, d))
        block = body.range(n)
        keys = body.pointers(bases["k"], "f16", (inner, block), (1, "%sk"), (d, n))
        values = body.pointers(bases["v"], "f16", (block, inner), ("%sv", 1), (n, d))
        kinds = [tile(shape, "!tt.ptr<f16>") for shape in ((d, n), (n, d))]
        body.lines.append(
            f"%r:3 = scf.for %l = %c32_0 to %n step %c32_{n} iter_args(%s = %zero, %pk = {keys}, %pv = {values})"
            f" -> ({acc}, {kinds[0]}, {kinds[1]}) : i32 {{"
        )
        inside = body.below(body.shifted("%l", n), "%n", n)
        y = self.load(body, "%pk", inside, 1, (d, n))
        score = body.add(
            f"tt.dot {x}, {y}, %none : {tile((m, d), 'f16')} * {tile((d, n), 'f16')} -> {tile((m, n), 'f32')}"
        )
        score = body.add(f"arith.truncf {score} : {tile((m, n), 'f32')} to {tile((m, n), 'f16')}")
        z = self.load(body, "%pv", inside, 0, (n, d))
        half = body.add(f"arith.mulf %s, %half : {acc}")
        total = body.add(f"tt.dot {score}, {z}, {half} : {tile((m, n), 'f16')} * {tile((n, d), 'f16')} -> {acc}")
        moved = []
        for name, shape in (("k", (d, n)), ("v", (n, d))):
            step = body.splat(body.op("muli", f"%c32_{n}", f"%s{name}"), shape)
            moved.append(body.moved(f"%p{name}", "f16", step, shape))
        body.lines.append(f"scf.yield {total}, {moved[0]}, {moved[1]} : {acc}, {kinds[0]}, {kinds[1]}\n}}")
        to = body.pointers(bases["o"], "f32", (rows, inner), ("%so", 1), (m, d))
        mask = body.spread(in_rows, 0, (m, d), "i1")
        body.lines.append(f"tt.store {to}, %r#0, {mask} : {tile((m, d), '!tt.ptr<f32>')}")
        return "\n".join(body.lines)

    def text(self, symbol):
        m, n, d = self.tile
        aligned = " {tt.divisibility = 16 : i32}"
        parameters = [f"%{x}: !tt.ptr<{'f32' if x == 'o' else 'f16'}>{aligned}" for x in "qkvo"]
        parameters += ["%m: i32", "%n: i32"]
        parameters += [f"%{kind}{x}: i32{aligned}" for kind in "szh" for x in "qkvo"]
        lines = [constants(0, 1, self.heads, *self.tile)]
        for name, value, shape in (("zero", 0.0, (m, d)), ("none", 0.0, (m, n)), ("half", 0.5, (m, d))):
            lines.append(f"%{name} = arith.constant dense<{value}> : {tile(shape, 'f32')}")
        for rows, columns in {(m, d), (d, n), (n, d)}:
            lines.append(f"%zero_{rows}_{columns} = arith.constant dense<0.0> : {tile((rows, columns), 'f16')}")
        lines.append("%x = tt.get_program_id x : i32\n%y = tt.get_program_id y : i32")
        lines.append(f"%i = arith.muli %x, %c32_{m} : i32")
        return module(symbol, ", ".join(parameters), "\n".join([*lines, self.body()]))

    def make(self, rng):
        count, d, block = 2 * self.heads, self.tile[2], self.tile[1]
        q = rng.integers(-1, 2, (count, self.rows, d)).astype(np.float64)
        k, v = (rng.integers(-1, 2, (count, self.columns, d)).astype(np.float64) for _ in "kv")
        result = np.zeros(q.shape)
        for at in range(0, self.columns, block):
            part = slice(at, at + block)
            result = result / 2 + q @ k[:, part].swapaxes(1, 2) @ v[:, part]
        sides = [padded(x, OUTSIDE) for x in (q, k, v)]
        expected = padded(result, np.nan)
        before = np.full(expected.shape, 7, np.float32)
        arrays = [Array("f16", formats.encode(x, "f16")) for x in sides]
        out = Array("f32", before, np.where(np.isnan(expected), 7, expected), EXACT_VALUE)
        matrices = [*sides, expected]
        heads = [x.shape[1] * x.shape[2] for x in matrices]
        strides = [x.shape[2] for x in matrices] + [self.heads * x for x in heads] + heads
        return [*arrays, out, *(Scalar("i32", x) for x in (self.rows, self.columns, *strides))]

    def case(self):
        grid = (-(-self.rows // self.tile[0]), 2 * self.heads, 1)
        return Case(self.name, self.text, self.make, grid=grid, options_90=WAYS[self.way],
                    architectures=90, is_for_cpu=False,
                    sanitize=self.way != "described")  # fmt: skip


def padded(matrices, value, step=0):
    """The matrices with more columns, up to a multiple of `step`, or of 16, and more rows."""
    count, rows, columns = matrices.shape
    step = step or 16
    filled = np.full((count, rows + 3, -(-columns // step) * step + step), float(value))
    filled[:, :rows, :columns] = matrices
    return filled


def products():
    edges = (100, 72, 88)
    for way in WAYS:
        yield Product(edges, wraps=True, way=way)
        yield Product(edges, moves=False, way=way)
        yield Product((129, 200, 264), (128, 64, 32), batches=2, way=way)
    for columns, wraps in itertools.product(("a", "b", "ab"), (False, True)):
        yield Product(edges, columns=columns, wraps=wraps, way="usual")
    yield Product((64, 64, 0), way="usual")
    yield Product((128, 64, 128), element="bf16", way="usual")
    yield Product((100, 72, 96), element="f8E4M3FN", columns="b", way="usual")
    yield Product((100, 72, 88), (64, 64, 32), "f32", columns="b", way="usual")


def stores():
    """Results by bulk copies; groups of 4 warps store their rows by themselves."""
    edges = (100, 80, 88)
    for way, element in itertools.product(WAYS, ("f16", "f32")):
        yield Product(edges, stores=element, way=way)
    yield Product((300, 208, 136), (128, 128, 64), stores="f16", warps=8, way="persistent")
    yield Product((300, 208, 136), (128, 128, 64), stores="f16", warps=8, way="usual")
    yield Product((300, 208, 136), (128, 64, 64), stores="f32", warps=8, way="persistent")
    yield Product((300, 208, 136), (256, 128, 64), stores="f16", warps=8, way="usual")
    yield Product((200, 96, 64), (128, 64, 64), stores="bf16", warps=8, batches=3,
                  way="persistent")  # fmt: skip
    # Shared memory has room for halves of the result, and for quarters.
    for element, stages in (("f16", 4), ("f32", 4)):
        yield Product((200, 272, 136), (128, 256, 64), stores=element, warps=8, stages=stages,
                      way="persistent")  # fmt: skip
    yield Product((80, 100, 88), columns="c", stores="f16", way="usual")
    yield Product((64, 64, 0), stores="f16", way="described")


def unknown():
    """Strides and rows of which the types tell nothing: of rows of 8 elements more, some
    are multiples of 16 bytes, others not."""
    for columns, step in itertools.product((72, 80, 100), (1, 3, 8)):
        yield Product((100, columns, 88), stores="f16", step=step, way="usual")
    yield Product((100, 72, 88), columns="b", wraps=True, step=8, way="usual")
    yield Product((100, 72, 88), columns="a", moves=False, step=4, way="usual")
    yield Product((200, 104, 64), (128, 64, 64), stores="bf16", warps=8, batches=3, step=8,
                  way="usual")  # fmt: skip


def attentions():
    for way in WAYS:
        yield Attention(100, 136, way=way)
        yield Attention(128, 128, masked=False, way=way)
    yield Attention(128, 192, (128, 64, 128), way="produced")


def cases():
    return [one.case() for one in (*products(), *stores(), *unknown(), *attentions())]
