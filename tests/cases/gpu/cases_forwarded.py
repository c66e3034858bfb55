# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that test their condition last and forward what a branch on it computes:

    do { more = i < n; v, w = more ? (s + 2, s * 3) : (other, s); ... } while (more);

in which values are forwarded several times, in any order, as numbers and as tiles."""

import dataclasses

import numpy as np

from case import Array, Case, Scalar, out
from kernel_text import Kernel, Value

ROUNDS = 3  # of the loop around, if there is one


@dataclasses.dataclass(frozen=True)
class Loop:
    """The values that a loop forwards, a word each: `v`, `w` (the branch's results),
    `s` (the carried value), `n` (an invariant), of which `next` is the next `s`."""

    forwarded: str
    next: int
    element: str = "i32"
    shape: tuple = ()
    around: str = ""  # a loop of ROUNDS, or a branch, that contains it
    other: str = "other"  # of the branch's else: a constant, an argument or `s`
    adds: bool = False  # the loop adds the first of what is forwarded


class Writer:
    """Writes a kernel with a loop."""

    def __init__(self, kernel, loop):
        self.kernel, self.loop = kernel, loop
        self.two, self.three = self.number(2), self.number(3)
        argument = kernel["other"]
        if loop.element == "i64":
            argument = kernel.cast("arith.extsi", argument, "i64")
        elif loop.element == "i8":
            argument = kernel.cast("arith.trunci", argument, "i8")
        elif loop.element == "f32":
            argument = kernel.cast("arith.sitofp", argument, "f32")
        if loop.shape:
            argument = kernel.splat(argument, loop.shape)
        self.argument = argument
        self.constant = self.number(20)

    def number(self, value):
        literal = f"{value}.0" if self.loop.element == "f32" else value
        return self.kernel.constant(literal, self.loop.element, self.loop.shape)

    def arithmetic(self, name, a, b):
        kind = "f" if self.loop.element == "f32" else "i"
        return self.kernel.binary(f"arith.{name}{kind}", a, b)

    def branch(self, more, s):
        """The values of the branch on `more`."""
        others = {"other": self.argument, "constant": self.constant, "s": s}
        then = lambda: [
            self.arithmetic("add", s, self.two), self.arithmetic("mul", s, self.three)
        ]  # fmt: skip
        otherwise = lambda: [others[self.loop.other], s]
        return self.kernel.branch(more, [s, s], then, otherwise)

    def inner(self, start):
        """The loop from a value; what it forwards at last."""
        kernel, loop = self.kernel, self.loop
        count = len(loop.forwarded.split())
        kind = start.type
        kinds = ", ".join(["i32"] + [kind] * count)
        zero, one = kernel.constant(0, "i32"), kernel.constant(1, "i32")
        tag = kernel.new("i32").name
        i = Value(f"{tag}_i", "i32")
        s = Value(f"{tag}_s", loop.element, loop.shape)
        kernel.line(f"{tag}:{count + 1} = scf.while ({i.name} = {zero.name}, {s.name} ="
                    f" {start.name}) : (i32, {kind}) -> ({kinds}) {{")  # fmt: skip
        with kernel.indented():
            more = kernel.compare("arith.cmpi", "slt", i, kernel["n"])
            v, w = self.branch(more, s)
            words = {"v": v, "w": w, "s": s, "n": self.argument}
            values = [i] + [words[word] for word in loop.forwarded.split()]
            names = ", ".join(value.name for value in values)
            kernel.line(f"scf.condition({more.name}) {names} : {kinds}")
        after = [Value(f"{tag}_{k}", loop.element, loop.shape) for k in range(count)]
        block = ", ".join(f"{a.name}: {kind}" for a in after)
        kernel.line("} do {")
        kernel.line(f"^bb0({tag}_j: i32, {block}):")
        with kernel.indented():
            step = kernel.add(Value(f"{tag}_j", "i32"), one)
            following = after[loop.next]
            if loop.adds:
                following = self.arithmetic("add", following, after[0])
            kernel.yield_([step, following])
        kernel.line("}")
        return [Value(f"{tag}#{k + 1}", s.element, s.shape) for k in range(count)]

    def write(self, start):
        kernel, loop = self.kernel, self.loop
        if loop.around == "if":
            zero = kernel.constant(0, "i32")
            test = kernel.compare("arith.cmpi", "ne", kernel["other"], zero)
            starts = [start] * len(loop.forwarded.split())
            return kernel.branch(test, starts, lambda: self.inner(start), lambda: starts)
        if loop.around != "for":
            return self.inner(start)
        zero, one = kernel.constant(0, "i32"), kernel.constant(1, "i32")
        rounds = kernel.constant(ROUNDS, "i32")
        starts = [start] * len(loop.forwarded.split())
        body = lambda _, carried: self.inner(carried[loop.next])
        return kernel.loop((zero, rounds, one), starts, body)


def expected(loop, start, n, other):
    """The values that the loop forwards at last."""
    kind = start.dtype.type
    argument = np.full_like(start, other)
    for _ in range(ROUNDS if loop.around == "for" else 1):
        s, i = start, 0
        while True:
            more = i < n
            others = {"other": argument, "constant": np.full_like(start, 20), "s": s}
            v = s + kind(2) if more else others[loop.other]
            w = s * kind(3) if more else s
            words = {"v": v, "w": w, "s": s, "n": argument}
            forwarded = [words[word] for word in loop.forwarded.split()]
            if not more:
                break
            s = forwarded[loop.next] + (forwarded[0] if loop.adds else kind(0))
            i += 1
        start = forwarded[loop.next]
    return forwarded


NUMPY = {"i8": np.int8, "i32": np.int32, "i64": np.int64, "f32": np.float32}


def case(name, loop, n):
    count = len(loop.forwarded.split())
    tile = loop.shape or (1,)

    def build(symbol):
        arguments = [(f"out{k}", f"*{loop.element}:16") for k in range(count)]
        arguments += [("in", f"*{loop.element}:16"), ("n", "i32"), ("other", "i32")]
        kernel = Kernel(symbol, arguments)
        if loop.shape:
            start = kernel.load_tile("in", loop.shape)
        else:
            start = kernel.load(kernel["in"])
        for k, value in enumerate(Writer(kernel, loop).write(start)):
            kernel.store_tile(f"out{k}", value)
        return kernel

    def make(rng):
        start = rng.integers(-9, 10, tile).astype(NUMPY[loop.element])
        with np.errstate(over="ignore"):
            want = expected(loop, start, n, 17)
        outs = [out(loop.element, value) for value in want]
        numbers = [Scalar("i32", n), Scalar("i32", 17)]
        return [*outs, Array(loop.element, start), *numbers]

    return Case(f"forwarded/{name}-n{n}", build, make)


LOOPS = {
    "twice": Loop("v s v", 2),
    "twice-constant": Loop("v s v", 2, other="constant"),
    "twice-carried": Loop("v s v", 2, other="s"),
    "first": Loop("v s v", 0),
    "behind": Loop("v v s", 1),
    "thrice": Loop("v v v", 2),
    "swapped": Loop("s v v", 2, other="constant"),
    "two-results": Loop("v w v w", 3),
    "crossed": Loop("v w w v", 2),
    "other-result": Loop("w v w", 2),
    "with-invariant": Loop("v n v n", 2),
    "carried-twice": Loop("s v s v", 3),
    "summed": Loop("v w v", 2, adds=True),
    "once": Loop("v w s", 0),
    "wide": Loop("v s v", 2, "i64"),
    "narrow": Loop("v s v", 2, "i8"),
    "floats": Loop("v w v", 2, "f32", other="constant"),
    "tiles": Loop("v s v", 2, shape=(64,)),
    "tiles-of-floats": Loop("v w v w", 2, "f32", (16, 8), adds=True),
    "tiles-constant": Loop("v v v", 1, shape=(32, 4), other="constant"),
    "in-loop": Loop("v s v", 2, around="for"),
    "in-loop-two": Loop("v w w v", 3, around="for", other="constant"),
    "in-branch": Loop("v s v", 2, around="if"),
    "tiles-in-loop": Loop("v s v", 2, shape=(64,), around="for"),
}  # fmt: skip


def cases():
    for name, loop in LOOPS.items():
        for n in (5, 0):
            yield case(name, loop, n)
