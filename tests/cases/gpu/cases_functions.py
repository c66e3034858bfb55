# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Methods of the kernel language that become many operations: sorting, random numbers, softmax."""

import fractions
import math

import numpy as np

import formats
import philox
from case import EXACT, Array, Bound, Case, out

OWNER = "oracle.code.triton."
SIGNATURES = {"f32": "fp32", "f16": "fp16", "f64": "fp64"}
CLASSES_OF_JAVA = ("Tensor", "Ptr")
CLASSES = {"int": "i32", "boolean": "i1", "java.lang.Class": "!Class"}
ROUNDINGS = {"RTNE": round, "RTZ": math.trunc, "RTN": math.floor, "RTP": math.ceil}
RECORDS = ("Quad", "ValueIndex")
LITERALS = {"u32": "ui32", "u64": "ui64"}


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
        inner = {each: f"{OWNER}Triton${each}" for each in RECORDS}
        returned = {"void": "void", **inner}.get(result, OWNER + result)
        text = (
            f'cm.invoke "{OWNER}Triton::{method}({java}):{returned}"'
            f"({', '.join(name for name, _ in args)}) : ({types}) -> "
        )
        if result == "void":
            self.lines.append(f"  {text}none")
            return None
        return self.add(text + "!" + result), result

    def literal(self, element):
        """The class of a type of numbers."""
        text = f"cm.constant {LITERALS.get(element, element)} -> !Class"
        return self.add(text), "java.lang.Class"

    def rounding(self, name):
        owner = f"{OWNER}Rounding"
        return self.add(f'cm.field.load "{owner}::{name}:{owner}" : () -> !Rounding'), "Rounding"

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
        aliases += '!Class = !cm.java<"java.lang.Class">\n'
        aliases += f'!Rounding = !cm.java<"{OWNER}Rounding">\n'
        for each in RECORDS:
            aliases += f'!{each} = !cm.java<"{OWNER}Triton${each}">\n'
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


def ranks(x, axis, descending):
    """The indices that sort, the least first of equal elements."""
    if not descending:
        return np.argsort(x, axis, kind="stable")
    back = np.argsort(np.flip(x, axis), axis, kind="stable")
    return np.flip(x.shape[axis] - 1 - back, axis)


def of_indices(name, element, shape, method, args, axis, descending, count, warps):
    """A method that gives elements and their indices, both of which are stored. One
    in four elements is equal to another one."""
    want = list(shape)
    want[axis] = count

    def build(symbol):
        model = Model(symbol, (element, element, "i32"))
        tile = model.call("load", model.pointers(0, shape))
        both = model.call(method, tile, *args, result="ValueIndex")
        for parameter, part in ((1, "value"), (2, "index")):
            target = model.pointers(parameter, want)
            model.call("store", target, model.component(both, part), result="void")
        return model.text()

    def make(rng):
        stored = formats.random_stored(rng, element, shape)
        flat = stored.reshape(-1)
        flat[: flat.size // 4] = flat[flat.size // 4 : 2 * (flat.size // 4)]
        stored = rng.permuted(stored, axis=axis)
        x = formats.decode(stored, element)
        index = np.take(ranks(x, axis, descending), range(count), axis)
        value = np.take_along_axis(x, index, axis)
        return [
            Array(element, stored),
            out(element, np.ascontiguousarray(value), EXACT),
            out("i32", np.ascontiguousarray(index.astype(np.int32)), EXACT),
        ]

    extents = "x".join(map(str, shape))
    return Case(f"functions/{name}-{element}-{extents}-w{warps}", build, make, warps=warps)


def indexed_sorts():
    for element in ("f32", "f16", "bf16", "i32", "i8", "i64", "f64"):
        for shape, warps in (((256,), 4), ((8, 32), 1), ((4, 64), 8)):
            last = len(shape) - 1
            yield of_indices(
                "sort-indices", element, shape, "sortWithIndices", (), last, False,
                shape[-1], warps,
            )  # fmt: skip
            yield of_indices(
                "descending-indices", element, shape, "sortWithIndices", (0, True), 0, True,
                shape[0], warps,
            )  # fmt: skip
            yield of_indices(
                "topk-indices", element, shape, "topkWithIndices", (8,), last, True, 8,
                warps,
            )  # fmt: skip
    for shape, axis in (((300,), 0), ((5, 20), 1), ((3, 16), 0)):
        for element in ("f16", "i64"):
            yield of_indices(
                "padded-indices", element, shape, "sortWithIndices", (axis, True), axis, True,
                shape[axis], 4,
            )  # fmt: skip
    for element in ("i8", "f32", "i64"):
        yield of_indices(
            "least-index", element, (128,), "topkWithIndices", (1, 0, False), 0, False, 1, 4
        )


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


def bits_of(fraction, digits, least, function):
    """The number rounded to that number of binary digits; `least`: the exponent of the
    least unit in the last place."""
    if fraction == 0:
        return fraction
    magnitude = abs(fraction)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    exponent -= fractions.Fraction(2) ** exponent > magnitude
    unit = fractions.Fraction(2) ** max(exponent - digits + 1, least)
    return function(fraction / unit) * unit


def rounded(value, element, function):
    """A number, or None for NaN, in a type."""
    if formats.is_float(element):
        digits, least, most = (24, -149, 128) if element == "f32" else (53, -1074, 1024)
        if value is None or isinstance(value, float):
            return math.nan if value is None else value
        result = bits_of(value, digits, least, function)
        if abs(result) < fractions.Fraction(2) ** most:
            return float(result) if result else math.copysign(0.0, value)
        sign = 1 if value > 0 else -1
        largest = (2 - 2.0 ** (1 - digits)) * 2.0 ** (most - 1)
        return sign * (math.inf if abs(function(sign * 1.5)) == 2 else largest)
    bits = int(element[1:])
    end = 1 << (bits if element[0] == "u" else bits - 1)
    least = 0 if element[0] == "u" else -end
    if value is None:
        return 0
    if isinstance(value, float):
        return end - 1 if value > 0 else least
    return min(max(function(value), least), end - 1)


def exact(value):
    """A fraction; None for NaN, and infinities as they are."""
    if isinstance(value, (float, np.floating)):
        value = float(value)
        if math.isnan(value):
            return None
        if math.isinf(value):
            return value
    return fractions.Fraction(value if isinstance(value, float) else int(value))


def conversion(source, target, name):
    """A conversion with a rounding, by exact fractions."""
    count = 512
    stored = "i" + source[1:] if source[0] == "u" else source
    kept = "i" + target[1:] if target[0] == "u" else target

    def build(symbol):
        model = Model(symbol, (source, target))
        tile = model.call("load", model.pointers(0, (count,)))
        result = model.call("conv", model.literal(target), tile, model.rounding(name))
        model.call("store", model.pointers(1, (count,)), result, result="void")
        return model.text()

    def make(rng):
        values = rng.permutation(formats.special_stored(rng, stored, count))
        if formats.is_float(source):  # half of them near integers and their bounds
            near = rng.integers(-(2**10), 2**10, count // 2) / 4.0
            near *= 2.0 ** rng.choice([0, 0, 24, 54], count // 2)
            values[: count // 2] = formats.encode(near, source)
        given = formats.decode(values, stored)
        if source[0] == "u":
            given = given.view(np.dtype(f"u{given.dtype.name}"))
        results = [rounded(exact(x), target, ROUNDINGS[name]) for x in given]
        if formats.is_float(target):
            want = np.array(results, np.float64)
        else:
            wide = np.array([r & (1 << 64) - 1 for r in results], np.uint64)
            want = wide.astype(f"u{int(target[1:]) // 8}").view(f"i{int(target[1:]) // 8}")
        return [Array(stored, values), out(kept, want, EXACT)]

    return Case(f"functions/conv-{source}-{target}-{name}", build, make, options=("--no-ftz",))


def conversions():
    for name in ROUNDINGS:
        for source in ("f32", "f64"):
            for target in ("i32", "u32", "i64", "u64"):
                yield conversion(source, target, name)
        for source in ("i32", "u32", "i64", "u64"):
            for target in ("f32", "f64"):
                yield conversion(source, target, name)
    for name in ("RTN", "RTP"):
        yield conversion("f64", "f32", name)


def cases():
    yield from conversions()
    yield from randoms()
    yield from softmaxes()
    yield from sorts()
    yield from indexed_sorts()
    yield from flips()
