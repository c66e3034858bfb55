# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the kernel language on all element types, for check_debug.py: the
JVM and the CPU have to agree, so there are no references. A kernel has many
operations on the same tiles; each writes a row of the result, which is of double
or long and so shows what type the operation has given.

Not here: whole kernels (cases_java.py)."""

import dataclasses
import typing

import numpy as np

import formats

COUNT = 256
HEAD = """package kernels;

import oracle.code.triton.BFloat16;
import oracle.code.triton.Constant;
import oracle.code.triton.Float16;
import oracle.code.triton.Ptr;
import oracle.code.triton.Tensor;
import oracle.code.triton.Triton;

import java.lang.runtime.CodeReflection;

public class Operations {
"""
FLOATS = ("f32", "f64", "f16", "bf16")
NARROW = ("f8E4M3FN", "f8E5M2")
SIGNED = ("i8", "i16", "i32", "i64")
UNSIGNED = ("u8", "u16", "u32", "u64")
UNSIGNED_STORAGE = {f"u{n}": np.dtype(f"u{n // 8}") for n in (8, 16, 32, 64)}


def storage(element):
    return UNSIGNED_STORAGE.get(element) or formats.storage(element)


def epsilon(element):
    return formats.FLOATS[element].epsilon if formats.is_float(element) else 0.0


@dataclasses.dataclass(frozen=True)
class Operation:
    """An expression of tiles `a` and `b`, and of the tile of places `i`; `units`:
    how many units of the last place of the operands' type the result may be off;
    of sums, which may cancel out, as many of the last place of 1 at least."""

    text: str
    units: float = 0
    sums: bool = False


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
    + unary("rsqrt exp exp2 log log2 sin cos erf sigmoid", 4)
    + exact(
        "Triton.maximum(a, b, Triton.PropagateNan.ALL)",
        "Triton.minimum(a, b, Triton.PropagateNan.ALL)",
        "Triton.fma(a, b, a)", "Triton.add(a, 0.1f)", "Triton.div(a, 3)",
    )
)  # fmt: skip
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
TO_INTEGERS = exact(*(f"Triton.conv({t}.class, a)" for t in ("byte", "int", "long")))
ROWS = "Triton.reshape(a, 16, 16)"


def along(call, units=0, sums=False):
    """A reduction's rows: along both axes and of all."""
    spread = "Triton.broadcastTo(Triton.expand({}, 1), 16, 16)"
    flat = "Triton.reshape({}, 256)"
    texts = [
        flat.format(spread.format(call.format(f"{ROWS}, {axis}"))) for axis in (0, 1)
    ]
    texts.append(f"Triton.broadcastTo({call.format('a')}, 256)")
    return tuple(Operation(text, units, sums) for text in texts)


EXTREMA = ("max", "min", "argmax", "argmin")
REDUCTIONS = sum((along(f"Triton.{name}({{}})") for name in EXTREMA), ())
REDUCTIONS += exact(
    f"Triton.ravel(Triton.trans({ROWS}))",
    f"Triton.ravel(Triton.permute(Triton.reshape(a, 4, 8, 8), 2, 0, 1))",
    "Triton.reshape(Triton.interleave(Triton.split(Triton.reshape(a, 128, 2)).second(),"
    " Triton.split(Triton.reshape(a, 128, 2)).first()), 256)",
    "Triton.cat(Triton.split(Triton.reshape(a, 128, 2)).second(),"
    " Triton.split(Triton.reshape(a, 128, 2)).first())",
)  # fmt: skip
BITS = sum(
    (along(f"Triton.{name}({{}})") for name in ("xorSum", "reduceOr", "reduceAnd")), ()
)
SCANS = ("cumsum({}, 0)", "cumsum({}, 1, true)", "cumprod({}, 1)")


def sums(units):
    found = along("Triton.sum({})", units, True)
    found += along("Triton.prod({})", units, True)
    for call in SCANS:
        text = "Triton." + call.format(ROWS)
        found += (Operation(f"Triton.reshape({text}, 256)", units, True),)
    return found


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


def atomic(names):
    return exact(*(f"Triton.{name}(Triton.add(y, i), a)" for name in names.split()))


@dataclasses.dataclass(frozen=True)
class OperationsCase:
    """Operations in one kernel, on two tiles of 256 elements."""

    name: str
    operations: tuple
    types: tuple
    out: str
    make: typing.Callable  # takes a generator and a type, gives 256 values

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
    """What sums do not make infinite, and conversions to integers not wrap."""
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


def result(*elements):
    return "f64" if any(map(formats.is_float, elements)) else "i64"


def cases():
    def case(kind, operations, types, make):
        name = "-".join(("operations/" + kind, *dict.fromkeys(types)))
        return OperationsCase(name, operations, types, result(*types), make)

    for element in FLOATS:
        twice = (element, element)
        yield case("elementwise", ON_FLOATS, twice, special)
        yield case("sums", sums(64), twice, moderate)
        yield case("integers", TO_INTEGERS, twice, large)
        yield case("atomic", atomic("atomicAdd"), twice, moderate)
    for element in FLOATS + NARROW + ("i8",):
        yield case("dots", dots(element), (element, element), moderate)
    for element in FLOATS + ("i32", "i64", "u32", "u64"):
        yield case("lambdas", LAMBDAS, (element, element), few)
    for element in FLOATS + NARROW:
        twice = (element, element)
        yield case("conversions", CONVERSIONS, twice, special)
        yield case("extrema", REDUCTIONS, twice, few)
    yield case("rounded", ROUNDED, ("f32", "f32"), special)
    for element in ("f32", "f64"):
        more = atomic("atomicMax atomicMin atomicXchg")
        yield case("extremes", more, (element, element), special)
    for element in SIGNED + UNSIGNED:
        twice = (element, element)
        yield case("elementwise", ON_INTEGERS, twice, special)
        yield case("conversions", CONVERSIONS + TO_INTEGERS, twice, special)
        yield case("reductions", REDUCTIONS + BITS + sums(0), twice, special)
    for element in ("i32", "i64", "u32", "u64"):
        names = "atomicAdd atomicMax atomicMin atomicAnd atomicOr atomicXor atomicXchg"
        yield case("atomic", atomic(names), (element, element), special)
    everything = FLOATS + SIGNED + UNSIGNED
    for left in everything:
        for right in everything:
            if left != right:
                make = special if left in FLOATS and right in FLOATS else moderate
                yield case("mixed", MIXED, (left, right), make)
