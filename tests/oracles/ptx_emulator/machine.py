# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a kernel: many threads at once, one instruction at a time.

The threads (lanes) of several blocks run together, so that an instruction is an
operation of NumPy on arrays. Lanes at one instruction form a group; the group
whose instruction comes first in the text runs, and groups that meet are joined.
This lets lanes that branches have separated meet again, as hardware does.

At an instruction that needs whole warps, lanes wait for those of their warp that
have not ended; `barrier.sync` waits for the threads of a block. It is an error if all
lanes wait, or if a register is read that nothing has written.

Not here: the instructions (the modules that `operations` imports).
"""

import heapq

import numpy as np

from . import kinds
from . import memory
from .program import Group, Immediate, PtxError, Register, Special, Symbol

STEPS = 20_000_000  # instructions after which a launch hangs
PATIENCE = 20_000  # waits for barriers in shared memory with nothing in between
FAIRNESS = 8  # rounds, the last of which runs another group than the first
WARP = 32


class Lanes:
    """Lanes that run an instruction: their numbers, and how to index arrays."""

    def __init__(self, ids, total):
        self.ids = ids
        self.full = len(ids) == total
        self.index = slice(None) if self.full else ids

    def __len__(self):
        return len(self.ids)


class Registers:
    """All lanes' values of the registers of a kernel."""

    def __init__(self, kernel, lanes):
        self.kernel, self.lanes = kernel, lanes
        self.values = [None] * len(kernel.registers)
        # For each register: whether all lanes have written it, or which lanes have.
        self.written = [False] * len(kernel.registers)

    def read(self, slot, lanes):
        written = self.written[slot]
        if written is not True:
            if written is False or not written[lanes.index].all():
                name = self.kernel.names[slot]
                raise PtxError(f"reads {name}, which nothing has written")
        return self.values[slot][lanes.index]

    def write(self, slot, lanes, raw):
        values = self.values[slot]
        if values is None:
            dtype = kinds.UNSIGNED[self.kernel.registers[slot]]
            values = self.values[slot] = np.zeros(self.lanes, dtype)
        values[lanes.index] = raw
        if self.written[slot] is True:
            return
        if lanes.full:
            self.written[slot] = True
            return
        if self.written[slot] is False:
            self.written[slot] = np.zeros(self.lanes, bool)
        self.written[slot][lanes.ids] = True
        if self.written[slot].all():
            self.written[slot] = True

    def forget(self, slot, lanes):
        """Makes reading the register an error."""
        written = self.written[slot]
        if lanes.full or written is False:
            self.written[slot] = False
            return
        mask = np.ones(self.lanes, bool) if written is True else written
        mask[lanes.ids] = False
        self.written[slot] = mask


class Blocks:
    """Some blocks of a launch, run together: the state of all lanes."""

    def __init__(self, launch, first, count):
        kernel = launch.kernel
        self.launch, self.kernel = launch, kernel
        self.threads, self.count = launch.threads, count
        self.total = count * self.threads
        lanes = np.arange(self.total)
        self.block = lanes // self.threads
        self.thread = lanes % self.threads
        self.warp = (self.thread // WARP).astype(np.uint8)
        self.program = first + self.block
        self.registers = Registers(kernel, self.total)
        self.shared = memory.SharedMemory(
            count, launch.shared_bytes, -(-self.threads // WARP), launch.rng
        )
        self.local = memory.LocalMemory(self.total, launch.local_bytes)
        self.carry = np.zeros(self.total, bool)
        self.parameters = {}  # of calls, by name and offset
        self.copies = []
        self.groups = np.zeros(self.total, np.int64)  # committed, of each lane
        self.running = []  # products of warp groups
        self.products = np.zeros(self.total, np.int64)  # groups committed
        self.pending = {}  # accumulators of running products, by register
        self.alive = np.ones(self.total, bool)
        self.barrier = np.full(self.total, -1)  # the one a lane waits at
        self.wanted = np.zeros(self.total, np.int64)  # its threads; 0: all
        self.aligned = np.zeros(self.total, bool)  # it wants one instruction for all
        self.resume = np.zeros(self.total, np.int64)
        self.arrivals = {}  # of lanes that do not wait, by block and barrier
        self.parked = []  # groups that wait for lanes of their warps
        self.heap = []
        self.turns, self.is_last = 0, False
        self.idle = 0  # waits in vain since anything happened that ends waits
        self.races = launch.races if self.threads > WARP else None
        self.eras = self.races and self.races.eras(count)
        self.allotted = {}  # registers of warp groups, by their first lane
        # Lanes that the kernels before may run beside, and write what they access.
        self.is_early = np.full(self.total, launch.starts_early)

    # -- Accesses to global memory

    def note_global(self, kind, lanes, index, size, *written):
        """Lanes access words of `size` bytes (races.py)."""
        if self.is_early[lanes.ids].any():
            raise PtxError("an access to global memory before griddepcontrol.wait")
        if self.races:
            era = self.eras[self.block[lanes.ids]]
            warps = self.warp[lanes.ids]
            self.races.note(kind, index, size, era, warps, *written)

    def begin_eras(self, blocks):
        """Warps of some blocks have met."""
        if self.races:
            self.eras[blocks] = self.races.eras(len(blocks))

    # -- Operands

    def special(self, name, lanes):
        """The value of a register that the hardware sets."""
        name, _, dimension = name.partition(".")
        axis = "xyz".find(dimension) if dimension else 0
        index = lanes.index
        grid = self.launch.grid
        if name == "%tid":
            return (self.thread[index] if axis == 0 else 0 * self.thread[index]).astype(
                np.uint32
            )
        if name == "%ctaid":
            return (
                self.program[index] // int(np.prod(grid[:axis])) % grid[axis]
            ).astype(np.uint32)
        if name == "%laneid":
            return (self.thread[index] % WARP).astype(np.uint32)
        if name == "%warpid":
            return self.warp[index].astype(np.uint32)
        size = self.threads if name == "%ntid" and axis == 0 else 1
        value = grid[axis] if name == "%nctaid" else size
        return np.full(len(lanes), value, np.uint32)

    # -- Groups of lanes

    def push(self, place, ids):
        if len(ids):
            heapq.heappush(self.heap, (place, int(ids[0]), ids))

    def pop(self):
        """The first group, joined with all that are at the same instruction. At times
        it is another one, for which the first may be waiting in a loop: each after
        some rounds, the last one first."""
        self.turns += 1
        self.is_last = self.turns % FAIRNESS == 0 and len(self.heap) > 1
        if self.is_last:
            self.heap.sort(reverse=True)
            chosen = self.turns // FAIRNESS % len(self.heap)
            place, _, ids = self.heap.pop(chosen)
            heapq.heapify(self.heap)
            return place, ids
        place, _, ids = heapq.heappop(self.heap)
        parts = [ids]
        while self.heap and self.heap[0][0] == place:
            parts.append(heapq.heappop(self.heap)[2])
        if len(parts) > 1:
            ids = np.sort(np.concatenate(parts))
        return place, ids

    def run(self, code):
        """Runs all lanes to their end."""
        self.push(0, np.arange(self.total))
        while self.heap or self.unpark():
            if self.parked and self.turns % FAIRNESS == 0:
                self.unpark()  # those in the heap may wait for them in a loop
            place, ids = self.pop()
            self.run_group(code, place, ids)
        if self.alive.any():
            raise PtxError(self.describe_deadlock())
        if self.arrivals:
            raise PtxError("more threads arrive than any wait for")

    def run_group(self, code, place, ids):
        """Runs a group until it ends, waits, diverges or meets another."""
        lanes = Lanes(ids, self.total)
        limit = self.heap[0][0] if self.heap and not self.is_last else len(code) + 1
        while place is not None:
            if place >= limit:
                self.push(place, ids)
                return
            if place >= len(code):
                raise PtxError("runs past the last instruction")
            one = code[place]
            self.launch.steps += 1
            self.shared.clock = self.launch.steps
            if self.launch.steps > STEPS:
                raise PtxError(f"hangs: {STEPS} instructions")
            try:
                place = one.step(self, lanes, place)
            except PtxError as error:
                raise self.locate(error, one, lanes) from None

    def locate(self, error, one, lanes):
        """The error with its instruction and, if it is known, its thread."""
        text = f"line {one.source.line}: {one.source.text}: {error}"
        if isinstance(error, memory.OutOfBounds) and error.lane < len(lanes):
            lane = lanes.ids[error.lane]
            text += f" (block {self.program[lane]}, thread {self.thread[lane]})"
        return PtxError(text)

    # -- Waiting

    def whole_warps(self, lanes, place, size=WARP):
        """Whether all live lanes of each warp, or warp group of `size` lanes, are in
        the group; otherwise they wait."""
        if lanes.full:
            return True
        if self.threads % size:
            size = WARP
        complete = self.are_complete(lanes.ids, size)
        if complete.all():
            return True
        self.parked.append((place, size, lanes.ids[~complete]))
        self.push(place, lanes.ids[complete])
        return False

    def are_complete(self, ids, size):
        """For each lane whether `ids` has all live ones of its warp or warp group."""
        here = np.bincount(ids // size, minlength=self.total // size)
        live = np.add.reduceat(self.alive.astype(int), np.arange(0, self.total, size))
        return (here == live)[ids // size]

    def unpark(self):
        """Joins groups that wait at one instruction; whether any of them can continue."""
        places = {}
        for place, size, ids in self.parked:
            places.setdefault((place, size), []).append(ids)
        self.parked = []
        for (place, size), parts in places.items():
            ids = np.sort(np.concatenate(parts))
            complete = self.are_complete(ids, size)
            self.push(place, ids[complete])
            if not complete.all():
                self.parked.append((place, size, ids[~complete]))
        return bool(self.heap)

    def arrive(self, lanes, barrier, wanted, aligned, place):
        """Lanes wait at a barrier; returns the instruction at which they continue, or
        None."""
        if lanes.full and not wanted:
            self.shared.barrier(range(self.count))
            self.begin_eras(np.arange(self.count))
            return place
        self.barrier[lanes.ids], self.wanted[lanes.ids] = barrier, wanted
        self.resume[lanes.ids], self.aligned[lanes.ids] = place, aligned
        self.release()
        return None

    def announce(self, lanes, barrier, wanted, aligned, place):
        """Lanes arrive at a barrier, and go on."""
        for i, number in zip(lanes.ids, barrier):
            at = int(self.block[i]) * 16 + int(number)
            arrival = self.warp[i], wanted, aligned, place
            self.arrivals.setdefault(at, []).append(arrival)
        self.release()

    def release(self):
        """Lets lanes continue if all threads have reached their barrier."""
        waiting = np.flatnonzero(self.barrier >= 0)
        if not len(waiting):
            return
        key = self.block[waiting] * 16 + self.barrier[waiting]
        arrived = np.bincount(key, minlength=self.count * 16)
        for at, others in self.arrivals.items():
            arrived[at] += len(others)
        live = np.bincount(self.block[self.alive], minlength=self.count)
        wanted = self.wanted[waiting]
        needed = np.where(wanted > 0, wanted, live[self.block[waiting]])
        free = waiting[arrived[key] >= needed]
        if not len(free):
            return
        self.idle = 0
        complete = np.unique(key[arrived[key] >= needed])
        ended = {at: self.arrivals.pop(at, []) for at in complete}
        self.check_barriers(free, ended)
        self.barrier[free] = -1
        whole = [b for b in np.unique(self.block[free])
                 if (self.block[free] == b).sum() == live[b]]  # fmt: skip
        self.shared.barrier(whole)
        self.begin_eras(np.unique(self.block[free]))
        for block in np.unique(self.block[free]):
            if block not in whole:
                here = free[self.block[free] == block]
                warps = {*self.warp[here]}
                for at, others in ended.items():
                    warps |= {warp for warp, *_ in others if at // 16 == block}
                self.shared.barrier_of(block, warps)
        for place in np.unique(self.resume[free]):
            self.push(int(place), free[self.resume[free] == place])

    def check_barriers(self, free, arrivals):
        """Threads that meet at a barrier agree on their number, and have one
        instruction if the barrier is aligned."""
        key = self.block[free] * 16 + self.barrier[free]
        for at, others in arrivals.items():
            here = free[key == at]
            wanted = {*self.wanted[here]} | {number for _, number, *_ in others}
            if len(wanted) > 1:
                raise PtxError("threads at a barrier want different numbers")
            if 0 < wanted.pop() < len(here) + len(others):
                raise PtxError("more threads arrive than the barrier wants")
            places = {*self.resume[here]} | {place for *_, place in others}
            aligned = self.aligned[here].any() or any(word for _, _, word, _ in others)
            if aligned and len(places) > 1:
                raise PtxError("two instructions for one barrier that is aligned")

    def end(self, lanes):
        """Lanes have run to their end."""
        self.alive[lanes.ids] = False
        self.release()

    def wait_in_vain(self):
        """Threads look at a barrier of shared memory again."""
        self.idle += 1
        if self.idle > PATIENCE:
            raise PtxError(
                f"hangs: {PATIENCE} waits for barriers in shared memory in vain"
            )

    def describe_deadlock(self):
        texts = [
            f"{len(ids)} threads at {self.launch.describe(place)} without the others"
            " of their warps"
            for place, _, ids in self.parked
        ]
        waiting = np.flatnonzero(self.barrier >= 0)
        if len(waiting):
            places = np.unique(self.resume[waiting])
            at = ", ".join(self.launch.describe(int(p) - 1) for p in places)
            texts.append(f"{len(waiting)} threads at the barriers {at}")
        return "all wait: " + "; ".join(texts)


class Step:
    """An instruction, ready to run: `run(blocks, lanes)` does its work. `warps` says
    whether warps run it together, or is the number of lanes of a warp group."""

    def __init__(self, source, run, warps=False):
        self.source, self.run, self.warps = source, run, bool(warps)
        self.size = WARP if isinstance(warps, bool) else warps
        self.guard = source.guard

    def step(self, blocks, lanes, place):
        """Runs it; returns the index of the next instruction, or None."""
        if self.warps and not blocks.whole_warps(lanes, place, self.size):
            return None
        if self.guard is not None:
            taken = guard_of(self.source, blocks, lanes)
            if not taken.any():
                return place + 1
            if not taken.all():
                if self.warps:
                    raise PtxError("only some threads of a warp run it")
                lanes = Lanes(lanes.ids[taken], blocks.total)
        self.run(blocks, lanes)
        return place + 1


def guard_of(source, blocks, lanes):
    """The lanes that run an instruction, by its guard."""
    taken = blocks.registers.read(source.guard.slot, lanes)
    return ~taken if source.negated else taken


class Branch:
    """`bra`: lanes jump to a label."""

    def __init__(self, source, target):
        self.source, self.target = source, target

    def step(self, blocks, lanes, place):
        if self.source.guard is None:
            return self.jump(blocks, lanes, self.target)
        taken = guard_of(self.source, blocks, lanes)
        if taken.all():
            return self.jump(blocks, lanes, self.target)
        if not taken.any():
            return place + 1
        blocks.push(self.target, lanes.ids[taken])
        blocks.push(place + 1, lanes.ids[~taken])
        return None

    @staticmethod
    def jump(blocks, lanes, target):
        blocks.push(target, lanes.ids)


class Exit:
    """`ret` of a kernel, and `exit`."""

    def __init__(self, source):
        self.source = source

    def step(self, blocks, lanes, place):
        if self.source.guard is None:
            blocks.end(lanes)
            return None
        taken = guard_of(self.source, blocks, lanes)
        if taken.any():
            blocks.end(Lanes(lanes.ids[taken], blocks.total))
        if taken.all():
            return None
        blocks.push(place + 1, lanes.ids[~taken])
        return None


class Barrier:
    """`barrier.sync`: lanes wait for the threads of their block, or for as many as
    are wanted. Lanes may have different barriers. `bar.sync` is aligned: lanes that
    meet there have to execute the same instruction."""

    def __init__(self, source, barrier, wanted, aligned):
        self.source, self.barrier, self.wanted = source, barrier, wanted
        self.aligned = aligned

    def step(self, blocks, lanes, place):
        if not blocks.whole_warps(lanes, place):
            return None
        return self.reach(blocks, lanes, self.barrier(blocks, lanes), place + 1)

    def reach(self, blocks, lanes, barrier, following):
        return blocks.arrive(lanes, barrier, self.wanted, self.aligned, following)


class Arrival(Barrier):
    """`barrier.arrive`: lanes announce what they have done to threads that wait."""

    def reach(self, blocks, lanes, barrier, following):
        if not self.wanted:
            raise PtxError("a number of threads is missing")
        blocks.announce(lanes, barrier, self.wanted, self.aligned, following)
        return following


# -- Access to the operands of instructions


def source(one, operand, kind):
    """A function of blocks and lanes that gives the numbers of an operand."""
    if isinstance(operand, Register):
        slot = operand.slot
        if kind.bits > operand.bits:
            raise one.fail(f"a register of {operand.bits} bits is too narrow")
        return lambda blocks, lanes: kind.decode(blocks.registers.read(slot, lanes))
    if isinstance(operand, Immediate):
        value = constant(one, operand, kind)
        return lambda blocks, lanes: np.broadcast_to(value, len(lanes))
    if isinstance(operand, Special):
        name = operand.name
        return lambda blocks, lanes: kind.decode(blocks.special(name, lanes))
    if isinstance(operand, Symbol):
        return lambda blocks, lanes: np.full(
            len(lanes), blocks.launch.address_of(operand.name, one), kind.raw
        )
    raise one.fail(f"unknown operand {operand}")


def constant(one, operand, kind):
    """The number that an immediate is for a type."""
    if isinstance(operand.value, float):
        return kind.decode(kind.encode(np.array([operand.value])))[0]
    if kind.bits == 1:
        return np.bool_(operand.value)
    raw = np.array([operand.value % (1 << kind.bits)], kind.raw)
    return kind.decode(raw)[0]


def target(one, operand, kind):
    """A function of blocks, lanes and numbers that writes a register. Narrower
    numbers are extended by the sign or zeros, as of their type."""
    if operand == Symbol("_"):
        return lambda blocks, lanes, values: None
    if not isinstance(operand, Register):
        raise one.fail(f"not a register: {operand}")
    slot, bits = operand.slot, operand.bits
    if bits < kind.bits:
        raise one.fail(f"a register of {bits} bits is too narrow")
    if bits == kind.bits:
        return lambda blocks, lanes, values: blocks.registers.write(
            slot, lanes, kind.encode(values)
        )
    signed = kind.letter == "s"

    def extend(blocks, lanes, values):
        raw = kind.encode(values)
        if signed:
            raw = raw.view(kinds.SIGNED[kind.bits]).astype(kinds.SIGNED[bits])
        blocks.registers.write(slot, lanes, raw.astype(kinds.UNSIGNED[bits]))

    return extend


def items(operand):
    """The operands of a vector, or the operand."""
    return operand.items if isinstance(operand, Group) else (operand,)
