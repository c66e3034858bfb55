# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loops with products (random_loops.py), with the options that transform them,
against their results in double precision with a bound of the error.

Not here: how programs are drawn (random_loops.py).
"""

import dataclasses
import functools
import itertools

import numpy as np

import cases_tiles  # noqa: F401  (it finds the modules of tile_programs)
import evaluate
import evaluate_tensors
import formats
import generate
import write
from case import Case, Scalar
from memory import Data, Unstable
from random_loops import OPTIONS, Loops, setup_of

SEEDS = range(0, 50)  # run.py --seeds
STEPS = 99  # products of an iteration at most; run.py --steps
KEPT = 1 << 30  # the seed of the first case whose loops are sure to carry loaded tiles


class Machine(evaluate.Machine):
    """Knows which rounded numbers are sure, and by how much sums differ that are added
    up in another order."""

    def compute(self, op, ins):
        if op.name == "tt.descriptor_reduce":
            memory = self.memories[ins[0].argument]
            ins = evaluate_tensors.block_to_write(self, op, ins)
            offsets, values, error = self.written(memory, ins)
            memory.values[offsets] += values
            size = np.abs(memory.values[offsets]) + np.abs(values)
            memory.error[offsets] += error + 2.0**-22 * size
            return []
        if op.name != "arith.truncf":
            return super().compute(op, ins)
        data, element = ins[0], op.more["element"]
        values, low, high = (formats.round_to(data.values + sign * data.error, element)
                             for sign in (0, -1, 1))  # fmt: skip
        error = np.maximum(high - values, values - low)
        return [evaluate.check_size(op, Data(values, error))]

    def run(self):
        for self.index in range(self.program.grid):
            self.block(self.program.body)
        for memory in self.memories.values():
            evaluate.check_digits(memory)
        return self


@functools.lru_cache(4)
def drawn(setup, most):
    """A program whose results are known, and a machine that has run it."""
    for attempt in range(generate.ATTEMPTS):
        program = Loops(setup, attempt, most).build()
        try:
            return program, Machine(program).run()
        except Unstable:
            continue
    raise RuntimeError(f"{setup}: no draw has known results")


def arguments(program, machine):
    return [
        Scalar(a.element, a.number) if a.role == "scalar" else
        evaluate.whole(a, evaluate.array(program, a, machine.memories[a]))
        for a in program.arguments
    ]  # fmt: skip


def case_of(setup):
    return Case(
        f"loops/{setup.name}", lambda symbol: write.text(drawn(setup, STEPS)[0], symbol),
        lambda rng: arguments(*drawn(setup, STEPS)), warps=setup.warps, stages=setup.stages,
        grid=(setup.programs, 1, 1), blocks=setup.launched, architectures=90,
        options=OPTIONS[setup.options], is_for_cpu=False)  # fmt: skip


def cases():
    for seed in SEEDS:
        yield case_of(setup_of(seed))
    # Tiles that the last iteration loads are used after the loop.
    for number, options in itertools.product(range(3), ("producer", "both", "all")):
        setup = dataclasses.replace(setup_of(KEPT + number), options=options, keeps=True)
        yield case_of(dataclasses.replace(setup, trips=3 + number, end="argument"))
    # The last product runs when the loop ends, and its slot is reported after it: the
    # producer copies for the next program then.
    yield case_of(dataclasses.replace(setup_of(75), programs=4, launched=1))
