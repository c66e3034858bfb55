# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix products of warp groups: `wgmma`.

A product is computed when it starts. Until its threads wait for its group, its
accumulators must be read only by other products, and the shared memory that it
reads must not be written.

A descriptor is the layout of an operand: bits 0 to 13 are the address, 16 to 29 and
32 to 45 the leading and the stride byte offset, all in units of 16 bytes; 49 to 51
the base offset; 62 and 63 the swizzle. With a swizzle of w bytes, bits 4 and up of
the address are XORed with bits 7 and up: three bits for 128, two for 64, one for 32.
"""

import dataclasses
import re

import numpy as np

from . import kinds
from . import machine
from . import matrices
from .machine import WARP
from .memory import NOBODY, SEVERAL, SHARED_WINDOW
from .operations import instruction
from .program import Group, PtxError

GROUP = 128  # threads
_SWIZZLE_BYTES = {0: 16, 1: 128, 2: 64, 3: 32}


@dataclasses.dataclass
class Running:
    """A product whose threads have not waited for it."""

    lanes: np.ndarray
    group: int  # the number of the group that it is or will be in
    slots: list  # of its accumulators
    reads: np.ndarray  # bytes of shared memory


@dataclasses.dataclass
class Tile:
    """An operand in shared memory: rows along M or N, columns along K."""

    rows: int
    columns: int
    bits: int
    transposed: bool  # rows are neighbours in memory

    def offsets(self, leading, stride, span):
        """Bytes from the start to each element, before the swizzle; `span` is the
        width of the swizzle."""
        size = self.bits // 8
        row, column = np.arange(self.rows)[:, None], np.arange(self.columns)[None, :]
        if self.transposed:
            across, along = row * size, column
            if span == 16:
                return (
                    across % 16
                    + across // 16 * stride
                    + along % 8 * 16
                    + along // 8 * leading
                )
            return (
                across % span
                + across // span * leading
                + along % 8 * span
                + along // 8 * stride
            )
        along = column * size
        if span == 16:
            return row % 8 * 16 + row // 8 * stride + along % 16 + along // 16 * leading
        return row % 8 * span + row // 8 * stride + along


def addresses_of(descriptor, tile):
    """Bytes, in shared memory, of each element's first byte."""
    start = SHARED_WINDOW + ((descriptor & 0x3FFF) << 4)
    leading, stride = (descriptor >> 16 & 0x3FFF) << 4, (descriptor >> 32 & 0x3FFF) << 4
    if descriptor >> 49 & 7:
        raise PtxError("base offsets of descriptors are unknown")
    span = _SWIZZLE_BYTES[descriptor >> 62]
    known = 0x3FFF | 0x3FFF << 16 | 0x3FFF << 32 | 7 << 49 | 3 << 62
    if descriptor & ~known:
        raise PtxError(f"descriptor 0x{descriptor:x} has bits that mean nothing")
    address = start + tile.offsets(leading, stride, span)
    return address ^ ((address >> 7 & (span // 16 - 1)) << 4)


def _load(blocks, block, descriptor, tile, name):
    """The elements of an operand, as numbers, and the bytes that they are in."""
    addresses = addresses_of(int(descriptor), tile)
    size = tile.bits // 8
    shared = blocks.shared
    index = shared.offsets(np.full(addresses.size, block), addresses.ravel(), size)
    bytes_ = (index[:, None] * size + np.arange(size)).ravel()
    if (shared.writer[bytes_] != NOBODY).any():
        raise PtxError(
            "wgmma reads what was written, or is being copied, since the last barrier"
        )
    if (shared.unfenced[bytes_] != NOBODY).any():
        raise PtxError(
            "wgmma reads what threads stored without a fence.proxy.async since"
        )
    shared.reader[bytes_] = SEVERAL
    shared.read_at[bytes_] = shared.clock
    raw = shared.words(tile.bits)[index].reshape(addresses.shape)
    return matrices.decode(raw, name), bytes_


class Product:
    """One `wgmma.mma_async`."""

    def __init__(self, one):
        found = re.match(r"m64n(\d+)k(\d+)$", one.words[4])
        if one.words[1:4] != ["mma_async", "sync", "aligned"] or not found:
            raise one.fail("unknown words")
        self.n, self.k = int(found[1]), int(found[2])
        result, self.a_name, self.b_name = one.words[5:]
        self.kind, self.bits = kinds.find(result), matrices.element_bits(self.a_name)
        if self.k * self.bits != 256:
            raise one.fail("a shape that does not exist")
        self.into = [x.slot for x in one.operands[0].items]
        self.a_registers = None
        self.read_operands(one)

    def read_operands(self, one):
        a, b, adds, *signs = one.operands[1:]
        wide, word = kinds.find("b64"), kinds.find("b32")
        if isinstance(a, Group):
            self.a_registers = [machine.source(one, x, word) for x in a.items]
        else:
            self.a = machine.source(one, a, wide)
        self.b = machine.source(one, b, wide)
        self.adds = machine.source(one, adds, kinds.find("pred"))
        signs = [x.value for x in signs]
        if self.kind.is_float and signs[:2] != [1, 1]:
            raise one.fail("signs are unknown")
        turned = signs[2:] if self.kind.is_float else signs
        if self.bits != 16 and turned:
            raise one.fail("only types of 16 bits are transposed")
        turned = turned or [0, 0]
        self.turns_b = bool(turned[-1])
        self.turns_a = bool(turned[0]) and self.a_registers is None

    def uniform(self, read, blocks, lanes):
        """A value for each warp group, which must be the same in all of its threads."""
        values = read(blocks, lanes).reshape(-1, GROUP)
        if (values != values[:, :1]).any():
            raise PtxError("threads of a warp group differ in an operand")
        return values[:, 0]

    def accumulators(self, blocks, lanes):
        """Bits of the registers, [lane, register]."""
        rows = []
        for slot in self.into:
            values, mask = blocks.pending.get(slot, (None, None))
            here = np.zeros(len(lanes), bool) if mask is None else mask[lanes.index]
            if here.all():
                rows.append(values[lanes.index])
                continue
            # Some groups may be in a loop that others begin.
            rest = lanes
            if here.any():
                rest = machine.Lanes(lanes.ids[~here], blocks.total)
            row = np.empty(len(lanes), np.uint32)
            if here.any():
                row[here] = values[lanes.index][here]
            row[~here] = blocks.registers.read(slot, rest)
            rows.append(row)
        return np.stack(rows, 1)

    def places(self):
        """Row and column of each element [thread, element] of D."""
        thread, i = np.arange(GROUP)[:, None], np.arange(self.n // 2)[None, :]
        row = thread // WARP * 16 + thread % WARP // 4 + i // 2 % 2 * 8
        return row, i // 4 * 8 + thread % 4 * 2 + i % 2

    def load(self, blocks, lanes, read, tile, name):
        """An operand in shared memory of each group, and the bytes that it is in."""
        block = blocks.block[lanes.ids[::GROUP]]
        descriptors = self.uniform(read, blocks, lanes)
        found = [_load(blocks, b, d, tile, name) for b, d in zip(block, descriptors)]
        return np.stack([values for values, _ in found]), [x for _, x in found]

    def a_matrix(self, blocks, lanes):
        """A of each group, and the bytes of shared memory that it is in."""
        groups = len(lanes) // GROUP
        if self.a_registers is None:
            tile = Tile(64, self.k, self.bits, self.turns_a)
            return self.load(blocks, lanes, self.a, tile, self.a_name)
        words = np.stack([read(blocks, lanes) for read in self.a_registers], 1)
        values = matrices.decode_elements(words, self.a_name, self.bits)
        values = values.reshape(groups * 4, WARP, -1)
        places = matrices.fragment_a(self.bits, 16, self.k)
        rows = matrices.gather(values, places, (16, self.k))
        return rows.reshape(groups, 64, self.k), [np.zeros(0, np.int64)] * groups

    def run(self, blocks, lanes):
        if len(lanes) % GROUP or (lanes.ids[::GROUP] % blocks.threads % GROUP).any():
            raise PtxError("not all threads of a warp group are here")
        a, read_a = self.a_matrix(blocks, lanes)
        tile = Tile(self.n, self.k, self.bits, self.turns_b)
        b, read_b = self.load(blocks, lanes, self.b, tile, self.b_name)
        result = self.multiply(blocks, lanes, a, b.swapaxes(1, 2))
        for column, slot in enumerate(self.into):
            if slot not in blocks.pending:
                blocks.pending[slot] = (
                    np.zeros(blocks.total, np.uint32), np.zeros(blocks.total, bool)
                )  # fmt: skip
            values, mask = blocks.pending[slot]
            values[lanes.index], mask[lanes.index] = result[:, column], True
            blocks.registers.forget(slot, lanes)
        for group, first in enumerate(range(0, len(lanes), GROUP)):
            reads = np.concatenate([read_a[group], read_b[group]])
            blocks.shared.products[reads] = 1
            ids = lanes.ids[first : first + GROUP]
            number = int(blocks.products[ids[0]])
            blocks.running.append(Running(ids, number, self.into, reads))

    def multiply(self, blocks, lanes, a, b):
        """Bits of the accumulators, [lane, register]."""
        row, column = self.places()
        shape = (len(lanes) // GROUP, 64, self.n)
        adds = self.uniform(self.adds, blocks, lanes)
        c = np.zeros(shape, np.int64 if self.kind.letter == "s" else np.float64)
        if adds.any():
            words = self.accumulators(blocks, lanes)
            old = matrices.decode_elements(words, self.kind.name, self.kind.bits)
            c[:, row, column] = old.reshape(-1, GROUP, old.shape[1])
            c[~adds] = 0
        raw = matrices.multiply(a, b, c, self.kind)[:, row, column]
        raw = raw.reshape(len(lanes), -1)
        if self.kind.bits == 16:
            raw = raw.astype(np.uint32)
            raw = raw[:, 0::2] | raw[:, 1::2] << np.uint32(16)
        if raw.shape[1] != len(self.into):
            raise PtxError("registers and elements differ in number")
        return raw


def _commit(blocks, lanes):
    blocks.products[lanes.index] += 1


def finish(blocks, product):
    """Makes the accumulators of a product readable, unless a later one uses them."""
    lanes = machine.Lanes(product.lanes, blocks.total)
    busy = {slot for other in blocks.running if (other.lanes[0] == product.lanes[0])
            for slot in other.slots}  # fmt: skip
    for slot in product.slots:
        values, mask = blocks.pending[slot]
        if slot not in busy and mask[lanes.index].all():
            blocks.registers.write(slot, lanes, values[lanes.index])
            mask[lanes.index] = False
    blocks.shared.products[product.reads] = 0


def _wait(pending):
    """Waits for all groups but the last ones."""

    def run(blocks, lanes):
        done, left = [], []
        for product in blocks.running:
            here = np.isin(product.lanes, lanes.ids)
            last = blocks.products[product.lanes[0]] - pending
            if not here.any() or product.group >= last:
                left.append(product)
            elif here.all():
                done.append(product)
            else:
                raise PtxError("some threads of a warp group wait without the others")
        blocks.running = left
        for product in done:
            finish(blocks, product)
        for product in left:
            blocks.shared.products[product.reads] = 1

    return run


@instruction("setmaxnreg", warps=GROUP)
def _set_registers(one):
    """Moves registers between warp groups. All that ask for more must get them from
    others that give some back: on a GPU they would wait for ever."""
    direction = one.words[1]
    if direction not in ("inc", "dec") or one.words[2:] != ["sync", "aligned", "u32"]:
        raise one.fail("unknown words")
    count = one.operands[0].value
    if count % 8 or not 24 <= count <= 256:
        raise one.fail("a number of registers is a multiple of 8 from 24 to 256")

    def run(blocks, lanes):
        at_launch = blocks.kernel.registers_at_launch
        if not at_launch:
            raise PtxError("the kernel does not say how many registers it has")
        for first in lanes.ids[::GROUP]:
            before = blocks.allotted.get(int(first), at_launch)
            if (count < before) if direction == "inc" else (count > before):
                raise PtxError(f"{direction} from {before} to {count} registers")
            blocks.allotted[int(first)] = count

    return run


def check_registers(blocks):
    """At the end: no block has more registers than it was launched with."""
    at_launch = blocks.kernel.registers_at_launch or 0
    more = np.zeros(blocks.count, np.int64)
    for first, count in blocks.allotted.items():
        more[blocks.block[first]] += count - at_launch
    if (more > 0).any():
        raise PtxError("warp groups wait for registers that no other gives back")


@instruction("wgmma", warps=GROUP)
def _wgmma(one):
    if "fence" in one.words:
        return lambda blocks, lanes: None
    if "commit_group" in one.words:
        return _commit
    if "wait_group" in one.words:
        return _wait(one.operands[0].value)
    return Product(one).run
