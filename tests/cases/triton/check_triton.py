# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lets Triton 3.6 parse and compile the `tt` that cm2tt prints.

Takes the models of the examples, random ones with much control flow
(tests/cases/kernels), and the kernels of the tests that infer types and convert to
`tt`; these twice, as the conversion makes them and optimised. No GPU is needed.

Usage: check_triton.py [--python=PYTHON] [--keep=FOLDER] [--only=REGEX]
                       CM2TT CM2TT_OPT PROJECT

PYTHON is one that has Triton 3.6; else the environment's CM2TT_TRITON_PYTHON,
else the Python that runs this. Exits with 77 without such a Python. The texts, and
Triton's messages on each, are stored in FOLDER.

    python3 -m venv triton && triton/bin/pip install triton==3.6.0
"""

import argparse
import glob
import importlib
import os
import re
import subprocess
import sys
import tempfile

SKIPPED = 77
VERSION = "3.6."
SEPARATOR = "// -----"
ARCHITECTURE = "90"  # has all that the kernels of the tests ask for
SECONDS = "120"  # for one text
TESTS = ["CMToTT", "InferTypes"]
TEXT = ["--emit=tt", "--tt-version=3.6"]
SEEDS = range(1, 21)  # of random models
# Texts that Triton 3.6 refuses, and why.
REFUSED = {
    "CMToTT-descriptors-1-made": "ptxas gathers rows by bulk copies from sm_100 on",
    "CMToTT-inline_asm-1-.*": "Triton packs no elements of 32 bits",
    "InferTypes-gather-1-made": "Triton wants all rows in the indices",
    "(CMToTT-bits-5|InferTypes-bits-1)-made": "Triton has no dot products of bytes",
}  # fmt: skip
HERE = os.path.dirname(os.path.abspath(__file__))


def find_python(named, versions=(VERSION,)):
    """A Python that has one of these Tritons, and which; else none and why."""
    python = named or os.environ.get("CM2TT_TRITON_PYTHON") or sys.executable
    code = "import triton; print(triton.__version__)"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True,
                              text=True, check=False)
    except OSError as error:
        return None, f"{python} does not run: {error.strerror}"
    if done.returncode != 0:
        return None, f"{python} has no Triton"
    version = done.stdout.strip()
    if not version.startswith(versions):
        expected = " or ".join(f"{v}x" for v in versions)
        return None, f"{python} has Triton {version}, expected {expected}"
    return python, version


def run(command, text=None):
    """Standard output; none if the program fails."""
    done = subprocess.run(command, input=text, capture_output=True, text=True,
                          check=False)
    return done.stdout if done.returncode == 0 else None


def kernels_of_test(path):
    """The parts of a test that have a kernel, by name."""
    with open(path, encoding="utf-8") as file:
        parts = file.read().split(SEPARATOR)
    name = "-".join(path.removesuffix(".mlir").split(os.sep)[-2:])
    return {f"{name}-{i}": part for i, part in enumerate(parts, 1)
            if "cm.func" in part}


def random_models(project):
    """Models with control flow, as code-model text, by name."""
    sys.path.append(f"{project}/tests")
    folders = importlib.import_module("folders")
    folders.use("generators/control_flow", "oracles/java")
    generate = importlib.import_module("generate")
    write_model = importlib.import_module("write_model")
    return {f"random-{seed}": write_model.model(generate.generate(seed))
            for seed in SEEDS}


def all_texts(cm2tt, opt, project):
    """Every text that is checked, by name; none where cm2tt makes none."""
    texts = {}
    for model in sorted(glob.glob(f"{project}/examples/babylon/*/model.json")):
        name = os.path.basename(os.path.dirname(model))
        texts[name] = run([cm2tt, model, *TEXT])
    for name, model in random_models(project).items():
        texts[name] = run([cm2tt, "-", *TEXT], model)
    kernels = {}
    for test in TESTS:
        folder = f"{project}/tests/lit/language/{test}"
        for path in sorted(glob.glob(f"{folder}/*.mlir")):
            if not path.endswith("_errors.mlir"):
                kernels.update(kernels_of_test(path))
    for name, kernel in kernels.items():
        texts[f"{name}-made"] = run(
            [opt, "-", "-cm2tt-cm-to-tt", "-cm2tt-tt-set-version=version=3.6"], kernel
        )
        texts[f"{name}-optimised"] = run([cm2tt, "-", *TEXT], kernel)
    return texts


def complaint(log):
    """The line of what Triton says that says why."""
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    errors = [line for line in lines if re.search(r"\berror\s*:|ERROR", line)]
    return (errors or lines[-1:] or ["no message"])[0][:300]


def is_refused(name):
    return any(re.fullmatch(names, name) for names in REFUSED)


def compile_all(python, texts, folder):
    """Compiles the texts; why not, by name, where that fails."""
    paths = {}
    for name, text in texts.items():
        path = os.path.join(folder, f"{name}.ttir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        paths[path] = name
    environment = dict(os.environ,
                       TRITON_CACHE_DIR=os.path.join(folder, "cache"))
    command = [python, os.path.join(HERE, "compile_ttir.py"), ARCHITECTURE,
               SECONDS, *paths]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE,
                          text=True, check=True)
    codes = dict(reversed(line.split(" ", 1))
                 for line in done.stdout.splitlines())
    return {name: f"exit code {codes[path]}: {complaint(path + '.log')}"
            for path, name in paths.items() if codes[path] != "0"}


def main():
    """Checks the kernels; 1 if one fails."""
    parser = argparse.ArgumentParser()
    for option in ("--python", "--keep", "--only"):
        parser.add_argument(option, default="")
    for argument in ("cm2tt", "opt", "project"):
        parser.add_argument(argument)
    options = parser.parse_args()
    python, version = find_python(options.python)
    if not python:
        print(f"skipped: {version}; tests/README.md says how to get one")
        return SKIPPED
    texts = all_texts(options.cm2tt, options.opt, options.project)
    chosen = {name: text for name, text in texts.items()
              if re.search(options.only, name) and not is_refused(name)}
    known = {name: text for name, text in chosen.items() if text is not None}
    problems = {name: "cm2tt does not compile it"
                for name in chosen if name not in known}
    with tempfile.TemporaryDirectory() as temporary:
        folder = os.path.abspath(options.keep or temporary)
        os.makedirs(folder, exist_ok=True)
        problems |= compile_all(python, known, folder)
    for name, why in problems.items():
        print(f"{name}: {why}")
    print(f"Triton {version}: {len(chosen)} texts, {len(problems)} fail")
    return 1 if problems or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
