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


def run(opt, text):
    """The exit status, output and errors of `opt` on `text`."""
    done = subprocess.run(
        [opt, "-"], input=text, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr
