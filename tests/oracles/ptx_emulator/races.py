# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accesses of two warps of a block to one byte of global memory, without a barrier
between them, one of which writes.

Each barrier of a block begins an era, whose number no other block has. Each byte of
the arrays has the era and the warp of the last read, write and atomic operation. An
access to a byte that another warp has accessed in the same era is an error unless
both are reads, both are atomic operations, or both write the same value. If only
some warps meet at a barrier, or a thread has waited for a barrier in shared memory,
an era begins as well, so that no order is overlooked.

Not here: races within a warp, and between blocks.
"""

import numpy as np

from .memory import GLOBAL_BASE, OutOfBounds

CODES = 64  # marks of an era: of its warps, of which there are 32 at most, and
SEVERAL = CODES - 1
WRITE, READ, ATOMIC = range(3)
_VERBS = "wrote", "read", "changed"
# Which accesses of other warps race with one of each kind.
_RIVALS = (WRITE, READ, ATOMIC), (WRITE, ATOMIC), (WRITE, READ)


def is_rival(found, mine):
    """Whether marks are of the same era, but not of the same warp."""
    differ = found ^ mine
    return (differ != 0) & (differ < CODES)


class Races:
    """The accesses of a launch to `used` bytes of global memory."""

    def __init__(self, used):
        size = -(-used // 256) * 256
        self.marks = [np.zeros(size, np.uint32) for _ in _VERBS]
        self.last = 0  # era

    def eras(self, count):
        """New ones for some blocks."""
        self.last += count
        return np.arange(self.last - count + 1, self.last + 1, dtype=np.uint32)

    def note(self, kind, index, size, era, warps, changes=True, is_lost=False):
        """Lanes access words of `size` bytes. Writes where `changes` is False, of the
        values that were there, do not race with earlier ones; writes where `is_lost`
        is True have left other values, so that they race with those of other lanes."""
        mine = (era * np.uint32(CODES) + warps.astype(np.uint32))[:, None]
        for rival in _RIVALS[kind]:
            matters = changes if kind == rival == WRITE else True
            self.check(rival, kind, index, size, mine, matters)
        marks = self.marks[kind].reshape(-1, size)
        before = marks[index]
        marks[index] = mine
        if kind == WRITE:  # of others at the same time
            self.check(WRITE, kind, index, size, mine, is_lost)
        # Others of this era have accessed the word, before or just now.
        other = is_rival(before, mine) | is_rival(marks[index], mine)
        if other.any():
            lanes, bytes_ = np.nonzero(other)
            marks[index[lanes], bytes_] = mine[lanes, 0] | np.uint32(SEVERAL)

    def check(self, rival, kind, index, size, mine, matters):
        """Raises an error if a byte has a mark of another warp in the same era, for
        the lanes for which it matters."""
        found = self.marks[rival].reshape(-1, size)[index]
        bad = is_rival(found, mine).any(axis=1) & matters
        if bad.any():
            lane = int(np.flatnonzero(bad)[0])
            address = GLOBAL_BASE + int(index[lane]) * size
            raise OutOfBounds(
                lane, f"global address 0x{address:x}, {size} bytes: {_VERBS[kind]},"
                f" though another warp {_VERBS[rival]} it since the last barrier"
            )  # fmt: skip
