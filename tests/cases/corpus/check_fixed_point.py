# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that what `cm2tt --emit=tt` prints is a fixed point: read again, with the
same options, it is printed without a change of a byte.

Usage: check_fixed_point.py [--every=N] CM2TT CORPUS, where CORPUS is as in
corpus.py (the environment's CM2TT_CORPUS overrides it). With N only every Nth kernel
is read. Prints the first difference of each kernel that changes, and exits with 1 if
one does, or if more kernels are refused than are read. Exits with 77 if there is no
corpus.
"""

import argparse
import concurrent.futures
import difflib
import os
import subprocess
import sys

import corpus

SKIPPED = 77
SECONDS = 600  # a longer compilation hangs
SHOWN = 12  # lines of a difference


def emit(command, text):
    """The output of cm2tt for a text, or None, and its errors."""
    try:
        done = subprocess.run(
            [*command, "-", "--emit=tt"], input=text, capture_output=True,
            text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None, "hangs"
    return (None if done.returncode else done.stdout), done.stderr


def difference(once, twice):
    """The first lines of a difference; empty if there is none."""
    lines = difflib.unified_diff(
        once.splitlines(), twice.splitlines(), "once", "twice", "", "", 1
    )
    return "\n".join(list(lines)[:SHOWN]) or "white space differs"


def check(cm2tt, kernel):
    """The verdict on a kernel, and what to print."""
    command = [cm2tt, *kernel.flags()]
    once, errors = emit(command, kernel.text)
    if once is None:
        return "refused", errors
    if "tt.func" not in once:
        return "printed without a kernel", once
    twice, errors = emit(command, once)
    if twice is None:
        return "refused when read again", errors
    if twice != once:
        return "changed", difference(once, twice)
    return "same", ""


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("cm2tt")
    parser.add_argument("corpus")
    options = parser.parse_args()
    path = corpus.find(options.corpus)
    if not path:
        return SKIPPED
    kernels = corpus.read(path, options.every)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = list(pool.map(lambda k: check(options.cm2tt, k), kernels))
    counts = {"same": 0, "refused": 0}
    for kernel, (verdict, text) in zip(kernels, verdicts):
        counts[verdict] = counts.get(verdict, 0) + 1
        if verdict != "same":
            print(f"{kernel.name}: {verdict}\n{text}")
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    good = counts.pop("same")
    refused = counts.pop("refused")
    return 1 if counts or refused > good else 0


if __name__ == "__main__":
    sys.exit(main())
