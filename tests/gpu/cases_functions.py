# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Methods of the kernel language that become many operations: sorting."""

import numpy as np

import formats
from case import EXACT, Array, Case, out

OWNER = "oracle.code.triton."
SIGNATURES = {"f32": "fp32", "f16": "fp16", "f64": "fp64"}
CLASSES = {"int": "i32", "boolean": "i1"}


class Model:
    """The text of a model whose parameters are pointers."""

    def __init__(self, symbol, elements):
        self.symbol, self.lines, self.count = symbol, [], 0
        self.names = [f"%p{i}" for i in range(len(elements))]
        self.elements = [SIGNATURES.get(each, each) for each in elements]

    def constant(self, value):
        text = str(value).lower()
        kind = "boolean" if isinstance(value, bool) else "int"
        suffix = "" if kind == "boolean" else " : i32"
        return self.add(f"cm.constant {text}{suffix}"), kind

    def add(self, text):
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"  {name} = {text}")
        return name

    def call(self, method, *args, result="Tensor"):
        """The name and class of the result; integers and truth values are
        constants."""
        args = [each if isinstance(each, tuple) else self.constant(each) for each in args]
        java = ", ".join(k if k in CLASSES else OWNER + k for _, k in args)
        types = ", ".join(CLASSES.get(k, "!" + k) for _, k in args)
        returned = OWNER + result if result != "void" else result
        text = (
            f'cm.invoke "{OWNER}Triton::{method}({java}):{returned}"'
            f"({', '.join(name for name, _ in args)}) : ({types}) -> "
        )
        if result == "void":
            self.lines.append(f"  {text}none")
            return None
        return self.add(text + "!" + result), result

    def pointers(self, parameter, shape):
        """Row-major, after the parameter."""
        size = int(np.prod(shape))
        offsets = self.call("reshape", self.call("arange", 0, size), *shape)
        pointer = (self.names[parameter], "Ptr")
        return self.call("add", pointer, offsets)

    def text(self):
        signature = ", ".join(f'"*{each}:16"' for each in self.elements)
        parameters = ", ".join(f"{name}: !Ptr" for name in self.names)
        aliases = "".join(f'!{k} = !cm.java<"{OWNER}{k}">\n' for k in ("Tensor", "Ptr"))
        return (
            f"{aliases}module attributes {{cm.signature = [{signature}]}} {{\n"
            f'cm.func "{self.symbol}" body ({parameters}) -> none {{\n'
            + "\n".join(self.lines)
            + "\n  cm.return\n}\n}\n"
        )


def of_one_tile(name, element, shape, method, args, reference, warps):
    """A method of a tile, whose result is stored."""

    def build(symbol):
        model = Model(symbol, (element, element))
        tile = model.call("load", model.pointers(0, shape))
        result = model.call(method, tile, *args)
        target = model.pointers(1, reference(np.zeros(shape)).shape)
        model.call("store", target, result, result="void")
        return model.text()

    def make(rng):
        stored = formats.random_stored(rng, element, shape)
        expected = reference(formats.decode(stored, element))
        return [Array(element, stored), out(element, np.ascontiguousarray(expected), EXACT)]

    extents = "x".join(map(str, shape))
    return Case(f"functions/{name}-{element}-{extents}-w{warps}", build, make, warps=warps)


def sorts():
    for element in ("f32", "f16", "i32", "i8", "i64"):
        for shape, warps in (((256,), 4), ((8, 32), 1), ((4, 64), 8)):
            rank = len(shape)
            yield of_one_tile("sort", element, shape, "sort", (), np.sort, warps)
            yield of_one_tile(
                "descending", element, shape, "sort", (0, True),
                lambda x: np.flip(np.sort(x, 0), 0), warps,
            )  # fmt: skip
            yield of_one_tile(
                "topk", element, shape, "topk", (16, rank - 1),
                lambda x: np.flip(np.sort(x), -1)[..., :16], warps,
            )  # fmt: skip


def flips():
    for shape, warps in (((256,), 4), ((8, 32), 1)):
        yield of_one_tile(
            "flip", "f32", shape, "flip", (0,), lambda x: np.flip(x, 0), warps
        )


def cases():
    yield from sorts()
    yield from flips()
