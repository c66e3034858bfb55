# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Computes accesses to arrays that are read and written. A thread sees what it wrote
itself; what others wrote, or write later, it sees after a barrier only, and what
other programs write it does not see. Elements at the same position of tiles of the
same size belong to the same thread, if there are as many elements as threads."""

import numpy as np

from values import Data, Unstable

WRITES, READS = 0, 1  # of Memory.positions
SEVERAL = -2
# The functions of the elements before an atomic operation and its operands.
ATOMICS = {
    "add": np.add, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
    "max": np.maximum, "min": np.minimum, "exch": lambda a, b: b,
}  # fmt: skip


def accessed(machine, offsets, mask):
    """The elements of an access, and their positions in the tile."""
    offsets = np.asarray(offsets)
    positions = np.arange(offsets.size).reshape(offsets.shape) + (offsets.size << 20)
    mask = np.broadcast_to(np.asarray(mask), offsets.shape)
    warps = machine.program.warps
    is_shared = warps > 1 and offsets.size < 32 * warps  # threads have the same element
    return offsets[mask], positions[mask], is_shared


def need_order(found, positions, is_shared):
    """Refuses accesses to what another thread accessed."""
    if ((found != -1) & ((found != positions) | is_shared)).any():
        raise Unstable("a race")


def note_read(machine, memory, offsets, mask):
    if memory.argument.role != "both":
        return
    offsets, positions, is_shared = accessed(machine, offsets, mask)
    owner = memory.owner[offsets]
    if ((owner != -1) & (owner != machine.index)).any():
        raise Unstable("what another program wrote")
    need_order(memory.positions[WRITES][offsets], positions, is_shared)
    reads = memory.positions[READS]
    first = reads[offsets] == -1
    reads[offsets[first]] = positions[first]
    reads[offsets[reads[offsets] != positions]] = SEVERAL
    reader = memory.reader[offsets]
    memory.reader[offsets] = np.where(
        (reader == -1) | (reader == machine.index), machine.index, SEVERAL
    )


def note_write(machine, memory, offsets, mask):
    if memory.argument.role != "both":
        return
    offsets, positions, is_shared = accessed(machine, offsets, mask)
    reader = memory.reader[offsets]
    if ((reader != -1) & (reader != machine.index)).any():
        raise Unstable("what another program read")
    for found in memory.positions:
        need_order(found[offsets], positions, is_shared)
    memory.positions[WRITES][offsets] = positions


def barrier(machine, op, ins):
    for memory in machine.memories.values():
        for positions in memory.positions:
            positions[:] = -1
    return []


def atomic(machine, op, memory, ins):
    """The elements before; each is accessed once."""
    offsets, values, _ = machine.written(memory, ins)
    note_read(machine, memory, ins[0].values, True if len(ins) < 3 else ins[2].values)
    if np.unique(offsets).size != offsets.size:
        raise Unstable("an element is changed twice")
    old = memory.values[offsets]
    memory.values[offsets] = ATOMICS[op.more["kind"]](old, values)
    if len(ins) > 2 and offsets.size != ins[0].values.size:
        return [Data(None)]
    return [Data(np.asarray(old).reshape(ins[0].values.shape))]
