# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The projects whose tests run.py runs, and what is known of these tests."""

import dataclasses
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
TRITON_README = os.path.join(HERE, "..", "Triton", "README.md")
# A row of that file's table: tests as a regular expression, reason.
ROW = re.compile(r"^\| `(test_[^`]+)` \| (.+?) \|$", re.MULTILINE)


@dataclasses.dataclass
class Library:
    """A project; the revision is the one that README.md's results are of."""

    repository: str
    revision: str
    tests: list  # files and folders, below the checkout
    folders: list  # for PYTHONPATH, below the checkout
    # Tests that are known to fail: regular expressions on "TEST CAUSE", each with a
    # reason. Stock Triton passes those of Triton.
    expected: list

# Tests of Triton of which a part fails, by how it does.
TRITON_PARTS = [
    (r"::test_(scaled_)?dot\[.* assert 'st\.global\.v[24]",
     "wants stores of 16 bytes; cm2tt stores the 8 bytes that a thread has of a "
     "product, which are whole sectors, without an exchange through shared memory"),
    (r"::test_permute\[.* assert 'st\.global\.v4",
     "wants stores of 16 bytes; those of whole sectors take as long on an H200"),
    (r"::test_scaled_dot\[.* assert 'ld\.global\.v4",
     "wants loads of 16 bytes; cm2tt loads small tiles in the layout of the product, "
     "4 or 8 bytes at a time"),
    (r"::test_tensor_descriptor_batched_gemm_3d_tma", "reads the `ttgir`"),
    (r"::test_tensor_descriptor_batched_gemm_2d_tma\[?.* assert \d+ == ",
     "counts the bytes of descriptors in scratch memory; cm2tt needs fewer"),
    (r"::test_dot\[.* assert \('wgmma",
     "looks for `.satfinite`; integer products of cm2tt wrap"),
    (r"::test_dot\[1-(1-2|2-4)-32-", "products this small take fma, not mma"),
    (r"::test_dot_max_num_imprecise_acc\[.* assert 0 ==",
     "counts `add.f32`; LLVM writes `add.rn.f32`"),
    (r"::test_override_ttgir", "replaces the `ttgir`"),
    (r"::test_triton_reproducer_path", "looks for a reproducer of Triton's passes"),
    (r"::test_hooks", "wants 100 stages to fail; cm2tt runs as many as fit"),
    (r"::test_exceed_threads", "cm2tt refuses 128 warps with another exception"),
]  # fmt: skip


# Tests of flash-linear-attention that fail with stock Triton, too.
FLA_EXPECTED = [
    (r"RuntimeError: Triton >= 3\.4\.0 and < 3\.7\.1 on Hopper",
     "the library refuses Triton 3.6 on Hopper"),
    (r"test_activation\.py::test_(gelu|sqrelu)\[.*-True\] .* dx diff: .* ratio: 1\.0",
     "PyTorch 2.11 compiles these functions to ones with gradients of 0, for a CPU "
     "as well"),
]  # fmt: skip


def triton_expected():
    """The table of tests/Triton/README.md, and parts of tests."""
    with open(TRITON_README, encoding="utf-8") as file:
        rows = ROW.findall(file.read())
    tests = [(rf"::{test}(\[| |$)", reason) for test, reason in rows]
    return tests + TRITON_PARTS


LIBRARIES = {
    "triton": Library(
        "https://github.com/triton-lang/triton-cpu", "004d7f5f5",
        ["python/test/unit/language", "python/test/unit/cuda",
         "python/test/unit/runtime"],
        ["python/test/unit"], triton_expected()),
    "fla": Library(
        "https://github.com/fla-org/flash-linear-attention", "bc3b101dc",
        ["tests/ops", "tests/modules"], ["."], FLA_EXPECTED),
    "conch": Library(
        "https://github.com/stackav-oss/conch", "e2c5ecfe3",
        ["tests"], ["."], []),
}  # fmt: skip
