# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in `tt` of any size, each of which repeats one thing.

    tt_shapes.py SHAPE SIZE > kernel.ttir

A shape is a function that writes the body of a kernel
`(x: ptr f32, y: ptr f32, n: i32, m: i32, u: f32)`; its first value is SIZE.
"""

import sys

TILE = "tensor<128xf32>"
POINTERS = "tensor<128x!tt.ptr<f32>>"
SUM = """({
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      tt.reduce.return %s : f32
    })"""


class Body:
    """Lines of a kernel; values are named by their numbers."""

    def __init__(self):
        self.lines, self.count, self.known = [], 0, {}

    def line(self, text):
        self.lines.append(text)

    def op(self, text):
        """An operation with a result: its name."""
        self.count += 1
        self.lines.append(f"%{self.count} = {text}")
        return f"%{self.count}"

    def constant(self, value, type="i32"):
        """A constant, written once; a tile is `dense`."""
        if (value, type) not in self.known:
            text = f"arith.constant {value} : {type}"
            self.known[value, type] = self.op(text)
        return self.known[value, type]

    def places(self, pointer):
        """128 neighbours from a pointer on."""
        if "range" not in self.known:
            self.known["range"] = self.op(
                "tt.make_range {start = 0 : i32, end = 128 : i32}"
                " : tensor<128xi32>"
            )
        tile = self.op(f"tt.splat {pointer} : !tt.ptr<f32> -> {POINTERS}")
        return self.op(f"tt.addptr {tile}, {self.known['range']}"
                       f" : {POINTERS}, tensor<128xi32>")  # fmt: skip

    def move(self, pointer, distance):
        return self.op(f"tt.addptr {pointer}, {distance} : !tt.ptr<f32>, i32")

    def load(self, pointer="%x"):
        return self.op(f"tt.load {self.places(pointer)} : {POINTERS}")

    def store(self, tile, pointer="%y"):
        self.line(f"tt.store {self.places(pointer)}, {tile} : {POINTERS}")

    def load_matrix(self, rows, columns, pointer, element="f32"):
        """A row-major matrix of one element type, all of it."""
        shape = f"{rows}x{columns}x"
        ranges = []
        for axis, extent in ((1, rows), (0, columns)):
            line = self.op(f"tt.make_range {{start = 0 : i32, end = {extent} : i32}}"
                           f" : tensor<{extent}xi32>")  # fmt: skip
            thin = f"{rows}x1x" if axis else f"1x{columns}x"
            ranges.append(self.op(
                f"tt.expand_dims {line} {{axis = {axis} : i32}}"
                f" : tensor<{extent}xi32> -> tensor<{thin}i32>"))  # fmt: skip
        stride = self.constant(f"dense<{columns}>", f"tensor<{rows}x1xi32>")
        ranges[0] = self.op(f"arith.muli {ranges[0]}, {stride} : tensor<{rows}x1xi32>")
        wide = [self.op(f"tt.broadcast {line} : tensor<{thin}xi32> -> tensor<{shape}i32>")
                for line, thin in zip(ranges, (f"{rows}x1", f"1x{columns}"))]  # fmt: skip
        offsets = self.op(f"arith.addi {wide[0]}, {wide[1]} : tensor<{shape}i32>")
        base = self.op(f"tt.splat {pointer} : !tt.ptr<{element}>"
                       f" -> tensor<{shape}!tt.ptr<{element}>>")  # fmt: skip
        places = self.op(f"tt.addptr {base}, {offsets}"
                         f" : tensor<{shape}!tt.ptr<{element}>>, tensor<{shape}i32>")  # fmt: skip
        return places, self.op(f"tt.load {places} : tensor<{shape}!tt.ptr<{element}>>")


def tile_chain(body, size):
    value = body.load()
    other = body.load("%y")
    for _ in range(size):
        value = body.op(f"arith.mulf {value}, {other} : {TILE}")
    body.store(value)


def scalar_chain(body, size):
    value = "%n"
    for i in range(size):
        name = ("muli", "addi", "xori", "divsi")[i % 4]
        value = body.op(f"arith.{name} {value}, {'%m' if i % 2 else '%n'} : i32")
    body.store(body.load(), body.move("%y", value))


def float_chain(body, size):
    value = body.op("tt.load %x : !tt.ptr<f32>")
    for i in range(size):
        name = ("mulf", "addf", "subf", "divf")[i % 4]
        value = body.op(f"arith.{name} {value}, %u : f32")
    body.line(f"tt.store %y, {value} : !tt.ptr<f32>")


def loops(body, size):
    """Each begins with what the one before it ends with."""
    value = body.load()
    zero, one = body.constant(0), body.constant(1)
    for _ in range(size):
        value = body.op(
            f"scf.for %i = {zero} to %n step {one} iter_args(%v = {value}) -> ({TILE})"
            f" : i32 {{ %w = arith.mulf %v, %v : {TILE} scf.yield %w : {TILE} }}"
        )
    body.store(value)


def _loops_of_numbers(body, size, range_of):
    """`range_of(value)`: the end of a loop and the number with which it begins,
    where the loop before it gives `value`."""
    value = "%m"
    zero, one = body.constant(0), body.constant(1)
    for _ in range(size):
        end, start = range_of(value)
        value = body.op(
            f"scf.for %i = {zero} to {end} step {one} iter_args(%v = {start}) -> (i32)"
            " : i32 { %w = arith.xori %v, %i : i32 scf.yield %w : i32 }"
        )
    body.store(body.load(), body.move("%y", value))


def scalar_loops(body, size):
    _loops_of_numbers(body, size, lambda value: ("%n", value))


def dependent_loops(body, size):
    """Each runs as often as the result of the one before it says."""
    _loops_of_numbers(body, size, lambda value: (value, "%n"))


def nested_loops(body, size):
    zero, one = body.constant(0), body.constant(1)
    value = body.load()
    outer = []
    for depth in range(size):
        body.count += 1
        outer.append(f"%{body.count}")
        body.line(f"%{body.count} = scf.for %i{depth} = {zero} to %n step {one}"
                  f" iter_args(%v{depth} = {value}) -> ({TILE}) : i32 {{")  # fmt: skip
        value = f"%v{depth}"
    value = body.op(f"arith.addf {value}, {value} : {TILE}")
    for name in reversed(outer):
        body.line(f"scf.yield {value} : {TILE} }}")
        value = name
    body.store(value)


def addptr_chain(body, size):
    """A pointer that moves by different arguments."""
    pointer = "%x"
    for i in range(size):
        pointer = body.move(pointer, "%m" if i % 2 else "%n")
    body.store(body.load(pointer))


def constant_addptr_chain(body, size):
    pointer = "%x"
    for i in range(size):
        pointer = body.move(pointer, body.constant(1 + i % 5))
    body.store(body.load(pointer))


def tile_addptr_chain(body, size):
    pointers = body.places("%x")
    step = body.op("tt.splat %n : i32 -> tensor<128xi32>")
    for _ in range(size):
        pointers = body.op(f"tt.addptr {pointers}, {step} : {POINTERS}, tensor<128xi32>")
    body.store(body.op(f"tt.load {pointers} : {POINTERS}"))


def moving_accesses(body, size):
    """A tile is loaded and stored, then both pointers move."""
    source, target = "%x", "%y"
    for _ in range(size):
        body.store(body.load(source), target)
        source, target = body.move(source, "%n"), body.move(target, "%m")


def accesses(body, size):
    """A tile is loaded and stored at different distances."""
    for i in range(size):
        distance = body.op(f"arith.muli %n, {body.constant(i)} : i32")
        body.store(body.load(body.move("%x", distance)), body.move("%y", distance))


def reductions(body, size):
    value = body.load()
    for _ in range(size):
        total = body.op(f'"tt.reduce"({value}) <{{axis = 0 : i32}}> {SUM}'
                        f" : ({TILE}) -> f32")  # fmt: skip
        wide = body.op(f"tt.splat {total} : f32 -> {TILE}")
        value = body.op(f"arith.mulf {value}, {wide} : {TILE}")
    body.store(value)


def branches(body, size):
    value = body.load()
    for i in range(size):
        test = body.op(f"arith.cmpi slt, %n, {body.constant(i)} : i32")
        value = body.op(
            f"scf.if {test} -> ({TILE}) {{ %w = arith.mulf {value}, {value} : {TILE}"
            f" scf.yield %w : {TILE} }} else {{ scf.yield {value} : {TILE} }}"
        )
    body.store(value)


def live_tiles(body, size):
    """All are loaded before the first is used."""
    values = [body.load(body.move("%x", body.constant(128 * i))) for i in range(size)]
    total = values[0]
    for value in values[1:]:
        total = body.op(f"arith.addf {total}, {value} : {TILE}")
    body.store(total)


def transposes(body, size):
    places, value = body.load_matrix(32, 32, "%x")
    tile = "tensor<32x32xf32>"
    for _ in range(size):
        turned = body.op(f"tt.trans {value} {{order = array<i32: 1, 0>}} : {tile} -> {tile}")
        value = body.op(f"arith.addf {turned}, {value} : {tile}")
    body.line(f"tt.store {places}, {value} : tensor<32x32x!tt.ptr<f32>>")


def dots(body, size):
    places, value = body.load_matrix(32, 32, "%x")
    tile = "tensor<32x32xf32>"
    zero = body.constant("dense<0.0>", tile)
    for _ in range(size):
        value = body.op(f"tt.dot {value}, {value}, {zero}, inputPrecision = tf32"
                        f" : {tile} * {tile} -> {tile}")  # fmt: skip
    body.line(f"tt.store {places}, {value} : tensor<32x32x!tt.ptr<f32>>")


def tiles_apart(body, size):
    """Tiles that are all loaded before one is stored."""
    tiles = []
    for i in range(size):
        distance = body.op(f"arith.muli %n, {body.constant(i)} : i32")
        tiles.append((body.load(body.move("%x", distance)), distance))
    for tile, distance in tiles:
        body.store(tile, body.move("%y", distance))


def wide_dot(body, size):
    """One product of f32 without a unit for matrices: 64x64, SIZE along K."""
    _, left = body.load_matrix(64, size, "%x")
    _, right = body.load_matrix(size, 64, "%x")
    places, value = body.load_matrix(64, 64, "%y")
    total = body.op(
        f"tt.dot {left}, {right}, {value}, inputPrecision = ieee"
        f" : tensor<64x{size}xf32> * tensor<{size}x64xf32> -> tensor<64x64xf32>"
    )
    body.line(f"tt.store {places}, {total} : tensor<64x64x!tt.ptr<f32>>")


def wide_tile(body, size):
    rows = size // 128
    places, value = body.load_matrix(rows, 128, "%x")
    tile = f"tensor<{rows}x128xf32>"
    value = body.op(f"arith.mulf {value}, {value} : {tile}")
    body.line(f"tt.store {places}, {value} : tensor<{rows}x128x!tt.ptr<f32>>")


SHAPES = {
    shape.__name__: shape
    for shape in (
        tile_chain, scalar_chain, float_chain, loops, scalar_loops, dependent_loops,
        nested_loops, addptr_chain, constant_addptr_chain, tile_addptr_chain,
        moving_accesses, accesses, reductions, branches, live_tiles, transposes,
        dots, tiles_apart, wide_dot, wide_tile,
    )
}  # fmt: skip


def write(shape, size):
    """The text of a kernel."""
    body = Body()
    SHAPES[shape](body, size)
    lines = "".join(f"    {line}\n" for line in body.lines)
    pointer = "!tt.ptr<f32> {tt.divisibility = 16 : i32}"
    return (
        "module {\n"
        f"  tt.func public @{shape}(%x: {pointer}, %y: {pointer}, %n: i32, %m: i32,"
        f" %u: f32) {{\n{lines}    tt.return\n  }}\n}}\n"
    )


if __name__ == "__main__":
    print(write(sys.argv[1], int(sys.argv[2])), end="")
