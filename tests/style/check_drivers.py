# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the suite itself: every driver that takes a compiler is green with ours
and red with broken ones (fake_compiler.py).

    check_drivers.py CTEST BUILD

The drivers are those tests of ctest whose command names cm2tt or cm2tt-opt. Each
runs as ctest runs it, but on a part of its cases (DRIVERS), first with our compiler,
where it must succeed, then with each fake compiler, where it must fail; to be
skipped is no failure. A driver without an entry in DRIVERS or EXEMPT is an error.
"""

import concurrent.futures
import fnmatch
import itertools
import json
import os
import subprocess
import sys
import tempfile

import fake_compiler

ALL = fake_compiler.KINDS
# Drivers that hold two outputs of one compiler against each other.
NOT_WRONG = tuple(kind for kind in ALL if kind != "wrong")
FEW = ["--at-least=1", "--jobs=1"]
TILES = ["--count=3", "--shrink=0", "--kinds=0", "--targets=sm_80,cpu"]
# By the test's name: what is added to its command, and the fakes that it detects.
# A part of the cases is as small as may be: it runs once for each compiler.
DRIVERS = {
    "correspondence-*": ([], ALL),
    "gpu": (["--only-compile", "--filter=^elementwise/addf-f32$", *FEW], NOT_WRONG),
    "gpu-emulated": (["--filter=^elementwise/addf-f32$", "--sample=1", *FEW], ALL),
    "gpu-emulated-checked": (["--filter=^memory/.*masked", "--sample=1", *FEW], ALL),
    "gpu-emulated-faults": (["--filter=^checked/(copy|add)", *FEW], ALL),
    # With subtractions for additions, other loops would not end.
    "gpu-emulated-forwarded": (["--filter=^forwarded/tiles-n0", *FEW], ALL),
    "gpu-emulated-indices": (["--filter=^indices/load-shift-8-i32-w1", "--sample=1",
                             *FEW], ALL),
    "gpu-emulated-loops": (["--seeds=0:1", "--filter=^loops/0-", *FEW], ALL),
    "gpu-emulated-overflow": (["--filter=^overflow/add-add", *FEW], ALL),
    "gpu-emulated-order": (["--filter=^order/store-w1-s2", "--sample=1", *FEW], ALL),
    "gpu-tensor-copies": ([], ALL),
    "gpu-shared-tiles": (["--seeds=0:8"], ALL),
    "kernels-cpu": (["--filter=^elementwise/addf-f32$", "--sample=1", *FEW], ALL),
    "kernels-random": (["--seeds=0:2", *FEW], ALL),
    "kernels-checked": (["--filter=^memory/.*masked", *FEW], ALL),
    "kernels-tiles-shrink": (["--only=barriers"], NOT_WRONG),
    # These have other seeds in each run.
    "kernels-tiles-random": ([*TILES, "--seed=0"], ALL),
    "kernels-tiles-variants": ([*TILES, "--seed=0", "--family=order"], ALL),
    # With subtractions for additions, other loops would not end.
    "kernels-tiles-whiles": ([*TILES, "--seed=1", "--count=1"], ALL),
    "kernels-tiles*": (TILES, ALL),
    "kernels-run": ([], ALL),
    "kernels-models": (["--filter=vector-add"], NOT_WRONG),
    "kernels-debug": (["--filter=LayerNorm-forward-f32"], ALL),
    "kernels-operations": (["--filter=/elementwise-f32$", "--sample=1"], ALL),
    # With subtractions for additions, others would not end.
    "control-flow*": (["--seed=0", "--count=1", "--shrink=0"], ALL),
    "structured-programs": (["--count=8", "--shrink=0"], ALL),
    # To find something wrong is its success.
    "structured-programs-finds": (["--shrink=0"], NOT_WRONG),
    "java-locations": ([], NOT_WRONG),
    "python-same": (["--quick"], ALL),
    "triton-versions": (["--stored=^bits-0"], NOT_WRONG),
    "corpus": (["--every=200"], NOT_WRONG),
    "corpus-fixed-point": (["--every=400"], NOT_WRONG),
    "corpus-ptx": (["--every=400"], NOT_WRONG),
    "corpus-cpu": (["--every=400"], NOT_WRONG),
    "corpus-emulated*": (["--every=1500"], ALL),
}
# Tests that cannot run here, or are not drivers.
EXEMPT = {
    "triton": "needs Triton",
    "triton-backend": "needs Triton",
    "peers": "needs Triton",
    "release-command-line": "compares the help with what is generated",
    "release-glibc": "reads their symbols",
    "release-linked": "reads how they are linked",
    "suite-drivers": "this",
    "fuzz-run": "compiles seeds for fuzzers that the test makes up",
}
SKIPPED = 77


def tests_of(ctest, build):
    """The commands of ctest's tests by their names."""
    done = subprocess.run(
        [ctest, "--show-only=json-v1"], cwd=build, check=True, stdout=subprocess.PIPE
    )
    tests = json.loads(done.stdout)["tests"]
    return {test["name"]: test["command"] for test in tests if "command" in test}


def entry(table, name):
    """The entry of a table whose pattern a name matches, or None."""
    return next((v for k, v in table.items() if fnmatch.fnmatch(name, k)), None)


def run(command):
    """Exit code and output."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.returncode, done.stdout.decode(errors="replace")


def check_driver(command, more, kinds, compilers, folder):
    """The errors of a driver, as texts."""
    code, text = run(command + more)
    if code == SKIPPED:
        return ["(skipped)"]
    if code != 0:
        return [f"fails with our compiler: exit code {code}\n{text[-1000:]}"]
    problems = []
    used = [(name, real) for name, real in compilers.items() if real in command]
    for (name, real), kind in itertools.product(used, kinds):
        fake = os.path.join(folder, kind, name)
        code, text = run([fake if word == real else word for word in command] + more)
        if code in (0, SKIPPED):
            problems.append(
                f"does not fail with a {name} that is '{kind}': exit code {code}\n"
                f"{text[-1000:]}"
            )
    return problems


def write_fakes(compilers, folder):
    for kind in ALL:
        os.mkdir(os.path.join(folder, kind))
        for name, real in compilers.items():
            path = os.path.join(folder, kind, name)
            fake_compiler.write_fake(kind, real, path)


def main(ctest, build):
    compilers = {
        name: os.path.join(build, "bin", name) for name in ("cm2tt", "cm2tt-opt")
    }
    tests = {
        name: command
        for name, command in tests_of(ctest, build).items()
        if set(command) & set(compilers.values()) and not entry(EXEMPT, name)
    }
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        write_fakes(compilers, folder)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            futures = {}
            for name, command in tests.items():
                more, kinds = entry(DRIVERS, name) or (None, ())
                if more is None:
                    print(f"{name}: has no entry in DRIVERS or EXEMPT")
                    bad += 1
                    continue
                futures[name] = pool.submit(
                    check_driver, command, more, kinds, compilers, folder
                )
            for name, future in futures.items():
                problems = future.result()
                print(f"{name}: {', '.join(problems) or 'ok'}", flush=True)
                bad += any(problem != "(skipped)" for problem in problems)
    return 1 if bad or not tests else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
