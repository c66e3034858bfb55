# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows what cm2tt does with an example, and checks what comes out:

    demo.py CM2TT FOLDER EXAMPLE [--small] [option of cm2tt run]...

Prints the kernel in Java and in Triton's IR, runs it on a GPU or, without one,
on the CPU, compares the result with one computed here, and measures. Files go
to FOLDER. --small measures small sizes. Nothing but Python's own library is
needed. tools/demo builds cm2tt first.
"""

import array
import math
import operator
import os
import random
import re
import shlex
import struct
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Failure(Exception):
    """An error that ends the demo, with a message for its user."""


# ---------------------------------------------------------------------------
# Arrays in NumPy's format
# ---------------------------------------------------------------------------

# Python's array module has no halves; struct does.
FORMATS = {"<f4": "f", "<f2": "e"}


def write_npy(path, descr, shape, values):
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header.encode())
        file.write(struct.pack(f"<{len(values)}{FORMATS[descr]}", *values))


def read_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    start = 10 + int.from_bytes(data[8:10], "little")
    descr = re.search(rb"'descr': '([^']*)'", data[:start])[1].decode()
    count = (len(data) - start) // int(descr[2])
    return struct.unpack(f"<{count}{FORMATS[descr]}", data[start:])


def numbers(count, descr="<f4", least=0.0):
    """Random numbers up to 1, rounded as the file will have them."""
    values = [random.uniform(least, 1) for _ in range(count)]
    form = f"<{count}{FORMATS[descr]}"
    return struct.unpack(form, struct.pack(form, *values))


# ---------------------------------------------------------------------------
# The examples
# ---------------------------------------------------------------------------


class Example:
    """The base class of the examples. Its subclasses define:

    source, method: the Java file and the kernel in it
    inputs: the files to write, as name: (type, shape, values)
    result: the index of the parameter that the kernel writes, and its shape
    arguments: of `cm2tt run`, `@NAME` for a file, in the checked run
    grid: how many programs run then
    expected(): what the result should be
    tolerance: how far it may be off, relative to 1 or the number if larger
    """

    tolerance = 0.0
    descr = "<f4"

    def work(self, small):
        """Options of a run to measure, and its operations (0: say bytes)."""


class VectorAdd(Example):
    source, method = "VectorAdd", "add"
    n = 98432
    result = 2, (n,)

    def __init__(self):
        n = self.n
        self.inputs = {
            "x": ("<f4", (n,), numbers(n)),
            "y": ("<f4", (n,), numbers(n)),
        }
        self.arguments = ["@x", "@y", f"empty:fp32:{n}", n]
        self.grid = -(-n // 1024)

    def expected(self):
        x, y = self.inputs["x"][2], self.inputs["y"][2]
        # Rounded to single precision, as the sums of the kernel are.
        return array.array("f", map(operator.add, x, y))

    def work(self, small):
        n = 1 << (16 if small else 24)
        buffers = [f"random:fp32:{n}", f"random:fp32:{n}:1", f"empty:fp32:{n}"]
        return buffers + [n], n // 1024, 0


class Softmax(Example):
    source, method = "Softmax", "softmax"
    tolerance = 1e-5
    rows, columns, stride = 300, 781, 784
    result = 0, (rows, stride)

    def __init__(self):
        shape = self.rows, self.stride
        count = self.rows * self.stride
        self.inputs = {
            "output": ("<f4", shape, [0.0] * count),
            "input": ("<f4", shape, numbers(count, least=-4)),
        }
        stride = self.stride
        self.arguments = ["@output", "@input", stride, stride, self.columns]
        self.grid = self.rows

    def expected(self):
        values, result = self.inputs["input"][2], []
        for row in range(self.rows):
            start = row * self.stride
            x = values[start : start + self.columns]
            largest = max(x)
            powers = [math.exp(v - largest) for v in x]
            total = math.fsum(powers)
            result += [v / total for v in powers]
            result += [0.0] * (self.stride - self.columns)
        return result

    def work(self, small):
        rows = 256 if small else 16384
        shape = f"{rows}x1024"
        buffers = [f"empty:fp32:{shape}", f"random:fp32:{shape}"]
        return buffers + [1024, 1024, 1000], rows, 0


class Matmul(Example):
    source, method = "Matmul", "matmul"
    # A half has 11 bits.
    tolerance = 2e-3
    descr = "<f2"
    m, n, k = 192, 160, 144
    result = 2, (m, n)

    def __init__(self):
        m, n, k = self.m, self.n, self.k
        self.inputs = {
            "a": ("<f2", (m, k), numbers(m * k, "<f2", -1)),
            "b": ("<f2", (k, n), numbers(k * n, "<f2", -1)),
        }
        self.arguments = self.run_arguments("@a", "@b", m, n, k)
        self.grid = self.programs(m, n)

    @staticmethod
    def programs(m, n):
        return -(-m // 128) * -(-n // 128)

    @staticmethod
    def run_arguments(a, b, m, n, k):
        return [a, b, f"empty:fp16:{m}x{n}", m, n, k, k, n, n]

    def product(self):
        m, n, k = self.m, self.n, self.k
        a, b = self.inputs["a"][2], self.inputs["b"][2]
        columns = [b[j::n] for j in range(n)]
        for row in range(m):
            x = a[row * k : (row + 1) * k]
            for column in columns:
                yield sum(map(operator.mul, x, column))

    def expected(self):
        return list(self.product())

    def work(self, small):
        size = 128 if small else 1024
        shape = f"{size}x{size}"
        a, b = f"random:fp16:{shape}", f"random:fp16:{shape}:1"
        arguments = self.run_arguments(a, b, size, size, size)
        return arguments, self.programs(size, size), 2 * size**3


class MatmulEpilogue(Matmul):
    source, method = "MatmulEpilogue", "matmulLeakyReLU"
    slope = 0.25

    def __init__(self):
        super().__init__()
        n = self.n
        self.inputs["bias"] = "<f2", (n,), numbers(n, "<f2", -1)
        self.arguments[3:3] = ["@bias", self.slope]

    def expected(self):
        bias = self.inputs["bias"][2]
        result = []
        for i, value in enumerate(self.product()):
            value += bias[i % self.n]
            result.append(max(value, value * self.slope))
        return result

    def work(self, small):
        arguments, programs, operations = super().work(small)
        columns = arguments[4]
        arguments[3:3] = [f"random:fp16:{columns}", self.slope]
        return arguments, programs, operations


EXAMPLES = {
    "vector-add": VectorAdd,
    "softmax": Softmax,
    "matmul": Matmul,
    "matmul-epilogue": MatmulEpilogue,
}


# ---------------------------------------------------------------------------
# Showing
# ---------------------------------------------------------------------------


def say(text):
    print(f"\n== {text}", flush=True)


def show(command, capture=False):
    """Runs a command after showing it, with paths as seen from the project."""
    text = " ".join(shlex.quote(word) for word in command)
    print(f"\n$ {text.replace(ROOT + '/', '')}", flush=True)
    done = subprocess.run(
        command, stdout=subprocess.PIPE if capture else None, text=True
    )
    if done.returncode:
        raise Failure(f"the command failed with exit code {done.returncode}")
    if capture:
        print(done.stdout, end="", flush=True)
    return done.stdout


def show_java(folder, example):
    """Prints the kernel's method: to the brace that closes it."""
    with open(f"{folder}/{example.source}.java") as file:
        text = file.read()
    start = text.index(f"static void {example.method}(")
    start = text.rindex("    @CodeReflection", 0, start)
    print(text[start : text.index("\n    }", start) + 6])


def show_ptx(cm2tt, model, path):
    """Compiles, and prints how long that took and what is in the loop."""
    begin = time.monotonic()
    show([cm2tt, model, "-o", path])
    milliseconds = 1000 * (time.monotonic() - begin)
    with open(path) as file:
        lines = file.read().splitlines()
    pattern = r"\b(ld\.global|st\.global|cp\.async\.c|ldmatrix|mma|shfl|ex2|add\.f32)"
    found = [line for line in lines if re.search(pattern, line)]
    # One of each operation.
    kinds = {re.search(pattern, line)[1]: line for line in reversed(found)}
    print("\n".join(line for line in found if line in kinds.values()))
    print(f"... {len(lines)} lines in {milliseconds:.0f} ms")


def near(values, tolerance):
    """The number of pairs whose numbers are equal within the tolerance."""
    return sum(
        abs(a - b) <= tolerance * max(1.0, abs(b)) if tolerance else a == b
        for a, b in values
    )


def check(example, path):
    """Compares what was saved with what is expected."""
    for name, (_, shape, values) in example.inputs.items():
        if name != "output":
            first = ", ".join(f"{v:.6g}" for v in values[:4])
            print(f"{name:8} {first}, ...  {'x'.join(map(str, shape))}")
    result, expected = read_npy(path), example.expected()
    print(f"{'result':8} {', '.join(f'{v:.6g}' for v in result[:4])}, ...")
    print(f"{'expected':8} {', '.join(f'{v:.6g}' for v in expected[:4])}, ...")
    wrong = len(expected) - near(zip(result, expected), example.tolerance)
    if wrong or len(result) != len(expected):
        raise Failure(f"{wrong} of {len(expected)} results are wrong")
    print(f"all {len(expected)} results are right")


def run_command(cm2tt, model, grid, arguments, options):
    command = [cm2tt, "run", model, f"--grid={grid}"]
    return command + [f"--arg={value}" for value in arguments] + options


def measure(cm2tt, model, example, small, options):
    arguments, grid, operations = example.work(small)
    more = ["--timing", f"--repeat={3 if small else 50}"] + options
    line = show(run_command(cm2tt, model, grid, arguments, more), capture=True)
    milliseconds = float(re.search(r": ([0-9.]+) ms", line)[1])
    if operations and milliseconds > 0:
        rate = operations / milliseconds / 1e6
        print(f"{operations} operations: {rate:.1f} GFLOP/s")


def demo(cm2tt, out, name, small, options):
    os.makedirs(out, exist_ok=True)
    random.seed(1)
    example = EXAMPLES[name]()
    folder = f"{ROOT}/examples/babylon/{name}"
    model = f"{folder}/model.json"
    say("The kernel, in Java")
    show_java(folder, example)
    say("As Triton IR")
    show([cm2tt, model, "--emit=tt"])
    say("As PTX, for a GPU")
    show_ptx(cm2tt, model, f"{out}/{name}.ptx")
    say("Running it")
    for file, (descr, shape, values) in example.inputs.items():
        write_npy(f"{out}/{file}.npy", descr, shape, values)
    arguments = [
        f"@{out}/{str(value)[1:]}.npy" if str(value)[0] == "@" else value
        for value in example.arguments
    ]
    save = f"--save={example.result[0]}:{out}/result.npy"
    show(run_command(cm2tt, model, example.grid, arguments, [save] + options))
    check(example, f"{out}/result.npy")
    say("How fast")
    measure(cm2tt, model, example, small, options)
    say("Done")


def main():
    cm2tt, out, name, *options = sys.argv[1:]
    small = "--small" in options
    try:
        if name not in EXAMPLES:
            known = ", ".join(EXAMPLES)
            raise Failure(f"no demo '{name}': expected one of {known}")
        options = [option for option in options if option != "--small"]
        demo(os.path.abspath(cm2tt), os.path.abspath(out), name, small, options)
    except Failure as failure:
        sys.exit(f"demo: error: {failure}")


if __name__ == "__main__":
    main()
