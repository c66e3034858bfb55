# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs run.py on a small library whose tests end in every way.

Usage: check_peers.py LIBRARY, in a Python that has Triton 3.6, numpy, pytest,
pytest-xdist and pytest-timeout; exits with 77 in another. No GPU is needed.
Not here: copies of libraries (check_take.py), programs (check_programs.py), the
benchmark (check_benchmark.py).
"""

import contextlib
import importlib.util
import io
import os
import shutil
import sys
import tempfile

import check_benchmark
import check_programs
import check_take
import libraries
import run

SKIPPED = 77
NEEDED = ("triton", "numpy", "pytest", "xdist", "pytest_timeout")
TESTS = '''
import os, time, pytest, triton, triton.language as tl
from triton.backends.compiler import GPUTarget

@triton.jit
def copy(x, y):
    tl.store(y, tl.load(x))

def test_compiles():
    target = GPUTarget("cuda", 80, 32)
    source = triton.compiler.ASTSource(copy, {"x": "*fp32", "y": "*fp32"})
    options = {"num_warps": 2}
    if os.environ["CM2TT_PEERS_COMPILER"] == "cm2tt":
        import cm2tt_triton
        options = cm2tt_triton.options(**options)
    kernel = triton.compile(source, target, options)
    assert ".entry copy" in kernel.asm["ptx"]

def test_wrong():
    assert os.environ["CM2TT_PEERS_COMPILER"] == "triton", "a wrong result"

def test_expected():
    assert os.environ["CM2TT_PEERS_COMPILER"] == "triton", "reads IR"

def test_tuning():
    assert os.environ["CM2TT_PEERS_TUNING"] == "quick"
    assert triton.testing.do_bench.__name__ == "time_once"

@pytest.mark.parametrize("value", range(4))
def test_configurations(value):
    from triton.runtime.autotuner import Autotuner
    tuner = triton.autotune([triton.Config({}, w) for w in (1, 2, 4, 8)], [])(copy)
    first, again = (tuner.prune_configs({}) for _ in range(2))
    assert len(set(map(str, first))) == 2 and first == again

def test_gpu():
    assert os.environ["CUDA_VISIBLE_DEVICES"] in ("5", "7")

attempts = 0

def test_memory():
    global attempts
    attempts += 1
    if attempts < 3:
        raise RuntimeError("CUDA_ERROR_OUT_OF_MEMORY")

def test_no_memory():
    raise RuntimeError("CUBLAS_STATUS_ALLOC_FAILED when calling cublasCreate")

def test_skips():
    pytest.skip("no such device")

def test_lost():
    raise RuntimeError("CUDA error: an illegal memory access was encountered")

def test_late():
    import sys, types
    def empty_cache():
        raise RuntimeError("CUDA error: misaligned address")
    cuda = types.SimpleNamespace(is_initialized=lambda: True, empty_cache=empty_cache)
    sys.modules["torch"] = types.SimpleNamespace(cuda=cuda)

def test_ends():
    os._exit(4)

def test_hangs():
    time.sleep(30)

@pytest.mark.parametrize("value", range(20))
def test_many(value):
    assert value < 20
'''
ORDERED = '''
import os, pytest

@pytest.mark.parametrize("value", range(3))
def test_a(value):
    assert os.environ["PEERS_CACHE"].endswith("/cache-cm2tt/of-gw0")

@pytest.mark.parametrize("value", range(3))
def test_b(value):
    pass

def test_no_case():
    assert False
'''


def call(*arguments):
    """run.py's exit code and what it prints."""
    printed = io.StringIO()
    sys.argv = ["run.py", *arguments]
    with contextlib.redirect_stdout(printed):
        code = run.main()
    return code, printed.getvalue()


def expect(condition, what, shown=""):
    if not condition:
        sys.exit(f"failed: {what}\n{shown}")


def check_outcomes(path):
    """The outcome of each of TESTS by cm2tt."""
    outcomes = {test.split("::")[1]: found
                for test, found in run.read_outcomes(path).items()}  # fmt: skip
    wanted = {"compiles": "passed", "wrong": "failed", "expected": "failed",
              "tuning": "passed", "configurations[3]": "passed", "gpu": "passed", "memory": "passed",
              "no_memory": "failed",
              "skips": "skipped", "lost": "failed", "late": "failed", "ends": "failed",
              "hangs": "failed", "many[19]": "passed"}  # fmt: skip
    for name, outcome in wanted.items():
        found = outcomes.get(f"test_{name}", ("absent", ""))
        expect(found[0] == outcome, f"test_{name} is {outcome}", found)
    expect("illegal memory access" in outcomes["test_lost"][1],
           "the cause is kept", outcomes)  # fmt: skip
    expect("misaligned" in outcomes["test_late"][1], "a late error is reported", outcomes)
    expect(len(outcomes) == 36, "each test has one outcome", outcomes)


def check(folder):
    clone, out = os.path.join(folder, "clone"), os.path.join(folder, "out")
    texts = os.path.join(folder, "texts")
    os.mkdir(clone)
    with open(os.path.join(clone, "test_all.py"), "w") as file:
        file.write(TESTS)
    libraries.LIBRARIES["small"] = libraries.Library(
        "", "", ["test_all.py"], ["."], 
        [libraries.Known("::test_expected", "reads IR"),
         libraries.Known("::test_no_memory", "needs memory", stock=True)])
    given = [f"--out={out}", "--jobs=2", "--test-seconds=4", "--quick-tuning",
             "--gpus=5,7", "--configurations=2"]
    code, text = call("small", clone, *given, f"--texts={texts}")
    check_outcomes(os.path.join(out, "small.cm2tt.tsv"))
    expect(code == 1, "failures that are not expected are errors", text)
    expect("1 expected: reads IR" in text
           and "1 expected (stock Triton fails, too): needs memory" in text,
           "expected ones are counted", text)
    kept = sorted(name[-5:] for name in os.listdir(texts))
    expect(kept == [".json", ".ttir"], "the text is kept", kept)
    code, text = call("small", clone, "--compiler=triton", *given)
    code, text = call("small", "--compare", *given)
    expect(code == 1 and "1 of them unexpected" in text.replace("\n", " ")
           and "test_wrong" in text, "the comparison finds test_wrong", text)
    lines = open(os.path.join(out, "small.cm2tt.tsv")).readlines()
    call("small", clone, *given)
    again = open(os.path.join(out, "small.cm2tt.tsv")).readlines()
    expect(lines == again, "nothing is run twice", again)


def check_failures_only(folder):
    """Triton runs only what failed by cm2tt."""
    clone, out = os.path.join(folder, "clone"), os.path.join(folder, "failed")
    given = [f"--out={out}", "--jobs=2"]
    names = [f"test_all.py::test_{name}" for name in ("wrong", "expected", "compiles")]
    code, text = call("small", clone, *names, *given)
    code, text = call("small", clone, *names, *given, "--compiler=triton",
                      "--only-failures-of=cm2tt")
    expect(code == 0 and "{'passed': 2}" in text, "only failures are run", text)
    code, text = call("small", "--compare", *given)
    expect(code == 1 and "0 pass by both; 2 by Triton only, 1 of them unexpected"
           in text, "the failures are compared", text)


def check_order(folder):
    """The first cases come first, on request; each process has its own folder."""
    clone, out = os.path.join(folder, "ordered"), os.path.join(folder, "order")
    os.mkdir(clone)
    with open(os.path.join(clone, "test_order.py"), "w") as file:
        file.write(ORDERED)
    libraries.LIBRARIES["ordered"] = libraries.Library(
        "", "", ["."], ["."], [], ignored=["*wrong.py"], arguments=["-k", "not no_"],
        environment={"PEERS_CACHE": "{out}/of-{worker}"},
        packages={"os": "os", "no-such": "no_such_module"})
    with open(os.path.join(clone, "test_wrong.py"), "w") as file:
        file.write("import no_such_module")
    for given, order in ((["--spread"], "a0 b0 a1 b1 a2 b2"), ([], "a0 a1 a2 b0 b1 b2")):
        code, text = call("ordered", clone, f"--out={out}", "--jobs=1", *given)
        path = os.path.join(out, "ordered.cm2tt.tsv")
        with open(path) as file:
            ran = [line.split("::test_")[1].split("]")[0] for line in file]
        os.remove(path)
        expect(code == 0 and " ".join(ran).replace("[", "") == order,
               "tests run in the order that is asked for", (ran, text))
        expect("this Python lacks: no-such;" in text, "absent packages are named", text)


def main(library):
    absent = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if absent:
        print(f"skipped: this Python has no {absent[0]}")
        return SKIPPED
    if not shutil.which("git"):
        print("skipped: no git")
        return SKIPPED
    os.environ["CM2TT_LIBRARY"] = os.path.abspath(library)
    os.environ["CM2TT_PEERS_WAIT"] = "0.1"
    with tempfile.TemporaryDirectory() as folder:
        check(folder)
        check_failures_only(folder)
        check_order(folder)
    check_take.check(call, expect)
    check_programs.check(call, expect)
    check_benchmark.check(expect)
    print("outcomes, texts, copies, programs, times and comparisons are right")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
