# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conversions between all types. Types of at most 16 bits are gone through
completely; wider ones by special and random values. All are exact."""

import numpy as np

import formats
import integers
from case import EXACT, Array, Bound, Case, out
from kernel_text import Kernel

BLOCK = 1024
INTEGERS = ("i8", "i16", "i32", "i64")
FLOATS = ("f16", "bf16", "f32", "f64")
EIGHT = ("f8E4M3FN", "f8E5M2")


def convert_kernel(source, target, operation, more=""):
    """out[i] = convert(in[i]), BLOCK elements a program."""

    def build(name):
        stored = "i8" if source == "i1" else source
        arguments = [("in", f"*{stored}:16"), ("out", f"*{target}:16")]
        kernel = Kernel(name, arguments)
        size = kernel.constant(BLOCK, "i32")
        start = kernel.binary("arith.muli", kernel.program_id(), size)
        x = kernel.load_tile("in", (BLOCK,), offset=start)
        if source == "i1":
            zero = kernel.constant(0, "i8", (BLOCK,))
            x = kernel.compare("arith.cmpi", "ne", x, zero)
        y = kernel.cast(operation, x, target, more)
        kernel.store_tile("out", y, offset=start)
        return kernel

    return build


def inputs(rng, element):
    """Every value of a small type, else special and random ones."""
    if element == "i1":
        return rng.integers(0, 2, BLOCK).astype(np.int8)
    if formats.width(element) <= 16:
        values = formats.all_values(element)
        return np.resize(values, max(len(values), BLOCK))
    random = formats.random_stored(rng, element, 4 * BLOCK, -500, 500)
    return np.concatenate(
        [formats.special_stored(rng, element, 4 * BLOCK), random]
    )


def conversion(source, target, operation, reference, **options):
    more, bound = options.get("more", ""), options.get("bound", EXACT)
    keep = options.get("keep")
    architectures = options.get("architectures", 80)
    count = {"i1": 1, "i8": 1, "i16": 64, "f16": 64, "bf16": 64}
    blocks = count.get(source, 1 if source in EIGHT else 8)

    def make(rng):
        stored = inputs(rng, source)
        if keep is not None:
            fine = keep(formats.decode(stored, source))
            stored = np.where(fine, stored, stored.dtype.type(0))
        kind = "i8" if source == "i1" else source
        with np.errstate(all="ignore"):
            want = reference(formats.decode(stored, kind))
        return [Array(kind, stored), out(target, want, bound)]

    suffix = more.replace(", rounding = ", "-").replace(",", "")
    name = operation.split(".")[1]
    return Case(
        f"convert/{name}-{source}-{target}{suffix}",
        convert_kernel(source, target, operation, more), make,
        grid=(blocks, 1, 1), architectures=architectures,
    )  # fmt: skip


def integer_cases():
    order = ("i1",) + INTEGERS
    for i, source in enumerate(order):
        for target in order[i + 1 :]:
            if source == "i1":
                signed = lambda a: -a.astype(np.int64)
                plain = lambda a: a.astype(np.int64)
            else:
                signed = lambda a: a.astype(np.int64)
                plain = lambda a: integers.unsigned(a).astype(np.int64)
            yield conversion(source, target, "arith.extsi", signed)
            yield conversion(source, target, "arith.extui", plain)
            if source != "i1":
                kind = formats.storage(source)
                yield conversion(
                    target, source, "arith.trunci",
                    lambda a, kind=kind: a.astype(kind),
                )  # fmt: skip


def number_cases():
    """Between integers and floats."""
    for integer in INTEGERS:
        for target in FLOATS:
            # Their references are rounded twice.
            bound = EXACT
            if integer == "i64" and target != "f64":
                bound = Bound(relative=formats.FLOATS[target].epsilon * 0.51)
            yield conversion(
                integer, target, "arith.sitofp",
                lambda a: a.astype(np.float64), bound=bound,
            )  # fmt: skip
            yield conversion(
                integer, target, "arith.uitofp",
                lambda a: integers.unsigned(a).astype(np.float64), bound=bound,
            )  # fmt: skip
            info = np.iinfo(formats.storage(integer))
            top = 2.0 ** formats.width(integer)
            yield conversion(
                target, integer, "arith.fptosi",
                lambda a, i=integer: np.trunc(a).astype(formats.storage(i)),
                keep=lambda a, info=info, top=top:
                    (a > info.min) & (a < top / 2),
            )  # fmt: skip
            yield conversion(
                target, integer, "arith.fptoui",
                lambda a, i=integer:
                    np.trunc(a).astype(f"u{formats.storage(i).name}"),
                keep=lambda a, top=top: (a > -1) & (a < top),
            )  # fmt: skip
    for target in FLOATS:
        yield conversion(
            "i1", target, "arith.uitofp", lambda a: a.astype(np.float64)
        )


def float_cases():
    same = lambda a: a
    for wide, narrow in (
        ("f32", "f16"), ("f32", "bf16"), ("f64", "f32"), ("f64", "f16"),
        ("f64", "bf16"),
    ):  # fmt: skip
        yield conversion(narrow, wide, "arith.extf", same)
        yield conversion(wide, narrow, "arith.truncf", same)
        if wide == "f32":
            yield conversion(
                wide, narrow, "tt.fp_to_fp",
                lambda a, n=narrow: formats.round_to(a, n, "rtz"),
                more=", rounding = rtz",
            )  # fmt: skip
    for small in EIGHT:
        for other in ("f16", "bf16", "f32"):
            yield conversion(small, other, "tt.fp_to_fp", same)
            # To types of 8 bits conversions saturate.
            yield conversion(
                other, small, "tt.fp_to_fp",
                lambda a, s=small: formats.decode(
                    formats.encode(a, s, saturate=True), s
                ),
                more=", rounding = rtne",
            )  # fmt: skip
    yield conversion(
        "f16", "f8E5M2", "tt.fp_to_fp",
        lambda a: formats.round_to(a, "f8E5M2", "rtz"),
        more=", rounding = rtz", keep=lambda a: ~np.isnan(a),
    )  # fmt: skip


def bit_cases():
    for a, b in (
        ("f16", "i16"), ("bf16", "i16"), ("f32", "i32"), ("f64", "i64"),
        ("f8E4M3FN", "i8"), ("f8E5M2", "i8"), ("f16", "bf16"),
    ):  # fmt: skip
        for source, target in ((a, b), (b, a)):
            yield conversion(
                source, target, "tt.bitcast",
                lambda v, s=source, t=target: formats.decode(
                    (formats.encode(v, s) if formats.is_float(s) else v).view(
                        formats.storage(t)
                    ), t,
                ),
                keep=lambda v: ~np.isnan(np.asarray(v, np.float64)),
            )  # fmt: skip


def cases():
    yield from integer_cases()
    yield from number_cases()
    yield from float_cases()
    yield from bit_cases()
