# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Special functions of libdevice by special_functions.py: as libdevice computes them,
with the errors of the CUDA programming guide, and as our code does."""

import functools

import numpy as np

import formats
import special_functions as special
from case import EXACT, Bound
from cases_elementwise import SIZE, case_of
from cases_libdevice import call

# Each distinct operand is in the tile several times: references take their time.
DISTINCT = 128
LIMITS = {"f32": (-126, 127), "f64": (-1022, 1023)}


def between(low, high):
    return lambda rng, element, count: rng.uniform(low, high, count)


def magnitudes(rng, element, count):
    """Both signs, all exponents."""
    least, most = LIMITS[element]
    signs = rng.choice((-1, 1), count)
    return signs * np.ldexp(rng.uniform(1, 2, count), rng.integers(least, most, count))


def probabilities(rng, element, count):
    """Half of them close to 0."""
    small = np.ldexp(rng.uniform(1, 2, count), rng.integers(LIMITS[element][0], 0, count))
    return np.where(rng.integers(0, 2, count), small, rng.uniform(0, 1, count))


def close_to_one(rng, element, count):
    """From -1 to 1, half of them close to 1."""
    bits = formats.FLOATS[element].fraction
    close = 1 - np.ldexp(rng.uniform(0.5, 1, count), rng.integers(-bits, 0, count))
    return np.where(rng.integers(0, 2, count), close, rng.uniform(-1, 1, count))


def angles(rng, element, count):
    """Multiples of a quarter, and others of all sizes."""
    others = rng.uniform(-2, 2, count) * 2.0 ** rng.integers(-30, 30, count)
    return np.where(rng.integers(0, 4, count), others, rng.integers(-99, 99, count) / 4)


# By libdevice's name for double: the reference, its operands, how many there are, and
# the errors in units of the last place: libdevice's for float and double, and ours.
FUNCTIONS = {
    "sinpi": (special.sinpi, angles, 1, 1, 2, 2),
    "cospi": (special.cospi, angles, 1, 1, 2, 2),
    "rcbrt": (special.rcbrt, magnitudes, 1, 1, 1, 2),
    "rhypot": (special.rnorm, magnitudes, 2, 2, 2, 2),
    "norm3d": (special.norm, between(-9, 9), 3, 3, 1, 2),
    "norm4d": (special.norm, magnitudes, 4, 3, 2, 2),
    "rnorm3d": (special.rnorm, magnitudes, 3, 2, 2, 2),
    "rnorm4d": (special.rnorm, between(-9, 9), 4, 2, 2, 2),
    "erfcx": (special.erfcx, between(-9, 20), 1, 4, 4, 5),
    "erfinv": (special.erfinv, close_to_one, 1, 2, 5, 3),
    "erfcinv": (special.erfcinv, probabilities, 1, 4, 6, 3),
    "normcdf": (special.normcdf, between(-12, 4), 1, 5, 5, 6),
    "normcdfinv": (special.normcdfinv, probabilities, 1, 5, 8, 3),
    "cyl_bessel_i0": (functools.partial(special.bessel_i, 0), between(-85, 85), 1, 6, 6, 5),
    "cyl_bessel_i1": (functools.partial(special.bessel_i, 1), between(-85, 85), 1, 6, 6, 5),
}  # fmt: skip
SPECIAL_OPERANDS = (0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -0.5, np.inf, -np.inf, np.nan, 1e30, -1e30)


def reference_of(function):
    """The function of arrays; NaN for NaN but where an infinity decides. Texts are
    the keys, since 0 and -0 are equal."""

    @functools.cache
    def one(*texts):
        values = [float.fromhex(text) for text in texts]
        if any(np.isnan(values)):
            decides = function in (special.norm, special.rnorm) and any(np.isinf(values))
            return float(function(np.inf)) if decides else np.nan
        return float(function(*values))

    return lambda *arrays: np.array(
        [one(*(float(x).hex() for x in row)) for row in zip(*arrays)]
    )


def operands(values, count, element, plain=SPECIAL_OPERANDS):
    """Tiles of the operands; special ones first."""

    def make(rng):
        tiles = []
        for _ in range(count):
            chosen = values(rng, element, DISTINCT)
            if values is magnitudes or count == 1:
                chosen[: len(plain)] = rng.permutation(plain)
            stored = formats.encode(chosen, element)
            tiles.append(np.tile(stored, SIZE // DISTINCT))
        return tiles

    return make


def bound_of(element, units):
    """Results that are subnormal may be 0 on GPUs."""
    kind = formats.FLOATS[element]
    flushed = 2.0 ** (1 - kind.bias) if element == "f32" else 0.0
    return Bound(relative=units * kind.epsilon, absolute=flushed)


def special_cases(functions):
    """Every function of floats and doubles, of libdevice and ours."""
    for name, (function, values, count, single, double, ours) in functions.items():
        for element, units in (("f32", single), ("f64", double)):
            symbol = f"__nv_{name}{'f' if element == 'f32' else ''}"
            own = 0.01 if element == "f32" else ours
            for where, error, options in (
                ("", units, ()), ("own-", own, ("--libdevice=none",)),
            ):  # fmt: skip
                yield case_of(
                    f"special-{where}{symbol}", (element,) * count, element,
                    call(symbol, element), operands(values, count, element),
                    reference_of(function), options=options,
                    bound=bound_of(element, error),
                )  # fmt: skip


def reciprocals():
    """The instruction reads and writes the high words."""
    for where, options in (("", ()), ("own-", ("--libdevice=none",))):
        yield case_of(
            f"special-{where}__nv_rcp64h", ("f64",), "f64", call("__nv_rcp64h", "f64"),
            operands(between(-1e6, 1e6), 1, "f64"), lambda x: 1 / x,
            bound=Bound(relative=2.0**-18), options=options,
        )  # fmt: skip
        yield case_of(
            f"special-{where}__nv_frsqrt_rn", ("f32",), "f32", call("__nv_frsqrt_rn", "f32"),
            operands(probabilities, 1, "f32"), reference_of(special.rsqrt),
            bound=EXACT, options=options,
        )  # fmt: skip


def arguments(rng, element, count):
    """From 0 to 90; half of them up to 2, where the second kind is large."""
    return np.where(rng.integers(0, 2, count), rng.uniform(0, 2, count), rng.uniform(0, 90, count))


# The largest absolute errors where values are not small; about zeros too.
BESSEL = {"f32": (9, 2.2e-6), "f64": (7, 5e-12)}


def bessel_cases():
    """Functions of the first and the second kind: libdevice's, and C's on CPUs."""
    for element, (units, absolute) in BESSEL.items():
        suffix = "f" if element == "f32" else ""
        bound = Bound(relative=units * formats.FLOATS[element].epsilon, absolute=absolute)
        for kind, function in (("j", special.bessel_j), ("y", special.bessel_y)):
            for order in (0, 1):
                symbol = f"__nv_{kind}{order}{suffix}"
                yield case_of(
                    f"special-{symbol}", (element,), element, call(symbol, element),
                    operands(arguments, 1, element, SPECIAL_OPERANDS[:-2]),
                    reference_of(functools.partial(function, order)), bound=bound,
                )  # fmt: skip
            symbol = f"__nv_{kind}n{suffix}"
            yield case_of(
                f"special-{symbol}", ("i32", element), element, call(symbol, element),
                orders(element), reference_of(lambda n, x, f=function: f(int(n), x)),
                bound=Bound(relative=27 * formats.FLOATS[element].epsilon, absolute=absolute),
            )  # fmt: skip


def orders(element):
    """Orders up to 10, of which yn has an error of 27 units, and numbers."""

    def make(rng):
        chosen = rng.integers(0, 11, DISTINCT).astype(np.int32)
        numbers = formats.encode(rng.uniform(0.5, 60, DISTINCT), element)
        return [np.tile(each, SIZE // DISTINCT) for each in (chosen, numbers)]

    return make


def cases():
    yield from bessel_cases()
    yield from special_cases(FUNCTIONS)
    yield from reciprocals()
