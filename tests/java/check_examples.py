# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs in Java among the examples compile without a warning, and find
their results right:

    check_examples.py ROOT BUILD JDK

They run with sizes that fill no block, and, by their own choice, on a GPU or the
CPU.
"""

import glob
import os
import subprocess
import sys
import tempfile

from jvm import QUICK, QUICK_JAVAC

# Sizes to run with.
ARGUMENTS = {
    "Attention": ["200", "3"],
    "LayerNorm": ["37", "1500"],
    "Matmul": ["200", "176", "144"],
    "Softmax": ["300", "781"],
    "VectorAdd": ["100003"],
}


def run(jdk, *command):
    """The output of a command of the JDK, or None if it fails, which is said."""
    quick = QUICK_JAVAC if command[0] == "javac" else QUICK
    done = subprocess.run(
        [f"{jdk}/bin/{command[0]}", *quick, *command[1:]], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    if done.returncode:
        print(" ".join(command), f"exits with {done.returncode}:\n{done.stdout}")
        return None
    return done.stdout


def check(build, jdk, source, folder):
    """Whether a program is right."""
    name = os.path.basename(source).removesuffix(".java")
    jars = f"{build}/jars/*"
    options = ["--release", "17", "-Xlint:all", "-Werror", "-cp", jars]
    if run(jdk, "javac", *options, "-d", folder, source) is None:
        return False
    native = f"-Dcm2tt.native.path={build}/lib"
    arguments = ARGUMENTS.get(name, [])
    printed = run(jdk, "java", "-cp", f"{jars}:{folder}", native, name, *arguments)
    if printed is None:
        return False
    print(f"{name} {' '.join(arguments)}\n{printed}")
    return "correct: " in printed


def main():
    root, build, jdk = sys.argv[1:]
    sources = sorted(glob.glob(f"{root}/examples/*/*.java"))
    known = {os.path.basename(source).removesuffix(".java") for source in sources}
    wrong = sorted(set(ARGUMENTS) - known)
    for source in sources:
        with tempfile.TemporaryDirectory() as folder:
            if not check(build, jdk, source, folder):
                wrong.append(source)
    print("wrong: " + ", ".join(wrong) if wrong else f"{len(sources)} programs are right")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
