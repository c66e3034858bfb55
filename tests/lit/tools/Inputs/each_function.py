# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""each_function.py FILE CM2TT: prints the `tt` of each function twice, the second
time from what was printed, which has to be the same."""

import subprocess
import sys


def emit(text):
    command = [sys.argv[2], "-", "--emit=tt"]
    return subprocess.run(
        command, input=text, check=True, capture_output=True, text=True
    ).stdout


with open(sys.argv[1]) as file:
    functions = file.read().split("tt.func public ")[1:]
assert functions, "no functions"
for function in functions:
    once = emit("tt.func public " + function)
    assert "tt.func" in once and emit(once) == once, once
