# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations on elements: every one with every type it has, special values
among the inputs. Exact where IEEE 754 or integers say what comes out."""

import math

import numpy as np

import formats
import integers
from case import EXACT, EXACT_VALUE, Array, Bound, Case, out
from kernel_text import Kernel

SIZE = 1024
FLOATS = ("f16", "bf16", "f32", "f64")
INTEGERS = ("i8", "i16", "i32", "i64")
EIGHT = ("f8E4M3FN", "f8E5M2")


def kernel_of(elements, result, body, shape=(SIZE,)):
    """Loads a tile of each of `elements`, stores `body` of them."""

    def build(name):
        names = [f"in{i}" for i in range(len(elements))]
        stored = ["i8" if e == "i1" else e for e in elements]
        arguments = [(n, f"*{e}:16") for n, e in zip(names, stored)]
        kernel = Kernel(name, arguments + [("out", f"*{result}:16")])
        tiles = [
            kernel.load_bool(n, shape)
            if e == "i1"
            else kernel.load_tile(n, shape)
            for n, e in zip(names, elements)
        ]
        kernel.store_tile("out", body(kernel, *tiles))
        return kernel

    return build


def case_of(name, elements, result, body, inputs, reference, **more):
    """`inputs(rng)` are stored arrays; `reference` gets float64s or integers."""
    bound = more.pop("bound", EXACT)
    shape = more.pop("shape", (SIZE,))
    stored = ["i8" if e == "i1" else e for e in elements]

    def make(rng):
        arrays = inputs(rng)
        with np.errstate(all="ignore"):
            want = reference(
                *(formats.decode(a, e) for a, e in zip(arrays, stored))
            )
        given = [Array(e, a) for e, a in zip(stored, arrays)]
        return given + [out(result, want, bound)]

    build = kernel_of(elements, result, body, shape)
    return Case(f"elementwise/{name}", build, make, **more)


def clamps():
    """Bounds that are constants, symmetric or not, for NaNs of either sign: the lower
    bound, or NaN."""
    bounds = {"one": (-1.0, 1.0), "zero": (-0.0, 0.0), "tiny": (-1e-4, 1e-4),
              "large": (-448.0, 448.0), "infinite": (-math.inf, math.inf),
              "unit": (0.0, 1.0), "positive": (2.0, 3.0), "negative": (-3.0, -2.0),
              "point": (5.0, 5.0), "almost": (-1.0, 1.5)}  # fmt: skip

    def text(element, bound):
        size = {"f32": 32, "f64": 64}.get(element, 16)
        raw = np.asarray(formats.encode(np.array(bound), element)).view(f"u{size // 8}")
        return f"0x{int(raw.reshape(-1)[0]):0{size // 4}X}"

    def body(element, low, high, spread):
        def clamp(kernel, x):
            a, b = (
                kernel.constant(text(element, bound), element, x.shape)
                for bound in (low, high)
            )
            return kernel.emit(
                f"tt.clampf {x.name}, {a.name}, {b.name}, propagateNan = {spread} :"
                f" {x.type}", x.element, x.shape,
            )  # fmt: skip

        return clamp

    def inputs(element):
        def make(rng):
            values = formats.special_stored(rng, element, SIZE)
            nan = formats.encode(np.full(8, np.nan), element)
            values[-16:-8] = nan
            values[-8:] = nan
            sign = values.view(f"i{values.dtype.itemsize}")
            sign[-8:] |= np.iinfo(sign.dtype).min
            return [values]

        return make

    def reference(element, low, high, spread):
        low, high = (
            float(formats.decode(formats.encode(np.array(x), element), element))
            for x in (low, high)
        )

        def clamp(x):
            kept = x if spread == "all" else np.where(np.isnan(x), low, x)
            return np.minimum(np.maximum(kept, low), high)

        return clamp

    for element in FLOATS:
        for name, (low, high) in bounds.items():
            # All zeros without NaNs, as a kernel that does nothing leaves them.
            for spread in ("all",) if name == "zero" else ("none", "all"):
                yield case_of(
                    f"clampf-{spread}-{name}-{element}", (element,), element,
                    body(element, low, high, spread), inputs(element),
                    reference(element, low, high, spread), bound=EXACT_VALUE,
                )  # fmt: skip


def special(*elements):
    return lambda rng: [
        rng.permutation(formats.special_stored(rng, e, SIZE)) for e in elements
    ]


def uniform(low, high, *elements):
    return lambda rng: [
        formats.random_stored(rng, e, SIZE, low, high) for e in elements
    ]


def quotient(element, most, least):
    """Inputs of a division: up to `most`, by `least` to 8."""
    return lambda rng: [
        formats.random_stored(rng, element, SIZE, -most, most),
        formats.random_stored(rng, element, SIZE, least, 8),
    ]


def ieee_remainder(a, b):
    return a - np.rint(a / b) * b


def next_float(a, b):
    """The next number of float."""
    return np.nextafter(a.astype(np.float32), b.astype(np.float32)).astype(a.dtype)


FLOAT_BINARY = {
    "addf": np.add, "subf": np.subtract, "mulf": np.multiply,
    "maximumf": np.maximum, "minimumf": np.minimum,
    "maxnumf": np.fmax, "minnumf": np.fmin,
}  # fmt: skip

# Functions: range of the inputs and the error in units of the type's epsilon.
# For f32, exp, exp2, log, log2 and sqrt may be the GPU's approximations.
MATH = {
    "exp": (np.exp, -10, 10, 16), "exp2": (np.exp2, -20, 20, 4),
    "log": (np.log, 0.01, 100, 4), "log2": (np.log2, 0.01, 100, 4),
    "sin": (np.sin, -10, 10, 4), "cos": (np.cos, -10, 10, 4),
    "tan": (np.tan, -1.5, 1.5, 8),
    "sqrt": (np.sqrt, 0, 100, 4), "floor": (np.floor, -100, 100, 0),
    "rsqrt": (lambda x: 1 / np.sqrt(x), 0.01, 100, 4),
    "ceil": (np.ceil, -100, 100, 0),
    "erf": (np.vectorize(math.erf), -4, 4, 4),
    "acos": (np.arccos, -1, 1, 8), "acosh": (np.arccosh, 1.5, 100, 8),
    "asin": (np.arcsin, -1, 1, 8), "asinh": (np.arcsinh, -100, 100, 8),
    "atan": (np.arctan, -100, 100, 8), "atanh": (np.arctanh, -0.9, 0.9, 8),
    "cbrt": (np.cbrt, -100, 100, 8), "cosh": (np.cosh, -10, 10, 32),
    "erfc": (np.vectorize(math.erfc), -4, 1, 8), "expm1": (np.expm1, -10, 10, 32),
    "log10": (np.log10, 0.01, 100, 4), "log1p": (np.log1p, -0.9, 100, 8),
    "sinh": (np.sinh, -10, 10, 32), "tanh": (np.tanh, -10, 10, 8),
    "round": (lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x), -9, 9, 0),
    "roundeven": (np.rint, -100, 100, 0), "trunc": (np.trunc, -100, 100, 0),
}  # fmt: skip
# Logarithms near 1 are small: their error is that of a value about 1.
ABSOLUTE = {"log": 4, "log2": 4, "sin": 4, "cos": 4, "log10": 4, "acos": 4,
            "asinh": 64, "atanh": 4, "sinh": 8}  # fmt: skip


def float_cases():
    for element in FLOATS:
        for name, reference in FLOAT_BINARY.items():
            yield case_of(
                f"{name}-{element}", (element, element), element,
                lambda k, a, b, op=name: k.binary(f"arith.{op}", a, b),
                special(element, element), reference,
                bound=EXACT_VALUE if "m" == name[0] and name != "mulf" else EXACT,
                sanitize=name == "addf",
            )  # fmt: skip
        yield case_of(
            f"negf-{element}", (element,), element,
            lambda k, a: k.unary("arith.negf", a), special(element), np.negative,
        )  # fmt: skip
        yield case_of(
            f"absf-{element}", (element,), element,
            lambda k, a: k.unary("math.absf", a), special(element), np.abs,
        )  # fmt: skip
        yield case_of(
            f"apart-{element}", (element,) * 3, element,
            lambda k, a, b, c: k.binary(
                "arith.addf", k.binary("arith.mulf", a, b), c
            ),
            uniform(-8, 8, *[element] * 3),
            lambda a, b, c, e=element: formats.round_to(a * b, e) + c,
            options=("--no-fp-fusion",),
        )  # fmt: skip
        kind = formats.FLOATS[element]
        yield case_of(
            f"divf-{element}", (element, element), element,
            lambda k, a, b: k.binary("arith.divf", a, b),
            quotient(element, 8, 0.25), np.divide,
            # f16 and bf16 are divided as f32, so that ties may be missed.
            bound=Bound(relative=max(2 * kind.epsilon, 2.0**-22)
                        if element == "f32" else 0 if element == "f64"
                        else 2.0**-22),
        )  # fmt: skip
        yield case_of(
            f"remf-{element}", (element, element), element,
            lambda k, a, b: k.binary("arith.remf", a, b),
            quotient(element, 100, 0.5), np.fmod, bound=EXACT_VALUE,
        )  # fmt: skip
        yield case_of(
            f"fma-{element}", (element,) * 3, element,
            lambda k, a, b, c: k.emit(
                f"math.fma {a.name}, {b.name}, {c.name} : {a.type}",
                a.element, a.shape,
            ),
            uniform(-4, 4, element, element, element),
            lambda a, b, c: a * b + c,
            bound=Bound(absolute=16 * kind.epsilon)
            if element == "f64"
            else EXACT if element != "f32" else Bound(relative=1e-15),
        )  # fmt: skip
        for spread in ("none", "all"):
            yield case_of(
                f"clampf-{spread}-{element}", (element,) * 3, element,
                lambda k, x, a, b, s=spread: k.emit(
                    f"tt.clampf {x.name}, {a.name}, {b.name}, propagateNan ="
                    f" {s} : {x.type}", x.element, x.shape,
                ),
                lambda rng, e=element: [
                    rng.permutation(formats.special_stored(rng, e, SIZE)),
                    formats.random_stored(rng, e, SIZE, -2, -1),
                    formats.random_stored(rng, e, SIZE, 1, 2),
                ],
                (lambda x, a, b: np.fmin(np.fmax(x, a), b))
                if spread == "none"
                else (lambda x, a, b: np.minimum(np.maximum(x, a), b)),
                bound=EXACT_VALUE,
            )  # fmt: skip
    yield from clamps()
    for element in ("f32", "f64"):
        epsilon = formats.FLOATS[element].epsilon
        for name, (reference, low, high, units) in MATH.items():
            yield case_of(
                f"math-{name}-{element}", (element,), element,
                lambda k, a, op=name: k.unary(f"math.{op}", a),
                uniform(low, high, element), reference,
                bound=Bound(
                    relative=units * epsilon,
                    absolute=ABSOLUTE.get(name, 0) * epsilon,
                ) if units else EXACT,
            )  # fmt: skip
    # Angles that libdevice reduces by a function that is called.
    for name, reference in (("sin", np.sin), ("cos", np.cos)):
        yield case_of(
            f"math-{name}-large-f64", ("f64",), "f64",
            lambda k, a, op=name: k.unary(f"math.{op}", a),
            uniform(-1e15, 1e15, "f64"), reference,
            bound=Bound(relative=4 * epsilon, absolute=4 * epsilon),
        )  # fmt: skip
    yield case_of(
        "precise_sqrt-f32", ("f32",), "f32",
        lambda k, a: k.unary("tt.precise_sqrt", a), special("f32"), np.sqrt,
    )  # fmt: skip
    yield case_of(
        "precise_divf-f32", ("f32", "f32"), "f32",
        lambda k, a, b: k.binary("tt.precise_divf", a, b),
        uniform(-100, 100, "f32", "f32"), np.divide,
    )  # fmt: skip
    yield case_of(
        "approx_divf-f32", ("f32", "f32"), "f32",
        lambda k, a, b: k.binary("tt.approx_divf", a, b),
        uniform(-100, 100, "f32", "f32"), np.divide,
        bound=Bound(relative=2 * 2.0**-23, absolute=0),
    )  # fmt: skip
    for symbol, reference, low, high in (
        ("__nv_powf", np.power, 0.1, 8), ("__nv_atan2f", np.arctan2, -4, 4),
        ("__nv_hypotf", np.hypot, -8, 8), ("__nv_remainderf", ieee_remainder, 1, 9),
        ("__nv_fdimf", lambda a, b: np.where(a > b, a - b, 0), -8, 8),
        ("__nv_nextafterf", next_float, -8, 8),
    ):  # fmt: skip
        yield case_of(
            f"extern-{symbol}", ("f32", "f32"), "f32",
            lambda k, a, b, s=symbol: k.emit(
                f"tt.extern_elementwise {a.name}, {b.name} {{libname ="
                f' "libdevice", libpath = "", pure = true, symbol = "{s}"}}'
                f" : ({a.type}, {b.type}) -> {a.type}", a.element, a.shape,
            ),
            uniform(low, high, "f32", "f32"), reference,
            bound=Bound(relative=8 * 2.0**-23),
        )  # fmt: skip


def shift_inputs(element):
    def make(rng):
        value = rng.permutation(formats.special_stored(rng, element, SIZE))
        amount = rng.integers(0, formats.width(element), SIZE)
        return [value, amount.astype(formats.storage(element))]

    return make


def division_inputs(element):
    """No division by zero, no overflow."""

    def make(rng):
        a = rng.permutation(formats.special_stored(rng, element, SIZE))
        b = rng.permutation(formats.special_stored(rng, element, SIZE))
        small = rng.integers(-9, 9, SIZE).astype(b.dtype)
        b = np.where(rng.integers(0, 2, SIZE) == 1, small, b)
        bad = (b == 0) | ((b == -1) & (a == np.iinfo(a.dtype).min))
        return [a, np.where(bad, b.dtype.type(3), b)]

    return make


def difference_of_halves(a, b):
    product = integers.unsigned(a).astype(np.uint64) * integers.unsigned(b)
    return ((product >> np.uint64(32)) - product).astype(np.uint32).view(np.int32)


def dot_of_bytes(kernel, a, b, c, unsigned):
    left, right = ("unsigned " * (name in unsigned) for name in "ab")
    return kernel.emit(
        f"tt.dp4a {left}{a.name}, {right}{b.name}, {c.name} : {a.type}", "i32", a.shape
    )


def words_of_bytes(rng):
    """Words of random bytes, a half of which are at the ends of a range."""
    ends = rng.choice(np.array([0, 1, 127, 128, 255], np.uint8), 4 * SIZE)
    others = rng.integers(0, 256, 4 * SIZE, np.uint8)
    return np.where(rng.random(4 * SIZE) < 0.5, ends, others).view(np.int32)


def byte_of(words, index, is_unsigned):
    field = words.astype(np.uint32) >> np.uint32(8 * index)
    return field.astype(np.uint8 if is_unsigned else np.int8).astype(np.int32)


def integer_cases():
    groups = (
        (integers.ARITHMETIC, lambda e: special(e, e)),
        (integers.SHIFTS, shift_inputs),
        (integers.DIVISIONS, division_inputs),
    )
    for element in INTEGERS:
        for operations, inputs in groups:
            for name, reference in operations.items():
                yield case_of(
                    f"{name}-{element}", (element, element), element,
                    lambda k, a, b, op=name: k.binary(f"arith.{op}", a, b),
                    inputs(element), reference,
                )  # fmt: skip
        yield case_of(
            f"absi-{element}", (element,), element,
            lambda k, a: k.unary("math.absi", a), special(element), np.abs,
        )  # fmt: skip
    for name in ("andi", "ori", "xori"):
        yield case_of(
            f"{name}-i1", ("i1", "i1"), "i8",
            lambda k, a, b, op=name: k.binary(f"arith.{op}", a, b),
            lambda rng: [rng.integers(0, 2, SIZE).astype(np.int8) for _ in "ab"],
            integers.ARITHMETIC[name],
        )  # fmt: skip
    for element in ("i32", "i64"):
        bits = formats.width(element)
        yield case_of(
            f"mulhiui-{element}", (element, element), element,
            lambda k, a, b: k.binary("tt.mulhiui", a, b),
            special(element, element),
            lambda a, b, n=bits: integers.signed(np.array(
                [int(x) * int(y) >> n
                 for x, y in zip(integers.unsigned(a), integers.unsigned(b))],
                dtype=f"u{a.dtype.name}",
            )),
        )  # fmt: skip
    for text in ("", "b", "a", "ab"):
        yield case_of(
            f"dp4a-unsigned-{text}" if text else "dp4a", ("i32",) * 3, "i32",
            lambda k, a, b, c, text=text: dot_of_bytes(k, a, b, c, text),
            lambda rng: [words_of_bytes(rng) for _ in "abc"],
            lambda a, b, c, text=text: c + sum(
                byte_of(a, i, "a" in text) * byte_of(b, i, "b" in text) for i in range(4)
            ),
        )  # fmt: skip
    yield case_of(
        "product-halves-i32", ("i32", "i32"), "i32",
        lambda k, a, b: k.binary(
            "arith.subi", k.binary("tt.mulhiui", a, b), k.binary("arith.muli", b, a)
        ),
        special("i32", "i32"), difference_of_halves,
    )  # fmt: skip


def unordered(a, b):
    return np.isnan(a) | np.isnan(b)


ORDERED = {
    "eq": np.equal, "gt": np.greater, "ge": np.greater_equal, "lt": np.less,
    "le": np.less_equal, "ne": np.not_equal,
}  # fmt: skip
FLOAT_PREDICATES = {
    **{f"o{n}": lambda a, b, f=f: f(a, b) & ~unordered(a, b)
       for n, f in ORDERED.items()},
    **{f"u{n}": lambda a, b, f=f: f(a, b) | unordered(a, b)
       for n, f in ORDERED.items()},
    "ord": lambda a, b: ~unordered(a, b), "uno": unordered,
}  # fmt: skip


def compare_kernel(element, operation, predicates):
    """All predicates of a type, a row of the output each."""

    def build(name):
        arguments = [("a", f"*{element}:16"), ("b", f"*{element}:16")]
        kernel = Kernel(name, arguments + [("out", "*i8:16")])
        a, b = kernel.load_tile("a", (SIZE,)), kernel.load_tile("b", (SIZE,))
        for row, predicate in enumerate(predicates):
            value = kernel.compare(operation, predicate, a, b)
            at = kernel.constant(row * SIZE, "i32")
            kernel.store_tile("out", value, offset=at)
        return kernel

    return build


def compare_cases():
    for element in INTEGERS + FLOATS:
        floats = formats.is_float(element)
        predicates = FLOAT_PREDICATES if floats else integers.PREDICATES
        operation = "arith.cmpf" if floats else "arith.cmpi"

        def make(rng, element=element, predicates=predicates):
            a = formats.special_stored(rng, element, SIZE)
            b = np.where(rng.integers(0, 2, SIZE) == 1, a, rng.permutation(a))
            values = formats.decode(a, element), formats.decode(b, element)
            want = [f(*values) for f in predicates.values()]
            rows = np.stack(want).astype(np.int8)
            return [Array(element, a), Array(element, b), out("i8", rows)]

        build = compare_kernel(element, operation, predicates)
        yield Case(f"elementwise/compare-{element}", build, make)
    for element in EIGHT:
        yield case_of(
            f"absf-{element}", (element,), element,
            lambda k, a: k.unary("math.absf", a),
            lambda rng: [np.arange(SIZE).astype(np.uint8)], np.abs,
        )  # fmt: skip
    for element in INTEGERS + FLOATS + EIGHT:
        yield case_of(
            f"select-{element}", ("i1", element, element), element,
            lambda k, c, a, b: k.select(c, a, b),
            lambda rng, e=element: [
                rng.integers(0, 2, SIZE).astype(np.int8),
                formats.random_stored(rng, e, SIZE),
                formats.random_stored(rng, e, SIZE),
            ],
            lambda c, a, b: np.where(c, a, b),
        )  # fmt: skip
    for element in ("i32", "f32", "f16"):
        for predicate in ("ne", "eq"):
            yield direction_case(element, predicate)


def direction_case(element, predicate):
    """Elements and bits that are compared as integers, as in a sorting network: each
    element is taken unless exactly one of both holds, NaN too."""
    shape = (SIZE // 16, 4, 4)

    def body(k, a, b):
        operation = "arith.cmpf" if formats.is_float(element) else "arith.cmpi"
        order = "ogt" if formats.is_float(element) else "sgt"
        greater = k.cast("arith.extui", k.compare(operation, order, a, b), "i32")
        first = k.expand(k.expand(k.range(4), 0), 2)
        second = k.expand(k.expand(k.range(4), 0), 0)
        one = k.constant(1, "i32", (1, 4, 4))
        parts = [k.broadcast(x, (1, 4, 4)) for x in (first, second)]
        both = k.binary("arith.xori", *(k.binary("arith.andi", x, one) for x in parts))
        differs = k.compare("arith.cmpi", predicate, k.broadcast(both, shape), greater)
        return k.select(differs, b, a)

    def inputs(rng):
        a = formats.special_stored(rng, element, SIZE)
        b = np.where(rng.integers(0, 2, SIZE) == 1, a, rng.permutation(a))
        return [a.reshape(shape), b.reshape(shape)]

    def reference(a, b):
        index = np.arange(SIZE).reshape(shape)
        bit = (index // 4 ^ index) & 1
        compared = (a > b) != bit if predicate == "ne" else (a > b) == bit
        return np.where(compared, b, a)

    return case_of(
        f"direction-{predicate}-{element}", (element, element), element, body,
        inputs, reference, bound=EXACT_VALUE, shape=shape,
    )  # fmt: skip


# With subnormal results or inputs: the function and the exponents of inputs.
SUBNORMAL = {
    "exp2": (np.exp2, -148, -127, False),
    "sqrt": (np.sqrt, -148, -127, True),
    "rsqrt": (lambda x: 1 / np.sqrt(x), -148, -127, True),
}


def subnormal_cases():
    """Functions that keep subnormal numbers with --no-ftz."""
    for name, (reference, low, high, is_power) in SUBNORMAL.items():

        def inputs(rng, low=low, high=high, is_power=is_power):
            x = rng.uniform(low, high, SIZE)
            return [(2.0**x if is_power else x).astype(np.float32)]

        yield case_of(
            f"subnormal-{name}-f32", ("f32",), "f32",
            lambda k, a, op=name: k.unary(f"math.{op}", a), inputs, reference,
            bound=Bound(relative=2.0**-21, absolute=2.0**-148),
            options=("--no-ftz",),
        )  # fmt: skip


SHAPES = (
    (1,), (2,), (16,), (32,), (128,), (4096,), (1, 1), (4, 4), (1, 128),
    (128, 1), (64, 64), (2, 512), (512, 2), (8, 16, 32), (2, 2, 2), (64, 1, 8),
    (2, 4, 8, 16),
)  # fmt: skip


def shape_cases():
    """One operation on every shape and number of warps."""
    for shape in SHAPES:
        for warps in (1, 2, 4, 8):
            label = "x".join(map(str, shape))
            yield case_of(
                f"shape-{label}-w{warps}", ("f32", "f32"), "f32",
                lambda k, a, b: k.binary("arith.addf", a, b),
                lambda rng, s=shape: [
                    formats.random_stored(rng, "f32", s) for _ in range(2)
                ],
                np.add, shape=shape, warps=warps, sanitize=warps == 8,
            )  # fmt: skip


def cases():
    yield from float_cases()
    yield from integer_cases()
    yield from compare_cases()
    yield from subnormal_cases()
    yield from shape_cases()
