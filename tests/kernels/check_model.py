#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples' models are what java_model.py makes of their Java, in `tt`.

    check_model.py build/bin/cm2tt
"""

import glob
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import java_model  # noqa: E402

EXAMPLES = os.path.join(HERE, "..", "..", "examples", "babylon")
# The second kernel of models with two.
SWISH = ["*fp16:16"] * 3 + ["i32:16"] * 4 + [1, "i32:16", 1, "i32:16", 1, 128, 128, 64, 8]


def header(path):
    """The header of a model, by key."""
    found = {}
    with open(path) as file:
        for line in file:
            if not line.startswith("//! "):
                return found
            key, value = line[4:].split(": ", 1)
            found[key] = json.loads(f"[{value}]")
    return found


def lowered(cm2tt, path, *options):
    """The kernel of a model in `tt`."""
    command = [cm2tt, path, "--emit=tt", *options]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    if "tt.func" not in done.stdout:
        raise RuntimeError(f"{' '.join(command)} gives no kernel: {done.stdout[:100]!r}")
    return done.stdout


def check(cm2tt, path, kernel, signature, folder):
    """Whether one kernel of a model is that of the Java beside it."""
    source = glob.glob(os.path.join(os.path.dirname(path), "*.java"))[0]
    made = os.path.join(folder, "made.cm")
    with open(made, "w") as file:
        file.write(java_model.model(source, kernel, kernel, signature))
    types = ",".join(str(entry) for entry in signature)
    given = lowered(cm2tt, path, f"--kernel={kernel}", f"--signature={types}")
    same = lowered(cm2tt, made) == given
    print(f"{os.path.basename(source)} {kernel}: {'ok' if same else 'differs'}")
    return same


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(glob.glob(f"{EXAMPLES}/*/model.cm")):
            facts = header(path)
            kernels = [(facts["kernel"][0], facts["signature"])]
            if "epilogue" in path:
                kernels.append(("matmulHardSwish", SWISH))
            for kernel, signature in kernels:
                good &= check(sys.argv[1], path, kernel, signature, folder)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
