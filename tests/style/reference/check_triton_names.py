# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page docs/triton-language.md has one row for each name of Triton's language,
and the methods that it names exist.

    check_triton_names.py METHODS_JSON PROJECT    the stored names against the page
    check_triton_names.py --python=PYTHON         the stored names against Triton's own
    check_triton_names.py --write PYTHON          stores the names of that Triton

PYTHON is one that has Triton 3.9; else the environment's CM2TT_TRITON_3_9_PYTHON.
The exit code is 77 without such a Python."""

import collections
import os
import re
import subprocess
import sys

VERSION = "3.9.0"
NAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "triton_names.txt")
PAGE = "docs/triton-language.md"
SKIPPED = 77
HEAD = f"""# The names of triton.language.__all__ and of the functions in
# triton.language.extra.cuda.libdevice, of Triton {VERSION}:
# check_triton_names.py --write PYTHON
"""
# Prints the version, then `language NAME` and `libdevice NAME`.
PRINT_NAMES = """
import triton, triton.language as language
from triton.language.extra.cuda import libdevice
print(triton.__version__)
for name in sorted(language.__all__, key=lambda name: (name.lower(), name)):
    print("language", name)
for name in sorted(vars(libdevice)):
    if not name.startswith("_") and callable(getattr(libdevice, name)):
        print("libdevice", name)
"""
ROW = re.compile(r"^\| `(\w+)` \| (.*) \|$")
METHOD = re.compile(r"`(Triton|Tensor|Ptr|Range)\.([a-z]\w*)`")


def stored():
    with open(NAMES) as file:
        return [line for line in file.read().splitlines() if not line.startswith("#")]


def page_rows(text):
    """The section, the name and the other cell of each row."""
    section = ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line.split(".")[-1].split()[-1]
        elif match := ROW.match(line):
            yield section, match[1], match[2]


def problems(names, rows, methods):
    """The errors of the page, as texts; `methods`: owners with names."""
    counts = collections.Counter(f"{section} {name}" for section, name, _ in rows)
    for name in names:
        if counts[name] != 1:
            yield f"{counts[name]} rows for '{name}', 1 expected"
    for name in counts.keys() - set(names):
        yield f"a row for '{name}', which Triton does not have"
    for _, name, cell in rows:
        found = METHOD.findall(cell)
        for method in found:
            if method not in methods:
                yield f"'{name}' is called {'.'.join(method)}, which does not exist"
        if not found and "`" not in cell and not cell.startswith("none"):
            yield f"'{name}' has neither a name here nor a reason: {cell}"


def check_page(table, project):
    sys.path.insert(0, os.path.join(project, "tools", "kernel-methods"))
    import methods as records

    methods = {(method.owner, method.name) for method in records.read(table)}
    with open(os.path.join(project, PAGE)) as file:
        rows = list(page_rows(file.read()))
    found = list(problems(stored(), rows, methods))
    for problem in found:
        print(f"{PAGE}: {problem}")
    print(f"{len(rows)} rows for {len(stored())} names")
    return 1 if found or not rows else 0


def triton_names(python):
    """The names, or None if that Python has no such Triton."""
    done = subprocess.run(
        [python, "-c", PRINT_NAMES], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    if done.returncode or lines[0] != VERSION:
        reason = lines[0] if lines else "no Triton"
        print(f"skipped: Triton {VERSION} expected: {reason}; see tests/README.md")
        return None
    return lines[1:]


def main(arguments):
    if arguments[0] != "--write" and not arguments[0].startswith("--python="):
        return check_page(*arguments)
    python = arguments[-1].removeprefix("--python=")
    python = python or os.environ.get("CM2TT_TRITON_3_9_PYTHON") or sys.executable
    names = triton_names(python)
    if names is None:
        return SKIPPED
    if arguments[0] == "--write":
        with open(NAMES, "w") as file:
            file.write(HEAD + "".join(f"{name}\n" for name in names))
        return 0
    for name in set(names) ^ set(stored()):
        print(f"{NAMES}: '{name}' is {'missing' if name in names else 'not Triton'}")
    return 0 if names == stored() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
