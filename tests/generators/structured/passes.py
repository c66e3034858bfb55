# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The passes of our pipelines, as cm2tt-opt prints them with their options, and runs
of them."""

import re
import subprocess

TIMEOUT = 300  # seconds
EMPTY = "module {}\n"


class Failed(Exception):
    """A tool refuses programs, crashes or takes too long."""


def run(command, text):
    """The output of a tool for a text."""
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True,
                              timeout=TIMEOUT, check=False)  # fmt: skip
    except subprocess.TimeoutExpired as late:
        raise Failed(f"more than {TIMEOUT} seconds") from late
    if done.returncode:
        raise Failed(f"exit {done.returncode}\n{done.stderr[:1500]}")
    return done.stdout


def caller(kinds, name):
    """A kernel that calls a function in a branch that is always taken."""
    names = [f"%arg{i}" for i in range(kinds.count(",") + 1)]
    pairs = ", ".join(f"{n}: {kind}" for n, kind in zip(names, kinds.split(", ")))
    return f"""\
"tt.func"() <{{function_type = ({kinds}) -> (), sym_name = "{name}", \
sym_visibility = "public"}}> ({{
^bb0({pairs}):
%0 = "arith.constant"() <{{value = true}}> : () -> i1
"scf.if"(%0) ({{
"tt.call"({", ".join(names)}) <{{callee = @{name}_blocks}}> : ({kinds}) -> ()
"scf.yield"() : () -> ()
}}, {{
}}) : (i1) -> ()
"tt.return"() : () -> ()
}}) : () -> ()"""


class Pass:
    """A pass with its options, on modules or on functions."""

    def __init__(self, text, is_nested):
        self.text, self.is_nested = text, is_nested

    @property
    def name(self):
        return re.match(r"[\w-]+", self.text)[0]

    @property
    def nested(self):
        return f"tt.func({self.text})" if self.is_nested else self.text


def pipeline(passes):
    return f"builtin.module({','.join(each.nested for each in passes)})"


class Tools:
    """cm2tt-opt and MLIR's mlir-opt. Canonicalizations whose names contain a word of
    `enabled` are not left out."""

    def __init__(self, opt, mlir_opt, enabled=()):
        self.opt, self.mlir_opt, self.enabled = opt, mlir_opt, enabled

    def run(self, passes, text):
        """The text that passes make, in the generic syntax."""
        command = [self.opt, "-mlir-print-op-generic"]
        if passes:
            command.append(f"--pass-pipeline={pipeline(passes)}")
        return run(command, text)

    def to_blocks(self, text):
        """The same with blocks and jumps, in functions that are called in regions."""
        command = [self.mlir_opt, "-allow-unregistered-dialect", "-convert-scf-to-cf"]
        text = run([*command, "-mlir-print-op-generic"], text)
        kind = r"function_type = \(([^()]*)\) -> \(\), "
        found = re.findall(kind + r'sym_name = "(\w+)", sym_visibility = "public"', text)
        head, end = text.rstrip().rsplit("\n", 1)
        head = re.sub(r'"(\w+)", sym_visibility = "public"',
                      r'"\1_blocks", sym_visibility = "private"', head)  # fmt: skip
        return "\n".join([head, *(caller(*each) for each in found), end])

    def phase(self, *options):
        """The passes of a phase."""
        command = [self.opt, *options, "-dump-pass-pipeline"]
        done = subprocess.run(command, input=EMPTY, capture_output=True, text=True,
                              check=False)  # fmt: skip
        if "builtin.module(\n" not in done.stderr:
            raise Failed(f"exit {done.returncode}\n{done.stderr[:1500]}")
        found, is_nested = [], False
        for line in done.stderr.split("builtin.module(\n", 1)[1].split("\n"):
            if line == ")":
                break
            line = line.strip()
            if line.endswith("tt.func("):
                is_nested = True
            elif line.rstrip(",") == ")":
                is_nested = False
            elif line:
                found.append(Pass(self.adjusted(line.rstrip(",")), is_nested))
        return found

    def adjusted(self, text):
        """A pass whose options are those that it really has."""
        # An empty pipeline is printed as the default one.
        text = text.replace("default-pipeline=canonicalize", "default-pipeline=")
        patterns = re.search(r"disable-patterns=\{(\{.*?\})\}", text)
        if not patterns:
            return text
        names = [name for name in re.findall(r"\{(.*?)\}", patterns[1])
                 if not any(word in name for word in self.enabled)]  # fmt: skip
        kept = ",".join("{" + name + "}" for name in names)
        return text.replace(patterns[0], f"disable-patterns={{{kept}}}")
