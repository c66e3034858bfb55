# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs over tiles (tests/generators/tiles), whole kernels and small
ones of each family, as cases: each case has the family and the seed in its name."""

import itertools
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("generators/tiles", "oracles/tiles")

import evaluate  # noqa: E402
import families  # noqa: E402
import write  # noqa: E402
from case import Case  # noqa: E402

SEEDS = range(0, 50)  # run.py --seeds


def case_of(program):
    """A program as a case."""
    launch = program.warps, program.stages, program.grid, program.maps
    return make_case(program.seed, program.family, launch, lambda: program)


def make_case(seed, family, launch, get):
    warps, stages, grid, maps = launch
    return Case(
        f"{family}/{seed}-w{warps}-s{stages}",
        lambda symbol: write.text(get(), symbol),
        lambda rng: evaluate.arguments(get()),
        warps=warps, stages=stages, grid=(grid, 1, 1),
        options_90=("--launcher=tensor-maps",) if maps else (),
        is_for_cpu=family not in families.NOT_FOR_CPUS,
    )  # fmt: skip


def cases():
    """Programs are generated when they are needed."""
    for family, seed in itertools.product(families.FAMILIES, SEEDS):
        yield make_case(
            seed, family, families.launch_of(seed, family),
            lambda s=seed, f=family: families.generate(s, f),
        )  # fmt: skip
