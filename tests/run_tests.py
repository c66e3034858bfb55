#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program of tests, and fails where its exit code does not: for tests that
were skipped, and if no test ran.

    run_tests.py [--may-skip] PROGRAM [ARGUMENT...]

The program is one of GoogleTest, lit or JUnit's console launcher, by whose summary
tests are counted. With --may-skip, all tests or none are skipped, for one reason;
if all are, the exit code is 77, by which ctest reports them as skipped. Otherwise
the exit code is 0 if all tests passed, and 1 if not. The table "Skipped tests" of
README.md has what is run with --may-skip.
"""

import re
import subprocess
import sys

SKIPPED = 77
# Counts by what they count, in the summary of each kind of program.
SUMMARIES = {
    "GoogleTest": {
        "passed": r"^\[  PASSED  \] (\d+) tests?\.",
        "skipped": r"^\[  SKIPPED \] (\d+) tests?, listed below",
    },
    "lit": {
        "passed": r"^  Passed *: +(\d+)",
        "skipped": r"^  (?:Unsupported|Skipped) *: +(\d+)",
    },
    "JUnit": {
        "passed": r"^\[ +(\d+) tests successful +\]",
        "skipped": r"^\[ +(\d+) tests (?:skipped|aborted) +\]",
    },
}


def counts(text):
    """The numbers of passed and of skipped tests."""
    totals = {"passed": 0, "skipped": 0}
    for patterns in SUMMARIES.values():
        for kind, pattern in patterns.items():
            totals[kind] += sum(map(int, re.findall(pattern, text, re.MULTILINE)))
    return totals["passed"], totals["skipped"]


def verdict(code, text, may_skip):
    """The exit code, and a sentence if the program's own output does not say why."""
    passed, skipped = counts(text)
    if code < 0:
        return 1, f"the program was ended by signal {-code}"
    if code != 0:
        return 1, ""
    if passed + skipped == 0:
        return 1, "no test ran"
    if skipped and not may_skip:
        return 1, f"{skipped} tests were skipped that may not be (tests/README.md)"
    if skipped and passed:
        return 1, f"{skipped} tests were skipped, but not the other {passed}"
    return (SKIPPED if skipped else 0), ""


def main(arguments):
    may_skip = arguments[:1] == ["--may-skip"]
    command = arguments[1:] if may_skip else arguments
    if not command:
        sys.exit(__doc__)
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    text = done.stdout.decode(errors="replace")
    sys.stdout.write(text)
    code, why = verdict(done.returncode, text, may_skip)
    if why:
        print(f"run_tests.py: error: {why}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
