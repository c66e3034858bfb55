# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Guarded kernels with accesses out of bounds, which are not executed but recorded:
each kind of access, pointers from several parameters, from a loop and of unknown
origin; assertions that fail, of kernels and on elements that loads leave out. `run.py --option=--checked` guards the kernels of all other cases, too."""

import numpy as np

from case import Array, Case, Scalar, out
from kernel_text import Kernel, pointer

BLOCK, COUNT = 256, 1000  # The last of four programs goes beyond the arrays.
PROGRAMS = -(-COUNT // BLOCK)


def faults_beyond(argument, count=COUNT, programs=PROGRAMS, first=0):
    """Accesses to four-byte elements from number `first` on, one for each element of
    the programs' tiles."""
    return {
        (at // BLOCK, at % BLOCK): (argument, 4 * (first + at))
        for at in range(programs * BLOCK)
        if first + at >= count
    }


def checked(name, arguments, body, make, faults, **more):
    def build(symbol):
        kernel = Kernel(symbol, arguments)
        body(kernel)
        return kernel

    more.setdefault("grid", (PROGRAMS, 1, 1))
    return Case(f"checked/{name}", build, make, options=("--checked",),
                faults=faults, is_for_cpu=False, sanitize=True, **more)  # fmt: skip


def start_of(k):
    return k.binary("arith.muli", k.program_id(), k.constant(BLOCK, "i32"))


def addresses(k, argument):
    return k.addresses(argument, (BLOCK,), offset=start_of(k))


IN_OUT = [("in", "*f32:16"), ("out", "*f32:16")]


def random_floats(rng, count=COUNT):
    return rng.integers(-9, 9, count).astype(np.float32)


def make_copy(rng):
    x = random_floats(rng)
    return [Array("f32", x), out("f32", x)]


def copies():
    def body(k):
        k.store(addresses(k, "out"), k.load(addresses(k, "in")))

    both = {0: faults_beyond(0), 1: faults_beyond(1)}
    for warps in (1, 4):
        yield checked(f"copy-w{warps}", IN_OUT, body, make_copy, both, warps=warps)

    # Elements that are not loaded are 0, or `other`.
    for fill in (0, 7):

        def filled(k, fill=fill):
            mask = k.constant(1, "i1", (BLOCK,)) if fill else None
            other = k.constant(f"{fill}.0", "f32", (BLOCK,)) if fill else None
            x = k.load(addresses(k, "in"), mask, other)
            k.store(addresses(k, "out"), x)

        def make(rng, fill=fill):
            x = random_floats(rng)
            want = np.full(PROGRAMS * BLOCK, fill, np.float32)
            want[:COUNT] = x
            return [Array("f32", x), out("f32", want)]

        yield checked(f"fill-{fill}", IN_OUT, filled, make, {0: faults_beyond(0)})


def masks():
    """A mask that excludes some of the invalid accesses."""

    def body(k):
        at = k.add(k.splat(start_of(k), (BLOCK,)), k.range(BLOCK))
        mask = k.compare("arith.cmpi", "slt", at, k.splat(k["n"], (BLOCK,)))
        x = k.load(addresses(k, "in"), mask)
        k.store(addresses(k, "out"), x, mask)

    arguments = [*IN_OUT, ("n", "i32")]
    for n in (COUNT, COUNT + 3):

        def make(rng, n=n):
            x = random_floats(rng)
            return [Array("f32", x), out("f32", x), Scalar("i32", n)]

        few = {
            site: {key: place for key, place in faults_beyond(site).items()
                   if place[1] < 4 * n}
            for site in (0, 1)
        }  # fmt: skip
        yield checked(f"mask-{n}", arguments, body, make, few)


def loops():
    """A pointer that a loop advances beyond the array; a negative offset."""

    def body(k):
        start = addresses(k, "in")
        step = k.constant(BLOCK, "i32", (BLOCK,))
        zero = k.constant("0.0", "f32", (BLOCK,))
        bounds = [k.constant(v, "i32") for v in (0, PROGRAMS, 1)]

        def once(_, carried):
            address, total = carried
            x = k.load(address)
            return [k.addptr(address, step), k.binary("arith.addf", total, x)]

        _, total = k.loop(bounds, [start, zero], once)
        k.store_tile("out", total)

    def make(rng):
        x = random_floats(rng)
        rows = np.zeros(PROGRAMS * BLOCK, np.float32)
        rows[:COUNT] = x
        return [Array("f32", x), out("f32", rows.reshape(PROGRAMS, BLOCK).sum(0))]

    reads = {(0, at % BLOCK): (0, 4 * at) for at in range(COUNT, PROGRAMS * BLOCK)}
    yield checked("loop", IN_OUT, body, make, {0: reads}, grid=(1, 1, 1))

    def before(k):
        base = k.addptr(k["in"], k.constant(-3, "i32"))
        at = k.addptr(k.splat(base, (BLOCK,)), k.range(BLOCK))
        k.store_tile("out", k.load(at))

    def make_before(rng):
        x = random_floats(rng)
        return [Array("f32", x), out("f32", np.r_[np.zeros(3), x[: BLOCK - 3]])]

    reads = {(0, at): (0, 4 * (at - 3)) for at in range(3)}
    yield checked("before", IN_OUT, before, make_before, {0: reads}, grid=(1, 1, 1))


def roots():
    """A pointer into one of two arrays; a pointer that was an integer."""
    arguments = [("a", "*f32:16"), ("b", "*f32:16"), ("out", "*f32:16")]

    def body(k):
        even = k.compare("arith.cmpi", "eq", k.program_id(), k.constant(0, "i32"))
        base = k.select(even, k["a"], k["b"])
        x = k.load(k.addptr(k.splat(base, (BLOCK,)), k.range(BLOCK)))
        firsts = k.binary("arith.addf", k.load(k["a"]), k.load(k["b"]))
        x = k.binary("arith.addf", x, k.splat(firsts, (BLOCK,)))
        k.store(addresses(k, "out"), x)

    def make(rng):
        a, b = random_floats(rng, 200), random_floats(rng, 100)
        want = np.zeros((2, BLOCK), np.float32)
        want[0, :200], want[1, :100] = a, b
        want += a[0] + b[0]
        return [Array("f32", a), Array("f32", b), out("f32", want)]

    reads = {(0, at): (0, 4 * at) for at in range(200, BLOCK)}
    reads |= {(1, at): (1, 4 * at) for at in range(100, BLOCK)}
    yield checked("select", arguments, body, make, {0: reads}, grid=(2, 1, 1))

    def unknown(k):
        place = k.cast("tt.ptr_to_int", k["in"], "i64")
        base = k.cast("tt.int_to_ptr", place, pointer("f32"))
        base = k.addptr(base, start_of(k))
        at = k.addptr(k.splat(base, (BLOCK,)), k.range(BLOCK))
        k.store(addresses(k, "out"), k.load(at))

    both = {0: faults_beyond(0), 1: faults_beyond(1)}
    yield checked("unknown", IN_OUT, unknown, make_copy, both)


def scalars_and_tiles():
    """Scalars, and tiles of two dimensions, which several threads hold."""

    def scalar(k):
        at = k.addptr(k["in"], k.constant(COUNT, "i32"))
        three = k.constant("3.0", "f32")
        k.store(k["out"], k.binary("arith.addf", k.load(at), three))
        k.store(at, three)

    def make(rng):
        return [Array("f32", random_floats(rng)), out("f32", np.full(1, 3.0))]

    one = {(0, 0): (0, 4 * COUNT)}
    yield checked("scalar", IN_OUT, scalar, make, {0: one, 2: one}, grid=(1, 1, 1))

    def tile(k):
        k.store_tile("out", k.load_tile("in", (4, 8), strides=(8, 1)))

    def make_tile(rng):
        x = random_floats(rng, 30)
        return [Array("f32", x), out("f32", np.r_[x, 0, 0])]

    last = {(0, at): (0, 4 * at) for at in (30, 31)}
    yield checked("tile", IN_OUT, tile, make_tile, {0: last}, grid=(1, 1, 1))


def atomics():
    arguments = [("cells", "*i32:16"), ("old", "*i32:16")]

    def add(k):
        one = k.constant(1, "i32", (BLOCK,))
        at = addresses(k, "cells")
        old = k.emit(
            f"tt.atomic_rmw add, acq_rel, gpu, {at.name}, {one.name} :"
            f" ({at.type}, {one.type}) -> {one.type}", "i32", (BLOCK,),
        )  # fmt: skip
        k.store(addresses(k, "old"), old)

    def make_add(rng):
        x = rng.integers(0, 99, COUNT).astype(np.int32)
        old = np.zeros(PROGRAMS * BLOCK, np.int32)
        old[:COUNT] = x
        return [Array("i32", x, x + 1), out("i32", old)]

    yield checked("add", arguments, add, make_add, {0: faults_beyond(0)})

    def swap(k):
        at = addresses(k, "cells")
        zero = k.constant(0, "i32", (BLOCK,))
        five = k.constant(5, "i32", (BLOCK,))
        old = k.emit(
            f"tt.atomic_cas acq_rel, gpu, {at.name}, {zero.name}, {five.name} :"
            f" ({at.type}, {zero.type}, {zero.type}) -> {zero.type}",
            "i32", (BLOCK,),
        )  # fmt: skip
        k.store(addresses(k, "old"), old)

    def make_swap(rng):
        x = rng.integers(0, 2, COUNT).astype(np.int32)
        old = np.zeros(PROGRAMS * BLOCK, np.int32)
        old[:COUNT] = x
        return [Array("i32", x, np.where(x == 0, 5, x)), out("i32", old)]

    yield checked("swap", arguments, swap, make_swap, {0: faults_beyond(0)})

    def poll(k):
        one = k.constant(1, "i32", (BLOCK,))
        at = addresses(k, "cells")
        k.emit(f"tt.atomic_poll acquire, gpu, {at.name}, {one.name} :"
               f" {at.type}, {one.type} -> tensor<{BLOCK}xi1>", "i1", (BLOCK,))
        k.store(addresses(k, "old"), k.constant(7, "i32", (BLOCK,)))

    def make_poll(rng):
        ones = np.ones(COUNT, np.int32)
        done = np.full(PROGRAMS * BLOCK, 7, np.int32)
        return [Array("i32", ones), out("i32", done)]

    # The last program would wait for ever for what it cannot read.
    yield checked("poll", arguments, poll, make_poll, {0: faults_beyond(0)})


def is_inside(k, count=COUNT):
    """Which elements of the program are below the number."""
    at = k.add(k.splat(start_of(k), (BLOCK,)), k.range(BLOCK))
    return k.compare("arith.cmpi", "slt", at, k.constant(count, "i32", (BLOCK,)))


def assertions():
    """Assertions on elements and on scalars are recorded, and the kernel goes on."""
    beyond = {key: None for key in faults_beyond(0)}

    def assert_(k, condition):
        k.line(f'tt.assert {condition.name}, "too far" : {condition.type}')

    def elements(k):
        inside = is_inside(k)
        assert_(k, inside)
        x = k.load(addresses(k, "in"), inside, k.constant("0.0", "f32", (BLOCK,)))
        k.store(addresses(k, "out"), x, inside)

    for warps in (1, 4):
        yield checked(f"assert-w{warps}", IN_OUT, elements, make_copy,
                      {"assert 0": beyond}, warps=warps)  # fmt: skip

    def scalar(k):
        last = k.constant(PROGRAMS - 1, "i32")
        assert_(k, k.compare("arith.cmpi", "ne", k.program_id(), last))
        k.store(addresses(k, "out"), k.load(addresses(k, "in")))

    one = {(PROGRAMS - 1, 0): None}
    faults = {"assert 0": one, 0: faults_beyond(0), 1: faults_beyond(1)}
    yield checked("assert-scalar", IN_OUT, scalar, make_copy, faults)

    def loop(k):
        """The third and fourth of four iterations fail for the upper half."""
        half = k.compare("arith.cmpi", "slt", k.range(BLOCK),
                         k.constant(BLOCK // 2, "i32", (BLOCK,)))  # fmt: skip
        bounds = [k.constant(v, "i32") for v in (0, 4, 1)]

        def once(number, carried):
            early = k.compare("arith.cmpi", "slt", number, k.constant(2, "i32"))
            early = k.splat(early, (BLOCK,))
            assert_(k, k.binary("arith.ori", early, half))
            return [k.binary("arith.addf", carried[0], k.load_tile("in", (BLOCK,)))]

        zero = k.constant("0.0", "f32", (BLOCK,))
        k.store_tile("out", k.loop(bounds, [zero], once)[0])

    def make_loop(rng):
        x = random_floats(rng, BLOCK)
        return [Array("f32", x), out("f32", 4 * x)]

    upper = {(0, at, number): None for at in range(BLOCK // 2, BLOCK) for number in (2, 3)}
    yield checked("assert-loop", IN_OUT, loop, make_loop, {"assert 0": upper},
                  grid=(1, 1, 1))  # fmt: skip


def undefined_elements():
    """Elements that a load leaves out, in a sum, a store, a mask and a condition.
    They are 0 in guarded kernels."""
    beyond = {key: None for key in faults_beyond(0)}

    def load(k):
        return k.load(addresses(k, "in"), is_inside(k))

    def store(k):
        k.store(addresses(k, "out"), load(k))

    def make_store(rng):
        x = random_floats(rng)
        want = np.zeros(PROGRAMS * BLOCK, np.float32)
        want[:COUNT] = x
        return [Array("f32", x), out("f32", want)]

    yield checked("undefined-store", IN_OUT, store, make_store, {"assert 0": beyond})

    def total(k):
        def add(a, b):
            return [k.binary("arith.addf", a[0], b[0])]

        (total,) = k.reduce([load(k)], 0, add)
        k.store(k.addptr(k["out"], k.program_id()), total)

    def make_total(rng):
        x = random_floats(rng)
        rows = np.zeros(PROGRAMS * BLOCK, np.float32)
        rows[:COUNT] = x
        return [Array("f32", x), out("f32", rows.reshape(PROGRAMS, BLOCK).sum(1))]

    last = {(PROGRAMS - 1, 0): None}
    yield checked("undefined-sum", IN_OUT, total, make_total, {"assert 0": last})

    def mask(k):
        low = k.constant("-100.0", "f32", (BLOCK,))
        is_set = k.compare("arith.cmpf", "ogt", load(k), low)
        k.store(addresses(k, "out"), k.constant("1.0", "f32", (BLOCK,)), is_set)

    def make_mask(rng):
        want = np.ones(PROGRAMS * BLOCK, np.float32)
        return [Array("f32", random_floats(rng)), out("f32", want)]

    yield checked("undefined-mask", IN_OUT, mask, make_mask, {"assert 0": beyond})

    def defined(k):
        """The same elements are left out of the store."""
        k.store(addresses(k, "out"), load(k), is_inside(k))

    yield checked("undefined-not-used", IN_OUT, defined, make_copy, {})


def cases():
    for group in (copies, masks, loops, roots, scalars_and_tiles, atomics,
                  assertions, undefined_elements):  # fmt: skip
        yield from group()
