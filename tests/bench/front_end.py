#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times cm2tt from a code model to optimised `tt`, for models of many sizes.

    front_end.py build/bin/cm2tt [--sizes=1000,10000] [--shapes=chain,loops]

For each shape (models.py) and number of operations: the time of cm2tt as a
process, the fastest and the median of --runs; its processor time, the least of
--runs; what --timing says of its stages; the peak of resident memory. `ratio` is
the processor time an operation, that of an empty kernel taken off, against that
of the size before: 1 is linear, 10 is quadratic where sizes are tenfold.

--write=FOLDER keeps the models. Run it on a machine with nothing else to do.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import models
import startup

STAGES = {
    "read": ["read"],
    "to tt": ["InferTypesPass", "CMToTTPass"],
    "inline": ["Inliner"],
}


def cpu_time(command):
    """Milliseconds of processor time of one process."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return (usage.ru_utime + usage.ru_stime) * 1e3


def stages_of(command):
    """Milliseconds by the name of a pass or stage, those of one name added."""
    run = subprocess.run([*command, "--timing"], stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE, text=True)
    times = {}
    outer = ""
    for seconds, name in re.findall(
            r"^ +([\d.]+) \( *[\d.]+%\)  ((?: {2})*\S.*)$", run.stderr,
            re.MULTILINE):
        # A line with more indentation is part of the one above it; for a # phase, its
        # passes count instead.
        if name.startswith("phase: "):
            outer = "  "
            continue
        if not name.startswith(" "):
            outer = ""
        name = name.removeprefix(outer)
        if not name.startswith(" "):
            times[name] = times.get(name, 0) + float(seconds) * 1e3
    return times


def measure(cm2tt, model, runs):
    """The figures of one model, or what cm2tt says against it."""
    command = [cm2tt, model, "--emit=tt", "-o", os.devnull]
    check = subprocess.run(command, capture_output=True, text=True)
    if check.returncode:
        return {"error": check.stderr.strip().split("\n")[0]}
    figures = startup.measure("tt", command, runs)
    figures["cpu_ms"] = min(cpu_time(command) for _ in range(runs))
    samples = [stages_of(command) for _ in range(min(runs, 5))]
    for name, passes in STAGES.items():
        figures[name] = min(sum(sample.get(each, 0) for each in passes)
                            for sample in samples)
    known = [each for passes in STAGES.values() for each in passes]
    known += ["Rest", "Total"]
    figures["optimise"] = min(
        sum(time for name, time in sample.items() if name not in known)
        for sample in samples)
    return figures


def write_model(path, shape, size):
    """Has another process write a model: what runs after it would seem to need
    the memory of this one."""
    with open(path, "w") as file:
        subprocess.run([sys.executable, models.__file__, shape, str(size)],
                       stdout=file, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("cm2tt")
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--shapes", default=",".join(models.SHAPES))
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--write", help="a folder for the models")
    parser.add_argument("--out", help="also write the figures as JSON")
    args = parser.parse_args()
    sizes = sorted(int(size) for size in args.sizes.split(","))

    rows = []
    stages = [*STAGES, "optimise"]
    print(f"{'shape':8} {'ops':>7} {'min ms':>8} {'median':>8} {'cpu':>8} "
          f"{'ratio':>6}  "
          + " ".join(f"{stage:>8}" for stage in stages) + f" {'MiB':>6}")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(args.write or scratch)
        folder.mkdir(exist_ok=True)
        empty = folder / "empty.json"
        write_model(empty, "chain", 0)
        start = measure(args.cm2tt, empty, args.runs)
        for shape in ["empty", *args.shapes.split(",")]:
            before = None
            for size in [0] if shape == "empty" else sizes:
                path = folder / f"{shape}-{size}.json"
                if shape != "empty":
                    write_model(path, shape, size)
                row = start if shape == "empty" else measure(
                    args.cm2tt, path, args.runs)
                rows.append({"shape": shape, "ops": size, **row})
                print_row(rows[-1], before, start, stages)
                before = rows[-1] if "error" not in row else None
    if args.out:
        with open(args.out, "w") as file:
            json.dump(rows, file, indent=1)
    return 1 if any("error" in row for row in rows) else 0


def print_row(row, before, start, stages):
    head = f"{row['shape']:8} {row['ops']:7}"
    if "error" in row:
        print(f"{head} {row['error']}", flush=True)
        return
    ratio = "-"
    if before:
        def own(row):
            return max(row["cpu_ms"] - start["cpu_ms"], 0.01) / row["ops"]
        ratio = f"{own(row) / own(before):.2f}"
    print(f"{head} {row['min_ms']:8.1f} {row['median_ms']:8.1f} "
          f"{row['cpu_ms']:8.1f} {ratio:>6}  "
          + " ".join(f"{row[stage]:8.1f}" for stage in stages)
          + f" {row['peak_mib']:6.0f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
