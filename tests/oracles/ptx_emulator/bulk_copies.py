# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bulk tensor copies and the barriers in shared memory that report their end:
`cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor`, `mbarrier`, `fence`.

A copy to shared memory writes at once, but its bytes must not be accessed until a
thread of the block has waited for the phase of its barrier. A copy from shared
memory reads at once, and its bytes must not be written until the thread that
started it has waited. It writes whole pieces of 16 bytes, also those at the end
of a row of the tensor (seen on an H200 for copies that do not combine).

A copy begins at a multiple of 16 bytes of a row; one to global memory at
coordinates that are not negative. All others are illegal instructions (seen on
an H200).

The hardware's tensor maps are opaque; those here are `TensorMap.pack()`.
"""

import dataclasses
import struct

import numpy as np

import device
from . import kinds
from . import machine
from . import matrices
from . import races
from .memory import COPY, NOBODY
from .movement import address_bits, address_of
from .operations import instruction
from .program import PtxError, TensorAddress

_MAP = struct.Struct("<4sBBBBQ5Q5Q5H6s")
_MAGIC = b"tmap"
_PIECE = 16  # bytes that a store writes together


class TensorMap(device.TensorMap):
    """A map whose bytes are those that pack() gives."""

    def pack(self):
        """The bytes of the map, which a kernel gets."""

        def padded(numbers):
            return [*numbers, *[0] * (5 - len(numbers))]

        return _MAP.pack(
            _MAGIC, len(self.shape), self.swizzle, self.fills_nan, 0, self.address,
            *padded(self.shape), *padded(self.strides), *padded(self.box),
            self.element.encode(),
        )  # fmt: skip

    @staticmethod
    def unpack(raw):
        if raw[: len(_MAGIC)] != _MAGIC:
            raise PtxError("reads a tensor map that nothing has written")
        _, rank, swizzle, nan, _, address, *rest = _MAP.unpack(raw[: _MAP.size])
        shape, strides, box = (list(rest[i : i + rank]) for i in (0, 5, 10))
        element = rest[15].rstrip(b"\0").decode()
        return TensorMap(address, element, shape, strides, box, swizzle, bool(nan))

    @property
    def size(self):
        return matrices.element_bits(self.element) // 8

    def decode(self, words):
        """Numbers of the bits of elements that combine."""
        kind = kinds.find(self.element)
        return kind.decode(words.astype(kind.raw))

    def encode(self, numbers):
        """Bits of elements, for the types that fill with NaN or combine."""
        kind = kinds.find(self.element)
        dtype = kinds.FLOATS[kind.bits] if kind.is_float else numbers.dtype
        return kind.encode(numbers.astype(dtype)).astype(kind.raw)

    def places(self, start, rounds=False):
        """Addresses of the elements of the box at the coordinates, the first
        dimension fastest, and which of them are in the tensor. With `rounds`, its
        rows end at a multiple of 16 bytes."""
        addresses, inside = np.zeros(1, np.int64), np.ones(1, bool)
        for dim in reversed(range(len(self.box))):
            at = start[dim] + np.arange(self.box[dim], dtype=np.int64)
            stride = self.size if dim == 0 else self.strides[dim]
            addresses = np.add.outer(addresses, at * stride).ravel()
            end = self.shape[dim]
            if rounds and dim == 0:
                end = -(-end * self.size // _PIECE) * _PIECE // self.size
            within = (at >= 0) & (at < end)
            inside = np.logical_and.outer(inside, within).ravel()
        return addresses + self.address, inside

    def shared_bytes(self, first):
        """Bytes of shared memory of the box that begins at `first`, in its order."""
        count = int(np.prod(self.box)) * self.size
        address = first + np.arange(count)
        mask = max(self.swizzle // 16 - 1, 0)
        return address ^ ((address >> 7 & mask) << 4)


@dataclasses.dataclass
class Barrier:
    """A barrier of a block."""

    count: int
    pending: int  # arrivals
    warp: int  # that has initialised it
    is_fenced: bool = False  # so that copies see it
    phase: int = 0
    bytes_: int = 0  # that have not arrived
    copies: list = dataclasses.field(default_factory=list)  # bytes of this phase
    done: dict = dataclasses.field(default_factory=dict)  # of phases, by parity
    ended: int = 0  # when the last phase ended

    def settle(self, time):
        """Ends the phase if all of it has arrived."""
        if self.pending or self.bytes_:
            return
        self.ended = time
        self.done = {self.phase & 1: self.copies}
        self.phase, self.pending, self.copies = self.phase + 1, self.count, []


def _barriers(blocks):
    if not hasattr(blocks, "barriers"):
        blocks.barriers = {}  # by block and address
    return blocks.barriers


def _barrier_at(blocks, block, address):
    barrier = _barriers(blocks).get((int(block), int(address)))
    if barrier is None:
        raise PtxError("not a barrier that was initialised")
    return barrier


@instruction("mbarrier")
def _mbarrier(one):
    rest = [w for w in one.words[1:] if w not in (
        "shared", "shared::cta", "b64", "release", "acquire", "cta", "parity")]  # fmt: skip
    build = {"init": _init, "inval": _invalidate, "try_wait": _try_wait,
             "arrive": _arrive_expect}.get(rest[0])  # fmt: skip
    if rest == ["arrive"]:
        build = _arrive
    elif build is None or rest[1:] != (["expect_tx"] if rest[0] == "arrive" else []):
        raise one.fail("unknown words")
    return build(one)


def _place(one, operand):
    return address_of(one, operand, address_bits(one, operand, "shared"))


def _each(blocks, lanes, addresses):
    """Blocks and addresses of the lanes, checked."""
    numbers = blocks.block[lanes.ids]
    blocks.shared.offsets(numbers, addresses, 8)
    return list(zip(numbers.tolist(), np.atleast_1d(addresses).tolist()))


def _init(one):
    place = _place(one, one.operands[0])
    count = machine.source(one, one.operands[1], kinds.find("u32"))

    def run(blocks, lanes):
        for at, number, warp in zip(
            _each(blocks, lanes, place(blocks, lanes)), count(blocks, lanes),
            blocks.warp[lanes.ids],
        ):  # fmt: skip
            _barriers(blocks)[at] = Barrier(int(number), int(number), warp)

    return run


def fence_barriers(blocks, lanes):
    """Copies see the barriers that the warps of the lanes have initialised."""
    pairs = set(zip(blocks.block[lanes.ids].tolist(), blocks.warp[lanes.ids].tolist()))
    for (block, _), barrier in _barriers(blocks).items():
        barrier.is_fenced |= (block, barrier.warp) in pairs


@instruction("fence", "membar")
def _fence(one):
    if one.has("mbarrier_init"):
        return fence_barriers
    if one.has("proxy", "async"):

        def run(blocks, lanes):
            blocks.shared.fence(blocks.block[lanes.index], blocks.warp[lanes.index])
            fence_barriers(blocks, lanes)

        return run
    if "proxy" in one.words:
        raise one.fail("unknown proxy")
    return lambda blocks, lanes: None


def _invalidate(one):
    place = _place(one, one.operands[0])

    def run(blocks, lanes):
        for at in _each(blocks, lanes, place(blocks, lanes)):
            if _barrier_at(blocks, *at).bytes_:
                raise PtxError("the barrier of a copy that is on its way")
            del _barriers(blocks)[at]

    return run


def _arrive(one):
    write = machine.target(one, one.operands[0], kinds.find("b64"))
    place = _place(one, one.operands[1])

    def run(blocks, lanes):
        for at in _each(blocks, lanes, place(blocks, lanes)):
            _arrive_at(blocks, at)
        write(blocks, lanes, np.zeros(len(lanes), np.uint64))

    return run


def _arrive_at(blocks, at, number=0):
    """One arrival, which expects a number of bytes."""
    barrier = _barrier_at(blocks, *at)
    if not barrier.pending:
        raise PtxError("more threads arrive than the barrier counts")
    barrier.pending -= 1
    barrier.bytes_ += int(number)
    barrier.settle(blocks.shared.clock)
    blocks.idle = 0


def _arrive_expect(one):
    write = machine.target(one, one.operands[0], kinds.find("b64"))
    place = _place(one, one.operands[1])
    count = machine.source(one, one.operands[2], kinds.find("u32"))

    def run(blocks, lanes):
        places = _each(blocks, lanes, place(blocks, lanes))
        for at, number in zip(places, count(blocks, lanes)):
            _arrive_at(blocks, at, number)
        write(blocks, lanes, np.zeros(len(lanes), np.uint64))

    return run


def _try_wait(one):
    write = machine.target(one, one.operands[0], kinds.find("pred"))
    place = _place(one, one.operands[1])
    parity = machine.source(one, one.operands[2], kinds.find("u32"))

    def run(blocks, lanes):
        done = np.zeros(len(lanes), bool)
        places = _each(blocks, lanes, place(blocks, lanes))
        for i, (at, wanted) in enumerate(zip(places, parity(blocks, lanes))):
            barrier = _barrier_at(blocks, *at)
            if wanted > 1:
                raise PtxError("a parity is 0 or 1")
            done[i] = (barrier.phase & 1) != wanted
            if done[i]:
                blocks.begin_eras([at[0]])
                _see(blocks, at[0], blocks.warp[lanes.ids[i]], barrier.ended)
            for copied in barrier.done.pop(int(wanted), []) if done[i] else []:
                blocks.shared.writer[copied] = NOBODY
        if done.any():
            blocks.idle = 0
        else:
            blocks.wait_in_vain()
        write(blocks, lanes, done)

    return run


def _seen(blocks):
    """By block and warp: the last end of a phase that the warp has waited for. What
    others did before they arrived is over for it."""
    if not hasattr(blocks, "seen"):
        blocks.seen = {}
    return blocks.seen


def _see(blocks, block, warp, time):
    key = (int(block), int(warp))
    _seen(blocks)[key] = max(_seen(blocks).get(key, 0), time)


# -- Copies


class _TensorCopy:
    """A copy of one thread a block: its map, coordinates and shared memory."""

    def __init__(self, one, tensor, shared):
        if not isinstance(tensor, TensorAddress):
            raise one.fail("not an address in a tensor")
        self.map = address_of(one, tensor.address, 64)
        signed = kinds.find("s32")
        self.start = [machine.source(one, x, signed) for x in tensor.coordinates]
        self.shared = _place(one, shared)
        rank = f"{len(self.start)}d"
        if rank not in one.words:
            raise one.fail(f"{rank} coordinates")

    def __call__(self, blocks, lanes):
        """For each lane: block, map, coordinates, bytes of shared memory."""
        maps, starts = self.map(blocks, lanes), [x(blocks, lanes) for x in self.start]
        shared = self.shared(blocks, lanes)
        for i, block in enumerate(blocks.block[lanes.ids]):
            if block in blocks.launch.unfenced_maps.get(int(maps[i]), ()):
                raise PtxError("uses a tensor map without a fence since it was created")
            tensor = TensorMap.unpack(blocks.launch.generic_bytes(maps[i], device.MAP_BYTES))
            if len(tensor.shape) != len(starts):
                raise PtxError(f"a tensor map of rank {len(tensor.shape)}")
            if starts[0][i] * tensor.size % _PIECE:
                raise PtxError("begins within 16 bytes of a row")
            if shared[i] % 128:
                raise PtxError("the address in shared memory is no multiple of 128")
            # Shared memory of a block begins at a multiple of the pattern.
            first = blocks.shared.offsets(np.array([block]), shared[i : i + 1], 16)
            first = int(first[0]) * 16
            size = int(np.prod(tensor.box)) * tensor.size
            blocks.shared.offsets(
                np.array([block]), shared[i : i + 1] + np.uint32(size - 16), 16
            )
            yield block, tensor, [int(x[i]) for x in starts], tensor.shared_bytes(first)


def _note(blocks, kind, lane, index, size, *changes):
    """A thread's copy accesses elements of a tensor."""
    lanes = machine.Lanes(np.full(len(index), lane), blocks.total)
    blocks.note_global(kind, lanes, index, size, *changes)


def _elements(memory, tensor, addresses):
    """Indices of the tensor's words."""
    return memory.offsets(addresses.astype(np.uint64), tensor.size)


@instruction("cp.bulk")
def _bulk(one):
    rest = [w for w in one.words[1:] if w not in ("async", "bulk", "tensor", "tile")]
    if rest[0] == "commit_group":
        return _commit
    if rest[0] == "wait_group":
        if rest[1:] not in ([], ["read"]):
            raise one.fail("unknown words")
        pending = one.operands[0].value
        return lambda blocks, lanes: _finish_stores(blocks, lanes, pending)
    rest = [w for w in rest if w not in ("1d", "2d", "3d", "4d", "5d")]
    if rest == ["shared::cluster", "global", "mbarrier::complete_tx::bytes"]:
        return _load(one)
    if rest == ["global", "shared::cta", "bulk_group"]:
        return _store(one, None)
    if one.words[1] == "reduce" and rest[1:3] == ["global", "shared::cta"]:
        return _store(one, next(w for w in rest[3:] if w != "bulk_group"))
    raise one.fail("unknown words")


def _load(one):
    copy = _TensorCopy(one, one.operands[1], one.operands[0])
    barrier_place = _place(one, one.operands[2])

    def run(blocks, lanes):
        barriers = barrier_place(blocks, lanes)
        memory, shared = blocks.launch.memory, blocks.shared
        for i, (block, tensor, start, bytes_) in enumerate(copy(blocks, lanes)):
            addresses, inside = tensor.places(start)
            bits = 8 * tensor.size
            values = np.zeros(len(addresses), kinds.UNSIGNED[bits])
            if tensor.fills_nan:
                values[:] = tensor.encode(np.array([np.nan]))[0]
            if inside.any():
                index = _elements(memory, tensor, addresses[inside])
                _note(blocks, races.READ, lanes.ids[i], index, tensor.size)
                values[inside] = memory.words(bits)[index]
            warp = blocks.warp[lanes.ids[i : i + 1]].repeat(len(bytes_))
            time = _seen(blocks).get((int(block), int(warp[0])), 0)
            shared.forget_readers(bytes_, time)
            shared.note_write(bytes_, warp, 1, by_copy=True)
            shared.raw[bytes_] = values.view(np.uint8)
            barrier = _barrier_at(blocks, block, barriers[i])
            if not barrier.is_fenced:
                raise PtxError("no fence after the initialisation of the barrier")
            barrier.copies.append(bytes_)
            barrier.bytes_ -= len(bytes_)
            barrier.settle(shared.clock)
            blocks.idle = 0

    return run


def _increment(old, limit):
    return np.where(old >= limit, 0, old + 1).astype(old.dtype)


def _decrement(old, limit):
    return np.where((old == 0) | (old > limit), limit, old - 1).astype(old.dtype)


def _as_unsigned(function):
    """Counters have no sign."""
    return lambda *words: function(*(x.view(f"u{x.dtype.itemsize}") for x in words))


_REDUCE = {
    "add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and,
    "or": np.bitwise_or, "xor": np.bitwise_xor, "inc": _as_unsigned(_increment),
    "dec": _as_unsigned(_decrement),
}  # fmt: skip


@dataclasses.dataclass
class Store:
    """Bytes that a copy from shared memory reads."""

    lane: int
    group: int
    bytes_: np.ndarray


def _state(blocks):
    """Groups of each lane, and stores in progress."""
    if not hasattr(blocks, "bulk"):
        blocks.bulk = (np.zeros(blocks.total, np.int64), [])
    return blocks.bulk


def _check_source(shared, bytes_):
    if (shared.writer[bytes_] != NOBODY).any():
        what = "is being copied" if (shared.writer[bytes_] == COPY).any() else "was"
        raise PtxError(f"copies what {what} written since the last barrier")
    if (shared.unfenced[bytes_] != NOBODY).any():
        raise PtxError("copies what threads stored without a fence.proxy.async since")


def _check_combination(tensor, combine):
    """An H200 refuses to combine signed elements but by those below."""
    accepted = {"s32": ("add", "min", "max", "and", "or", "xor"), "s64": ("min", "max")}
    if combine not in accepted.get(tensor.element, (combine,)):
        raise PtxError(f"{combine} of a tensor map of {tensor.element}")


def _store(one, combine):
    copy = _TensorCopy(one, one.operands[0], one.operands[1])
    if combine is not None and combine not in _REDUCE:
        raise one.fail(f"unknown word {combine}")

    def run(blocks, lanes):
        groups, stores = _state(blocks)
        memory, shared = blocks.launch.memory, blocks.shared
        for lane, (_, tensor, start, bytes_) in zip(lanes.ids, copy(blocks, lanes)):
            _check_source(shared, bytes_)
            if combine is not None:
                _check_combination(tensor, combine)
            if min(start) < 0:
                raise PtxError("a store begins at a negative coordinate")
            bits = 8 * tensor.size
            values = shared.raw[bytes_].view(kinds.UNSIGNED[bits])
            addresses, inside = tensor.places(start, rounds=True)
            index = _elements(memory, tensor, addresses[inside])
            words = memory.words(bits)
            new = values[inside]
            if combine is not None:
                numbers = [tensor.decode(x) for x in (words[index], new)]
                new = tensor.encode(_REDUCE[combine](*numbers))
            changes = words[index] != new
            words[index] = new
            kind = races.WRITE if combine is None else races.ATOMIC
            _note(blocks, kind, lane, index, tensor.size, changes)
            shared.products[bytes_] = 1
            stores.append(Store(int(lane), int(groups[lane]), bytes_))

    return run


def _commit(blocks, lanes):
    _state(blocks)[0][lanes.index] += 1


def _finish_stores(blocks, lanes, pending):
    groups, stores = _state(blocks)
    waits = set(lanes.ids.tolist())
    left = []
    for store in stores:
        if store.lane in waits and store.group < groups[store.lane] - pending:
            blocks.shared.products[store.bytes_] = 0
        else:
            left.append(store)
    for store in left:
        blocks.shared.products[store.bytes_] = 1
    stores[:] = left

