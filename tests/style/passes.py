# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each pass has an example, and a test where one looks for it. Each floor declares its
passes in the order in which they run, and its README names them in this order."""

import os
import re

import sources

PIPELINES = "compiler/pipelines/Pipelines.cpp"
# The phases in the order in which the compiler runs them.
PHASES = ("buildFrontEndPhase", "buildTTPhase", "buildTTGPhase", "buildLLVMPhase",
          "buildCPUPhase")
# The line of an example between the IR before and after the pass. The test
# lit/compiler/examples.test runs the examples.
MARKER = re.compile(r"```mlir\n(?:(?!```).)*?^ *// (?:-\S.* )?"
                    r"(?:becomes|changes nothing)$", re.DOTALL | re.MULTILINE)


def _is_test_of(path, name, file):
    """Whether it is in the pass's folder or is named after its flag."""
    stem = os.path.splitext(os.path.basename(path))[0]
    return f"/{name}/" in path or stem == file


def check_passes(tree):
    """A pass's flag begins with `cm2tt-`, a test in a folder with the pass's
    name, or of its own name, runs it, and its description has an example."""
    for table, text in tree.select("Passes.td", below=sources.FLOORS):
        floor = f"tests/lit/{table.partition('/')[0]}/"
        tests = list(tree.select(".mlir", ".test", below=floor))
        yield from _check_table(text, table, tests, floor)


def check_mirrors(tree):
    """The folders of tests of a floor are its folders, or have the names of its passes."""
    folders, passes = set(), set()
    for path, text in tree.select("", below=sources.FLOORS):
        while path := os.path.dirname(path):
            folders.add(path)
    for _, text in tree.select("Passes.td", below=sources.FLOORS):
        passes.update(re.findall(r"^def (\w+)Pass\b", text, re.MULTILINE))
    for path, _ in tree.select("", below=("tests/lit/", "tests/unit/")):
        folder = os.path.dirname(path.split("/", 2)[2].replace("/Inputs/", "/"))
        parent, name = os.path.split(folder)
        if f"{folder}/".startswith(sources.FLOORS) and folder not in folders and not (
                parent in folders and name in passes):
            yield path, 1, f"no folder '{folder}', and no pass '{name}' in '{parent}'"


def _check_table(text, table, tests, floor):
    passes = list(re.finditer(r'^def (\w+)Pass\s*:\s*Pass<"([^"]+)"', text,
                              re.MULTILINE))
    ends = [match.start() for match in passes[1:]] + [len(text)]
    for match, end in zip(passes, ends):
        name, flag = match.groups()
        line = sources.line_of(text, match.start())
        if not flag.startswith("cm2tt-"):
            yield table, line, f"the flag '{flag}' does not begin with 'cm2tt-'"
        file = flag.replace("cm2tt-", "", 1).replace("-", "_")
        if not any(flag in content for path, content in tests
                   if _is_test_of(path, name, file)):
            yield (table, line, f"no test of '{flag}', expected in a folder "
                   f"{name}/ or as {file}.mlir below {floor}")
        if not MARKER.search(text, match.end(), end):
            yield table, line, (f"no example of '{flag}': a block ```mlir with "
                                "a line '// becomes' in its description")


# Steps of a function that adds passes: a pass, with its options; the pass manager that
# options have run afterwards; a call of such a function.
_STEP = re.compile(r"(\w+)(?:\.nest<[\w:]+>\(\))?\.addPass\(create(\w+)Pass\((\w*)"
                   r"|(\w+)\.then\.push_back\(std::move\((\w+)\)"
                   r"|\b(add\w+|build\w+Phase)\((\w+)")


def _run_order(text, function):
    """The passes of a function in the order in which they run, those of nested pass
    managers where these are added."""
    body = re.search(rf"^\S[^\n]*\b{function}\(.*?\n}}\n", text,
                     re.DOTALL | re.MULTILINE)
    steps, then = [], {}
    for match in _STEP.finditer(body[0].partition("{")[2] if body else ""):
        manager, name, options, owner, later, called, where = match.groups()
        if owner:
            then[owner] = later
        else:
            steps.append((manager or where, name, options, called))

    def flat(wanted):
        for manager, name, options, called in steps:
            if not wanted(manager):
                continue
            if called:
                yield from _run_order(text, called)
                continue
            yield name
            if options in then:
                yield from flat(then[options].__eq__)

    return list(flat(lambda manager: manager not in then.values()))


def check_order(tree):
    """The declarations of a floor's passes have the order in which they first run."""
    text = tree.texts.get(PIPELINES, "")
    runs = list(dict.fromkeys(name for phase in PHASES for name in _run_order(text, phase)))
    for table, content in tree.select("Passes.td", below=sources.FLOORS):
        declared = re.findall(r"^def (\w+)Pass\b", content, re.MULTILINE)
        known = [name for name in declared if name in runs]
        expected = sorted(known, key=runs.index)
        for name, other in zip(known, expected):
            if name != other:
                line = sources.line_of(content, content.index(f"def {name}Pass"))
                yield table, line, f"'{name}' is declared before '{other}', which runs first"
                break


_INCLUDE = re.compile(r'^include "([^"]+)"|^def (\w+)Pass\b', re.MULTILINE)
# Names that a page has for passes only: conversions, and passes on `tt` or `ttg`.
_PASS_NAME = re.compile(r"`(TTG?[A-Z]\w*|[A-Z]\w*To[A-Z]\w*)`")


def _declared(tree, path, folder):
    """The passes that a table declares, with those of the tables that it includes."""
    for match in _INCLUDE.finditer(tree.texts.get(path, "")):
        if match[2]:
            yield match[2]
        else:
            yield from _declared(tree, folder + match[1], folder)


def _column(lines):
    """The line and the text of each cell below a heading `pass` or `passes`."""
    column = None
    for number, line in enumerate(lines, 1):
        cells = [cell.strip() for cell in line.split("|")]
        if not line.startswith("|"):
            column = None
        elif column is None:
            column = next((i for i, cell in enumerate(cells) if cell in ("pass", "passes")), 0)
        elif column and set(cells[column]) - set("-:"):
            yield number, cells[column]


def check_readmes(tree):
    """The README of a floor names each of its passes, in the order of the declarations.
    READMEs of floors name no other passes."""
    known = set()
    for table, _ in tree.select("/Passes.td", below=sources.FLOORS):
        floor = table.partition("/")[0]
        declared = list(_declared(tree, table, f"{floor}/include/"))
        known.update(declared)
        page = f"{floor}/README.md"
        text = tree.texts.get(page, "")
        named = [name for name in dict.fromkeys(re.findall(r"`(\w+)`", text)) if name in declared]
        for name in declared:
            if name not in named:
                yield page, 1, f"does not name the pass '{name}' of {table}"
        for name, other in zip(named, [name for name in declared if name in named]):
            if name != other:
                line = sources.line_of(text, text.index(f"`{name}`"))
                yield page, line, f"names '{name}' before '{other}', which {table} declares first"
                break
    for page, text in tree.select("/README.md", below=sources.FLOORS):
        lines = text.split("\n")
        found = [(number, cell.strip("`")) for number, cell in _column(lines)]
        found += [(number, name) for number, line in enumerate(lines, 1)
                  for name in _PASS_NAME.findall(line)]
        for number, name in sorted(set(found)):
            if name not in known:
                yield page, number, f"no floor has a pass '{name}'"
