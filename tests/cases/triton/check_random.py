# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The random numbers that tests expect (tests/oracles/elements/philox.py) are those of Triton,
which its interpreter computes; no GPU is needed.

    check_random.py [--python=PYTHON]

PYTHON is one that has Triton 3.9 and NumPy; else the environment's
CM2TT_TRITON_3_9_PYTHON. The exit code is 77 without such a Python."""

import json
import os
import subprocess
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import folders  # noqa: E402

folders.use("oracles/elements")
import philox  # noqa: E402

SKIPPED = 77
COUNT = 64
# Seeds, first offsets, rounds.
RUNS = [
    (0, 0, 10), (42, 1000, 10), (-1, 2**31 - 8, 10), (2**31 - 1, -5, 10),
    (0x123456789ABCDEF, 2**40, 10), (-(2**63), -(2**40), 10), (7, 3, 1), (7, 3, 6),
]  # fmt: skip


def triton_numbers():
    """Run by the other Python: prints the numbers of each run as JSON."""
    import triton
    import triton.language as tl

    @triton.jit
    def draw(words, floats, normals, seed, first, N: tl.constexpr, ROUNDS: tl.constexpr):
        i = tl.arange(0, N)
        w0, w1, w2, w3 = tl.randint4x(seed, first + i, ROUNDS)
        n0, n1, n2, n3 = tl.randn4x(seed, first + i, ROUNDS)
        tl.store(words + i, w0)
        tl.store(words + N + i, w1)
        tl.store(words + 2 * N + i, w2)
        tl.store(words + 3 * N + i, w3)
        tl.store(floats + i, tl.rand(seed, first + i, ROUNDS))
        tl.store(normals + i, n0)
        tl.store(normals + N + i, n1)
        tl.store(normals + 2 * N + i, n2)
        tl.store(normals + 3 * N + i, n3)

    results = []
    for seed, first, rounds in RUNS:
        words = Memory(np.zeros(4 * COUNT, np.uint32))
        floats = Memory(np.zeros(COUNT, np.float32))
        normals = Memory(np.zeros(4 * COUNT, np.float32))
        draw[(1,)](words, floats, normals, seed, first, COUNT, rounds)
        results.append([m.array.tolist() for m in (words, floats, normals)])
    print(json.dumps(results))


class Memory:
    """An array as the interpreter takes one: what it asks of PyTorch's tensors."""

    def __init__(self, array):
        self.array, self.dtype, self.device = array, str(array.dtype), "cpu"

    def data_ptr(self):
        return self.array.ctypes.data

    def untyped_storage(self):
        return self

    def cpu(self):
        return self

    def storage_offset(self):
        return 0

    def size(self):
        return self.array.shape

    def stride(self):
        return (1,)

    def new_empty(self, _count, device):
        return Memory(self.array)

    def set_(self, storage, _offset, _size, _stride):
        self.array = storage.array

    def copy_(self, other):
        """The memory is the same."""


def differences(results):
    for (seed, first, rounds), (words, floats, normals) in zip(RUNS, results):
        name = f"seed {seed}, offsets from {first}, {rounds} rounds"
        offsets = np.arange(first, first + COUNT)
        if -(2**31) <= first < 2**31:  # in 32 bits, without a sign
            offsets &= 0xFFFFFFFF
        expected = philox.integers(seed, offsets, rounds)
        if not np.array_equal(np.concatenate(expected), np.array(words, np.uint32)):
            yield f"{name}: integers differ"
        uniform = [philox.uniform(word) for word in expected]
        if not np.array_equal(uniform[0], np.array(floats, np.float32)):
            yield f"{name}: floats differ"
        pairs = (*philox.normal(*uniform[:2]), *philox.normal(*uniform[2:]))
        if not np.allclose(np.concatenate(pairs), normals, rtol=1e-5, atol=1e-6):
            yield f"{name}: normal floats differ"


def main(arguments):
    if arguments == ["--print"]:
        triton_numbers()
        return 0
    python = arguments[0].removeprefix("--python=") if arguments else ""
    python = python or os.environ.get("CM2TT_TRITON_3_9_PYTHON") or sys.executable
    probe = "import numpy, triton; print(triton.__version__)"
    done = subprocess.run([python, "-c", probe], capture_output=True, text=True)
    if not done.stdout.startswith("3.9."):
        print("skipped: no Triton 3.9 with NumPy; tests/README.md says how to get one")
        return SKIPPED
    done = subprocess.run(
        [python, "-B", __file__, "--print"], stdout=subprocess.PIPE, text=True,
        env=os.environ | {"TRITON_INTERPRET": "1"}, check=True,
    )  # fmt: skip
    results = json.loads(done.stdout)
    problems = list(differences(results))
    for problem in problems:
        print(problem)
    print(f"{len(results)} runs")
    return 1 if problems or len(results) != len(RUNS) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
