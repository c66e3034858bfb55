# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs of assembly hold neighbours along the dimension that is contiguous in memory.

The assembly treats the elements of a pack differently: element i of the result is
element n - 1 - i of a pack of n, with i in the bits above, so that each other choice
of elements is seen."""

import numpy as np

import formats
from case import EXACT, Array, Case, out
from kernel_text import Kernel, type_text

BITS = {"i8": 8, "i16": 16, "f16": 16, "bf16": 16, "i32": 32}
TAG = 20  # the bit where the number of an element in its pack begins


def reversal(element, pack, operands=1):
    """Text and constraints: the sum of the operands' elements in the reverse order, as
    integers of their bits, in i32."""
    bits = BITS[element]
    each = min(32 // bits, pack)  # elements of a word
    words = pack // each
    letter = "h" if each * bits == 16 else "r"
    lines = ["{ .reg .b32 t;"]
    for i in range(pack):
        lines.append(f"mov.b32 ${i}, {i << TAG};")
        for operand in range(operands):
            word, place = divmod(pack - 1 - i, each)
            source = f"${pack + operand * words + word}"
            move = "mov.b32" if letter == "r" else "cvt.u32.u16"
            lines.append(f"{move} t, {source}; shr.u32 t, t, {bits * place};")
            if bits < 32:
                lines.append(f"and.b32 t, t, {(1 << bits) - 1};")
            lines.append(f"add.u32 ${i}, ${i}, t;")
    lines.append("}")
    constraints = ["=&r"] * pack + [letter] * (words * operands)
    return " ".join(lines), ",".join(constraints)


def assembly(kernel, text, constraints, pack, tiles, results=("i32",)):
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


def reverse(kernel, pack, *tiles):
    text, constraints = reversal(tiles[0].element, pack, len(tiles))
    return assembly(kernel, text, constraints, pack, tiles)[0]


def reversed_packs(values, pack, axis):
    """The reference, of the bits of one operand or of the sum of several."""
    moved = np.moveaxis(np.asarray(values, np.int64), axis, -1)
    groups = moved.reshape(*moved.shape[:-1], -1, pack)[..., ::-1]
    tagged = groups + (np.arange(pack) << TAG)
    return np.moveaxis(tagged.reshape(moved.shape), -1, axis).astype(np.int32)


def bits_of(stored, element):
    return np.asarray(stored).view(f"u{BITS[element] // 8}").astype(np.int64)


def strides_of(shape, order):
    """Strides of memory in which the dimension order[0] is contiguous."""
    strides, step = [0] * len(shape), 1
    for axis in order:
        strides[axis], step = step, step * shape[axis]
    return strides


def laid(array, order):
    """The array in memory, as `strides_of` says."""
    return np.ascontiguousarray(np.transpose(array, list(reversed(order))))


def case(name, shape, inputs, body, reference, pack, **more):
    """`inputs`: element types, with the order of memory of each. `body` of the loaded
    tiles is stored; `reference` of the bits gives what must be."""
    inputs = [(e, o or tuple(reversed(range(len(shape))))) for e, o in inputs]

    def build(symbol):
        names = [f"in{i}" for i in range(len(inputs))]
        arguments = [(n, f"*{e}:16") for n, (e, _) in zip(names, inputs)]
        kernel = Kernel(symbol, arguments + [("out", "*i32:16")])
        tiles = [
            kernel.load_tile(n, shape, strides_of(shape, order))
            for n, (_, order) in zip(names, inputs)
        ]
        kernel.store_tile("out", body(kernel, *tiles))
        return kernel

    def make(rng):
        arrays = [formats.random_stored(rng, e, shape) for e, _ in inputs]
        want = reference(*(bits_of(a, e) for a, (e, _) in zip(arrays, inputs)))
        given = [Array(e, laid(a, order)) for a, (e, order) in zip(arrays, inputs)]
        return given + [out("i32", want, EXACT)]

    return Case(f"packs/{name}", build, make, **more)


# -- What is loaded


def loaded_cases():
    """Rows, columns and inner dimensions that are contiguous; packs of all sizes."""
    orders = {"rows": ((32, 64), (1, 0)), "columns": ((64, 32), (0, 1)),
              "inner": ((4, 32, 8), (1, 2, 0)), "line": ((1024,), (0,)),
              "outer": ((16, 8, 8), (0, 1, 2)), "short": ((16,), (0,))}  # fmt: skip
    for element in ("i8", "i16", "f16", "bf16", "i32"):
        for pack in (2, 4, 8):
            for i, (name, (shape, order)) in enumerate(orders.items()):
                # All warps with each, but not all of all.
                warps = (1, 4, 8)[(i + pack // 4 + len(element)) % 3]
                yield case(
                    f"{name}-{element}x{pack}-w{warps}", shape, [(element, order)],
                    lambda k, x, n=pack: reverse(k, n, x),
                    lambda x, n=pack, a=order[0]: reversed_packs(x, n, a),
                    pack, warps=warps,
                )  # fmt: skip


def one(name, body, axis, shape=(32, 32), element="i8", pack=4, order=None, after=None):
    """A tile that `body` makes of a loaded one, and its reference."""
    for warps in (1, 4, 8):
        yield case(
            f"{name}-w{warps}", shape, [(element, order)], body,
            lambda x: reversed_packs(after(x) if after else x, pack, axis),
            pack, warps=warps,
        )  # fmt: skip


def transposed(kernel, x):
    return reverse(kernel, 4, kernel.trans(x, (1, 0)))


def stored_transposed(kernel, x):
    return kernel.trans(reverse(kernel, 4, x), (1, 0))


def masked(kernel, x):
    """Operations between the load and the assembly."""
    mask = kernel.constant(0x55, "i8", x.shape)
    return reverse(kernel, 4, kernel.binary("arith.xori", mask, x))


def reshaped(kernel, x):
    return reverse(kernel, 4, kernel.reshape(x, (16, 64)))


def of_columns(kernel, x):
    """A column that is repeated along rows: the elements of a pack are one value."""
    column = kernel.reduce(
        [x], 1, lambda a, b: [kernel.binary("arith.xori", a[0], b[0])]
    )[0]
    return reverse(
        kernel, 4, kernel.broadcast(kernel.expand(column, 1), x.shape)
    )


def of_rows(kernel, x):
    row = kernel.reduce(
        [x], 0, lambda a, b: [kernel.binary("arith.xori", a[0], b[0])]
    )[0]
    return reverse(kernel, 4, kernel.broadcast(kernel.expand(row, 0), x.shape))


def in_loop(kernel, x):
    """The assembly changes what a loop carries, four times: packs are reversed and
    their elements numbered."""
    low, high, step = (kernel.constant(i, "i32") for i in (0, 4, 1))

    def body(counter, carried):
        return [reverse(kernel, 4, carried[0])]

    return kernel.loop((low, high, step), [kernel.cast("arith.extui", x, "i32")], body)[
        0
    ]


def branched(kernel, x):
    is_first = kernel.compare(
        "arith.cmpi", "eq", kernel.program_id(), kernel.constant(0, "i32")
    )
    both = kernel.branch(is_first, [x], lambda: [x], lambda: [x])
    return reverse(kernel, 4, both[0])


def xor_along(axis):
    return lambda x: np.broadcast_to(
        np.bitwise_xor.reduce(x, axis=axis, keepdims=True), x.shape
    )


def after_loop(x):
    for _ in range(3):
        x = reversed_packs(x, 4, 1)
    return x


def made_cases():
    """Packs of tiles that operations compute from loaded ones."""
    yield from one("trans", transposed, 0, after=np.transpose)
    yield from one("trans-columns", transposed, 1, order=(0, 1), after=np.transpose)
    yield from one("masked", masked, 1, after=lambda x: x ^ 0x55)
    yield from one("masked-columns", masked, 0, order=(0, 1), after=lambda x: x ^ 0x55)
    yield from one("repeated-columns", of_columns, 1, after=xor_along(1))
    yield from one("repeated-rows", of_rows, 1, after=xor_along(0))
    yield from one("loop", in_loop, 1, after=after_loop)
    yield from one("loop-halves", in_loop, 1, element="i16", after=after_loop)
    yield from one("branch", branched, 1)
    yield from one("branch-columns", branched, 0, order=(0, 1))
    for warps in (1, 4, 8):
        yield case(
            f"stored-transposed-w{warps}", (32, 32), [("i8", None)],
            stored_transposed, lambda x: reversed_packs(x, 4, 1).T, 4, warps=warps,
        )  # fmt: skip
        yield case(
            f"reshaped-w{warps}", (32, 32), [("i8", None)], reshaped,
            lambda x: reversed_packs(x.reshape(16, 64), 4, 1), 4, warps=warps,
        )  # fmt: skip


# -- Several operands and results


def two_results(kernel, x):
    """The bytes in the reverse order, as integers and as bytes; their difference, by
    element, is 0 but for the number in the pack."""
    text, constraints = reversal("i8", 4)
    text = text[:-1] + "prmt.b32 $4, $5, 0, 0x0123; }"
    text = text.replace("$4;", "$5;")
    constraints = "=&r,=&r,=&r,=&r,=&r,r"
    whole, bytes_ = assembly(kernel, text, constraints, 4, [x], ("i32", "i8"))
    wide = kernel.cast("arith.extui", bytes_, "i32")
    return kernel.binary("arith.xori", whole, wide)


def operand_cases():
    for warps in (1, 4, 8):
        more = {"pack": 4, "warps": warps}
        yield case(
            f"equal-operands-w{warps}", (32, 32), [("i8", None)],
            lambda k, x: reverse(k, 4, x, x),
            lambda x: reversed_packs(2 * x, 4, 1), **more,
        )  # fmt: skip
        for name, order in (("alike", (1, 0)), ("crossed", (0, 1))):
            yield case(
                f"two-operands-{name}-w{warps}", (32, 64),
                [("i16", (1, 0)), ("i16", order)],
                lambda k, x, y: reverse(k, 4, x, y),
                lambda x, y: reversed_packs(x + y, 4, 1), **more,
            )  # fmt: skip
        yield case(
            f"operand-and-constant-w{warps}", (32, 32), [("i8", (0, 1))],
            lambda k, x: reverse(k, 4, k.constant(7, "i8", x.shape), x),
            lambda x: reversed_packs(x + 7, 4, 0), **more,
        )  # fmt: skip
        yield case(
            f"two-results-w{warps}", (32, 32), [("i8", None)], two_results,
            lambda x: reversed_packs(0 * x, 4, 1), **more,
        )  # fmt: skip


# -- What is not loaded


def computed_cases():
    """Packs of numbers of elements, and of products."""

    def numbers(kernel, _):
        offsets = kernel.offsets((32, 32))
        return reverse(kernel, 4, kernel.cast("arith.trunci", offsets, "i16"))

    def product(kernel, x):
        zero = kernel.constant("0.0", "f32", (32, 32))
        scale = kernel.cast("arith.uitofp", x, "f16")
        sum_ = kernel.emit(
            f"tt.dot {scale.name}, {scale.name}, {zero.name} :"
            f" {scale.type} * {scale.type} -> {zero.type}", "f32", (32, 32),
        )  # fmt: skip
        return reverse(kernel, 4, kernel.cast("arith.fptoui", sum_, "i16"))

    def small(kernel, x):
        mask = kernel.constant(7, "i8", x.shape)
        return product(kernel, kernel.binary("arith.andi", x, mask))

    def of_small(x):
        return (x & 7) @ (x & 7)

    for warps in (1, 4, 8):
        yield case(
            f"computed-w{warps}", (32, 32), [("i8", None)], numbers,
            lambda x: reversed_packs(np.arange(1024).reshape(32, 32), 4, 1),
            4, warps=warps,
        )  # fmt: skip
        yield case(
            f"product-w{warps}", (32, 32), [("i8", None)], small,
            lambda x: reversed_packs(of_small(x), 4, 1), 4, warps=warps,
        )  # fmt: skip


def cases():
    yield from loaded_cases()
    yield from made_cases()
    yield from operand_cases()
    yield from computed_cases()
