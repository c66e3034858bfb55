# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles kernels as Triton 3.6 printed them to PTX, and assembles that by ptxas.

Each kernel has the warps, stages and other options that it was compiled with. A
kernel is ok, refused for a feature that is known to be missing, refused for another
reason, rejected by ptxas, or a fault of cm2tt (a crash, a hang, an error after the
checks, or an instruction that ptxas translates wrongly). Prints the number of each, the refused ones by message; exits with 1
if there are any other than the first two.

Usage: check_ptxas.py [--every=N] [--ptxas=PTXAS] CM2TT CORPUS [TARGET...],
where CORPUS is as in corpus.py (the environment's CM2TT_CORPUS overrides it), and
the targets are sm_80 and sm_90a if none is given. With N only every Nth kernel is
compiled. Without ptxas, the PTX is only written. Exits with 77 if there is no
corpus.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

import corpus

SKIPPED = 77
SECONDS = 1200  # a longer compilation hangs
REFUSED = 1  # cm2tt's exit code if the error is in the program
QUOTED = re.compile(r"'[^']*'")
# Errors of what may not be installed; kernels without these errors must compile.
KNOWN = re.compile(r"the function '.*' needs NVIDIA's libdevice")
# ptxas 12.8 to 13.0 makes of a sum with a constant of which it needs one half a sum
# with 0.
MISTRANSLATED = re.compile(r"^\s*(?:@\S+\s+)?(add\.[su]16x2)\s", re.MULTILINE)
GOOD = ("ok", "known")


def run(command):
    """Exit code and the first error that was printed."""
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return None, "hangs"
    text = (done.stderr + done.stdout).decode(errors="replace")
    found = re.search(r"error *: *(.*)", text)
    return done.returncode, found.group(1) if found else text[:80]


def compile_one(command, ptxas, path, target):
    """The verdict on a kernel, and the message if it is not ok."""
    ptx = f"{path}.{target}.ptx"
    code, message = run([*command, path, f"--target={target}", "-o", ptx])
    if code == REFUSED:
        return "known" if KNOWN.match(message) else "refused", message
    if code != 0:
        return "fault", message
    with open(ptx, encoding="utf-8") as file:
        found = MISTRANSLATED.search(file.read())
    if ptxas and not found:
        code, message = run([ptxas, f"-arch={target}", ptx, "-o", os.devnull])
    os.remove(ptx)
    if found:
        return "fault", f"ptxas translates {found.group(1)} wrongly"
    return ("ok", "") if code == 0 else ("rejected", message)


def kind_of(verdict, message):
    """Messages that differ in names only are one; the first name stays."""
    names = QUOTED.findall(message)
    if verdict in ("known", "refused") and names:
        message = QUOTED.sub("'...'", message).replace("'...'", names[0], 1)
        message = re.sub(r"<.*>", "<...>", message)
    return verdict, message


def report(title, kernels, verdicts):
    """Prints the verdicts on the kernels; whether all are good."""
    print(f"{title}: {len(kernels)} kernels")
    counts = collections.Counter(kind_of(*verdict) for verdict in verdicts)
    for (verdict, message), count in counts.most_common():
        print(f"{count:5} {verdict} {message}")
    bad = [(v, k) for k, (v, _) in zip(kernels, verdicts) if v not in GOOD]
    for verdict, kernel in bad:
        print(f"      {verdict}: {kernel.name}")
    return not bad


def check_all(kernels, title, compile_kernel):
    """Compiles the kernels, given each's path and flags, and reports on them."""
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            verdicts = list(pool.map(
                lambda k: compile_kernel(k.write(folder), k.flags()), kernels
            ))  # fmt: skip
    return report(title, kernels, verdicts)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--ptxas")
    parser.add_argument("cm2tt")
    parser.add_argument("corpus")
    parser.add_argument("targets", nargs="*", default=["sm_80", "sm_90a"])
    options = parser.parse_args()
    path = corpus.find(options.corpus)
    if not path:
        return SKIPPED
    ptxas = options.ptxas or shutil.which("ptxas")
    kernels = corpus.read(path, options.every)
    fine = []
    for target in options.targets:
        fine.append(check_all(
            kernels, target + ("" if ptxas else ", without ptxas"),
            lambda path, flags: compile_one(
                [options.cm2tt, *flags], ptxas, path, target),
        ))  # fmt: skip
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
