#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The models that the javac front end makes of the kernels in java/ and of the
examples in Babylon's API are those of java_model.py, in `tt`.

    check_javac.py build/bin/cm2tt cm2tt-javac.jar [--jdk=FOLDER]

The kernels are compiled as they stand, with their imports changed to those of the
kernel language.
"""

import argparse
import glob
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "gpu")]

import cases_java  # noqa: E402
import check_model  # noqa: E402
import java_model  # noqa: E402

def kernels():
    """Each file's kernels with the signatures that they are compiled for."""
    found = {}
    for one in cases_java.cases():
        kernel = one.kernel
        found.setdefault(kernel.path, set()).add((kernel.method, kernel.signature))
    for path in glob.glob(f"{check_model.EXAMPLES}/*/model.cm"):
        facts = check_model.header(path)
        source = glob.glob(os.path.join(os.path.dirname(path), "*.java"))[0]
        signature = tuple(facts["signature"])
        found.setdefault(source, set()).add((facts["kernel"][0], signature))
    return found


def model(options, source, folder):
    """The front end's model of a file, as a path."""
    changed = os.path.join(folder, os.path.basename(source))
    with open(source) as file:
        text = cases_java.ours(file.read())
    with open(changed, "w") as file:
        file.write(text)
    java = os.path.join(options.jdk, "bin", "java") if options.jdk else "java"
    made = changed.replace(".java", ".cm")
    subprocess.run([java, "-jar", options.jar, changed, "-o", made], check=True)
    return made


def is_same(options, source, made, kernel, signature):
    """Whether both ways give one kernel in `tt`."""
    expected = os.path.join(os.path.dirname(made), "expected.cm")
    with open(expected, "w") as file:
        file.write(java_model.model(source, kernel, kernel, signature))
    words = (str(e).lower() if isinstance(e, bool) else str(e) for e in signature)
    given = check_model.lowered(
        options.cm2tt, made, f"--kernel={kernel}", f"--signature={','.join(words)}"
    )
    same = given == check_model.lowered(options.cm2tt, expected)
    name = f"{os.path.basename(source)} {kernel} {signature}"
    print(f"{'ok' if same else 'differs'}: {name}")
    return same


def main():
    parser = argparse.ArgumentParser(description="models by the javac front end")
    parser.add_argument("cm2tt")
    parser.add_argument("jar")
    parser.add_argument("--jdk", help="the folder of the JDK that runs the front end")
    options = parser.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for source, entries in sorted(kernels().items()):
            made = model(options, source, folder)
            for kernel, signature in sorted(entries, key=str):
                good &= is_same(options, source, made, kernel, signature)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
