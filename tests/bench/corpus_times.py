#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times cm2tt and Triton on a corpus of kernels, from `tt` to PTX.

    corpus_times.py build/bin/cm2tt CORPUS [--triton=PYTHON] [--ptxas=PTXAS]

CORPUS is as for tests/cases/corpus/corpus.py; each kernel has its own options. A
figure is the least processor time of --runs compilations, in milliseconds:
of cm2tt a whole process, its start included; of Triton the stages after
reading, in a process that has compiled before. No GPU is needed. --triton
names an interpreter that has Triton. With --ptxas the PTX of both is
assembled too, which is timed, and the spills of registers are compared.
--option=OPTION goes to cm2tt. --only=REGEX, --every=N and --slower=FACTOR choose
kernels, the last those that failed or were slower in the table that --out=FILE
(JSON) has from an earlier run.

Prints totals, medians, 99th percentiles, what failed, the ten worst ratios and
the ten slowest. Exits with 1 if cm2tt or ptxas refuses a kernel.
"""

import argparse
import json
import os
import re
import statistics
import sys
import tempfile

from processor_time import TARGET, Triton, assemble, spilled, time_process

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import folders  # noqa: E402

folders.use("cases/corpus")
import corpus  # noqa: E402

SHOWN = 10


def time_cm2tt(options, kernel, path):
    """A dictionary with `cm2tt` and, with --ptxas, `ptxas`, or `error`."""
    ptx = f"{path}.ptx"
    spent, error = time_process(
        [options.cm2tt, path, f"--target={TARGET}", "-o", ptx, *kernel.flags(),
         *options.option], options.runs)  # fmt: skip
    if error or not options.ptxas:
        return {"error": error} if error else {"cm2tt": spent}
    assembled, error = assemble(options.ptxas, ptx, options.runs)
    spills = spilled(options.ptxas, ptx)
    os.remove(ptx)
    if error:
        return {"cm2tt": spent, "error": f"ptxas: {error}"}
    return {"cm2tt": spent, "ptxas": assembled, "spills": spills}


def choose(options):
    """The kernels to time."""
    kernels = corpus.read(options.corpus, options.every)
    if options.only:
        kernels = [k for k in kernels if re.search(options.only, k.name)]
    if options.slower:
        with open(options.out) as file:
            rows = json.load(file)
        wanted = {name for name, row in rows.items()
                  if "error" in row or ratio(row) > options.slower}  # fmt: skip
        kernels = [k for k in kernels if k.name in wanted]
    return kernels


def ratio(row):
    """cm2tt's time by Triton's; 0 where one is absent."""
    return row["cm2tt"] / row["triton"] if {"cm2tt", "triton"} <= set(row) else 0


def show_totals(rows):
    """A line for each compiler, of the kernels that both compile."""
    both = [row for row in rows.values() if ratio(row)]
    print(f"{'ms, of ' + str(len(both)):14s}{'total':>10s}{'median':>9s}"
          f"{'p99':>9s}{'most':>9s}")  # fmt: skip
    for key in ("cm2tt", "triton", "ptxas", "triton ptxas"):
        times = sorted(row[key] for row in both if row.get(key))
        if times:
            p99 = times[min(len(times) - 1, int(0.99 * len(times)))]
            print(f"{key:14s}{sum(times):10.0f}{statistics.median(times):9.1f}"
                  f"{p99:9.1f}{times[-1]:9.1f}")  # fmt: skip
    if both:
        whole = sum(r["cm2tt"] for r in both) / sum(r["triton"] for r in both)
        middle = statistics.median(ratio(row) for row in both)
        above = sum(ratio(row) > 2 for row in both)
        print(f"cm2tt by Triton: total {whole:.3f}, median {middle:.3f}, "
              f"above 2: {above}")  # fmt: skip


def show_spills(rows):
    """The kernels for whose PTX ptxas spills more registers than for Triton's."""
    both = {name: row for name, row in rows.items()
            if None not in (row.get("spills"), row.get("triton spills"))}  # fmt: skip
    if not both:
        return
    sums = [sum(row[key] for row in both.values()) for key in ("spills", "triton spills")]
    more = {name: row for name, row in both.items() if row["spills"] > row["triton spills"]}
    fewer = sum(row["spills"] < row["triton spills"] for row in both.values())
    print(f"Spills of {len(both)} kernels: {sums[0]} bytes, Triton's {sums[1]};"
          f" fewer for {fewer}, more for {len(more)}:")  # fmt: skip
    for name in sorted(more, key=lambda name: -more[name]["spills"]):
        print(f"  {name:28s} {more[name]['spills']}, Triton {more[name]['triton spills']}")


def show_worst(rows, title, key):
    print(title)
    for name in sorted(rows, key=lambda name: -key(rows[name]))[:SHOWN]:
        row = rows[name]
        parts = [f"{k} {row[k]:.0f}" for k in
                 ("cm2tt", "triton", "ptxas", "triton ptxas")
                 if row.get(k) is not None]  # fmt: skip
        print(f"  {name:28s} {ratio(row):6.2f}  {', '.join(parts)}")


def show(rows):
    failed = {name: row["error"] for name, row in rows.items() if "error" in row}
    for name, error in failed.items():
        print(f"{name}: {error}")
    theirs = sum("triton error" in row for row in rows.values())
    print(f"{len(rows)} kernels, {len(failed)} fail; "
          f"Triton fails for {theirs}")  # fmt: skip
    show_totals(rows)
    show_spills(rows)
    show_worst(rows, "Worst ratios:", ratio)
    show_worst(rows, "Slowest:", lambda row: row.get("cm2tt", 0))


def time_all(options, kernels):
    """The rows by name."""
    rows = {}
    triton = Triton(options) if options.triton else None
    with tempfile.TemporaryDirectory() as folder:
        for kernel in kernels:
            path = kernel.write(folder)
            row = time_cm2tt(options, kernel, path)
            if triton:
                row |= triton.time(path, kernel.options)
            rows[kernel.name] = row
            os.remove(path)
    if triton:
        triton.close()
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("cm2tt")
    parser.add_argument("corpus")
    for name in ("--triton", "--ptxas", "--only", "--out"):
        parser.add_argument(name)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--slower", type=float)
    options = parser.parse_args()
    kernels = choose(options)
    rows = time_all(options, kernels)
    if options.out and not options.slower:
        with open(options.out, "w") as file:
            json.dump(rows, file, indent=0, sort_keys=True)
    show(rows)
    return int(any("error" in row for row in rows.values()) or not rows)


if __name__ == "__main__":
    sys.exit(main())
