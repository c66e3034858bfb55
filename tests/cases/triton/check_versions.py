# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the texts of Triton 3.6 to 3.9: what is read, and what is written.

Usage: check_versions.py [--pythons=PYTHON,...] [--suite=FOLDER --tests=PATH,...]
                         [--keep=FOLDER] [--every=N] [--stored=REGEX]
                         CM2TT CM2TT_OPT

For each text that the Triton of a version printed (version_texts.py): cm2tt-opt
--tt-version=VERSION prints it as Triton did; cm2tt compiles it for sm_90a and the
CPU, and writes it for each version, once for the versions that print it alike.

Each of PYTHON, or of the environment's CM2TT_TRITON_PYTHONS, is a Python with a
Triton of another version, which prints all kernels of version_kernels.py again.
These texts are checked likewise. The Triton parses all that is written for its
version. None is needed: the stored texts are checked all the same.

FOLDER of --suite contains a library (tests/cases/peers/README.md), and each PATH there
tests of Triton kernels. The texts that they launch are created (texts_plugin.py; the
Python needs pytest), parsed, printed and compiled for sm_90a, every Nth of them; the
counts are printed. This takes minutes to half an hour for a version.

    --suite=triton/python/test --tests=unit/language,unit/cuda
    --suite=conch --tests=tests
    --suite=fla --tests=tests/ops/test_gla.py   PYTEST_ADDOPTS=--noconftest

Exits with 1 if a text fails.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", ".."))
import folders  # noqa: E402

folders.use("cases/corpus")
import check_corpus  # noqa: E402
from version_texts import VERSIONS, read, read_version, repeated  # noqa: E402

TARGETS = ["sm_90a", "cpu"]
# Compile through other functions than the plugin replaces, or start processes.
NOT_RUN = ["test_subprocess.py", "test_compile_only.py", "test_reproducer.py",
           "test_module.py"]
# Kernels with PTX or clocks, which the CPU does not have.
ONLY_GPU = ("foreign", "polled", "dependent")
SHOWN = 10


def print_again(opt, version, texts):
    """Errors: texts that cm2tt-opt prints in another way than Triton."""
    printed, errors = check_corpus.run(opt, texts, [f"--tt-version={version}"])
    for name, text in printed.items():
        if errors:
            break
        difference = check_corpus.compare(normalise(texts[name]), normalise(text))
        if difference:
            errors.append(f"{name}: {difference}")
    return errors


def normalise(text):
    """The lines without what cm2tt does not keep: that a pointer is to memory that
    is only read, and the order of barriers."""
    return [line.replace(', "constant">', ">")
            for line in check_corpus.normalise(text)]


def run(command, text):
    """Output and error of a command."""
    done = subprocess.run(command, input=text, capture_output=True, text=True,
                          check=False, timeout=600)
    lines = [line for line in done.stderr.splitlines() if "error" in line]
    error = (lines or [f"exit code {done.returncode}"])[0]
    return done.stdout, error if done.returncode else None


def compile_texts(cm2tt, texts, target):
    """Errors by name."""
    errors = {}
    stage, expected = ("asm", ".globl") if target == "cpu" else ("ptx", ".entry")
    for name, text in texts.items():
        if target == "cpu" and name.startswith(ONLY_GPU):
            continue
        code, error = run([cm2tt, "-", f"--target={target}", f"--emit={stage}"], text)
        if not error and expected not in code:
            error = f"the code has no '{expected}'"
        if error:
            errors[name] = error
    return errors


def write_for(cm2tt, version, texts):
    """The texts as cm2tt writes them for a version, and errors."""
    written, errors = {}, []
    for name, text in texts.items():
        written[name], error = run(
            [cm2tt, "-", "--emit=tt", f"--tt-version={version}"], text)
        if not error and "tt.func" not in written[name]:
            error = "no function is written"
        if error:
            errors.append(f"{name} for {version}: {error}")
    return written, errors


def parse_by(python, texts):
    """Errors of a Triton that parses the texts."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            with open(os.path.join(folder, f"{name}.ttir"), "w") as file:
                file.write(text)
        done = subprocess.run(
            [python, "-B", os.path.join(HERE, "parse_texts.py"), folder],
            capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def version_of(python):
    """The version of the Triton that a Python has."""
    code = "import triton; print(triton.__version__)"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True,
                          check=False)
    version = ".".join(done.stdout.strip().split(".")[:2])
    if version not in VERSIONS:
        sys.exit(f"error: {python} has Triton '{version}', expected 3.6 to 3.9")
    return version


def make_texts(python):
    """The texts that the Triton of a Python prints of our kernels."""
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(HERE, "make_version_texts.py")
        subprocess.run([python, "-B", "-W", "ignore", script, folder], check=True)
        return read(folder)


def make_suite(python, suite, tests, folder):
    """The texts that tests launch, in a folder that tests/cases/corpus/corpus.py reads,
    too."""
    command = [python, "-B", "-m", "pytest", "-p", "texts_plugin", "-q", "--tb=no",
               "-p", "no:cacheprovider", *tests,
               *(f"--ignore={path}/{name}" for path in tests for name in NOT_RUN)]
    environment = {**os.environ, "CM2TT_TEXTS": folder,
                   "PYTHONPATH": os.pathsep.join([HERE, suite])}  # fmt: skip
    subprocess.run(command, cwd=suite, env=environment, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)  # fmt: skip
    listed = os.path.join(folder, "options.jsonl")
    if not os.path.exists(listed):
        sys.exit(f"error: the tests {' '.join(tests)} of {suite} launch no kernel")
    with open(listed) as file:
        options = {k: v for line in file for k, v in json.loads(line).items()}
    with open(os.path.join(folder, "options.json"), "w") as file:
        json.dump(options, file)
    return read(folder)


def kernel_of(name):
    return name.rsplit("-", 1)[0]


def check_suite(options, version, texts):
    """Prints counts; the errors."""
    texts = dict(sorted(texts.items())[:: options.every])
    names = list(texts)
    unprinted = []
    for start in range(0, len(names), 200):
        part = {name: texts[name] for name in names[start : start + 200]}
        unprinted += print_again(options.opt, version, part)
    errors = compile_texts(options.cm2tt, texts, "sm_90a")
    kernels = len({kernel_of(name) for name in texts})
    print(f"{version}: {len(texts)} texts of {kernels} kernels; "
          f"{len(unprinted)} not printed alike; {len(errors)} not compiled")
    causes = collections.Counter(error.split("error: ")[-1] for error in errors.values())
    for cause, count in causes.most_common(SHOWN):
        print(f"  {count}: {cause[:150]}")
    return unprinted + [f"{name}: {error}" for name, error in errors.items()]


def check_texts(options, version, texts, pythons, seen):
    """The errors of the texts of one version. Those in `seen` were compiled and
    written for another; the others are added."""
    errors = print_again(options.opt, version, texts)
    count = len(texts)
    texts = {name: text for name, text in texts.items() if text not in seen}
    seen.update(texts.values())
    for target in TARGETS:
        failed = compile_texts(options.cm2tt, texts, target)
        errors += [f"{name} for {target}: {error}" for name, error in failed.items()]
    parsed = []
    for other in VERSIONS:
        written, failed = write_for(options.cm2tt, other, texts)
        errors += failed
        if other in pythons:
            parsed.append(other)
            errors += [f"written for {other}: {error}"
                       for error in parse_by(pythons[other], written)]
    print(f"{version}: {count} texts, {len(texts)} of them other than those of earlier "
          f"versions, {len(errors)} errors; what is written was parsed by Triton {', '.join(parsed) or '(none)'}", flush=True)
    return errors


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pythons",
                        default=os.environ.get("CM2TT_TRITON_PYTHONS", ""))
    parser.add_argument("--suite")
    parser.add_argument("--tests", default="tests")
    parser.add_argument("--keep")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--stored", default="",
                        help="the names of the stored texts to check")
    parser.add_argument("cm2tt")
    parser.add_argument("opt")
    options = parser.parse_args()
    pythons = {version_of(p): p for p in options.pythons.split(",") if p}
    errors = [f"{path} is equal to the text of an older version: delete it"
              for path in repeated()]
    seen = set()
    for version in VERSIONS:
        stored = {name: text for name, text in read_version(version).items()
                  if re.search(options.stored, name)}
        errors += check_texts(options, version, stored, pythons, seen)
        if version in pythons:
            texts = make_texts(pythons[version])
            errors += check_texts(options, version, texts, pythons, seen)
    for version, python in pythons.items() if options.suite else ():
        folder = os.path.join(options.keep or tempfile.mkdtemp(), version)
        suite = os.path.abspath(options.suite)
        texts = make_suite(python, suite, options.tests.split(","), folder)
        errors += check_suite(options, version, texts)
    for error in errors[: 10 * SHOWN]:
        print(error)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
