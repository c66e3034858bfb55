#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces programs that contain a kind of operation, as if a compiler failed for it:
what remains has the operation, is small, and compiles.

    check_shrink.py build/bin/cm2tt [--seed N] [--only NAME]
"""

import argparse
import os
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("cases/gpu", "oracles/elements", "oracles/tiles")

import program as p  # noqa: E402
import shrink  # noqa: E402
import write  # noqa: E402
from evaluate import Machine  # noqa: E402
from families import generate  # noqa: E402

OPERATIONS = (
    "tt.descriptor_load", "tt.descriptor_store", "tt.descriptor_reduce",
    "tt.descriptor_gather", "tt.descriptor_scatter", "tt.make_tensor_ptr", "tt.advance",
    "tt.dot_scaled", "tt.histogram", "tt.gather", "tt.mulhiui",
)  # fmt: skip
# What programs of the small families contain, by a name, and the most that is left.
SMALL = {
    "promises": ("hints", lambda op: bool(op.more.get("hints")), 10),
    "flags": ("hints", lambda op: bool(op.more.get("overflow")), 10),
    "packs": ("packs", lambda op: op.name == "tt.elementwise_inline_asm", 25),
    "barriers": ("order", lambda op: op.name == "gpu.barrier", 4),
    "passed values": ("whiles", lambda op: op.name == "scf.while", 8),
    "wraps": ("indices", lambda op: op.name == "arith.trunci", 10),
}  # fmt: skip
MOST_LEFT = 30  # operations, of some hundreds


def contains(program, is_wanted):
    return any(map(is_wanted, p.walk(program.body)))


def reduced(seed, family, is_wanted):
    """The smallest program with an operation, of the first seed that gives one."""
    while not contains(program := generate(seed, family), is_wanted):
        seed += 1

    def fails(candidate):
        if not contains(candidate, is_wanted):
            return None
        Machine(candidate).run()  # Unstable, if it is
        return "it is there"

    return seed, shrink.shrink(program, "it is there", fails)


def problem_of(program, most, cm2tt, folder):
    """The error of a reduced program, or None."""
    count = shrink.size_of(program)
    if count > most:
        return f"{count} operations remain, expected at most {most}"
    path = os.path.join(folder, "program.ttir")
    with open(path, "w") as file:
        file.write(write.text(program))
    for target in ("sm_90a", "cpu")[: 1 if program.family == "packs" else 2]:
        done = subprocess.run(
            [cm2tt, path, f"--target={target}", "--emit=metadata"],
            capture_output=True, text=True, timeout=600, check=False,
        )  # fmt: skip
        if done.returncode or program.name not in done.stdout:
            return f"{target}: exit {done.returncode}: {done.stderr.strip()[:300]}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cm2tt")
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument("--only", help="one kind of operation")
    options = parser.parse_args()
    failures = 0
    wanted = {name: ("tiles", lambda op, name=name: op.name == name, MOST_LEFT)
              for name in OPERATIONS} | SMALL  # fmt: skip
    if options.only:
        wanted = {options.only: wanted[options.only]}
    with tempfile.TemporaryDirectory() as folder:
        for name, (family, is_wanted, most) in wanted.items():
            seed, program = reduced(options.seed, family, is_wanted)
            problem = problem_of(program, most, options.cm2tt, folder)
            print(f"{name}, seed {seed}: {problem or f'{shrink.size_of(program)} left'}")
            if problem:
                failures += 1
                print(write.text(program))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
