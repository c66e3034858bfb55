#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile time of kernels in `tt`: by a process for each, and by the module cm2tt.

    python_compile.py CM2TT LIBRARY FILE... [--target=sm_90a] [--rounds=N]
                      [--threads=1,2,4]

CM2TT is the program, LIBRARY libcm2tt or the one in a wheel. For each file, in
milliseconds: the process; its start alone (`--version`); the library in a new process,
where nothing was compiled before (cold: with its first compiler), and again (warm).
Each is the least of the rounds. Then, for each number of threads, how many kernels a
second are compiled in one process, and the multiple of the first number.
"""

import argparse
import concurrent.futures
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "..", "..", "python")
ONCE = """
import sys, time, cm2tt
text = open(sys.argv[1]).read()
cm2tt.version()
times = []
for _ in range(3):
    begin = time.perf_counter()
    cm2tt.compile(text, [sys.argv[2]])
    times.append(time.perf_counter() - begin)
print(times[0], min(times[1:]))
"""


def seconds_of(command):
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def by_library(file, target):
    """Seconds, cold and warm, in a new process."""
    done = subprocess.run([sys.executable, "-c", ONCE, file, target], check=True,
                          capture_output=True, text=True)  # fmt: skip
    return map(float, done.stdout.split())


def print_times(options, target):
    print(f"{'ms':34}{'process':>9}{'start':>9}{'less':>9}{'cold':>9}{'warm':>9}")
    for file in options.files:
        best = [float("inf")] * 4
        for _ in range(options.rounds):
            found = [seconds_of([options.cm2tt, file, "-o", os.devnull, target, "--emit=ptx"]),
                     seconds_of([options.cm2tt, "--version"]),
                     *by_library(file, target)]  # fmt: skip
            best = list(map(min, best, found))
        whole, start, cold, warm = (1e3 * each for each in best)
        print(f"{os.path.basename(file):34}{whole:9.1f}{start:9.1f}{whole - start:9.1f}"
              f"{cold:9.1f}{warm:9.1f}")  # fmt: skip


def print_rates(options, target):
    """Each thread compiles all files, a number of times."""
    import cm2tt

    texts = []
    for file in options.files:
        with open(file, encoding="utf-8") as opened:
            texts.append(opened.read())

    def compile_all(_=None):
        for text in texts:
            cm2tt.compile(text, [target])

    first = None
    print(f"{'threads':>8}{'kernels/s':>11}{'times':>7}")
    for count in options.threads:
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            list(pool.map(compile_all, range(count)))  # creates the compilers
            begin = time.perf_counter()
            list(pool.map(compile_all, range(count * options.rounds)))
            elapsed = time.perf_counter() - begin
        rate = count * options.rounds * len(texts) / elapsed
        first = first or rate
        print(f"{count:8}{rate:11.1f}{rate / first:7.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("cm2tt")
    parser.add_argument("library")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", default="1,2",
                        type=lambda text: list(map(int, text.split(","))))  # fmt: skip
    options = parser.parse_args()
    os.environ["CM2TT_LIBRARY"] = os.path.abspath(options.library)
    os.environ["PYTHONPATH"] = os.path.abspath(PACKAGE)
    sys.path.insert(0, PACKAGE)
    print_times(options, f"--target={options.target}")
    print_rates(options, f"--target={options.target}")


if __name__ == "__main__":
    main()
