# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arithmetic: integers and bits, floats, functions.

Floats are rounded as the instruction says; approximations are rounded, too, which is
within their error. `.ftz` is supported.
"""

import numpy as np

from . import directed
from . import kinds
from . import machine
from .operations import elementwise, instruction, kind_of, of_elements, only

# -- Floats


def flush(values):
    """Subnormal numbers of f32 become zeros of their sign."""
    tiny = np.abs(values) < np.float32(2.0**-126)
    return np.where(tiny, np.copysign(np.float32(0), values), values)


def _rounding(one, function, kind):
    """The function, with subnormal operands and results flushed for `.ftz`."""
    if "ftz" not in one.words or kind.bits != 32:
        return function
    return lambda *values: flush(function(*map(flush, values)))


def _larger(a, b):
    """fmax, where +0 is larger than -0."""
    zeros = (a == 0) & (b == 0)
    return np.where(zeros, np.where(np.signbit(a), b, a), np.fmax(a, b))


def _smaller(a, b):
    zeros = (a == 0) & (b == 0)
    return np.where(zeros, np.where(np.signbit(a), a, b), np.fmin(a, b))


def _extreme(one, kind):
    """min or max of floats: `.NaN`, `.xorsign.abs`."""
    choose = _larger if one.name == "max" else _smaller

    def signed(a, b):
        sign = np.where(np.signbit(a) ^ np.signbit(b), -1.0, 1.0)
        return np.copysign(choose(abs(a), abs(b)), sign.astype(a.dtype))

    if one.has("xorsign") != one.has("abs"):
        raise one.fail("xorsign without abs")
    result = signed if one.has("xorsign") else choose
    if "NaN" not in one.words:
        return lambda a, b: _canonical(np.isnan(a) & np.isnan(b), result(a, b))
    return lambda a, b: _canonical(np.isnan(a) | np.isnan(b), result(a, b))


def _canonical(is_nan, values):
    """The NaN that min and max give, all bits of which are ones but the sign."""
    if values.dtype.itemsize == 8:
        return np.where(is_nan, np.nan, values)
    raw = kinds.UNSIGNED[values.dtype.itemsize * 8]
    nan = np.array(np.iinfo(raw).max >> 1, raw).view(values.dtype)
    return np.where(is_nan, nan, values)


def _relu(one, function):
    """Negative results, and NaNs kept canonical, for `.relu`."""
    if "relu" not in one.words:
        return function

    def clamped(*values):
        result = function(*values)
        kept = _canonical(np.isnan(result), result)
        return np.where(result <= 0, result.dtype.type(0), kept)

    return clamped


def _fused(kind):
    """a * b + c, rounded once."""
    if kind.bits == 64:
        return kinds.fma_double
    if kind.is_bf16:
        return kinds.fma_odd
    return lambda a, b, c: kinds.fma_odd(a, b, c).astype(kinds.FLOATS[kind.bits])


_FLOAT = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
}  # fmt: skip
_DIRECTIONS = ("rz", "rm", "rp")
_ROUNDINGS = ("rn", *_DIRECTIONS, "ftz", "full", "approx", "noftz")


def _saturated(one, function):
    """Results from 0 to 1 for `.sat`; NaNs become 0."""
    if "sat" not in one.words:
        return function

    def clamped(*values):
        result = function(*values)
        one_ = result.dtype.type(1)
        inside = np.clip(np.where(np.isnan(result), 0, result), 0, one_)
        return inside.astype(result.dtype) + result.dtype.type(0)

    return clamped


def _directed(one, kind, nearest):
    """The function in the direction that the instruction says; f32 and f64."""
    mode = next((word for word in _DIRECTIONS if word in one.words), None)
    if mode is None:
        return nearest
    if kind.bits < 32:
        raise NotImplementedError(f"{one.name}.{mode} of {kind.bits} bits")
    name = "fma" if one.name == "mad" else one.name
    return directed.directed(name, mode, nearest)


def _float(one, kind):
    """The function of an instruction on floats."""
    if one.name in ("min", "max"):
        only(one, "NaN", "xorsign", "abs", "ftz")
        return _rounding(one, _extreme(one, kind), kind)
    if one.name == "mad" or one.name == "fma":
        only(one, *_ROUNDINGS, "sat", "relu")
        function = _saturated(one, _directed(one, kind, _fused(kind)))
        return _rounding(one, _relu(one, function), kind)
    only(one, *_ROUNDINGS, "sat")
    function = _saturated(one, _directed(one, kind, _FLOAT[one.name]))
    return _rounding(one, function, kind)


@elementwise("fma")
def _fma(one, kind):
    return _float(one, kind)


_FUNCTIONS = {
    "sqrt": np.sqrt, "ex2": np.exp2, "lg2": np.log2, "sin": np.sin, "cos": np.cos,
    "tanh": np.tanh,
    "rsqrt": lambda x: 1 / np.sqrt(x), "rcp": lambda x: 1 / x,
}  # fmt: skip


@elementwise(*_FUNCTIONS)
def _function(one, kind):
    only(one, *_ROUNDINGS)
    function = _FUNCTIONS[one.name]

    def wide(x):  # f64 rounded once is exact enough for all narrower types
        return function(x.astype(np.float64)).astype(x.dtype)

    return _rounding(one, _directed(one, kind, wide), kind)


@elementwise("copysign")
def _copysign(one, kind):
    only(one)
    return lambda sign, size: np.copysign(size, sign)


@elementwise("neg", "abs")
def _sign(one, kind):
    only(one, "ftz")
    function = np.negative if one.name == "neg" else np.abs
    return _rounding(one, function, kind) if kind.is_float else function


# -- Integers


_INTEGER = {
    "add": np.add, "sub": np.subtract, "min": np.minimum, "max": np.maximum,
}  # fmt: skip


@elementwise(*_INTEGER)
def _of_any_numbers(one, kind):
    if kind.is_float:
        return _float(one, kind)
    function = _INTEGER[one.name]
    if one.name in ("min", "max") and kind.letter == "s" and "relu" in one.words:
        only(one, "relu")
        return lambda a, b: np.maximum(function(a, b), a.dtype.type(0))
    only(one)
    return function


def _high(a, b, kind):
    """The upper half of a product."""
    if kind.bits < 64:
        wide = np.dtype(f"{'i' if kind.letter == 's' else 'u'}{kind.bits // 4}")
        return ((a.astype(wide) * b.astype(wide)) >> wide.type(kind.bits)).astype(
            a.dtype
        )
    product = np.asarray(a, object) * np.asarray(b, object)
    return np.array([int(x) >> 64 for x in np.atleast_1d(product)], object).astype(
        a.dtype
    )


def _product(one, kind):
    """The function of mul.lo, mul.hi."""
    only(one, "lo", "hi")
    if "hi" in one.words:
        return lambda a, b: _high(np.atleast_1d(a), np.atleast_1d(b), kind)
    return np.multiply


@instruction("mul", "mad")
def _mul(one):
    if one.words[-1].endswith("x2") or kind_of(one).is_float:
        return of_elements(one, _float)
    kind = kind_of(one)
    if "wide" in one.words:
        only(one, "wide")
        result = kinds.find(f"{kind.letter}{2 * kind.bits}")
        wide = kinds.SIGNED[result.bits] if kind.letter == "s" else result.raw

        def function(a, b):
            return a.astype(wide) * b.astype(wide)

    else:
        function, result = _product(one, kind), kind
    write = machine.target(one, one.operands[0], result)
    reads = [machine.source(one, x, kind) for x in one.operands[1:3]]
    if one.name == "mad":
        addend = machine.source(one, one.operands[3], result)

    def run(blocks, lanes):
        value = function(*(read(blocks, lanes) for read in reads))
        if one.name == "mad":
            value = value + addend(blocks, lanes).astype(value.dtype)
        write(blocks, lanes, value)

    return run


def _quotient(a, b):
    """Toward zero; by zero, all ones."""
    zero = b == 0
    safe = np.where(zero, b.dtype.type(1), b)
    if a.dtype.kind == "u":
        value = a // safe
    else:
        value = a // safe
        value = value + ((a % safe != 0) & ((a < 0) != (safe < 0))).astype(a.dtype)
    return np.where(zero, np.array(-1).astype(a.dtype), value)


@elementwise("div", "rem")
def _divide(one, kind):
    if kind.is_float:
        return _float(one, kind)
    only(one)
    if one.name == "div":
        return _quotient
    return lambda a, b: np.where(b == 0, a, a - _quotient(a, b) * b)


_LOGIC = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}


@elementwise(*_LOGIC)
def _logic(one, kind):
    only(one)
    return _LOGIC[one.name]


@elementwise("not")
def _not(one, kind):
    only(one)
    return np.invert


def _shift_left(a, count):
    bits = a.dtype.itemsize * 8
    moved = a << np.minimum(count, bits - 1).astype(a.dtype)
    return np.where(count >= bits, a.dtype.type(0), moved)


def _shift_right(a, count):
    bits = a.dtype.itemsize * 8
    moved = a >> np.minimum(count, bits - 1).astype(a.dtype)
    if a.dtype.kind == "i":
        return moved
    return np.where(count >= bits, a.dtype.type(0), moved)


@instruction("shl", "shr")
def _shift(one):
    only(one)
    kind = kind_of(one)
    write = machine.target(one, one.operands[0], kind)
    a = machine.source(one, one.operands[1], kind)
    count = machine.source(one, one.operands[2], kinds.find("u32"))
    function = _shift_left if one.name == "shl" else _shift_right
    return lambda blocks, lanes: write(
        blocks, lanes, function(a(blocks, lanes), count(blocks, lanes))
    )


@elementwise("shf")
def _funnel(one, kind):
    only(one, "l", "r", "wrap", "clamp")

    def function(low, high, count):
        wraps = "wrap" in one.words
        count = (count & 31) if wraps else np.minimum(count, 32)
        both = low.astype(np.uint64) | high.astype(np.uint64) << np.uint64(32)
        if "r" in one.words:
            return (both >> count.astype(np.uint64)).astype(np.uint32)
        return (both << count.astype(np.uint64) >> np.uint64(32)).astype(np.uint32)

    return function


@instruction("bfi")
def _insert(one):
    only(one)
    kind = kind_of(one)
    write = machine.target(one, one.operands[0], kind)
    a, b = (machine.source(one, x, kind) for x in one.operands[1:3])
    start, length = (
        machine.source(one, x, kinds.find("u32")) for x in one.operands[3:]
    )

    def run(blocks, lanes):
        first = np.minimum(start(blocks, lanes) & 255, kind.bits)
        count = np.minimum(length(blocks, lanes) & 255, kind.bits)
        into = b(blocks, lanes)
        ones = np.full(len(lanes), into.dtype.type(2**kind.bits - 1))
        field = _shift_left(ones & ~_shift_left(ones, count), first)
        moved = _shift_left(a(blocks, lanes), first)
        return write(blocks, lanes, moved & field | into & ~field)

    return run


@instruction("bfe")
def _extract(one):
    only(one)
    kind = kind_of(one)
    write = machine.target(one, one.operands[0], kind)
    a = machine.source(one, one.operands[1], kind)
    start, length = (
        machine.source(one, x, kinds.find("u32")) for x in one.operands[2:]
    )

    def run(blocks, lanes):
        value = a(blocks, lanes)
        first = np.minimum(start(blocks, lanes) & 255, kind.bits)
        count = np.minimum(length(blocks, lanes) & 255, kind.bits)
        if kind.letter == "s" and (first + count > kind.bits).any():
            raise machine.PtxError("the field ends outside of the number")
        if kind.letter == "s":
            left = _shift_left(value, kind.bits - first - count)
            field = _shift_right(left, kind.bits - count)
            return write(
                blocks, lanes, np.where(count == 0, value.dtype.type(0), field)
            )
        moved = _shift_right(value, first)
        ones = value.dtype.type(2**kind.bits - 1)
        rest = _shift_left(np.full(len(lanes), ones), count)
        return write(blocks, lanes, moved & ~rest)

    return run


@instruction("prmt")
def _permute(one):
    only(one)
    kind = kinds.find("b32")
    write = machine.target(one, one.operands[0], kind)
    reads = [machine.source(one, x, kind) for x in one.operands[1:]]

    def run(blocks, lanes):
        low, high, choice = (read(blocks, lanes) for read in reads)
        both = low.astype(np.uint64) | high.astype(np.uint64) << np.uint64(32)
        result = np.zeros(len(lanes), np.uint32)
        for i in range(4):
            nibble = (choice >> np.uint32(4 * i)) & np.uint32(15)
            byte = both >> ((nibble & 7).astype(np.uint64) * np.uint64(8))
            byte = (byte & np.uint64(255)).astype(np.uint32)
            sign = np.where(byte & 128, 255, 0).astype(np.uint32)
            byte = np.where(nibble & 8, sign, byte)
            result |= byte << np.uint32(8 * i)
        write(blocks, lanes, result)

    return run


@instruction("popc", "clz", "brev")
def _count(one):
    only(one)
    kind = kind_of(one)
    result = kind if one.name == "brev" else kinds.find("u32")
    write = machine.target(one, one.operands[0], result)
    read = machine.source(one, one.operands[1], kind)
    functions = {
        "popc": lambda x: x.count("1"), "clz": lambda x: len(x) - len(x.lstrip("0")),
        "brev": lambda x: int(x[::-1], 2),
    }  # fmt: skip
    function = functions[one.name]

    def run(blocks, lanes):
        texts = (format(int(x), f"0{kind.bits}b") for x in read(blocks, lanes))
        write(blocks, lanes, np.array([function(x) for x in texts], result.raw))

    return run


@instruction("lop3")
def _logic_of_three(one):
    """Bit i of the table is the result for three bits that are i."""
    only(one)
    kind = kinds.find("b32")
    write = machine.target(one, one.operands[0], kind)
    reads = [machine.source(one, x, kind) for x in one.operands[1:4]]
    table = one.operands[4].value

    def run(blocks, lanes):
        values = [read(blocks, lanes) for read in reads]
        result = np.zeros(len(lanes), np.uint32)
        for i in range(8):
            if table >> i & 1:
                terms = (v if i >> 2 - n & 1 else ~v for n, v in enumerate(values))
                result |= np.bitwise_and.reduce([*terms])
        write(blocks, lanes, result)

    return run


@instruction("dp4a", "dp2a")
def _dot_of_parts(one):
    """c plus products of four bytes, or of two halves and two of four bytes."""
    only(one, "lo", "hi")
    signs = [word[0] == "s" for word in one.words[-2:]]
    addend = kinds.find("s32" if any(signs) else "u32")
    write = machine.target(one, one.operands[0], addend)
    word = kinds.find("b32")
    reads = [machine.source(one, x, word) for x in one.operands[1:3]]
    read_addend = machine.source(one, one.operands[3], addend)
    parts = 4 if one.name == "dp4a" else 2
    start = 2 if "hi" in one.words else 0

    def part(values, signed, bits, index):
        field = (values >> np.uint32(bits * index)).astype(f"u{bits // 8}")
        return field.view(f"i{bits // 8}" if signed else field.dtype).astype(np.int64)

    def run(blocks, lanes):
        a, b = (read(blocks, lanes) for read in reads)
        total = read_addend(blocks, lanes).astype(np.int64)
        for i in range(parts):
            left = part(a, signs[0], 32 // parts, i)
            total = total + left * part(b, signs[1], 8, start + i)
        dtype = np.int32 if any(signs) else np.uint32
        write(blocks, lanes, total.astype(dtype))

    return run
