#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds machine code of NVIDIA GPUs that cannot be right, without a GPU.

    check_sass.py FILE.{cubin,ptx}... [--nvdisasm=PATH] [--ptxas=PATH]

For each function, on the control-flow graph that starts at its entry:

- undefined: a register, uniform register or predicate is read that no
  instruction on any path to the read has written. An assembler that loses the
  definition of an operand leaves this (`desc[UR1]` of a hinted `cp.async`).
- partly: a uniform register, which all threads share and descriptors are in, is
  read, and some path to the read has not written it.
- falls-off: a path runs past the last instruction.
- trap: `BPT.TRAP`, which is what assertions and unreachable code become.

Any other register that some path writes counts as written, so that what is reported
is wrong on every path. `nvdisasm` says which registers an instruction writes and
reads (`--print-life-ranges`). PTX is assembled for the target that it names.

Exits with 1 if anything was found, and with 77 where `nvdisasm`, or `ptxas`
for PTX, is not installed. --allow=KIND leaves a kind out.
"""

import argparse
import collections
import dataclasses
import os
import re
import shutil
import subprocess
import sys
import tempfile

KINDS = ("undefined", "partly", "falls-off", "trap")

# The files of registers by the name in the table of life ranges.
PREFIXES = {"GPR": "R", "PRED": "P", "UGPR": "UR", "UPRED": "UP"}

_INSTRUCTION = re.compile(r"\s*/\*([0-9a-f]+)\*/\s+(.*?)\s*;?$")
_REGISTER = re.compile(r"(?<![\w.$])U?[RP]\d+\b")
_LABEL = re.compile(r"(\.L\w+|[\w$.]+):$")
# EIATTR_REGCOUNT of a function, with the most registers that there are.
_ALL_REGISTERS = re.compile(rb"(\x04\x2f\x08\0....)\xff\0\0\0", re.DOTALL)
_TARGET = re.compile(r"`\(([^)]+)\)")


@dataclasses.dataclass
class Instruction:
    """One instruction: what it may read and write, and where it may jump."""

    address: int
    text: str  # with its predicate
    reads: frozenset
    writes: frozenset

    @property
    def opcode(self):
        """The operation with its modifiers, without the predicate."""
        words = self.text.split()
        return words[1] if words[0].startswith("@") else words[0]

    @property
    def is_predicated(self):
        """Whether it may do nothing."""
        return self.text.startswith("@")

    @property
    def targets(self):
        """The labels that the text names, tables of jumps included."""
        found = _TARGET.findall(self.text)
        for table in re.findall(r'BRANCH_TARGETS ([^"]*)"', self.text):
            found += [name.strip() for name in table.split(",")]
        return found


@dataclasses.dataclass
class Function:
    """The code of one section; entry, slow paths and subroutines."""

    name: str
    instructions: list = dataclasses.field(default_factory=list)
    labels: dict = dataclasses.field(default_factory=dict)  # to an index


# -- Reading what nvdisasm prints


class LifeRanges:
    """The columns of the table of life ranges of a section."""

    def __init__(self):
        self.rows, self.columns = [], None

    def add_header(self, cells):
        """Takes a line of the table's head: names of files, then digits."""
        self.rows.append(cells)
        self.columns = None

    def finish(self):
        """Reads the numbers of the registers, which stand upright."""
        files, digits = None, []
        for cells in self.rows:
            names = [cell.strip() for cell in cells]
            if all(name in PREFIXES for name in names):
                files = names
            elif any("#" in x or re.fullmatch(r"[\d ]+", x) for x in names):
                digits.append(cells)
        self.rows, self.columns = [], []
        for i, name in enumerate(files or []):
            self.columns.append(upright([row[i] for row in digits], PREFIXES[name]))

    def read(self, cells):
        """Registers that the line reads, and that it writes."""
        if self.columns is None:
            self.finish()
        reads, writes = set(), set()
        for cell, columns in zip(cells, self.columns):
            for at, register in columns.items():
                mark = cell[at] if at < len(cell) else " "
                if mark in "vx":
                    reads.add(register)
                if mark in "^x":
                    writes.add(register)
        return frozenset(reads), frozenset(writes)


def upright(rows, prefix):
    """Register by column, from rows of digits below each other."""
    columns = {}
    start = max(row.find("#") for row in rows) + 1
    for at in range(start, max(map(len, rows))):
        digits = "".join(row[at : at + 1] for row in rows).replace(" ", "")
        if digits.isdigit():
            columns[at] = f"{prefix}{int(digits)}"
    return columns


def unused_descriptor(text):
    """Registers that the table has, but that are not used: those of the descriptor
    of A, the first two of four, where a product has A in registers."""
    found = re.search(r"GMMA\S* R\d+, R\d+, gdesc\[UR(\d+)\]", text)
    first = int(found[1]) if found else None
    return {f"UR{first}", f"UR{first + 1}"} if found else frozenset()


def parse(text):
    """The functions of a disassembly with life ranges in narrow columns."""
    functions, ranges = [], LifeRanges()
    for line in text.splitlines():
        code, mark, table = line.partition("// |")
        cells = table.rstrip().rstrip("|").split("|") if mark else []
        section = re.match(r"\s*\.section\s+\.text\.([^,\s]+)", line)
        if section:
            functions.append(Function(section.group(1).strip('"')))
            ranges = LifeRanges()
            continue
        if not functions:
            continue
        function, code = functions[-1], code.partition("// +")[0].rstrip()
        if mark and not code:
            ranges.add_header(cells)
            continue
        label = _LABEL.match(code.strip())
        if label:
            function.labels[label.group(1)] = len(function.instructions)
        found = _INSTRUCTION.match(code)
        if found:
            address, text = int(found.group(1), 16), found.group(2)
            reads, writes = ranges.read(cells)
            # Registers that the table omits count as read.
            reads |= frozenset(_REGISTER.findall(text)) - writes
            reads -= unused_descriptor(text)
            one = Instruction(address, text, reads, writes)
            if is_call(one):  # what is read there, the function that is called reads
                one = dataclasses.replace(one, reads=frozenset())
            function.instructions.append(one)
    return [f for f in functions if f.instructions]


# -- Control flow


class Flow:
    """Which instructions may follow which; `None` stands for the end of code."""

    def __init__(self, function):
        self.function = function
        code = function.instructions
        self.returns = [i + 1 for i, one in enumerate(code) if is_call(one)]
        self.next = [self.successors(i) for i in range(len(code))]

    def successors(self, index):
        """Indices of what may run after an instruction."""
        code, labels = self.function.instructions, self.function.labels
        one = code[index]
        following = index + 1 if index + 1 < len(code) else None
        name = one.opcode.split(".")[0]
        found = []
        if name in ("BRA", "BRX", "BRXU", "JMP", "JMX", "CALL"):
            found = [labels[t] for t in one.targets if t in labels]
            found = [t if t < len(code) else None for t in found]
        elif name == "RET":
            found = list(self.returns)
        if is_call(one) and not found:
            found = [following]  # another module's function, or the system's
        ends = name in ENDS or name == "CALL" and self.is_internal(one)
        if not ends or may_go_on(one):
            found.append(following)
        return found

    def is_internal(self, one):
        """Whether a call is of a function that stands here."""
        return any(t in self.function.labels for t in one.targets)


# Instructions after which control does not continue with the next one.
ENDS = ("BRA", "BRX", "BRXU", "JMP", "JMX", "EXIT", "RET", "KILL")


def may_go_on(one):
    """Whether a jump may not be taken: of `BRA.DIV` if threads agree, of `BRA P0`
    if the operand is false."""
    if one.is_predicated or re.search(r"\.(DIV|CONV)\b", one.opcode):
        return True
    return bool(re.match(r"BRA\S*\s+!?U?P\d", one.text))


def is_call(one):
    return one.opcode.split(".")[0] == "CALL"


def written_before(flow):
    """For each instruction that runs, what may have been written before it."""
    code = flow.function.instructions
    state, pending = {0: frozenset()}, collections.deque([0])
    while pending:
        index = pending.popleft()
        after = state[index] | code[index].writes
        for successor in flow.next[index]:
            if successor is None:
                continue
            before = state.get(successor)
            if before is None or not after <= before:
                state[successor] = after if before is None else before | after
                pending.append(successor)
    return state


def written_on_all_paths(flow):
    """For each instruction that runs, what must have been written before it. A call
    goes on after it with what it began with; predicates count as true."""
    code = flow.function.instructions
    state, pending = {0: frozenset()}, collections.deque([0])
    while pending:
        index = pending.popleft()
        one = code[index]
        following = list(flow.next[index])
        if one.opcode.split(".")[0] == "RET":
            following = []
        elif is_call(one):
            following.append(index + 1 if index + 1 < len(code) else None)
        after = state[index] | one.writes
        for successor in following:
            before = state.get(successor)
            if successor is not None and (before is None or not before <= after):
                state[successor] = after if before is None else before & after
                pending.append(successor)
    return state


def check(function):
    """Findings as (kind, address, text)."""
    flow = Flow(function)
    state, sure = written_before(flow), written_on_all_paths(flow)
    for index in sorted(state):
        one = function.instructions[index]
        missing = sorted(one.reads - state[index], key=natural)
        if missing and not keeps_bits(one, missing):
            yield "undefined", one.address, f"{' '.join(missing)} in: {one.text}"
        partly = sorted((one.reads & state[index]) - sure.get(index, state[index]),
                        key=natural)  # fmt: skip
        partly = [register for register in partly if re.match(r"UR\d", register)]
        if partly:
            yield "partly", one.address, f"{' '.join(partly)} in: {one.text}"
        if None in flow.next[index]:
            yield "falls-off", one.address, one.text
        if one.opcode.startswith("BPT.TRAP"):
            yield "trap", one.address, one.text


def keeps_bits(one, missing):
    """Whether an instruction writes some bits of a register and leaves the others:
    a half of it, or one bit, as assemblers keep predicates."""
    if len(missing) != 1 or missing[0] not in one.writes:
        return False
    register = missing[0]
    half = rf"PRMT {register}, \S+, \w+, {register}$"
    bit = rf"LOP3.LUT {register}, {register}, 0x\w+, RZ, 0x(c0|fc)"
    return bool(re.search(half, one.text) or re.search(bit, one.text))


def natural(name):
    """The order of registers: by file, then by number."""
    file, number = re.match(r"(\D+)(\d+)", name).groups()
    return file, int(number)


# -- Programs


class NoTool(RuntimeError):
    """A program that is needed is not installed."""


def find_tool(name, named, *folders):
    """A program of the toolkit: as named, or in one of the folders, PATH's, CUDA's
    and Triton's."""
    places = [f"{folder}/{name}" for folder in folders]
    places += [shutil.which(name), f"/usr/local/cuda/bin/{name}"]
    try:
        import triton

        folder = os.path.dirname(triton.__file__)
        places.append(f"{folder}/backends/nvidia/bin/{name}")
    except ImportError:
        pass
    found = named or next((p for p in places if p and os.path.isfile(p)), None)
    if found is None:
        raise NoTool(f"there is no {name}: name it by --{name}")
    return found


def find_assembler(setting):
    """The `ptxas` beside `nvdisasm`, as one reads no other version's cubins."""
    beside = os.path.dirname(os.path.realpath(setting.nvdisasm))
    return find_tool("ptxas", setting.ptxas, beside)


def assemble(path, ptxas, folder):
    """A cubin of PTX, for the target that it names."""
    with open(path) as file:
        target = re.search(r"^\.target\s+(\w+)", file.read(), re.M)
    if not target:
        raise ValueError(f"{path}: there is no .target")
    cubin = os.path.join(folder, "kernel.cubin")
    subprocess.run(
        [ptxas, f"--gpu-name={target.group(1)}", path, "-o", cubin], check=True
    )
    return cubin


def disassemble(cubin, nvdisasm, folder):
    """The code of a cubin with its registers."""
    with open(cubin, "rb") as file:
        image = file.read()
    # nvdisasm 12.8 prints no life ranges of code that says it has 255 registers:
    # R254 goes unchecked there.
    image = _ALL_REGISTERS.sub(lambda m: m.group(1) + b"\xfe\0\0\0", image)
    copy = os.path.join(folder, "copy.cubin")
    with open(copy, "wb") as file:
        file.write(image)
    done = subprocess.run(
        [nvdisasm, "--print-code", "--life-range-mode=narrow", copy],
        capture_output=True, text=True, check=False
    )  # fmt: skip
    if done.returncode != 0:
        raise ValueError(f"{cubin}: nvdisasm: {done.stderr.strip()}")
    return done.stdout


def check_file(path, setting):
    """Findings in a file as (function, kind, address, text)."""
    with tempfile.TemporaryDirectory() as folder:
        cubin = path
        if path.endswith(".ptx"):
            cubin = assemble(path, find_assembler(setting), folder)
        functions = parse(disassemble(cubin, setting.nvdisasm, folder))
    if not functions:
        raise ValueError(f"{path}: there is no code")
    return [(f.name, *finding) for f in functions for finding in check(f)]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="+", help="cubins or PTX")
    parser.add_argument("--nvdisasm", help="the program")
    parser.add_argument("--ptxas", help="the program")
    parser.add_argument("--allow", action="append", default=[], choices=KINDS)
    setting = parser.parse_args()
    counts = collections.Counter()
    try:
        setting.nvdisasm = find_tool("nvdisasm", setting.nvdisasm)
        for path in setting.files:
            for name, kind, address, text in check_file(path, setting):
                if kind not in setting.allow:
                    counts[kind] += 1
                    print(f"{path}: {name}+0x{address:x}: {kind}: {text}")
    except NoTool as error:
        print(f"skipped: {error}")
        return 77
    found = ", ".join(f"{kind}: {count}" for kind, count in counts.items())
    print(f"{len(setting.files)} files: {found or 'nothing found'}")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
