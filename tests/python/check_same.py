#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The library compiles as the program does: images and metadata of kernels, for
options of the command line, are equal to the byte; so is what is refused.

    check_same.py CM2TT LIBRARY PROJECT [--quick]

--quick takes one kernel and few options.
"""

import json
import os
import subprocess
import sys
import tempfile

CM2TT, LIBRARY, PROJECT = (os.path.abspath(each) for each in sys.argv[1:4])
os.environ["CM2TT_LIBRARY"] = LIBRARY
sys.path.insert(0, os.path.join(PROJECT, "python"))
QUICK = "--quick" in sys.argv

import cm2tt  # noqa: E402

OPTIONS = (
    [],
    ["--target=sm_90a", "--num-warps=8"],
    ["--target=sm_90a", "--num-warps=4", "--num-stages=1", "--launcher=tensor-maps"],
    ["--target=sm_90a", "--launcher=all", "--without=split-loops"],
    ["--target=sm_100a", "--num-warps=2", "--no-line-info"],
    ["--no-fp-fusion", "--no-ftz", "--max-registers=40"],
    ["--libdevice=none", "--launcher=early", "--target=sm_90"],
    ["--emit=ttg", "--num-warps=16"],
    ["--emit=llvm", "--without=order-programs", "--without=rotate-loops"],
    ["--emit=obj", "--target=cpu:x86-64"],
    ["--emit=tt", "--tt-version=3.9"],
    ["--checked"],
)
REFUSED = (["--none"], ["--num-warps"], ["--no-ftz=1"], ["--target=sm_1"], ["--emit=x"],
           ["--num-warps=3"], ["--num-stages=x"], ["--launcher=x"])  # fmt: skip


def texts():
    """Kernels by their names."""
    folder = os.path.join(PROJECT, "examples", "babylon")
    for name in ("vector-add", "softmax", "matmul")[: 1 if QUICK else None]:
        path = os.path.join(folder, name, "model.json")
        done = subprocess.run([CM2TT, path, "--emit=tt"], check=True, capture_output=True)
        yield name, done.stdout


def by_program(text, options, folder):
    """The image and metadata by the program; None if it refuses."""
    image, facts = (os.path.join(folder, name) for name in ("image", "facts"))
    done = subprocess.run([CM2TT, "-", "-o", image, f"--metadata={facts}", *options],
                          input=text, check=False, stderr=subprocess.PIPE)  # fmt: skip
    if done.returncode:
        return None
    with open(image, "rb") as code, open(facts, encoding="utf-8") as file:
        return code.read(), json.load(file)


def by_library(text, options):
    """The same by the library."""
    try:
        compiled = cm2tt.compile(text, options, name="<stdin>")
    except (cm2tt.CompileError, cm2tt.LibraryError):
        return None
    return compiled.image, compiled.metadata


def main():
    wrong = count = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts():
            for options in (*OPTIONS[: 2 if QUICK else None], *REFUSED):
                stage = next((o for o in options if o.startswith("--emit")), "--emit=ptx")
                given = options if stage in options else [*options, stage]
                theirs, ours = by_program(text, given, folder), by_library(text, given)
                count += 1
                if theirs != ours or (theirs is None) != (options in REFUSED):
                    wrong += 1
                    print("WRONG:", name, *options, "is",
                          "refused" if theirs is None else "accepted")  # fmt: skip
    print(f"{count} compilations, {wrong} of them differ")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
