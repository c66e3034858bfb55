#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The first configuration of a clean clone writes what the second one writes.

A folder that reads a variable before another one puts it into CMake's cache fails
in a clean clone alone: build folders in use have the variable.

  check_configure.py CMAKE PROJECT BUILD

BUILD: a configured build folder, whose parts (Java, its library) are taken.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

# Files of Windows' debuggers, and when CMake runs again: CMake itself writes other
# lines the second time.
OF_CMAKE = re.compile(r"_PDB = |CMakeFiles/VerifyGlobs\.cmake")


def options_of(build):
    """The project's switches, as `build` has them."""
    cache = (build / "CMakeCache.txt").read_text()
    switches = re.findall(r"^(CM2TT_\w+):BOOL=(ON|OFF)$", cache, re.M)
    return [f"-D{name}={value}" for name, value in switches]


def configured(cmake, arguments, folder):
    """The lines of all files that tell what is built and tested."""
    run = subprocess.run([cmake, *arguments], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
    if run.returncode:
        sys.exit(f"{' '.join([cmake, *arguments])}:\n{run.stdout}")
    lines = set()
    for path in [folder / "build.ninja", *folder.rglob("CTestTestfile.cmake")]:
        lines |= {f"{path.relative_to(folder)}: {line.strip()}"
                  for line in path.read_text().splitlines()
                  if not OF_CMAKE.search(line)}
    return lines


def main(cmake, project, build):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        arguments = ["-S", project, "-B", temporary, "-G", "Ninja"]
        arguments += options_of(pathlib.Path(build))
        first = configured(cmake, arguments, folder)
        second = configured(cmake, [temporary], folder)
    faults = [f"the first time alone: {line}" for line in first - second]
    faults += [f"the second time alone: {line}" for line in second - first]
    faults += [f"not found: {line}" for line in first if "NOTFOUND" in line]
    for fault in sorted(faults):
        print(fault[:300])
    print(f"{len(first)} lines, {len(faults)} faults")
    if len(first) < 1000:
        sys.exit("expected the commands of a whole project")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main(*sys.argv[1:])
