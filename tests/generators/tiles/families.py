# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The families of random programs, by name: `tiles`, whole kernels (generate.py), and
small ones of one kind each."""

import functools

import generate as tiles
import small
from evaluate import Machine
from hints import Hints
from indices import Indices
from memory import Unstable
from order import Order
from packs import Packs
from whiles import Whiles

SMALL = {one.family: one for one in (Indices, Hints, Packs, Order, Whiles)}
FAMILIES = ("tiles", *SMALL)
NOT_FOR_CPUS = ("packs",)  # which have no inline assembly


def launch_of(seed, family="tiles"):
    """Warps, stages and programs of a seed, and whether descriptors become tensor
    maps where the target has them."""
    if family == "tiles":
        return tiles.launch_of(seed)
    return small.launch_of(seed, family)


@functools.lru_cache(4)
def generate(seed, family="tiles"):
    """The program of a seed."""
    if family == "tiles":
        return tiles.generate(seed)
    for attempt in range(tiles.ATTEMPTS):
        try:
            program = SMALL[family](seed, attempt).program()
            Machine(program).run()
            return program
        except Unstable:
            continue
    raise RuntimeError(f"{family}, seed {seed}: {tiles.ATTEMPTS} draws are not determined")
