# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors in a chain of calls are located at the name of the method that causes them,
in both forms of the model:

    check_locations.py CM2TT JAR JDK

The kernels are in locations/Chain.java.
"""

import os
import subprocess
import sys
import tempfile

from jvm import QUICK

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "locations")
# By kernel: the command, and what it prints on standard error, in part: the header
# of each error and note with the line of the source and the caret.
EXPECTED = {
    "typeError": (
        ["--signature=*i32:16,8"],
        """\
Chain.java:14:14: error: T-MATH-1: the function is of floating-point numbers, not int
            .exp();
             ^
Chain.java:13:14: note: the operand is a tile of 8 int, from here
            .mul(2)
             ^
""",
    ),
    "outOfBounds": (
        ["run", "--check", "--grid=1", "--arg=zeros:i32:8", "--constant=B=8"],
        """\
Chain.java:24:18: error: load out of bounds: element 8 of 'x', which has 8, \
by program (0, 0, 0) at [7] of the tile
                .load());
                 ^
""",
    ),
    "assertion": (
        ["run", "--grid=1", "--arg=zeros:i32:8", "--constant=B=8"],
        """\
Chain.java:32:14: error: assertion failed: positive: in program (0, 0, 0), element [0]
            .deviceAssert("positive");
             ^
""",
    ),
}


def main():
    cm2tt, jar, jdk = sys.argv[1:]
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for form in ("json", "cm"):
            model = os.path.join(folder, f"chain.{form}")
            # In the folder of the source, of which the location has the name alone.
            subprocess.run(
                [f"{jdk}/bin/java", *QUICK, "-jar", jar, "Chain.java", "-o", model],
                cwd=HERE, check=True,
            )
            for kernel, (options, expected) in EXPECTED.items():
                command = [cm2tt, *options, f"--kernel={kernel}", model]
                done = subprocess.run(
                    command, cwd=HERE, stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE, text=True, check=False,
                )
                same = done.returncode == 1 and done.stderr.startswith(expected)
                print(f"{'ok' if same else 'differs'}: {kernel}, {form}")
                if not same:
                    print(f"{done.stderr}exit code {done.returncode}; expected:\n{expected}")
                good &= same
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
