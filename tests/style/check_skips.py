# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tests that ctest may report as skipped are those of the table "Skipped tests"
in tests/README.md.

    check_skips.py CTEST BUILD README
"""

import fnmatch
import json
import re
import subprocess
import sys

HEADING = "## Skipped tests"
ROW = re.compile(r"^\| *`(.*)` *\| *(\S.*?) *\|$")


def tests_of(ctest, build):
    """Each test's name, and whether it may be skipped."""
    done = subprocess.run(
        [ctest, "--show-only=json-v1"], cwd=build, check=True, stdout=subprocess.PIPE
    )
    for test in json.loads(done.stdout)["tests"]:
        names = {one["name"] for one in test.get("properties", [])}
        may_skip = names & {"SKIP_RETURN_CODE", "SKIP_REGULAR_EXPRESSION"}
        yield test["name"], bool(may_skip)


def rows(readme):
    """The patterns of the table, each with the reason."""
    with open(readme) as file:
        _, found, text = file.read().partition(HEADING + "\n")
    if not found:
        return
    for line in text.partition("\n## ")[0].splitlines():
        if match := ROW.match(line):
            for pattern in match.group(1).split("`, `"):
                yield pattern, match.group(2)


def check(tests, patterns):
    """The differences of both lists, as texts. A build without Java has none of
    its tests."""
    names = sorted(name for name, may_skip in tests.items() if may_skip)
    has_java = any(name.startswith("cm2tt-") for name in tests)
    for name in names:
        if not any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns):
            yield f"{name} may be skipped, but is not in the table '{HEADING[3:]}'"
    for pattern in patterns:
        if pattern.startswith("cm2tt-") and not has_java:
            continue
        if not fnmatch.filter(names, pattern):
            yield f"the table '{HEADING[3:]}' has {pattern}, which no test matches"


def main(ctest, build, readme):
    problems = list(check(dict(tests_of(ctest, build)), dict(rows(readme))))
    for problem in problems:
        print(f"{readme}: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
