# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configures lit: tests are .mlir, .json, .cm and .test files with RUN lines."""

import os
import platform
import shutil
import sys

import lit.formats

config.name = "cm2tt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(config.cm2tt_source, "tests", "lit")
config.test_exec_root = os.path.join(config.cm2tt_build, "tests", "lit")
config.environment["PATH"] = os.pathsep.join(
    [config.cm2tt_tools, config.llvm_tools, os.environ["PATH"]]
)
config.substitutions += [
    ("%source", config.cm2tt_source),
    ("%variants", f"{sys.executable} -B {config.cm2tt_source}/tests/write_variants.py"),
    ("%build", config.cm2tt_build),
    ("%libs", config.cm2tt_libs),
    ("%cmake", config.cmake),
    ("%cc", config.cc),
    ("%cxx", config.cxx),
]
config.environment["FILECHECK_OPTS"] = (
    "-enable-var-scope --allow-unused-prefixes=false"
)
# Stock programs have no sanitizer's runtime, which our plugin would need.
if not config.cm2tt_sanitize:
    config.available_features.add("plugin")
if platform.machine() in ("x86_64", "AMD64"):
    config.available_features.add("x86")
ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
if os.path.exists(ptxas):
    config.available_features.add("ptxas")
    config.environment["PATH"] += os.pathsep + os.path.dirname(ptxas)
