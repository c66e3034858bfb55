# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of the examples in descriptions of ops and of passes share."""

import json
import os
import re
import shutil
import subprocess

EXAMPLE = re.compile(r"```mlir\n(.*?)```", re.S)
NAME = re.compile(r"%[a-zA-Z_]\w*")
ALIAS = re.compile(r"^([#!]\w+) = (.*)\n", re.M)
EXPECTED = re.compile(
    r"use of value '(%\w+)' expects different type .*?: '(.*)' vs '(.*)'"
)
MOST_VALUES = 32


def defined_names(text):
    """The names that `text` defines: results, variables, and parameters with a type."""
    names = set(re.findall(r"(%\w+)(?:: | = |:\d+ = )", text))
    for line in text.splitlines():
        head, equals, _ = line.partition(" = ")
        if equals and head.strip().startswith("%"):
            names.update(NAME.findall(head))
    return names


def unused_results(text):
    """The names of results that `text` defines and does not use."""
    results = re.findall(r"^(%\w+) = ", text, re.M)
    return [name for name in results if len(re.findall(rf"{name}\b", text)) == 1]


class Fragment:
    """Operations as a module: in a function, unless they contain one."""

    def __init__(self, opt, text, returns=True):
        """Finds the types of the parameters, and of the results if there are any.
        Raises ValueError if `text` is wrong."""
        self._types = None
        if re.search(r"\b(tt|llvm|cm)\.func\b", text):
            status, _, errors = run(opt, text)
            if status:
                raise ValueError(errors)
            return
        free = [name for name in NAME.findall(text) if name not in defined_names(text)]
        self._params = list(dict.fromkeys(free))
        self._results = unused_results(text) if returns else []
        self._types = dict.fromkeys(self._params + self._results, "none")
        for _ in range(MOST_VALUES):
            status, _, errors = run(opt, self.wrap(text))
            if status == 0:
                return
            expected = EXPECTED.search(errors)
            if not expected or self._types.get(expected.group(1)) != "none":
                break
            name, wanted, other = expected.groups()
            type_ = other if wanted == "none" else wanted
            for alias, value in ALIAS.findall(text):
                type_ = type_.replace(value, alias)
            self._types[name] = type_
        raise ValueError(errors)

    def wrap(self, text):
        """`text` as a module, with the parameters and results of the fragment."""
        if self._types is None:
            return text
        aliases = "".join(match.group() for match in ALIAS.finditer(text))
        body = ALIAS.sub("", text)
        params = ", ".join(f"{name}: {self._types[name]}" for name in self._params)
        types = ", ".join(self._types[name] for name in self._results)
        result, operands = "", ""
        if types:
            result = f" -> ({types})" if len(self._results) > 1 else f" -> {types}"
            operands = f" {', '.join(self._results)} : {types}"
        return (
            f"{aliases}tt.func private @example({params}){result} {{\n"
            f"{body}tt.return{operands}\n}}\n"
        )


def records(kind, include, path):
    """The records of a class of TableGen in the file."""
    tblgen = shutil.which("llvm-tblgen")
    mlir = os.path.join(os.path.dirname(os.path.realpath(tblgen)), "..", "include")
    command = [tblgen, "-dump-json", path, "-I", include, "-I", mlir]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    everything = json.loads(done.stdout)
    return [everything[name] for name in everything["!instanceof"][kind]]


def report(kind, results):
    """Prints the errors of pairs of a name and its error, which is empty if its
    examples are right. Returns the exit status: 0 if there are some and all are
    right."""
    count = problems = 0
    for name, error in results:
        count += 1
        if error:
            problems += 1
            print(f"{name}: {error}")
    print(f"{count} {kind}, {problems} problems")
    return 1 if problems or not count else 0


def run(opt, text):
    """The exit status, output and errors of `opt` on `text`."""
    done = subprocess.run(
        [opt, "-"], input=text, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr
