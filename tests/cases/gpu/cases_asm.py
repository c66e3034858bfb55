# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Assembly for each element: packs of elements in registers of 32 bits, packs
larger than what a thread has, several results, operands that repeat."""

import numpy as np

import cases_instructions
import cases_packs
import formats
from case import EXACT, Array, Case, Scalar, out
from kernel_text import Kernel, type_text

ON_A_CPU = r"error: 'tt\.elementwise_inline_asm' is not supported on the CPU"
UNPACK = (
    "{ .reg .b8 t<4>; mov.b32 {t0, t1, t2, t3}, $8;"
    " cvt.u32.u8 $0, t0; cvt.u32.u8 $1, t1;"
    " cvt.u32.u8 $2, t2; cvt.u32.u8 $3, t3; }"
    " cvt.rn.f32.s32 $4, $0; max.f32 $4, $4, $9;"
    " cvt.rn.f32.s32 $5, $1; max.f32 $5, $5, $10;"
    " cvt.rn.f32.s32 $6, $2; max.f32 $6, $6, $11;"
    " cvt.rn.f32.s32 $7, $3; max.f32 $7, $7, $12;"
)

# Name: types, result, text, constraints, elements of a pack, reference.
PIECES = {
    "shl-i32": (
        ("i32",), "i32", "shl.b32 $0, $1, 3;", "=r,r", 1, lambda a: a << 3,
    ),
    "blanks-i32": (
        ("i32", "i32"), "i32", "sub.s32 $0, $1, $2;", " =r , r,  r", 1,
        lambda a, b: a - b,
    ),
    "tied-i32": (
        ("i32",), "i32", "xor.b32 $0, $0, 5;", "=r,0", 1, lambda a: a ^ 5,
    ),
    "pair-i32": (
        ("i32", "i32"), "i32", "sub.s32 $0, $2, $4; sub.s32 $1, $3, $5;",
        "=&r,=&r,r,r,r,r", 2, lambda a, b: a - b,
    ),
    "not-i8x4": (("i8",), "i8", "not.b32 $0, $1;", "=r,r", 4, lambda a: ~a),
    "not-i8x2": (("i8",), "i8", "not.b16 $0, $1;", "=h,h", 2, lambda a: ~a),
    "not-i8x16": (
        ("i8",), "i8",
        "not.b32 $0, $4; not.b32 $1, $5; not.b32 $2, $6; not.b32 $3, $7;",
        "=&r,=&r,=&r,=&r,r,r,r,r", 16, lambda a: ~a,
    ),
    "xor-i16": (
        ("i16",), "i16", "xor.b16 $0, $1, 0x55;", "=h,h", 1,
        lambda a: a ^ 0x55,
    ),
    "neg-i64": (("i64",), "i64", "neg.s64 $0, $1;", "=l,l", 1, lambda a: -a),
    "add-f16x2": (
        ("f16", "f16"), "f16", "add.rn.f16x2 $0, $1, $2;", "=r,r,r", 2,
        lambda a, b: a + b,
    ),
    "neg-bf16": (
        ("bf16",), "bf16", "xor.b16 $0, $1, 0x8000;", "=h,h", 1, lambda a: -a,
    ),
    "neg-f32": (("f32",), "f32", "neg.f32 $0, $1;", "=f,f", 1, lambda a: -a),
    "neg-f64": (("f64",), "f64", "neg.f64 $0, $1;", "=d,d", 1, lambda a: -a),
    "widen-f16x4": (
        ("f16",), "f32",
        "{ .reg .b16 h<4>; mov.b32 {h0, h1}, $4; mov.b32 {h2, h3}, $5;"
        " cvt.f32.f16 $0, h0; cvt.f32.f16 $1, h1;"
        " cvt.f32.f16 $2, h2; cvt.f32.f16 $3, h3; }",
        "=f,=f,=f,=f,r,r", 4, lambda a: a,
    ),
}  # fmt: skip


def assembly(kernel, text, constraints, pack, tiles, results):
    """Results are elements' types; all have the shape of the first tile."""
    shape = tiles[0].shape
    values = [kernel.new(element, shape) for element in results]
    types = ", ".join(type_text(element, shape) for element in results)
    kernel.line(
        f"{', '.join(v.name for v in values)} = tt.elementwise_inline_asm"
        f' "{text}" {{constraints = "{constraints}", packed_element ='
        f" {pack} : i32, pure = true}} {', '.join(t.name for t in tiles)} :"
        f" {', '.join(t.type for t in tiles)} -> {types}"
    )
    return values


def piece_case(name, shape, warps):
    elements, result, text, constraints, pack, reference = PIECES[name]

    def build(symbol):
        names = [f"in{i}" for i in range(len(elements))]
        arguments = [(n, f"*{e}:16") for n, e in zip(names, elements)]
        kernel = Kernel(symbol, arguments + [("out", f"*{result}:16")])
        tiles = [kernel.load_tile(n, shape) for n in names]
        made = assembly(kernel, text, constraints, pack, tiles, (result,))
        kernel.store_tile("out", made[0])
        return kernel

    def make(rng):
        arrays = [formats.random_stored(rng, e, shape) for e in elements]
        want = reference(
            *(formats.decode(a, e) for a, e in zip(arrays, elements))
        )
        given = [Array(e, a) for e, a in zip(elements, arrays)]
        return given + [out(result, want, EXACT)]

    label = "x".join(map(str, shape))
    return Case(f"asm/{name}-{label}-w{warps}", build, make, warps=warps)


def unpack_case(shape, warps):
    """Four bytes and four floats to four integers and four floats."""

    def build(symbol):
        kernel = Kernel(
            symbol,
            [("a", "*i8:16"), ("b", "*f32:16")]
            + [("c", "*i32:16"), ("d", "*f32:16")],
        )
        tiles = [kernel.load_tile(n, shape) for n in ("a", "b")]
        constraints = ",".join(["=&r"] * 8 + ["r"] * 5)
        made = assembly(kernel, UNPACK, constraints, 4, tiles, ("i32", "f32"))
        kernel.store_tile("c", made[0])
        kernel.store_tile("d", made[1])
        return kernel

    def make(rng):
        a = rng.integers(-128, 128, shape).astype(np.int8)
        b = rng.uniform(0, 255, shape).astype(np.float32)
        bytes_ = a.view(np.uint8).astype(np.int32)
        return [
            Array("i8", a),
            Array("f32", b),
            out("i32", bytes_),
            out("f32", np.maximum(bytes_, b).astype(np.float64), EXACT),
        ]

    label = "x".join(map(str, shape))
    return Case(f"asm/unpack-{label}-w{warps}", build, make, warps=warps)


def repeated_case(pack):
    """Rows that repeat: what is packed is not what is stored together."""
    rows, columns = 16, 32

    def build(symbol):
        kernel = Kernel(symbol, [("a", "*f16:16"), ("out", "*f16:16")])
        row = kernel.expand(kernel.load_tile("a", (columns,)), 0)
        tile = kernel.broadcast(row, (rows, columns))
        words = max(pack // 2, 1)
        text = " ".join(
            f"xor.b32 ${i}, ${i + words}, 0x80008000;" for i in range(words)
        )
        constraints = ",".join(["=&r"] * words + ["r"] * words)
        made = assembly(kernel, text, constraints, pack, [tile], ("f16",))
        kernel.store_tile("out", made[0])
        return kernel

    def make(rng):
        a = formats.random_stored(rng, "f16", (columns,))
        want = np.broadcast_to(-formats.decode(a, "f16"), (rows, columns))
        return [Array("f16", a), out("f16", want, EXACT)]

    return Case(f"asm/repeated-x{pack}", build, make)


def scalar_case():
    def build(symbol):
        kernel = Kernel(symbol, [("x", "f32"), ("out", "*f32:16")])
        made = assembly(
            kernel, "neg.f32 $0, $1;", "=f,f", 1, [kernel["x"]], ("f32",)
        )
        kernel.store_tile("out", kernel.splat(made[0], (64,)))
        return kernel

    def make(rng):
        return [Scalar("f32", 2.5), out("f32", np.full(64, -2.5))]

    return Case("asm/scalar", build, make)


def cases():
    for one in all_cases():
        one.refused["cpu"] = ON_A_CPU
        yield one


def all_cases():
    for name in PIECES:
        for shape, warps in (((1024,), 4), ((16,), 1), ((32, 64), 8)):
            yield piece_case(name, shape, warps)
    for shape, warps in (((2048,), 4), ((64,), 4), ((16, 16), 1)):
        yield unpack_case(shape, warps)
    for pack in (2, 4, 8):
        yield repeated_case(pack)
    yield scalar_case()
    yield from cases_packs.cases()
    yield from cases_instructions.cases()
