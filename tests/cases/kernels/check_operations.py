#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations on all element types, on the JVM by the debug runner, against `cm2tt
run --target=cpu`.

    check_operations.py build/bin/cm2tt cm2tt-lang.jar [--jdk=FOLDER] [--filter=REGEX]

Results are equal bit for bit, but for which NaN there is and which of 0 and -0 is
the maximum, where cases_operations does not allow an operation some units of the
last place. Sums and products of floats are compared with a reference in NumPy as
well, within the error of the number of roundings.

The check fails, too, where a comparison would accept a wrong result: each is
repeated with zeros, ones, the operands and the negated result instead of the
JVM's. Exits with 77 where NumPy or a Java compiler is missing.
"""

import os
import re
import sys
import zlib

import check_debug
import numpy as np

import cases_java
import cases_operations
import formats
from case import Array


class Kernel(cases_java.JavaKernel):
    """A kernel that is alone in a file of its own."""

    folder = None

    @property
    def path(self):
        return os.path.join(self.folder, f"{self.file}.java")


class Case:
    """As check_debug.Run takes it; its Java is in the folder."""

    grid = (1, 1, 1)

    def __init__(self, number, operations):
        self.name, self.operations = operations.name, operations
        self.seed = zlib.crc32(self.name.encode())
        words = [f"*{cases_java.word(t)}" for t in (*operations.types, operations.out)]
        self.kernel = Kernel(f"Operations{number}", "all", tuple(words))
        text = cases_operations.HEAD.replace("Operations", self.kernel.file)
        with open(self.kernel.path, "w") as file:
            file.write(text + operations.text("all") + "}\n")

    def make(self, rng):
        one = self.operations
        tiles = map(Array, one.types, one.tiles(rng))
        rows = (len(one.operations), cases_operations.COUNT)
        out = np.zeros(rows, formats.storage(one.out))
        return [*tiles, Array(one.out, out)]


# Operations whose result is zero on all the values that are tested, and why.
ZERO = ()


def differences(operation, actual, expected, limit):
    """Where a result is not the expected one."""
    with np.errstate(all="ignore"):
        same = (actual == expected) & (np.signbit(actual) == np.signbit(expected))
        if operation.fold or re.search("max|min|clamp", operation.text):
            same |= actual == expected
        same |= np.isnan(actual) & np.isnan(expected)
        if np.any(limit):
            same |= np.abs(actual - expected) <= limit
    return ~same


def decoded(array):
    """The values of a tile, as they are before the run."""
    if formats.is_float(array.element):
        return formats.decode(array.values, array.element)
    return array.values


def weaknesses(operation, tiles, expected, limit):
    """Which wrong results the comparison of an operation accepts."""
    mutants = {
        "zeros": np.zeros_like(expected),
        "ones": np.ones_like(expected),
        "the first operand": tiles[0].astype(expected.dtype),
        "the second operand": tiles[1].astype(expected.dtype),
        "the negated result": -expected,
    }
    for name, mutant in mutants.items():
        if differences(operation, mutant, expected, limit).any():
            continue
        same = (mutant == expected) | (np.isnan(mutant) & np.isnan(expected))
        if not same.all():
            yield f"{operation.text}: {name} are within the bound"
        elif name == "zeros" and operation.text not in ZERO:
            yield f"{operation.text}: the result is zero on these values"


def compare(case, run, cpu):
    """The errors of one case, a line for each operation."""
    updated, made = run.on_jvm(1, run.arguments[1]), run.on_jvm(2, run.arguments[2])
    if updated.tobytes() != cpu[1].tobytes():
        place = np.argmax(updated != cpu[1])
        yield f"memory differs at {place}: {updated[place]}, on the CPU {cpu[1][place]}"
    one = case.operations
    unit = max(map(cases_operations.epsilon, one.types))
    tiles = [decoded(array) for array in run.arguments[:2]]
    for operation, jvm, other in zip(one.operations, made, cpu[2]):
        with np.errstate(all="ignore"):
            expected, limit = other, operation.units * unit * np.abs(other)
        pairs = [("on the JVM", jvm, "on the CPU")]
        if operation.fold:
            expected, limit = operation.fold.reference(tiles[0], one.types[0])
            pairs = [("on the JVM", jvm, "exactly"), ("on the CPU", other, "exactly")]
        for where, actual, reference in pairs:
            wrong = differences(operation, actual, expected, limit)
            if wrong.any():
                place = int(np.argmax(wrong))
                yield (
                    f"{operation.text}: {wrong.sum()} differ, first at {place}, of"
                    f" {[tile[place] for tile in tiles]}: {where} {actual[place]},"
                    f" {reference} {expected[place]}"
                )
        yield from weaknesses(operation, tiles, expected, limit)


def main():
    def check(setting, folder):
        Kernel.folder = folder
        asked = enumerate(check_debug.asked(setting, cases_operations.cases()))
        cases = [Case(number, one) for number, one in asked]
        sources = [case.kernel.path for case in cases]
        runs = [check_debug.Run(case, folder) for case in cases]
        failures = 0
        both = check_debug.run_both(setting, folder, runs, sources)
        for case, (run, cpu, line) in zip(cases, both):
            try:
                problems = list(compare(case, run, cpu.result()))
            except RuntimeError as failed:
                problems = [str(failed)]
            if line.startswith("error"):
                problems.append(f"on the JVM: {line}")
            for problem in problems:
                print(f"{case.name}: {problem}")
            failures += bool(problems)
        operations = sum(len(case.operations.operations) for case in cases)
        good = len(runs) - failures
        print(f"{good} of {len(runs)} kernels agree, of {operations} operations")
        return 1 if failures else 0

    return check_debug.run_check(__doc__, check)


if __name__ == "__main__":
    sys.exit(main())
