# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels of `scf`, `arith` and `tt`, in MLIR's generic syntax.

A program is computed from a list of numbers, its choices: a shorter list, or smaller
numbers, give a simpler program, which is all that shrink.py needs to know.

Not here: arguments and their results (run.py)."""

import random

WIDTHS = {"i1": 1, "i8": 8, "i32": 32, "i64": 64}
TILE = "tensor<4xi32>"
POINTERS = "tensor<4x!tt.ptr<i32>>"
#: Words that a program may load and store; as many more are for its results.
WORDS = 16
#: Results of a program.
RESULTS = 12
PARAMETERS = [("%m", "!tt.ptr<i32>"), ("%out", "!tt.ptr<i64>"), ("%a", "i32"),
              ("%b", "i32"), ("%c", "i64"), ("%d", "i8"), ("%n", "i32")]  # fmt: skip
SIMPLE = ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui",
          "minui")  # fmt: skip
SHIFTS = ("shli", "shrsi", "shrui")
DIVISIONS = ("divsi", "divui", "remsi", "remui", "ceildivui", "floordivsi", "ceildivsi")
FLAGS = " <{overflowFlags = #arith.overflow<none>}>"
FLAGGED = ("addi", "subi", "muli", "shli")


class Choices:
    """Numbers: recorded ones, then random ones if there is a generator, then 0."""

    def __init__(self, recorded=(), rng=None):
        self.numbers, self.position, self.rng = list(recorded), 0, rng

    def below(self, count):
        if self.position == len(self.numbers):
            self.numbers.append(self.rng.randrange(count) if self.rng else 0)
        self.position += 1
        return self.numbers[self.position - 1] % count

    def chance(self, percent):
        """Whether a number is high: 0 is no."""
        return self.below(100) >= 100 - percent

    def pick(self, values):
        return values[self.below(len(values))]


class Writer:
    """Writes one program."""

    def __init__(self, choices, name):
        self.choices, self.name = choices, name
        self.lines, self.count, self.values = [], 0, []
        self.depth, self.helpers, self.is_pure = 0, [], False

    # -- Operations

    def fresh(self):
        self.count += 1
        return f"%v{self.count}"

    def op(self, name, operands, results, attributes="", regions=None):
        """Adds an operation; `regions` are texts. Returns its results, as values."""
        result = self.fresh()
        head = f"{result}:{len(results)} = " if results else ""
        names = ", ".join(value for value, _ in operands)
        kinds = ", ".join(kind for _, kind in operands)
        made = ", ".join(results)
        made = made if len(results) == 1 else f"({made})"
        body = ""
        if regions:
            body = " ({\n" + "\n}, {\n".join("\n".join(r) for r in regions) + "\n})"
        line = f'{head}"{name}"({names}){attributes}{body} : ({kinds}) -> {made}'
        self.lines += line.split("\n")
        if len(results) == 1:
            return [(f"{result}#0", results[0])]
        return [(f"{result}#{i}", kind) for i, kind in enumerate(results)]

    def arith(self, name, left, right):
        attributes = FLAGS if name in FLAGGED else ""
        return self.op(f"arith.{name}", [left, right], [left[1]], attributes)[0]

    def constant(self, number, kind):
        text = f"{number} : {kind}"
        if kind == "i1":
            text = "true" if number & 1 else "false"
        elif kind == TILE:
            text = f"dense<{number}> : {kind}"
        elif kind in WIDTHS:
            half = 1 << (WIDTHS[kind] - 1)
            text = f"{(number + half) % (2 * half) - half} : {kind}"
        return self.op("arith.constant", [], [kind], f" <{{value = {text}}}>")[0]

    def region(self, arguments, write):
        """The lines of a region; `write` adds them and returns a terminator with its
        operands."""
        before, kept = self.lines, len(self.values)
        self.lines = []
        self.values += arguments
        names = ", ".join(f"{name}: {kind}" for name, kind in arguments)
        head = [f"^bb0({names}):"] if arguments else []
        self.depth += 1
        name, operands = write()
        self.op(name, operands, [])
        self.depth -= 1
        del self.values[kept:]
        made, self.lines = head + self.lines, before
        return made

    # -- Values

    def some_number(self):
        edges = (0, 1, 2, 3, 7, -1, 20, 100, 127, -128, 255, 2**31 - 1, -(2**31), 65537)
        return self.choices.pick(edges)

    def value(self, kind, last=0):
        """A value of a type; with `last` it is often one of that many last ones."""
        found = [value for value in self.values if value[1] == kind]
        if last and found and self.choices.chance(70):
            found = found[-last:]
        number = self.choices.below(len(found) + 1)
        if number < len(found):
            return found[len(found) - 1 - number]
        return self.constant(self.some_number(), kind)

    def kind(self):
        return self.choices.pick(("i32", "i32", "i32", "i64", "i8", "i1", TILE))

    def number_kind(self):
        return self.choices.pick(("i32", "i32", "i32", "i64", "i8", TILE))

    def kinds(self, most):
        return [self.kind() for _ in range(self.choices.below(most + 1))]

    def add(self, *values):
        self.values += values

    # -- Statements

    def statements(self, most):
        for _ in range(self.choices.below(most + 1)):
            self.statement()

    def statement(self):
        kinds = ["arithmetic"] * 6 + ["choice"] * 3 + ["cast"] * 3 + ["wide", "call"]
        if not self.is_pure:
            kinds += ["load"] * 2 + ["store"] * 2 + ["tile"]
        if self.depth < 3:
            kinds += ["if"] * 4 + ["for"] * 4 + ["while"] * 5
        getattr(self, "write_" + self.choices.pick(kinds))()

    def write_arithmetic(self):
        kind = self.number_kind()
        left = self.value(kind)
        group = self.choices.below(10)
        if group < 7:
            name = self.choices.pick(SIMPLE)
            self.add(self.arith(name, left, self.value(kind)))
            return
        if group == 7:
            width = 32 if kind == TILE else WIDTHS[kind]
            mask = self.constant(width - 1, kind)
            amount = self.arith("andi", self.value(kind), mask)
            self.add(self.arith(self.choices.pick(SHIFTS), left, amount))
            return
        divisor = self.choices.pick((1, 2, 3, 7, 8, 16, 100, -3, -8))
        name = self.choices.pick(DIVISIONS)
        self.add(self.arith(name, left, self.constant(divisor, kind)))

    def compare(self, kind, last=0):
        left, right = self.value(kind, last), self.value(kind, last)
        predicate = f" <{{predicate = {self.choices.below(10)} : i64}}>"
        made = "i1" if kind != TILE else "tensor<4xi1>"
        return self.op("arith.cmpi", [left, right], [made], predicate)[0]

    def write_choice(self):
        """A comparison, and often a selection."""
        kind = self.number_kind()
        test = self.compare(kind)
        self.add(test)
        if self.choices.chance(70):
            other = kind if kind == TILE else self.kind()
            operands = [test, self.value(other), self.value(other)]
            self.add(*self.op("arith.select", operands, [other]))

    def write_cast(self):
        pairs = [("i1", "i32"), ("i1", "i64"), ("i8", "i32"), ("i8", "i64"),
                 ("i32", "i64"), ("i32", "i8"), ("i64", "i32"), ("i64", "i8"),
                 ("i32", "i1"), ("i1", "i8")]  # fmt: skip
        source, kind = self.choices.pick(pairs)
        self.add(self.cast(self.value(source), kind, self.choices.chance(50)))

    def cast(self, value, kind, is_signed=True):
        if value[1] == kind:
            return value
        name = "extsi" if is_signed else "extui"
        if WIDTHS[value[1]] > WIDTHS[kind]:
            name = "trunci"
        flags = FLAGS if name == "trunci" else ""
        return self.op(f"arith.{name}", [value], [kind], flags)[0]

    def write_wide(self):
        """An operation with two results."""
        kind = self.choices.pick(("i32", "i64", "i8"))
        name = self.choices.pick(("mulsi_extended", "mului_extended", "addui_extended"))
        other = "i1" if name == "addui_extended" else kind
        operands = [self.value(kind), self.value(kind)]
        self.add(*self.op(f"arith.{name}", operands, [kind, other]))

    def write_call(self):
        if self.is_pure:
            return self.write_arithmetic()
        inner = Writer(self.choices, self.name)
        inner.is_pure, inner.depth = True, 2
        parameters = [("%x", self.kind()), ("%y", "i32")]
        result = self.kind()
        symbol = f"{self.name}_h{len(self.helpers)}"

        def body():
            inner.statements(3)
            return "tt.return", [inner.value(result, last=2)]

        lines = inner.region(parameters, body)
        kinds = ", ".join(kind for _, kind in parameters)
        self.helpers += function(symbol, f"({kinds}) -> {result}", "private", lines)
        operands = [self.value(kind) for _, kind in parameters]
        callee = f" <{{callee = @{symbol}}}>"
        return self.add(*self.op("tt.call", operands, [result], callee))

    # -- Memory

    def address(self, mask):
        offset = self.arith("andi", self.value("i32"), self.constant(mask, "i32"))
        pointer = ("%m", "!tt.ptr<i32>")
        return self.op("tt.addptr", [pointer, offset], ["!tt.ptr<i32>"])[0]

    def write_load(self):
        self.add(self.load(self.address(WORDS - 1), "i32"))

    def load(self, address, kind):
        attributes = (" <{cache = 1 : i32, evict = 1 : i32, isVolatile = false, "
                      "operandSegmentSizes = array<i32: 1, 0, 0>}>")  # fmt: skip
        return self.op("tt.load", [address], [kind], attributes)[0]

    def store(self, address, value):
        attributes = " <{cache = 1 : i32, evict = 1 : i32}>"
        self.op("tt.store", [address, value], [], attributes)

    def write_store(self):
        self.store(self.address(WORDS - 1), self.value("i32"))

    def tile_address(self, base):
        pointers = self.op("tt.splat", [base], [POINTERS])[0]
        bounds = " <{end = 4 : i32, start = 0 : i32}>"
        offsets = self.op("tt.make_range", [], [TILE], bounds)[0]
        return self.op("tt.addptr", [pointers, offsets], [POINTERS])[0]

    def write_tile(self):
        """A tile is made of a number, loaded or stored."""
        kind = self.choices.below(3)
        if kind == 0:
            self.add(*self.op("tt.splat", [self.value("i32")], [TILE]))
        elif kind == 1:
            self.add(self.load(self.tile_address(self.address(WORDS - 4)), TILE))
        else:
            self.store(self.tile_address(self.address(WORDS - 4)), self.value(TILE))

    # -- Branches

    def branch(self, kinds, most):
        """A region that yields values of types."""

        def body():
            self.statements(most)
            return "scf.yield", [self.value(kind, last=3) for kind in kinds]

        return self.region([], body)

    def write_if(self):
        test = self.value("i1", last=2)
        if self.choices.chance(50):
            test = self.compare("i32", last=3)
        kinds = self.kinds(3)
        regions = [self.branch(kinds, 3)]
        has_else = bool(kinds) or self.choices.chance(50)
        regions.append(self.branch(kinds, 2) if has_else else [])
        self.add(*self.op("scf.if", [test], kinds, "", regions))

    # -- Loops

    def small(self, kind):
        """A number from 0 to 7."""
        value = self.value("i32")
        if self.choices.chance(60):
            value = ("%n", "i32") if not self.is_pure else ("%y", "i32")
        value = self.arith("andi", value, self.constant(7, "i32"))
        return self.cast(value, kind)

    def write_for(self):
        kind = self.choices.pick(("i32", "i32", "i32", "i64"))
        low = self.constant(self.choices.pick((0, 1, 2, -2)), kind)
        if self.choices.chance(20):
            low = self.small(kind)
        high = self.constant(self.choices.below(7), kind)
        if self.choices.chance(70):
            high = self.small(kind)
        step = self.constant(1 + self.choices.below(3), kind)
        kinds = self.kinds(4)
        starts = [self.value(each, last=3) for each in kinds]
        counter = (self.fresh(), kind)
        carried = [(self.fresh(), each) for each in kinds]

        def body():
            self.statements(3)
            return "scf.yield", [self.value(each, last=4) for each in kinds]

        region = self.region([counter, *carried], body)
        self.add(*self.op("scf.for", [low, high, step, *starts], kinds, "", [region]))
        if self.choices.chance(30):
            factor = 1 + self.choices.below(4)
            end = self.lines[-1].replace("}) :", "}) {tt.loop_unroll_factor = "
                                         f"{factor} : i32}} :")  # fmt: skip
            self.lines[-1] = end

    def write_while(self):
        """A loop of at most 7 iterations."""
        kinds = ["i32"] + self.kinds(3)
        starts = [self.small("i32")] + [self.value(k, last=3) for k in kinds[1:]]
        before = [(self.fresh(), kind) for kind in kinds]
        forwarded = []

        def test():
            self.statements(2)
            more = self.op("arith.cmpi", [before[0], self.constant(0, "i32")], ["i1"],
                           " <{predicate = 4 : i64}>")[0]  # fmt: skip
            if self.choices.chance(30):
                more = self.arith("andi", more, self.value("i1", last=2))
            self.add(more)
            made = self.write_last_branch(more) if self.choices.chance(50) else []
            values = self.forwarded(before + made)
            count = len(values)
            values.insert(self.choices.below(count + 1), before[0])
            forwarded.extend((value[1], value == before[0]) for value in values)
            return "scf.condition", [more, *values]

        first = self.region(before, test)
        place = next(i for i, (_, is_fuel) in enumerate(forwarded) if is_fuel)
        after = [(self.fresh(), kind) for kind, _ in forwarded]

        def body():
            if self.choices.chance(60):
                self.statements(2)
            left = self.arith("subi", after[place], self.constant(1, "i32"))
            rest = [self.value(kind, last=4) for kind in kinds[1:]]
            return "scf.yield", [left, *rest]

        second = self.region(after, body)
        made = [kind for kind, _ in forwarded]
        self.add(*self.op("scf.while", starts, made, "", [first, second]))

    def forwarded(self, near):
        """The values that a loop forwards; most values are near, some are forwarded again."""
        values = []
        for _ in range(self.choices.below(6)):
            if values and self.choices.chance(40):
                values.append(self.choices.pick(values))
            elif self.choices.chance(70):
                values.append(near[len(near) - 1 - self.choices.below(len(near))])
            else:
                values.append(self.value(self.kind()))
        return values

    def write_last_branch(self, more):
        """A branch on a loop's condition, as a loop that tests it last has one. Returns
        its results."""
        kinds = [self.kind() for _ in range(1 + self.choices.below(2))]
        no = [self.value(kind) for kind in kinds]
        regions = [self.branch(kinds, 2)]
        regions.append(self.region([], lambda: ("scf.yield", no)))
        made = self.op("scf.if", [more], kinds, "", regions)
        self.add(*made)
        return made

    # -- The program

    def program(self):
        """The lines of the program's functions."""

        def body():
            for _ in range(1 + self.choices.below(5)):
                self.statement()
            self.write_results()
            return "tt.return", []

        lines = self.region(PARAMETERS, body)
        kinds = ", ".join(kind for _, kind in PARAMETERS)
        made = function(self.name, f"({kinds}) -> ()", "public", lines)
        return made + self.helpers

    def write_results(self):
        """Stores the last values."""
        made = [v for v in self.values if v not in PARAMETERS]
        found = [v for v in made if v[1] in WIDTHS][-RESULTS:]
        for i, value in enumerate(found):
            offset = self.constant(i, "i32")
            pointer = ("%out", "!tt.ptr<i64>")
            place = self.op("tt.addptr", [pointer, offset], ["!tt.ptr<i64>"])[0]
            self.store(place, self.cast(value, "i64"))
        tiles = [v for v in self.values if v[1] == TILE][-WORDS // 4 :]
        for i, value in enumerate(tiles):
            offset = self.constant(WORDS + 4 * i, "i32")
            pointer = ("%m", "!tt.ptr<i32>")
            place = self.op("tt.addptr", [pointer, offset], ["!tt.ptr<i32>"])[0]
            self.store(self.tile_address(place), value)


def function(symbol, kind, visibility, lines):
    """The lines of a function."""
    head = (f'"tt.func"() <{{function_type = {kind}, sym_name = "{symbol}", '
            f'sym_visibility = "{visibility}"}}> ({{')  # fmt: skip
    return [head, *lines, "}) : () -> ()"]


def text_of(numbers, name, rng=None):
    """The text of the program that choices make, and all its choices."""
    choices = Choices(numbers, rng)
    lines = Writer(choices, name).program()
    return "\n".join(lines), choices.numbers


def generate(seed, name):
    """The text of the program of a seed, and its choices."""
    return text_of((), name, random.Random(f"structured/{seed}"))
