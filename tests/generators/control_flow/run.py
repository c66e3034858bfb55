# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the front end's control flow against Java's, on random programs.

Programs are written as code-model text, compiled by cm2tt to `tt` and run on
the host (native.py); their stores must be those of the reference interpreter. A program
that fails is reduced while it fails.

With --jar, the models are those that the javac front end makes of the programs'
Java.

Usage: run.py CM2TT LLVM_PREFIX [--seed N] [--count N] [--shrink N] [--unoptimised]
       [--java] [--jar CM2TT_JAVAC_JAR [--jdk FOLDER]]
"""

import argparse
import collections
import os
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("oracles/java")
import front_end  # noqa: E402
import generate  # noqa: E402
import interpret  # noqa: E402
import java  # noqa: E402
import native  # noqa: E402
import shrink  # noqa: E402
import write_java  # noqa: E402

BATCH = 250  # programs in one module


def expected(program):
    """The words of each run, as Java computes them."""
    return [
        interpret.Interpreter(program).run(arguments)
        for arguments in program.arguments
    ]


def same(have, want):
    """Whether a buffer is as expected; one NaN is as good as another."""
    def canonical(words):
        return [
            0x7FC00000 if i >= 32 and (word & 0x7FFFFFFF) > 0x7F800000 else word
            for i, word in enumerate(words)
        ]  # fmt: skip

    return canonical(have) == canonical(want)


def difference(program, have):
    """The error in a program's runs; None if there is none."""
    for arguments, words, want in zip(program.arguments, have, expected(program)):
        if not same(words, want):
            return f"wrong\narguments {arguments}\n  is {words}\n  not {want}"
    return None


def execute(tools, programs, kernels):
    """The error of each program; a crash or an endless loop is found by
    halving."""
    try:
        buffers = native.execute(tools, programs, kernels)
    except native.ToolFailed as failed:
        if len(programs) == 1:
            return [f"failed\n{failed}"]
        half = len(programs) // 2
        return execute(tools, programs[:half], kernels[:half]) + execute(
            tools, programs[half:], kernels[half:]
        )
    problems, first = [], 0
    for program in programs:
        count = len(program.arguments)
        problems.append(difference(program, buffers[first : first + count]))
        first += count
    return problems


def problems_of(tools, programs):
    """For each program None or what is wrong, its kind in the first line."""
    compiled = native.compile_all(tools, programs)
    problems = [None if kind == "tt" else text for kind, text in compiled]
    good = [i for i, (kind, _) in enumerate(compiled) if kind == "tt"]
    if good:
        found = execute(
            tools, [programs[i] for i in good], [compiled[i][1] for i in good]
        )
        for i, problem in zip(good, found):
            problems[i] = problem
    return problems


def report(tools, program, problem, small):
    """Prints a failure, `small` as far as it could be shrunk."""
    print(f"seed {program.seed}: {problem}")
    problem = problems_of(tools, [small])[0]
    print(f"--- smallest, N and FLAG are {small.constants}: {problem}")
    print(write_java.java(small))
    with tempfile.NamedTemporaryFile(
        "w", suffix=".cm", prefix=f"seed{program.seed}-", delete=False
    ) as file:
        file.write(tools.models([small])[0])
    print(f"--- as text: {file.name}\n", flush=True)


def front_end_of(options):
    """The javac front end, if the models are to be its."""
    if not options.jar:
        return None
    java = os.path.join(options.jdk, "bin", "java") if options.jdk else "java"
    return front_end.FrontEnd(java, options.jar)


def main():
    parser = argparse.ArgumentParser(description="random programs against Java")
    parser.add_argument("cm2tt")
    parser.add_argument("llvm", help="the folder with bin/mlir-runner")
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument(
        "--unoptimised", action="store_true", help="without the passes on tt"
    )
    parser.add_argument(
        "--java", action="store_true", help="hold the reference against Java first"
    )
    parser.add_argument("--shrink", type=int, default=3, help="failures shrunk")
    parser.add_argument("--jar", help="the javac front end, to make the models")
    parser.add_argument("--jdk", help="the folder of the JDK that runs it")
    options = parser.parse_args()
    tools = native.Tools(
        options.cm2tt, options.llvm, not options.unoptimised, front_end_of(options)
    )
    if options.count < 1:
        parser.error("--count: expected a positive number")
    if missing := tools.missing():
        print(f"error: not there: {', '.join(missing)}")
        return 1
    failures, runs = [], 0
    kinds = collections.Counter()
    for first in range(options.seed, options.seed + options.count, BATCH):
        last = min(first + BATCH, options.seed + options.count)
        programs = [generate.generate(seed) for seed in range(first, last)]
        runs += sum(len(program.arguments) for program in programs)
        if options.java and (wrong := java.check(programs)):
            print("the reference is wrong, seeds:", *wrong)
            return 1
        for program, problem in zip(programs, problems_of(tools, programs)):
            if not problem:
                continue
            kind = shrink.kind_of(problem)
            kinds[kind] += 1
            failures.append(program)
            if kinds[kind] > 1 or len(kinds) > options.shrink:
                continue
            fails = lambda p: problems_of(tools, [p])[0]
            report(tools, program, problem, shrink.shrink(program, problem, fails))
    print(f"{options.count} programs, {runs} runs, {len(failures)} failures")
    for kind, count in kinds.most_common():
        print(f"{count:6} {kind}")
    if failures:
        print("seeds:", *[program.seed for program in failures[:20]])
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
