# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles kernels with and without each flag of the compiler's options.

    option_key.py CM2TT OPTIONS FOLDER

OPTIONS is CompilerOptions.td as JSON. Of an option that is said not to change the code
(`changesCode`), and thus is not in the key of the cache on disk, no kernel may have
other code with its flag; of each other option, one has. FOLDER has the kernels.
"""

import concurrent.futures
import itertools
import json
import os
import subprocess
import sys

KERNELS = (
    ("float.mlir",),
    ("float.mlir", "--target=cpu:x86-64"),
    ("kernel.json",),
    ("barrier.ttir", "--emit=tt"),
    ("checked.cm", "--kernel=copy", "--signature=*fp32,*fp32,i32,16"),
    ("product.ttir", "--target=sm_90a"),
    ("product.ttir", "--target=sm_90a", "--launcher=tensor-maps"),
    ("pointer_product.ttir", "--target=sm_90a"),
    ("attention.ttir", "--target=sm_90a"),
    ("causal.ttir", "--target=sm_90a"),
)
VALUES = {
    "target": "sm_89", "num-warps": "8", "num-stages": "1", "max-registers": "64",
    "without": "all", "launcher": "all", "emit": "llvm", "tt-version": "3.9",
    "kernel": "maskedCopy", "signature": "*i64,i32,fp32", "libdevice": "none",
    "ptxas": "none",
}  # fmt: skip
# What no PTX depends on, or what the key has besides.
NOT_SEEN = {"ptxas": "of a cubin alone", "libdevice": "without the toolkit, none is used"}


def compile_by(cm2tt, folder, kernel, flag=None):
    """The code; None if the kernel is not compiled with that flag."""
    path = os.path.join(folder, kernel[0])
    command = [cm2tt, path, "-o", "-", *kernel[1:], *([flag] if flag else [])]
    done = subprocess.run(command, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else None


def read_options(path):
    with open(path, encoding="utf-8") as file:
        table = json.load(file)
    options = [table[name] for name in table["!instanceof"]["CompilerOption"]]
    return [each for each in options if each["flag"]]


def flag_of(option):
    if not option["value"]:
        return f"--{option['flag']}"
    return f"--{option['flag']}={VALUES[option['flag']]}"


def problems(options, changed):
    for option in options:
        flag = option["flag"]
        kernels = [kernel for kernel in KERNELS if changed[flag, kernel]]
        if kernels and not option["changesCode"]:
            yield f"--{flag} changes the code of {kernels[0]}, and is not in the key"
        if not kernels and option["changesCode"] and flag not in NOT_SEEN:
            yield f"--{flag} changes the code of no kernel: add one, or take it off the key"


def main(cm2tt, path, folder):
    options = read_options(path)
    changed = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        plain = dict(zip(KERNELS, pool.map(
            lambda kernel: compile_by(cm2tt, folder, kernel), KERNELS)))  # fmt: skip

        def compare(pair):
            option, kernel = pair
            code = compile_by(cm2tt, folder, kernel, flag_of(option))
            changed[option["flag"], kernel] = code not in (None, plain[kernel])

        list(pool.map(compare, itertools.product(options, KERNELS)))
    for kernel, code in plain.items():
        if code is None:
            sys.exit(f"error: {kernel} is not compiled")
    found = list(problems(options, changed))
    print("\n".join(found) or f"{len(options)} options, {len(KERNELS)} kernels: fine")
    sys.exit(bool(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
