# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The console script `cm2tt`, and `python3 -m cm2tt`: the command, by the library."""

import signal
import sys

from cm2tt import library


def main():
    """Runs the command and returns its exit code. It ends by signals as a program of
    its own does."""
    for number in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    try:
        return library.main(sys.argv[1:])
    except library.LibraryError as error:
        print(f"cm2tt: error: {error}", file=sys.stderr)
        return 3
