#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a file is what --diagnostics=json promises: in UTF-8, a JSON
object a line with the known keys of the known types. Prints how many.

usage: check_json.py FILE
"""

import json
import sys

TYPES = {"severity": str, "label": str, "message": str, "file": str,
         "line": int, "column": int, "notes": list}


def check(diagnostic):
    for key in ("severity", "message", "notes"):
        assert key in diagnostic, f"no '{key}'"
    for key, value in diagnostic.items():
        assert isinstance(value, TYPES[key]), f"'{key}' is {value!r}"
    assert diagnostic["severity"] in ("error", "warning", "remark", "note")
    for note in diagnostic["notes"]:
        assert note["severity"] == "note"
        check(note)


with open(sys.argv[1], encoding="utf-8", errors="strict") as file:
    lines = file.read().splitlines()
for line in lines:
    check(json.loads(line))
print(f"{len(lines)} diagnostics")
