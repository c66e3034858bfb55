# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the kernel language on all element types, for check_operations.py:
the JVM and the CPU have to agree, and both with a reference where the order of
sums and products is free. A kernel has many operations on the same tiles; each
writes a row of the result, which is of double or long and so shows what type the
operation has given.

Not here: whole kernels (cases_java.py)."""

import dataclasses
import typing

import numpy as np

import formats

COUNT = 256
HEAD = """package kernels;

import io.github.cm2tt.lang.BFloat16;
import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.lang.UInt32;
import io.github.cm2tt.lang.UInt64;
import io.github.cm2tt.lang.UInt8;

import io.github.cm2tt.lang.CodeReflection;

public class Operations {
"""
FLOATS = ("f32", "f64", "f16", "bf16")
NARROW = ("f8E4M3FN", "f8E5M2")
SIGNED = ("i8", "i16", "i32", "i64")
UNSIGNED = ("u8", "u16", "u32", "u64")
UNSIGNED_STORAGE = {f"u{n}": np.dtype(f"u{n // 8}") for n in (8, 16, 32, 64)}


def storage(element):
    return UNSIGNED_STORAGE.get(element) or formats.storage(element)


def stored(numbers, element):
    """Whole numbers as a type stores them."""
    if formats.is_float(element):
        return formats.encode(numbers, element)
    return numbers.astype(storage(element))


def epsilon(element):
    return formats.FLOATS[element].epsilon if formats.is_float(element) else 0.0


# The types in which sums and products are computed, where it is not the operands'.
WIDER_FLOATS = {"f8E4M3FN": "f32", "f8E5M2": "f32"}
WIDER_INTEGERS = {"i8": "i32", "i16": "i32", "u8": "u32", "u16": "u32"}
SIDE = 16  # of the square that sums along an axis are of


@dataclasses.dataclass(frozen=True)
class Fold:
    """A sum or a product of a tile: along an axis of a square, where it may be a
    running one, or of all elements."""

    is_product: bool
    axis: typing.Optional[int] = None
    running: bool = False
    reverse: bool = False
    is_exact: bool = True

    def reference(self, values, element):
        """The results of the decoded values in the order of the row, and how far a
        result may be off: each addition or multiplication rounds to half a unit of
        the last place, of a sum of magnitudes or of the product."""
        kind = self.accumulator(element)
        if not formats.is_float(element):
            return self.compute(values.astype(storage(kind))).astype(np.int64), 0
        wide = values.astype(np.longdouble)
        result = self.compute(wide)
        if self.is_exact:
            return result, 0
        size = np.abs(result) if self.is_product else self.compute(np.abs(wide))
        return result, roundings(kind, self.count) * size

    def accumulator(self, element):
        """The type in which it is computed."""
        wider = WIDER_FLOATS
        if self.running:
            wider = wider | {"bf16": "f32"}
        if not (self.running and self.is_product):
            wider = wider | WIDER_INTEGERS
        return wider.get(element, element)

    @property
    def count(self):
        return COUNT if self.axis is None else SIDE

    def compute(self, values):
        if self.axis is None:
            fold = np.prod if self.is_product else np.sum
            return np.full(COUNT, fold(values, dtype=values.dtype))
        values = values.reshape(SIDE, SIDE)
        if not self.running:
            fold = np.prod if self.is_product else np.sum
            return np.repeat(fold(values, self.axis, dtype=values.dtype), SIDE)
        fold = np.cumprod if self.is_product else np.cumsum
        turned = np.flip(values, self.axis) if self.reverse else values
        result = fold(turned, self.axis, dtype=values.dtype)
        return (np.flip(result, self.axis) if self.reverse else result).reshape(-1)


def roundings(element, count):
    """The relative error of `count` operations that each round to nearest."""
    return count * epsilon(element) / 2


@dataclasses.dataclass(frozen=True)
class Operation:
    """An expression of tiles `a` and `b`, and of the tile of indices `i`; `units`:
    how many units of the last place of the operands' type the result on the JVM may
    be off the CPU's, relative to it; `fold`: the reference of both, if there is
    one."""

    text: str
    units: float = 0
    fold: typing.Optional[Fold] = None


def exact(*texts):
    return tuple(Operation(text) for text in texts)


def unary(names, units=0):
    return tuple(Operation(f"Triton.{name}(a)", units) for name in names.split())


def binary(names, units=0):
    return tuple(Operation(f"Triton.{name}(a, b)", units) for name in names.split())


COMMON = binary("add sub mul eq ne lt le gt ge maximum minimum logicalAnd logicalOr")
COMMON += exact(
    "Triton.where(Triton.lt(a, b), a, b)", "Triton.clamp(a, Triton.minimum(b, 1), 2)",
    "Triton.add(a, 3)", "Triton.mul(2, a)", "Triton.logicalNot(a)", "Triton.neg(a)",
)  # fmt: skip
ON_FLOATS = (
    COMMON
    + binary("div fdiv divRn mod")
    + unary("abs floor ceil sqrt sqrtRn")
    + unary("rsqrt exp exp2 log log2 sin cos tan erf sigmoid", 4)
    + unary("round rint trunc")
    + unary("acos acosh asin asinh atan atanh cbrt cosh erfc expm1 log10 log1p sinh tanh",
            16)
    + binary("copysign")
    + binary("atan2 pow", 4)
    + exact(
        "Triton.maximum(a, b, Triton.PropagateNan.ALL)",
        "Triton.minimum(a, b, Triton.PropagateNan.ALL)",
        "Triton.fma(a, b, a)", "Triton.add(a, 0.1f)", "Triton.div(a, 3)",
    )
)  # fmt: skip
# Of floats and doubles; those to longs of numbers in their range.
LIBRARY = binary("fdim nextafter remainder") + unary("logb ilogb") + exact(
    "Triton.ldexp(a, 3)", "Triton.ldexp(a, i)", "Triton.ldexp(b, Triton.neg(i))"
)  # fmt: skip
LIBRARY += binary("hypot", 2) + unary("exp10", 16)
IN_RANGE = unary("llrint llround")
GAMMA = unary("lgamma tgamma", 64)  # of floats
# Of floats and doubles, computed in two ways; inverses of probabilities.
SPECIAL = unary("sinpi cospi rcbrt", 4) + binary("rhypot", 4) + tuple(
    Operation(f"Triton.{name}", 4)
    for name in ("norm3d(a, b, a)", "rnorm3d(a, b, 1)", "norm4d(a, b, a, 2)", "rnorm4d(b, a, b, 2)")
)  # fmt: skip
ERRORS = unary("erfcx normcdf", 16) + tuple(
    Operation(f"Triton.{name}({operand})", 16)
    for operand in ("a", "Triton.abs(b)") for name in ("erfinv", "erfcinv", "normcdfinv")
)  # fmt: skip
# Those of the first and the second kind of floats, and with an order of small numbers,
# since close to a zero of the function the error is absolute.
MODIFIED = unary("cylBesselI0 cylBesselI1", 16)
BESSEL = MODIFIED + unary("j0 j1 y0 y1", 64)
ORDERS = (
    Operation("Triton.jn(Triton.and(i, 7), a)", 64), Operation("Triton.yn(Triton.and(i, 7), a)", 64),
)  # fmt: skip
ARITHMETIC = exact(*(
    f"Triton.{name}({operands}, Triton.Rounding.{r})"
    for names, operands in (
        ("addRounded subRounded mulRounded divRounded", "a, b"),
        ("rcpRounded sqrtRounded", "a"), ("fmaRounded", "a, b, a"),
    )
    for name in names.split() for r in ("RTNE", "RTZ", "RTN", "RTP")
))  # fmt: skip
# Functions of bits and of parts of numbers.
BITS = unary("brev clz ffs popc") + binary("mulhi")
WORDS = BITS + binary("hadd rhadd mul24 joinWords") + exact(
    "Triton.dp4a(a, b, 0)", "Triton.dp4a(a, b, Triton.conv(UInt32.class, b))",
    "Triton.dp4a(Triton.conv(int.class, a), Triton.conv(UInt32.class, b), a)",
    "Triton.dp4a(Triton.conv(UInt32.class, a), Triton.conv(int.class, b), b)",
    "Triton.dp4a(i, -1, Triton.dp4a(0x80FF7F01, a, i))",
    "Triton.sad(a, b, a)", "Triton.bytePerm(a, b, a)", "Triton.bytePerm(a, b, 0x76543210)"
)  # fmt: skip
PARTS = unary("isfinite isinf isnan signbit")
SINGLE = PARTS + unary("saturate rsqrtRn")
DOUBLE = PARTS + unary("highWord lowWord rcp64h")
ON_INTEGERS = (
    COMMON
    + binary("and or xor shl shr ushr")
    + unary("not abs")
    + exact("Triton.div(a, Triton.or(Triton.and(b, 15), 1))",
            "Triton.mod(a, Triton.or(Triton.and(b, 15), 1))")
)  # fmt: skip
MIXED = binary("add mul maximum eq lt") + exact("Triton.where(Triton.lt(a, b), a, b)")
TO_FLOATS = ("float", "double", "Float16", "BFloat16")
CONVERSIONS = exact(*(f"Triton.conv({t}.class, a)" for t in TO_FLOATS))
ROUNDED = exact(
    "Triton.conv(Float16.class, a, Triton.Rounding.RTZ)",
    "Triton.conv(BFloat16.class, a, Triton.Rounding.RTZ)",
)
ROUNDINGS = ("RTNE", "RTZ", "RTN", "RTP")


def rounded(types, roundings=ROUNDINGS):
    """Conversions to those types, with roundings."""
    return exact(*(f"Triton.conv({t}.class, {x}, Triton.Rounding.{r})"
                   for t in types.split() for r in roundings for x in "ab"))  # fmt: skip


ROUNDED_INTEGERS = rounded("byte int long UInt8 UInt32 UInt64")
ROUNDED_FLOATS = rounded("float double")
TO_FLOAT = rounded("float", ("RTN", "RTP"))
TO_INTEGERS = exact(*(f"Triton.conv({t}.class, a)" for t in ("byte", "int", "long")))
ROWS = "Triton.reshape(a, 16, 16)"


def along(call):
    """The rows of a reduction: along both axes and of all; pairs of an axis and
    a text."""
    spread = "Triton.broadcastTo(Triton.expand({}, 1), 16, 16)"
    flat = "Triton.reshape({}, 256)"
    for axis in (0, 1):
        row = call.format(f"{ROWS}, {axis}")
        yield axis, flat.format(spread.format(row))
    yield None, f"Triton.broadcastTo({call.format('a')}, 256)"


def reductions(*names):
    return exact(*(t for n in names for _, t in along(f"Triton.{n}({{}})")))


EXTREMA = ("max", "min", "argmax", "argmin")
REDUCTIONS = reductions(*EXTREMA)
REDUCTIONS += exact(
    f"Triton.ravel(Triton.trans({ROWS}))",
    f"Triton.ravel(Triton.permute(Triton.reshape(a, 4, 8, 8), 2, 0, 1))",
    "Triton.reshape(Triton.interleave(Triton.split(Triton.reshape(a, 128, 2)).second(),"
    " Triton.split(Triton.reshape(a, 128, 2)).first()), 256)",
    "Triton.cat(Triton.split(Triton.reshape(a, 128, 2)).second(),"
    " Triton.split(Triton.reshape(a, 128, 2)).first())",
)  # fmt: skip
REDUCTIONS += exact(
    "Triton.flip(a)",
    f"Triton.ravel(Triton.flip({ROWS}, 0))",
    "Triton.gather(a, Triton.and(Triton.mul(i, 7), 255), 0)",
    f"Triton.ravel(Triton.gather({ROWS}, Triton.reshape(Triton.conv(byte.class,"
    " Triton.and(Triton.mul(i, 5), 15)), 16, 16), 0))",
)  # fmt: skip
SORTED = exact(
    "Triton.sort(a)",
    f"Triton.ravel(Triton.sort({ROWS}, 0, true))",
    f"Triton.ravel(Triton.bitonicMerge({ROWS}, 0))",
    f"Triton.ravel(Triton.broadcastTo(Triton.topk({ROWS}, 1, 0), 16, 16))",
    "Triton.ravel(Triton.broadcastTo(Triton.topk(a, 32), 8, 32))",
    f"Triton.ravel(Triton.broadcastTo(Triton.reshape(Triton.topk({ROWS}, 8, 1, false),"
    " 1, 128), 2, 128))",
)  # fmt: skip
SORTED += exact(
    "Triton.sortWithIndices(a).index()",
    "Triton.sortWithIndices(a).value()",
    "Triton.argsort(a, 0, true)",
    f"Triton.ravel(Triton.argsort({ROWS}, 0, true))",
    f"Triton.ravel(Triton.sortWithIndices({ROWS}, 1, true).value())",
    f"Triton.ravel(Triton.broadcastTo(Triton.topkWithIndices({ROWS}, 1, 0).index(), 16, 16))",
    "Triton.ravel(Triton.broadcastTo(Triton.topkWithIndices(a, 32).index(), 8, 32))",
    "Triton.ravel(Triton.broadcastTo(Triton.topkWithIndices(a, 32).value(), 8, 32))",
    f"Triton.ravel(Triton.broadcastTo(Triton.reshape(Triton.topkWithIndices({ROWS}, 8, 1,"
    " false).index(), 1, 128), 2, 128))",
)  # fmt: skip
COUNTS = exact(
    "Triton.histogram(Triton.and(a, 63), 256)",
    "Triton.histogram(a, 256, Triton.logicalAnd(Triton.ge(a, 0), Triton.lt(a, 100)))",
)
REDUCTIONS += exact(
    "Triton.ravel(Triton.cat(Triton.reshape(Triton.split(Triton.reshape(a, 128, 2)).first(),"
    " 8, 16), Triton.reshape(Triton.split(Triton.reshape(b, 128, 2)).first(), 8, 16), 1))",
    "Triton.broadcastTo(Triton.maxWithIndices(a, 0, false, false).value(), 256)",
    "Triton.ravel(Triton.unsqueeze(a, 1))",
)  # fmt: skip
SOFTMAX = tuple(
    Operation(f"Triton.ravel(Triton.softmax({ROWS}, {arguments}))", units=8)
    for arguments in ("0", "1, true")
)
# The seeds are tiles, too. Floats are those of the CPU.
PARTS = ("first", "second", "third", "fourth")
WHOLE = "Triton.mul({}, 16777216.0f)"  # as the rows are of integers
RANDOM = exact(
    "Triton.randint(a, b)", "Triton.randint(a, b, 3)", WHOLE.format("Triton.rand(a, b)"),
    "Triton.randint(7, a)", WHOLE.format("Triton.rand(-7, Triton.mul(i, 3))"),
    *(f"Triton.randint4x(a, b).{part}()" for part in PARTS),
    *(WHOLE.format(f"Triton.rand4x(3, b, 7).{part}()") for part in PARTS),
)  # fmt: skip
PHILOX = exact(
    *(f"Triton.philox({arguments}).{part}()"
      for arguments in ("a, b, i, 5, a", "5, a, 0, b, 1, 4")
      for part in PARTS),
    WHOLE.format("Triton.uintToUniformFloat(a)"),
)  # fmt: skip
NORMAL = tuple(
    Operation(text, units=8)
    for text in (
        "Triton.randn(7, i)",
        *(f"Triton.randn4x(Triton.conv(int.class, b), i).{part}()" for part in PARTS),
        *(f"Triton.pairUniformToNormal(Triton.abs(a), b).{part}()" for part in PARTS[:2]),
    )
)
SWIZZLED = exact(
    *(f"Triton.swizzle2d(Triton.div(i, 16), Triton.mod(i, 16), {sizes}).{part}()"
      for sizes in ("16, 16, 4", "Triton.or(Triton.and(a, 31), 1), 16, 8")
      for part in ("first", "second")),
)  # fmt: skip
SCANS = (("{}, 0", 0, False), ("{}, 1", 1, False), ("{}, 1, true", 1, True))


def folds(is_product, element, is_exact=True):
    """Sums or products, but for those whose roundings can exceed an eighth of the
    magnitude: any result would pass."""
    found = [
        Operation(text, fold=Fold(is_product, axis, is_exact=is_exact))
        for axis, text in along(f"Triton.{'prod' if is_product else 'sum'}({{}})")
    ]
    name = "cumprod" if is_product else "cumsum"
    for arguments, axis, reverse in SCANS:
        text = f"Triton.{name}({arguments.format(ROWS)})"
        fold = Fold(is_product, axis, True, reverse, is_exact)
        found.append(Operation(f"Triton.reshape({text}, 256)", fold=fold))
    return tuple(
        one for one in found
        if is_exact
        or roundings(one.fold.accumulator(element), one.fold.count) <= 1 / 8
    )  # fmt: skip


LAMBDAS = exact(
    "Triton.map(a, v -> Triton.add(Triton.maximum(v, 1), v))",
    f"Triton.ravel(Triton.scan({ROWS}, 0, (p, q) -> Triton.maximum(p, q), true))",
    f"Triton.ravel(Triton.scan({ROWS}, 1, (p, q) -> Triton.minimum(p, q)))",
    f"Triton.ravel(Triton.broadcastTo(Triton.reduce({ROWS}, 0, (p, q) ->"
    " Triton.maximum(p, q), true), 16, 16))",
    "Triton.broadcastTo(Triton.reduce(a, (p, q) -> Triton.minimum(p, q)), 256)",
)  # fmt: skip
WIDE_DOT = "Triton.dot(Triton.reshape({}, {}), Triton.reshape({}, {}){})"


def dots(element):
    """Products of 16x16, or of 8x32 and 32x8 four times; alone and in a batch."""
    if storage(element).itemsize == 1:
        dot = WIDE_DOT.format("a", "8, 32", "b", "32, 8", "{}")
        result = f"Triton.reshape(Triton.broadcastTo({dot}, 4, 8, 8), 256)"
        batch = WIDE_DOT.format("a", "2, 4, 32", "b", "2, 32, 4", "")
        batch = f"Triton.reshape(Triton.broadcastTo({batch}, 8, 2, 4, 4), 256)"
        batch = batch.replace("broadcastTo(", "broadcastTo(Triton.expand(").replace(
            ", 8, 2, 4, 4)", ", 0), 8, 2, 4, 4)"
        )
    else:
        dot = WIDE_DOT.format("a", "16, 16", "b", "16, 16", "{}")
        result = f"Triton.ravel({dot})"
        batch = "Triton.ravel(" + WIDE_DOT.format(
            "a", "1, 16, 16", "b", "1, 16, 16", ")"
        )
    rest = ["", ", Triton.InputPrecision.IEEE", ", Triton.InputPrecision.TF32X3"]
    if element == "f16" or element in NARROW:
        rest.append(", Float16.class")
    return exact(*(result.format(more) for more in rest), batch)


AT_INDEX = "Triton.add(y, i)"
READS = exact(f"Triton.atomicLoad({AT_INDEX})")
WAITS = exact(f"Triton.atomicPoll({AT_INDEX}, Triton.load({AT_INDEX}))")


def atomic(names):
    return exact(*(f"Triton.{name}({AT_INDEX}, a)" for name in names.split()))


@dataclasses.dataclass(frozen=True)
class OperationsCase:
    """Operations in one kernel, on two tiles of 256 elements."""

    name: str
    operations: tuple
    types: tuple
    out: str
    make: typing.Callable  # takes a generator and a type, gives 256 values
    is_related: bool = False  # some elements are equal, some less by one

    def tiles(self, rng):
        """The values of both tiles, as stored."""
        tiles = [self.make(rng, element) for element in self.types]
        if self.is_related:
            numbers = 1 + np.arange(COUNT // 8) % 8
            for index, (tile, element) in enumerate(zip(tiles, self.types)):
                tile[0::8] = stored(numbers, element)
                tile[1::8] = stored(numbers + index, element)
                tile[2] = 0
        return tiles

    def text(self, method):
        lines = [
            f"    static void {method}(Ptr x, Ptr y, Ptr out) {{",
            f"        var i = Triton.arange(0, {COUNT});",
            "        var a = Triton.load(Triton.add(x, i));",
            "        var b = Triton.load(Triton.add(y, i));",
        ]
        for row, operation in enumerate(self.operations):
            to = f"Triton.add(out, Triton.add(i, {row * COUNT}))"
            lines.append(f"        Triton.store({to}, {operation.text});")
        return "    @CodeReflection\n" + "\n".join(lines) + "\n    }\n"


def special(rng, element):
    """All values of a type of 8 bits, special and random ones of others."""
    if element in UNSIGNED_STORAGE:
        return special(rng, "i" + element[1:]).view(UNSIGNED_STORAGE[element])
    if element in NARROW:
        return rng.permutation(formats.all_values(element))
    values = formats.special_stored(rng, element, COUNT)
    return rng.permutation(values)


def moderate(rng, element):
    """Numbers whose sums are finite, and whose conversions to integers do not wrap."""
    if not formats.is_float(element):
        return special(rng, element)
    return formats.encode(rng.uniform(-1.2, 1.2, COUNT), element)


def large(rng, element):
    return formats.encode(rng.uniform(-100, 100, COUNT), element)


def few(rng, element):
    """Values of which many are equal; no NaN."""
    if not formats.is_float(element):
        return special(rng, element)
    return formats.encode(rng.integers(-9, 10, COUNT) * 0.5, element)


def repeated(rng, element):
    """Integers of which many are equal, and none is 0."""
    return rng.integers(1, 100, COUNT).astype(storage(element))


def odd(rng, element):
    """Integers whose products modulo 2^N are not 0."""
    return special(rng, element) | 1


def mostly_ones(rng, element):
    """Integers of which each bit is 0 in one of 256."""
    values = [random_integers(rng, element) for _ in range(8)]
    return np.bitwise_or.reduce(values)


def mostly_zeros(rng, element):
    return ~mostly_ones(rng, element)


def random_integers(rng, element):
    info = np.iinfo(storage(element))
    return rng.integers(info.min, info.max, COUNT, storage(element), endpoint=True)


def exact_addends(rng, element):
    """Small integers of which all partial sums are exact."""
    high = 2 ** (formats.FLOATS[element].fraction + 1)
    high = min(64, high if element in NARROW else max(1, high // COUNT))
    low = -max(1, high // 2)
    return formats.encode(rng.integers(low, high + 1, COUNT), element)


def rounded_addends(rng, element):
    return formats.encode(rng.uniform(0.5, 1.5, COUNT), element)


def exact_factors(rng, element):
    """Values of which all partial products are exact in 8 bits."""
    values = rng.choice([-1.0, 1.0], COUNT)
    for factor, count in ((1.5, 5), (2.0, 6), (0.5, 6)):
        values[rng.choice(COUNT, count, replace=False)] *= factor
    return formats.encode(values, element)


def rounded_factors(rng, element):
    """Values of random signs whose products neither overflow nor vanish."""
    size = np.exp(rng.uniform(-0.25, 0.25, COUNT))
    return formats.encode(size * rng.choice([-1.0, 1.0], COUNT), element)


def result(*elements):
    return "f64" if any(map(formats.is_float, elements)) else "i64"


def cases():
    def case(kind, operations, types, make):
        name = "-".join(("operations/" + kind, *dict.fromkeys(types)))
        related = kind in ("elementwise", "mixed")
        return OperationsCase(name, operations, types, result(*types), make, related)

    for element in FLOATS:
        twice = (element, element)
        yield case("elementwise", ON_FLOATS, twice, special)
        yield case("integers", TO_INTEGERS, twice, large)
        yield case("atomic", atomic("atomicAdd") + READS, twice, moderate)
    for element in FLOATS + NARROW:
        for is_product, kind, makers in (
            (False, "sums", (exact_addends, rounded_addends)),
            (True, "products", (exact_factors, rounded_factors)),
        ):
            for is_exact, make in zip((True, False), makers):
                label = kind + ("-exact" if is_exact else "-rounded")
                operations = folds(is_product, element, is_exact)
                yield case(label, operations, (element, element), make)
    for element in FLOATS + NARROW + ("i8",):
        yield case("dots", dots(element), (element, element), moderate)
    for element in FLOATS + ("i32", "i64", "u32", "u64"):
        make = few if element not in UNSIGNED else odd
        yield case("lambdas", LAMBDAS, (element, element), make)
    for element in FLOATS + NARROW:
        twice = (element, element)
        yield case("conversions", CONVERSIONS, twice, special)
        yield case("extrema", REDUCTIONS, twice, few)
        yield case("sorted", SORTED, twice, special)
        yield case("sorted-equal", SORTED, twice, few)
    for element in FLOATS:
        yield case("softmax", SOFTMAX, (element, element), large)
    for element in ("i32", "i64"):
        yield case("swizzled", SWIZZLED, (element, element), odd)
    for element in ("f32", "f64"):
        yield case("library", LIBRARY, (element, element), special)
        yield case("special", SPECIAL, (element, element), special)
        yield case("errors", ERRORS, (element, element), moderate)
        yield case("longs", IN_RANGE, (element, element), large)
    for element in ("i32", "u32"):
        yield case("bits", WORDS, (element, element), special)
    for element in ("i64", "u64"):
        yield case("bits", BITS, (element, element), special)
    for element in ("f32", "f64"):
        yield case("arithmetic", ARITHMETIC, (element, element), special)
    yield case("parts", SINGLE, ("f32", "f32"), special)
    yield case("parts", DOUBLE, ("f64", "f64"), special)
    yield case("bessel", BESSEL, ("f32", "f32"), large)
    yield case("bessel", MODIFIED, ("f64", "f64"), large)
    for element in ("f32", "f64"):
        yield case("orders", ORDERS, (element, element), moderate)
    yield case("gamma", GAMMA, ("f32", "f32"), large)
    yield case("normal", NORMAL, ("f32", "f32"), moderate)
    for element in ("i32", "i64", "u32", "u64"):
        yield case("philox", PHILOX, (element, element), special)
    yield case("rounded", ROUNDED, ("f32", "f32"), special)
    yield case("rounded", TO_FLOAT, ("f64", "f64"), special)
    for element in FLOATS:
        yield case("whole", ROUNDED_INTEGERS, (element, element), special)
        yield case("whole-large", ROUNDED_INTEGERS, (element, element), large)
    for element in SIGNED + UNSIGNED:
        yield case("from", ROUNDED_FLOATS, (element, element), special)
    for element in ("f32", "f64"):
        more = atomic("atomicMax atomicMin atomicXchg")
        yield case("extremes", more, (element, element), special)
    for element in SIGNED + UNSIGNED:
        twice = (element, element)
        yield case("elementwise", ON_INTEGERS, twice, special)
        yield case("conversions", CONVERSIONS + TO_INTEGERS, twice, special)
        make = special if element in SIGNED else odd  # the least is not 0
        yield case("reductions", REDUCTIONS + reductions("xorSum"), twice, make)
        yield case("random", RANDOM, twice, special)
        waits = WAITS if element not in ("i8", "u8") else ()
        yield case("reads", READS + waits, twice, special)
        yield case("counts", COUNTS, twice, make)
        yield case("sorted", SORTED, twice, special)
        yield case("sorted-equal", SORTED, twice, repeated)
        yield case("and", reductions("reduceAnd"), twice, mostly_ones)
        yield case("or", reductions("reduceOr"), twice, mostly_zeros)
        yield case("sums", folds(False, element), twice, special)
        yield case("products", folds(True, element), twice, odd)
    for element in ("i32", "i64", "u32", "u64"):
        # In an order in which the last one does not find the same everywhere.
        names = "atomicAdd atomicOr atomicXor atomicMax atomicAnd atomicMin atomicXchg"
        yield case("atomic", atomic(names), (element, element), special)
    everything = FLOATS + SIGNED + UNSIGNED
    for left in everything:
        for right in everything:
            if left != right:
                make = special if left in FLOATS and right in FLOATS else moderate
                yield case("mixed", MIXED, (left, right), make)
