# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kinds of operations in programs, and the number of programs with each."""

import collections

import program as p

OPERATIONS = {
    "tt.make_tensor_descriptor": "descriptors that are created",
    "tt.descriptor_load": "loads by descriptors",
    "tt.descriptor_store": "stores by descriptors",
    "tt.descriptor_reduce": "reductions by descriptors",
    "tt.descriptor_gather": "gathered rows", "tt.descriptor_scatter": "scattered rows",
    "tt.make_tensor_ptr": "block pointers", "tt.advance": "advanced block pointers",
    "tt.dot": "products", "tt.dot_scaled": "scaled products", "tt.gather": "gathers",
    "tt.histogram": "histograms", "tt.mulhiui": "high halves of products",
    "tt.reduce": "reductions", "tt.scan": "scans", "scf.for": "loops",
    "scf.while": "while loops", "scf.if": "branches", "tt.atomic_rmw": "atomics",
}  # fmt: skip
MORE = (
    "descriptors as parameters", "descriptors that a loop carries",
    "descriptors that are chosen", "padding with NaN", "sorts and flips",
    "random numbers", "extents that are not powers of two", "tensor maps",
)  # fmt: skip


def kinds_of(program):
    """The kinds in a program."""
    ops = list(p.walk(program.body))
    found = {OPERATIONS[op.name] for op in ops if op.name in OPERATIONS}
    tensors = [a for a in program.arguments if a.tensor]
    has_descriptors = any(r.is_descriptor for op in ops for r in op.results)
    is_carried = any(v.is_descriptor for op in ops if op.name == "scf.for"
                     for v in op.results)  # fmt: skip
    is_chosen = any(v.is_descriptor for op in ops for v in op.results
                    if op.name in ("scf.if", "arith.select"))  # fmt: skip
    has_nan = any(op.more.get("padding") == p.NAN for op in ops)
    has_nan |= any(a.tensor.padding == p.NAN for a in tensors)
    is_odd = any(n & (n - 1) for op in ops for v in op.results for n in v.shape)
    is_cube = any(v.shape == (2,) * len(v.shape) and len(v.shape) > 3
                  for op in ops if op.name == "tt.reshape" for v in op.results)  # fmt: skip
    products = sum(op.name == "tt.mulhiui" for op in ops)
    flags = (bool(tensors), is_carried, is_chosen, has_nan, is_cube, products > 1,
             is_odd, program.maps and (has_descriptors or bool(tensors)))  # fmt: skip
    return found | {kind for kind, flag in zip(MORE, flags) if flag}


def count(kinds):
    """The number of sets with each kind, also the kinds of no set."""
    counts = collections.Counter(dict.fromkeys([*OPERATIONS.values(), *MORE], 0))
    for found in kinds:
        counts.update(found)
    return counts
