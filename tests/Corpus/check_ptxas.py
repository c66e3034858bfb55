# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles kernels as Triton 3.6 printed them to PTX, and that by ptxas.

A kernel is ok, refused (by an error that says what is not supported), rejected
by ptxas, or a fault of ours (a crash, a hang, or an error behind the checks).
Prints how many of each, the refused ones by message; exits with 1 if there are
faults or rejections.

Usage: check_ptxas.py CM2TT PTXAS CORPUS [TARGET...], where CORPUS is a .tar.xz
or a folder of .ttir files, and a target is sm_80 or sm_90a if none is given.
"""

import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tarfile
import tempfile

SECONDS = 120  # what takes longer hangs
REFUSED = 1  # cm2tt's exit code where the program is at fault
QUOTED = re.compile(r"'[^']*'")


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
        return "refused", message
    if code != 0:
        return "fault", message
    code, message = run([ptxas, f"-arch={target}", ptx, "-o", os.devnull])
    os.remove(ptx)
    return ("ok", "") if code == 0 else ("rejected", message)


def kind_of(verdict, message):
    """Messages that differ in names only are one; the first name stays."""
    names = QUOTED.findall(message)
    if verdict == "refused" and names:
        message = QUOTED.sub("'...'", message).replace("'...'", names[0], 1)
        message = re.sub(r"<.*>", "<...>", message)
    return verdict, message


def main(cm2tt, ptxas, corpus, *targets):
    with tempfile.TemporaryDirectory() as folder:
        if os.path.isdir(corpus):
            for name in os.listdir(corpus):
                if name.endswith(".ttir"):
                    os.symlink(
                        os.path.abspath(os.path.join(corpus, name)),
                        os.path.join(folder, name),
                    )
        else:
            with tarfile.open(corpus, "r:xz") as archive:
                archive.extractall(folder, filter="data")
        paths = [
            os.path.join(root, name)
            for root, _, names in os.walk(folder)
            for name in sorted(names)
            if name.endswith(".ttir")
        ]
        bad = 0
        for target in targets or ("sm_80", "sm_90a"):
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                verdicts = list(
                    pool.map(lambda p: compile_one(cm2tt, ptxas, p, target), paths)
                )
            counts = collections.Counter(kind_of(*v) for v in verdicts)
            print(f"{target}: {len(paths)} kernels")
            for (verdict, message), count in counts.most_common():
                print(f"{count:5} {verdict} {message}")
            for path, (verdict, _) in zip(paths, verdicts):
                if verdict in ("fault", "rejected"):
                    bad += 1
                    print(f"      {verdict}: {os.path.basename(path)}")
        return 1 if bad else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
