#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels through cm2tt on a GPU or a CPU, against references in NumPy.

    run.py build/bin/cm2tt [--filter REGEX] [--list] [--only-compile] ...
    run.py build/bin/cm2tt --targets=cpu
    run.py build/bin/cm2tt --emulate

Every case is a kernel in `tt` or a model of examples/babylon, with random arguments
(the seed is a hash of the case's name) and what must come out. All are compiled
in parallel, for the GPU at hand and again for sm_80, whose PTX the assembler
turns into code for this GPU; then one process runs them one after the other,
and a new one the rest after a crash or a hang. Arrays are between guards. For
--targets=cpu, or cpu:NAME, kernels are linked into libraries, called by their
C interface on several threads, and run by as many processes as --jobs says. With
--emulate the PTX for GPUs is run by oracles/ptx_emulator, which needs neither a GPU nor
ptxas, and checks each access; --sample=N:FIRST keeps every Nth case, from a random one
if FIRST is `any`.

A case is ok, WRONG (values), FAILED (the driver, the assembler or a crash),
refused (as its field `refused` expects of the target) or ERROR (any other
diagnostic, and a case that compiles although it says it is refused). It exits
with 1 unless all are ok, refused or skipped, and at least --at-least cases are ok.
--json=FILE keeps all. Needs NumPy and CUDA's driver; without a GPU it exits with
77 unless --only-compile is given. Whole kernels in Python need Triton 3.6, too,
and are left out without it; with it, --with-triton runs what went wrong by Triton's compiler, to tell faults
of ours from faults of the tests. --sanitizer=memcheck (racecheck, initcheck,
synccheck) runs a subset of small cases under that tool of compute-sanitizer and
prints what it found. --seeds=N:COUNT,... says which of the random programs `trees`,
`tiles` and `loops` there are; --steps=N leaves the first N operations of each tree, and N
products of each iteration of a loop: to find the one with the error, lower it.
"""

import argparse
import collections
import dataclasses
import glob
import itertools
import json
import os
import re
import select
import subprocess
import sys
import tempfile
import threading
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("cases/kernels", "oracles", "oracles/elements")

import numpy as np  # noqa: E402

import build as builds_api  # noqa: E402
import case as cases_api  # noqa: E402
import device as gpu  # noqa: E402
import formats  # noqa: E402
import host  # noqa: E402
import java_models  # noqa: E402
import run_case  # noqa: E402
import selection  # noqa: E402

ORDER = ("ok", "WRONG", "FAILED", "ERROR", "refused", "skipped", "not run")
FAULTS = ("WRONG", "FAILED", "ERROR")


# -- Running


def check_references(cases, results):
    """The expected results of every case pass its own comparison."""
    for one in cases.values():
        try:
            made = one.make(np.random.default_rng(one.seed))
            for argument in cases_api.flatten(made, []):
                if getattr(argument, "expected", None) is None:
                    continue
                with np.errstate(all="ignore"):
                    stored = formats.encode(argument.expected, argument.element)
                stored = stored.reshape(argument.values.shape)
                problem = cases_api.compare(argument, stored)
                if problem:
                    raise ValueError(f"its own reference: {problem}")
        except Exception as error:
            for (name, _), row in results.items():
                if name == one.name:
                    row.update(status="ERROR", message=f"test: {error!r}")


def worker(setting):
    """Reads jobs as lines of JSON, answers with lines of JSON."""
    cases, _ = selection.all_cases(setting)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what kernels print is no answer
    board = open_device(setting)
    print("{}", file=answers, flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        one = cases[job["name"]]
        status, message, dead = run_case.run_guarded(one, job["build"], board)
        reply = {"status": status, "message": message, "dead": dead}
        print(json.dumps(reply), file=answers, flush=True)
        if dead:
            os._exit(0)


def sanitizer_command(setting):
    """The command that runs the worker under compute-sanitizer, if requested."""
    if not setting.sanitizer:
        return []
    return ["compute-sanitizer", "--tool", setting.sanitizer,
            "--log-file", sanitizer_log(setting, "%p")]  # fmt: skip


def sanitizer_log(setting, process):
    """The log of one process under the tool."""
    return f"{setting.logs}/{setting.sanitizer}-{process}.log"


def report_sanitizer(setting):
    """Prints what the tool found; returns whether that is nothing."""
    counts = collections.Counter()
    for path in glob.glob(sanitizer_log(setting, "*")):
        with open(path) as log:
            for line in log:
                if re.search(r"SUMMARY|Invalid|hazard|Uninit|Barrier", line):
                    counts[re.sub(r"0x[0-9a-f]+", "0x..", line.strip("= \n"))] += 1
    print(f"{setting.sanitizer}:")
    for line, count in counts.most_common(setting.show):
        print(f"{count:5} {line}")
    clean = re.compile(r"SUMMARY: 0 |SUMMARY: 0 hazards")
    return bool(counts) and all(clean.search(line) for line in counts)


class Worker:
    """The process that runs cases; started again when it dies."""

    def __init__(self, setting):
        self.setting, self.process = setting, None

    def start(self):
        command = [
            sys.executable, "-B", os.path.abspath(__file__), "-", "--worker",
            f"--filter={self.setting.filter}",
            f"--targets={','.join(self.setting.targets)}",
            *(["--emulate"] if self.setting.emulate else []),
            f"--seeds={','.join(map(str, self.setting.seeds))}",
            f"--steps={self.setting.steps}",
            f"--models={java_models.FOLDER}",
        ]  # fmt: skip
        command = sanitizer_command(self.setting) + command
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self.answer(max(self.setting.case_seconds, 120))

    def answer(self, seconds):
        ready, _, _ = select.select([self.process.stdout], [], [], seconds)
        line = self.process.stdout.readline() if ready else None
        if line and line.startswith("{"):
            return json.loads(line)
        self.process.kill()
        code = self.process.wait()
        self.process = None
        if not ready:
            return {"status": "FAILED", "message": f"hangs ({seconds} s)"}
        return {"status": "FAILED", "message": f"crashes ({code})"}

    def run(self, name, build):
        if self.process is None:
            began = self.start()
            if "status" in began:
                return {**began, "message": "worker: " + began["message"]}
        job = {"name": name, "build": dataclasses.asdict(build)}
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        slower = 4 if self.setting.sanitizer else 1
        reply = self.answer(self.setting.case_seconds * slower)
        if reply.pop("dead", False):
            self.stop()
        return reply

    def stop(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process = None


def run_all(builds, setting, results):
    """Fills `results`; without a GPU by several processes."""
    jobs = [(key, build) for key, build in builds.items() if build.status == "ok"]
    threads = [
        threading.Thread(target=run_jobs, args=(jobs, setting, results))
        for _ in range(1 if setting.needs_gpu else setting.jobs)
    ]
    jobs.reverse()  # the first is at the end, where it is taken from
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def run_jobs(jobs, setting, results):
    """Takes jobs while there are any."""
    process = Worker(setting)
    while jobs:
        try:
            key, build = jobs.pop()
        except IndexError:
            break
        if time.monotonic() > setting.deadline:
            results[key]["status"] = "not run"
        else:
            results[key].update(process.run(key[0], build))
    process.stop()


# -- Triton's compiler on what went wrong


def blame(cases, results, setting):
    """Has Triton compile the texts that gave wrong values, and runs these."""
    import triton
    from triton.backends.compiler import GPUTarget

    process = Worker(setting)
    architecture = setting.capability or 90
    for (name, target), row in results.items():
        one = cases[name]
        if row["status"] not in ("WRONG", "FAILED") or one.source:
            continue
        path = os.path.join(setting.folder, cases_api.symbol(name) + ".ttir")
        with open(path, "w") as file:
            file.write(one.text())
        try:
            kernel = triton.compile(
                path, target=GPUTarget("cuda", architecture, 32),
                options={"num_warps": one.warps, "num_stages": one.stages},
            )  # fmt: skip
        except Exception as error:
            row["triton"] = f"does not compile: {str(error)[:100]}"
            continue
        image = path.replace(".ttir", ".triton.cubin")
        with open(image, "wb") as file:
            file.write(kernel.asm["cubin"])
        row["triton"] = run_triton(process, name, kernel, image)
    process.stop()


def run_triton(process, name, kernel, image):
    entry = re.search(r"\.entry[^(]*\(([^)]*)\)", kernel.asm["ptx"])
    count = entry.group(1).count(".param ")
    parameters = [{"index": i} for i in range(count - 2)]
    build = builds_api.Build(
        image=image,
        metadata={
            "name": kernel.metadata.name,
            "sharedBytes": kernel.metadata.shared,
            "numWarps": kernel.metadata.num_warps,
            # Two pointers to scratch memory come last: any values will do.
            "parameters": parameters + [{"index": 0}, {"index": 0}],
        },
    )
    reply = process.run(name, build)
    return f"{reply['status']} {reply['message'][:100]}".strip()


# -- Reports


def summary(text):
    """The diagnostic itself, without its location and without numbers."""
    found = re.search(r"error: (.*)", text)
    line = (found.group(0) if found else text).split("\n")[0]
    return re.sub(r"\d+ of \d+ wrong.*", "wrong values", line)[:110]


def report(results, notes, show):
    """Failures, groups of equal messages, then the counts."""
    bad = [(k, r) for k, r in results.items() if r["status"] != "ok"]
    faults = [(k, r) for k, r in bad if r["status"] in FAULTS]
    # A few of each group: neighbours tend to fail together.
    step = max(1, -(-len(faults) // show))
    for (name, target), row in faults[::step]:
        text = " ".join(row["message"].split())[:170]
        print(f"{row['status']:6} {name} {target}: {text}")
        if "triton" in row:
            print(f"       Triton: {row['triton']}")
    groups = collections.defaultdict(list)
    for (name, target), row in bad:
        groups[row["status"], summary(row["message"])].append(name)
    print("\nby message:")
    ordered = sorted(groups.items(), key=lambda item: -len(item[1]))
    for (status, text), names in ordered[:show]:
        print(f"{len(names):5} {status:7} {text}  e.g. {names[0]}")
    print()
    for note in notes:
        print(note)
    table = collections.defaultdict(collections.Counter)
    for (name, target), row in results.items():
        table[name.split("/")[0], target][row["status"]] += 1
        table["all", target][row["status"]] += 1
    print(f"{'group':14} {'target':8}" + "".join(f"{s:>9}" for s in ORDER))
    for (group, target), counts in table.items():
        if group != "all":
            print_counts(group, target, counts)
    for (group, target), counts in table.items():
        if group == "all":
            print_counts(group, target, counts)


def print_counts(group, target, counts):
    numbers = "".join(f"{counts[s] or '-':>9}" for s in ORDER)
    print(f"{group:14} {target:8}{numbers}")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("cm2tt", help="the program")
    parser.add_argument("--filter", default="", help="a regex of cases' names")
    parser.add_argument("--list", action="store_true", help="names only")
    parser.add_argument("--only-compile", action="store_true")
    parser.add_argument("--sanitizer-subset", action="store_true",
                        help="few small cases")  # fmt: skip
    parser.add_argument("--sanitizer", choices=(
        "memcheck", "racecheck", "initcheck", "synccheck"))  # fmt: skip
    parser.add_argument("--with-triton", action="store_true")
    parser.add_argument("--targets", default="sm_90a,sm_80")
    parser.add_argument("--emulate", action="store_true",
                        help="run PTX without a GPU")  # fmt: skip
    parser.add_argument("--sample", type=selection.sample_of, default=(0, 1),
                        help="N or N:FIRST, keeps every Nth case;"
                        " FIRST may be `any`")  # fmt: skip
    parser.add_argument("--ptxas", dest="named_ptxas")
    parser.add_argument("--linker", help="ld.lld, for a CPU")
    parser.add_argument("--seeds", type=selection.seeds_of, default=range(0, 50),
                        help="N or N:COUNT, of random programs, several of these"
                        " with commas; N may be `any`")  # fmt: skip
    parser.add_argument("--steps", type=int, default=99,
                        help="operations of a random program, at most")  # fmt: skip
    parser.add_argument("--models", help="those of kernels in Java, else the build's")
    parser.add_argument("--option", action="append", default=[],
                        help="more for cm2tt")  # fmt: skip
    parser.add_argument("--show", type=int, default=40,
                        help="how many failures are printed")  # fmt: skip
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", help="where all results go")
    parser.add_argument("--keep", help="a folder for texts and PTX")
    parser.add_argument("--time-limit", type=float, default=float("inf"),
                        help="seconds after which no case is begun")  # fmt: skip
    parser.add_argument("--case-seconds", type=float, default=600,
                        help="what takes longer hangs")  # fmt: skip
    parser.add_argument("--at-least", type=int, default=1,
                        help="cases of each target that must be ok")  # fmt: skip
    parser.add_argument("--worker", action="store_true", help="internal")
    setting = parser.parse_args()
    setting.targets = setting.targets.split(",")
    kinds = {builds_api.is_cpu(target) for target in setting.targets}
    if len(kinds) != 1:
        parser.error("a CPU's targets go without a GPU's")
    setting.is_cpu = kinds.pop()
    if setting.is_cpu and setting.emulate:
        parser.error("--emulate is for a GPU's targets")
    setting.needs_gpu = not setting.is_cpu and not setting.emulate
    return setting


def open_device(setting):
    if setting.emulate:
        from ptx_emulator import emulator

        return emulator.Emulator()
    return host.Host() if setting.is_cpu else gpu.Device()


def main():
    setting = parse_arguments()
    if setting.worker:
        return worker(setting)
    setting.deadline = time.monotonic() + setting.time_limit
    cases, notes = selection.all_cases(setting)
    first, step = setting.sample
    if setting.sanitizer_subset or setting.sanitizer:
        cases = {n: c for n, c in cases.items() if c.sanitize}
    if setting.is_cpu:
        cases = selection.without_twins(cases)
    cases = dict(itertools.islice(cases.items(), first, None, step))
    if setting.list:
        print("\n".join(cases))
        return 0
    if not cases:
        print(f"error: no case has a name like '{setting.filter}'")
        return 1
    try:
        find_tools(setting)
    except gpu.NoDevice as error:
        print(f"skipped: {error}")
        return 77
    print(f"{len(cases)} cases; ptxas: {setting.ptxas}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        setting.folder = setting.logs = setting.keep or folder
        os.makedirs(setting.folder, exist_ok=True)
        return run_and_report(cases, notes, setting)


def find_tools(setting):
    """Finds the device, and what assembles or links."""
    setting.capability, setting.assemble_for, setting.ptxas = None, None, None
    if not setting.only_compile:
        board = open_device(setting)
        setting.capability = board.capability()
        print(board.name(), flush=True)
    if setting.is_cpu:
        setting.linker = builds_api.find_linker(setting.linker)
        return
    if setting.emulate:
        return
    if setting.capability:
        setting.assemble_for = f"sm_{setting.capability}"
    setting.ptxas = builds_api.find_ptxas(setting.named_ptxas)


def run_and_report(cases, notes, setting):
    targets = setting.targets
    begin = time.perf_counter()
    builds = builds_api.compile_all(cases, targets, setting)
    print(f"compiled in {time.perf_counter() - begin:.1f} s", flush=True)
    results = {}
    for name, target in ((n, t) for t in targets for n in cases):
        build = builds.get((name, target))
        if build is None:
            row = {"status": "skipped", "message": "needs a newer GPU"}
        else:
            runs = build.status == "ok" and not setting.only_compile
            row = {"status": "not run" if runs else build.status,
                   "message": build.message,
                   "registers": build.registers, "spills": build.spills,
                   "seconds": build.seconds}  # fmt: skip
        results[name, target] = row
    ordered = {k: builds[k] for k in results if k in builds}
    if setting.only_compile:
        check_references(cases, results)
    else:
        run_all(ordered, setting, results)
        if setting.with_triton:
            blame(cases, results, setting)
    if setting.json:
        rows = [{"name": n, "target": t, **r} for (n, t), r in results.items()]
        with open(setting.json, "w") as file:
            json.dump(rows, file, indent=0)
    report(results, notes, setting.show)
    if setting.sanitizer and not report_sanitizer(setting):
        return 1
    good = ("ok", "skipped", "refused")
    if any(row["status"] not in good for row in results.values()):
        return 1
    return 0 if are_enough(results, setting) else 1


def are_enough(results, setting):
    """Whether each target has as many cases that are ok as must be."""
    counts = collections.Counter(
        target for (_, target), row in results.items() if row["status"] == "ok"
    )
    few = [t for t in setting.targets if counts[t] < setting.at_least]
    for target in few:
        print(
            f"error: {counts[target]} cases are ok for {target}, expected at least"
            f" {setting.at_least}"
        )
    return not few


if __name__ == "__main__":
    sys.exit(main())
