# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sources are as clang-format leaves them."""

import concurrent.futures
import os
import re
import shutil
import subprocess

FORMATTER = "clang-format-22"


def _run(root, paths):
    return subprocess.run([FORMATTER, "--dry-run", "-Werror", *paths],
                          cwd=root, capture_output=True, text=True).stderr


def check_format(tree):
    """clang-format would change nothing."""
    if not shutil.which(FORMATTER):
        yield ".clang-format", 1, f"{FORMATTER} is not installed"
        return
    paths = [path for path, _ in tree.select(".h", ".cpp")]
    jobs = os.cpu_count() or 1
    chunks = [chunk for chunk in (paths[i::jobs] for i in range(jobs)) if chunk]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        outputs = list(pool.map(lambda chunk: _run(tree.root, chunk), chunks))
    wrong = {}
    for output in outputs:
        for path, line in re.findall(r"^(\S+?):(\d+):\d+: error", output,
                                     re.MULTILINE):
            wrong.setdefault(path, line)
    for path, line in sorted(wrong.items()):
        yield path, line, f"not formatted; run {FORMATTER} -i {path}"
