# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions of PTX that assembly of published kernels has: arithmetic on one number
of 16 bits and on two, sums of products of bytes, bits of three operands."""

import numpy as np

import formats
from case import EXACT, EXACT_VALUE, Array, Case, out
from cases_packs import assembly
from kernel_text import Kernel

SIZE = 512


def case(name, text, elements, result, reference, pack=1, letters=None, **more):
    """`text` with `$0` and the operands; `reference` gets numbers."""
    inputs = more.pop("inputs", None)
    bound = more.pop("bound", EXACT)

    def build(symbol):
        names = [f"in{i}" for i in range(len(elements))]
        arguments = [(n, f"*{e}:16") for n, e in zip(names, elements)]
        kernel = Kernel(symbol, arguments + [("out", f"*{result}:16")])
        tiles = [kernel.load_tile(n, (SIZE,)) for n in names]
        constraints = letters or ",".join(["=r"] + ["r"] * len(elements))
        made = assembly(kernel, text, constraints, pack, tiles, (result,))
        kernel.store_tile("out", made[0])
        return kernel

    def make(rng):
        if inputs:
            arrays = inputs(rng)
        else:
            arrays = [formats.random_stored(rng, e, (SIZE,)) for e in elements]
        with np.errstate(all="ignore"):
            want = reference(*(formats.decode(a, e) for a, e in zip(arrays, elements)))
        given = [Array(e, a) for e, a in zip(elements, arrays)]
        return given + [out(result, want, bound)]

    return Case(f"instructions/{name}", build, make, is_for_cpu=True, **more)


# -- Floats


def extreme(choose, nan=False, signed=False):
    """min or max of numbers: of one if the other is NaN, or NaN; of magnitudes with
    the product of the signs."""

    def reference(a, b):
        result = choose(np.abs(a), np.abs(b)) if signed else choose(a, b)
        if signed:
            result = np.copysign(result, np.copysign(1, a) * np.copysign(1, b))
        return np.where(np.isnan(a) | np.isnan(b), np.nan, result) if nan else result

    return reference


FLOATS = {  # name: operands, the oldest GPU for f16 and bf16, reference
    "add": (2, 80, 90, lambda a, b: a + b),
    "sub": (2, 80, 90, lambda a, b: a - b),
    "mul": (2, 80, 90, lambda a, b: a * b),
    "fma.rn": (3, 80, 80, lambda a, b, c: a * b + c),
    "fma.rn.relu": (3, 80, 80, lambda a, b, c: np.maximum(a * b + c, 0)),
    "min": (2, 80, 80, extreme(np.fmin)),
    "max": (2, 80, 80, extreme(np.fmax)),
    "min.NaN": (2, 80, 80, extreme(np.fmin, nan=True)),
    "max.NaN": (2, 80, 80, extreme(np.fmax, nan=True)),
    "min.xorsign.abs": (2, 86, 86, extreme(np.fmin, signed=True)),
    "max.xorsign.abs": (2, 86, 86, extreme(np.fmax, signed=True)),
    "min.NaN.xorsign.abs": (2, 86, 86, extreme(np.fmin, nan=True, signed=True)),
    "max.NaN.xorsign.abs": (2, 86, 86, extreme(np.fmax, nan=True, signed=True)),
    "neg": (1, 80, 80, lambda a: -a),
    "abs": (1, 80, 80, np.abs),
}


def numbers(element, count):
    """With NaNs of both signs in some of the operands, where the instruction may have
    them."""

    def make(rng):
        arrays = [rng.uniform(-4, 4, SIZE) for _ in range(count)]
        arrays = [np.asarray(formats.encode(a, element)) for a in arrays]
        for i, array in enumerate(arrays[:2]):
            array[8 + 8 * i : 24 + 8 * i] = formats.encode(np.full(16, np.nan), element)
            sign = array.view(f"i{array.dtype.itemsize}")
            sign[12:20] |= np.iinfo(sign.dtype).min
        return arrays

    return make


def float_cases():
    for name, (count, for_f16, for_bf16, reference) in FLOATS.items():
        operands = ", ".join(f"${i + 1}" for i in range(count))
        for element, oldest in (("f16", for_f16), ("bf16", for_bf16)):
            for pack in (1, 2):
                yield case(
                    f"{name}-{element}x{pack}",
                    f"{name}.{element}{'x2' if pack == 2 else ''} $0, {operands};",
                    (element,) * count, element, reference, pack,
                    ",".join(("=h", *"h" * count)) if pack == 1 else None,
                    architectures=oldest, bound=EXACT_VALUE,
                    inputs=numbers(element, count),
                )  # fmt: skip
    for name in ("min", "max", "min.NaN", "max.NaN", "min.NaN.xorsign.abs",
                 "min.xorsign.abs"):  # fmt: skip
        yield case(
            f"{name}-f32", f"{name}.f32 $0, $1, $2;", ("f32", "f32"), "f32",
            FLOATS[name][3], letters="=f,f,f", bound=EXACT_VALUE,
            architectures=86 if "xorsign" in name else 80, inputs=numbers("f32", 2),
        )  # fmt: skip
    for element in ("f16", "f16x2"):
        pack = 2 if element == "f16x2" else 1
        yield case(
            f"add.sat-{element}", f"add.sat.{element} $0, $1, $2;", ("f16", "f16"),
            "f16", lambda a, b: np.clip(np.where(np.isnan(a + b), 0, a + b), 0, 1),
            pack, "=h,h,h" if pack == 1 else None, bound=EXACT_VALUE,
            inputs=numbers("f16", 2),
        )  # fmt: skip


# -- Integers


def pairs(name, signed, function):
    """An instruction on two integers of 16 bits: from sm_90 on."""

    def reference(a, b):
        if not signed:
            a, b = a.astype(np.uint16), b.astype(np.uint16)
        return function(a, b).astype(np.int16)

    return case(
        f"{name}-{'s' if signed else 'u'}16x2",
        f"{name}.{'s' if signed else 'u'}16x2 $0, $1, $2;", ("i16", "i16"), "i16",
        reference, 2, architectures=90,
    )  # fmt: skip


def bytes_of(a, signed):
    parts = np.ascontiguousarray(a).view(np.int8 if signed else np.uint8)
    return parts.reshape(-1, 4).astype(np.int64)


def halves_of(a, signed):
    parts = np.ascontiguousarray(a).view(np.int16 if signed else np.uint16)
    return parts.reshape(-1, 2).astype(np.int64)


def product_cases():
    """dp4a and dp2a, of parts with and without signs."""
    for first in "us":
        for second in "us":
            signs = first == "s", second == "s"
            types = f"{first}32.{second}32"
            yield case(
                f"dp4a-{types}", f"dp4a.{types} $0, $1, $2, $3;", ("i32",) * 3, "i32",
                lambda a, b, c, s=signs: (
                    c + (bytes_of(a, s[0]) * bytes_of(b, s[1])).sum(1)
                ).astype(np.int32),
            )  # fmt: skip
            for part, start in (("lo", 0), ("hi", 2)):
                yield case(
                    f"dp2a-{part}-{types}", f"dp2a.{part}.{types} $0, $1, $2, $3;",
                    ("i32",) * 3, "i32",
                    lambda a, b, c, s=signs, k=start: (
                        c + (halves_of(a, s[0]) * bytes_of(b, s[1])[:, k : k + 2]).sum(1)
                    ).astype(np.int32),
                )  # fmt: skip


def table(index):
    """The function of lop3's table."""

    def reference(a, b, c):
        result = np.zeros_like(a)
        for i in range(8):
            if index >> i & 1:
                x, y, z = (
                    v if i & bit else ~v for v, bit in ((a, 4), (b, 2), (c, 1))
                )
                result |= x & y & z
        return result

    return reference


def integer_cases():
    for signed in (False, True):
        yield pairs("add", signed, lambda a, b: a + b)
        yield pairs("min", signed, np.minimum)
        yield pairs("max", signed, np.maximum)
    yield from product_cases()
    for index in (0x01, 0x96, 0xEA, 0x6A, 0xC0, 0xFF):
        yield case(
            f"lop3-{index:02x}", f"lop3.b32 $0, $1, $2, $3, {index};", ("i32",) * 3,
            "i32", table(index),
        )  # fmt: skip
    yield case(
        "prmt", "prmt.b32 $0, $1, $2, 0x7350;", ("i32", "i32"), "i32",
        lambda a, b: np.stack(
            [bytes_of(a, False)[:, 0], bytes_of(b, False)[:, 1],
             bytes_of(a, False)[:, 3], bytes_of(b, False)[:, 3]], 1,
        ).astype(np.uint8).view(np.int32).reshape(-1),
    )  # fmt: skip


# -- Conversions


def conversion_cases():
    for element in ("bf16", "f16"):
        yield case(
            f"cvt-{element}x2", f"cvt.rn.{element}x2.f32 $0, $2, $1;", ("f32",),
            element, lambda a: a, 2, "=r,f,f", bound=EXACT_VALUE,
        )  # fmt: skip
        yield case(
            f"cvt-relu-{element}x2", f"cvt.rn.relu.{element}x2.f32 $0, $2, $1;",
            ("f32",), element, lambda a: np.where(a <= 0, 0, a), 2, "=r,f,f",
            bound=EXACT_VALUE,
        )  # fmt: skip


def cases():
    yield from float_cases()
    yield from integer_cases()
    yield from conversion_cases()
