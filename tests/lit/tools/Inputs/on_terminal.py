#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command whose standard output is a terminal, and writes what arrives
there to standard output. Standard error and the exit code are the command's.

usage: on_terminal.py COMMAND ARGUMENT...
"""

import os
import subprocess
import sys

ours, theirs = os.openpty()
code = subprocess.run(sys.argv[1:], stdout=theirs).returncode
os.set_blocking(ours, False)
try:
    sys.stdout.buffer.write(os.read(ours, 1 << 16))
except BlockingIOError:
    pass
sys.exit(code)
