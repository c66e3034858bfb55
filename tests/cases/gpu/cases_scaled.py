# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of scaled numbers: all formats on either side, both packings, scales of
either side, both group sizes, batches, loops that are pipelined.

References decode the numbers and scales by the tables of the OCP's specification and
multiply in double precision. Numbers and scales of most cases are such that sums are
exact in f32; "wide" cases have scales from 2^-60 to 2^60, and "special" ones those
that are no exponent fields, 0 and 255.
"""

import dataclasses
import itertools

import numpy as np

import formats
from case import EXACT_VALUE, Array, Bound, Case, Scalar, out
from kernel_text import Kernel

ELEMENTS = {
    "e2m1": "i8", "e4m3": "f8E4M3FN", "e5m2": "f8E5M2", "bf16": "bf16", "fp16": "f16",
}  # fmt: skip
MAGNITUDES = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])
E2M1 = np.concatenate([MAGNITUDES, -MAGNITUDES])


@dataclasses.dataclass(frozen=True)
class Side:
    """An operand: its format, where its bytes have two numbers ("k" or "o" for the
    outer dimension), and whether it has scales."""

    format: str
    packed: str = "k"
    scaled: bool = True

    @property
    def element(self):
        return ELEMENTS[self.format]

    @property
    def label(self):
        packing = self.packed if self.format == "e2m1" else ""
        return f"{self.format}{packing}{'s' if self.scaled else ''}"

    def axis(self, inner):
        """The dimension along which bytes have two numbers, -1 or -2."""
        return inner if self.packed == "k" else -3 - inner

    def stored_shape(self, shape, inner):
        shape = list(shape)
        if self.format == "e2m1":
            shape[self.axis(inner)] //= 2
        return tuple(shape)


def scale_shape(shape, inner, group):
    outer, k = shape[-3 - inner], shape[inner]
    return (*shape[:-2], outer, k // group)


def decode_scales(stored, element):
    if element != "i8":
        return formats.decode(stored, element)
    exponents = stored.astype(np.int64) & 255
    return np.where(exponents == 255, np.nan, 2.0 ** (exponents - 127.0))


def draw_numbers(rng, side, shape, inner):
    """The numbers, and how they are stored."""
    if side.format != "e2m1":
        stored = formats.encode(rng.integers(-3, 4, shape) * 1.0, side.element)
        return formats.decode(stored, side.element), stored
    codes = rng.integers(0, 16, shape)
    axis = side.axis(inner)
    pairs = np.moveaxis(codes, axis, -1)
    both = np.moveaxis(pairs[..., 0::2] | pairs[..., 1::2] << 4, -1, axis)
    return E2M1[codes], np.ascontiguousarray(both.astype(np.uint8).view(np.int8))


def draw_scales(rng, element, shape, kind):
    """Scales as they are stored."""
    if element != "i8":
        return formats.encode(2.0 ** rng.integers(-2, 3, shape), element)
    low, high = {"wide": (67, 188)}.get(kind, (125, 130))
    scales = rng.integers(low, high, shape)
    if kind == "special":
        flat = scales.reshape(-1)
        flat[:: max(1, flat.size // 5)] = 255
        flat[1 :: max(2, flat.size // 3)] = 0
    return scales.astype(np.uint8).view(np.int8)


def spread(scales, inner, group):
    wide = np.repeat(scales, group, axis=-1)
    return wide if inner == -1 else np.swapaxes(wide, -1, -2)


def draw(rng, side, shape, inner, setting):
    """The scaled numbers, and the arguments."""
    numbers, stored = draw_numbers(rng, side, shape, inner)
    arguments = [Array(side.element, stored)]
    if side.scaled:
        element = setting.scale
        scales = draw_scales(
            rng, element, scale_shape(shape, inner, setting.group), setting.kind
        )
        arguments.append(Array(element, scales))
        with np.errstate(invalid="ignore"):
            numbers = numbers * spread(
                decode_scales(scales, element), inner, setting.group
            )
    return numbers, arguments


def emit_dot(kernel, a, b, c, sides):
    """`a` and `b` are lists of the numbers and, if there are any, the scales."""
    texts, types = [], []
    for values in (a, b):
        texts.append(" scale ".join(value.name for value in values))
        types.append(", ".join(value.type for value in values))
    more = "".join(
        f", {name} = false" for name, side in zip(("lhs_k_pack", "rhs_k_pack"), sides)
        if side.format == "e2m1" and side.packed == "o"
    )  # fmt: skip
    return kernel.emit(
        f"tt.dot_scaled {texts[0]}, {texts[1]}, {c.name} lhs = {sides[0].format}"
        f" rhs = {sides[1].format} {{fastMath = false{more}}} :"
        f" {types[0]} * {types[1]} -> {c.type}",
        c.element, c.shape,
    )  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Setting:
    """The properties of a case beside its operands."""

    shape: tuple  # M, N, K, with a batch before or none
    group: int = 32
    scale: str = "i8"  # element type of scales
    kind: str = ""
    warps: int = 4
    counts: int = 0  # iterations of a loop; 0: no loop

    def shapes(self):
        *batch, m, n, k = self.shape
        return (*batch, m, k), (*batch, k, n), (*batch, m, n)

    def suffix(self):
        parts = ["x".join(map(str, self.shape)), f"g{self.group}"]
        parts += [self.scale] if self.scale != "i8" else []
        parts += [self.kind] if self.kind else []
        parts += [f"times{self.counts}"] if self.counts else []
        return "-".join([*parts, f"w{self.warps}"])


def names_of(sides):
    """The names and elements of the arguments of both operands."""
    for name, side in zip("ab", sides):
        yield name, side.element
        if side.scaled:
            yield f"{name}s", None


def load(kernel, name, side, shape, inner, setting):
    values = [kernel.load_tile(name, side.stored_shape(shape, inner))]
    if side.scaled:
        scales = scale_shape(shape, inner, setting.group)
        values.append(kernel.load_tile(f"{name}s", scales))
    return values


def looped(kernel, sides, setting):
    """The sum of the products of tiles that are one after the other in memory."""
    first, second, third = setting.shapes()
    addresses, steps = [], []
    for name, side, shape, inner in (("a", sides[0], first, -1), ("b", sides[1], second, -2)):
        shapes = [(name, side.stored_shape(shape, inner))]
        if side.scaled:
            shapes.append((f"{name}s", scale_shape(shape, inner, setting.group)))
        for argument, tile in shapes:
            addresses.append(kernel.addresses(argument, tile))
            steps.append(kernel.constant(int(np.prod(tile)), "i32", tile))
    count = 1 + sides[0].scaled

    def body(_, carried):
        *at, total = carried
        values = [kernel.load(one) for one in at]
        total = emit_dot(kernel, values[:count], values[count:], total, sides)
        return [*(kernel.addptr(x, s) for x, s in zip(at, steps)), total]

    bounds = (kernel.constant(0, "i32"), kernel["n"], kernel.constant(1, "i32"))
    zero = kernel.constant("0.0", "f32", third)
    return kernel.loop(bounds, [*addresses, zero], body)[-1]


def scaled_case(left, right, setting):
    sides = (left, right)
    first, second, third = setting.shapes()

    def build(symbol):
        arguments = [(name, f"*{element or setting.scale}:16")
                     for name, element in names_of(sides)]  # fmt: skip
        counted = [("n", "i32")] if setting.counts else []
        kernel = Kernel(symbol, [*arguments, ("out", "*f32:16"), *counted])
        if setting.counts:
            total = looped(kernel, sides, setting)
        else:
            a = load(kernel, "a", left, first, -1, setting)
            b = load(kernel, "b", right, second, -2, setting)
            zero = kernel.constant("0.0", "f32", third)
            total = emit_dot(kernel, a, b, zero, sides)
        kernel.store_tile("out", total)
        return kernel

    def make(rng):
        runs = [
            (draw(rng, left, first, -1, setting), draw(rng, right, second, -2, setting))
            for _ in range(max(1, setting.counts))
        ]
        want = sum(a[0] @ b[0] for a, b in runs)
        size = sum(abs(a[0]) @ abs(b[0]) for a, b in runs)
        columns = zip(*([*a[1], *b[1]] for a, b in runs))
        arrays = [
            Array(same[0].element, np.stack([x.values for x in same])
                  if setting.counts else same[0].values)
            for same in columns
        ]  # fmt: skip
        result = out("f32", want, EXACT_VALUE)
        if setting.kind == "wide":
            result.bound = Bound(absolute=size.max() * 2.0**-20)
        counted = [Scalar("i32", setting.counts)] if setting.counts else []
        return [*arrays, result, *counted]

    return Case(
        f"scaled/{left.label}-{right.label}-{setting.suffix()}",
        build, make, warps=setting.warps,
    )  # fmt: skip


def all_sides():
    """Every pair of formats, with all packings of e2m1."""
    sides = [Side("e2m1", "k"), Side("e2m1", "o")]
    sides += [Side(name, scaled=name in ("e4m3", "e5m2")) for name in ELEMENTS if name != "e2m1"]
    for left, right in itertools.product(sides, repeat=2):
        if left.scaled or right.scaled:
            yield left, right


def cases():
    for left, right in all_sides():
        for shape, warps in (((16, 16, 64), 1), ((64, 64, 64), 4), ((32, 32, 32), 2)):
            yield scaled_case(left, right, Setting(shape, warps=warps))
        yield scaled_case(left, right, Setting((64, 32, 64), counts=4))
    packed, plain = Side("e2m1"), Side("bf16", scaled=False)
    wide = Side("e4m3")
    for left, right in ((packed, wide), (wide, packed), (plain, packed), (packed, plain)):
        yield scaled_case(left, right, Setting((64, 64, 128), kind="wide"))
        yield scaled_case(left, right, Setting((64, 64, 64), kind="special"))
        yield scaled_case(left, right, Setting((2, 16, 32, 64), warps=2))
        yield scaled_case(left, right, Setting((128, 128, 128), warps=8))
    outer = Side("e2m1", "o")
    for left, right in ((packed, packed), (outer, outer), (packed, wide)):
        for element in ("i8", "f8E4M3FN"):
            yield scaled_case(left, right, Setting((32, 64, 64), group=16, scale=element))
    # Products too small for tensor cores.
    yield scaled_case(packed, packed, Setting((2, 4, 32), warps=1))
