#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests of another project's Triton kernels, compiled by cm2tt.

    run.py LIBRARY CLONE [--compiler=triton] [--only-failures-of=cm2tt]
           [--seconds=N] [TEST...]
    run.py LIBRARY --compare

LIBRARY is one of those in libraries.py, CLONE a checkout of it, and a TEST a
path below it; by default those that libraries.py names. With --compiler=triton
Triton itself compiles, which says what a test does without cm2tt. Outcomes are
appended to LIBRARY.COMPILER.tsv in --out, and a test with an outcome is not run
again: a long suite takes as many runs as it needs. --compare lists what passes
by Triton and not by cm2tt; what libraries.py expects is counted by reason. Triton
need only run what failed: --compiler=triton --only-failures-of=cm2tt. Programs that
compare nothing are run by both, and --compare compares all that they compute.

Needs a GPU, PyTorch, Triton 3.6, pytest, pytest-xdist and pytest-timeout.
Exits with 1 if a test fails, or differs, that is not expected to.
"""

import argparse
import collections
import importlib.util
import json
import os
import re
import subprocess
import sys

from copies import prepare
from libraries import LIBRARIES

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "..", "..", "..", "python")
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


def known_failure(library, test, cause, compiler="cm2tt"):
    """The entry of the list for a test that fails by a compiler, or None."""
    for known in library.expected:
        if (known.stock or compiler == "cm2tt") and re.search(
                known.test, f"{test} {cause}"):  # fmt: skip
            return known
    return None


def failures(path):
    """The tests that have failed."""
    return [test for test, (outcome, _) in read_outcomes(path).items()
            if outcome == "failed"]  # fmt: skip


def caches(options):
    """The folder for what a compiler's tests keep."""
    return os.path.join(options.out, f"cache-{options.compiler}")


def results_folder(options, compiler):
    """The folder of what the programs of a library compute."""
    return os.path.join(options.out, f"{options.library}.{compiler}.results")


def environment(options, library, clone, outcomes):
    """The environment of the tests and of plugin.py."""
    folders = [HERE, os.path.abspath(options.package), *(os.path.join(clone, f) for f in library.folders)]
    before = os.environ.get("PYTHONPATH")
    values = {
        "PYTHONPATH": os.pathsep.join(folders + [before] * bool(before)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TRITON_CACHE_DIR": caches(options),
        # PyTorch's compiler keeps what Triton or cm2tt compiled.
        "TORCHINDUCTOR_CACHE_DIR": os.path.join(caches(options), "inductor"),
        "CM2TT_PEERS_COMPILER": options.compiler,
        "CM2TT_PEERS_OUTCOMES": outcomes,
        "CM2TT_PEERS_DONE": f"{outcomes}.done",
        "CM2TT_PEERS_RESULTS": results_folder(options, options.compiler),
        "CM2TT_PEERS_SET": json.dumps(
            {name: value.replace("{out}", caches(options))
             for name, value in library.environment.items()}),
    }  # fmt: skip
    if options.only_failures_of:
        values["CM2TT_PEERS_ONLY"] = f"{outcomes}.only"
    if options.spread:
        values["CM2TT_PEERS_SPREAD"] = "on"
    if options.quick_tuning or library.programs:
        values["CM2TT_PEERS_TUNING"] = "quick"
    # A tuner that has one choice makes the same one with each compiler.
    configurations = 1 if library.programs else options.configurations
    if configurations:
        values["CM2TT_PEERS_CONFIGURATIONS"] = str(configurations)
    if options.gpus:
        values["CM2TT_PEERS_GPUS"] = options.gpus
    if options.texts:
        values["CM2TT_PEERS_TEXTS"] = os.path.abspath(options.texts)
    return {**os.environ, **values}


def pytest_command(options, library):
    """The command that runs the tests, in the folder that has them."""
    programs = ["-p", "programs", "-o", "python_files=*.py"]
    return [
        sys.executable, "-m", "pytest", "-p", "plugin", *programs * library.programs,
        "-q", "--tb=short", "-n", str(options.jobs), "--max-worker-restart=1000",
        f"--timeout={options.test_seconds}", "-p", "no:cacheprovider",
        "--rootdir=.", "--confcutdir=.", *library.arguments,
        *(f"--ignore-glob=*/{pattern}" for pattern in library.ignored),
        *(options.tests or library.tests),
    ]  # fmt: skip


def write_selection(options, outcomes):
    """Writes the files that say which tests plugin.py leaves out."""
    with open(f"{outcomes}.done", "w", encoding="utf-8") as done:
        if os.path.exists(outcomes):
            with open(outcomes, encoding="utf-8") as file:
                done.write(file.read())
    if options.only_failures_of:
        other = os.path.join(
            options.out, f"{options.library}.{options.only_failures_of}.tsv")
        with open(f"{outcomes}.only", "w", encoding="utf-8") as only:
            only.writelines(f"{test}\n" for test in failures(other))


def run_tests(options, library, clone, outcomes):
    """Runs pytest until it ends or time is up."""
    write_selection(options, outcomes)
    command = pytest_command(options, library)
    log = os.path.join(options.out, f"{options.library}.{options.compiler}.log")
    with open(log, "w", encoding="utf-8") as file:
        process = subprocess.Popen(
            command, cwd=clone, stdout=file, stderr=subprocess.STDOUT,
            env=environment(options, library, clone, outcomes), start_new_session=True,
        )  # fmt: skip
        try:
            process.wait(options.seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            print(f"stopped after {options.seconds} s; run again for the rest")
    with open(log, encoding="utf-8", errors="replace") as file:
        print((file.read().strip().split("\n") or [""])[-1])


def show_outcomes(library, outcomes, compiler):
    """Prints how many have which outcome, and the causes of failures; whether
    all that failed are expected to."""
    print(dict(collections.Counter(o for o, _ in outcomes.values())))
    failed = {test: cause for test, (outcome, cause) in outcomes.items()
              if outcome == "failed"}  # fmt: skip
    reasons = {test: known_failure(library, test, cause, compiler)
               for test, cause in failed.items()}  # fmt: skip
    for known, count in collections.Counter(
            r for r in reasons.values() if r).most_common():
        too = " (stock Triton fails, too)" if known.stock else ""
        print(f"{count:6} expected{too}: {known.reason}")
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
    reasons = {test: known_failure(library, test, cause)
               for test, cause in worse.items()}  # fmt: skip
    unexpected = [test for test, known in reasons.items() if not known]
    print(f"{both} pass by both; {len(worse)} by Triton only, {len(unexpected)} of "
          f"them unexpected; {missing} not run by cm2tt")  # fmt: skip
    for test in unexpected:
        print(f"  {test}: {worse[test][:200]}")
    for test, known in reasons.items():
        if known and known.stock:
            print(f"  {test} passes by Triton, which libraries.py says it does not")
    common = sum(test in ours for test in theirs)
    return not unexpected and common > 0


def compare_results(options, library):
    """Prints the programs whose results differ from stock's; whether all are
    expected, and any were compared."""
    import results  # needs numpy, as do the programs

    found = results.compare_folders(
        *(results_folder(options, c) for c in ("cm2tt", "triton")))
    differ = {f"{library.tests[0]}/{name}.py::program": text
              for name, text in found.items() if text}  # fmt: skip
    unexpected = [test for test, text in differ.items()
                  if not known_failure(library, test, text)]  # fmt: skip
    print(f"results of {len(found)} programs compared; {len(differ)} differ, "
          f"{len(unexpected)} of them unexpected")  # fmt: skip
    for test in unexpected:
        print(f"  {test}: {differ[test][:200]}")
    return not unexpected and bool(found)


def warn_of_packages(library):
    """Prints which packages a library's tests do not find."""
    absent = [name for name, module in library.packages.items()
              if importlib.util.find_spec(module) is None]  # fmt: skip
    if absent:
        print(f"this Python lacks: {', '.join(absent)}; some tests will fail")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("library", choices=sorted(LIBRARIES))
    parser.add_argument("clone", nargs="?")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--compiler", choices=("cm2tt", "triton"), default="cm2tt")
    parser.add_argument("--only-failures-of", choices=("cm2tt", "triton"), metavar="C",
                        help="run the tests only that failed with this compiler")
    parser.add_argument("--seconds", type=int, default=None)
    parser.add_argument("--test-seconds", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--gpus", help="numbers of GPUs, separated by commas, over "
                        "which the parallel tests are spread")
    parser.add_argument("--spread", action="store_true", help="run the first case of "
                        "each function before the second of any")
    parser.add_argument("--quick-tuning", action="store_true",
                        help="tuners time each configuration by one launch")
    parser.add_argument("--configurations", type=int, metavar="N", help="tuners try "
                        "N of their configurations, other ones in other tests")
    parser.add_argument("--out", default="peers-out")
    parser.add_argument("--texts", help="a folder for the texts that are compiled")
    parser.add_argument("--package", default=PACKAGE, metavar="FOLDER", help="the folder "
                        "that has cm2tt_triton, such as an unpacked wheel (python)")
    parser.add_argument("--compare", action="store_true")
    options = parser.parse_args()
    if not options.compare and not (options.clone and os.path.isdir(options.clone)):
        parser.error("CLONE: expected a checkout of the library")
    options.out = os.path.abspath(options.out)
    return options


def main():
    options = parse_options()
    os.makedirs(options.out, exist_ok=True)
    library = LIBRARIES[options.library]
    paths = {compiler: os.path.join(options.out, f"{options.library}.{compiler}.tsv")
             for compiler in ("cm2tt", "triton")}  # fmt: skip
    if options.compare:
        fine = compare(library, *(read_outcomes(paths[c]) for c in paths))
        if library.programs:
            fine = compare_results(options, library) and fine
        return 0 if fine else 1
    copy = os.path.join(options.out, f"{options.library}.{options.compiler}.copy")
    try:
        clone = prepare(library, os.path.abspath(options.clone), copy)
    except ValueError as error:
        print(f"{options.library} is not of revision '{library.revision}': {error}")
        return 1
    warn_of_packages(library)
    run_tests(options, library, clone, paths[options.compiler])
    outcomes = read_outcomes(paths[options.compiler])
    return 0 if show_outcomes(library, outcomes, options.compiler) and outcomes else 1


if __name__ == "__main__":
    sys.exit(main())
