#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`cm2tt run` on NumPy's files, against NumPy: the way of the shell.

    check_run.py build/bin/cm2tt [--target=TARGET] [--models=FOLDER]

The target is the CPU unless another is given. The kernels of java/ are left out in a
build without their models.
"""

import argparse
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "..", "examples", "babylon")

import numpy as np  # noqa: E402

import java_models  # noqa: E402


class Shell:
    """Runs kernels by command lines, in a folder of their files."""

    def __init__(self, cm2tt, target, folder):
        self.cm2tt, self.target, self.folder = cm2tt, target, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def model(self, file, kernel, signature):
        """The model of a kernel in Java."""
        path = self.path(f"{kernel}.json")
        with open(path, "w") as out:
            out.write(java_models.model(file, kernel, kernel, signature))
        return path

    def run(self, model, grid, arguments, saved, *options):
        """The content of the argument `saved` afterwards."""
        command = [
            self.cm2tt, "run", model, f"--target={self.target}",
            f"--grid={grid}",
        ]  # fmt: skip
        for i, argument in enumerate(arguments):
            if isinstance(argument, np.ndarray):
                np.save(self.path(f"{i}.npy"), argument)
                argument = f"@{self.path(f'{i}.npy')}"
            command.append(f"--arg={argument}")
        result = self.path("result.npy")
        command += [f"--save={saved}:{result}", *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"exit {done.returncode}: {done.stderr.strip()}")
        return np.load(result)


def vector_add(shell, rng):
    n = 100_003
    x, y = rng.standard_normal((2, n)).astype(np.float32)
    model = f"{EXAMPLES}/vector-add/model.json"
    got = shell.run(model, 98, [x, y, f"zeros:fp32:{n}", n], 2)
    return got, (x + y).astype(np.float64), 0


def softmax(shell, rng):
    x = rng.standard_normal((33, 1000)).astype(np.float32)
    want = np.exp(x.astype(np.float64))
    want /= want.sum(1, keepdims=True)
    model = f"{EXAMPLES}/softmax/model.json"
    got = shell.run(model, 33, ["zeros:fp32:33x1000", x, 1000, 1000, 1000], 0)
    return got, want, 1e-6


def product(shell, rng):
    m, n, k = 70, 33, 50
    a = rng.uniform(-1, 1, (m, k)).astype(np.float16)
    b = rng.uniform(-1, 1, (k, n)).astype(np.float16)
    want = a.astype(np.float64) @ b.astype(np.float64)
    signature = ["*fp16", "*fp16", "*fp32", "i32", "i32", "i32", 32, 32, 16]
    model = shell.model("Products", "floats", signature)
    got = shell.run(model, "3,2", [a, b, f"zeros:fp32:{m}x{n}", m, n, k], 2)
    return got, want, 1e-4


def cumulative_sum(shell, rng):
    x = rng.integers(-9, 10, (5, 300)).astype(np.float32)
    model = shell.model("Rows", "cumulativeSum", ["*fp32", "*fp32", "i32", 64])
    got = shell.run(model, 5, [x, "zeros:fp32:5x300", 300], 1, "--constant=BLOCK=128")
    return got, x.cumsum(1).astype(np.float64), 0


def histogram(shell, rng):
    """On a CPU, one thread and several give the same."""
    x = rng.integers(0, 37, 10_000).astype(np.int32)
    model = shell.model("Memory", "histogram", ["*i32", "*i32", "i32", 128])
    arguments = [x, "zeros:i32:37", 10_000]
    ways = [["--threads=1"], ["--threads=4"]] if shell.target == "cpu" else [[]]
    got = [shell.run(model, 79, arguments, 1, *way) for way in ways]
    want = np.array([(x == i).sum() for i in range(37)])
    return np.stack(got), np.stack([want] * len(ways)), 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cm2tt")
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--models", help="where those of java/ are, else in the build")
    options = parser.parse_args()
    java_models.use_build(options.cm2tt, options.models)
    tests = [vector_add, softmax]
    if java_models.exist():
        tests += [product, cumulative_sum, histogram]
    failures = 0
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                got, want, bound = test(
                    Shell(options.cm2tt, options.target, folder),
                    np.random.default_rng(7),
                )
                error = float(np.max(np.abs(got.reshape(want.shape) - want)))
                problem = "" if error <= bound else f"off by {error:.3g}"
            except RuntimeError as failed:
                problem = str(failed)
        print(f"{test.__name__}: {problem or 'ok'}")
        failures += bool(problem)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
