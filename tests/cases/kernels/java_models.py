# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Code models of the tests' kernels in Java, which javac's plugin has written.

Not here: the kernels of java/ that tests run (cases_java.py)."""

import json
import os

# Options of JVMs that end soon (cmake/Cm2ttJava.cmake has the reason).
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
# Where the models of the classes are. The build writes those of java/, if there is
# a JDK, to this folder of the build.
FOLDER = None
IN_BUILD = os.path.join("tests", "cases", "kernels", "models")


def use_build(cm2tt, folder=None):
    """Takes the models of a folder, or of the build that a compiler is in."""
    global FOLDER
    build = os.path.dirname(os.path.dirname(os.path.abspath(cm2tt)))
    FOLDER = folder or os.path.join(build, IN_BUILD)


def exist():
    """Whether there are models: not in a build without a JDK."""
    return bool(FOLDER) and os.path.isdir(FOLDER)


def model(file, kernel, symbol, signature):
    """The model of a kernel of java/FILE.java, which has another name in it.
    `signature`: types as words, constants as numbers."""
    path = os.path.join(FOLDER, "kernels", f"{file}.cm2tt.json")
    with open(path, encoding="utf-8") as written:
        found = json.load(written)
    function = next(f for f in found["functions"] if f["value"] == kernel)
    function["value"] = symbol
    return json.dumps({**found, "kernel": symbol, "signature": list(signature)})
