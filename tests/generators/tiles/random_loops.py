# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loops with products of tiles that they load by descriptors, for the passes
that transform such loops: warp-specialize, rotate-loops and persistent. They are
programs of tests/generators/tiles, which prints and computes them.

A program has tiles x and y of M x D elements, and loads tiles q, d and e of N x D in
loops. An iteration has products of these and of results of other products, and
operations on elements between them. It is a "chain", as in attention; or begins with
products of loaded tiles, and stores what the last product computes, as gradients of
attention do ("ahead"); or begins with a loop ("nest"); or is "free". Loops carry sums,
statistics of rows, loaded tiles, operands and a number of a row; they have stores,
loops and branches, or no iteration.

Not here: cases, and the expected results (cases_loops.py).
"""

import dataclasses
import itertools
import math
import random

import cases_tiles  # noqa: F401  (it finds the modules of tile_programs)
import generate
import program as p
from options import USUAL, only

OPERAND = 4.0  # how large operands of products are, by scaling with powers of two
SUM = 2.0**15  # how large sums are taken to be that loops carry
PRODUCER, ROTATE = ("tensor-maps", "warp-specialize"), "rotate-loops"
OPTIONS = {
    "plain": only("tensor-maps"), "rotate": only("tensor-maps", ROTATE),
    "producer": only(*PRODUCER), "both": only(*PRODUCER, ROTATE),
    "persistent": only(*PRODUCER, "persistent"), "all": USUAL,
}  # fmt: skip
FORMS = ("chain", "chain", "ahead", "ahead", "nest", "free")
CHANGES = ("scale", "plus", "times", "center", "exp", "mask", "branch")
MORE = ("update", "update", "inner", "store", "store", "copy")


@dataclasses.dataclass(frozen=True)
class Setup:
    """The decisions that are known before the program."""

    seed: int
    options: str
    form: str
    sizes: tuple  # M, N, D
    element: str
    trips: int
    end: str  # of loops: "constant", "argument", or "program", which differs
    first: int  # the number of the first block of q, d and e
    programs: int
    launched: int  # blocks, if the kernel is persistent
    warps: int
    stages: int
    keeps: bool  # whether loops carry a loaded tile

    def shape(self, letters):
        return tuple(self.sizes["MND".index(letter)] for letter in letters)

    @property
    def name(self):
        words = [self.seed, self.options, self.form, "x".join(map(str, self.sizes)),
                 self.element, f"n{self.trips}", self.end, f"g{self.programs}"]  # fmt: skip
        return "-".join(map(str, [*words, f"w{self.warps}", f"s{self.stages}"]))


def setup_of(seed):
    pick = random.Random(f"loops {seed}").choice
    options = pick((*OPTIONS, "producer", *["both", "all"] * 2))
    element = pick(("f16", "f16", "f16", "bf16", "bf16", "f32"))
    most = 64 if element == "f32" else 128
    sizes = [pick((64, 64, 128)), *(pick((32, 64, 64, 128)) for _ in range(2))]
    programs = pick((1, 2, 3)) * (2 if options in ("persistent", "all") else 1)
    return Setup(
        seed, options, pick(FORMS), tuple(min(n, most) for n in sizes), element,
        pick((0, 1, 2, 3, 3, 4, 5)), pick(("constant", "argument", "argument", "program")),
        pick((0, 0, 1)), programs, pick((1, 1, 2)), pick((4, 4, 8)), pick((2, 3, 3, 4)),
        pick(range(7)) == 0,
    )  # fmt: skip


@dataclasses.dataclass
class Tile:
    """A value, the letters of its extents, and its origin: 0: before the loop, 1: loaded
    in it, 2: computed."""

    value: p.Value
    letters: str
    origin: int = 2


class Iteration:
    """The tiles of a loop's body."""

    def __init__(self, block, row, tiles, carried, form, is_inner):
        self.form, self.block, self.is_inner = form, block, is_inner
        self.row = carried["row"].value if "row" in carried else row
        self.carried, self.next, self.count = carried, {}, 0
        self.operands = tiles + [carried[r] for r in ("tile", "part") if r in carried]
        self.loaded, self.sums = [], []


class Loops(generate.Generator):
    """Draws one program; `most` are the products of an iteration."""

    def __init__(self, setup, attempt, most):
        self.setup, self.random = setup, random.Random(f"{setup.seed} {attempt}")
        self.most = most
        self.arguments, self.scopes, self.block = [], [[]], p.Block()
        self.counters, self.depth, self.at = [], 0, None
        self.main = self.draw("MN", "MN", "MN", "NM")  # of first products
        self.end = self.scalar_argument("n", setup.first + setup.trips)
        (self.index,), self.zero = self.op("tt.get_program_id"), self.integer(0)
        self.places = {"M": self.times(self.index, setup.sizes[0]), "N": self.zero,
                       "D": self.zero}  # fmt: skip
        blocks = setup.first + setup.trips + 2
        self.sources = {name: self.source("MD", setup.programs) for name in "xy"}
        self.sources |= {name: self.source("ND", blocks) for name in "qde"}

    def draw(self, *choices):
        return self.random.choice(choices)

    # -- Numbers and vectors

    def integer(self, number, element="i32"):
        return self.constant(number, element)

    def times(self, a, number):
        return self.op("arith.muli", a, self.integer(number))[0]

    def plus(self, a, b):
        return self.op("arith.addi", a, b)[0]

    def place(self, letter):
        """The first row, of the whole, of tiles with such rows."""
        return self.at.row if self.at and letter == "N" else self.places[letter]

    def across(self, vector, letters, axis):
        """A vector for an axis of a tile."""
        return self.spread(vector, 1 - axis, self.setup.shape(letters))

    def vector(self, letters):
        """Numbers from memory, for rows or columns."""
        axis = self.draw(0, 1)
        shape, base = self.setup.shape(letters[axis]), self.array_argument("f32", "in")
        address = self.pointers_at(base, self.place(letters[axis]), shape)
        value = self.loaded(self.one("tt.load", address, policy=""), address)
        return Tile(self.across(value, letters, axis), letters)

    # -- Operations on elements

    def binary(self, name, tile, other):
        return Tile(self.one(f"arith.{name}", tile.value, other), tile.letters)

    def filled(self, letters, number):
        return Tile(self.constant(number, "f32", self.setup.shape(letters)), letters)

    def scaled(self, tile, factor):
        return self.binary("mulf", tile, self.filled(tile.letters, factor).value)

    def bounded(self, tile, top):
        shift = math.ceil(math.log2(max(tile.value.top / top, 1)))
        return self.scaled(tile, 2.0**-shift) if shift else tile

    def cast(self, tile, name, element):
        if tile.value.element == element:
            return tile
        return Tile(self.one(f"arith.{name}", tile.value, element=element), tile.letters)

    def half(self, tile):
        """An operand of products."""
        return self.cast(self.bounded(tile, OPERAND), "truncf", self.setup.element)

    def fold(self, tile, kind, axis):
        return self.one("tt.reduce", tile.value, kind=f"arith.{kind}", axis=axis)

    def power(self, tile):
        return Tile(self.one("math.exp2", tile.value), tile.letters)

    def other(self, tile, top):
        """Another tile of these extents, or a vector."""
        others = [t for t in self.at.sums if t.letters == tile.letters]
        other = self.draw(*others) if others else self.vector(tile.letters)
        return self.bounded(other, top).value

    def to_scale(self, tile):
        return self.scaled(tile, self.draw(0.5, -0.75, 1.5))

    def to_plus(self, tile):
        return self.binary("addf", tile, self.other(tile, 2.0**12))

    def to_times(self, tile):
        return self.binary("mulf", self.bounded(tile, 16), self.other(tile, 16))

    def to_center(self, tile):
        axis = self.draw(0, 1)
        most = self.across(self.fold(tile, "maxnumf", 1 - axis), tile.letters, axis)
        return self.binary("subf", tile, most)

    def to_exp(self, tile):
        return self.power(self.bounded(tile, 2))

    def to_mask(self, tile):
        other = self.filled(tile.letters, self.draw(0, -1)).value
        mask = self.diagonal(tile.letters)
        return Tile(self.one("arith.select", mask, tile.value, other), tile.letters)

    def diagonal(self, letters):
        """A mask of the elements on one side of a diagonal."""
        sides = []
        for axis, size in enumerate(self.setup.shape(letters)):
            (part,) = self.op("tt.make_range", start=0, size=size)
            (place,) = self.op("tt.splat", self.place(letters[axis]), shape=part.shape)
            sides.append(self.across(self.plus(part, place), letters, axis))
        return self.one("arith.cmpi", *sides, predicate=self.draw("sge", "slt"))

    def to_branch(self, tile):
        """An operation in one iteration."""
        blocks = p.Block(), p.Block()
        saved = self.enter(blocks[0])
        made = self.chance(0.3) and self.multiply("free", tile)
        made = made or self.draw(self.to_scale, self.to_plus)(tile)
        blocks[0].yields, blocks[1].yields = [made.value], [tile.value]
        self.leave(saved)
        return Tile(self.one("scf.if", self.is_block(), blocks=blocks), tile.letters)

    def is_block(self):
        number = self.integer(self.draw(0, 1, 2))
        return self.one("arith.cmpi", self.at.block, number, predicate="eq")

    # -- Memory

    def source(self, letters, count):
        """A descriptor to load tiles by: a parameter, or created."""
        shape, element = self.setup.shape(letters), self.setup.element
        extents = (count * shape[0], shape[1])
        if self.chance(0.85):
            return self.parameter(element, "in", extents, shape, data="small")
        base = self.array_argument(element, "in", "small").value
        return self.create(base, extents, shape)

    def load(self, name, row, origin):
        source, letters = self.sources[name], "MD" if name in "xy" else "ND"
        (value,) = self.op("tt.descriptor_load", source, row, self.zero, squeezes=False)
        return Tile(self.loaded(value, source), letters, origin)

    def pointers_at(self, argument, row, shape):
        """Pointers to rows of that shape."""
        offset = self.times(row, math.prod(shape[1:]))
        (base,) = self.op("tt.addptr", argument.value, offset)
        return self.tile_of(base, shape, (*shape[1:], 1))

    def load_by_pointers(self, row):
        """With a mask."""
        shape, element = self.setup.shape("ND"), self.setup.element
        address = self.pointers_at(self.array_argument(element, "in"), row, shape)
        other = self.constant(0, element, shape)
        value = self.one("tt.load", address, self.diagonal("ND"), other, policy="")
        return Tile(self.loaded(value, address, other), "ND", 1)

    def save(self, tile, block=None):
        """Stores in rows of the program, of the block, or of both."""
        count, place, blocks = self.setup.programs, self.index, self.setup.first + self.setup.trips
        how = self.draw("store", "store", "pointer", *["sum"] * (2 * bool(block)))
        if block and count * blocks * tile.value.count > p.MOST // 2:
            how = "sum"
        if how == "sum":
            count, place = blocks + 1, block
        elif self.chance(0.3):
            tile = self.half(tile)
        if block and how != "sum":
            count, place = count * blocks + 1, self.plus(self.times(place, blocks), block)
        self.save_at(tile.value, how, count, place)

    def save_at(self, value, how, count, place):
        row = self.times(place, value.shape[0])
        if how == "pointer":
            base = self.array_argument(value.element, "out")
            address = self.pointers_at(base, row, value.shape)
            return self.op("tt.store", address, value, policy="")
        role, extents = "out", (count * value.shape[0], value.shape[1])
        name, more = "tt.descriptor_store", {}
        if how == "sum":
            role, name, more = "sum", "tt.descriptor_reduce", {"kind": "add"}
        target = self.parameter(value.element, role, extents, value.shape, data="start")
        return self.op(name, target, value, row, self.zero, **more)

    # -- Products

    def pairs(self, stage, letters):
        """The products that are possible: letters, operands, which of these are
        transposed, and how likely they are chosen."""
        for (i, a), (j, b) in itertools.permutations(enumerate(self.at.operands), 2):
            for flips in itertools.product((False, True), repeat=2):
                left, right = (t.letters[:: 1 - 2 * f] for t, f in zip((a, b), flips))
                origins, made = {a.origin, b.origin}, left[0] + right[1]
                fits = {"first": max(origins) == 1, "free": True,
                        "then": a.origin == 2 != b.origin and not flips[0]}  # fmt: skip
                if left[1] == right[0] and letters in (None, made) and fits[stage]:
                    yield made, (a, b), flips, (1 + max(i, j)) ** 2

    def multiply(self, stage, start=None):
        """A product, added to a tile; None if there is none for that."""
        wanted = start and start.letters
        found = [*self.pairs(stage, self.main if stage == "first" else wanted)]
        found = found or [*self.pairs("free", wanted)]
        if not found or self.at.count == self.most:
            return None
        self.at.count += 1
        letters, tiles, flips, _ = self.random.choices(found, [f[3] for f in found])[0]
        a, b = (self.one("tt.trans", t.value, order=(1, 0)) if flip else t.value
                for t, flip in zip(tiles, flips))  # fmt: skip
        return self.dot(a, b, start or self.start(letters))

    def dot(self, a, b, start):
        precision = "tf32" if a.element == "f32" else None
        made = self.one("tt.dot", a, b, start.value, precision=precision)
        return Tile(made, start.letters)

    def start(self, letters):
        """The beginning of a sum."""
        number = self.draw(0, 0, 0.25, None)
        return self.vector(letters) if number is None else self.filled(letters, number)

    def product(self, stage):
        tile = self.multiply(stage)
        if tile:
            for name in self.random.choices(CHANGES, k=self.draw(0, 1, 1, 2)):
                tile = getattr(self, f"to_{name}")(tile)
            self.note(tile)

    def note(self, tile):
        self.at.sums.append(tile)
        self.at.operands.append(self.half(tile))

    # -- Iterations

    def iterate(self):
        """Draws a body; returns the values of the next iteration."""
        at, is_free = self.at, self.at.form in ("free", "nest")
        waiting = self.random.sample("qde", 1 if at.is_inner else self.draw(1, 2, 2, 3))
        if at.form == "nest":
            self.take(waiting.pop())
            self.more_inner()
        for stage in ["free"] * 3 if is_free else ("first", "first", "then"):
            while waiting and (not at.loaded or self.chance(0.5)):
                self.take(waiting.pop())
            if self.chance(0.75) or not at.sums:
                self.product(stage)
            self.statistics()
            if self.chance(0.8 if is_free else 0.15):
                getattr(self, f"more_{self.draw(*MORE)}")()
        for name in waiting:
            self.take(name)
        while len(at.next) < len(at.carried):
            self.more_update()
        if at.form == "ahead":
            self.product("then")
        if at.form == "ahead" or is_free and self.chance(0.4):
            self.more_store()
        return [at.next[role].value for role in at.carried]

    def take(self, name):
        """Loads a tile of this block; at times of the next one, or y again."""
        at, row = self.at, self.at.row
        if self.chance(0.05):
            row = self.plus(row, self.integer(self.setup.sizes[1]))
        if at.form == "free" and self.chance(0.1):
            at.loaded.append(self.load_by_pointers(row))
        else:
            at.loaded.append(self.load(name, row, 1))
        at.operands.append(at.loaded[-1])
        if self.chance(0.05):
            at.operands.append(self.load("y", self.places["M"], 1))

    def more_update(self):
        """Computes the next one of a carried value."""
        at = self.at
        left = [role for role in at.carried if role not in at.next]
        if not left:
            return
        role = self.draw(*left)
        tile = at.carried[role]
        if role == "row":
            size = self.integer(self.setup.sizes[1])
            tile = Tile(self.plus(tile.value, size), "")
        elif role == "tile":
            tile = self.draw(*at.loaded)
        elif role == "part":
            tile = [t for t in at.operands if t.letters == tile.letters and t.origin == 2][-1]
        elif role.startswith("sum"):
            tile = self.next_sum(tile)
        at.next[role] = tile

    def next_sum(self, tile):
        at = self.at
        if self.chance(0.1):  # the last tile of these extents instead
            return [tile, *(t for t in at.sums if t.letters == tile.letters)][-1]
        at.sums += [tile] * self.chance(0.1)
        tile = self.scaled(tile, 0.5) if self.chance(0.2) else tile
        stage = "then" if at.form in ("chain", "ahead") else "free"
        tile = self.chance(0.9) and self.multiply(stage, tile) or self.to_plus(tile)
        at.sums += [tile] * self.chance(0.2)
        return tile

    def statistics(self):
        """As in attention: the largest of each row, and the sum of powers."""
        at = self.at
        scores = [t for t in at.sums if t.letters == "MN"]
        if not scores or "best" not in at.carried or "best" in at.next:
            return
        score, old = self.bounded(scores[-1], 4), at.carried["best"]
        best = self.binary("maxnumf", old, self.fold(score, "maxnumf", 1))
        differences = [self.binary("subf", score, self.across(best.value, "MN", 0)),
                       self.binary("subf", old, best.value)]  # fmt: skip
        for tile in differences:
            tile.value.top = 0.0  # it is not positive
        power, decay = map(self.power, differences)
        total = self.binary("mulf", at.carried["total"], decay.value)
        total = self.binary("addf", total, self.fold(power, "addf", 1))
        at.next |= {"best": best, "total": total}
        self.note(power)
        for role, tile in at.carried.items():
            if role.startswith("sum") and tile.letters[0] == "M" and role not in at.next:
                factor = self.across(decay.value, tile.letters, 0)
                at.carried = {**at.carried, role: self.binary("mulf", tile, factor)}

    def more_inner(self):
        """A loop with tiles and a product of its own."""
        if not self.at.is_inner:
            few = self.integer(self.draw(1, 2, 2))
            bounds = self.zero, self.draw(few, few, self.end, self.at.block)
            carried = {"sum": self.start(self.draw("MD", "MN", "ND"))}
            made = self.loop(self.at.operands, carried, bounds, "free", True)
            self.note(made["sum"])

    def more_store(self):
        """Stores the last result, at times in one iteration only."""
        if self.at.is_inner or not self.at.sums:
            return
        if self.chance(0.85):
            return self.save(self.at.sums[-1], self.at.block)
        condition, body = self.is_block(), p.Block()
        saved = self.enter(body)
        self.save(self.at.sums[-1], self.at.block)
        self.leave(saved)
        self.op("scf.if", condition, blocks=(body, p.Block()))

    def more_copy(self):
        """A loaded tile that is no operand."""
        if self.at.loaded:
            self.at.sums.append(self.cast(self.draw(*self.at.loaded), "extf", "f32"))

    # -- Loops

    def loop(self, tiles, carried, bounds, form, is_inner=False):
        """The counter is the number of a block, or of its first row."""
        size, by_rows = self.setup.sizes[1], self.chance(0.7)
        if by_rows:
            bounds = [self.times(bound, size) for bound in bounds]
        step = self.integer(size if by_rows else 1)
        tops = {"best": 64.0, "tile": 3.0, "part": OPERAND, "row": 0.0}
        inside = {}
        for role, tile in carried.items():
            value = p.Value(tile.value.element, tile.value.shape, tops.get(role, SUM))
            inside[role] = Tile(value, tile.letters, tile.origin)
        counter, outer = p.Value("i32"), self.at
        body = p.Block([counter, *(t.value for t in inside.values())])
        saved = self.enter(body)
        place = [counter, self.times(counter, size)]
        if by_rows:
            place = [self.one("arith.divsi", counter, self.integer(size)), counter]
        self.at = Iteration(*place, tiles, inside, form, is_inner)
        body.yields = self.iterate()
        self.leave(saved)
        self.at, starts = outer, [t.value for t in carried.values()]
        more = {"tt.num_stages": self.draw(1, 2, 3)} if self.chance(0.1) else {}
        made = self.op("scf.for", *bounds, step, *starts, blocks=[body], **more)
        for value, tile in zip(made, inside.values()):
            value.top, tile.value = tile.value.top, value
        return inside

    def begin(self, first):
        """The values that a loop carries."""
        carried = {}
        for number in range(self.draw(1, 1, 2)):
            letters = self.draw("MD", "MD", "MN", "ND", "DD")
            if self.setup.form != "free" and self.chance(0.85):
                letters = self.main[0] + "D"
            carried[f"sum{number}"] = self.start(letters)
        if self.chance(0.3):
            carried |= {"best": self.filled("M", -30), "total": self.filled("M", 0)}
        if self.setup.keeps:
            carried["tile"] = self.load("e", self.zero, 1)
        if self.chance(0.15):
            carried["part"] = self.half(self.start(self.main))
        if self.chance(0.15):
            carried["row"] = Tile(self.times(first, self.setup.sizes[1]), "")
        return carried

    def finish(self, carried, tiles):
        """Stores what a loop carried."""
        for role, tile in carried.items():
            if role == "tile":
                flipped = self.one("tt.trans", tile.value, order=(1, 0))
                tile = self.dot(tiles[0].value, flipped, self.filled("MN", 0))
            elif len(tile.letters) == 1:
                tile = Tile(self.across(tile.value, "MD", 0), "MD")
            if tile.letters:
                self.save(self.cast(tile, "extf", "f32"))

    def build(self):
        setup, form = self.setup, self.setup.form
        names, first = "xy"[: self.draw(1, 2, 2)], self.integer(setup.first)
        tiles = [self.load(name, self.places["M"], 0) for name in names]
        end = self.end
        if setup.end == "constant":
            end = self.integer(setup.first + setup.trips)
        if setup.end == "program":
            (end,) = self.op("arith.minsi", end, self.plus(first, self.index))
        kind, carried = self.draw("one", "one", "one", "split", "two"), self.begin(first)
        if kind == "split":  # two loops with one body
            state = self.random.getstate()
            middle = self.integer(setup.first + setup.trips // 2)
            carried, first = self.loop(tiles, carried, (first, middle), form), middle
            self.random.setstate(state)
        self.finish(self.loop(tiles, carried, (first, end), form), tiles)
        if kind == "two":
            self.finish(self.loop(tiles, self.begin(first), (first, end), form), tiles)
        program = p.Program(setup.seed, self.arguments, self.block, setup.warps,
                            setup.stages, setup.programs, True)  # fmt: skip
        p.remove_dead(program)
        p.check(program)
        return program
