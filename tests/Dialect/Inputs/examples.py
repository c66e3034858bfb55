# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of the examples in descriptions of ops share."""

import re
import subprocess

EXAMPLE = re.compile(r"```mlir\n(.*?)```", re.S)
NAME = re.compile(r"%[a-zA-Z_]\w*")


def defined_names(text):
    """The names that `text` defines: results, and parameters with a type."""
    names = set(re.findall(r"(%\w+): ", text))
    for line in text.splitlines():
        head, equals, _ = line.partition(" = ")
        if equals and head.strip().startswith("%"):
            names.update(NAME.findall(head))
    return names


def report(results):
    """Prints the errors of pairs of an op's name and its error, which is empty if its
    examples are right. Returns the exit status: 0 if there are ops and all are right."""
    count = problems = 0
    for name, error in results:
        count += 1
        if error:
            problems += 1
            print(f"{name}: {error}")
    print(f"{count} ops, {problems} problems")
    return 1 if problems or not count else 0


def run(opt, text):
    """The exit status, output and errors of `opt` on `text`."""
    done = subprocess.run(
        [opt, "-"], input=text, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr
