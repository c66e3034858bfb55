# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes of our pipelines, alone and in sequences, against an evaluation without any.

Random kernels of `scf`, `arith` and `tt` (generate.py) are evaluated (evaluate.py)
before and after passes, as they are and with blocks in place of regions. A program
that fails is reduced. What fails under a new version of MLIR is left out of our
canonicalizer (Pipelines.cpp) or mended.

Usage: run.py CM2TT_OPT MLIR_OPT [--seed N] [--count N] [--enable PATTERN]
       [--pass TEXT] [--shrink N] [--expect-failure]
"""

import argparse
import collections
import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("oracles/structured")
import evaluate  # noqa: E402
import generate  # noqa: E402
import passes  # noqa: E402
import shrink  # noqa: E402

BATCH = 250  # programs in one module
FUEL = 4000  # iterations of a program; a loop in a loop in a loop has 343
ARGUMENTS = 3  # runs of a program
OUT = 2 * generate.WORDS  # the first word of the results
EDGES = (0, 1, -1, 5, 127, 128, 255, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63))


def inputs(name):
    """The memory and the arguments of a program's runs."""
    rng = random.Random(f"inputs/{name}")
    made = []
    for _ in range(ARGUMENTS):
        number = lambda bits: rng.choice(EDGES + (rng.getrandbits(64),)) % (1 << bits)
        memory = [number(32) for _ in range(OUT)] + [0] * generate.RESULTS
        values = [0, OUT, number(32), number(32), number(64), number(8)]
        made.append((memory, values + [rng.randrange(7)]))
    return made


def results(function, name, fuel):
    """The memory after each run of a program."""
    made = []
    for memory, arguments in inputs(name):
        function(memory, [fuel], *arguments)
        made.append(memory)
    return made


def expected(text, name):
    """The results of a program without passes; None if it runs for too long."""
    try:
        return results(evaluate.functions(text)[name], name, FUEL)
    except evaluate.OutOfFuel:
        return None


class Program:
    """A program with its choices and its results."""

    def __init__(self, seed, name, text, numbers):
        self.seed, self.name, self.text, self.numbers = seed, name, text, numbers
        self.want = expected(text, name)


def program_of(seed):
    """The program of a seed, the first that ends."""
    number = 0
    while True:
        name = f"k{seed}"
        text, numbers = generate.generate(f"{seed}/{number}", name)
        made = Program(seed, name, text, numbers)
        if made.want is not None:
            return made
        number += 1


def module(programs):
    body = "\n".join(program.text for program in programs)
    return f'"builtin.module"() ({{\n{body}\n}}) : () -> ()\n'


def difference(program, found):
    """The error in the results of a function, or None."""
    if program.name not in found:
        return "the kernel is gone"
    try:
        have = results(found[program.name], program.name, 4 * FUEL)
    except evaluate.OutOfFuel:
        return "it does not end"
    for (_, arguments), one, want in zip(inputs(program.name), have, program.want):
        places = [i for i, (a, b) in enumerate(zip(one, want)) if a != b]
        if places:
            i = places[0]
            return f"wrong at {i}: {one[i]:#x}, expected {want[i]:#x}; {arguments[2:]}"
    return None


class Way:
    """Passes that are run one after another."""

    def __init__(self, label, used, has_blocks=False):
        self.label, self.used, self.has_blocks = label, used, has_blocks

    def output(self, tools, programs):
        text = module(programs)
        if self.has_blocks:
            text = tools.to_blocks(text)
        return tools.run(self.used, text)

    def problems(self, tools, programs):
        """For each program its error, or None; a crash is found by halving."""
        try:
            found = evaluate.functions(self.output(tools, programs))
        except (passes.Failed, evaluate.Unknown, SyntaxError, IndexError) as failed:
            if len(programs) == 1:
                return [f"failed: {failed!r}" if str(failed) == "" else f"{failed}"]
            half = len(programs) // 2
            first = self.problems(tools, programs[:half])
            return first + self.problems(tools, programs[half:])
        return [difference(program, found) for program in programs]


def ways_of(tools, seed):
    """The ways to run passes: none, each alone, phases, random sequences."""
    tile = tools.phase("-cm2tt-tt-phase")
    layouts = tools.phase("-cm2tt-ttg-phase=num-warps=1")
    cpu = tools.phase("-cm2tt-cpu-phase")
    ends = [i for i, each in enumerate(cpu) if each.name == "cm2tt-tt-to-cpu"]
    single = {each.text: each for each in tile + cpu[: ends[0]]}
    ways = [Way("no pass", [])]
    ways += [Way(each.text, [each]) for each in single.values()]
    ways.append(Way("the tt phase", tile))
    ways.append(Way("the ttg phase", tile + layouts))
    ways.append(Way("the passes of the CPU", tile + cpu[: ends[0]]))
    lift = [each for each in tile if each.name == "cm2tt-tt-lift-branches"]
    ways.append(Way("lifted branches", lift, has_blocks=True))
    ways.append(Way("the tt phase from blocks", tile, has_blocks=True))
    rng = random.Random(f"sequences/{seed}")
    for _ in range(3):
        used = rng.choices(list(single.values()), k=6)
        ways.append(Way("the passes " + passes.pipeline(used), used))
    return ways


def blame(tools, way, program):
    """The first pass of a way after which a program is wrong."""
    for count in range(len(way.used) + 1):
        part = Way("", way.used[:count], way.has_blocks)
        is_lifted = not way.has_blocks or any(
            each.name == "cm2tt-tt-lift-branches" for each in part.used
        )
        if is_lifted and part.problems(tools, [program])[0]:
            return way.used[count - 1].text if count else "no pass"
    return way.label


def report(tools, way, program, problem, attempts):
    """Prints a failure, reduced."""
    print(f"seed {program.seed}: after {way.label}: {problem}")

    def failing(numbers):
        text, used = generate.text_of(numbers, program.name)
        candidate = Program(program.seed, program.name, text, used)
        if candidate.want is None:
            return None
        return candidate if way.problems(tools, [candidate])[0] else None

    small = shrink.shrink(program, failing, attempts)
    print(f"--- reduced, {small.text.count(' = ')} operations; the first wrong pass: "
          f"{blame(tools, way, small)}\n{way.problems(tools, [small])[0]}")  # fmt: skip
    print(module([small]), flush=True)


def check(tools, programs, ways, options, kinds):
    """The programs that fail."""
    bad = {}
    for way in ways:
        for program, problem in zip(programs, way.problems(tools, programs)):
            if not problem:
                continue
            bad[program.seed] = program
            kinds[way.label] += 1
            if kinds[way.label] == 1 and len(kinds) <= options.shrink:
                report(tools, way, program, problem, options.attempts)
    return bad


def main():
    parser = argparse.ArgumentParser(description="passes against no passes")
    parser.add_argument("opt", help="cm2tt-opt")
    parser.add_argument("mlir_opt", help="mlir-opt")
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument("--count", type=int, default=250)
    parser.add_argument("--enable", action="append", default=[], metavar="PATTERN",
                        help="a canonicalization that is left out runs")  # fmt: skip
    parser.add_argument("--pass", dest="only", metavar="TEXT",
                        help="only ways whose names contain it")  # fmt: skip
    parser.add_argument("--shrink", type=int, default=2, help="failures reduced")
    parser.add_argument("--attempts", type=int, default=400, help="of a reduction")
    parser.add_argument("--expect-failure", action="store_true",
                        help="succeed if a program is wrong")  # fmt: skip
    options = parser.parse_args()
    if options.count < 1:
        parser.error("--count: expected a positive number")
    tools = passes.Tools(options.opt, options.mlir_opt, options.enable)
    kinds, bad = collections.Counter(), {}
    try:
        ways = ways_of(tools, options.seed)
    except (passes.Failed, IndexError) as failed:
        print(f"error: the passes are not known: {failed}")
        return 1
    ways = [way for way in ways if (options.only or "") in way.label]
    for first in range(options.seed, options.seed + options.count, BATCH):
        last = min(first + BATCH, options.seed + options.count)
        programs = [program_of(seed) for seed in range(first, last)]
        bad.update(check(tools, programs, ways, options, kinds))
    print(f"{options.count} programs, {len(ways)} ways, {len(bad)} failures")
    for label, count in kinds.most_common():
        print(f"{count:6} after {label}")
    if bad:
        print("seeds:", *sorted(bad)[:20])
    is_wrong = bool(bad) or not ways
    return int(is_wrong != options.expect_failure)


if __name__ == "__main__":
    sys.exit(main())
