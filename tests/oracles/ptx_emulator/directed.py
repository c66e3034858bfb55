# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Floats rounded in a direction: `.rz`, `.rm` and `.rp`, by exact fractions."""

import fractions
import math

import numpy as np

# Bits of the fraction of a root, more than those of all results.
ROOT_BITS = 2400


def _root(x):
    """The root of a fraction, with a rest that shows that it is not exact."""
    scaled = x.numerator * x.denominator << 2 * ROOT_BITS
    whole = math.isqrt(scaled)
    rest = fractions.Fraction(whole * whole < scaled, 2)
    return (whole + rest) / (x.denominator << ROOT_BITS)


_EXACT = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b, "rcp": lambda a: 1 / a, "fma": lambda a, b, c: a * b + c,
    "sqrt": _root,
}  # fmt: skip


def _round(exact, mode, dtype):
    """A fraction that is not 0."""
    try:
        near = dtype(float(exact))
    except OverflowError:
        near = dtype(math.inf if exact > 0 else -math.inf)
    down = mode == "rm" or (mode == "rz" and exact > 0)
    order = near if np.isinf(near) else fractions.Fraction(float(near)) - exact
    if down and order > 0:
        return np.nextafter(near, dtype(-math.inf))
    if not down and order < 0:
        return np.nextafter(near, dtype(math.inf))
    return dtype(math.copysign(0.0, exact)) if near == 0 else near


def directed(name, mode, nearest):
    """The function of arrays; `nearest`: that to nearest, for infinite and exact
    results."""

    def nearest_one(*values):
        return np.asarray(nearest(*values)).reshape(-1)[0]

    def one(*values):
        near = nearest_one(*values)
        finite = all(np.isfinite(v) for v in values)
        if not finite or np.isnan(near) or (name in ("div", "rcp") and values[-1] == 0):
            return near
        exact = _EXACT[name](*(fractions.Fraction(float(v)) for v in values))
        if exact:
            return _round(exact, mode, type(values[0]))
        if mode != "rm" or name not in ("add", "sub", "fma"):
            return near
        return -nearest_one(-values[0], *values[1:-1], -values[-1])

    def apply(*arrays):
        rows = zip(*(np.atleast_1d(a) for a in np.broadcast_arrays(*arrays)))
        with np.errstate(all="ignore"):
            return np.array([one(*row) for row in rows], arrays[0].dtype)

    return apply
