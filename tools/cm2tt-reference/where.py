# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page that says where each method and operation is implemented.

Locations are found by name: a rule or builder by its definition in
language/KernelApi, an evaluation in java/lang, a lowering by the C++
class of the operation in the folder of the back end. A cell that stays empty is
a hole, unless EXEMPT has a reason.
"""

import glob
import os
import re

HEAD = """<!-- Generated: `ninja -C build reference`. Do not edit. -->

# Where things are

Line numbers, and the tests that a cell shows, are those of the last `ninja -C build reference`.

"""
# Operations that a back end does not lower, and why; those that none lowers yet
# are in NOT_LOWERED.
EXEMPT = {
    **{(end, part): reason for end in ("gpu", "cpu") for part, reason in (
        ("atomic_load", "TTSetVersion"),
        ("atomic_store", "TTSetVersion"),
        ("atomic_poll", "TTSetVersion"),
        ("make_tensor_ptr", "TTLowerBlockPointers"),
        ("advance", "TTLowerBlockPointers"),
        ("descriptor", "TTLowerDescriptors"),
    )},
    ("gpu", "dot_scaled"): "TTDecomposeDots",
    ("cpu", "dot_scaled"): "TTDecomposeDots",
    ("cpu", "return"): "with its function",
    ("cpu", "elementwise_inline_asm"): "PTX",
    ("gpu", "call"): "inlined",
    ("cpu", "call"): "inlined",
    ("gpu", "map_elementwise.return"): "with its parent",
    ("cpu", "map_elementwise.return"): "with its parent",
    ("gpu", "reduce.return"): "with its parent",
    ("cpu", "reduce.return"): "with its parent",
    ("gpu", "scan.return"): "with its parent",
    ("cpu", "scan.return"): "with its parent",
}
# The list of operations that the back ends refuse.
NOT_LOWERED = "lowering/SupportChecker.cpp"
# Files that plan and check, rather than lower.
NOT_LOWERINGS = re.compile(r"/(Supported\w*|BlockPlanner|PlanSteps|Roots|LayoutPlanner)\.")


class Sources:
    """The files of folders of the project, and lines in them."""

    def __init__(self, root):
        self.root = root
        self.files = {}
        self.texts = {}

    def lines(self, pattern):
        """Path, line number and text of the lines of the files of a pattern."""
        if pattern not in self.files:
            paths = sorted(glob.glob(os.path.join(self.root, pattern), recursive=True))
            self.files[pattern] = [
                (os.path.relpath(path, self.root), number, line)
                for path in paths for number, line in enumerate(_read(path), 1)
            ]  # fmt: skip
        return self.files[pattern]

    def find(self, pattern, *regexes):
        """Where the first of the expressions matches that matches at all, as
        `FILE:LINE`; empty if none does."""
        for regex in map(re.compile, regexes):
            for path, number, line in self.lines(pattern):
                if regex.search(line) and not NOT_LOWERINGS.search(path):
                    return _link(path, number)
        return ""

    def files_with(self, pattern, regex):
        """The names of the files that it matches in."""
        if pattern not in self.texts:
            texts = {}
            for path, _, line in self.lines(pattern):
                texts.setdefault(path, []).append(line)
            self.texts[pattern] = {path: "\n".join(t) for path, t in texts.items()}
        found = re.compile(regex)
        return [path for path, text in self.texts[pattern].items()
                if found.search(text)]  # fmt: skip


def _read(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n")


def _link(path, number):
    name = os.path.basename(path)
    return f"[{name}:{number}](../../{path}#L{number})"


def _tests(paths):
    """The first two files, and how many more."""
    links = [f"[{os.path.basename(p)}](../../{p})" for p in paths[:2]]
    return ", ".join(links + [f"+{len(paths) - 2}"] * (len(paths) > 2))


def function_of(expression):
    """The function that a rule or builder is an instance of."""
    return re.match(r"\w+", expression)[0]


def definition(sources, family, name):
    """Where a rule or builder is defined: in its family's file, or in another."""
    folder = "language/KernelApi"
    regexes = (rf"^(static |template .*)?[\w:<>]+( [\w:<>]+)* \*?(cm2tt::)?{name}\(",
               rf"^\s*(cm2tt::)?{name}\(", rf"\b{name}\(.*\{{")  # fmt: skip
    return (sources.find(f"{folder}/{family}.cpp", *regexes)
            or sources.find(f"{folder}/*", *regexes))  # fmt: skip


def evaluation(sources, method):
    """Where the JVM evaluates a method; of one that names a function of an
    element, the record."""
    form = method.forms[0]
    call = form.evaluation(form.overloads[0])
    owner, name = re.match(r"(\w+)\.(\w+)\(", call).groups()
    return sources.find(f"java/lang/src/**/{owner}.java",
                        rf"^    static .*\b{name}\(")  # fmt: skip


def method_row(sources, method):
    """The cells of a method, by title."""
    name = rf"Triton::{method.name}\("
    record = os.path.join("language/KernelApi", method.file + ".td")
    java = rf"Triton\s*(\.|::)\s*{method.name}\b"
    return {
        "method": f"`{method.name}`",
        "record": _link(record, method.line),
        "rule": definition(
            sources, method.file, function_of(method.record["typeOf"])),
        "builder": definition(
            sources, method.file, function_of(method.record["build"])),
        "JVM": evaluation(sources, method),
        "tests of typing": _tests(sources.files_with(
            "tests/lit/language/InferTypes/*.mlir", name)),
        "of building": _tests(sources.files_with(
            "tests/lit/language/CMToTT/*.mlir", name)),
        "of results": _tests(
            sources.files_with("tests/java/lang/**/*.java", java)
            + sources.files_with("tests/cases/kernels/cases_operations.py",
                                 rf"\b{method.name}\b")),
    }  # fmt: skip


def _not_lowered(sources):
    """The C++ classes of the operations of `tt` that no back end lowers."""
    text = "\n".join(line for _, _, line in sources.lines(NOT_LOWERED))
    body = re.search(r"static bool isNotLowered\(.*?\n}", text, re.DOTALL)
    return re.findall(r"tt::(\w+Op)\b", body[0])


def lowering(sources, back_end, namespace, op, mnemonic):
    """Where a back end lowers an operation, or why it does not."""
    folder = {"gpu": "gpu/lower", "cpu": "cpu/[elp]*"}[back_end]
    cpp = rf"\b{namespace}::{op}\b"
    found = sources.find(
        f"{folder}/*.cpp",
        rf"struct \w+ *: .*<{namespace}::{op}>", rf"struct {op}Lowering\b",
        rf"(emit|evaluate|lower|build)\w*\(.*{cpp}", rf"(Lowering|Pattern)<.*{cpp}",
        rf"Case.*{cpp}.*(emit|evaluate|lower)", cpp)  # fmt: skip
    if found:
        return found
    default = "not yet" if op in _not_lowered(sources) else ""
    return next((reason for (end, part), reason in EXEMPT.items()
                 if end == back_end and part in mnemonic), default)  # fmt: skip


def op_rows(sources):
    """The cells of each operation of `tt` and `ttg`, by title."""
    for path, number, line in sources.lines("dialect/include/cm2tt/Dialect/TT*/*Ops*.td"):
        found = re.match(r'def (TTG?)_(\w+Op)\s*:\s*\w+<"([\w.]+)"', line)
        if not found:
            continue
        dialect, op, mnemonic = found[1], found[2], found[3]
        name = f"{dialect.lower()}.{mnemonic}"
        tested = rf"(?<![\w.]){re.escape(name)}(?![\w.])"
        row = {
            "operation": f"`{name}`",
            "definition": _link(path, number),
            "tests of the op": _tests(sources.files_with(
                f"tests/lit/dialect/{dialect}/*.mlir", tested)),
            "GPU": lowering(sources, "gpu", dialect.lower(), op, mnemonic),
        }  # fmt: skip
        if dialect == "TT":
            row["CPU"] = lowering(sources, "cpu", "tt", op, mnemonic)
        back_ends = [row[each] for each in ("GPU", "CPU") if each in row]
        row["tests of lowering"] = _tests(
            sources.files_with("tests/lit/gpu/lower/TTGToLLVM/*.mlir", tested)
            + sources.files_with("tests/lit/cpu/lower/TTToCPU/*.mlir", tested)
            + sources.files_with("tests/lit/lowering/TTDecomposeDots/*.mlir", tested)
            + sources.files_with("tests/lit/tile/prepare/TTSetVersion/*.mlir", tested)
            + sources.files_with("tests/lit/tile/prepare/TTLower*/*.mlir", tested)
        ) or ("not yet" if set(back_ends) == {"not yet"} else "")  # fmt: skip
        yield dialect, row


def table(rows):
    """A table with a column for each title, and its holes."""
    titles = list(rows[0])
    text = f"| {' | '.join(titles)} |\n|{'---|' * len(titles)}\n"
    text += "".join(f"| {' | '.join(row[t] for t in titles)} |\n" for row in rows)
    holes = [f"{row[titles[0]]} has no {title}" for row in rows for title in titles
             if not row[title]]  # fmt: skip
    return text, holes


def page(table_of_methods, root):
    """The page and its holes."""
    sources = Sources(root)
    methods = [method_row(sources, m) for m in table_of_methods if m.owner == "Triton"]
    ops = {}
    for dialect, row in op_rows(sources):
        ops.setdefault(dialect, []).append(row)
    text, holes = HEAD, []
    for title, rows in (("Methods of Triton", methods), ("Operations of `tt`", ops["TT"]),
                        ("Operations of `ttg`", ops["TTG"])):  # fmt: skip
        part, empty = table(rows)
        text += f"## {title}\n\n{part}\n"
        holes += empty
    return text.rstrip() + "\n", holes


def without_lines(text):
    """A page without what every change moves: the numbers of lines, and which
    tests a cell shows."""
    text = re.sub(r"\[[^\]|]*\]\(\.\./\.\./tests/[^)|]*\)(, )?|\+\d+(?= \|)", "", text)
    return re.sub(r":\d+\]|#L\d+\)", "", text)
