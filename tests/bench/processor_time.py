#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures processor time: of processes, of ptxas, and of Triton's stages.

Run as a program by an interpreter that has Triton, it compiles the texts that
standard input names, a JSON object in each line; see Triton.
"""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time

TARGET = "sm_90a"
SECONDS = 600  # what takes longer hangs


def children_seconds():
    """The processor time of all children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def time_process(command, runs, limit=SECONDS):
    """The least processor time in milliseconds, or the first error's text; a run
    of more than `limit` seconds is an error."""
    best = None
    for _ in range(runs):
        before = children_seconds()
        try:
            done = subprocess.run(command, capture_output=True, text=True,
                                  timeout=limit, check=False)  # fmt: skip
        except subprocess.TimeoutExpired:
            return None, f"more than {limit:g} s"
        if done.returncode:
            found = re.search(r"(?:error|fatal)\b.*", done.stderr + done.stdout)
            return None, f"{done.returncode}: {found[0] if found else ''}"
        spent = (children_seconds() - before) * 1e3
        best = spent if best is None else min(best, spent)
    return best, None


def assemble(ptxas, ptx, runs, limit=SECONDS):
    """The time of ptxas, or what it says."""
    return time_process(
        [ptxas, f"-arch={TARGET}", ptx, "-o", os.devnull], runs, limit)  # fmt: skip


def spilled(ptxas, ptx):
    """The bytes of registers of a thread that ptxas stores to memory; None if it
    fails."""
    done = subprocess.run([ptxas, "-v", f"-arch={TARGET}", ptx, "-o", os.devnull],
                          capture_output=True, text=True, check=False)  # fmt: skip
    found = re.findall(r"(\d+) bytes spill stores", done.stderr)
    return sum(map(int, found)) if found and not done.returncode else None


class Triton:
    """An interpreter that compiles each text in a process of its own, at most
    for `limit` seconds. `options` are those of a program: `triton`, the
    interpreter, `ptxas` and `runs`."""

    def __init__(self, options, limit=SECONDS):
        self.options, self.limit = options, limit
        self.process = subprocess.Popen(
            [options.triton, "-B", __file__, str(options.runs), str(limit)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)  # fmt: skip

    def time(self, path, given):
        """`triton`, `stages` and, with --ptxas, `triton ptxas`; `given` are the
        kernel's options."""
        ptx = f"{path}.triton.ptx"
        request = {"path": path, "ptx": ptx, "options": given}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        times = json.loads(self.process.stdout.readline())
        if "triton" in times and self.options.ptxas:
            spent, error = assemble(
                self.options.ptxas, ptx, self.options.runs, self.limit)  # fmt: skip
            times["triton ptxas"] = spent
            times["triton spills"] = spilled(self.options.ptxas, ptx)
            if error:
                times["triton error"] = f"ptxas: {error}"
        if os.path.exists(ptx):
            os.remove(ptx)
        return times

    def close(self):
        self.process.stdin.close()
        self.process.wait()


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


def serve_triton(runs, limit):
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
            signal.setitimer(signal.ITIMER_REAL, limit)
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
        out.write((text or '{"triton error": "ended"}') + "\n")
        out.flush()


if __name__ == "__main__":
    serve_triton(int(sys.argv[1]), float(sys.argv[2]))
