# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results of a program: the tensors and numbers in its values, and how those of
two compilers are compared.

A result has a path, as `out['x'][0]`, a type and an array. Types with fewer digits
may differ by more. A tensor's elements are compared relatively, those that are
smaller than its root mean square relatively to that: sums of numbers that cancel
out have its error. Integers are equal, except that quantized numbers, of 8 bits,
may be neighbours once in a thousand: which are, depends on the last bit of a scale.
"""

import os
import pickle
import types

import numpy as np

# The largest relative difference by type; products of fp32 have factors of TF32.
TOLERANCES = {"float64": 1e-5, "float32": 2e-3, "float16": 5e-3, "bfloat16": 2e-2,
              "complex64": 2e-3, "complex128": 1e-5, "number": 2e-3}  # fmt: skip
TOLERANCE_OF_FP8 = 0.13  # one step of e4m3
NEIGHBOURS = 1e-3  # share of 8-bit integers that may differ by 1


def _array(tensor):
    """Type and elements of a tensor, which numpy may have no type for."""
    name = str(tensor.dtype).rpartition(".")[2]
    tensor = tensor.detach()
    if name == "bfloat16" or name.startswith("float8"):
        tensor = tensor.float()
    return name, np.array(tensor.cpu())


def flatten(value, path="", seen=None):
    """The results in a value: triples of path, type and array."""
    seen = set() if seen is None else seen
    if isinstance(value, (bool, int, float, complex)):
        return [(path, "number", np.array(value))] if path else []
    # A program has classes and modules, such as `torch`, beside its results.
    if isinstance(value, (type, types.ModuleType)) or id(value) in seen:
        return []
    if hasattr(value, "detach") and hasattr(value, "dtype"):
        seen.add(id(value))
        found = [(path, *_array(value))]
        if getattr(value, "is_leaf", False) and value.grad is not None:
            found += flatten(value.grad, f"{path}.grad", seen)
        return found
    if isinstance(value, np.ndarray) and value.dtype != object:
        return [(path, value.dtype.name, value)]
    if isinstance(value, dict):
        items = [(f"[{key!r}]" if path else str(key), v) for key, v in value.items()]
    elif isinstance(value, (list, tuple)):
        items = [(f"[{index}]", v) for index, v in enumerate(value)]
    else:
        return []
    seen.add(id(value))
    return [found for name, v in items for found in flatten(v, path + name, seen)]


def write(path, found):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        pickle.dump(found, file)


def read(path):
    with open(path, "rb") as file:
        return pickle.load(file)


def _compare_numbers(kind, ours, theirs):
    """How two arrays of inexact numbers differ; None if they do not."""
    tolerance = (TOLERANCE_OF_FP8 if kind.startswith("float8")
                 else TOLERANCES.get(kind, 0))  # fmt: skip
    wide = np.complex128 if np.iscomplexobj(theirs) else np.float64
    ours, theirs = ours.astype(wide), theirs.astype(wide)
    finite = np.isfinite(theirs)
    if not np.array_equal(ours[~finite], theirs[~finite], equal_nan=True):
        return "infinities or NaNs differ"
    if not np.isfinite(ours[finite]).all():
        return "infinities or NaNs where stock's are finite"
    ours, theirs = ours[finite], theirs[finite]
    scale = np.sqrt(np.mean(np.abs(theirs) ** 2)) if theirs.size else 0
    error = np.abs(ours - theirs)
    allowed = tolerance * np.maximum(np.abs(theirs), scale)
    wrong = np.count_nonzero(error > allowed)
    if not wrong:
        return None
    worst = np.argmax(error - allowed)
    return (f"{wrong} of {error.size} differ, by at most {error.max():.3g}: "
            f"{ours[worst]:.6g}, stock {theirs[worst]:.6g}")  # fmt: skip


def _compare_integers(ours, theirs):
    """How two arrays of integers or truth values differ; None if they do not."""
    wrong = np.count_nonzero(ours != theirs)
    if not wrong:
        return None
    distance = np.abs(ours.astype(np.float64) - theirs.astype(np.float64))
    if theirs.dtype in (np.int8, np.uint8) and distance.max() <= 1 \
            and wrong <= NEIGHBOURS * theirs.size:  # fmt: skip
        return None
    return f"{wrong} of {theirs.size} integers differ, by at most {distance.max():g}"


def compare(ours, theirs):
    """How the results of a program differ from stock's; None if they do not."""
    paths = [[path for path, _, _ in found] for found in (ours, theirs)]
    if paths[0] != paths[1]:
        return f"{len(ours)} results, stock has {len(theirs)} or others"
    for (path, kind, mine), (_, _, stocks) in zip(ours, theirs):
        if mine.shape != stocks.shape:
            return f"{path}: shape {mine.shape}, stock {stocks.shape}"
        inexact = stocks.dtype.kind in "fc" or mine.dtype.kind in "fc"
        text = (_compare_numbers(kind, mine, stocks) if inexact
                else _compare_integers(mine, stocks))  # fmt: skip
        if text:
            return f"{path}: {text}"
    return None


def compare_folders(ours, theirs):
    """The difference by program, of those that both folders have results of; None
    for programs whose results agree."""
    both = sorted(set(_names(ours)) & set(_names(theirs)))
    return {os.path.splitext(name)[0]:
            compare(read(os.path.join(ours, name)), read(os.path.join(theirs, name)))
            for name in both}  # fmt: skip


def _names(folder):
    return os.listdir(folder) if os.path.isdir(folder) else []
