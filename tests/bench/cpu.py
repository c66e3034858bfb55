#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels on the CPU beside C++ loops and OpenBLAS; one table.

    cpu.py build/bin/cm2tt [--threads 1,2] [--runs N] [--target cpu]

Vector add and softmax of the examples against plain loops of the same work,
compiled by g++ -O3 -march=native and again with -ffast-math, which lets it
vectorise reductions; products of f32 matrices of 1024 against OpenBLAS
(Debian: libopenblas0-pthread), by the tile that is the fastest in a run of its
own. All run on as many threads of this process. Last, the time from the code model
in JSON to the result in a new process.

Numbers are medians over rounds in which each runs once. The result is filled with
NaN before each run, and compared after the first and the last one of each, C++
loops and OpenBLAS included; a wrong result ends the program. Needs NumPy, g++ and
ld.lld; what is missing is left out.
"""

import argparse
import ctypes
import dataclasses
import datetime
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import typing

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import folders  # noqa: E402

folders.use("cases/gpu", "cases/kernels", "oracles/elements")
ROOT = folders.PROJECT

import build as builds_api  # noqa: E402
import host  # noqa: E402
import java_models  # noqa: E402

PAUSE = 0.05  # seconds in which the threads of OpenBLAS stop to wait actively
SELECTING_RUNS = 8  # in which the fastest tile is found
CHUNKS = 16  # of a thread's work; threads take them as they come
LOOPS = r"""
#include <cmath>
#include <cstdint>
extern "C" void add(const float *x, const float *y, float *out, int64_t begin,
                    int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    out[i] = x[i] + y[i];
}
extern "C" void softmax(const float *x, float *out, int64_t columns,
                        int64_t begin, int64_t end) {
  for (int64_t row = begin; row < end; ++row) {
    const float *from = x + row * columns;
    float *to = out + row * columns;
    float greatest = -INFINITY, sum = 0;
    for (int64_t i = 0; i < columns; ++i)
      greatest = from[i] > greatest ? from[i] : greatest;
    for (int64_t i = 0; i < columns; ++i)
      sum += to[i] = std::exp(from[i] - greatest);
    for (int64_t i = 0; i < columns; ++i)
      to[i] /= sum;
  }
}
"""
TILES = ((32, 32, 32), (32, 64, 64), (64, 64, 64), (64, 64, 128), (64, 128, 64),
         (128, 128, 64), (128, 128, 128), (32, 128, 256))  # fmt: skip


class Kernel:
    """A compiled kernel; programs [begin, end) run by one call."""

    def __init__(self, setting, source, name, *options):
        base = os.path.join(setting.folder, name)
        subprocess.run(
            [setting.cm2tt, source, f"--target={setting.target}", "--emit=obj",
             "-o", f"{base}.o", f"--metadata={base}.json", *options], check=True,
        )  # fmt: skip
        subprocess.run(
            [setting.linker, "-shared", "-z", "defs", "-o", f"{base}.so",
             f"{base}.o", *builds_api.system_libraries()], check=True,
        )  # fmt: skip
        with open(f"{base}.json") as file:
            self.metadata = json.load(file)
        symbol = self.metadata.get("symbol", self.metadata["name"])
        self.call = getattr(ctypes.CDLL(f"{base}.so"), symbol)
        self.scratch = threading.local()

    def runner(self, grid, *arguments):
        """A function of a range of programs. Arguments: arrays and ctypes."""
        values = [
            ctypes.c_void_p(a.ctypes.data) if isinstance(a, np.ndarray) else a
            for a in arguments
        ]
        values = [values[p["index"]] for p in self.metadata["parameters"]]
        pointers = (ctypes.c_void_p * len(values))(
            *[ctypes.addressof(v) for v in values]
        )

        def run(begin, end):
            if not hasattr(self.scratch, "memory"):
                self.scratch.memory = host.Memory(self.metadata["scratchBytes"])
            launch = host.Launch(begin=begin, end=end, grid=grid,
                                 scratch=self.scratch.memory.address)  # fmt: skip
            self.call(ctypes.byref(launch), pointers)

        run.kept = values
        return run


class Pool:
    """Threads that stay, since starting them takes as long as small kernels."""

    def __init__(self, count):
        self.count, self.lock = count, threading.Lock()
        self.begin = threading.Barrier(count)
        self.end = threading.Barrier(count)
        for _ in range(count - 1):
            threading.Thread(target=self.loop, daemon=True).start()

    def loop(self):
        while True:
            self.begin.wait()
            self.work()
            self.end.wait()

    def work(self):
        while True:
            with self.lock:
                first = self.next
                self.next = min(first + self.chunk, self.total)
                last = self.next
            if first == last:
                return
            self.function(first, last)

    def run(self, function, total):
        self.function, self.total, self.next = function, total, 0
        self.chunk = max(1, math.ceil(total / (self.count * CHUNKS)))
        if self.count == 1:
            return function(0, total)
        self.begin.wait()
        self.work()
        self.end.wait()


def median(function, runs):
    """Seconds, after a warm-up."""
    times = []
    for _ in range(runs + 2):
        begin = time.perf_counter()
        function()
        times.append(time.perf_counter() - begin)
    return statistics.median(times[2:])


@dataclasses.dataclass
class Entrant:
    """A timed function without arguments that fills an array."""

    label: str
    run: typing.Callable
    out: np.ndarray
    want: np.ndarray
    bound: float  # of the absolute error

    def timed(self):
        """Seconds of one run, on a result that is NaN before."""
        self.out.fill(np.nan)
        begin = time.perf_counter()
        self.run()
        return time.perf_counter() - begin

    def check(self, name):
        error = float(np.max(np.abs(self.out - self.want)))
        if not error <= self.bound:
            sys.exit(f"{name} by {self.label} is wrong: off by {error:.3g}, allowed are"
                     f" {self.bound:.3g}")  # fmt: skip


def interleaved(name, entrants, runs, pause=0.0):
    """Seconds of each, by label: medians over rounds in which each runs once,
    so that what else happens on the computer meets all alike. Two rounds more
    come first, in which results are checked, as they are after the last one."""
    times = {one.label: [] for one in entrants}
    for turn in range(-2, runs):
        for one in entrants:
            time.sleep(pause)
            times[one.label].append(one.timed())
            if turn in (-2, runs - 1):
                one.check(name)
    return {label: statistics.median(all[2:]) for label, all in times.items()}


def compile_loops(setting):
    """The C++ loops, by label."""
    source = os.path.join(setting.folder, "loops.cpp")
    with open(source, "w") as file:
        file.write(LOOPS)
    found = {}
    for label, more in (("g++ -O3", []), ("g++ -ffast-math", ["-ffast-math"])):
        library = source.replace(".cpp", f"{len(found)}.so")
        command = ["g++", "-O3", "-march=native", "-shared", "-fPIC", source,
                   "-o", library, *more]  # fmt: skip
        try:
            subprocess.run(command, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"left out: {label}: {error}")
            continue
        found[label] = ctypes.CDLL(library)
    return found


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


def vector_add(setting, loops, pools):
    n, block = 1 << 25, 1024
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((2, n), np.float32)
    out = np.zeros(n, np.float32)
    kernel = Kernel(
        setting, f"{ROOT}/examples/babylon/vector-add/model.json", "add",
        f"--signature=*fp32:16,*fp32:16,*fp32:16,i32:16,{block}",
    )  # fmt: skip
    programs = n // block
    run = kernel.runner((programs, 1, 1), x, y, out, ctypes.c_int32(n))
    want = x + y
    name = "vector add, 2^25"
    for threads, pool in pools.items():
        entrants = [Entrant("cm2tt", lambda: pool.run(run, programs), out, want, 0)]
        for label, library in loops.items():
            loop = lambda first, last, f=library.add: f(
                pointer(x), pointer(y), pointer(out), ctypes.c_int64(first),
                ctypes.c_int64(last),
            )  # fmt: skip
            function = lambda loop=loop: pool.run(loop, n)
            entrants.append(Entrant(label, function, out, want, 0))
        row = interleaved(name, entrants, setting.runs)
        yield f"{name}, {threads} threads", "GB/s", 12e-9 * n, row


def softmax(setting, loops, pools):
    rows, columns = 4096, 1024
    x = np.random.default_rng(2).standard_normal((rows, columns), np.float32)
    out = np.zeros((rows, columns), np.float32)
    want = np.exp(x.astype(np.float64))
    want /= want.sum(1, keepdims=True)
    kernel = Kernel(setting, f"{ROOT}/examples/babylon/softmax/model.json", "softmax")
    numbers = [ctypes.c_int32(columns) for _ in range(3)]
    run = kernel.runner((rows, 1, 1), out, x, *numbers)
    name, work = f"softmax, {rows} x {columns}", 8e-9 * rows * columns
    for threads, pool in pools.items():
        entrants = [Entrant("cm2tt", lambda: pool.run(run, rows), out, want, 1e-6)]
        for label, library in loops.items():
            loop = lambda first, last, f=library.softmax: f(
                pointer(x), pointer(out), ctypes.c_int64(columns),
                ctypes.c_int64(first), ctypes.c_int64(last),
            )  # fmt: skip
            function = lambda loop=loop: pool.run(loop, rows)
            entrants.append(Entrant(label, function, out, want, 1e-6))
        row = interleaved(name, entrants, setting.runs)
        yield f"{name}, {threads} threads", "GB/s", work, row


def open_blas():
    for name in ("libopenblas.so.0", "libopenblas.so"):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    print("left out: OpenBLAS")
    return None


def describe(blas, flags):
    """Prints OpenBLAS's version and options, and the kernels that it takes here.
    It takes those without AVX for processors that are newer than it is: then the
    script starts again and names the right ones."""
    for name in ("openblas_get_config", "openblas_get_corename"):
        getattr(blas, name).restype = ctypes.c_char_p
    kernels = blas.openblas_get_corename().decode()
    right = "SkylakeX" if "avx512vl" in flags else "Haswell"
    is_old = kernels in ("Prescott", "Core2", "Nehalem") and "avx2" in flags
    if is_old and "OPENBLAS_CORETYPE" not in os.environ:
        print(f"# OpenBLAS takes kernels for {kernels} here; OPENBLAS_CORETYPE={right}"
              " is set", flush=True)  # fmt: skip
        environment = os.environ | {"OPENBLAS_CORETYPE": right}
        os.execve(sys.executable, [sys.executable, "-B", *sys.argv], environment)
    print(f"# {blas.openblas_get_config().decode()}, kernels for {kernels}")


def blas_product(blas, a, b, c):
    """c = a b, row-major."""
    m, n, k = len(a), b.shape[1], len(b)
    one, zero = ctypes.c_float(1), ctypes.c_float(0)
    blas.cblas_sgemm(101, 111, 111, m, n, k, one, pointer(a), k, pointer(b), n,
                     zero, pointer(c), n)  # fmt: skip


def product(setting, loops, pools):
    size = 1024
    rng = np.random.default_rng(3)
    a, b = rng.uniform(-1, 1, (2, size, size)).astype(np.float32)
    c = np.zeros((size, size), np.float32)
    want = a.astype(np.float64) @ b.astype(np.float64)
    runners = {}
    for tile in TILES:
        label = "x".join(map(str, tile))
        source = os.path.join(setting.folder, f"product{label}.json")
        numbers = ["i32:16"] * 3
        with open(source, "w") as file:
            file.write(java_models.model(
                "Products", "floats", f"product{label}",
                ["*fp32:16"] * 3 + numbers + list(tile),
            ))  # fmt: skip
        kernel = Kernel(setting, source, f"product{label}")
        grid = (size // tile[0], size // tile[1], 1)
        sizes = [ctypes.c_int32(size) for _ in range(3)]
        runners[label] = grid[0] * grid[1], kernel.runner(grid, a, b, c, *sizes)
    name, work = f"f32 product, {size}", 2e-9 * size**3
    entrant = lambda label, run: Entrant(label, run, c, want, 1e-3)
    for threads, pool in pools.items():
        tiles = [
            entrant(label, lambda of=of: pool.run(of[1], of[0]))
            for label, of in runners.items()
        ]
        found = interleaved(name, tiles, SELECTING_RUNS)
        best = min(found, key=found.get)
        programs, run = runners[best]
        # Once more beside its peers: the least of several is too low.
        entrants = [entrant("cm2tt", lambda: pool.run(run, programs))]
        if setting.blas:
            setting.blas.openblas_set_num_threads(threads)
            multiply = lambda: blas_product(setting.blas, a, b, c)
            entrants.append(entrant("OpenBLAS", multiply))
        row = interleaved(name, entrants, setting.runs, PAUSE)
        yield f"{name}, {threads} threads (tiles {best})", "GFLOP/s", work, row


def first_run(setting):
    """Milliseconds of a process from JSON to the result of vector add."""
    n, out = 100_000, os.path.join(setting.folder, "sum.npy")
    command = [
        setting.cm2tt, "run", f"{ROOT}/examples/babylon/vector-add/model.json",
        f"--target={setting.target}", "--grid=98", f"--arg=random:fp32:{n}",
        f"--arg=random:fp32:{n}", f"--arg=zeros:fp32:{n}", f"--arg={n}",
        f"--save=2:{out}",
    ]  # fmt: skip
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    done = subprocess.run(command, text=True, check=False, **quiet)
    if done.returncode != 0:
        return f"fails: {done.stderr.strip()[:200]}"
    seconds = median(lambda: subprocess.run(command, check=True, **quiet), 20)
    return f"{1e3 * seconds:.1f} ms"


def first_line(*command):
    """The version that a program prints; nothing if it cannot run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip().split("\n")[0]


def introduce(setting):
    """The computer, the date, and the versions of what is compared."""
    with open("/proc/cpuinfo") as file:
        lines = file.readlines()
    model = next((x for x in lines if x.startswith("model name")), ": ?")
    flags = next((x for x in lines if x.startswith("flags")), "").split()
    setting.blas = open_blas()
    if setting.blas:
        describe(setting.blas, flags)
    commit = first_line("git", "-C", ROOT, "describe", "--always", "--dirty")
    print(f"# {model.split(':')[1].strip()}, {os.cpu_count()} CPUs,"
          f" {datetime.date.today()}, commit {commit or '?'}")  # fmt: skip
    print(f"# {first_line('g++', '--version') or 'no g++'}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("cm2tt")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--linker")
    setting = parser.parse_args()
    java_models.use_build(setting.cm2tt)
    if not java_models.exist():
        sys.exit("there are no models of kernels in Java: build with a JDK")
    setting.linker = builds_api.find_linker(setting.linker)
    if not setting.linker:
        sys.exit("there is no ld.lld")
    pools = {int(n): Pool(int(n)) for n in setting.threads.split(",")}
    columns = ("cm2tt", "g++ -O3", "g++ -ffast-math", "OpenBLAS")
    introduce(setting)
    with tempfile.TemporaryDirectory() as setting.folder:
        loops = compile_loops(setting)
        print(f"{'':52}{'':9}" + "".join(f"{c:>17}" for c in columns))
        for part in (vector_add, softmax, product):
            for name, unit, work, row in part(setting, loops, pools):
                cells = [f"{work / row[c]:.1f}" if c in row else "" for c in columns]
                print(f"{name:52}{unit:9}" + "".join(f"{c:>17}" for c in cells),
                      flush=True)  # fmt: skip
        print(f"{'first run of vector add, JSON to result':52}{first_run(setting)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
