# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the checker and the reference interpreter against javac and java."""

import os
import subprocess
import tempfile

import interpret
import write_java


def run(programs):
    """The words of each run of each program, as Java computes them; raises
    RuntimeError if javac refuses a program."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "Kernels.java")
        with open(path, "w") as file:
            file.write(write_java.java_class(programs))
        for command in (["javac", "-d", folder, path], ["java", "-cp", folder, "Kernels"]):
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(done.stderr[:3000])
    return [[int(w) for w in line.split()] for line in done.stdout.splitlines()]


def check(programs):
    """The seeds of programs that the reference runs otherwise than Java."""
    buffers = iter(run(programs))
    wrong = []
    for program in programs:
        for arguments in program.arguments:
            if next(buffers) != interpret.Interpreter(program).run(arguments):
                wrong.append(program.seed)
    return wrong
