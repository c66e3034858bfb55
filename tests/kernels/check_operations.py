#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations on all element types, on the JVM by the debug runner, against `cm2tt
run --target=cpu`.

    check_operations.py build/bin/cm2tt cm2tt-lang.jar [--jdk=FOLDER] [--filter=REGEX]

Results are equal bit for bit, but for which NaN there is and which of 0 and -0 is
the greater one, where cases_operations does not allow an operation some units of
the last place. Exits with 77 where
NumPy or a Java compiler is missing.
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
        tiles = [Array(t, one.make(rng, t)) for t in one.types]
        rows = (len(one.operations), cases_operations.COUNT)
        out = np.zeros(rows, formats.storage(one.out))
        return [*tiles, Array(one.out, out)]


def compare(case, run, cpu):
    """What is wrong with one case, a line for each operation."""
    updated, made = run.on_jvm(1, run.arguments[1]), run.on_jvm(2, run.arguments[2])
    if updated.tobytes() != cpu[1].tobytes():
        place = np.argmax(updated != cpu[1])
        yield f"memory differs at {place}: {updated[place]}, on the CPU {cpu[1][place]}"
    one = case.operations
    unit = max(map(cases_operations.epsilon, one.types))
    for operation, jvm, other in zip(one.operations, made, cpu[2]):
        with np.errstate(all="ignore"):
            limit = operation.units * unit * np.maximum(operation.sums, np.abs(other))
            same = (jvm == other) & (np.signbit(jvm) == np.signbit(other))
            if re.search("max|min|clamp", operation.text):
                same |= jvm == other
            same |= np.isnan(jvm) & np.isnan(other)
            if operation.units:
                same |= np.abs(jvm - other) <= limit
        if not same.all():
            place = int(np.argmin(same))
            inputs = [
                formats.decode(a.values, a.element)[place]
                if formats.is_float(a.element) else a.values[place]
                for a in run.arguments[:2]
            ]  # fmt: skip
            yield (
                f"{operation.text}: {(~same).sum()} differ, first at {place}, of"
                f" {inputs}: {jvm[place]}, on the CPU {other[place]}"
            )


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
        print(f"{len(runs) - failures} of {len(runs)} agree")
        return 1 if failures else 0

    return check_debug.run_check(__doc__, check)


if __name__ == "__main__":
    sys.exit(main())
