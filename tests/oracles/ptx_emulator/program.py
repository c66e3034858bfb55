# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads PTX: a module's variables, its kernels, their instructions.

Blocks in braces are scopes: registers become numbers, and the labels that
instructions name become indices of instructions. Functions of the module are inlined
at their calls.

Not here: the meaning of instructions (operations.py).
"""

import dataclasses
import re

from . import kinds


class PtxError(RuntimeError):
    """PTX that the emulator does not support, or that has a fault."""


@dataclasses.dataclass(frozen=True)
class Register:
    """A register of a thread, by its number in the kernel."""

    slot: int
    bits: int  # 1 for a predicate


@dataclasses.dataclass(frozen=True)
class Immediate:
    """A number: an integer, a float, or the bits of a float as an integer."""

    value: object


@dataclasses.dataclass(frozen=True)
class Special:
    """A register that the hardware sets, such as `%tid.x`."""

    name: str


@dataclasses.dataclass(frozen=True)
class Symbol:
    """A variable, parameter, function or label, by name."""

    name: str


@dataclasses.dataclass(frozen=True)
class Address:
    """`[base+offset]`."""

    base: object
    offset: int


@dataclasses.dataclass(frozen=True)
class TensorAddress:
    """`[address, {coordinates}]`, of a tensor map."""

    address: Address
    coordinates: tuple


@dataclasses.dataclass(frozen=True)
class Group:
    """Operands in braces or parentheses."""

    items: tuple


SINK = Symbol("_")
RETURN = Symbol("return")  # the label of the end of a function


@dataclasses.dataclass
class Instruction:
    """`@guard opcode.words operands;`"""

    line: int
    text: str
    words: list  # of the opcode
    operands: list
    guard: Register = None
    negated: bool = False
    target: int = None  # of a branch

    @property
    def name(self):
        return self.words[0]

    def has(self, *words):
        """Whether the opcode has all of the words."""
        return all(word in self.words for word in words)

    def fail(self, reason):
        """The error that the instruction cannot be run."""
        return PtxError(f"line {self.line}: {self.text}: {reason}")


@dataclasses.dataclass
class Variable:
    """A variable of the module or a kernel; `data` is None without initialiser."""

    name: str
    space: str
    alignment: int
    size: int
    data: bytes = None


@dataclasses.dataclass
class Kernel:
    """One entry."""

    name: str
    parameters: list = dataclasses.field(default_factory=list)  # of Variable
    threads: int = None  # by .reqntid
    registers_at_launch: int = None  # by .maxnreg
    instructions: list = dataclasses.field(default_factory=list)
    registers: list = dataclasses.field(default_factory=list)  # bits of each
    names: list = dataclasses.field(default_factory=list)  # of each register
    variables: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Function:
    """A function that kernels call: the names of its results and parameters, and the
    text of its body, which begins in a line."""

    name: str
    results: tuple
    parameters: tuple
    body: str
    line: int


@dataclasses.dataclass
class Module:
    """A file."""

    target: str
    kernels: dict
    variables: list


_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
# A directive without an end of its own: the line of the source.
_LOCATION = re.compile(r"^[ \t]*\.loc[ \t][^\n]*", re.M)
_VARIABLE = re.compile(
    r"\.(param|shared|local|global|const)\s+(?:\.align\s+(\d+)\s+)?"
    r"\.([a-z]\d+)\s+(?:\.ptr\s+\.\w+\s+\.align\s+\d+\s+)?"
    r"([\w$]+)\s*(\[(\d*)\])?\s*(?:=\s*\{([^}]*)\})?$"
)
_GUARD = re.compile(r"@(!?)([%\w$]+)\s+")
_SPECIALS = ("%tid", "%ntid", "%ctaid", "%nctaid", "%laneid", "%warpid")


def read_variable(text):
    """A declaration without its linkage, or None."""
    text = re.sub(r"^\.(visible|extern|weak)\s+", "", text.strip())
    found = _VARIABLE.match(" ".join(text.split()))
    if not found:
        return None
    space, alignment, kind, name, array, count, data = found.groups()
    width = kinds.bits_of(kind) // 8
    size = width * (int(count or 0) if array else 1)
    values = None
    if data is not None:
        numbers = [int(x, 0) % (1 << 8 * width) for x in data.split(",")]
        values = b"".join(x.to_bytes(width, "little") for x in numbers)
        values = values.ljust(size, b"\0")
    return Variable(name, space, int(alignment or width), size, values)


def split_operands(text):
    """At commas that no bracket encloses."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        if c in "{[(":
            depth += 1
        elif c in "}])":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    last = text[start:].strip()
    return parts + [last] if last else parts


class _KernelReader:
    """Reads the body of a kernel, and those of the functions that it calls."""

    def __init__(self, kernel, functions):
        self.kernel, self.functions, self.scopes = kernel, functions, [{}]
        # The functions whose bodies are read, and the call's names for parameters of
        # the last one.
        self.open, self.renamed = (), {}
        # Labels of all blocks that are open, and branches with their blocks.
        self.labels, self.branches = [{}], []

    def read(self, body, line):
        self.statements(body, line)
        for one, blocks in self.branches:
            name = one.operands[0].name
            found = [labels[name] for labels in blocks if name in labels]
            if not found:
                raise one.fail("unknown label")
            one.target = found[-1]

    def statements(self, body, line):
        """Statements end with `;`, `{` or `}`; labels with `:`."""
        for part in re.finditer(r"[^;{}]*(?:\{[^{};]*\}[^;{}]*)*[;{}]", body):
            text = part.group(0)
            lead = len(text) - len(text.lstrip())
            at = line + body.count("\n", 0, part.start() + lead)
            self.statement(text.strip(), at)

    def inline(self, one, function):
        """Reads the body of a function in place of a call; `ret` becomes a branch to
        its end."""
        names = (*function.results, *function.parameters)
        groups = (each for each in one.operands if isinstance(each, Group))
        given = [operand.name for group in groups for operand in group.items]
        if one.guard or function.name in self.open or len(names) != len(given):
            raise one.fail("a call with a guard, a recursive one, or one with other operands")
        saved = self.scopes, self.labels, self.open, self.renamed
        self.renamed = dict(zip(names, given))
        self.scopes, self.labels, self.open = [{}], [{}], (*self.open, function.name)
        self.statements(function.body, function.line)
        self.labels[0][RETURN.name] = len(self.kernel.instructions)
        self.scopes, self.labels, self.open, self.renamed = saved

    def statement(self, text, line):
        end, text = text[-1], " ".join(text[:-1].split())
        while True:
            label = re.match(r"([$\w]+):\s*", text)
            if not label or text.startswith("%"):
                break
            self.labels[-1][label.group(1)] = len(self.kernel.instructions)
            text = text[label.end() :]
        if end == "{":
            self.scopes.append({})
            self.labels.append({})
        if text.startswith("."):
            self.directive(text, line)
        elif text:
            self.instruction(text, line)
        if end == "}":
            self.scopes.pop()
            self.labels.pop()

    def directive(self, text, line):
        if text.startswith(".reg"):
            _, kind, names = text.split(None, 2)
            for name in split_operands(names):
                self.declare(name, kind[1:])
        elif text.startswith((".shared", ".local", ".param")):
            variable = read_variable(text)
            if variable not in self.kernel.variables:  # that of a function, called again
                self.kernel.variables.append(variable)
        elif not text.startswith(".pragma"):
            raise PtxError(f"line {line}: {text}: unknown directive")

    def declare(self, name, kind):
        bits = kinds.bits_of(kind)
        counted = re.match(r"(.*)<(\d+)>$", name)
        names = [name]
        if counted:
            names = [f"{counted[1]}{i}" for i in range(int(counted[2]))]
        for one in names:
            slot = len(self.kernel.registers)
            self.kernel.registers.append(bits)
            self.kernel.names.append(one)
            self.scopes[-1][one] = Register(slot, bits)

    def instruction(self, text, line):
        guard, full = _GUARD.match(text), text
        if guard:
            text = text[guard.end() :]
        opcode, _, rest = text.partition(" ")
        one = Instruction(line, full, opcode.split("."), [])
        if guard:
            one.guard = self.operand(guard[2], one)
            one.negated = guard[1] == "!"
        one.operands = [self.operand(x, one) for x in split_operands(rest)]
        if one.name == "call":
            names = (x.name for x in one.operands if isinstance(x, Symbol))
            function = self.functions.get(next(names, None))
            if function:
                return self.inline(one, function)
        if one.name == "ret" and self.open:
            one.words, one.operands = ["bra", "uni"], [RETURN]
        self.kernel.instructions.append(one)
        if one.name == "bra":
            self.branches.append((one, tuple(self.labels)))

    def operand(self, text, one):
        if text[0] in "{(":
            return Group(
                tuple(self.operand(x, one) for x in split_operands(text[1:-1]))
            )
        if text[0] == "[" and "{" in text:
            address, coordinates = split_operands(text[1:-1])
            group = self.operand(coordinates, one)
            return TensorAddress(self.operand(f"[{address}]", one), group.items)
        if text[0] == "[":
            found = re.match(r"\[\s*([^\s+\]]+)\s*(?:\+\s*(-?\w+))?\s*\]$", text)
            if not found:
                raise one.fail(f"unknown address {text}")
            return Address(self.operand(found[1], one), int(found[2] or "0", 0))
        if "|" in text:  # a result and a predicate
            return Group(tuple(self.operand(x, one) for x in text.split("|")))
        for scope in reversed(self.scopes):
            if text in scope:
                return scope[text]
        if text.split(".")[0] in _SPECIALS:
            return Special(text)
        if re.match(r"0[fd][0-9a-fA-F]+$", text):
            return Immediate(int(text[2:], 16))
        if re.match(r"-?\d+\.", text):
            return Immediate(float(text))
        if re.match(r"-?\d", text):
            return Immediate(int(text.rstrip("U"), 0))
        if not re.match(r"[\w$]+$", text):
            raise one.fail(f"unknown operand {text}")
        return Symbol(self.renamed.get(text, text))


def _find_close(text, begin):
    """The position of the brace that closes the one at `begin`."""
    depth = 0
    for found in re.finditer(r"[{}]", text[begin:]):
        depth += 1 if found.group() == "{" else -1
        if depth == 0:
            return begin + found.start()
    raise PtxError("a brace is not closed")


def read_functions(text):
    """The functions of a module that have a body, by name."""
    found = {}
    names = lambda variables: tuple(  # noqa: E731
        read_variable(x).name for x in split_operands((variables or "").strip())
    )
    header = r"\.func\s+(?:\(([^)]*)\)\s*)?([\w$]+)\s*(?:\(([^)]*)\))?[^;{]*\{"
    for one in re.finditer(header, text):
        begin = one.end() - 1
        body = text[begin + 1 : _find_close(text, begin)]
        line = 1 + text.count("\n", 0, begin)
        results, parameters = names(one.group(1)), names(one.group(3))
        found[one.group(2)] = Function(one.group(2), results, parameters, body, line)
    return found


def read_module(text):
    """The kernels and variables of PTX text."""
    keep_lines = lambda m: re.sub(r"[^\n]", "", m.group()) or " "
    text = _LOCATION.sub("", _COMMENT.sub(keep_lines, text))
    target = re.search(r"\.target\s+(\w+)", text)
    module = Module(target.group(1) if target else "", {}, [])
    functions = read_functions(text)
    for entry in re.finditer(r"\.entry\s+([\w$]+)\s*(?:\(([^)]*)\))?", text):
        kernel = Kernel(entry.group(1))
        for parameter in split_operands(entry.group(2) or ""):
            kernel.parameters.append(read_variable(parameter))
        begin = text.index("{", entry.end())
        threads = re.search(r"\.reqntid\s+([\d, ]+)", text[entry.end() : begin])
        if threads:
            kernel.threads = int(threads.group(1).split(",")[0])
        most = re.search(r"\.maxnreg\s+(\d+)", text[entry.end() : begin])
        if most:
            kernel.registers_at_launch = int(most.group(1))
        body = text[begin + 1 : _find_close(text, begin)]
        _KernelReader(kernel, functions).read(body, 1 + text.count("\n", 0, begin))
        module.kernels[kernel.name] = kernel
    declared = re.finditer(
        r"^(?:\.(?:visible|extern|weak)\s+)?\.(?:global|shared|const)\b[^;]*;",
        text,
        re.M,
    )
    module.variables = [read_variable(found.group()[:-1]) for found in declared]
    return module
