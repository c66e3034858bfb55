#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a corpus without a GPU: each kernel's PTX in the emulator, against the CPU.

    emulate.py CM2TT CORPUS [--filter=REGEX] [--every=N] [--targets=sm_90a,sm_80]

The text of a kernel does not contain arguments: arguments.py chooses values. A run
on the CPU with checked accesses shows whether they keep the kernel inside of its
buffers; smaller sizes are tried until they do. The PTX for each target then runs
with the same arguments in oracles/ptx_emulator, which reports faults: accesses to bytes
that the CPU does not access, missing barriers and so on. All buffers are compared
with those of the CPU, with a bound that allows for other orders of sums.

A kernel is ok, DIFFERS, a FAULT (of the compiler, or reported by the emulator),
refused by the compiler, slow, or has "no arguments" that keep it in its buffers.
Indices of equal values and sums that cancel may differ without being wrong. Exits
with 1 if any kernel differs or has a fault, or fewer than --at-least are ok, and
with 77 if there is no corpus.
"""

import argparse
import collections
import ctypes
import dataclasses
import json
import math
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("cases/gpu", "oracles", "oracles/elements")

import numpy as np  # noqa: E402

import arguments  # noqa: E402
import build as builds_api  # noqa: E402
import case as cases_api  # noqa: E402
import corpus  # noqa: E402
import device  # noqa: E402
import formats  # noqa: E402
import host  # noqa: E402
from ptx_emulator import emulator  # noqa: E402

SKIPPED = 77
BLOCKS = 3  # of a persistent kernel
REFUSED = 1  # the exit code of cm2tt if the error is in the kernel
host.THREADS = 1  # each access calls Python, from one thread at a time
# Sizes and strides that no user chose let the rows of a tile overlap.
emulator.Emulator.finds_races = False
BAD = ("DIFFERS", "FAULT")
NO_ARGUMENTS = "no arguments"
OUTSIDE = re.compile(r"outside of all arrays|a bad access|assertion: ")


class Refused(RuntimeError):
    """The compiler refuses the kernel."""


class Fault(RuntimeError):
    """The compiler crashes, or the emulator reports an error where the reference has
    none."""


@dataclasses.dataclass
class Run:
    """The result of a run: the values of the buffers after it, and, if accesses are
    checked, which bytes of each buffer the kernel accesses."""

    buffers: list
    accessed: list = None


# -- Compiling and running


def compile_for(kernel, target, folder, setting, launcher="recipes,grid,values", values=None):
    """A builds_api.Build; raises Refused. With `values` it is code that suits them."""
    path = kernel.write(folder)
    is_cpu = builds_api.is_cpu(target)
    build = builds_api.Build(image=f"{path}.{target}.{'o' if is_cpu else 'ptx'}")
    metadata = f"{path}.{target}.json"
    command = [setting.cm2tt, path, "-o", build.image, f"--target={target}",
               f"--metadata={metadata}", "--color=never",
               *(["--checked"] if is_cpu else [*kernel.flags(), f"--launcher={launcher}"]),
               *setting.option]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    text = f"{target}: exit {done.returncode}: {done.stderr.strip()[:300]}"
    if done.returncode == REFUSED:
        raise Refused(text)
    if done.returncode != 0:
        raise Fault(text)
    with open(metadata, encoding="utf-8") as file:
        build.metadata = json.load(file)
    if values:
        given = [Given(argument.element, value) for argument, value in values]
        if lacking := cases_api.unsuited(build.metadata, given):
            words = [word for word in launcher.split(",") if word not in lacking]
            return compile_for(kernel, target, folder, setting, ",".join(words), values)
    if is_cpu:
        builds_api.link([build], f"{build.image}.so", setting)
        if build.status != "ok":
            raise Refused(build.message)
    return build


@dataclasses.dataclass
class Given:
    """The value of an argument, for recipes of tensor maps."""

    element: str
    value: object


def launch(board, build, grid, values, reference=None):
    """Runs a kernel on a device. If the reference has the bytes that the kernel
    accesses, accesses to others are errors."""
    opened, module = board.open(build.image, build.metadata)
    board.free_all()
    packed, arrays = [], []
    for argument, value in values:
        if argument.is_pointer:
            arrays.append(board.array(value))
            packed.append(ctypes.c_uint64(arrays[-1].address))
        else:
            packed.append(cases_api.Scalar(argument.element, value).packed())
    if isinstance(board, host.Host):
        board.accesses = []
    elif reference and reference.accessed:
        for made, bytes_ in zip(arrays, reference.accessed):
            board.memory.restrict(made.address, bytes_)
    parameters = build.metadata["parameters"]
    given = [Given(argument.element, value) for argument, value in values]
    addresses = {i: packed[i].value for i, (each, _) in enumerate(values) if each.is_pointer}
    passed = [
        board.encode(cases_api.described_map(p, parameters, given, addresses))
        if "recipe" in p
        else packed[p["index"]]
        for p in parameters
    ]
    axes = build.metadata.get("persistentAxes", 0)
    passed += [ctypes.c_uint32(extent) for extent in grid[:axes]]
    if axes:
        blocks = min(BLOCKS, math.prod(grid[:axes]))
        grid = (blocks, *[1] * (axes - 1), *grid[axes:])
    board.start(opened, grid, passed)
    run = Run([made.fetch() for made in arrays])
    if isinstance(board, host.Host):
        run.accessed = [bytes_of(made, board.accesses) for made in arrays]
    board.unload(module)
    return run


def bytes_of(made, accesses):
    """Which bytes of an array are among the accesses."""
    found = np.zeros(made.values.nbytes, bool)
    where = np.array(accesses, np.uint64).reshape(-1, 2)
    first, size = (where[:, 0] - np.uint64(made.address)).astype(np.int64), where[:, 1]
    for width in (1, 2, 4, 8):
        inside = first[(first >= 0) & (first < len(found)) & (size == width)]
        for byte in range(width):
            found[inside + byte] = True
    return found


def board_of(target):
    """A device that runs the code for a target."""
    return host.Host() if builds_api.is_cpu(target) else emulator.Emulator()


def run_reference(kernel, target, folder, setting):
    """Arguments that keep the kernel in its buffers, as (grid, values), and the
    result of the target for them; raises DeviceError if no arguments fit."""
    build = compile_for(kernel, target, folder, setting)
    for number, sizes in enumerate(arguments.SIZES):
        _, grid, values = arguments.make(kernel, sizes)
        try:
            return grid, values, launch(board_of(target), build, grid, values)
        except device.DeviceError as error:
            last = number + 1 == len(arguments.SIZES)
            if last or not OUTSIDE.search(str(error)):
                raise
    return None


# -- Comparing


def differences(values, expected, actual):
    """Texts that say which buffers differ, and by how much."""
    pointers = [(a, value) for a, value in values if a.is_pointer]
    for (argument, before), want, got in zip(pointers, expected.buffers, actual.buffers):
        text = difference(argument, before, want, got)
        if text:
            yield f"{argument.name}: {text}"


def difference(argument, before, want, got):
    """None, or how two buffers differ."""
    if argument.element not in formats.FLOATS:
        wrong = want != got
        return _first(wrong, want, got) if wrong.any() else None
    touched = (bits(want) != bits(before)) | (bits(got) != bits(before))
    if not touched.any():
        return None
    want, got = (formats.decode(x, argument.element) for x in (want, got))
    with np.errstate(all="ignore"):
        finite = np.abs(want[touched & np.isfinite(want)])
        scale = np.sqrt(np.mean(finite**2)) if finite.size else 0.0
        limit = 0.02 * np.abs(want) + 0.02 * scale
        same = (want == got) | (np.isnan(want) & np.isnan(got))
        wrong = touched & ~same & ~(np.abs(want - got) <= limit)
    return _first(wrong, want, got) if wrong.any() else None


def bits(values):
    """The stored bits, which compare equal where NaNs do not."""
    return values.view(f"u{values.dtype.itemsize}")


def _first(wrong, want, got):
    places = np.flatnonzero(wrong)
    shown = ", ".join(f"[{i}] {got[i]} for {want[i]}" for i in places[:3])
    return f"{len(places)} differ: {shown}"


# -- Kernels


def examine(kernel, setting):
    """The verdict on a kernel, as (verdict, message)."""
    targets = list(setting.targets)
    with tempfile.TemporaryDirectory() as folder:
        try:
            try:
                found = run_reference(kernel, "cpu", folder, setting)
            except Refused as error:  # PTX, or an operation missing on CPUs
                if "CPU" not in str(error):
                    raise
                found = run_reference(kernel, targets.pop(), folder, setting)
            problems = list(compare(kernel, targets, found, folder, setting))
        except Refused as error:
            return "refused", str(error)
        except device.DeviceError as error:
            outside = OUTSIDE.search(str(error))
            return NO_ARGUMENTS if outside else "FAULT", str(error)
        except Fault as error:
            return "FAULT", str(error)
    return ("DIFFERS", "; ".join(problems)) if problems else ("ok", "")


def compare(kernel, targets, reference, folder, setting):
    """Runs the kernel for the targets; the differences from the reference, as texts."""
    grid, values, expected = reference
    for target in targets:
        build = compile_for(kernel, target, folder, setting, values=values)
        try:
            actual = launch(board_of(target), build, grid, values, expected)
        except device.DeviceError as error:
            raise Fault(f"{target}: {error}") from None
        for text in differences(values, expected, actual):
            yield f"{target}: {text}"


def examine_in_process(kernel, setting):
    """As examine, in a process of its own, which a crash or the time may end."""
    receive, send = multiprocessing.Pipe(False)

    def work():
        try:
            send.send(examine(kernel, setting))
        except Exception as error:
            send.send(("FAULT", f"test: {error!r}"))

    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    send.close()
    try:
        found = receive.recv() if receive.poll(setting.kernel_seconds) else None
    except EOFError:
        process.join()
        found = "FAULT", f"crashes ({process.exitcode})"
    process.kill()
    process.join()
    return found or ("slow", f"over {setting.kernel_seconds} s")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("cm2tt")
    parser.add_argument("corpus")
    parser.add_argument("--filter", default="", help="a regex of kernels' names")
    parser.add_argument("--every", type=int, default=1, help="takes each Nth kernel")
    parser.add_argument("--targets", default="sm_90a,sm_80")
    parser.add_argument("--option", action="append", default=[],
                        help="more for cm2tt")  # fmt: skip
    parser.add_argument("--kernel-seconds", type=float, default=120,
                        help="what takes longer is slow")  # fmt: skip
    parser.add_argument("--time-limit", type=float, default=float("inf"),
                        help="seconds after which no kernel is begun")  # fmt: skip
    parser.add_argument("--at-least", type=int, default=1,
                        help="kernels that must be ok")  # fmt: skip
    parser.add_argument("--linker", help="ld.lld, for the CPU")
    parser.add_argument("--json", help="a file to which each verdict is added")
    setting = parser.parse_args()
    setting.targets = setting.targets.split(",")
    setting.linker = builds_api.find_linker(setting.linker)
    return setting


def chosen(path, setting):
    """The selected kernels of the corpus, with their functions' names."""
    found = []
    for kernel in corpus.read(path):
        if "tt.func public" not in kernel.text:
            continue
        name = f"{kernel.name} {arguments.signature(kernel.text)[0]}"
        if re.search(setting.filter, name):
            found.append((name, kernel))
    return found[:: setting.every]


def main():
    setting = parse_arguments()
    path = corpus.find(setting.corpus)
    if not path:
        return SKIPPED
    counts, deadline = collections.Counter(), time.monotonic() + setting.time_limit
    for name, kernel in chosen(path, setting):
        if time.monotonic() > deadline:
            break
        begin = time.monotonic()
        verdict, message = examine_in_process(kernel, setting)
        counts[verdict] += 1
        if verdict != "ok":
            print(f"{verdict} {name}: {' '.join(message.split())[:400]}", flush=True)
        if setting.json:
            row = {"kernel": name, "verdict": verdict, "message": message,
                   "seconds": round(time.monotonic() - begin, 2)}  # fmt: skip
            with open(setting.json, "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))
    if counts["ok"] < setting.at_least:
        print(f"error: {counts['ok']} kernels are ok, expected {setting.at_least}")
        return 1
    return 1 if any(counts[verdict] for verdict in BAD) else 0


if __name__ == "__main__":
    sys.exit(main())
