# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Methods of the kernel language that become many operations: sorting, random numbers, softmax."""

import numpy as np

import formats
import philox
from case import EXACT, Array, Bound, Case, out

OWNER = "oracle.code.triton."
SIGNATURES = {"f32": "fp32", "f16": "fp16", "f64": "fp64"}
CLASSES_OF_JAVA = ("Tensor", "Ptr")
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
        returned = {"void": "void", "Quad": OWNER + "Triton$Quad"}.get(result, OWNER + result)
        text = (
            f'cm.invoke "{OWNER}Triton::{method}({java}):{returned}"'
            f"({', '.join(name for name, _ in args)}) : ({types}) -> "
        )
        if result == "void":
            self.lines.append(f"  {text}none")
            return None
        return self.add(text + "!" + result), result

    def component(self, record, part):
        """A tile of a record of the kernel language."""
        name, kind = record
        owner = f"{OWNER}Triton${kind}"
        text = f'cm.invoke "{owner}::{part}():{OWNER}Tensor"({name}) : (!{kind}) -> !Tensor'
        return self.add(text), "Tensor"

    def pointers(self, parameter, shape):
        """Row-major, after the parameter."""
        size = int(np.prod(shape))
        offsets = self.call("reshape", self.call("arange", 0, size), *shape)
        pointer = (self.names[parameter], "Ptr")
        return self.call("add", pointer, offsets)

    def text(self):
        signature = ", ".join(f'"*{each}:16"' for each in self.elements)
        parameters = ", ".join(f"{name}: !Ptr" for name in self.names)
        aliases = "".join(f'!{k} = !cm.java<"{OWNER}{k}">\n' for k in CLASSES_OF_JAVA)
        aliases += f'!Quad = !cm.java<"{OWNER}Triton$Quad">\n'
        return (
            f"{aliases}module attributes {{cm.signature = [{signature}]}} {{\n"
            f'cm.func "{self.symbol}" body ({parameters}) -> none {{\n'
            + "\n".join(self.lines)
            + "\n  cm.return\n}\n}\n"
        )


def of_one_tile(name, element, shape, method, args, reference, warps, bound=EXACT):
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
        return [Array(element, stored), out(element, np.ascontiguousarray(expected), bound)]

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


def of_offsets(name, element, method, part, reference, bound, warps=4):
    """A method of a seed and offsets; part: of a record, its component."""
    seed, count = 0x1234567, 512

    def build(symbol):
        model = Model(symbol, (element,))
        offsets = model.call("arange", 0, count)
        result = "Quad" if part else "Tensor"
        drawn = model.call(method, seed, offsets, result=result)
        if part:
            drawn = model.component(drawn, part)
        model.call("store", model.pointers(0, (count,)), drawn, result="void")
        return model.text()

    def make(_rng):
        words = philox.integers(seed, np.arange(count))
        return [out(element, reference(words), bound)]

    return Case(f"functions/{name}-w{warps}", build, make, warps=warps)


def randoms():
    def normal(words, index):
        uniform = [philox.uniform(word) for word in words]
        pairs = philox.normal(*uniform[:2]) + philox.normal(*uniform[2:])
        return pairs[index]

    names = ("first", "second", "third", "fourth")
    close = Bound(relative=2e-5, absolute=2e-6)
    for index, part in enumerate(names):
        yield of_offsets(
            f"randint4x-{part}", "i32", "randint4x", part,
            lambda words, index=index: words[index].view(np.int32), EXACT, 1 << index,
        )  # fmt: skip
        yield of_offsets(
            f"randn4x-{part}", "f32", "randn4x", part,
            lambda words, index=index: normal(words, index), close,
        )  # fmt: skip
    yield of_offsets(
        "rand", "f32", "rand", "",
        lambda words: philox.uniform(words[0]).astype(np.float64), EXACT,
    )  # fmt: skip


def softmaxes():
    def softmax(x, axis):
        powers = np.exp(x - x.max(axis, keepdims=True))
        return powers / powers.sum(axis, keepdims=True)

    bound = Bound(relative=1e-5)
    for axis, more in ((0, ()), (1, (1, True))):
        yield of_one_tile(
            f"softmax{axis}", "f32", (16, 64), "softmax", more,
            lambda x, axis=axis: softmax(x.astype(np.float64), axis), 4, bound,
        )  # fmt: skip


def cases():
    yield from randoms()
    yield from softmaxes()
    yield from sorts()
    yield from flips()
