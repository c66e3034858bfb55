#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command that must fail as cm2tt promises: with the exit code given,
exactly one error on standard error, nothing on standard output and no file
where -o names one. Prints what the command printed.

usage: fails.py CODE COMMAND ARGUMENT...
"""

import os
import subprocess
import sys

code, command = int(sys.argv[1]), sys.argv[2:]
output = command[command.index("-o") + 1] if "-o" in command[:-1] else None
if output and os.path.isfile(output):
    os.remove(output)
done = subprocess.run(command, capture_output=True, text=True)
print(done.stderr, end="")
problems = []
if done.returncode != code:
    problems.append(f"exit code {done.returncode}, expected {code}")
if done.stderr.count("error: ") + done.stderr.count('"severity":"error"') != 1:
    problems.append("not exactly one error")
if done.stdout:
    problems.append(f"standard output: {done.stdout[:200]}")
if output:
    folder, name = os.path.split(os.path.abspath(output))
    left = os.scandir(folder) if os.path.isdir(folder) else []
    if any(each.name.startswith(name) and each.is_file() for each in left):
        problems.append("an output file is left")
for problem in problems:
    print(f"fails.py: {problem}", file=sys.stderr)
sys.exit(bool(problems))
