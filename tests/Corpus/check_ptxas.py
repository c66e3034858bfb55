# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles kernels as Triton 3.6 printed them to PTX, and that by ptxas.

A kernel is ok, refused for what is known not to be there, refused for anything
else, rejected by ptxas, or a fault of ours (a crash, a hang, or an error behind
the checks). Prints how many of each, the refused ones by message; exits with 1
if there is any but of the first two.

Usage: check_ptxas.py [--every=N] [--ptxas=PTXAS] CM2TT CORPUS [TARGET...],
where CORPUS is a .tar.xz or a folder of .ttir files (the environment's
CM2TT_CORPUS goes before it), and a target is sm_80 or sm_90a if none is given.
With N only every Nth kernel is taken. Where there is no ptxas, the PTX is
written only. Exits with 77 where there is no corpus.
"""

import argparse
import collections
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

from check_corpus import read_corpus

SKIPPED = 77
SECONDS = 1200  # what takes longer hangs
REFUSED = 1  # cm2tt's exit code where the program is at fault
QUOTED = re.compile(r"'[^']*'")
# What GPUs do not get yet, and what may not be installed; all else must compile.
KNOWN = re.compile(
    r"('tt\.(dot_scaled|make_tensor_descriptor)'"
    r"|a value of type '!tt\.tensordesc<.*') is not supported on the GPU yet"
    r"|the function '.*' needs NVIDIA's libdevice"
)
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


def compile_one(cm2tt, ptxas, path, target):
    """What became of a kernel, and the message if that is not well."""
    ptx = f"{path}.{target}.ptx"
    code, message = run([cm2tt, path, f"--target={target}", "--emit=ptx", "-o", ptx])
    if code == REFUSED:
        return "known" if KNOWN.match(message) else "refused", message
    if code != 0:
        return "fault", message
    if ptxas:
        code, message = run([ptxas, f"-arch={target}", ptx, "-o", os.devnull])
    os.remove(ptx)
    return ("ok", "") if code == 0 else ("rejected", message)


def kind_of(verdict, message):
    """Messages that differ in names only are one; the first name stays."""
    names = QUOTED.findall(message)
    if verdict in ("known", "refused") and names:
        message = QUOTED.sub("'...'", message).replace("'...'", names[0], 1)
        message = re.sub(r"<.*>", "<...>", message)
    return verdict, message


def take_kernels(corpus, folder, every):
    """The paths of every Nth kernel; of an archive, unpacked into `folder`."""
    if os.path.isdir(corpus):
        sources = glob.glob(os.path.join(corpus, "**", "*.ttir"), recursive=True)
        for source in sources:
            os.symlink(os.path.abspath(source), path_of(source, corpus, folder))
    else:
        for name, text in read_corpus(corpus).items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
    paths = sorted(glob.glob(os.path.join(folder, "*.ttir")))
    if not paths:
        sys.exit(f"error: no kernel is in {corpus}")
    return paths[::every]


def path_of(source, corpus, folder):
    """Where a file below `corpus` is put, in one folder for all."""
    name = os.path.relpath(source, corpus).replace(os.sep, "-")
    return os.path.join(folder, name)


def check_target(cm2tt, ptxas, paths, target):
    """Prints what became of the kernels; whether all is well."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = list(
            pool.map(lambda p: compile_one(cm2tt, ptxas, p, target), paths)
        )
    counts = collections.Counter(kind_of(*v) for v in verdicts)
    print(f"{target}: {len(paths)} kernels" + ("" if ptxas else ", without ptxas"))
    for (verdict, message), count in counts.most_common():
        print(f"{count:5} {verdict} {message}")
    bad = [(v, p) for p, (v, _) in zip(paths, verdicts) if v not in GOOD]
    for verdict, path in bad:
        print(f"      {verdict}: {os.path.basename(path)}")
    return not bad


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--ptxas")
    parser.add_argument("cm2tt")
    parser.add_argument("corpus")
    parser.add_argument("targets", nargs="*", default=["sm_80", "sm_90a"])
    options = parser.parse_args()
    corpus = os.environ.get("CM2TT_CORPUS") or options.corpus
    if not os.path.exists(corpus):
        print(f"skipped: no corpus at {corpus}")
        return SKIPPED
    ptxas = options.ptxas or shutil.which("ptxas")
    with tempfile.TemporaryDirectory() as folder:
        paths = take_kernels(corpus, folder, options.every)
        fine = [
            check_target(options.cm2tt, ptxas, paths, target)
            for target in options.targets
        ]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
