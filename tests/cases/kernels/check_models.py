#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The models that stand beside the examples in Babylon's API are, in `tt`, those that
the javac front end makes of their Java.

    check_models.py build/bin/cm2tt cm2tt-javac.jar [--jdk=FOLDER] [--filter=REGEX]

The examples are compiled as they stand, with their imports changed to those of the
kernel language.
"""

import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import java_models

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "..", "examples", "babylon")
# The second of two kernels of a model.
SWISH = ["*fp16:16"] * 3 + ["i32:16"] * 4 + [1, "i32:16", 1, "i32:16", 1, 128, 128, 64, 8]
# The imports of Babylon's demo, and the same in our package.
IMPORTS = (
    ("import oracle.code.triton.", "import io.github.cm2tt.lang."),
    ("import java.lang.runtime.", "import io.github.cm2tt.lang."),
)  # fmt: skip


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


def made(options, source, folder):
    """The front end's model of a file, as a path."""
    changed = os.path.join(folder, os.path.basename(source))
    with open(source) as file:
        text = file.read()
    for theirs, own in IMPORTS:
        text = text.replace(theirs, own)
    with open(changed, "w") as file:
        file.write(text)
    java = os.path.join(options.jdk, "bin", "java") if options.jdk else "java"
    path = changed.replace(".java", ".cm")
    command = [java, *java_models.QUICK, "-jar", options.jar, changed, "-o", path]
    subprocess.run(command, check=True)
    return path


def lowered(cm2tt, path, kernel, signature):
    """A kernel of a model in `tt`."""
    types = ",".join(map(str, signature))
    command = [cm2tt, path, "--emit=tt", f"--kernel={kernel}", f"--signature={types}"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    if "tt.func" not in done.stdout:
        raise RuntimeError(f"{' '.join(command)} gives no kernel: {done.stdout[:100]!r}")
    return done.stdout


def check(options, path, folder):
    """Whether the kernels of a model are those of the Java beside it."""
    source = glob.glob(os.path.join(os.path.dirname(path), "*.java"))[0]
    facts = header(path)
    kernels = [(facts["kernel"][0], facts["signature"])]
    if "epilogue" in path:
        kernels.append(("matmulHardSwish", SWISH))
    ours, good = made(options, source, folder), True
    for kernel, signature in kernels:
        texts = [lowered(options.cm2tt, p, kernel, signature) for p in (path, ours)]
        same = texts[0] == texts[1]
        print(f"{os.path.basename(source)} {kernel}: {'ok' if same else 'differs'}")
        good &= same
    return good


def main():
    parser = argparse.ArgumentParser(description="models of the examples")
    parser.add_argument("cm2tt")
    parser.add_argument("jar")
    parser.add_argument("--jdk", help="the folder of the JDK that runs the front end")
    parser.add_argument("--filter", default="", help="a regex of the models' paths")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = sorted(glob.glob(f"{EXAMPLES}/*/model.cm"))
        paths = [path for path in paths if re.search(options.filter, path)]
        good = [check(options, path, folder) for path in paths]
    return 0 if good and all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
