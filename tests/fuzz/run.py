#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and runs a fuzzer, and says what it found.

    run.py TARGET [--minutes=20] [--build=build-fuzz] [--cm2tt=build/bin/cm2tt]

TARGET is FuzzJson, FuzzText, FuzzTtir or FuzzFrontEnd. The build folder is
configured with clang and CM2TT_FUZZ unless it is there; CM2TT_CLANG names
another clang++ than clang++-22. The first corpus is made of the tests and
examples of this repository; what the fuzzer adds stays in the build folder, in
corpus/TARGET, for the next run. Inputs that crash, that take more than 10
seconds or 2 GB are in artifacts/TARGET, and the run goes on. The last lines are
a summary: executions, coverage, findings, each with the place that it names.

Exits with 1 if anything was found.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

import seeds

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGETS = ["FuzzJson", "FuzzText", "FuzzTtir", "FuzzFrontEnd"]
SECONDS_AN_INPUT = 10
MEGABYTES = 2048
# How often an input is changed before it is tried. Our mutators make several
# changes at once.
DEPTH = {"FuzzFrontEnd": 1, "FuzzText": 2, "FuzzTtir": 2}

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
    frame = re.search(r"^ +#\d+ 0x\w+ in (\S+).* (\S*/(?:dialect|importer|"
                      r"conversion)/\S+)", log, re.MULTILINE)
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--build", type=pathlib.Path,
                        default=ROOT / "build-fuzz")
    parser.add_argument("--cm2tt", type=pathlib.Path,
                        default=ROOT / "build/bin/cm2tt",
                        help="makes text of the tests' cm")
    parser.add_argument("--max-len", type=int, default=16384)
    args = parser.parse_args()

    program = build(args.build, args.target)
    count = seeds.write(ROOT, args.target, args.build / "seeds" / args.target,
                        args.cm2tt)
    before = set((args.build / "artifacts" / args.target).glob("*"))
    start = time.monotonic()
    words = args.target.replace("FrontEnd", "Text") + ".dict"
    dictionary = pathlib.Path(__file__).parent / "dictionaries" / words
    log = fuzz(program, [f"-dict={dictionary}", f"-max_len={args.max_len}",
                         f"-mutate_depth={DEPTH.get(args.target, 5)}"],
               args.minutes, args.build)
    minutes = (time.monotonic() - start) / 60

    executions, coverage, features, corpus = summarize(log)
    print(f"{args.target}: {minutes:.1f} minutes, {count} seeds, {executions} "
          f"executions, {coverage} edges, {features} features, {corpus} inputs "
          "kept")
    found = sorted(set((args.build / "artifacts" / args.target).glob("*"))
                   - before)
    places = {}
    for artifact in found[:200]:
        places.setdefault(describe(program, artifact), []).append(artifact)
    print(f"{args.target}: {len(found)} findings at {len(places)} places")
    for place, artifacts in places.items():
        smallest = min(artifacts, key=lambda path: path.stat().st_size)
        print(f"  {len(artifacts)} x {place}\n      {smallest}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
