# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Moves between registers and memory: `mov`, `ld`, `st`, `cp.async`, fences.

A copy writes when its threads wait for it: until then its destination must not be
accessed.
"""

import dataclasses

import numpy as np

from . import kinds
from . import machine
from . import races
from .memory import COPY, SHARED_BASE
from .operations import HINTS, instruction, kind_of, only
from .program import Address, Group, PtxError, Register, Symbol

SPACES = ("global", "shared", "local", "param")
_HINTS = {
    "ca", "cg", "cs", "cv", "wb", "wt", "nc", "volatile", "relaxed", "gpu", "sys",
    "cta", "weak", "release", "acquire", "L1::evict_first", "L1::evict_last",
    "L1::no_allocate", "L2::cache_hint",
}  # fmt: skip


# -- Addresses


def address_of(one, operand, bits):
    """A function of blocks and lanes that gives addresses."""
    if not isinstance(operand, Address):
        raise one.fail(f"not an address: {operand}")
    kind = kinds.find(f"u{bits}")
    if isinstance(operand.base, Register) and operand.base.bits != bits:
        raise one.fail(f"an address of {operand.base.bits} bits")
    base = machine.source(one, operand.base, kind)
    offset = kind.raw.type(operand.offset % (1 << bits))
    return lambda blocks, lanes: base(blocks, lanes) + offset


def space_of(one):
    found = [word for word in one.words if word in SPACES]
    if len(found) != 1:
        raise one.fail("unknown space")
    return found[0]


def is_strong(one):
    return any(one.has(w) for w in ("volatile", "relaxed", "acquire", "release"))


def address_bits(one, operand, space):
    """The bits of the register: shared and local memory have short addresses."""
    if isinstance(operand.base, Register):
        return operand.base.bits
    return 64 if space == "global" else 32


class Accessor:
    """Words of one space at addresses of lanes. Strong loads and stores may wait for
    other threads: they do not race."""

    def __init__(self, space, bits, is_strong=False):
        self.space, self.bits, self.is_strong = space, bits, is_strong

    def memory(self, blocks):
        if self.space == "global":
            return blocks.launch.memory
        return blocks.shared if self.space == "shared" else blocks.local

    def offsets(self, blocks, lanes, addresses, size):
        if self.space == "global":
            return blocks.launch.memory.offsets(addresses, size)
        if self.space == "shared":
            return blocks.shared.offsets(blocks.block[lanes.index], addresses, size)
        return blocks.local.offsets(lanes.ids, addresses, size)

    def load(self, blocks, lanes, addresses, count):
        """`count` consecutive words, as arrays."""
        first = self.offsets(blocks, lanes, addresses, count * self.bits // 8)
        words = self.memory(blocks).words(self.bits)
        if self.space == "global" and not self.is_strong:
            blocks.note_global(races.READ, lanes, first, count * self.bits // 8)
        first = first * count
        if self.space == "shared":
            note = blocks.shared.note_read
            for i in range(count):
                note(first + i, blocks.warp[lanes.index], self.bits // 8)
        return [words[first + i] for i in range(count)]

    def store(self, blocks, lanes, addresses, values):
        size = len(values) * self.bits // 8
        place = self.offsets(blocks, lanes, addresses, size)
        words = self.memory(blocks).words(self.bits)
        first, changes, is_lost = place * len(values), False, False
        for i, value in enumerate(values):
            if self.space == "shared":
                warps = blocks.warp[lanes.index]
                blocks.shared.note_write(first + i, warps, self.bits // 8, value)
            before = words[first + i]
            words[first + i] = value
            changes = changes | (before != value)
            is_lost = is_lost | (words[first + i] != value)
        if self.space == "global" and not self.is_strong:
            blocks.note_global(races.WRITE, lanes, place, size, changes, is_lost)


# -- mov


@instruction("mov")
def _mov(one):
    only(one)
    kind = kind_of(one)
    to, source = one.operands
    if isinstance(source, Group):
        return _join(one, kind, to, source)
    if isinstance(to, Group):
        return _split(one, kind, to, source)
    write, read = machine.target(one, to, kind), machine.source(one, source, kind)
    return lambda blocks, lanes: write(blocks, lanes, read(blocks, lanes))


def _part_kind(one, kind, group):
    bits = kind.bits // len(group.items)
    part = kinds.find(f"b{bits}")
    if part is None:
        raise one.fail("unknown parts")
    return part


def _join(one, kind, to, group):
    part = _part_kind(one, kind, group)
    write = machine.target(one, to, kind)
    reads = [machine.source(one, x, part) for x in group.items]

    def run(blocks, lanes):
        value = np.zeros(len(lanes), kind.raw)
        for i, read in enumerate(reads):
            value |= read(blocks, lanes).astype(kind.raw) << kind.raw.type(
                i * part.bits
            )
        write(blocks, lanes, value)

    return run


def _split(one, kind, group, source):
    part = _part_kind(one, kind, group)
    writes = [machine.target(one, x, part) for x in group.items]
    read = machine.source(one, source, kind)

    def run(blocks, lanes):
        value = read(blocks, lanes).copy()
        for i, write in enumerate(writes):
            write(
                blocks, lanes, (value >> kind.raw.type(i * part.bits)).astype(part.raw)
            )

    return run


@instruction("cvta")
def _cvta(one):
    if one.has("shared"):
        raise one.fail("generic addresses of shared memory are unknown")
    if one.has("local"):
        # Only what is printed is given as a generic address (calls.py).
        only(one, "local", "to")
    else:
        only(one, "global", "param", "to")
    kind = kind_of(one)
    write = machine.target(one, one.operands[0], kind)
    read = machine.source(one, one.operands[1], kind)
    return lambda blocks, lanes: write(blocks, lanes, read(blocks, lanes))


# -- ld and st


def count_of(one):
    """Words of a vector."""
    found = [int(word[1:]) for word in one.words if word in ("v2", "v4", "v8")]
    return found[0] if found else 1


def _check_words(one):
    known = {"ld", "st", *SPACES, *_HINTS, *HINTS, "v2", "v4", "v8", "shared::cta"}
    for word in one.words:
        if word not in known and kinds.find(word) is None:
            raise one.fail(f"unknown word {word}")


def _access(one, accessor_of):
    """The type, the state space and the address of a load or store, and for each
    register what `accessor_of` (machine.target, machine.source) makes of it."""
    _check_words(one)
    registers, place = one.operands[:2]
    if one.name == "st":
        registers, place = place, registers
    kind = kind_of(one)
    accessors = [accessor_of(one, x, kind) for x in machine.items(registers)]
    if len(accessors) != count_of(one):
        raise one.fail("registers and words differ in number")
    return kind, space_of(one), place, accessors


def _load_parameter(one, kind, place, writes):
    """Reads the parameter that a register points at."""
    address = address_of(one, place, 64)

    def run(blocks, lanes):
        found = blocks.launch.parameter_at(lanes, address(blocks, lanes), kind)
        writes[0](blocks, lanes, kind.decode(found))

    return run


@instruction("ld")
def _load(one):
    kind, space, place, writes = _access(one, machine.target)
    if space == "param" and isinstance(place.base, Register):
        return _load_parameter(one, kind, place, writes)
    if space == "param":
        name, offset = place.base.name, place.offset
        return lambda blocks, lanes: writes[0](
            blocks,
            lanes,
            kind.decode(blocks.launch.parameter(blocks, lanes, name, offset, kind)),
        )
    bits = address_bits(one, place, space)
    address = address_of(one, place, bits)
    accessor = Accessor(space, kind.bits, is_strong(one))

    def run(blocks, lanes):
        words = accessor.load(blocks, lanes, address(blocks, lanes), len(writes))
        for write, word in zip(writes, words):
            write(blocks, lanes, kind.decode(word))

    return run


@instruction("st")
def _store(one):
    kind, space, place, reads = _access(one, machine.source)
    if space == "param":
        name = place.base.name, place.offset

        def keep(blocks, lanes):
            # Other lanes may have stored theirs, and not reached the call yet.
            known = blocks.parameters.get(name)
            is_known = known is not None and known.dtype == kind.raw
            values = known.copy() if is_known else np.zeros(blocks.total, kind.raw)
            values[lanes.ids] = kind.encode(reads[0](blocks, lanes))
            blocks.parameters[name] = values

        return keep
    address = address_of(one, place, address_bits(one, place, space))
    accessor = Accessor(space, kind.bits, is_strong(one))

    def run(blocks, lanes):
        values = [kind.encode(read(blocks, lanes)) for read in reads]
        accessor.store(blocks, lanes, address(blocks, lanes), values)

    return run


# -- Asynchronous copies


@dataclasses.dataclass
class Copy:
    """Words of a copy to shared memory in progress, and the groups of their lanes."""

    lanes: np.ndarray
    groups: np.ndarray
    words: np.ndarray  # of 4 bytes, in shared memory
    values: np.ndarray


@instruction("cp")
def _copy(one):
    if not one.has("async"):
        raise one.fail("unknown instruction")
    if "commit_group" in one.words:
        return _commit
    if "wait_group" in one.words:
        pending = one.operands[0].value
        return lambda blocks, lanes: finish_copies(blocks, lanes, pending)
    if "wait_all" in one.words:
        return lambda blocks, lanes: finish_copies(blocks, lanes, -1)
    for word in one.words[2:]:
        if word not in ("ca", "cg", "shared", "global", "L2::cache_hint"):
            raise one.fail(f"unknown word {word}")
    return _start_copy(one)


def _start_copy(one):
    to, source = one.operands[:2]
    size = one.operands[2].value
    if size not in (4, 8, 16) or one.has("cg") and size != 16:
        raise one.fail("a size that does not exist")
    into = address_of(one, to, address_bits(one, to, "shared"))
    origin = address_of(one, source, 64)
    used = None
    if len(one.operands) > 3:
        used = machine.source(one, one.operands[3], kinds.find("u32"))

    def run(blocks, lanes):
        places, origins = into(blocks, lanes), origin(blocks, lanes)
        bytes_ = used(blocks, lanes) if used else np.full(len(lanes), size, np.uint32)
        if not np.isin(bytes_, (0, size)).all():
            raise PtxError("copies of some of the bytes are unknown")
        reads = bytes_ > 0
        values = np.zeros((len(lanes), size // 4), np.uint32)
        if reads.any():
            first = blocks.launch.memory.offsets(origins[reads], size)
            reading = machine.Lanes(lanes.ids[reads], blocks.total)
            blocks.note_global(races.READ, reading, first, size)
            first = first * (size // 4)
            words = blocks.launch.memory.words(32)
            for i in range(size // 4):
                values[reads, i] = words[first + i]
        first = blocks.shared.offsets(blocks.block[lanes.index], places, size)
        index = (first[:, None] * (size // 4) + np.arange(size // 4)).ravel()
        warps = np.repeat(blocks.warp[lanes.index], size // 4)
        blocks.shared.note_write(index, warps, 4, by_copy=True)
        blocks.copies.append(
            Copy(
                lanes.ids, blocks.groups[lanes.ids], index.reshape(values.shape), values
            )
        )

    return run


def _commit(blocks, lanes):
    blocks.groups[lanes.index] += 1


def finish_copies(blocks, lanes, pending):
    """Copies of the lanes arrive, but for the last `pending` groups."""
    waits = np.zeros(blocks.total, bool)
    waits[lanes.ids] = True
    left = []
    for copy in blocks.copies:
        done = waits[copy.lanes] & (copy.groups < blocks.groups[copy.lanes] - pending)
        if done.any():
            index = copy.words[done].ravel()
            blocks.shared.words(32)[index] = copy.values[done].ravel()
            warps = np.repeat(blocks.warp[copy.lanes[done]], copy.words.shape[1])
            marks = blocks.shared._marks(blocks.shared.writer, 4)
            marks[index] = blocks.shared._pattern(warps, 4)
        if not done.all():
            keep = ~done
            left.append(
                Copy(
                    copy.lanes[keep],
                    copy.groups[keep],
                    copy.words[keep],
                    copy.values[keep],
                )
            )
    blocks.copies = left
