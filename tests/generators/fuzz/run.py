#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and runs fuzzers, and prints what they found.

    run.py TARGET... [--minutes=20] [--max-stages=N] [--build=build-fuzz]
           [--cm2tt=build/bin/cm2tt]

A TARGET is FuzzJson, FuzzText, FuzzTtir, FuzzFrontEnd, FuzzTtgPtx, FuzzPipeline
or `all`; they run one after the other, each for that many minutes. The build
folder is configured with clang and CM2TT_FUZZ unless it exists; CM2TT_CLANG names
another clang++ than clang++-22. The first corpus is made of seeds/, findings/,
the tests and the examples of this repository; what the fuzzer adds stays in the
build folder, in corpus/TARGET, for the next run. Inputs that crash, that take
more than 10 seconds or 2 GB are in artifacts/TARGET, and the run goes on. Each
target ends with its findings and the location that each names; the last lines
are a table of targets, seconds, executions and findings.

Exits with 1 if anything was found, with 2 if the seeds are incomplete or a fuzzer
does not run.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

import seeds

ROOT = pathlib.Path(__file__).resolve().parents[3]
TARGETS = ["FuzzJson", "FuzzText", "FuzzTtir", "FuzzFrontEnd", "FuzzTtgPtx",
           "FuzzPipeline"]
SECONDS_AN_INPUT = 10
MEGABYTES = 2048
# How often an input is changed before it is tried. Our mutators make several
# changes at once.
DEPTH = {"FuzzFrontEnd": 1, "FuzzText": 2, "FuzzTtir": 2, "FuzzTtgPtx": 2,
         "FuzzPipeline": 1}
DICTIONARY = {"FuzzFrontEnd": "FuzzText", "FuzzPipeline": "FuzzText",
              "FuzzTtgPtx": "FuzzTtir"}

# LLVM's libraries are compiled without sanitizers: memory that our code marks
# as poisoned in their allocators, they would hand out. They are compiled without
# assertions, too, and leave a flag of a pass's statistics unset that code with
# assertions reads: new memory is made of ones, a true flag, which does nothing.
ENVIRONMENT = {
    "ASAN_OPTIONS": "allow_user_poisoning=0:detect_container_overflow=0:"
                    "malloc_fill_byte=1:handle_abort=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}


def build(folder, target):
    """Configures the build folder if it is new, and builds the target."""
    if not (folder / "build.ninja").exists():
        compiler = os.environ.get("CM2TT_CLANG", "clang++-22")
        subprocess.run(
            ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja",
             "-DCM2TT_FUZZ=ON", f"-DCMAKE_CXX_COMPILER={compiler}",
             f"-DCMAKE_C_COMPILER={compiler.replace('clang++', 'clang')}"],
            check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", folder, target], check=True,
                   stdout=subprocess.DEVNULL)
    return folder / "bin" / target


def place_of(log):
    """The line of a crash's log that says most: what is wrong and where."""
    kind = re.search(r"^(?:WRONG: .*|.*runtime error: .*|.*Assertion .*"
                     r"|.*ERROR: (?:AddressSanitizer|libFuzzer): .*)$",
                     log, re.MULTILINE)
    frame = re.search(r"^ +#\d+ 0x\w+ in (\S+).* (\S*/(?:dialect|importer|lowering|tile|"
                      r"language|gpu|cpu|compiler)/\S+)", log, re.MULTILINE)
    text = kind.group().strip()[:160] if kind else "?"
    return f"{text} in {frame.group(2)}" if frame else text


def describe(program, artifact):
    """Runs one artifact again and says what happens."""
    try:
        run = subprocess.run(
            [program, f"-rss_limit_mb={MEGABYTES}", artifact],
            env=os.environ | ENVIRONMENT, capture_output=True, text=True,
            errors="replace", timeout=3 * SECONDS_AN_INPUT)
    except subprocess.TimeoutExpired:
        return "takes too long"
    return place_of(run.stderr) if run.returncode else "does not happen again"


def summarize(log):
    """The last figures that libFuzzer's processes printed."""
    counts = re.findall(r"^#(\d+):? .*?cov: (\d+) ft: (\d+) corp: (\d+)", log,
                        re.MULTILINE)
    return counts[-1] if counts else ("?", "?", "?", "?")


def fuzz(program, options, minutes, folder):
    """Runs the fuzzer in processes that a crash does not end; its log."""
    target = program.name
    corpus = folder / "corpus" / target
    artifacts = folder / "artifacts" / target
    for path in (corpus, artifacts):
        path.mkdir(parents=True, exist_ok=True)
    command = [
        program, corpus, folder / "seeds" / target,
        f"-max_total_time={int(minutes * 60)}", f"-timeout={SECONDS_AN_INPUT}",
        f"-rss_limit_mb={MEGABYTES}", "-fork=1", "-ignore_crashes=1",
        "-ignore_timeouts=1", "-ignore_ooms=1", f"-artifact_prefix={artifacts}/",
        *options]
    log = folder / f"{target}.log"
    with open(log, "w") as out:
        subprocess.run(command, env=os.environ | ENVIRONMENT, stdout=out,
                       stderr=subprocess.STDOUT)
    return log.read_text(errors="replace")


def run(target, args):
    """Fuzzes one target and prints its findings; its row of the table."""
    program = build(args.build, target)
    count, long = seeds.write(ROOT, target, args.build / "seeds" / target,
                              args.cm2tt)
    artifacts = args.build / "artifacts" / target
    before = set(artifacts.glob("*"))
    start = time.monotonic()
    words = DICTIONARY.get(target, target) + ".dict"
    dictionary = pathlib.Path(__file__).parent / "dictionaries" / words
    log = fuzz(program, [f"-dict={dictionary}", f"-max_len={args.max_len}",
                         f"-mutate_depth={DEPTH.get(target, 5)}"],
               args.minutes, args.build)
    seconds = time.monotonic() - start

    executions, coverage, features, corpus = summarize(log)
    if executions == "?":
        sys.stderr.write(f"{target} has not run: {args.build}/{target}.log\n")
        sys.exit(2)
    print(f"{target}: {count} seeds, {long} more were too long, {coverage} edges, "
          f"{features} features, {corpus} inputs kept")
    found = sorted(set(artifacts.glob("*")) - before)
    places = {}
    for artifact in found[:200]:
        places.setdefault(describe(program, artifact), []).append(artifact)
    print(f"{target}: {len(found)} findings at {len(places)} locations")
    for place, inputs in places.items():
        smallest = min(inputs, key=lambda path: path.stat().st_size)
        print(f"  {len(inputs)} x {place}\n      {smallest}", flush=True)
    return target, f"{seconds:.0f}", executions, str(len(found))


def print_table(rows):
    """Rows of words in columns; numbers are aligned to the right."""
    rows = [("target", "seconds", "executions", "findings"), *rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print(row[0].ljust(widths[0]), *(word.rjust(width) for word, width
                                         in zip(row[1:], widths[1:])))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("targets", nargs="+", metavar="TARGET",
                        choices=[*TARGETS, "all"], help=", ".join(TARGETS) +
                        " or all")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--build", type=pathlib.Path,
                        default=ROOT / "build-fuzz")
    parser.add_argument("--cm2tt", type=pathlib.Path,
                        default=ROOT / "build/bin/cm2tt",
                        help="makes text of the tests' cm")
    # Loads that become asynchronous copies are known to crash the compiler.
    parser.add_argument("--max-stages", type=int, default=8, metavar="N",
                        help="compile for at most N buffers of a pipelined loop; "
                        "1 leaves out pipelining")
    parser.add_argument("--max-len", type=int, default=seeds.MAX_BYTES)
    args = parser.parse_args()
    ENVIRONMENT["CM2TT_FUZZ_MAX_STAGES"] = str(args.max_stages)
    targets = TARGETS if "all" in args.targets else args.targets
    try:
        rows = [run(target, args) for target in targets]
    except seeds.MissingSeeds as error:
        sys.stderr.write(f"run.py: {error}\n")
        return 2
    print_table(rows)
    return 1 if any(row[3] != "0" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
