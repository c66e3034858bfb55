# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other ways to compile a program that must not change its results: without promises,
with other warps and stages, with options that transform loops."""

import copy
import dataclasses

import program as p
from options import NOTHING, USUAL, is_on, only

# Options by what a program must have, for GPUs from an architecture on; those of
# CPUs have the architecture 0.
OPTIONS = (
    (only("split-loops"), "scf.for", 0), (only("order-programs"), "scf.for", 80),
    (only("rotate-loops"), "tt.dot", 90), (only("describe-tensors"), "tt.dot", 90),
    (only("tensor-maps", "warp-specialize"), "tt.dot", 90),
    (only("tensor-maps", "warp-specialize", "persistent"), "tt.dot", 90),
    (NOTHING, "scf.for", 0), (USUAL, "scf.for", 80),
)  # fmt: skip


@dataclasses.dataclass
class Variant:
    """A way; `is_same` says that sums of floats have the same order."""

    name: str
    program: object
    options: tuple = ()
    is_same: bool = True


def without_promises(program):
    """A copy; None if there are none."""
    made, count = copy.deepcopy(program), 0
    for op in p.walk(made.body):
        for name in ("hints", "overflow"):
            count += bool(op.more.pop(name, None))
    for argument in made.arguments:
        if argument.role == "scalar" and argument.is_divisible:
            argument.is_divisible = False
            count += 1
    return made if count else None


def with_stages(program, stages):
    made = copy.deepcopy(program)
    made.stages = stages
    for op in p.walk(made.body):
        if "tt.num_stages" in op.more:
            op.more["tt.num_stages"] = stages
    return made


def variants(program, architecture):
    """All variants for a GPU's architecture, or a CPU (0)."""
    plain = without_promises(program)
    if plain:
        yield Variant("no promises", plain)
    names = {op.name for op in p.walk(program.body)}
    for options, needed, least in OPTIONS:
        if needed in names and architecture >= least:
            is_same = not is_on("warp-specialize", options)
            yield Variant(" ".join(options), program, options, is_same)
    if not architecture:
        return
    for stages in (1, 2, 4) if "scf.for" in names else ():
        yield Variant(f"{stages} stages", with_stages(program, stages))
    for warps in (1, 2, 4, 8):
        if warps != program.warps:
            made = copy.deepcopy(program)
            made.warps = warps
            yield Variant(f"{warps} warps", made, is_same=False)
