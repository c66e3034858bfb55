# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The strength of a comparison: which wrong results it accepts.

A mutant is a result that a faulty kernel would give: zeros, memory that it did
not write, the expected result moved by one element. A comparison that accepts a
mutant which differs from the expected result tests nothing of that fault.

Not here: the comparison itself (case.py)."""

import numpy as np

import case as cases_api
import formats


def expected_stored(array):
    """The expected result as a correct kernel stores it."""
    with np.errstate(all="ignore"):
        stored = formats.encode(np.asarray(array.expected), array.element)
    return stored.reshape(array.values.shape)


def scaled(values, factor, element):
    with np.errstate(all="ignore"):
        return formats.encode(formats.decode(values, element) * factor, element)


def opposite(values, element):
    """Floats negated; integers with all bits flipped."""
    if formats.is_float(element):
        return scaled(values, -1.0, element)
    return 1 - values if element == "i1" else ~values


def mean(values, element):
    """The constant result of the least error."""
    finite = formats.decode(values, element)
    finite = finite[np.isfinite(finite)]
    constant = finite.mean() if finite.size else 0.0
    return formats.encode(np.full(values.shape, constant), element)


def mutants(array):
    """Pairs of a name and a wrong result of an output, as stored. A mutant can
    equal the expected result: all zeros where that is zero."""
    want, element = expected_stored(array), array.element
    yield "zeros", np.zeros_like(want)
    yield "ones", formats.encode(np.ones(want.shape), element)
    yield "unwritten", array.values.reshape(want.shape)
    yield "shifted", np.roll(want.reshape(-1), 1).reshape(want.shape)
    yield "opposite", opposite(want, element)
    if formats.is_float(element):
        yield "mean", mean(want, element)
        yield "half", scaled(want, 0.5, element)
        yield "a quarter more", scaled(want, 1.25, element)


def same_values(left, right, element):
    """Whether two stored results are equal; NaN equals NaN, and 0 equals -0."""
    left, right = formats.decode(left, element), formats.decode(right, element)
    if not formats.is_float(element):
        return bool((left == right).all())
    both = np.isnan(left) & np.isnan(right)
    return bool(((left == right) | both).all())


def accepted(array):
    """The results that the comparison of an output accepts: pairs of a mutant's name
    and whether the mutant is what the case expects. The second kind is a weakness
    of the data, the first of the bound."""
    want = expected_stored(array)
    for name, mutant in mutants(array):
        with np.errstate(all="ignore"):
            if cases_api.compare(array, mutant) is None:
                yield name, same_values(mutant, want, array.element)
