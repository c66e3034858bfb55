# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Evaluates functions of `scf`, `arith` and `tt`, in MLIR's generic syntax: each becomes
a function in Python. Numbers are held without a sign, tiles as lists.

Poison, such as the result of a sum that overflows against its flags, is a number
that no program computes by chance; a use of it is seen as a wrong result."""

import re

POISON = 0x5A5A5A5A5A5A5A5A
OP = re.compile(
    r'^\s*(?:(%[\w]+)(?::(\d+))? = )?"([\w.]+)"\(([^)]*)\)(.*)$'
)
BLOCK = re.compile(r"^\s*\^bb\d+\((.*)\):$")
FUNCTION = re.compile(r'"tt\.func"\(\) <\{.*sym_name = "(\w+)"')
TYPES = re.compile(r": \(([^()]*)\) -> (?:\((.*)\)|(.+))$")
#: Operations without a result that change no memory.
IGNORED = ("gpu.barrier", "nvvm.barrier0")


class Unknown(Exception):
    """An operation that is not known here."""


class OutOfFuel(Exception):
    """A program runs for too long."""


class Op:
    def __init__(self, result, count, name, operands, rest):
        self.name, self.attributes, self.regions = name, rest, []
        self.operands = [variable(o) for o in operands.split(", ")] if operands else []
        count = int(count or 1) if result else 0
        self.results = [variable(f"{result}#{i}") for i in range(count)]


def variable(name):
    """The name in Python of a value. A result without a number is the first; arguments
    of blocks have no numbers, and their names are not numbers."""
    base, has_number, number = name.strip()[1:].partition("#")
    if has_number:
        return f"v{base}_{number}"
    return f"v{base}_0" if base.isdigit() else f"v{base}"


def split_types(text):
    """The types of a list; commas in brackets do not separate."""
    parts, depth, part = [], 0, ""
    for letter in text:
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    return parts + [part.strip()] if part.strip() else parts


class Parser:
    """Reads functions from lines."""

    def __init__(self, text):
        self.lines, self.at = text.split("\n"), 0

    def functions(self):
        """The name, parameters and operations of each function."""
        found = {}
        while self.at < len(self.lines):
            head = FUNCTION.search(self.lines[self.at])
            self.at += 1
            if head:
                found[head[1]] = self.region()
        return found

    def region(self):
        """The arguments and operations of a region, up to its end."""
        arguments, ops = [], []
        while True:
            line = self.lines[self.at]
            stripped = line.strip()
            if stripped.startswith("})") or stripped.startswith("}, {"):
                return arguments, ops
            self.at += 1
            if not stripped:
                continue
            block = BLOCK.match(line)
            if block:
                if ops:
                    raise Unknown("blocks")
                arguments = [variable(a.split(":")[0]) for a in split_types(block[1])]
                continue
            ops.append(self.operation(line))

    def operation(self, line):
        parts = OP.match(line)
        if not parts:
            raise Unknown(line)
        op = Op(*parts.groups())
        if op.attributes.endswith("({"):
            op.regions.append(self.region())
            while self.lines[self.at].strip().startswith("}, {"):
                self.at += 1
                op.regions.append(self.region())
            op.attributes += self.lines[self.at]
            self.at += 1
        types = TYPES.search(op.attributes)
        if not types:
            raise Unknown(line)
        op.types = split_types(types[1])
        op.kinds = split_types(types[2] if types[2] is not None else types[3])
        return op


def width_of(kind):
    kind = re.sub(r"^tensor<4x(\S+?)(, .*)?>$", r"\1", kind)
    return 64 if kind == "index" or kind.startswith("!tt.ptr") else int(kind[1:])


def signed(text, width):
    half = 1 << (width - 1)
    return f"((({text}) ^ {half}) - {half})"


def divided(a, b):
    """The quotient, rounded toward 0."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


BINARY = {
    "addi": "({a} + {b}) & {m}", "subi": "({a} - {b}) & {m}", "muli": "({a} * {b}) & {m}",
    "andi": "{a} & {b}", "ori": "{a} | {b}", "xori": "{a} ^ {b}",
    "shli": "({a} << {b}) & {m}", "shrui": "{a} >> {b}", "shrsi": "({sa} >> {b}) & {m}",
    "maxui": "max({a}, {b})", "minui": "min({a}, {b})",
    "maxsi": "max({sa}, {sb}) & {m}", "minsi": "min({sa}, {sb}) & {m}",
    "divui": "{a} // {b}", "remui": "{a} % {b}", "divsi": "divided({sa}, {sb}) & {m}",
    "remsi": "({sa} - divided({sa}, {sb}) * {sb}) & {m}",
    "ceildivui": "-(-{a} // {b})", "floordivsi": "({sa} // {sb}) & {m}",
    "ceildivsi": "-(-{sa} // {sb}) & {m}",
}  # fmt: skip
COMPARISONS = ("{a} == {b}", "{a} != {b}", "{sa} < {sb}", "{sa} <= {sb}", "{sa} > {sb}",
               "{sa} >= {sb}", "{a} < {b}", "{a} <= {b}", "{a} > {b}", "{a} >= {b}")
CASTS = {"extui": "{a}", "index_castui": "{a}", "extsi": "{sa} & {r}",
         "index_cast": "{sa} & {r}", "trunci": "{a} & {r}"}  # fmt: skip
EXACT = {"addi": "+", "subi": "-", "muli": "*", "shli": "<<"}
WIDE = {
    "mului_extended": ("({a} * {b}) & {m}", "({a} * {b}) >> {w}"),
    "mulsi_extended": ("({sa} * {sb}) & {m}", "(({sa} * {sb}) >> {w}) & {m}"),
    "addui_extended": ("({a} + {b}) & {m}", "({a} + {b}) >> {w}"),
}  # fmt: skip


class Compiler:
    """Writes functions in Python."""

    def __init__(self):
        self.lines, self.depth = [], 0

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def assign(self, names, values):
        if names:
            self.line(f"{', '.join(names)} = {', '.join(values)}")

    def function(self, name, arguments, ops):
        self.line(f"def f_{name}({', '.join(['M', 'F', *arguments])}):")
        self.depth += 1
        for op in ops:
            self.op(op)
        self.depth -= 1

    def body(self, ops, results):
        """The operations of a region; its end assigns what is yielded."""
        for op in ops[:-1]:
            self.op(op)
        if ops:
            self.assign(results, ops[-1].operands)
        if not (len(ops) > 1 or results):
            self.line("pass")

    def op(self, op):
        dialect, _, name = op.name.partition(".")
        if op.name in IGNORED:
            return
        write = getattr(self, f"{dialect}_{name}", None)
        if write:
            write(op)
        elif dialect == "arith":
            self.arithmetic(op, name)
        else:
            raise Unknown(op.name)

    # -- arith, ub

    def elementwise(self, op, text, **more):
        """Assigns a formula of operands, each for tiles of them."""
        width = width_of(op.types[0])
        names = dict(zip("abc", op.operands))
        is_tile = op.kinds[0].startswith("tensor")
        if is_tile:
            names = dict(zip("abc", "xyz"))
        values = {letter: f"{name}" for letter, name in names.items()}
        values.update({"s" + k: signed(v, width) for k, v in names.items()})
        made = text.format(m=(1 << width) - 1, w=width, **values, **more)
        if is_tile:
            sources = op.operands
            if op.name == "arith.select" and not op.types[0].startswith("tensor"):
                sources = [f"[{sources[0]}] * 4", *sources[1:]]
            used = ", ".join("xyz"[: len(sources)])
            made = f"[{made} for {used},  in zip({', '.join(sources)})]"
        return made

    def arithmetic(self, op, name):
        if name in WIDE:
            made = [self.elementwise(op, text) for text in WIDE[name]]
            self.assign(op.results, made)
            return
        if name in BINARY:
            text = self.flagged(op, name)
        elif name == "cmpi":
            number = int(re.search(r"predicate = (\d+)", op.attributes)[1])
            text = f"int({COMPARISONS[number]})"
        elif name in CASTS:
            text = CASTS[name]
        elif name == "select":
            text = "({b} if {a} else {c})"
        else:
            raise Unknown(op.name)
        rest = (1 << width_of(op.kinds[0])) - 1
        self.assign(op.results, [self.elementwise(op, text, r=rest)])

    def flagged(self, op, name):
        """The formula of an operation; poison if a flag does not hold."""
        text = BINARY[name]
        width = width_of(op.kinds[0])
        poison = POISON & ((1 << width) - 1)
        flags = re.search(r"#arith.overflow<([\w, ]+)>", op.attributes)
        for flag in flags[1].split(", ") if flags else ():
            s = "s" if flag == "nsw" else ""
            right = "{b}" if name == "shli" else f"{{{s}b}}"
            low = -(1 << (width - 1)) if s else 0
            high = (1 << (width - 1 if s else width)) - 1
            exact = f"{low} <= {{{s}a}} {EXACT[name]} {right} <= {high}"
            if flag in ("nsw", "nuw"):
                text = f"(({text}) if {exact} else {poison})"
        return text

    def arith_constant(self, op):
        value = re.search(r"value = (.*?)\}?>? : \(\)", op.attributes)[1]
        self.assign(op.results, [self.literal(value, op.kinds[0])])

    @staticmethod
    def literal(text, kind):
        mask = (1 << width_of(kind)) - 1
        number = lambda word: int({"true": 1, "false": 0}.get(word, word))
        dense = re.match(r"dense<\[?([^\]>]*)\]?>", text)
        if dense:
            numbers = [number(word) & mask for word in dense[1].split(", ")]
            return str(numbers * (4 if len(numbers) == 1 else 1))
        return str(number(text.split(" ")[0]) & mask)

    def ub_poison(self, op):
        poison = POISON & ((1 << width_of(op.kinds[0])) - 1)
        is_tile = op.kinds[0].startswith("tensor")
        self.assign(op.results, [f"[{poison}] * 4" if is_tile else str(poison)])

    # -- tt

    def tt_splat(self, op):
        self.assign(op.results, [f"[{op.operands[0]}] * 4"])

    def tt_make_range(self, op):
        start = int(re.search(r"start = (\d+)", op.attributes)[1])
        self.assign(op.results, [str(list(range(start, start + 4)))])

    def tt_addptr(self, op):
        pointer, offset = op.operands
        width = width_of(op.types[1])
        if op.kinds[0].startswith("tensor"):
            made = f"[x + {signed('y', width)} for x, y in zip({pointer}, {offset})]"
        else:
            made = f"{pointer} + {signed(offset, width)}"
        self.assign(op.results, [made])

    def tt_load(self, op):
        """A load; of an element whose mask is false the other value, or poison."""
        poison = str(POISON & ((1 << width_of(op.kinds[0])) - 1))
        if not op.kinds[0].startswith("tensor"):
            address, mask, other = (op.operands + ["1", poison][len(op.operands) - 1 :])[:3]
            self.assign(op.results, [f"M[{address}] if {mask} else {other}"])
            return
        more = ["[1] * 4", f"[{poison}] * 4"][len(op.operands) - 1 :]
        lists = ", ".join(op.operands + more)
        self.assign(op.results, [f"[M[x] if y else z for x, y, z in zip({lists})]"])

    def tt_store(self, op):
        address, value, mask = (op.operands + [""])[:3]
        if op.types[0].startswith("tensor"):
            lists = f"{address}, {value}, {mask or '[1] * 4'}"
            self.line(f"for x, y, z in zip({lists}):")
            self.line("  if z: M[x] = y")
        elif mask:
            self.line(f"if {mask}: M[{address}] = {value}")
        else:
            self.line(f"M[{address}] = {value}")

    def tt_call(self, op):
        callee = re.search(r"callee = @(\w+)", op.attributes)[1]
        call = f"f_{callee}({', '.join(['M', 'F', *op.operands])})"
        self.line(f"{', '.join(op.results)}, = {call}" if op.results else call)

    def tt_return(self, op):
        self.line(f"return ({', '.join(op.operands)}{',' if op.operands else ''})")

    # -- scf

    def scf_if(self, op):
        self.line(f"if {op.operands[0]}:")
        self.nested(op.regions[0][1], op.results)
        if op.regions[1][1]:
            self.line("else:")
            self.nested(op.regions[1][1], op.results)

    def nested(self, ops, results):
        self.depth += 1
        self.body(ops, results)
        self.depth -= 1

    def scf_index_switch(self, op):
        cases = re.search(r"cases = array<i64(?:: ([\d, -]*))?>", op.attributes)[1]
        numbers = [int(n) for n in cases.split(", ")] if cases else []
        word = "if"
        for number, (_, ops) in zip(numbers, op.regions[1:]):
            self.line(f"{word} {op.operands[0]} == {number}:")
            self.nested(ops, op.results)
            word = "elif"
        self.line("else:" if numbers else "if True:")
        self.nested(op.regions[0][1], op.results)

    def burn(self):
        self.line("F[0] -= 1")
        self.line("if F[0] < 0: raise OutOfFuel()")

    def scf_for(self, op):
        low, high, step, *starts = op.operands
        (counter, *carried), ops = op.regions[0]
        width = width_of(op.types[0])
        self.assign(carried, starts)
        bounds = ", ".join(signed(each, width) for each in (low, high, step))
        self.line(f"for {counter} in range({bounds}):")
        self.depth += 1
        self.line(f"{counter} &= {(1 << width) - 1}")
        self.burn()
        self.body(ops, carried)
        self.depth -= 1
        self.assign(op.results, carried)

    def scf_while(self, op):
        (before, first), (after, second) = op.regions
        self.assign(before, op.operands)
        self.line("while True:")
        self.depth += 1
        self.burn()
        for each in first[:-1]:
            self.op(each)
        test, *forwarded = first[-1].operands
        self.assign(op.results, forwarded)
        self.line(f"if not {test}: break")
        self.assign(after, op.results)
        self.body(second, before)
        self.depth -= 1


def functions(text):
    """The functions of a text, by name: called with memory, fuel and arguments."""
    compiler = Compiler()
    for name, (arguments, ops) in Parser(text).functions().items():
        compiler.function(name, arguments, ops)
    space = {"divided": divided, "OutOfFuel": OutOfFuel}
    exec("\n".join(compiler.lines), space)
    return {name[2:]: f for name, f in space.items() if name.startswith("f_")}
