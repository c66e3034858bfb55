# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of flaggems_benchmark.py and its table; check_peers.py runs them.

A small program takes the part of benchmark_worker.py, with cases that end in every
way; so neither PyTorch nor a GPU is needed.
"""

import contextlib
import io
import json
import os
import sys
import tempfile

import benchmark_cases
import benchmark_report
import benchmark_worker
import flaggems_benchmark
import libraries

WORKER = '''
import argparse, json, os, sys, zlib
parser = argparse.ArgumentParser()
parser.add_argument("clone")
for name in ("compiler", "type", "configurations", "words", "samples"):
    parser.add_argument(f"--{name}")
parser.add_argument("--measures", action="store_true")
options = parser.parse_args()
ours = options.compiler == "cm2tt"
assert os.environ["TRITON_CACHE_DIR"].endswith(f"/cache/{options.compiler}/triton")
if os.environ.get("STAND_IN_FAILS"):
    print(json.dumps({"error": "no GPU", "ends": True}), flush=True)
    sys.exit(1)
# By operator: Triton's and our milliseconds, for a graph and for the kernels.
TIMES = {"fast": (2, 1), "slow": (1, 2), "waits": (0.3, 0.3), "one": (1, 1),
         "small": (0.01, 0.02)}
def facts(operator, size):
    return {"name": f"{operator}|{size}", "benchmark": f"test_{operator}",
            "operator": operator, "type": options.type, "shape": f"[{size}]",
            "size": size}
names = [*TIMES, "stock", "ours", "ends", "absent", "differs"]
cases = [facts(name, size) for name in names for size in (2, 1)]
print(json.dumps({"cases": cases}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    operator = asked["case"].split("|")[0]
    found = {}
    if operator == "absent":
        found = {"absent": True}
    elif operator == ("ours" if ours else "stock"):
        found = {"error": "ValueError: no"}
    elif operator == "ends" and ours:
        os._exit(7)
    elif asked["method"] == "compile":
        found = {"waits": operator == "waits"}
    else:
        graph = asked["method"] == "graph" and not (operator == "one" and ours)
        found = {"method": "graph" if graph else "kernels",
                 "ms": TIMES.get(operator, (1, 1))[ours] * (1 if graph else 3)}
        if operator in ("differs", "fast"):
            import numpy, results
            number = 1.0 + (ours and operator == "differs")
            path = f"{zlib.crc32(asked['case'].encode()):08x}"
            results.write(os.path.join(options.samples, path),
                          [("result", "float32", numpy.array([number]))])
    print(json.dumps({**found, "ends": False}), flush=True)
'''
SUMMARY = """20 cases of 10 operators
12 of 20 cases measured, of 6 operators
10 take 0.1 ms or more
4 cases FAIL WITH CM2TT ONLY
ours [2] [1]: ValueError: no
ends [2] [1]: the process ended with 7
2 cases fail with stock Triton
2 cases have no input
results of 4 cases compared
results differ: differs|2: result: 1 of
1.0000 of 10 cases, 1.0000 of 5 operators
2 of these cases are below 0.95
again: 4 cases""".split("\n")


def call(*arguments):
    """flaggems_benchmark.py's exit code and what it prints."""
    printed = io.StringIO()
    sys.argv = ["flaggems_benchmark.py", *arguments]
    with contextlib.redirect_stdout(printed):
        code = flaggems_benchmark.main()
    return code, printed.getvalue()


def check_driver(folder, expect):
    clone, out = os.path.join(folder, "clone"), os.path.join(folder, "out")
    worker = os.path.join(folder, "worker.py")
    os.mkdir(clone)
    with open(worker, "w", encoding="utf-8") as file:
        file.write(WORKER)
    given = [clone, f"--out={out}", f"--worker={worker}", "--jobs=2", "--budget=60"]
    code, text = call(*given)
    expect(code == 1, "what fails with cm2tt only is an error", text)
    for line in SUMMARY:
        expect(line in text, f"the summary has '{line}'", text)
    with open(os.path.join(out, "cases.jsonl"), encoding="utf-8") as file:
        records = {record["name"]: record for record in map(json.loads, file)}
    expect(records["slow|2"]["ms"] == {"triton": [1] * 3, "cm2tt": [2] * 3},
           "what is slow is measured again", records["slow|2"])  # fmt: skip
    expect(records["one|2"]["ms"] == {"triton": [3], "cm2tt": [3]}
           and records["one|2"]["method"] == "kernels",
           "both compilers are measured by one method", records["one|2"])  # fmt: skip
    os.environ["STAND_IN_FAILS"] = "on"
    code, text = call(*given)
    del os.environ["STAND_IN_FAILS"]
    expect(code == 1 and "nothing measured: triton: no GPU" in text,
           "a machine without a GPU is an error", text)  # fmt: skip


def record(name, triton, cm2tt, **facts):
    return {"name": name, "benchmark": f"test_{name}", "operator": name, "size": 1,
            "type": "float16", "shape": "[1]", "errors": {}, "compiled": [],
            "method": "graph", "ms": {"triton": triton, "cm2tt": cm2tt},
            **facts}  # fmt: skip


def check_report(expect):
    records = [record("a", [0.4, 0.2], [0.1, 0.3]), record("b", [0.1], [0.2]),
               record("c", [0.09], [9.0]), record("d", [], []),
               record("e", [1.0], [], errors={"cm2tt": "no"}),
               record("f", [], [], errors={"cm2tt": "no"})]  # fmt: skip
    text = "\n".join(benchmark_report.summary(records))
    expect("1.0000 of 2 cases" in text and "1 of these cases are below" in text,
           "the mean is of the cases that take long", text)  # fmt: skip
    outcomes = [benchmark_report.outcome(each) for each in records]
    expect(outcomes == ["measured"] * 3 + ["unmeasured", "fails", "unclear"],
           "outcomes", outcomes)  # fmt: skip
    lines = list(benchmark_report.table(records))
    expect(len(lines) == 4 and lines[1].endswith("0.2000     0.1000  2.000  graph "
           "4.000 0.667"), "the table has the least figures", lines)  # fmt: skip
    names = benchmark_report.names_of([record("a", [], []), record(
        "b", [], [], operator="a", benchmark="test_b")])
    expect(names == {"a": "a a", "b": "a b"}, "names tell tests apart", names)


def check_parts(expect):
    """The parts of the worker and of the cases that need no PyTorch."""
    cases = [{"name": f"{b}{s}{i}", "benchmark": b, "size": s}
             for b in "ab" for i, s in enumerate((9, 9, 4, 1))]  # fmt: skip
    order = " ".join(case["name"] for case in flaggems_benchmark.spread(cases))
    expect(order == "a90 b90 a42 b42 a13 b13 a91 b91", "large and distinct ones first",
           order)  # fmt: skip
    case = benchmark_cases.Case("test_a", "a", "float16", ((512, 512), ((2, 128),)))
    expect(case.size() == 512 * 512 and case.shape_text() == "[[512,512],[[2,128]]]",
           "sizes and texts of shapes", case.shape_text())  # fmt: skip
    runs = benchmark_worker.RUNS
    kernels = [(begin, 1e6 if begin % 2 else 3e6) for begin in range(2 * runs)]
    expect(benchmark_worker.runs_of(kernels[::-1]) == 4, "the kernels of a run")
    expect(benchmark_worker.runs_of(kernels[1:]) == (4 * runs - 3) / runs,
           "a mean if runs differ")  # fmt: skip


def check(expect):
    before = libraries.LIBRARIES["flaggems"]
    libraries.LIBRARIES["flaggems"] = libraries.Library(
        "", "", [], ["."], [], environment={"CACHE": "{out}/of-{worker}"})
    try:
        with tempfile.TemporaryDirectory() as folder:
            check_driver(folder, expect)
    finally:
        libraries.LIBRARIES["flaggems"] = before
    check_report(expect)
    check_parts(expect)
