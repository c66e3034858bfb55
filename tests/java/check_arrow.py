# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands in the README of examples/arrow, with the jars of Arrow in the folder
that CM2TT_ARROW_JARS names:

    check_arrow.py ROOT BUILD JDK

The program chooses a GPU or the CPU. Exits with 77 without the jars.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile
import zipfile

SKIPPED = 77
VECTOR = "org/apache/arrow/vector/Float4Vector.class"


def has_vectors(jar):
    with zipfile.ZipFile(jar) as file:
        return VECTOR in file.namelist()


def find_jars():
    """The folder with Arrow's jars; None without it."""
    folder = os.environ.get("CM2TT_ARROW_JARS")
    if not folder:
        return None
    if not any(map(has_vectors, glob.glob(f"{folder}/*.jar"))):
        sys.exit(f"CM2TT_ARROW_JARS={folder}: no jar there has {VECTOR}")
    return folder


def commands(root):
    """The commands of the README."""
    with open(f"{root}/examples/arrow/README.md") as file:
        block = re.search(r"^```sh\n(.*?)^```", file.read(), re.M | re.S)
    return block[1].splitlines()


def check(root, build, jdk, jars, folder):
    places = {"build/": f"{build}/", "/tmp/arrow-vectors": f"{folder}/classes",
              ":arrow/": f":{jars}/", "examples/": f"{root}/examples/"}
    environment = {"PATH": f"{jdk}/bin:{os.environ['PATH']}", "XDG_CACHE_HOME": f"{folder}/cache"}
    printed = ""
    for command in commands(root):
        for text, place in places.items():
            command = command.replace(text, place)
        done = subprocess.run(
            ["/bin/sh", "-c", command], cwd=folder, env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        print(f"{command}\n{done.stdout}")
        if done.returncode:
            sys.exit(f"exit code {done.returncode}")
        printed += done.stdout
    if "correct: 100003 rows on " not in printed:
        sys.exit("the program did not check its result")


def main():
    jars = find_jars()
    if jars is None:
        print("skipped: CM2TT_ARROW_JARS does not name a folder with the jars of Arrow")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        check(*sys.argv[1:], jars, folder)


if __name__ == "__main__":
    main()
