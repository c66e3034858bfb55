# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints which scripts workflows run; fails for one that does not exist. Where PyYAML
is installed, the files are parsed as well.

    workflows.py FILE...
"""

import os
import re
import sys

try:
    import yaml
except ImportError:
    yaml = None


def check(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for number, line in enumerate(text.split("\n"), 1):
        if "\t" in line:
            sys.exit(f"{path}:{number}: a tab, which YAML forbids")
    if yaml:
        yaml.safe_load(text)
    scripts = re.findall(r"^ +(?:- )?run: ((?:\./tools|\.github)/\S+)$", text, re.M)
    for script in scripts:
        if not os.access(script, os.X_OK):
            sys.exit(f"{path}: no program '{script}'")
    if not scripts:
        sys.exit(f"{path}: calls no script")
    print(f"{os.path.basename(path)}: {', '.join(scripts)}")


for name in sys.argv[1:]:
    check(name)
