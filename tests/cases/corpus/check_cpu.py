# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles kernels as Triton 3.6 printed them to object code of CPUs.

A kernel is ok, refused with one located error for a feature that is known to be
missing, refused otherwise, too large, or a fault of cm2tt (a crash, a hang, or an
error after the checks). Prints the number of each, the refused ones by message;
exits with 1 if there are any other than the first two.

Usage: check_cpu.py [--every=N] [--checked] CM2TT CORPUS [TARGET...], where
CORPUS is as for check_ptxas.py, and a target is cpu (this computer's) if none
is given. Exits with 77 if there is no corpus.
"""

import argparse
import os
import re
import subprocess
import sys

import corpus
from check_ptxas import REFUSED, SECONDS, SKIPPED, check_all

MOST_BYTES = 2 << 20  # of object code; the largest has a tenth of it
# Operations that are not supported on CPUs; kernels without them must compile.
KNOWN = re.compile(
    r"'tt\.elementwise_inline_asm' is not supported on the CPU"
)
LOCATED = re.compile(r"^\S+:\d+:\d+: error: (.*)$", re.MULTILINE)


def verdict_of(code, text):
    """The verdict for an exit code, and the message if it is not ok."""
    errors = LOCATED.findall(text)
    if code != REFUSED or not errors:
        return "fault", f"{code}: {text[:80]}"
    if len(errors) > 1:
        return "refused", f"{len(errors)} errors: {errors[0]}"
    return "known" if KNOWN.match(errors[0]) else "refused", errors[0]


def compile_one(command, path, target):
    """The verdict on a kernel, and the message if it is not ok."""
    out = f"{path}.o"
    try:
        done = subprocess.run(
            [*command, path, f"--target={target}", "--emit=obj", "-o", out],
            capture_output=True, text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "fault", "hangs"
    if done.returncode != 0:
        return verdict_of(done.returncode, done.stderr)
    size = os.path.getsize(out)
    os.remove(out)
    return ("ok", "") if size <= MOST_BYTES else ("large", f"{size} bytes")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--checked", action="store_true")
    parser.add_argument("cm2tt")
    parser.add_argument("corpus")
    parser.add_argument("targets", nargs="*", default=["cpu"])
    options = parser.parse_args()
    path = corpus.find(options.corpus)
    if not path:
        return SKIPPED
    command = [options.cm2tt] + ["--checked"] * options.checked
    kernels = corpus.read(path, options.every)
    fine = [check_all(kernels, target,
                      lambda path, _: compile_one(command, path, target))
            for target in options.targets]  # fmt: skip
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
