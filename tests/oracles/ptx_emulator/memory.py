# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory that checks its accesses: global, shared and local.

A word of `size` bytes at an address must be in an array, and the address must be a
multiple of `size`. Shared memory records which warp has written or read each byte
since the last barrier, and the bytes of copies and matrix products in progress:
accesses that race with these are errors.
"""

import numpy as np

from . import kinds
from .program import PtxError

GLOBAL_BASE = 0x7F00_0000_0000
# As in the second block of a cluster; the driver reserves the bytes below.
SHARED_WINDOW = 1 << 24
SHARED_BASE = SHARED_WINDOW + 1024
ARENA = 1 << 28

NOBODY, SEVERAL, COPY, ATOMIC = 255, 254, 253, 252  # instead of a warp's number


def _first(bad):
    return int(np.flatnonzero(bad)[0])


class Storage:
    """Bytes, as words of any width."""

    def __init__(self, size):
        self.raw = np.zeros(-(-size // 16) * 16, np.uint8)

    def words(self, bits):
        return self.raw.view(kinds.UNSIGNED[bits])


class GlobalMemory(Storage):
    """Arrays at distinct addresses, separated by bytes that must not be accessed."""

    def __init__(self):
        super().__init__(ARENA)
        self.clear()

    def clear(self):
        self.starts, self.ends = [], []
        self.bounds = self.wanted = None

    def add(self, address, size):
        """Lets kernels access `size` bytes; addresses must grow."""
        self.starts.append(address)
        self.ends.append(address + size)
        self.bounds = None

    def restrict(self, address, wanted):
        """Makes accesses to an array errors, except for the bytes for which `wanted` is
        True, such as those that a kernel's masks let it access."""
        if self.wanted is None:
            self.wanted = np.ones(len(self.raw), bool)
        begin = address - GLOBAL_BASE
        self.wanted[begin : begin + len(wanted)] = wanted

    def check_wanted(self, addresses, size):
        """Raises an error if an access has bytes that are not wanted."""
        first = (addresses - np.uint64(GLOBAL_BASE)).astype(np.int64)
        bad = ~self.wanted[first[:, None] + np.arange(size)].all(axis=1)
        if bad.any():
            lane = _first(bad)
            array = int(np.searchsorted(self.bounds[0], addresses[lane], "right")) - 1
            raise OutOfBounds(
                lane, f"global address 0x{int(addresses[lane]):x}, {size} bytes: of"
                f" array {array}, {int(addresses[lane]) - self.starts[array]} bytes"
                " after its begin, where nothing is to be accessed"
            )  # fmt: skip

    def offsets(self, addresses, size):
        """Indices of words; raises an error unless all are in arrays."""
        if self.bounds is None:
            both = self.starts or [0], self.ends or [0]
            self.bounds = tuple(np.array(x, np.uint64) for x in both)
        starts, ends = self.bounds
        addresses = np.atleast_1d(addresses)
        array = np.searchsorted(starts, addresses, "right") - 1
        end = addresses + np.uint64(size)
        bad = (array < 0) | (end > ends[array]) | (end < addresses)
        if bad.any():
            lane = _first(bad)
            near = max(int(array[lane]), 0)
            raise OutOfBounds(
                lane, f"global address 0x{int(addresses[lane]):x}, {size} bytes:"
                f" outside of all arrays; the nearest before it has"
                f" {int(ends[near] - starts[near])} bytes, the access begins at"
                f" {int(addresses[lane]) - int(starts[near])}"
            )  # fmt: skip
        if self.wanted is not None:
            self.check_wanted(addresses, size)
        return _aligned(addresses, np.uint64(GLOBAL_BASE), size, "global")


class OutOfBounds(PtxError):
    """An access outside of memory; `lane` is an index among the lanes that ran."""

    def __init__(self, lane, text):
        super().__init__(text)
        self.lane = lane


def _aligned(addresses, base, size, space):
    bad = (addresses & addresses.dtype.type(size - 1)) != 0
    if bad.any():
        lane = _first(bad)
        raise OutOfBounds(
            lane,
            f"{space} address 0x{int(addresses[lane]):x} is not a multiple of {size}",
        )
    return ((addresses - base) // addresses.dtype.type(size)).astype(np.int64)


class SharedMemory(Storage):
    """Shared memory of the blocks that run together."""

    def __init__(self, blocks, size, warps, rng):
        self.size, self.warps = size, warps
        self.stride = max(-(-size // 1024) * 1024, 16)
        super().__init__(blocks * self.stride)
        self.raw[:] = rng.integers(0, 256, len(self.raw), np.uint8)
        self.writer = np.full(len(self.raw), NOBODY, np.uint8)
        self.reader = np.full(len(self.raw), NOBODY, np.uint8)
        self.unfenced = np.full(len(self.raw), NOBODY, np.uint8)
        self.products = np.zeros(len(self.raw), np.uint8)  # that read a byte
        # When a byte was read last; the time is that of the launch.
        self.clock, self.read_at = 0, np.zeros(len(self.raw), np.int64)

    def offsets(self, blocks, addresses, size):
        """Indices of words at 32-bit addresses; raises an error unless all are inside."""
        addresses = np.broadcast_to(addresses, blocks.shape).astype(np.int64)
        last = SHARED_BASE + self.size - size
        bad = (addresses < SHARED_BASE) | (addresses > last)
        if bad.any():
            lane = _first(bad)
            raise OutOfBounds(
                lane, f"shared address {int(addresses[lane]) - SHARED_BASE}, {size}"
                f" bytes: outside of {self.size} bytes"
            )  # fmt: skip
        inside = _aligned(addresses, 0, size, "shared") - SHARED_BASE // size
        return inside + blocks * (self.stride // size)

    def _marks(self, who, size):
        """Bytes of `who` as words."""
        return who.view(kinds.UNSIGNED[8 * size])

    @staticmethod
    def _pattern(warps, size):
        dtype = kinds.UNSIGNED[8 * size]
        ones = dtype.type(int.from_bytes(b"\1" * size, "little"))
        return warps.astype(dtype) * ones

    def _check(self, marks, index, mine, size, what):
        """Raises an error if a byte is marked by another warp."""
        found = marks[index]
        free = np.array([NOBODY] * size, np.uint8).view(marks.dtype)[0]
        bad = (found != free) & (found != mine)
        if not bad.any():
            return
        for lane in np.flatnonzero(bad):
            others = found[lane : lane + 1].view(np.uint8)
            own = mine[lane : lane + 1].view(np.uint8)
            if ((others != NOBODY) & (others != own)).any():
                byte = int(index[lane]) * size % self.stride
                raise OutOfBounds(int(lane), f"shared byte {byte}: {what}")

    def note_read(self, index, warps, size):
        """Warps read words of `size` bytes."""
        mine = self._pattern(warps, size)
        self._check(self._marks(self.writer, size), index, mine, size,
                    "read, though another warp, or a copy, has written it since"
                    " the last barrier")  # fmt: skip
        reader = self._marks(self.reader, size)
        free = np.array([NOBODY] * size, np.uint8).view(reader.dtype)[0]
        several = np.array([SEVERAL] * size, np.uint8).view(reader.dtype)[0]
        found = reader[index]
        reader[index] = np.where((found == free) | (found == mine), mine, several)
        # Lanes of several warps may have read one word just now.
        again = reader[index]
        reader[index[again != mine]] = several
        for byte in range(size):
            self.read_at[index * size + byte] = self.clock

    def note_write(self, index, warps, size, values=None, by_copy=False):
        """Warps write words of `size` bytes; equal values do not race."""
        mine = self._pattern(warps, size)
        if values is not None:
            differ = self.words(8 * size)[index] != values
            checked, own = index[differ], mine[differ]
        else:
            checked, own = index, mine
        text = "written, though another warp {} it since the last barrier"
        self._check(
            self._marks(self.writer, size), checked, own, size, text.format("wrote")
        )
        self._check(
            self._marks(self.reader, size), checked, own, size, text.format("read")
        )
        if self.products.any() and (self._marks(self.products, size)[index] != 0).any():
            raise PtxError(
                "a wgmma that still runs reads the shared memory written here"
            )
        mark = (
            self._pattern(np.full(len(index), COPY, np.uint8), size)
            if by_copy
            else mine
        )
        self._marks(self.writer, size)[index] = mark
        # Products see copies after their wait and a barrier, without a fence.
        none = self._pattern(np.full(len(index), NOBODY, np.uint8), size)
        self._marks(self.unfenced, size)[index] = none if by_copy else mine

    def note_atomic(self, index, warps, size):
        """Warps change words of `size` bytes by atomic operations."""
        mine = self._pattern(warps, size)
        atomic = self._pattern(np.full(len(index), ATOMIC, np.uint8), size)
        writer = self._marks(self.writer, size)
        mine = np.where(writer[index] == atomic, atomic, mine)
        text = "changed, though another warp {} it since the last barrier"
        self._check(writer, index, mine, size, text.format("wrote"))
        reader = self._marks(self.reader, size)
        self._check(
            reader, index, self._pattern(warps, size), size, text.format("read")
        )
        writer[index] = atomic if self.warps > 1 else mine

    def fence(self, blocks, warps):
        """Makes the stores of the warps visible to matrix products of warp groups."""
        for block, warp in {*zip(blocks.tolist(), warps.tolist())}:
            part = self.unfenced[block * self.stride : (block + 1) * self.stride]
            part[part == warp] = NOBODY

    def forget_readers(self, bytes_, time):
        """Reads until then are over for a copy to these bytes."""
        self.reader[bytes_[self.read_at[bytes_] <= time]] = NOBODY

    def barrier_of(self, block, warps):
        """Some warps of a block have met. Others are assumed to access shared memory
        by copies only."""
        part = slice(block * self.stride, (block + 1) * self.stride)
        for marks in (self.writer[part], self.reader[part]):
            marks[np.isin(marks, [*warps, SEVERAL, ATOMIC])] = NOBODY

    def barrier(self, blocks):
        """All warps of the blocks have met; copies in progress stay marked."""
        for block in blocks:
            part = slice(block * self.stride, (block + 1) * self.stride)
            writer = self.writer[part]
            writer[writer != COPY] = NOBODY
            self.reader[part] = NOBODY


class LocalMemory(Storage):
    """Memory of each thread."""

    def __init__(self, lanes, size):
        self.stride = max(-(-size // 16) * 16, 16)
        self.size = size
        super().__init__(lanes * self.stride)

    def offsets(self, lanes, addresses, size):
        addresses = np.broadcast_to(addresses, lanes.shape).astype(np.int64)
        bad = (addresses < 0) | (addresses > self.size - size)
        if bad.any():
            raise OutOfBounds(_first(bad), f"local address, {size} bytes: outside")
        return _aligned(addresses, 0, size, "local") + lanes * (self.stride // size)
