#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests of another project's Triton kernels, compiled by cm2tt.

    run.py LIBRARY CLONE [--compiler=triton] [--seconds=N] [TEST...]
    run.py LIBRARY --compare

LIBRARY is one of those in libraries.py, CLONE a checkout of it, and a TEST a
path below it; by default those that libraries.py names. With --compiler=triton
Triton itself compiles, which says what a test does without cm2tt. Outcomes are
appended to LIBRARY.COMPILER.tsv in --out, and a test with an outcome is not run
again: a long suite takes as many runs as it needs. --compare lists what passes
by Triton and not by cm2tt; what libraries.py expects is counted by reason.

Needs a GPU, PyTorch, Triton 3.6, pytest, pytest-xdist and pytest-timeout.
Exits with 1 if a test fails, or differs, that is not expected to.
"""

import argparse
import collections
import os
import re
import subprocess
import sys

from libraries import LIBRARIES

HERE = os.path.dirname(os.path.abspath(__file__))
BACKEND = os.path.join(HERE, "..", "..", "examples", "triton-backend")
SHOWN = 40  # causes


def read_outcomes(path):
    """Outcome and cause by test; the first of a test holds."""
    outcomes = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                outcome, _, test, cause = line.rstrip("\n").split("\t", 3)
                outcomes.setdefault(test, (outcome, cause))
    return outcomes


def expected_reason(library, test, cause):
    """Why a test is expected to fail; none if it is not."""
    for pattern, reason in library.expected:
        if re.search(pattern, f"{test} {cause}"):
            return reason
    return None


def environment(options, library, outcomes):
    """The environment of the tests and of plugin.py."""
    clone = os.path.abspath(options.clone)
    folders = [HERE, BACKEND, *(os.path.join(clone, f) for f in library.folders)]
    before = os.environ.get("PYTHONPATH")
    values = {
        "PYTHONPATH": os.pathsep.join(folders + [before] * bool(before)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TRITON_CACHE_DIR": os.path.join(options.out, f"cache-{options.compiler}"),
        "CM2TT_PEERS_COMPILER": options.compiler,
        "CM2TT_PEERS_OUTCOMES": outcomes,
        "CM2TT_PEERS_DONE": f"{outcomes}.done",
    }
    if options.quick_tuning:
        values["CM2TT_PEERS_TUNING"] = "quick"
    if options.configurations:
        values["CM2TT_PEERS_CONFIGURATIONS"] = str(options.configurations)
    if options.gpus:
        values["CM2TT_PEERS_GPUS"] = options.gpus
    if options.texts:
        values["CM2TT_PEERS_TEXTS"] = os.path.abspath(options.texts)
    return {**os.environ, **values}


def run_tests(options, library, outcomes):
    """Runs pytest until it ends or time is up."""
    with open(f"{outcomes}.done", "w", encoding="utf-8") as done:
        if os.path.exists(outcomes):
            with open(outcomes, encoding="utf-8") as file:
                done.write(file.read())
    command = [
        sys.executable, "-m", "pytest", "-p", "plugin", "-q", "--tb=short",
        "-n", str(options.jobs), "--max-worker-restart=1000",
        f"--timeout={options.test_seconds}", "-p", "no:cacheprovider",
        "--rootdir=.", "--confcutdir=.", *(options.tests or library.tests),
    ]  # fmt: skip
    log = os.path.join(options.out, f"{options.library}.{options.compiler}.log")
    with open(log, "w", encoding="utf-8") as file:
        process = subprocess.Popen(
            command, cwd=options.clone, stdout=file, stderr=subprocess.STDOUT,
            env=environment(options, library, outcomes), start_new_session=True,
        )  # fmt: skip
        try:
            process.wait(options.seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            print(f"stopped after {options.seconds} s; run again for the rest")
    with open(log, encoding="utf-8", errors="replace") as file:
        print((file.read().strip().split("\n") or [""])[-1])


def show_outcomes(library, outcomes):
    """Prints how many have which outcome, and the causes of failures; whether
    all that failed are expected to."""
    print(dict(collections.Counter(o for o, _ in outcomes.values())))
    failed = {test: cause for test, (outcome, cause) in outcomes.items()
              if outcome == "failed"}  # fmt: skip
    reasons = {test: expected_reason(library, test, cause)
               for test, cause in failed.items()}  # fmt: skip
    for reason, count in collections.Counter(
            r for r in reasons.values() if r).most_common():
        print(f"{count:6} expected: {reason}")
    causes = collections.Counter(re.sub(r"0x[0-9a-f]+|\d+", "N", failed[test])[:200]
                                 for test in failed if not reasons[test])  # fmt: skip
    for cause, count in causes.most_common(SHOWN):
        print(f"{count:6} {cause}")
    return not causes


def compare(library, ours, theirs):
    """Prints the tests that pass by Triton only; whether all are expected."""
    missing = sum(test not in ours for test, (o, _) in theirs.items() if o == "passed")
    worse = {test: ours[test][1] for test, (outcome, _) in theirs.items()
             if outcome == "passed" and ours.get(test, ("passed",))[0] == "failed"
             }  # fmt: skip
    both = sum(outcome == "passed" and ours.get(test, ("",))[0] == "passed"
               for test, (outcome, _) in theirs.items())  # fmt: skip
    unexpected = [test for test, cause in worse.items()
                  if not expected_reason(library, test, cause)]  # fmt: skip
    print(f"{both} pass by both; {len(worse)} by Triton only, {len(unexpected)} of "
          f"them unexpected; {missing} not run by cm2tt")  # fmt: skip
    for test in unexpected:
        print(f"  {test}: {worse[test][:200]}")
    return not unexpected and both > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("library", choices=sorted(LIBRARIES))
    parser.add_argument("clone", nargs="?")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--compiler", choices=("cm2tt", "triton"), default="cm2tt")
    parser.add_argument("--seconds", type=int, default=None)
    parser.add_argument("--test-seconds", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--gpus", help="numbers of GPUs, separated by commas, over "
                        "which the parallel tests are spread")
    parser.add_argument("--quick-tuning", action="store_true",
                        help="tuners time each configuration by one launch")
    parser.add_argument("--configurations", type=int, metavar="N", help="tuners try "
                        "N of their configurations, other ones in other tests")
    parser.add_argument("--out", default="peers-out")
    parser.add_argument("--texts", help="a folder for the texts that are compiled")
    parser.add_argument("--compare", action="store_true")
    options = parser.parse_args()
    options.out = os.path.abspath(options.out)
    os.makedirs(options.out, exist_ok=True)
    library = LIBRARIES[options.library]
    paths = {compiler: os.path.join(options.out, f"{options.library}.{compiler}.tsv")
             for compiler in ("cm2tt", "triton")}  # fmt: skip
    if options.compare:
        fine = compare(library, *(read_outcomes(paths[c]) for c in paths))
        return 0 if fine else 1
    if not options.clone or not os.path.isdir(options.clone):
        parser.error("CLONE: expected a checkout of the library")
    run_tests(options, library, paths[options.compiler])
    outcomes = read_outcomes(paths[options.compiler])
    return 0 if show_outcomes(library, outcomes) and outcomes else 1


if __name__ == "__main__":
    sys.exit(main())
