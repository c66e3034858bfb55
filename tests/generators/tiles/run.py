#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs over tiles (families.py) through cm2tt.

    run.py build/bin/cm2tt [--seed N] [--count N] [--run] ...

Each program is compiled for all targets, `cpu` for this CPU or an older one, by its
seed, and with --run the CPU's code runs and
is compared with what evaluate.py computes, with --emulate also that of GPUs, by
oracles/ptx_emulator; `tests/cases/gpu/run.py --filter=^tiles/ --seeds=N:COUNT` runs the same
programs on a GPU. With --variants other ways to compile a program must give the same
results (variants.py). --family says of which families the programs are (families.py).
Anything but success is a failure:
a crash, an error that is not in REFUSALS, an assembler's error (--ptxas), wrong
values, a hang.
The first program of each kind of failure is reduced while it fails in the same way and
kept in --keep with the command that shows it. Without --seed the seeds are
random; they are printed. Exits with 1 if any program fails.
"""

import argparse
import collections
import dataclasses
import functools
import hashlib
import json
import multiprocessing
import os
import platform
import random
import re
import signal
import sys
import tempfile
import traceback
import time
import types

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("cases/gpu", "cases/kernels", "oracles", "oracles/elements", "oracles/tiles")

import numpy as np  # noqa: E402

import build as builds  # noqa: E402
import cases_tiles  # noqa: E402
import host  # noqa: E402
from ptx_emulator import emulator  # noqa: E402
import kinds as contents  # noqa: E402
import run_case  # noqa: E402
import shrink  # noqa: E402
import variants  # noqa: E402
import write  # noqa: E402
from families import FAMILIES, generate  # noqa: E402
from memory import Unstable  # noqa: E402

HANG_SECONDS = {"tiles": 600}  # of the processor; what runs longer hangs
SMALL_HANG_SECONDS = 10
REFUSED = "refused"
# Errors that a program may get and why: it is counted as refused, and does not fail.
REFUSALS = (
    (r"needs NVIDIA's libdevice", "a function of f64, where libdevice is not installed"),
)  # fmt: skip


class Examiner:
    """Compiles and runs programs; what is wrong with one is a text."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        wanted = options.ptxas is not None
        self.ptxas = builds.find_ptxas(options.ptxas or None) if wanted else None
        self.setting = types.SimpleNamespace(
            cm2tt=options.cm2tt, folder=folder, option=options.option, ptxas=None,
            assemble_for=None, linker=None,
        )  # fmt: skip
        if options.run:
            self.setting.linker = builds.find_linker(options.linker)

    def problem(self, program, target):
        """The error of a program on a target, or None; with --variants, the first
        one of its variants that has one, or has other results."""
        problem, results = self.outcome(program, target)
        if problem or not self.options.variants:
            return problem
        architecture = 0 if builds.is_cpu(target) else builds.architecture(target)
        for one in variants.variants(program, architecture):
            try:
                problem, other = self.outcome(one.program, target, one.options)
            except Unstable:
                continue  # with these warps it is
            if not problem and one.is_same and other != results:
                problem = "WRONG other results than without"
            if problem and problem != REFUSED:
                return f"with {one.name}: {problem}"
        return None

    def outcome(self, program, target, options=()):
        """The error or None, and what identifies the results."""
        one = cases_tiles.case_of(program)
        one.options += options
        assembles = self.ptxas and program.seed % self.options.every == 0
        self.setting.ptxas = self.ptxas if assembles else None
        try:
            build = builds.compile_case(one, target, self.setting)
        except (OSError, ValueError) as error:
            return f"ERROR it succeeds and writes no output: {error!r}", None
        if any(re.search(r, build.message) for r, _ in REFUSALS):
            return REFUSED, None
        if build.status != "ok":
            return f"{build.status} {build.message}", None
        if not builds.is_cpu(target):
            if not self.options.emulate:
                return None, None
            one.make(None)
            return run_here(one, build, hang_seconds(program))
        if not self.options.run:
            return None, None
        one.make(None)  # Unstable, if it is
        library = build.image + ".so"
        builds.link([build], library, self.setting)
        if build.status != "ok":
            return f"{build.status} {build.message}", None
        return run_apart(one, build, hang_seconds(program))

    def problems(self, program):
        """(target, text) of each target that fails."""
        found = []
        one = cases_tiles.case_of(program)
        for target in self.options.targets:
            target = older(program.seed) if target == "cpu" else target
            if not builds.can_compile(one, target):
                continue
            problem = self.problem(program, target)
            if problem:
                found.append((target, problem))
        return found


@functools.lru_cache(maxsize=None)
def processors():
    """This CPU, and older ones of its kind, whose code it runs too."""
    if platform.machine() != "x86_64":
        return ["cpu"]
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        has_avx2 = " avx2 " in file.read()
    return ["cpu", "cpu:x86-64-v2"] + ["cpu:x86-64-v3"] * has_avx2


def older(seed):
    """The CPU for the program of a seed: its vectors are of 16 to 64 bytes, with
    registers for masks or without."""
    return processors()[seed % len(processors())]


def run_with(kind, one, build):
    """Runs a case on a device of a kind: what is wrong, or None, and what identifies
    the results."""
    digest = hashlib.sha1()

    class Board(kind):
        """Notes what is read from it."""

        def read(self, address, size):
            found = super().read(address, size)
            digest.update(np.asarray(found).tobytes())
            return found

    status, message, _ = run_case.run_guarded(
        one, dataclasses.asdict(build), Board()
    )
    problem = None if status == "ok" else f"{status} {message}"
    return problem, digest.hexdigest()


def hang_seconds(program):
    return HANG_SECONDS.get(program.family, SMALL_HANG_SECONDS)


def run_here(one, build, seconds):
    """Runs a case in the emulator."""

    def stop(*_):
        raise TimeoutError(f"it hangs ({seconds} s)")

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        return run_with(emulator.Emulator, one, build)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def run_apart(one, build, seconds):
    """As run_with, in a process of its own."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)  # kills
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        problem, digest = run_with(host.Host, one, build)
        os.write(writer, json.dumps([(problem or "")[:2000], digest]).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        text = pipe.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return f"FAILED the kernel dies by signal {os.WTERMSIG(status)}", None
    problem, digest = json.loads(text)
    return problem or None, digest


# -- Processes


def examine(seed):
    """The failures of a seed and family, and the kinds of operations, in a process of
    the pool."""
    try:
        program = generate(*seed)
    except Exception:
        return seed, [("generator", traceback.format_exc(limit=-3))], set()
    with tempfile.TemporaryDirectory(dir=STATE["folder"]) as folder:
        problems = Examiner(STATE["options"], folder).problems(program)
        return seed, problems, contents.kinds_of(program)


def reduce(job):
    """The smallest program that fails as the seed's does on a target."""
    seed, target, problem = job
    program = generate(*seed)
    with tempfile.TemporaryDirectory(dir=STATE["folder"]) as folder:
        examiner = Examiner(STATE["options"], folder)
        small = shrink.shrink(
            program, problem, lambda q: examiner.problem(q, target)
        )
        return seed, target, small, examiner.problem(small, target)


STATE = {}


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("cm2tt")
    parser.add_argument("--seed", type=int, help="of the first program")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--targets", default="sm_80,sm_90a,cpu")
    parser.add_argument("--option", action="append", default=[],
                        help="one more for cm2tt, as in --option=--checked")  # fmt: skip
    parser.add_argument("--family", default="tiles",
                        help=f"names, of {', '.join(FAMILIES)}")  # fmt: skip
    parser.add_argument("--run", action="store_true", help="what runs on this CPU")
    parser.add_argument("--emulate", action="store_true",
                        help="run GPUs' code, too, without one")  # fmt: skip
    parser.add_argument("--variants", action="store_true",
                        help="run what must have the same results, too")  # fmt: skip
    parser.add_argument("--linker", help="ld.lld, for --run")
    parser.add_argument("--ptxas", nargs="?", const="",
                        help="assemble, with this program if it is named")  # fmt: skip
    parser.add_argument("--every", type=int, default=1,
                        help="assemble programs whose seed this divides")  # fmt: skip
    parser.add_argument("--shrink", type=int, default=3,
                        help="how many kinds of failures are made smaller")  # fmt: skip
    parser.add_argument("--kinds", type=int, metavar="N",
                        help="print how many programs have which operations; each kind"
                        " must be in N of them")  # fmt: skip
    parser.add_argument("--keep", help="a folder for failing programs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    options.targets = options.targets.split(",")
    options.family = options.family.split(",")
    for name in options.family:
        if name not in FAMILIES:
            parser.error(f"--family: unknown name '{name}'")
    if options.count < 1:
        parser.error("--count: expected a positive number")
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1, 10**9)
    return options


def report(small, target, problem, options):
    """Prints and keeps a reduced program."""
    folder = options.keep or tempfile.gettempdir()
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{small.family}-{small.seed}.{target}.ttir")
    text = write.text(small)
    more = f" --num-warps={small.warps} --num-stages={small.stages}"
    command = (
        f"{' '.join([options.cm2tt, *options.option])} {path} --target={target}"
        f"{'' if builds.is_cpu(target) else more} -o /dev/null"
    )
    numbers = ", ".join(
        f"{a.name} = {a.number}" for a in small.arguments if a.role == "scalar"
    )
    head = f"// {small.family} {small.seed}, {target}, grid {small.grid}, {numbers or 'no numbers'}\n"
    head += "".join(f"// {line}\n" for line in problem.split("\n")[:12])
    with open(path, "w") as file:
        file.write(f"{head}// {command}\n{text}")
    print(f"--- {small.family} {small.seed} on {target}, made smaller: {problem[:300]}")
    print(text if len(text) < 8000 else text[:8000] + "...")
    print(f"--- {command}", flush=True)


def are_frequent(made, least):
    """Prints in how many programs kinds of operations are; whether all are in
    enough."""
    counts = contents.count(made)
    for kind, number in counts.most_common():
        print(f"{number:6} {kind}")
    rare = [kind for kind, number in counts.items() if number < least]
    if rare:
        print(f"error: in fewer than {least} programs: {', '.join(rare)}")
    return not rare


def main():
    options = parse()
    last = options.seed + options.count
    print(f"seeds {options.seed} to {last - 1}: --seed={options.seed}"
          f" --count={options.count}", flush=True)  # fmt: skip
    begin = time.monotonic()
    kinds, refused, made = collections.defaultdict(list), 0, []
    with tempfile.TemporaryDirectory() as folder:
        STATE.update(options=options, folder=folder)
        with multiprocessing.get_context("fork").Pool(options.jobs) as pool:
            seeds = [(seed, family) for seed in range(options.seed, last)
                     for family in options.family]  # fmt: skip
            found = pool.imap_unordered(examine, seeds, chunksize=2)
            for done, (seed, problems, contained) in enumerate(found):
                made.append(contained)
                if done and done % 500 == 0:
                    print(f"{done} programs", flush=True)
                for target, problem in problems:
                    if problem == REFUSED:
                        refused += 1
                        continue
                    kind = f"{seed[1]} {target} {shrink.kind_of(problem)}"
                    kinds[kind].append((seed, target, problem))
                    if len(kinds[kind]) == 1:
                        line = problem.split("\n")[0][:200]
                        print(f"{seed[1]} {seed[0]} on {target}: {line}", flush=True)
            jobs = [min(found) for found in kinds.values()]
            jobs = [job for job in jobs if job[1] != "generator"][: options.shrink]
            for _, target, small, problem in pool.imap_unordered(reduce, jobs):
                report(small, target, problem, options)
    seconds = time.monotonic() - begin
    print(f"{len(seeds) / seconds:.1f} programs a second")
    failing = {seed for found in kinds.values() for seed, _, _ in found}
    print(f"{len(seeds)} programs for {', '.join(options.targets)},"
          f" {len(failing)} fail, {refused} refused")  # fmt: skip
    for kind, found in sorted(kinds.items(), key=lambda item: -len(item[1])):
        shown = " ".join(str(seed[0]) for seed, _, _ in sorted(found)[:6])
        print(f"{len(found):6} {kind}  seeds {shown}")
    if options.kinds is not None and not are_frequent(made, options.kinds):
        return 1
    if refused * 20 > len(seeds):
        print("error: too many programs are refused")
        return 1
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
