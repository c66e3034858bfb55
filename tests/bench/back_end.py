#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times cm2tt from `tt` to code by stage, beside Triton where there is one.

    back_end.py build/bin/cm2tt KERNEL ... [--triton=PYTHON] [--runs=15]
        [--warm=build/bin/BackEndBench]

KERNEL is FILE[:WARPS[:STAGES[:TARGET]]], by default 4 warps, 3 stages, sm_90a;
code is PTX, or with the target cpu or cpu:NAME an object file; FILE is `tt` as
Triton prints it (.ttir), or a code model, of which cm2tt alone is timed. Each
figure is the least of --runs in milliseconds. Those of cm2tt by stage are of
the first kernel of a process, without its start; the total has reading in it.
With --warm, the total is the processor time of a later kernel of a process, as
Triton's: --triton names an interpreter that has Triton, whose stages run in one
process, on a module read beforehand.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time

STAGES = ["read", "phase: tt", "phase: ttg", "phase: llvm", "llvm: translate",
          "llvm: link", "llvm: optimise", "llvm: generate PTX",
          "phase: cpu", "llvm: generate code"]  # fmt: skip
TRITON_STAGES = ["ttir", "ttgir", "llir", "ptx"]
LINE = re.compile(r"^ +([\d.]+) \( *[\d.]+%\)  (\S.*)$", re.MULTILINE)


class Kernel:
    """One of the command line's."""

    def __init__(self, text):
        name, *rest = text.split(":")
        rest += ["4", "3", "sm_90a"][len(rest) :]
        # A CPU's has a colon of its own.
        self.file, self.target = name, ":".join(rest[2:])
        self.is_cpu = self.target.startswith("cpu")
        self.warps, self.stages = int(rest[0]), int(rest[1])

    def name(self):
        return f"{os.path.basename(self.file)} {self.warps} {self.target}"


def least(samples):
    """The least value of each key."""
    return {key: min(sample.get(key, 0.0) for sample in samples)
            for key in {key for sample in samples for key in sample}}


def time_cm2tt(cm2tt, kernel, runs):
    """Milliseconds by stage, `total` among them; or what cm2tt says."""
    stage = "obj" if kernel.is_cpu else "ptx"
    command = [cm2tt, kernel.file, f"--emit={stage}", "-o", os.devnull, "--timing",
               f"--target={kernel.target}", f"--num-warps={kernel.warps}",
               f"--num-stages={kernel.stages}"]  # fmt: skip
    samples = []
    for _ in range(runs):
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            return {"error": run.stderr.strip().split("\n")[0]}
        times = {name: float(seconds) * 1e3
                 for seconds, name in LINE.findall(run.stderr)}
        times["total"] = times.pop("Total")
        samples.append(times)
    return least(samples)


def time_warm(program, text, runs):
    """The milliseconds of a kernel that is not the first of a process."""
    command = [program, f"--runs={runs}", text]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def run_triton(kernel):
    """In Triton's interpreter: milliseconds by stage of one compilation."""
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import IRSource, make_backend

    version = int(re.sub(r"\D", "", kernel.target))
    target = GPUTarget("cuda", version, 32)
    backend = make_backend(target)
    context = ir.context()
    source = IRSource(kernel.file, context, backend)
    options = backend.parse_options(
        {"num_warps": kernel.warps, "num_stages": kernel.stages})
    steps = {}
    backend.add_stages(steps, options, source.language)
    metadata = {"target": target, **options.__dict__}
    module = source.make_ir(target, options, {}, {}, context)
    times = {}
    for name in TRITON_STAGES[1:]:
        begin = time.process_time()
        module = steps[name](module, metadata)
        times[name] = (time.process_time() - begin) * 1e3
    times["total"] = sum(times.values())
    return times


def time_triton(python, text, runs):
    """run_triton in that interpreter, `runs` times after a first."""
    command = [python, "-B", __file__, "--inner", f"--runs={runs}", "-", text]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        return {"error": run.stderr.strip().split("\n")[-1]}
    return json.loads(run.stdout.strip().split("\n")[-1])


def show(name, times, stages):
    if "error" in times:
        print(f"{name}: {times['error']}")
        return
    parts = [f"{stage.split(': ')[-1]} {times[stage]:.1f}"
             for stage in stages if times.get(stage, 0) >= 0.05]
    print(f"{name:42s} {times['total']:7.1f}   {', '.join(parts)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("cm2tt")
    parser.add_argument("kernels", nargs="+")
    parser.add_argument("--triton", help="a Python that has Triton")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--warm", help="the program BackEndBench")
    parser.add_argument("--inner", action="store_true",
                        help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inner:
        kernel = Kernel(options.kernels[0])
        run_triton(kernel)
        samples = [run_triton(kernel) for _ in range(options.runs)]
        print(json.dumps(least(samples)))
        return 0
    failed = False
    for text in options.kernels:
        kernel = Kernel(text)
        ours = time_cm2tt(options.cm2tt, kernel, options.runs)
        show(f"cm2tt  {kernel.name()}", ours, STAGES)
        failed |= "error" in ours
        if options.warm and not kernel.is_cpu:
            ours = time_warm(options.warm, text, options.runs)
            show(f"cm2tt  {kernel.name()}, warm", ours, [])
        if (not options.triton or kernel.is_cpu
                or not kernel.file.endswith(".ttir")):
            continue
        theirs = time_triton(options.triton, text, options.runs)
        show(f"Triton {kernel.name()}", theirs, TRITON_STAGES)
        if "total" in ours and "total" in theirs:
            print(f"{'':43s}{theirs['total'] / ours['total']:6.1f} times")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
