# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs of loops before and after the optimisation of `tt`.

Programs use integers only, so that MLIR's own tools can run them: loops
in loops, with and without iterations, that carry values of which some evolve
alike, some are not needed and some do not change, and that may be unrolled.

    same_results.py SEED COUNT
"""

import os
import random
import re
import shutil
import subprocess
import sys

ARGUMENTS = [(1, 2, 3, 0, 4), (7, -5, 9, 3, 1), (4, 4, 4, -3, 8),
             (123, 77, 5, 0, 0), (9, 8, 7, 2, 13)]
LOWER = ["-convert-scf-to-cf", "-convert-arith-to-llvm", "-convert-cf-to-llvm",
         "-convert-func-to-llvm", "-reconcile-unrealized-casts"]


class Program:
    """A function of five integers, as text."""

    def __init__(self, rng, name):
        self.rng = rng
        self.count = 0
        self.lines = [f"tt.func public @{name}(%a: i32, %b: i32, %c: i32, "
                      "%lo: i32, %hi: i32) -> i32 {"]
        for number in (0, 1, 2, 3, 5):
            self.lines.append(f"%c{number} = arith.constant {number} : i32")
        values = ["%a", "%b", "%c"]
        for _ in range(rng.randint(1, 3)):
            values += self.loop(values, 0)
        total = "%a"
        for value in values[3:]:
            total = self.op("addi", self.op("muli", total, "%c5"), value)
        self.lines += [f"tt.return {total} : i32", "}"]

    def fresh(self):
        self.count += 1
        return f"%v{self.count}"

    def op(self, name, left, right):
        result = self.fresh()
        self.lines.append(f"{result} = arith.{name} {left}, {right} : i32")
        return result

    def loop(self, values, depth):
        """Adds a loop; returns its results."""
        rng, size = self.rng, self.rng.randint(1, 5)
        carried = [self.fresh() for _ in range(size)]
        index, result = self.fresh(), self.fresh()
        starts = ", ".join(f"{name} = {rng.choice(values[:2] + values[-3:])}"
                           for name in carried)
        types = ", ".join(["i32"] * size)
        self.lines.append(
            f"{result}:{size} = scf.for {index} = "
            f"{rng.choice(['%c0', '%c1', '%lo'])} to "
            f"{rng.choice(['%c0', '%c3', '%c5', '%hi'])} step "
            f"{rng.choice(['%c1', '%c2', '%c3'])} iter_args({starts}) -> "
            f"({types}) : i32 {{")
        yielded = self.body(values[:3] + carried * 2 + [index], carried, depth)
        self.lines.append(f"scf.yield {', '.join(yielded)} : {types}")
        factor = rng.choice([1, 1, 2, 3, 4])
        self.lines.append(f"}} {{tt.loop_unroll_factor = {factor} : i32}}")
        return [f"{result}#{number}" for number in range(size)]

    def body(self, values, carried, depth):
        """Adds a loop's body; returns what it yields."""
        rng = self.rng
        for _ in range(rng.randint(0, 3)):
            name = rng.choice(["addi", "muli", "xori", "subi"])
            values.append(self.op(name, rng.choice(values), rng.choice(values)))
        if depth < 2 and rng.random() < 0.4:
            values = values + self.loop(values, depth + 1)
        if rng.random() < 0.3:
            return [rng.choice(values) for _ in carried]
        # Most evolve alike.
        step = rng.choice(values[:3])
        yielded = [self.op("addi", name, step) for name in carried]
        if rng.random() < 0.4:
            rng.shuffle(yielded)
        if rng.random() < 0.3:
            yielded[0] = rng.choice(values)
        return yielded


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"{command[0]} fails:\n{done.stderr[:2000]}")
    return done.stdout


def results(text, count):
    """The results of the functions of `text` for each of ARGUMENTS."""
    text = re.sub(r"tt\.func public", "func.func private", text)
    text = text.replace("tt.return", "return")
    text = re.sub(r"(?: attributes)? \{tt\.[^{}]*\}", "", text)
    main = ["func.func private @printI64(i64)",
            "func.func private @printNewline()", "func.func @main() {"]
    types = ", ".join(["i32"] * 5)
    for call in range(count * len(ARGUMENTS)):
        numbers = ARGUMENTS[call % len(ARGUMENTS)]
        names = [f"%x{call}_{position}" for position in range(5)]
        main += [f"{name} = arith.constant {number} : i32"
                 for name, number in zip(names, numbers)]
        main += [f"%r{call} = call @k{call // len(ARGUMENTS)}"
                 f"({', '.join(names)}) : ({types}) -> i32",
                 f"%e{call} = arith.extsi %r{call} : i32 to i64",
                 f"call @printI64(%e{call}) : (i64) -> ()",
                 "call @printNewline() : () -> ()"]
    end = text.rindex("}")
    text = text[:end] + "\n".join(main + ["return", "}"]) + text[end:]
    runner = os.path.realpath(shutil.which("mlir-runner"))
    library = os.path.join(os.path.dirname(runner), os.pardir, "lib",
                           "libmlir_c_runner_utils.so")
    return run([runner, "-e", "main", "-entry-point-result=void",
                f"-shared-libs={library}"],
               run(["mlir-opt", *LOWER], text)).split()


def main(seed, count):
    rng = random.Random(int(seed))
    programs = [Program(rng, f"k{number}") for number in range(int(count))]
    source = "\n".join("\n".join(program.lines) for program in programs)
    plain = run(["cm2tt-opt"], source)
    optimised = run(["cm2tt-opt", "-cm2tt-tt-phase"], source)
    expected = results(plain, len(programs))
    actual = results(optimised, len(programs))
    for call, (left, right) in enumerate(zip(expected, actual)):
        if left != right:
            print("\n".join(programs[call // len(ARGUMENTS)].lines))
            sys.exit(f"{left} before, {right} after, for "
                     f"{ARGUMENTS[call % len(ARGUMENTS)]}")
    print(f"{len(actual)} results agree; {plain.count(' = ')} operations "
          f"became {optimised.count(' = ')}")


if __name__ == "__main__":
    main(*sys.argv[1:])
