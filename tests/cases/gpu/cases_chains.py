# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random chains of operations that change the shapes of tiles of integers, with
loops and branches: more dimensions, larger tiles, and more warps than those of
cases_trees.py have, whose machines and decisions these are.
"""

from cases_trees import Program, tree_case

COUNT = 200
WARPS = (1, 2, 4, 8, 16, 32)


class Chain(Program):
    """Decisions for few operations, most of which change layouts."""

    elements = carried = ("i32", "i32", "i8")
    inputs = ("i1", "i8", "i32")
    room = 32**3
    most = 8192  # elements of a tile that an operation makes larger
    rank = 4
    folds = ("addi", "addi", "addi", "maxsi", "minui")
    sizes = (1, 2, 4, 32)
    recent = 99

    def operations(self):
        return ["do_arithmetic"] * 3 + [
            "do_reduce", "do_scan", "do_expand", "do_trans", "do_trans", "do_reshape",
            "do_reshape", "do_join", "do_split", "do_convert", "do_loop", "do_branch",
        ]  # fmt: skip

    def shape(self):
        rank = self.random.choice((1, 2, 3, 3))
        return tuple(self.random.choice((1, 2, 16, 32)) for _ in range(rank))


def cases():
    for seed in range(COUNT):
        yield tree_case(Chain, seed, "chains", WARPS[seed % len(WARPS)],
                        sanitize=seed % 15 == 0)  # fmt: skip
