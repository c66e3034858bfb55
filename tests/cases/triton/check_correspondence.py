# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the examples' optimised `tt` against Triton's for the same kernels.

Both texts must have the same operations, each with the same types and
attributes, as often. Their order is free, as is the order of what a loop
carries and whether an operation stands inside or in front of a loop: we move
what is the same each time at once, Triton later. Needs no Triton: reference/
holds what it printed (kernels.py).

Usage: check_correspondence.py CM2TT CM2TT_OPT EXAMPLES [KERNEL...]
"""

import collections
import os
import re
import subprocess
import sys

KERNELS = ["vector-add", "softmax", "matmul"]

VALUE = re.compile(r"%[\w$.-]+(:\d+)?(#\d+)?")
# The types of what a loop carries.
CARRIED = re.compile(r"(?<=-> \().*(?=\) : )|(?<=^scf\.yield )[^{]*$")
# Values need no names for a comparison, nor do lines that end a region.
SKIPPED = re.compile(r"[}\]]|\^|//|module|tt\.func|$")


def sort_types(carried):
    """A list of types in a fixed order; names of values are left out."""
    return ", ".join(sorted(re.split(r", ", carried[0].rpartition(" : ")[2])))


def operations(text):
    """How often each operation with its types and attributes occurs."""
    found = collections.Counter()
    for line in text.splitlines():
        line = re.sub(r"^%[^=]*= ", "", line.strip())
        if SKIPPED.match(line):
            continue
        line = re.sub(r" iter_args\(.*?\)(?= ->)", "", line)
        line = " ".join(VALUE.sub("%", line).split())
        if line.startswith("scf."):
            line = CARRIED.sub(sort_types, line)
        found[line] += 1
    return found


def arguments(text):
    """The types and hints of the kernel's arguments."""
    line = re.search(r"tt\.func public @\w+\((.*)\)", text).group(1)
    line = line.partition(") attributes")[0]
    return re.sub(r"%\w+: ", "", line)


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        return None, done.stderr
    return done.stdout, ""


def check(cm2tt, opt, examples, kernel):
    """The unexplained differences of a kernel, as texts."""
    model = os.path.join(examples, kernel, "model.json")
    ours, error = run([cm2tt, model, "--emit=tt"])
    if ours is None:
        return [f"does not compile\n{error}"]
    folder = os.path.dirname(os.path.abspath(__file__))
    reference = os.path.join(folder, "reference", f"{kernel}.ttir")
    # Through our printer, so that only the content counts.
    theirs, error = run([opt, reference])
    if theirs is None:
        return [f"the reference does not parse\n{error}"]
    problems = []
    if arguments(ours) != arguments(theirs):
        problems.append(f"arguments\n  ours:   {arguments(ours)}\n"
                        f"  theirs: {arguments(theirs)}")
    difference = operations(ours)
    difference.subtract(operations(theirs))
    problems += [f"{count:+d}  {operation}"
                 for operation, count in sorted(difference.items()) if count]
    return problems


def main(cm2tt, opt, examples, *kernels):
    """Compares the kernels, all if none is named; 1 if one differs."""
    failed = 0
    for kernel in kernels or KERNELS:
        problems = check(cm2tt, opt, examples, kernel)
        failed += bool(problems)
        print(f"{kernel}: {len(problems)} differences from Triton")
        for problem in problems:
            print(f"  {problem}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
