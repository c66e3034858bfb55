# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which cases a script runs: those of all modules, by what its options say."""

import importlib
import random
import re

import case as cases_api
import cases_loops
import cases_tiles
import cases_trees
import java_models

MODULES = (
    "cases_elementwise", "cases_convert", "cases_reduce", "cases_shape",
    "cases_memory", "cases_indices", "cases_quotients", "cases_blocks", "cases_descriptors",
    "cases_producer", "cases_split",
    "cases_persistent", "cases_rotated", "cases_ahead", "cases_loops", "cases_described",
    "cases_maxima",
    "cases_atomic", "cases_dot", "cases_float8", "cases_scaled", "cases_libdevice", "cases_special",
    "cases_control", "cases_forwarded", "cases_overflow", "cases_calls", "cases_debug",
    "cases_order",
    "cases_asm", "cases_functions", "cases_kernels", "cases_split_products",
    "cases_models", "cases_checked", "cases_padding", "cases_chains", "cases_trees",
    "cases_tiles", "cases_java",
)  # fmt: skip
NEEDS_TRITON = ("cases_kernels", "cases_split_products")


def all_cases(setting):
    """The cases that are asked for, by name, and why modules are left out."""
    found, notes = {}, []
    cases_trees.SEEDS, cases_trees.STEPS = setting.seeds, setting.steps
    cases_loops.SEEDS, cases_loops.STEPS = setting.seeds, setting.steps
    cases_tiles.SEEDS = setting.seeds
    java_models.use_build(setting.cm2tt, setting.models)
    for name in MODULES:
        if name == "cases_java" and not setting.list and not java_models.exist():
            notes.append(f"{name} left out: no models in {java_models.FOLDER}")
            continue
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as error:
            if name not in NEEDS_TRITON or error.name.split(".")[0] != "triton":
                raise
            notes.append(f"{name} left out: {error}")
            continue
        for one in module.cases():
            if one.name in found:
                raise RuntimeError(f"two cases {one.name}")
            if re.search(setting.filter, one.name):
                found[one.name] = one
    return found, notes


def without_twins(cases):
    """Cases that differ in more than the warps, of which a CPU knows nothing."""
    found = {}
    for name, one in cases.items():
        text = one.source or one.text().replace(cases_api.symbol(name), "")
        found.setdefault((text, one.grid, one.options), name)
    return {name: cases[name] for name in found.values()}


def number_of(word, option, end):
    """A number, or a random one below `end`, which is printed."""
    if word != "any":
        return int(word)
    number = random.SystemRandom().randrange(end)
    print(f"{option}: `any` is {number}", flush=True)
    return number


def seeds_of(text):
    """Seeds: parts N or N:COUNT, with commas between them."""
    found = []
    for part in filter(None, text.split(",")):
        first, _, count = part.partition(":")
        first = number_of(first, "--seeds", 10**9)
        found += range(first, first + int(count or 1))
    return found


def sample_of(text):
    """The first case and the distance to the next: N, or N:FIRST."""
    step, _, first = text.partition(":")
    return number_of(first or "0", "--sample", int(step)), int(step)
