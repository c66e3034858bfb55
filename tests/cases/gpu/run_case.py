# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a case that is compiled on a device, and compares what it computes.

Not here: the processes that do it (run.py)."""

import ctypes
import os
import re
import sys
import tempfile

import numpy as np

import case as cases_api
import device as gpu
import guards


def persistent_grid(one, metadata, values):
    """The grid to launch; adds the extents that a persistent kernel takes."""
    axes = metadata.get("persistentAxes", 0)
    if not axes:
        return one.grid
    values += [ctypes.c_uint32(extent) for extent in one.grid[:axes]]
    blocks = min(one.blocks, int(np.prod(one.grid[:axes])))
    return (blocks, *[1] * (axes - 1), *one.grid[axes:])


def run_case(one, build, board):
    """None, or what is wrong."""
    metadata = build["metadata"]
    parameters = metadata["parameters"]
    arguments = cases_api.flatten(
        one.make(np.random.default_rng(one.seed)), parameters
    )
    function, module = board.open(build["image"], metadata)
    board.free_all()
    packed, arrays, placed = {}, [], {}
    for index, argument in enumerate(arguments):
        if isinstance(argument, cases_api.Scalar):
            packed[index] = argument.packed()
            continue
        if isinstance(argument, cases_api.Same):
            continue
        descriptor = None
        if isinstance(argument, cases_api.Descriptor):
            descriptor, argument = argument, argument.array
        size = argument.values.dtype.itemsize
        # An array that several parameters have is in memory once.
        made = placed.get(id(argument))
        if not made:
            made = board.array(argument.values, argument.offset * size)
        placed[id(argument)] = made
        packed[index] = ctypes.c_uint64(made.address)
        if descriptor:
            layout = parameters[index]["tensorMap"]
            packed[index] = board.encode(
                descriptor.tensor_map(made.address, layout)
            )
        arrays.append((index, argument, made))
    addresses = {index: made.address for index, _, made in arrays}
    for index, argument in enumerate(arguments):
        if isinstance(argument, cases_api.Same):
            packed[index] = ctypes.c_uint64(addresses[argument.index])
    values = [
        board.encode(cases_api.described_map(p, parameters, arguments, addresses))
        if "recipe" in p
        else packed[p["index"]]
        for p in parameters
    ]
    grid = persistent_grid(one, metadata, values)
    if metadata.get("scratchBytes"):
        size = metadata["scratchBytes"] * int(np.prod(grid))
        scratch = board.array(np.zeros(size, np.uint8))
        values.append(ctypes.c_uint64(scratch.address))
    table = None
    if metadata.get("guarded"):
        places = {index: made for index, _, made in arrays}
        table = guards.Table(board, metadata, places)
        values.append(table.argument)
    board.start(function, grid, values)
    problems = list(table.problems(one.faults)) if table else []
    for index, argument, made in arrays:
        actual = made.fetch()
        if argument.expected is None:
            if actual.tobytes() != made.values.tobytes():
                problems.append(f"argument {index} has changed")
            continue
        problem = cases_api.compare(argument, actual)
        if problem:
            problems.append(f"argument {index}: {problem}")
    board.unload(module)
    return "; ".join(problems) or None


def run_captured(one, build, board):
    """As run_case, with what the kernel printed."""
    sys.stdout.flush()
    saved = os.dup(1)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        try:
            problem = run_case(one, build, board)
        finally:
            ctypes.CDLL(None).fflush(None)  # the driver prints by stdio
            os.dup2(saved, 1)
            os.close(saved)
        file.seek(0)
        text = file.read().decode(errors="replace")
    return problem or one.prints(text)


def run_guarded(one, build, board):
    """Status and message, and whether this process can use the device no more."""
    try:
        runner = run_captured if one.prints else run_case
        problem = runner(one, build, board)
    except gpu.DeviceError as error:
        if one.dies and re.search(one.dies, str(error)):
            return "ok", "", not board.is_alive()
        return "FAILED", str(error), not board.is_alive()
    except Exception as error:
        return "FAILED", f"test: {error!r}", False
    if one.dies:
        return "WRONG", "it lives", False
    return ("WRONG", problem, False) if problem else ("ok", "", False)
