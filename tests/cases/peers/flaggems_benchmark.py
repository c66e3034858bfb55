#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the times of FlagGems' operators on the GPU, by stock Triton and by cm2tt.

    flaggems_benchmark.py FLAGGEMS [--budget=SECONDS] [--out=FOLDER] [--words=WORDS]

FLAGGEMS is a checkout of FlagGems, or the files that take.py took of it. The cases are
those of its own benchmark at the level `core`: each operator has one type and about
five shapes; those of vLLM need no vLLM. First, many processes compile the cases with
both compilers and tune them as they fill the caches. Then one process for each
compiler measures, in turn, alone on the GPU: large shapes before small ones, cases
that need the profiler last. If there is time left, cases where one compiler is clearly
faster are measured again.

An operator that fails with stock Triton is left out. Each tuner tries a few of its
configurations, the same for both compilers, and each compiler uses its best one.
Prints a table, and writes it to `table.txt`, and the cases to `cases.jsonl`.

Needs a GPU, PyTorch, Triton 3.6, pytest, PyYAML and NumPy. Exits with 1 if a case
fails with cm2tt only, or if nothing was measured.
"""

import argparse
import collections
import compileall
import contextlib
import json
import math
import os
import queue
import select
import subprocess
import sys
import threading
import time

import benchmark_report
from benchmark_report import COMPILERS
from copies import prepare
from libraries import LIBRARIES
from run import HERE, PACKAGE

WORKER = os.path.join(HERE, "benchmark_worker.py")
COMPILING = 0.4  # of the budget, at most
LAST = 0.8  # of the time to measure, for the cases that graphs can hold
START_SECONDS = 120
COMPILE_SECONDS = 90  # of a case
MEASURE_SECONDS = 40
LARGE = 1 << 28  # elements; several GB
LARGE_CASES = 10  # that are compiled at the same time
ROUNDS = 2  # of measuring again
TRIES = 2  # starts of a worker that ends before it is ready


class Ended(RuntimeError):
    """A worker ended, or gave no answer in time."""


class Worker:
    """A process that runs cases with one compiler."""

    def __init__(self, options, clone, compiler, name, measures):
        self.options, self.compiler, self.name = options, compiler, name
        self.command = [
            sys.executable, options.worker, clone, f"--compiler={compiler}",
            f"--type={options.type}", f"--configurations={options.configurations}",
            *["--measures"] * measures, f"--words={options.words}",
            f"--samples={samples(options, compiler)}",
        ]  # fmt: skip
        self.environment = environment(options, clone, compiler, name)
        self.process, self.cases, self.waiting = None, None, b""

    def start(self):
        """Starts the process, without waiting for it."""
        log = os.path.join(self.options.out, f"{self.name}.log")
        with open(log, "ab") as errors:
            self.process = subprocess.Popen(
                self.command, env=self.environment, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=errors, bufsize=0,
                start_new_session=True)  # fmt: skip
        self.waiting, self.cases = b"", None

    def ready(self, seconds):
        """Waits for the cases."""
        if self.process is None:
            self.start()
        if self.cases is None:
            found = self.read(seconds)
            if "cases" not in found:
                self.stop()
                raise Ended(f"{self.compiler}: {found.get('error')}")
            self.cases = found["cases"]

    def read(self, seconds):
        """The next line of the process."""
        until, pipe = time.monotonic() + seconds, self.process.stdout
        while b"\n" not in self.waiting:
            left = until - time.monotonic()
            if left <= 0 or not select.select([pipe], [], [], left)[0]:
                self.stop()
                raise Ended(f"no answer in {seconds:.0f} s")
            more = os.read(pipe.fileno(), 1 << 16)
            if not more:
                code = self.process.wait()
                self.stop()
                raise Ended(f"the process ended with {code}")
            self.waiting += more
        line, _, self.waiting = self.waiting.partition(b"\n")
        return json.loads(line)

    def ask(self, case, method, seconds):
        """The answer for a case; an error in it if the process ends."""
        try:
            self.ready(START_SECONDS)
        except Ended as error:  # says nothing about the case
            return {"unstarted": str(error)}
        try:
            line = json.dumps({"case": case, "method": method}) + "\n"
            self.process.stdin.write(line.encode())
            found = self.read(seconds)
        except (Ended, OSError) as error:
            self.stop()
            return {"error": str(error)}
        if found.get("ends"):
            self.stop()
        return found

    def stop(self):
        if self.process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, 9)
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process, self.cases = None, None


def samples(options, compiler):
    return os.path.join(options.out, f"{compiler}.results")


def environment(options, clone, compiler, name):
    """The environment of a worker. Compilers share no cache of kernels; a process
    shares no choice of a tuner with another one."""
    library = LIBRARIES["flaggems"]
    own = {"out": os.path.join(options.out, "cache", compiler), "worker": name}
    before = os.environ.get("PYTHONPATH")
    folders = [HERE, os.path.abspath(options.package),
               *(os.path.join(clone, folder) for folder in library.folders)]
    return {
        **os.environ,
        **{key: value.format(**own) for key, value in library.environment.items()},
        "PYTHONPATH": os.pathsep.join(folders + [before] * bool(before)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "OMP_NUM_THREADS": "1",
        "TRITON_CACHE_DIR": os.path.join(options.out, "cache", compiler, "triton"),
        # For plugin.py, which here only tunes.
        "CM2TT_PEERS_COMPILER": compiler,
        "CM2TT_PEERS_OUTCOMES": os.devnull,
        "CM2TT_PEERS_DONE": os.devnull,
    }  # fmt: skip


def spread(cases):
    """The cases in an order that begins with the largest one of each benchmark; a
    second one of the same size comes after two others."""
    seen = collections.defaultdict(list)
    ranked = []
    for case in cases:
        sizes = seen[case["benchmark"]]
        late = 2.5 if case["size"] and case["size"] in sizes else 0
        ranked.append((len(sizes) + late, case))
        sizes.append(case["size"])
    return [case for _, case in sorted(ranked, key=lambda pair: pair[0])]


class Run:
    """The state of a comparison: a record for each case."""

    def __init__(self, options, cases):
        self.options = options
        self.order = spread(cases)
        self.records = {case["name"]: {**case, "ms": {c: [] for c in COMPILERS},
                                       "errors": {}, "compiled": []}
                        for case in self.order}  # fmt: skip

    def note(self, name, compiler, found):
        """Keeps an answer; whether it is a figure."""
        record = self.records[name]
        if found.get("absent"):
            record["absent"] = True
        elif "error" in found and not found.get("memory"):
            record["errors"].setdefault(compiler, found["error"])
        elif "ms" in found:
            if found["method"] != record.setdefault("method", found["method"]):
                self.forget(record)
            record["ms"][compiler].append(found["ms"])
            record["waits"] = found["method"] == "kernels"
        elif "waits" in found:
            record["compiled"].append(compiler)
            record["waits"] = record.get("waits", False) or found["waits"]
        return "ms" in found

    @staticmethod
    def forget(record):
        """Drops the figures of a graph, as the other compiler's cannot be one."""
        record["method"] = "kernels"
        for figures in record["ms"].values():
            figures.clear()

    def tasks(self):
        """Lists of cases that one process compiles with one compiler: of a benchmark
        the two first, then the others, as they have many kernels in common."""
        groups = collections.defaultdict(list)
        counts = collections.Counter()
        for case in self.order:
            part = counts[case["benchmark"]] >= 2
            counts[case["benchmark"]] += 1
            groups[part, case["benchmark"]].append(case["name"])
        # Stable: the first benchmarks, attention and products, tune for long.
        return [(compiler, names) for (part, _), names in
                sorted(groups.items(), key=lambda item: item[0][0])
                for compiler in COMPILERS]  # fmt: skip

    def compile(self, workers, deadline):
        """Runs all cases in many processes, until the deadline."""
        queues = {compiler: queue.Queue() for compiler in COMPILERS}
        for compiler, names in self.tasks():
            queues[compiler].put(names)

        large, nothing = threading.Semaphore(LARGE_CASES), contextlib.nullcontext()

        def serve(worker):
            failed = 0
            with contextlib.suppress(queue.Empty):
                while time.monotonic() < deadline and failed < TRIES:
                    for name in queues[worker.compiler].get_nowait():
                        left = deadline - time.monotonic()
                        if left <= 0:
                            break
                        with large if self.records[name]["size"] >= LARGE else nothing:
                            found = worker.ask(name, "compile",
                                               min(left + 5, COMPILE_SECONDS))
                        if "error" in found and time.monotonic() >= deadline:
                            break  # not its fault
                        failed += "unstarted" in found
                        self.note(name, worker.compiler, found)
            worker.stop()

        threads = [threading.Thread(target=serve, args=(worker,)) for worker in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for compiler in COMPILERS:
            done = sum(compiler in r["compiled"] for r in self.records.values())
            print(f"{compiler}: {done} of {len(self.records)} cases compiled",
                  flush=True)  # fmt: skip

    def measure_case(self, workers, name, turn, until):
        """A figure by each compiler, the first one in turn; none if one fails."""
        record = self.records[name]
        first, second = COMPILERS[::1 if turn % 2 == 0 else -1]
        self.figure(workers[first], name, until)
        if self.settled(record):
            return
        # Also if cm2tt fails: does Triton?
        figured = self.figure(workers[second], name, until)
        if figured and not record["errors"] and not record["ms"][first]:
            self.figure(workers[first], name, until)  # dropped: by another method

    @staticmethod
    def settled(record):
        """Whether it is known why there is no ratio."""
        return (record.get("absent") or "triton" in record["errors"]
                or benchmark_report.outcome(record) == "fails")  # fmt: skip

    def figure(self, worker, name, until):
        """Lets a worker measure; whether it did."""
        record, figured = self.records[name], False
        for method in self.methods(record, worker.compiler):
            left = until - time.monotonic()
            if left <= 0:
                return False
            # After `compile` it is known whether the host waits.
            method = method or ("kernels" if record.get("waits") else "graph")
            found = worker.ask(name, method, min(left, MEASURE_SECONDS))
            if "error" in found and time.monotonic() >= until:
                return False
            figured = self.note(name, worker.compiler, found)
            if "error" in found or "unstarted" in found or record.get("absent"):
                return False
        return figured

    @staticmethod
    def methods(record, compiler):
        """The methods to ask for until there is a figure; None for the one that
        suits the case."""
        return [None] if compiler in record["compiled"] else ["compile", None]

    def measure(self, workers, names, until):
        """Figures of these cases until time is up; the number of the cases."""
        done = 0
        for turn, name in enumerate(names):
            if time.monotonic() >= until:
                break
            record = self.records[name]
            if not self.settled(record):
                self.measure_case(workers, name, turn, until)
                done += 1
        return done

    def names(self, waits):
        """The names of the cases without figures, in order: first those that both
        have compiled."""
        names = [case["name"] for case in self.order
                 if self.records[case["name"]].get("waits", False) == waits
                 and not all(self.records[case["name"]]["ms"].values())]
        return sorted(names, key=lambda n: -len(set(self.records[n]["compiled"])))

    def again(self):
        """The names of the cases to measure again: those where one compiler is clearly
        faster, so that a disturbance favours neither."""
        large = benchmark_report.counted(self.records.values())
        far = {r["name"]: abs(math.log(benchmark_report.ratio_of(r))) for r in large}
        return sorted((name for name in far if far[name] > -math.log(
            benchmark_report.SLOW)), key=far.get, reverse=True)  # fmt: skip

    def measure_all(self, workers, end):
        """Graphs, kernels, then what is slow again."""
        begin = time.monotonic()
        middle = begin + LAST * (end - begin)
        print(f"graphs: {self.measure(workers, self.names(False), middle)} cases")
        print(f"kernels: {self.measure(workers, self.names(True), end)} cases")
        for _ in range(ROUNDS):
            done = self.measure(workers, self.again(), end)
            print(f"again: {done} cases", flush=True)


def differences(options, records):
    """How results differ, by the name of the case."""
    import zlib

    import results

    names = {f"{zlib.crc32(name.encode()):08x}": name for name in records}
    found = results.compare_folders(
        *(samples(options, compiler) for compiler in ("cm2tt", "triton")))
    print(f"results of {len(found)} cases compared, up to 16384 elements of each")
    return {names[digest]: text for digest, text in found.items()
            if text and digest in names}  # fmt: skip


def write(options, name, lines):
    with open(os.path.join(options.out, name), "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("clone", help="FlagGems")
    parser.add_argument("--budget", type=float, default=420, metavar="SECONDS",
                        help="for all of it (420)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--type", default="float16", help="of the elements, of the "
                        "operators that have it (float16)")
    parser.add_argument("--configurations", type=int, default=4, metavar="N",
                        help="of each tuner; 0: all (4)")
    parser.add_argument("--words", default="", help="cases of tests that pytest's -k "
                        "selects")
    parser.add_argument("--out", default="peers-out/benchmark")
    parser.add_argument("--package", default=PACKAGE, metavar="FOLDER", help="the "
                        "folder that has cm2tt_triton (python)")
    parser.add_argument("--worker", default=WORKER, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not os.path.isdir(options.clone):
        parser.error("FLAGGEMS: expected a checkout of FlagGems")
    if options.jobs < 2 or options.budget <= 0:
        parser.error("expected 2 jobs or more, and a time")
    options.out = os.path.abspath(options.out)
    return options


def compare(options, clone):
    """Compiles and measures; returns the records."""
    begin = time.monotonic()
    measuring = {compiler: Worker(options, clone, compiler, f"measure-{compiler}", True)
                 for compiler in COMPILERS}  # fmt: skip
    compiling = [Worker(options, clone, COMPILERS[i % 2], f"compile-{i}", False)
                 for i in range(options.jobs)]  # fmt: skip
    everyone = [*measuring.values(), *compiling]
    try:
        for worker in everyone:
            worker.start()
        for worker in measuring.values():
            worker.ready(START_SECONDS)
        run = Run(options, measuring["triton"].cases)
        print(f"{len(run.records)} cases of "
              f"{len({c['benchmark'] for c in run.order})} operators", flush=True)
        run.compile(compiling, begin + COMPILING * options.budget)
        print(f"compiled after {time.monotonic() - begin:.0f} s", flush=True)
        run.measure_all(measuring, begin + options.budget)
        print(f"measured after {time.monotonic() - begin:.0f} s", flush=True)
        return run.records
    finally:
        for worker in everyone:
            worker.stop()


def main():
    options = parse_options()
    os.makedirs(options.out, exist_ok=True)
    try:
        clone = prepare(LIBRARIES["flaggems"], os.path.abspath(options.clone),
                        os.path.join(options.out, "copy"))  # fmt: skip
    except ValueError as error:
        print(f"not of revision '{LIBRARIES['flaggems'].revision}': {error}")
        return 1
    compileall.compile_dir(clone, quiet=2, workers=options.jobs)  # a copy
    try:
        records = compare(options, clone)
    except Ended as error:
        print(f"nothing measured: {error}; see {options.out}/*.log")
        return 1
    write(options, "cases.jsonl", map(json.dumps, records.values()))
    differ = differences(options, records)
    lines = [*benchmark_report.table(records.values()), "",
             *benchmark_report.summary(list(records.values()), differ)]  # fmt: skip
    print("\n".join(lines))
    write(options, "table.txt", lines)
    outcomes = {benchmark_report.outcome(record) for record in records.values()}
    return 0 if "measured" in outcomes and "fails" not in outcomes else 1


if __name__ == "__main__":
    sys.exit(main())
