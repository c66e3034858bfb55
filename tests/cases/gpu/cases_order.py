# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that load what they store: by stores, atomics and descriptors, in branches,
through selected, carried and unknown pointers. Loads run ahead of their iteration
unless the loop may write what they read.

Barriers are the compiler's, apart from those between two parameters that are one
array. Values are small integers, so that results are exact."""

import itertools

import numpy as np

from case import EXACT_VALUE, Array, Case, Scalar, out
from kernel_text import Kernel, type_text
from options import only

SIZE, COUNT = 256, 9
SIDE = 16  # of tiles of products
LAYOUTS = ((1, 2), (1, 4), (4, 2), (4, 3), (8, 3), (8, 4))  # warps, stages


class Loop:
    """A kernel of one loop, in which `step(kernel, i)` runs, with COUNT iterations."""

    def __init__(self, arguments, step, count=COUNT):
        self.arguments, self.step, self.count = arguments, step, count

    def kernel(self, stages):
        def build(symbol):
            k = Kernel(symbol, [*self.arguments, ("n", "i32")])
            low, one = k.constant(0, "i32"), k.constant(1, "i32")
            body = lambda i, carried: [self.step(k, i) or carried[0]]
            k.loop((low, k["n"], one), [low], body, f"{{tt.num_stages = {stages} : i32}}")
            return k

        return build


def at(k, base, index, size=SIZE, more=0):
    """Pointers to row `index` + `more` of an array of rows."""
    row = k.add(index, k.constant(more, "i32")) if more else index
    offset = k.binary("arith.muli", row, k.constant(size, "i32"))
    base = k[base] if isinstance(base, str) else base
    return k.addptr(k.splat(k.addptr(base, offset), (size,)), k.range(size))


def grow(k, x):
    """3 x + 1, modulo 2^32."""
    three, one = (k.constant(v, "i32", x.shape) for v in (3, 1))
    return k.add(k.binary("arith.muli", x, three), one)


def grown(x, times=1):
    for _ in range(times):
        x = x * np.int32(3) + np.int32(1)
    return x


def numbers(rng, *shape):
    return rng.integers(-9, 9, shape).astype(np.int32)


def atomic(k, kind, order, pointers, value):
    mask = k.constant(1, "i1", value.shape)
    return k.emit(
        f"tt.atomic_rmw {kind}, {order}, gpu, {pointers.name}, {value.name}, {mask.name} :"
        f" ({pointers.type}, {value.type}, {mask.type}) -> {value.type}",
        value.element, value.shape,
    )  # fmt: skip


# -- One array: each row is computed from one before

ROWS = [("p", "*i32:16")]


def recurrence(back):
    """p[i + back] = 3 p[i] + 1."""

    def step(k, i):
        k.store(at(k, "p", i, more=back), grow(k, k.load(at(k, "p", i))))

    def make(rng):
        p = numbers(rng, COUNT + back, SIZE)
        want = p.copy()
        for i in range(COUNT):
            want[i + back] = grown(want[i])
        return [Array("i32", p, want), Scalar("i32", COUNT)]

    return Loop(ROWS, step), make


def in_place(k, i):
    where = at(k, "p", i)
    k.store(where, grow(k, k.load(where)))


def make_in_place(rng):
    p = numbers(rng, COUNT, SIZE)
    return [Array("i32", p, grown(p)), Scalar("i32", COUNT)]


def same_row(k, i):
    """All iterations change one row."""
    where = at(k, "p", k.constant(0, "i32"))
    k.store(where, k.add(grow(k, k.load(where)), k.splat(i, (SIZE,))))


def make_same_row(rng):
    p = numbers(rng, 1, SIZE)
    want = p
    for i in range(COUNT):
        want = grown(want) + np.int32(i)
    return [Array("i32", p, want), Scalar("i32", COUNT)]


# -- Memory between a store and a load: y[i] = 3 m[i] + 1 with m[i] = x[i] + f(i)

STAGED = [("x", "*i32:16"), ("m", "*i32:16"), ("y", "*i32:16")]


def staged(write, read=None, want=lambda x, _: x):
    """`write` stores a row to m, `read` gives the pointers to it."""
    read = read or (lambda k, i: at(k, "m", i))

    def step(k, i):
        write(k, i, k.load(at(k, "x", i)))
        k.store(at(k, "y", i), grow(k, k.load(read(k, i))))

    def make(rng):
        x = numbers(rng, COUNT, SIZE)
        m = np.stack([want(row, i) for i, row in enumerate(x)])
        return [Array("i32", x), Array("i32", np.zeros_like(x), m), out("i32", grown(m)),
                Scalar("i32", COUNT)]  # fmt: skip

    return Loop(STAGED, step), make


def store(k, i, x):
    k.store(at(k, "m", i), x)


def store_if_odd(k, i, x):
    one, zero = k.constant(1, "i32"), k.constant(0, "i32")
    is_odd = k.compare("arith.cmpi", "ne", k.binary("arith.andi", i, one), zero)
    k.line(f"scf.if {is_odd.name} {{")
    with k.indented():
        store(k, i, x)
    k.line("}")


def store_masked(k, i, x):
    limit = k.constant(100, "i32", (SIZE,))
    k.store(at(k, "m", i), x, k.compare("arith.cmpi", "slt", k.range(SIZE), limit))


def add(order):
    return lambda k, i, x: atomic(k, "add", order, at(k, "m", i), x)


def swap(k, i, x):
    where, zero = at(k, "m", i), k.constant(0, "i32", (SIZE,))
    k.emit(f"tt.atomic_cas relaxed, gpu, {where.name}, {zero.name}, {x.name} : "
           f"({where.type}, {x.type}, {x.type}) -> {x.type}", "i32", x.shape)  # fmt: skip


def through_number(k, i):
    """The address of m as a number, of which nothing is known."""
    number = k.emit(f"tt.ptr_to_int %m : {k['m'].type} -> i64", "i64")
    base = k.emit(f"tt.int_to_ptr {number.name} : i64 -> {k['m'].type}", k["m"].element)
    return at(k, base, i)


def selected(k, i):
    """x or m, whose number is at least 0."""
    zero = k.constant(0, "i32")
    base = k.select(k.compare("arith.cmpi", "slt", i, zero), k["x"], k["m"])
    return at(k, base, i)


def chosen(k, i):
    """The same by a branch."""
    zero = k.constant(0, "i32")
    is_negative = k.compare("arith.cmpi", "slt", i, zero)
    (base,) = k.branch(is_negative, [k["m"]], lambda: [k["x"]], lambda: [k["m"]])
    return at(k, base, i)


def moved(k, i):
    """m by another offset from it."""
    back = k.addptr(k["m"], k.constant(-3 * SIZE, "i32"))
    return at(k, back, i, more=3)


def before(k, i):
    """The row of the iteration before."""
    return at(k, "m", k.binary("arith.maxsi", k.binary("arith.subi", i, k.constant(1, "i32")),
                               k.constant(0, "i32")))  # fmt: skip


def make_before(rng):
    x = numbers(rng, COUNT, SIZE)
    y = grown(x[[max(i - 1, 0) for i in range(COUNT)]])
    return [Array("i32", x), Array("i32", np.zeros_like(x), x), out("i32", y),
            Scalar("i32", COUNT)]  # fmt: skip


def only_odd(x, i):
    return x if i % 2 else x * np.int32(0)


def only_100(x, _):
    return np.where(np.arange(SIZE) < 100, x, np.int32(0))


# -- Numbers in memory


def counter(k, i):
    """y[i] = x[count], count = c[0]++, as a scalar."""
    count = k.load(k["c"])
    k.store(at(k, "y", i), k.load(at(k, "x", count)))
    k.store(k["c"], k.add(count, k.constant(1, "i32")))


def make_counter(rng):
    x = numbers(rng, COUNT + 4, SIZE)
    return [Array("i32", x), Array("i32", np.full(1, 4, np.int32), np.full(1, 4 + COUNT)),
            out("i32", x[4:]), Scalar("i32", COUNT)]  # fmt: skip


def indirect(k, i):
    """y[i] = x[i'][j], where i' and j were stored: c[i] = i' SIZE + j."""
    offset = k.binary("arith.muli", i, k.constant(SIZE, "i32"))
    reverse = k.binary("arith.subi", k.constant(SIZE - 1, "i32", (SIZE,)), k.range(SIZE))
    k.store(at(k, "c", i), k.add(k.splat(offset, (SIZE,)), reverse))
    where = k.addptr(k.splat(k["x"], (SIZE,)), k.load(at(k, "c", i)))
    k.store(at(k, "y", i), k.load(where))


def make_indirect(rng):
    x = numbers(rng, COUNT, SIZE)
    places = np.arange(COUNT * SIZE, dtype=np.int32).reshape(x.shape)[:, ::-1]
    return [Array("i32", x), Array("i32", np.full_like(x, 7), places), out("i32", x[:, ::-1]),
            Scalar("i32", COUNT)]  # fmt: skip


NUMBERS = [("x", "*i32:16"), ("c", "*i32:16"), ("y", "*i32:16")]

PLAIN = {
    "recurrence": recurrence(1),
    "recurrence-2": recurrence(2),
    "recurrence-3": recurrence(3),
    "in-place": (Loop(ROWS, in_place), make_in_place),
    "same-row": (Loop(ROWS, same_row), make_same_row),
    "store": staged(store),
    "store-if": staged(store_if_odd, want=only_odd),
    "store-masked": staged(store_masked, want=only_100),
    "add-acq_rel": staged(add("acq_rel")),
    "add-relaxed": staged(add("relaxed")),
    "add-release": staged(add("release")),
    "cas": staged(swap),
    "unknown": staged(store, through_number),
    "selected": staged(store, selected),
    "chosen": staged(store, chosen),
    "moved": staged(store, moved),
    "before": (staged(store, before)[0], make_before),
    "counter": (Loop(NUMBERS, counter), make_counter),
    "indirect": (Loop(NUMBERS, indirect), make_indirect),
}

# -- Products: the sum of 2 x[i] w[i], the first factor through memory

PRODUCT = [("x", "*f16:16"), ("m", "*f16:16"), ("w", "*f16:16"), ("y", "*f32:16")]
TILE = (SIDE, SIDE)


def tile_at(k, base, index):
    offset = k.binary("arith.muli", index, k.constant(SIDE * SIDE, "i32"))
    return k.addresses(base, TILE, offset=offset)


def product(symbol, write, inner):
    k = Kernel(symbol, [*PRODUCT, ("n", "i32")])
    low, one = k.constant(0, "i32"), k.constant(1, "i32")
    zero = k.constant("0.0", "f32", TILE)

    def multiply(i, total):
        a, b = k.load(tile_at(k, "m", i)), k.load(tile_at(k, "w", i))
        kind = type_text("f16", TILE)
        return k.emit(f"tt.dot {a.name}, {b.name}, {total.name} : {kind} * {kind} -> "
                      f"{total.type}", "f32", TILE)  # fmt: skip

    def step(i, carried):
        x = k.load(tile_at(k, "x", i))
        write(k, tile_at(k, "m", i), k.binary("arith.addf", x, x))
        if not inner:
            return [multiply(i, carried[0])]
        end = k.add(i, one)
        return k.loop((i, end, one), carried, lambda j, c: [multiply(j, c[0])])

    (total,) = k.loop((low, k["n"], one), [zero], step)
    k.store_tile("y", total)
    return k


def make_product(rng):
    draw = lambda: rng.integers(-3, 4, (COUNT, *TILE)).astype(np.float16)
    x, w = draw(), draw()
    y = np.matmul(2 * x.astype(np.float32), w.astype(np.float32)).sum(0)
    m = Array("f16", np.zeros_like(x), 2 * x.astype(np.float64), EXACT_VALUE)
    return [Array("f16", x), m, Array("f16", w),
            out("f32", y, EXACT_VALUE), Scalar("i32", COUNT)]  # fmt: skip


WRITES = {
    "store": lambda k, where, x: k.store(where, x),
    "add": lambda k, where, x: atomic(k, "fadd", "acq_rel", where, x),
    "add-relaxed": lambda k, where, x: atomic(k, "fadd", "relaxed", where, x),
}

# -- Products by descriptors

DESCRIBED = """module {
  tt.func public @NAME(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %m: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %w: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %cs = arith.constant SIDE : i32
    %s = arith.constant SIDE : i64
    %one = arith.constant 1 : i64
    %rows = arith.muli %n, %cs : i32
    %dx = tt.make_tensor_descriptor %x, [%rows, %cs], [%s, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<SIDExSIDExf16>>
    %dm = tt.make_tensor_descriptor %m, [%rows, %cs], [%s, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<SIDExSIDExf16>>
    %dw = tt.make_tensor_descriptor %w, [%rows, %cs], [%s, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<SIDExSIDExf16>>
    %dy = tt.make_tensor_descriptor %y, [%cs, %cs], [%s, %one] : !tt.ptr<f32>, !tt.tensordesc<tensor<SIDExSIDExf32>>
    %zero = arith.constant dense<0.0> : tensor<SIDExSIDExf32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> (tensor<SIDExSIDExf32>) : i32 {
      %row = arith.muli %i, %cs : i32
      %a = tt.descriptor_load %dx[%row, %c0] : !tt.tensordesc<tensor<SIDExSIDExf16>> -> tensor<SIDExSIDExf16>
      %b = arith.addf %a, %a : tensor<SIDExSIDExf16>
      WRITE %dm[%row, %c0], %b : !tt.tensordesc<tensor<SIDExSIDExf16>>, tensor<SIDExSIDExf16>
      %c = tt.descriptor_load %dm[%row, %c0] : !tt.tensordesc<tensor<SIDExSIDExf16>> -> tensor<SIDExSIDExf16>
      %d = tt.descriptor_load %dw[%row, %c0] : !tt.tensordesc<tensor<SIDExSIDExf16>> -> tensor<SIDExSIDExf16>
      %e = tt.dot %c, %d, %t : tensor<SIDExSIDExf16> * tensor<SIDExSIDExf16> -> tensor<SIDExSIDExf32>
      scf.yield %e : tensor<SIDExSIDExf32>
    }
    tt.descriptor_store %dy[%c0, %c0], %r : !tt.tensordesc<tensor<SIDExSIDExf32>>, tensor<SIDExSIDExf32>
    tt.return
  }
}
"""


def described(symbol, write):
    text = DESCRIBED.replace("NAME", symbol).replace("WRITE", write)
    return text.replace("SIDE", str(SIDE))


DESCRIBED_WRITES = {
    "store": "tt.descriptor_store",
    "reduce": "tt.descriptor_reduce add,",
}

# -- One array for two parameters, with barriers

PAIR = [("a", "*i32:16"), ("b", "*i32:16")]
BARRIER = "gpu.barrier"


def permuted(size, places):
    """b[i] = 3 a[j] + 1, with j by a function of i."""

    def body(k):
        x = k.load(k.addptr(k.splat(k["a"], (size,)), places(k, k.range(size))))
        k.line(BARRIER)
        k.store(k.addptr(k.splat(k["b"], (size,)), k.range(size)), grow(k, x))

    return body


def reversed_places(k, i):
    last = k.constant(i.shape[0] - 1, "i32", i.shape)
    return k.binary("arith.subi", last, i)


def rotated_places(by):
    def places(k, i):
        moved = k.add(i, k.constant(by, "i32", i.shape))
        return k.binary("arith.andi", moved, k.constant(i.shape[0] - 1, "i32", i.shape))

    return places


def transpose(side):
    def body(k):
        x = k.load_tile("a", (side, side))
        k.line(BARRIER)
        k.store_tile("b", x, strides=[1, side])

    return body


def halves(k):
    """Both halves are exchanged: two loads before the barrier."""
    half = k.constant(SIZE // 2, "i32")
    low, high = k.load_tile("a", (SIZE // 2,)), k.load_tile("a", (SIZE // 2,), offset=half)
    k.line(BARRIER)
    k.store_tile("b", high)
    k.store_tile("b", low, offset=half)


def prefix_sums(k):
    """In steps that double, two barriers each."""
    distance = 1
    while distance < SIZE:
        i = k.range(SIZE)
        back = k.binary("arith.subi", i, k.constant(distance, "i32", (SIZE,)))
        zero = k.constant(0, "i32", (SIZE,))
        a = k.splat(k["a"], (SIZE,))
        other = k.load(k.addptr(a, back), k.compare("arith.cmpi", "sge", back, zero), zero)
        x = k.add(k.load(k.addptr(a, i)), other)
        k.line(BARRIER)
        k.store_tile("b", x)
        k.line(BARRIER)
        distance *= 2


def turns(k):
    """Reversed COUNT times in a loop, and once more in a branch."""
    start, one = k.constant(0, "i32"), k.constant(1, "i32")
    once = permuted(SIZE, reversed_places)

    def step(i, carried):
        once(k)
        k.line(BARRIER)
        return carried

    k.loop((start, k.constant(COUNT, "i32"), one), [start], step)
    is_last = k.compare("arith.cmpi", "eq", k.program_id(), start)
    k.line(f"scf.if {is_last.name} {{")
    with k.indented():
        once(k)
    k.line("}")


def loaded_outside(k):
    """The barrier is in a branch, the load before it."""
    x = k.load(k.addptr(k.splat(k["a"], (SIZE,)), reversed_places(k, k.range(SIZE))))
    start = k.constant(0, "i32")
    is_first = k.compare("arith.cmpi", "eq", k.program_id(), start)
    k.line(f"scf.if {is_first.name} {{")
    with k.indented():
        k.line(BARRIER)
    k.line("}")
    k.store_tile("b", grow(k, x))


def turned(x):
    for _ in range(COUNT + 1):
        x = grown(x)[::-1]
    return x


SHARED = {
    "reverse-32": (permuted(32, reversed_places), 32, lambda x: grown(x)[::-1]),
    "reverse": (permuted(SIZE, reversed_places), SIZE, lambda x: grown(x)[::-1]),
    "reverse-4096": (permuted(4096, reversed_places), 4096, lambda x: grown(x)[::-1]),
    "rotate-1": (permuted(SIZE, rotated_places(1)), SIZE, lambda x: np.roll(grown(x), -1)),
    "rotate-17": (permuted(SIZE, rotated_places(17)), SIZE, lambda x: np.roll(grown(x), -17)),
    "rotate-255": (permuted(SIZE, rotated_places(255)), SIZE, lambda x: np.roll(grown(x), 1)),
    "transpose-16": (transpose(16), SIZE, lambda x: x.reshape(16, 16).T.ravel()),
    "transpose-64": (transpose(64), 4096, lambda x: x.reshape(64, 64).T.ravel()),
    "halves": (halves, SIZE, lambda x: np.roll(x, SIZE // 2)),
    "prefix-sums": (prefix_sums, SIZE, lambda x: np.cumsum(x, dtype=np.int32)),
    "turns": (turns, SIZE, turned),
    "branch": (loaded_outside, SIZE, lambda x: grown(x)[::-1]),
}


def shared_case(name, warps):
    body, size, want = SHARED[name]

    def kernel(symbol):
        k = Kernel(symbol, PAIR)
        body(k)
        return k

    def make(rng):
        x = numbers(rng, size)
        both = Array("i32", x, want(x))
        return [both, both]

    return Case(f"order/shared-{name}-w{warps}", kernel, make, warps=warps, sanitize=True)


# -- Two tiles of the rows of one array

ROWS = """module {
  tt.func public @NAME(%a: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {end = HEIGHT : i32, start = 0 : i32} : tensor<HEIGHTxi32>
    %c = tt.make_range {end = WIDTH : i32, start = 0 : i32} : tensor<WIDTHxi32>
    %er = tt.expand_dims %r {axis = 1 : i32} : tensor<HEIGHTxi32> -> tensor<HEIGHTx1xi32>
    %ec = tt.expand_dims %c {axis = 0 : i32} : tensor<WIDTHxi32> -> tensor<1xWIDTHxi32>
    %stride = arith.constant dense<STRIDE> : tensor<HEIGHTx1xi32>
    %rows = arith.muli %er, %stride : tensor<HEIGHTx1xi32>
    %br = tt.broadcast %rows : tensor<HEIGHTx1xi32> -> TILE<i32>
    %bc = tt.broadcast %ec : tensor<1xWIDTHxi32> -> TILE<i32>
    %at = arith.addi %br, %bc : TILE<i32>
    %far = arith.constant dense<DISTANCE> : TILE<i32>
    %as = tt.splat %a : !tt.ptr<i32> -> TILE<!tt.ptr<i32>>
    %ys = tt.splat %y : !tt.ptr<i32> -> TILE<!tt.ptr<i32>>
    %p = tt.addptr %as, %at : TILE<!tt.ptr<i32>>, TILE<i32>
    %q = tt.addptr %p, %far : TILE<!tt.ptr<i32>>, TILE<i32>
    %o = tt.addptr %ys, %at : TILE<!tt.ptr<i32>>, TILE<i32>
    %x = tt.load %p : TILE<!tt.ptr<i32>>
    %twice = arith.addi %x, %x : TILE<i32>
    tt.store %q, %twice : TILE<!tt.ptr<i32>>
    %z = tt.load %p : TILE<!tt.ptr<i32>>
    tt.store %p, %far : TILE<!tt.ptr<i32>>
    tt.store %o, %z : TILE<!tt.ptr<i32>>
    tt.return
  }
}
"""
# Height, width, stride, distance: disjoint halves and quarters; overlaps of a
# part of a row, with the next row, and with all of another; odd strides.
TWO_TILES = ((8, 32, 64, 32), (4, 16, 64, 48), (16, 16, 32, 336), (8, 32, 64, 16),
             (8, 32, 64, 48), (4, 64, 128, 128), (16, 8, 8, 8), (8, 16, 24, 16),
             (8, 16, 48, 16), (4, 32, 40, 33))  # fmt: skip


def two_tiles(symbol, height, width, stride, distance):
    text = ROWS.replace("NAME", symbol).replace("STRIDE", str(stride))
    text = text.replace("TILE<i32>", "tensor<HEIGHTxWIDTHxi32>")
    text = text.replace("TILE<!tt.ptr<i32>>", "tensor<HEIGHTxWIDTHx!tt.ptr<i32>>")
    text = text.replace("HEIGHT", str(height)).replace("WIDTH", str(width))
    return text.replace("DISTANCE", str(distance))


def make_two_tiles(rng, height, width, stride, distance):
    a = numbers(rng, height * stride + width + distance)
    at = np.arange(height)[:, None] * stride + np.arange(width)
    result, y = a.copy(), np.zeros(height * stride + width, np.int32)
    result[at + distance] = 2 * a[at]
    y[at] = result[at]
    result[at] = distance
    return [Array("i32", a, result), Array("i32", np.zeros_like(y), y)]


def cases():
    for numbers_of, warps in itertools.product(TWO_TILES, (1, 4, 8)):
        yield Case(f"order/rows-{'x'.join(map(str, numbers_of))}-w{warps}",
                   lambda symbol, n=numbers_of: two_tiles(symbol, *n),
                   lambda rng, n=numbers_of: make_two_tiles(rng, *n), warps=warps)  # fmt: skip
    for name, warps in itertools.product(SHARED, (1, 4, 8)):
        yield shared_case(name, warps)
    for (name, (loop, make)), (warps, stages) in itertools.product(PLAIN.items(), LAYOUTS):
        yield Case(f"order/{name}-w{warps}-s{stages}", loop.kernel(stages), make,
                   warps=warps, stages=stages)  # fmt: skip
    for (name, write), inner, (warps, stages) in itertools.product(
        WRITES.items(), (False, True), LAYOUTS
    ):
        kernel = lambda symbol, write=write, inner=inner: product(symbol, write, inner)
        yield Case(f"order/product-{name}{'-inner' * inner}-w{warps}-s{stages}", kernel,
                   make_product, warps=warps, stages=stages)  # fmt: skip
    for (name, write), (warps, stages) in itertools.product(DESCRIBED_WRITES.items(), LAYOUTS):
        kernel = lambda symbol, write=write: described(symbol, write)
        for names in ((), ("tensor-maps",), ("tensor-maps", "warp-specialize")):
            words, options = "".join(f"-{name}" for name in names), only(*names)
            yield Case(f"order/described-{name}{words}-w{warps}-s{stages}", kernel,
                       make_product, warps=warps, stages=stages, options_90=options)  # fmt: skip
