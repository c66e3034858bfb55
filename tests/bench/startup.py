#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times cm2tt as a whole process, from exec to exit, stage by stage.

    startup.py build/bin/cm2tt examples/babylon/vector-add/model.json [-- OPTION ...]

Prints a table: median, fastest and slowest of 20 runs in milliseconds after a
warm-up, and the peak of resident memory. What cm2tt prints is thrown away.
Options after -- are passed to cm2tt. A stage that fails, as cubin does without ptxas,
is shown with its exit code. Run it by hand on a machine with nothing else to do.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

STAGES = ["cm", "tt", "ttg", "llvm", "ptx", "cubin"]
CPU_STAGES = ["cm", "tt", "llvm", "asm", "obj"]


def run(command):
    """One process: its exit code, milliseconds and peak memory in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = (time.perf_counter() - start) * 1e3
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, elapsed, usage.ru_maxrss / 1024


def measure(name, command, runs):
    """The figures of one command, or its exit code if it fails."""
    code, _, _ = run(command)
    if code != 0:
        return {"name": name, "exit": code}
    samples = [run(command) for _ in range(runs)]
    times = [elapsed for _, elapsed, _ in samples]
    return {
        "name": name,
        "exit": max(code for code, _, _ in samples),
        "median_ms": statistics.median(times),
        "min_ms": min(times),
        "max_ms": max(times),
        "peak_mib": max(peak for _, _, peak in samples),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("cm2tt")
    parser.add_argument("model")
    parser.add_argument("options", nargs="*", help="given to cm2tt")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--out", help="also write the figures as JSON")
    args = parser.parse_args()

    commands = [("--version", [args.cm2tt, "--version"])]
    is_cpu = any(each.startswith("--target=cpu") for each in args.options)
    for stage in CPU_STAGES if is_cpu else STAGES:
        name = f"--emit={stage}"
        commands.append((name, [args.cm2tt, args.model, name, *args.options]))
    rows = [measure(name, command, args.runs) for name, command in commands]

    print(f"{'cm2tt':12} {'median ms':>10} {'min':>8} {'max':>8} {'MiB':>7}")
    for row in rows:
        if row["exit"] != 0:
            print(f"{row['name']:12} exit code {row['exit']}")
            continue
        print(
            f"{row['name']:12} {row['median_ms']:10.2f} {row['min_ms']:8.2f}"
            f" {row['max_ms']:8.2f} {row['peak_mib']:7.1f}"
        )
    if args.out:
        with open(args.out, "w") as file:
            json.dump(rows, file, indent=1)
    return 1 if all(row["exit"] != 0 for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
