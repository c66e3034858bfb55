# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples in the descriptions of passes.

Each pass has an example: IR, a line `// becomes`, and the IR that the pass
computes of it. The line may name options, and passes that run before:
`// -cm2tt-tt-to-ttg -cm2tt-x="n=3" becomes`. Another such line and output follow
for other options. A pass that only reports has `// -cm2tt-x changes nothing`. A
comment `// remark: TEXT` in the input is a remark of the pass on this line; if one
is stated, all are.

Operations alone go into a function, as in the examples of operations: values
that the example does not define become parameters, of the types that the parser
asks for, and values that it does not use are returned. The output is stated
whole, up to the names of values, aliases and blocks, and the form of constants.
Only a line `// ...` leaves out lines; the lines between two of them must then
follow one another in the output, as the pass prints them (lines.py).

Usage: run_examples.py OPT INCLUDE TD
"""

import difflib
import os
import re
import subprocess
import sys

sys.path.append(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../dialect/Inputs")
)
from examples import EXAMPLE, Fragment, records, report  # noqa: E402
from lines import missing_lines  # noqa: E402

MARKER = re.compile(
    r"^// (?P<flags>(?:-[\w-]+(?:=\"[^\"]*\")? )*)"
    r"(?P<verb>becomes|changes nothing)$",
    re.M,
)
FLAG = re.compile(r"(-[\w-]+)(?:=\"([^\"]*)\")?")
OMITTED = re.compile(r"^// \.\.\.$", re.M)
REMARK = re.compile(r"// remark: (.*)$")
REPORTED = re.compile(r"^[^:\n]*:(\d+):\d+: remark: (.*)$", re.M)


class Wrong(Exception):
    """Says what is wrong with an example."""


def run_passes(opt, flags, text):
    """The output of the passes for the text, and their remarks as pairs of line and text."""
    done = subprocess.run(
        [opt, "-", *flags], input=text, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Wrong(f"a pass fails: {done.stderr}")
    remarks = [(int(line), said) for line, said in REPORTED.findall(done.stderr)]
    return done.stdout, sorted(remarks)


def printed(opt, text):
    """The text as the compiler prints it."""
    done = subprocess.run(
        [opt, "-"], input=text, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Wrong(done.stderr)
    return done.stdout


def differences(stated, actual):
    """The lines that differ, with those around them."""
    lines = difflib.unified_diff(
        stated.splitlines(), actual.splitlines(), "stated", "actual", lineterm=""
    )
    return "\n".join(lines)


def compare(opt, stated, actual):
    """Raises if the actual output is not the stated one."""
    if not OMITTED.search(stated):
        stated = printed(opt, stated)
        if stated != actual:
            raise Wrong(f"the output differs:\n{differences(stated, actual)}")
        return
    missing = missing_lines(stated, actual)
    if missing:
        raise Wrong(f"the output lacks\n{missing}\nafter the lines before; it is\n{actual}")


def flags_of(marker, argument):
    """The flags of the passes that a marker runs, the last of which has the argument."""
    flags = [
        f"{flag}={options}" if options else flag
        for flag, options in FLAG.findall(marker["flags"])
    ]
    flags = flags or [f"-{argument}"]
    if flags[-1].partition("=")[0] != f"-{argument}":
        raise Wrong(f"its example does not run -{argument} last: {flags[-1]}")
    return flags


def check_remarks(source, remarks):
    """Raises if the source states remarks, and others than these."""
    stated = [
        (number, match.group(1))
        for number, line in enumerate(source.splitlines(), 1)
        if (match := REMARK.search(line))
    ]
    if stated and stated != remarks:
        raise Wrong(f"the remarks are {remarks}")


def check(opt, argument, example):
    """Raises if the example of the pass with the argument is wrong."""
    text = "".join(line.strip() + "\n" for line in example.splitlines())
    markers = list(MARKER.finditer(text))
    if not markers:
        raise Wrong("an example has a line '// becomes' or '// changes nothing'")
    before = text[: markers[0].start()]
    if OMITTED.search(before):
        raise Wrong("its example leaves out lines of the input")
    try:
        fragment = Fragment(opt, before)
    except ValueError as error:
        raise Wrong(str(error)) from None
    source = fragment.wrap(before)
    ends = [marker.start() for marker in markers[1:]] + [len(text)]
    for marker, end in zip(markers, ends):
        after = text[marker.end() : end].strip()
        if bool(after) != (marker["verb"] == "becomes"):
            raise Wrong("IR follows '// becomes', and nothing '// changes nothing'")
        actual, remarks = run_passes(opt, flags_of(marker, argument), source)
        compare(opt, fragment.wrap(after + "\n") if after else source, actual)
        check_remarks(source, remarks)


def problem(opt, record):
    """The error of the examples of a pass; empty if they are right."""
    examples = EXAMPLE.findall(record["description"])
    if not examples:
        return "has no example"
    for example in examples:
        try:
            check(opt, record["argument"], example)
        except Wrong as error:
            return str(error)
    return ""


def main(arguments):
    """Runs all examples; 0 if there are some and all are right."""
    opt, include, path = arguments
    passes = records("PassBase", include, path)
    return report("passes", ((r["argument"], problem(opt, r)) for r in passes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
