# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands that tools/demo prints run as printed, with what it builds:

    check_demo.py ROOT BUILD

Runs a copy of the script beside the jars of BUILD. In that run dpkg-query, cmake and
ninja are programs that only record their arguments.
"""

import os
import shutil
import subprocess
import sys
import tempfile

# The targets of the jars that a program needs, as CMake calls them.
TARGETS = {"cm2tt-javac", "cm2tt-whole"}
RECORDER = """#!/bin/sh
echo "${0##*/} $*" >> "$RECORD"
echo "install ok installed"
"""


def copy_of_project(root, build, folder):
    """The script, an example, and a build folder with the jars of another."""
    shutil.copytree(f"{root}/tools", f"{folder}/tools")
    shutil.copytree(f"{root}/examples/vector-add", f"{folder}/examples/vector-add")
    os.mkdir(f"{folder}/build")
    for name in ("jars", "CMakeCache.txt", "build.ninja"):
        os.symlink(f"{build}/{name}", f"{folder}/build/{name}")
    os.mkdir(f"{folder}/bin")
    for name in ("dpkg-query", "cmake", "ninja"):
        with open(f"{folder}/bin/{name}", "w") as file:
            file.write(RECORDER)
        os.chmod(f"{folder}/bin/{name}", 0o755)


def run(command, folder, environment):
    """The output of a command, which has to succeed."""
    done = subprocess.run(
        command, cwd=folder, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    print(done.stdout)
    if done.returncode:
        sys.exit(f"{command}: exit code {done.returncode}")
    return done.stdout


def main():
    root, build = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        copy_of_project(root, build, folder)
        environment = {
            "PATH": f"{folder}/bin:{os.environ['PATH']}", "RECORD": f"{folder}/record",
            "XDG_CACHE_HOME": f"{folder}/cache",
        }
        printed = run(["./tools/demo", "vector-add", "1000"], folder, environment)
        with open(f"{folder}/record") as file:
            built = [line.split() for line in file if line.startswith("ninja ")]
        if not any(TARGETS <= set(words) for words in built):
            sys.exit(f"expected a build of {TARGETS}, found {built}")
        if "correct: 1000 elements" not in printed:
            sys.exit("the demo did not run the program")
        commands = [line[2:] for line in printed.splitlines() if line.startswith("$ ")]
        shutil.rmtree(f"{folder}/build/demo")
        again = [run(["/bin/sh", "-c", each], folder, environment) for each in commands]
        if len(again) != 2 or "correct: 1000 elements" not in again[1]:
            sys.exit(f"expected two commands that run the program, found {commands}")


if __name__ == "__main__":
    main()
