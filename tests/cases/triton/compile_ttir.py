# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles texts with Triton, each in a process of its own.

Usage: compile_ttir.py ARCHITECTURE SECONDS FILE..., in a Python that has
Triton. Prints a line `EXIT_CODE FILE` for each, negative where a signal ended
it or after SECONDS; what Triton says is in FILE.log. No GPU is needed.
"""

import os
import signal
import sys
import traceback

import triton
from triton.backends.compiler import GPUTarget


def compile_file(path, architecture, seconds):
    """Compiles down to a cubin, and ends the process."""
    signal.alarm(seconds)
    log = os.open(f"{path}.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    code = 1
    try:
        triton.compile(path, target=GPUTarget("cuda", architecture, 32))
        code = 0
    except Exception:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def wait(running):
    """Reports a process that has ended."""
    process, status = os.wait()
    path = running.pop(process)
    print(os.waitstatus_to_exitcode(status), path, flush=True)


def main(architecture, seconds, *paths):
    running = {}
    for path in paths:
        if len(running) == os.cpu_count():
            wait(running)
        process = os.fork()
        if process == 0:
            compile_file(path, int(architecture), int(seconds))
        running[process] = path
    while running:
        wait(running)


if __name__ == "__main__":
    main(*sys.argv[1:])
