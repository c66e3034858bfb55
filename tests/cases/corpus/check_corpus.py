# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks cm2tt-opt on kernels as Triton 3.6 printed them.

Every text of the corpus must parse and verify; the printed text must be Triton's
up to names and white space; parsing and printing it again must change nothing; the
optimisation of `tt` must yield valid texts; and loops that ask for more stages than
shared memory has room for must get those that fit. One process handles many texts, so
this takes seconds.

Usage: check_corpus.py [--every=N] CM2TT_OPT CORPUS, where CORPUS is as in corpus.py;
the environment's CM2TT_CORPUS overrides it. Exits with 77 if there is no corpus.
"""

import argparse
import difflib
import itertools
import re
import subprocess
import sys

import corpus

SKIPPED = 77
SEPARATOR = "\n// -----\n"
# Texts of one process: its time for a text grows with the length of all of them.
TOGETHER = 64
# Each of these with more stages than any loop has room for.
FITTED = (
    "target=sm_80 num-stages=64",
    "target=sm_90a num-stages=64",
)
# The number of texts of which one is fitted.
FITTED_EVERY = 4
SHOWN = 5  # differences and errors that are printed at most

NAME = re.compile(r"%[-\w$.]+")
# Where a name is bound: results at the start of a line, block and function
# arguments, loop variables and values that are carried by loops.
RESULTS = re.compile(r"^\s*((?:%[-\w$.]+(?::\d+)?(?:, )?)+) = ")
ARGUMENT = re.compile(r"(%[-\w$.]+)(?=: )")
CARRIED = re.compile(r"(%[-\w$.]+)(?= = )")


def bound_names(line):
    """The names that a line binds, in order."""
    results = RESULTS.match(line)
    names = NAME.findall(results.group(1)) if results else []
    rest = line[results.end() :] if results else line
    if re.match(r"\s*(tt\.func|\^bb)", rest):
        names += ARGUMENT.findall(rest)
    if re.match(r"\s*scf\.(for|while)", rest):
        names += CARRIED.findall(rest)
    return names


def normalise(text):
    """The lines of `text`, names numbered in order of appearance.

    A name that is bound again, in another region, is another name.
    """
    numbers = {}
    count = 0
    lines = []
    for line in text.splitlines():
        if not line.strip():
            continue
        for name in bound_names(line):
            numbers[name] = f"%{count}"
            count += 1
        line = NAME.sub(lambda found: numbers.get(found[0], found[0]), line)
        lines.append(" ".join(line.split()))
    return lines


def run(opt, texts, passes=()):
    """The output of cm2tt-opt for each text, and its errors by text and line."""
    rest, outputs, errors = iter(texts.items()), {}, []
    while part := dict(itertools.islice(rest, TOGETHER)):
        printed, wrong = run_together(opt, part, passes)
        outputs.update(printed)
        errors += wrong
    return outputs, errors


def run_together(opt, texts, passes):
    """As `run`, by one process."""
    starts = []
    source = ""
    line = 1
    for name, text in texts.items():
        starts.append((line, name))
        chunk = text.rstrip("\n") + SEPARATOR
        line += chunk.count("\n")
        source += chunk
    source = source[: -len(SEPARATOR)]
    done = subprocess.run(
        [opt, "-split-input-file", *passes, "-"],
        input=source,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = []
    for message in done.stderr.splitlines():
        place = re.search(r":(\d+):(\d+): (error: .*)", message)
        if place:
            number = int(place.group(1))
            begin, name = max(s for s in starts if s[0] <= number)
            errors.append(
                f"{name}:{number - begin + 1}:{place.group(2)}: {place.group(3)}"
            )
    if done.returncode != 0 and not errors:
        errors.append(f"{opt} ended with {done.returncode}: {done.stderr[:500]}")
    chunks = re.split(r"\n// -----\n", done.stdout)
    if not errors and len(chunks) != len(texts):
        errors.append(f"{len(chunks)} texts came back for {len(texts)}")
    return dict(zip(texts, chunks)), errors


def compare(expected, actual):
    """A difference of two lists of lines, as text; empty if there is none."""
    if expected == actual:
        return ""
    lines = difflib.unified_diff(expected, actual, "triton", "cm2tt", "", "", 1)
    return "\n".join(list(lines)[:12])


def check(opt, texts):
    """The errors and differences, as texts."""
    printed, errors = run(opt, texts)
    if errors:
        return errors
    reprinted, errors = run(opt, printed)
    if errors:
        return ["when read again: " + error for error in errors]
    _, errors = run(opt, texts, ["-cm2tt-tt-phase"])
    problems = ["when optimised: " + error for error in errors]
    some = dict(itertools.islice(texts.items(), 0, None, FITTED_EVERY))
    for options in FITTED:
        target = options.split()[0]
        _, errors = run(opt, some, [f"-cm2tt-tt-phase={target} launcher=all",
                                    f"-cm2tt-ttg-phase={options}"])  # fmt: skip
        problems += [f"with {options}: {error}" for error in errors]
    for name, text in texts.items():
        difference = compare(normalise(text), normalise(printed[name]))
        if difference:
            problems.append(f"{name}: printed otherwise\n{difference}")
        if printed[name].strip() != reprinted[name].strip():
            problems.append(f"{name}: printing again changes it")
    return problems


def main(arguments):
    """Runs the check; 0 if it passes, 1 if it fails, SKIPPED if there is no corpus."""
    parser = argparse.ArgumentParser(description="texts of a corpus, by cm2tt-opt")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("opt")
    parser.add_argument("corpus")
    options = parser.parse_args(arguments)
    path = corpus.find(options.corpus)
    if not path:
        return SKIPPED
    kernels = corpus.read(path, options.every)
    texts = {kernel.name: kernel.text for kernel in kernels}
    problems = check(options.opt, texts)
    for problem in problems[:SHOWN]:
        print(problem)
    print(f"{len(texts)} texts, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
