# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of programs by way of Java: they are written as Java, and the javac
front end makes the models of all of them at once.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders

folders.use("cases/kernels")

import java_models
import write_java
import write_model

PRELUDE = """\
import io.github.cm2tt.lang.*;
import java.util.function.*;

public class Kernels {
    record Pair(int first, int second) {}
    record Mixed(long wide, boolean flag, Pair pair) {}
"""
FUNCTION = re.compile(r'^func .*?@"(\w+)_(\d+)"', re.M)


class Failed(Exception):
    """The front end refuses a program."""


def source(programs):
    """One class; the methods of program i have the suffix `_i`."""
    text = PRELUDE
    for i, program in enumerate(programs):
        methods = write_java.JavaWriter(program, f"_{i}").write()
        methods = re.sub(r"^( *)(static void k_.*)$", _annotated, methods, flags=re.M)
        text += methods + "\n"
    return text + "}\n"


def _annotated(kernel):
    """The declaration of a kernel with annotations; N is a constant."""
    return f"{kernel[1]}@Kernel " + re.sub(r"\bint N\b", "@Constant int N", kernel[2])


def split(text):
    """The functions of each program, the kernel under the name `k`."""
    parts = collections.defaultdict(str)
    starts = list(FUNCTION.finditer(text))
    ends = [start.start() for start in starts[1:]] + [len(text)]
    for start, end in zip(starts, ends):
        name, program = start.group(1), int(start.group(2))
        function = text[start.start() : end]
        if name == "k":
            function = function.replace(f'@"k_{program}"', '@"k"', 1)
        parts[program] += function
    return parts


class FrontEnd:
    """The front end's jar, and the `java` that runs it."""

    def __init__(self, java, jar):
        self.java = java
        self.jar = jar

    def models(self, programs):
        """The model of each program, as text."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "Kernels.java")
            made = os.path.join(folder, "model.cm")
            with open(path, "w") as file:
                file.write(source(programs))
            command = [self.java, *java_models.QUICK, "-jar", self.jar, path, "-o", made]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                raise Failed(f"exit {done.returncode}\n{done.stderr[:3000]}")
            with open(made) as file:
                functions = split(file.read())
        return [
            write_model.header(program) + functions[i]
            for i, program in enumerate(programs)
        ]
