# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints which scripts workflows run; fails for one that does not exist, and for a job
that publishes without an environment, which can demand an approval. Where PyYAML is
installed, the files are parsed as well.

    workflows.py FILE...
"""

import os
import re
import sys

try:
    import yaml
except ImportError:
    yaml = None


PUBLISHERS = ("pypi-publish", "twine", "central.sonatype.com")


def scripts_of(path, text):
    """The scripts of the repository that are run."""
    for command in re.findall(r"^ +(?:- )?run: (.+)$", text, re.M):
        for index, word in enumerate(command.split()):
            if not re.match(r"(\./)?(tools|tests|\.github)/", word):
                continue
            if not os.access(word, os.R_OK if index else os.X_OK):
                sys.exit(f"{path}: no program '{word}'")
            yield word


def check_approvals(path, text):
    for job in re.split(r"^  (?=[\w-]+:$)", text.partition("\njobs:\n")[2], flags=re.M):
        if any(each in job for each in PUBLISHERS) and "\n    environment: " not in job:
            name = job.partition(":")[0]
            sys.exit(f"{path}: the job '{name}' publishes without an environment")


def check(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for number, line in enumerate(text.split("\n"), 1):
        if "\t" in line:
            sys.exit(f"{path}:{number}: a tab, which YAML forbids")
    if yaml:
        yaml.safe_load(text)
    check_approvals(path, "\n" + text)
    scripts = list(scripts_of(path, text))
    if not scripts:
        sys.exit(f"{path}: calls no script")
    print(f"{os.path.basename(path)}: {', '.join(scripts)}")


for name in sys.argv[1:]:
    check(name)
