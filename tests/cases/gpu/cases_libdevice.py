# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of libdevice that are some operations, with and without libdevice, by
Python's integers and NumPy."""

import fractions
import math

import numpy as np

import formats
from cases_elementwise import SIZE, case_of, special, uniform
from cases_functions import rounded


def call(symbol, result):
    """The body of a kernel that calls the function."""

    def body(kernel, *operands):
        names = ", ".join(o.name for o in operands)
        types = ", ".join(str(o.type) for o in operands)
        shape = operands[0].shape
        to = f"tensor<{'x'.join(map(str, shape))}x{result}>"
        return kernel.emit(
            f'tt.extern_elementwise {names} {{libname = "libdevice", libpath = "",'
            f' pure = true, symbol = "{symbol}"}} : ({types}) -> {to}', result, shape,
        )  # fmt: skip

    return body


def wrapped(value, bits):
    """A whole number as a signed one of as many bits."""
    value &= (1 << bits) - 1
    return value - (value >> (bits - 1) << bits)


def of_integers(function, bits, result_bits=None, unsigned=False):
    """The function of Python's integers on arrays; `unsigned`: of unsigned ones."""
    to = result_bits or bits

    def reference(*arrays):
        rows = zip(*([int(x) for x in a] for a in arrays))
        if unsigned:
            rows = (tuple(x & ((1 << bits) - 1) for x in row) for row in rows)
        results = [wrapped(function(*row), to) for row in rows]
        return np.array(results, f"i{to // 8}")

    return reference


def permuted(x, y, selector):
    either = x | y << 32
    digits = (selector >> 4 * i & 7 for i in range(4))
    return sum((either >> 8 * d & 0xFF) << 8 * i for i, d in enumerate(digits))


def low24(x):
    return wrapped(x, 24)


def bits_cases(bits, suffix):
    """Functions whose operands are read as unsigned."""
    reverse = lambda x: int(f"{x:0{bits}b}"[::-1], 2)  # noqa: E731
    lowest = lambda x: (x & -x).bit_length()  # noqa: E731
    for name, function, to in (
        ("brev", reverse, bits), ("clz", lambda x: bits - x.bit_length(), 32),
        ("ffs", lowest, 32), ("popc", lambda x: f"{x:b}".count("1"), 32),
    ):  # fmt: skip
        reference = of_integers(function, bits, to, unsigned=True)
        yield f"__nv_{name}{suffix}", (f"i{bits}",), f"i{to}", reference


def word_functions():
    """Names, the number of operands, the function, and whether it is of unsigned
    integers."""
    for prefix, unsigned in (("", False), ("u", True)):
        low = (lambda x: x & 0xFFFFFF) if unsigned else low24
        yield f"{prefix}hadd", 2, lambda x, y: x + y >> 1, unsigned
        yield ("urhadd" if unsigned else "rhadd"), 2, lambda x, y: x + y + 1 >> 1, unsigned
        yield f"{prefix}mul24", 2, lambda x, y, low=low: low(x) * low(y), unsigned
        yield f"{prefix}mulhi", 2, lambda x, y: x * y >> 32, unsigned
        yield f"{prefix}sad", 3, lambda x, y, z: abs(x - y) + z, unsigned
    yield "byte_perm", 3, permuted, True


def integer_functions():
    yield from bits_cases(32, "")
    yield from bits_cases(64, "ll")
    for name, count, function, unsigned in word_functions():
        reference = of_integers(function, 32, unsigned=unsigned)
        yield f"__nv_{name}", ("i32",) * count, "i32", reference
    for name, unsigned in (("mul64hi", False), ("umul64hi", True)):
        reference = of_integers(lambda x, y: x * y >> 64, 64, unsigned=unsigned)
        yield f"__nv_{name}", ("i64", "i64"), "i64", reference


def words(array):
    """The low and high words of doubles."""
    return array.astype(np.float64).view(np.int32).reshape(-1, 2)


def saturated(x):
    return np.where(x > 0, np.minimum(x, 1), 0)


def joined(high, low):
    return np.stack([low, high], 1).view(np.float64)[:, 0]


def float_functions():
    for element, names in (
        ("f32", "finitef isinff isnanf signbitf"), ("f64", "isfinited isinfd isnand signbitd"),
    ):  # fmt: skip
        for name, function in zip(
            names.split(), (np.isfinite, np.isinf, np.isnan, np.signbit)
        ):
            reference = lambda x, f=function: f(x).astype(np.int32)  # noqa: E731
            yield f"__nv_{name}", (element,), "i32", reference
    yield "__nv_saturatef", ("f32",), "f32", saturated
    yield "__nv_double2hiint", ("f64",), "i32", lambda x: words(x)[:, 1]
    yield "__nv_double2loint", ("f64",), "i32", lambda x: words(x)[:, 0]
    yield "__nv_hiloint2double", ("i32", "i32"), "f64", joined
    for name, element, to in (
        ("int_as_float", "i32", "f32"), ("uint_as_float", "i32", "f32"),
        ("longlong_as_double", "i64", "f64"),
    ):  # fmt: skip
        kind = np.dtype(f"f{int(to[1:]) // 8}")
        yield f"__nv_{name}", (element,), to, lambda x, k=kind: x.view(k).astype(float)
    for name, to in (("float_as_int", "i32"), ("float_as_uint", "i32")):
        yield f"__nv_{name}", ("f32",), to, lambda x: x.astype(np.float32).view(np.int32)
    yield "__nv_double_as_longlong", ("f64",), "i64", lambda x: x.view(np.int64)


def inputs_of(symbol, elements):
    """Without NaN where its bits matter, which the reference does not get."""
    return (uniform(-100, 100, *elements) if "_as_" in symbol and "f32" in elements
            else special(*elements))  # fmt: skip


def root(x):
    """The root of a fraction, or close to it if it is not exact."""
    scaled = x.numerator * x.denominator << 4096
    whole = math.isqrt(scaled)
    rest = fractions.Fraction(whole * whole != scaled, 3)
    return (whole + rest) / (x.denominator << 2048)


# By libdevice's names: the number of operands, the exact function, and NumPy's for
# infinities, NaN and zeros.
ROUNDED = {
    "add": (2, lambda a, b: a + b, np.add), "sub": (2, lambda a, b: a - b, np.subtract),
    "mul": (2, lambda a, b: a * b, np.multiply), "div": (2, lambda a, b: a / b, np.divide),
    "fma": (3, lambda a, b, c: a * b + c, lambda a, b, c: a * b + c),
    "rcp": (1, lambda a: 1 / a, lambda a: 1 / a), "sqrt": (1, root, np.sqrt),
}  # fmt: skip
DIRECTIONS = {"rn": round, "rz": math.trunc, "rd": math.floor, "ru": math.ceil}


def rounded_reference(name, mode, element):
    _, exact, nearest = ROUNDED[name]

    def one(*values):
        plain = float(nearest(*values))
        is_exact = not all(map(math.isfinite, values)) or math.isnan(plain)
        if is_exact or (name in ("div", "rcp") and values[-1] == 0):
            return plain
        value = exact(*(fractions.Fraction(float(v)) for v in values))
        if value:
            return rounded(value, element, DIRECTIONS[mode])
        if mode == "rd" and name in ("add", "sub", "fma"):
            return -float(nearest(-values[0], *values[1:-1], -values[-1]))
        return math.copysign(0.0, plain)

    return lambda *arrays: np.array([one(*row) for row in zip(*arrays)])


def rounded_inputs(name, element):
    """Special numbers, neighbours that cancel, and exponents over the whole range."""
    least, most = (-149, 127) if element == "f32" else (-1074, 1023)

    def make(rng):
        arrays = []
        for index in range(ROUNDED[name][0]):
            values = rng.permutation(formats.special_stored(rng, element, SIZE))
            spread = np.ldexp(rng.uniform(-2, 2, SIZE // 4), rng.integers(least, most, SIZE // 4))
            values[: SIZE // 4] = formats.encode(spread, element)
            small = rng.integers(-9, 9, SIZE // 4) / 2.0
            values[SIZE // 4 : SIZE // 2] = formats.encode(small, element)
            arrays.append(values)
        return arrays

    return make


def rounded_cases():
    for element, prefix in (("f32", "f"), ("f64", "d")):
        for name in ROUNDED:
            for mode in DIRECTIONS:
                symbol = f"__nv_{prefix}{name}_{mode}"
                if name == "fma":
                    symbol = f"__nv_fma{'f' if element == 'f32' else ''}_{mode}"
                yield case_of(
                    f"libdevice-{symbol}", (element,) * ROUNDED[name][0], element,
                    call(symbol, element), rounded_inputs(name, element),
                    rounded_reference(name, mode, element),
                )  # fmt: skip


def cases():
    yield from rounded_cases()
    for functions in (integer_functions, float_functions):
        for symbol, elements, result, reference in functions():
            yield case_of(
                f"libdevice-{symbol}", elements, result, call(symbol, result),
                inputs_of(symbol, elements), reference,
            )  # fmt: skip
