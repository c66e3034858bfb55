#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times cm2tt on kernels that repeat one thing, at sizes that double.

    shapes.py build/bin/cm2tt [--shapes=loops,dots] [--targets=cpu] [--doublings=2]
        [--triton=PYTHON] [--ptxas=PTXAS]

For each shape (tt_shapes.py), target and size: seconds of processor time, the
factor from the size before, and what --timing says of the phases, whose factors
stand in front of those of 0.05 s or more. 2 is linear, 4 is quadratic. A run is
ended after --limit seconds. Run it on a machine with nothing else to do.

For sm_90a, --triton names an interpreter that has Triton, whose time from `tt`
to PTX follows, and --ptxas times the assembler on the PTX of both.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile

import tt_shapes
from processor_time import TARGET, Triton, assemble

# The largest size of each shape without --doublings.
SIZES = {
    "tile_chain": 16000, "scalar_chain": 16000, "float_chain": 16000, "loops": 600,
    "scalar_loops": 600, "dependent_loops": 600, "nested_loops": 80,
    "addptr_chain": 8000, "constant_addptr_chain": 8000, "tile_addptr_chain": 8000,
    "moving_accesses": 4000, "accesses": 4000, "reductions": 1600, "branches": 800,
    "live_tiles": 4000, "transposes": 400, "dots": 400, "tiles_apart": 1000,
    "wide_dot": 256, "wide_tile": 262144,
}  # fmt: skip
LINE = re.compile(r"^ +([\d.]+) \( *[\d.]+%\)  (\S.*)$", re.MULTILINE)
SHOWN = 0.05  # seconds


def measure(command, limit):
    """Seconds of processor time in all, and by phase; instead of the former, what
    went wrong."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        run = subprocess.run([*command, "--timing"], capture_output=True, text=True,
                             timeout=limit)  # fmt: skip
    except subprocess.TimeoutExpired:
        return "too long", {}
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode:
        return f"exit code {run.returncode}", {}
    phases = {}
    for seconds, name in LINE.findall(run.stderr):
        phases[name] = phases.get(name, 0) + float(seconds)
    return after.ru_utime - before.ru_utime, phases


def grown(seconds, before):
    """Seconds, and the factor from the size before."""
    known = isinstance(before, float) and before >= SHOWN / 4
    factor = f"x{seconds / before:.1f}" if known else ""
    return f"{seconds:8.2f} {factor:>6}"


def show(names, figures, before):
    """A line: of cm2tt, of its phases, of the others."""
    line = "{:22} {:7} {:7} ".format(*names)
    total, phases, others = figures
    line += total if isinstance(total, str) else grown(total, before[0])
    for name, seconds in phases.items():
        if seconds < SHOWN or name in ("Total", "Rest"):
            continue
        short = name.replace("phase: ", "").replace("llvm: ", "")
        line += f" {short}: {grown(seconds, before[1].get(name)).strip()}"
    for name, seconds in others.items():
        known = before[2].get(name)
        line += f" | {name} "
        line += "fails" if seconds is None else grown(seconds, known).strip()
    return line


def measure_others(options, text, ptx, triton):
    """Seconds of other programs by name; None where one fails or is too long."""
    others = {}
    if options.ptxas:
        others["ptxas"], _ = assemble(options.ptxas, ptx, options.runs, options.limit)
    if triton:
        times = triton.time(text, {})
        others["Triton"] = times.get("triton")
        if options.ptxas:
            others["its ptxas"] = times.get("triton ptxas")
    return {name: ms and ms / 1e3 for name, ms in others.items()}


def measure_all(options, shape, target, size, triton):
    """The measurements that show() prints."""
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "kernel.ttir")
        code = os.path.join(folder, "code")
        with open(text, "w") as file:
            file.write(tt_shapes.write(shape, size))
        stage = "obj" if target.startswith("cpu") else "ptx"
        command = [options.cm2tt, text, f"--target={target}", f"--emit={stage}",
                   "-o", code]  # fmt: skip
        total, phases = measure(command, options.limit)
        others = {}
        if target == TARGET and os.path.exists(code):
            others = measure_others(options, text, code, triton)
        return total, phases, others


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("cm2tt")
    parser.add_argument("--shapes", default=",".join(SIZES))
    parser.add_argument("--targets", default=f"{TARGET},cpu")
    parser.add_argument("--doublings", type=int, default=2)
    parser.add_argument("--scale", type=float, default=1, help="of the largest sizes")
    parser.add_argument("--limit", type=float, default=60, help="seconds")
    parser.add_argument("--runs", type=int, default=1, help="of Triton and ptxas")
    parser.add_argument("--triton")
    parser.add_argument("--ptxas")
    options = parser.parse_args()
    triton = Triton(options, options.limit) if options.triton else None
    print(f"{'shape':22} {'target':7} {'size':>7} {'seconds':>8} {'factor':>6}   phases")
    for shape in options.shapes.split(","):
        for target in options.targets.split(","):
            before = (None, {}, {})
            for doubling in range(options.doublings, -1, -1):
                size = int(SIZES[shape] * options.scale) >> doubling
                figures = measure_all(options, shape, target, size, triton)
                print(show((shape, target, size), figures, before), flush=True)
                before = figures
    if triton:
        triton.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
