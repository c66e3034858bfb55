#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times cm2tt and Triton on a corpus of kernels, from `tt` to PTX.

    corpus.py build/bin/cm2tt CORPUS [--triton=PYTHON] [--ptxas=PTXAS]

CORPUS is as for tests/Corpus/corpus.py; each kernel has its own options. A
figure is the least processor time of --runs compilations, in milliseconds:
of cm2tt a whole process, its start included; of Triton the stages after
reading, in a process that has compiled before. No GPU is needed. --triton
names an interpreter that has Triton. With --ptxas the PTX of both is
assembled too, and that is timed. --option=OPTION goes to cm2tt. --only=REGEX,
--every=N and --slower=FACTOR choose kernels, the last those that failed or were
slower in the table that --out=FILE (JSON) has from an earlier run.

Prints totals, medians, 99th percentiles, what failed, the ten worst ratios and
the ten slowest. Exits with 1 if cm2tt or ptxas refuses a kernel.
"""

import argparse
import json
import os
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Corpus"))
import corpus  # noqa: E402

TARGET = "sm_90a"
SHOWN = 10
SECONDS = 600  # what takes longer hangs


def children_seconds():
    """The processor time of all children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def time_process(command, runs):
    """The least processor time in milliseconds, or the first error's text."""
    best = None
    for _ in range(runs):
        before = children_seconds()
        try:
            done = subprocess.run(command, capture_output=True, text=True,
                                  timeout=SECONDS, check=False)  # fmt: skip
        except subprocess.TimeoutExpired:
            return None, f"more than {SECONDS} s"
        if done.returncode:
            found = re.search(r"(?:error|fatal)\b.*", done.stderr + done.stdout)
            return None, f"{done.returncode}: {found[0] if found else ''}"
        spent = (children_seconds() - before) * 1e3
        best = spent if best is None else min(best, spent)
    return best, None


def assemble(ptxas, ptx, runs):
    """The time of ptxas, or what it says."""
    return time_process(
        [ptxas, f"-arch={TARGET}", ptx, "-o", os.devnull], runs)  # fmt: skip


def time_cm2tt(options, kernel, path):
    """A dictionary with `cm2tt` and, with --ptxas, `ptxas`, or `error`."""
    ptx = f"{path}.ptx"
    spent, error = time_process(
        [options.cm2tt, path, f"--target={TARGET}", "-o", ptx, *kernel.flags(),
         *options.option], options.runs)  # fmt: skip
    if error or not options.ptxas:
        return {"error": error} if error else {"cm2tt": spent}
    assembled, error = assemble(options.ptxas, ptx, options.runs)
    os.remove(ptx)
    if error:
        return {"cm2tt": spent, "error": f"ptxas: {error}"}
    return {"cm2tt": spent, "ptxas": assembled}


class Triton:
    """An interpreter that compiles each text in a process of its own."""

    def __init__(self, options):
        self.options = options
        self.process = subprocess.Popen(
            [options.triton, "-B", __file__, "--inner", f"--runs={options.runs}",
             "-", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)  # fmt: skip

    def time(self, kernel, path):
        """`triton`, `stages` and, with --ptxas, `triton ptxas`."""
        ptx = f"{path}.triton.ptx"
        request = {"path": path, "ptx": ptx, "options": kernel.options}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        times = json.loads(self.process.stdout.readline())
        if "triton" in times and self.options.ptxas:
            spent, error = assemble(self.options.ptxas, ptx, self.options.runs)
            times["triton ptxas"] = spent
            if error:
                times["triton error"] = f"ptxas: {error}"
        if os.path.exists(ptx):
            os.remove(ptx)
        return times


def compile_by_triton(request):
    """In Triton's interpreter: milliseconds by stage of one compilation."""
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import IRSource, make_backend

    target = GPUTarget("cuda", 90, 32)
    backend = make_backend(target)
    context = ir.context()
    source = IRSource(request["path"], context, backend)
    names = ("num_warps", "num_stages", "num_ctas", "maxnreg", "enable_fp_fusion")
    given = {name: value for name, value in request["options"].items()
             if name in names and value is not None}  # fmt: skip
    options = backend.parse_options(given)
    steps = {}
    backend.add_stages(steps, options, source.language)
    metadata = {"target": target, **options.__dict__}
    module = source.make_ir(target, options, {}, {}, context)
    times = {}
    for name in ("ttgir", "llir", "ptx"):
        begin = time.process_time()
        module = steps[name](module, metadata)
        times[name] = (time.process_time() - begin) * 1e3
    with open(request["ptx"], "w") as file:
        file.write(module)
    return times


def answer(request, runs):
    """The best of some compilations, as --triton's process prints it."""
    samples = [compile_by_triton(request) for _ in range(runs)]
    best = min(samples, key=lambda sample: sum(sample.values()))
    return {"triton": sum(best.values()), "stages": best}


def serve_triton(runs):
    """Answers requests, a line each; the process that compiles is a copy of
    one that has compiled a text already."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warm = False
    for line in sys.stdin:
        request = json.loads(line)
        if not warm:
            try:
                compile_by_triton(request)
            except Exception:
                pass
            warm = True
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            signal.alarm(SECONDS)
            try:
                text = json.dumps(answer(request, runs))
            except BaseException as error:
                text = json.dumps({"triton error": str(error)[:300]})
            os.write(writing, text.encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            text = pipe.read()
        os.waitpid(child, 0)
        out.write((text or '{"triton error": "crashed"}') + "\n")
        out.flush()


def choose(options):
    """The kernels to time, and how many are left out."""
    kernels = corpus.read(options.corpus, options.every)
    if options.only:
        kernels = [k for k in kernels if re.search(options.only, k.name)]
    if options.slower:
        with open(options.out) as file:
            rows = json.load(file)
        wanted = {name for name, row in rows.items()
                  if "error" in row or ratio(row) > options.slower}  # fmt: skip
        kernels = [k for k in kernels if k.name in wanted]
    wanted = [k for k in kernels if not k.is_left_out()]
    return wanted, len(kernels) - len(wanted)


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


def show_worst(rows, title, key):
    print(title)
    for name in sorted(rows, key=lambda name: -key(rows[name]))[:SHOWN]:
        row = rows[name]
        parts = [f"{k} {row[k]:.0f}" for k in
                 ("cm2tt", "triton", "ptxas", "triton ptxas")
                 if row.get(k) is not None]  # fmt: skip
        print(f"  {name:28s} {ratio(row):6.2f}  {', '.join(parts)}")


def show(rows, left_out):
    failed = {name: row["error"] for name, row in rows.items() if "error" in row}
    for name, error in failed.items():
        print(f"{name}: {error}")
    theirs = sum("triton error" in row for row in rows.values())
    print(f"{len(rows)} kernels, {len(failed)} fail; {left_out} left out; "
          f"Triton fails for {theirs}")  # fmt: skip
    show_totals(rows)
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
                row |= triton.time(kernel, path)
            rows[kernel.name] = row
            os.remove(path)
    if triton:
        triton.process.stdin.close()
        triton.process.wait()
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
    parser.add_argument("--inner", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inner:
        serve_triton(options.runs)
        return 0
    kernels, left_out = choose(options)
    rows = time_all(options, kernels)
    if options.out and not options.slower:
        with open(options.out, "w") as file:
            json.dump(rows, file, indent=0, sort_keys=True)
    show(rows, left_out)
    return int(any("error" in row for row in rows.values()) or not rows)


if __name__ == "__main__":
    sys.exit(main())
