# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles programs to `tt` and runs that on the host by MLIR's own tools.

A kernel of scalars is arith, scf and a few ops of `tt`, which are replaced in
its text: a pointer is an index into the run's words, a store one of memref.
What `tt` calls poison is a number that no program makes, so that a use of it
is seen. Many kernels go into one module.
"""

import concurrent.futures
import os
import re
import subprocess

import front_end
import program as p
import write_model

#: Words between the buffers of two runs, a power of two.
STRIDE = 64
TIMEOUT = 1200  # seconds; what takes longer hangs

PASSES = [
    "-convert-scf-to-cf",
    "-convert-arith-to-llvm",
    "-finalize-memref-to-llvm",
    "-convert-func-to-llvm",
    "-convert-cf-to-llvm",
    "-reconcile-unrealized-casts",
]
POISON = {
    "i1": "true",
    "i32": "1515870810 : i32",
    "i64": "6510615555426900570 : i64",
    "f32": "1.515e+15 : f32",
}

HEAD = re.compile(r"^\s*tt\.func public @\S+?\((.*)\) attributes \{[^{}]*\} \{$")
ADD = re.compile(r"^(\s*)(\S+) = tt\.addptr (\S+), (\S+) : !tt\.ptr<(\w+)>, (\w+)$")
#: The nearest quotient, as `arith.divf` is on the host.
QUOTIENT = "tt.precise_divf"
STORE = re.compile(r"^(\s*)tt\.store (\S+), (\S+) : !tt\.ptr<(\w+)>$")
POINTER = re.compile(r"!tt\.ptr<\w+>")
POISONED = re.compile(r"ub\.poison : (\S+)")


class ToolFailed(Exception):
    """A program of MLIR failed or took too long."""


class Tools:
    """Where programs are. `llvm` is the folder of MLIR's. Kernels are taken as
    the interpreter makes them, or as the passes on `tt` leave them. Models are
    the front end's if there is one, else write_model's."""

    def __init__(self, cm2tt, llvm, is_optimised=True, front_end=None):
        self.cm2tt = cm2tt
        self.front_end = front_end
        self.is_optimised = is_optimised
        self.opt = os.path.join(llvm, "bin", "mlir-opt")
        self.runner = os.path.join(llvm, "bin", "mlir-runner")
        self.libraries = [
            os.path.join(llvm, "lib", name)
            for name in ("libmlir_runner_utils.so", "libmlir_c_runner_utils.so")
        ]

    def models(self, programs):
        """The models of programs."""
        if self.front_end:
            return self.front_end.models(programs)
        return [write_model.model(program) for program in programs]

    def missing(self):
        """The missing tools and libraries of MLIR."""
        needed = [self.opt, self.runner] + self.libraries
        return [path for path in needed if not os.path.exists(path)]

    def run(self, command, text):
        try:
            done = subprocess.run(
                command, input=text, capture_output=True, text=True, timeout=TIMEOUT
            )
        except subprocess.TimeoutExpired as late:
            raise ToolFailed(f"{command[0]}: more than {TIMEOUT} seconds") from late
        return done


# ---- From tt to what MLIR runs ---------------------------------------------


class Translator:
    """The text of one kernel as a function of func."""

    def __init__(self):
        self.count = 0

    def fresh(self):
        self.count += 1
        return f"%word_{self.count}"

    def translate(self, text, name):
        lines = []
        for line in text.splitlines():
            if line.startswith("module ") or line == "}":
                continue
            lines += self.line(line, name)
        return "\n".join(lines)

    def line(self, line, name):
        head = HEAD.match(line)
        if head:
            args = POINTER.sub("index", head.group(1))
            first = "%words: memref<?xi32>, %run: index"
            return [
                f"func.func private @{name}({first}, {args}) {{",
                "%words_two = arith.constant 2 : index",
                "%words_mask = arith.constant 63 : index",
                "%words_32 = arith.constant 32 : i64",
            ]
        add = ADD.match(line)
        if add:
            return self.add(*add.groups()[1:])
        store = STORE.match(line)
        if store:
            return self.store(*store.groups()[1:])
        if line.strip() == "tt.return":
            return ["return"]
        line = POINTER.sub("index", line).replace(QUOTIENT, "arith.divf")
        return [POISONED.sub(self.poison, line)]

    @staticmethod
    def poison(match):
        value = POISON.get(match.group(1))
        return f"arith.constant {value}" if value else match.group(0)

    def add(self, result, base, offset, element, type_):
        index = self.fresh()
        lines = [f"{index} = arith.index_cast {offset} : {type_} to index"]
        if element == "i64":
            wide = self.fresh()
            lines.append(f"{wide} = arith.muli {index}, %words_two : index")
            index = wide
        return lines + [f"{result} = arith.addi {base}, {index} : index"]

    def store(self, place, value, element):
        if element == "i32":
            return self.word(place, value, "0")
        low = self.fresh()
        if element == "f32":
            lines = [f"{low} = arith.bitcast {value} : f32 to i32"]
            return lines + self.word(place, low, "0")
        shifted, high = self.fresh(), self.fresh()
        return [
            f"{low} = arith.trunci {value} : i64 to i32",
            f"{shifted} = arith.shrsi {value}, %words_32 : i64",
            f"{high} = arith.trunci {shifted} : i64 to i32",
            *self.word(place, low, "0"),
            *self.word(place, high, "1"),
        ]

    def word(self, place, value, distance):
        """Stores a word, within the run's buffer for any index."""
        names = [self.fresh() for _ in range(4)]
        return [
            f"{names[0]} = arith.constant {distance} : index",
            f"{names[1]} = arith.addi {place}, {names[0]} : index",
            f"{names[2]} = arith.andi {names[1]}, %words_mask : index",
            f"{names[3]} = arith.addi %run, {names[2]} : index",
            f"memref.store {value}, %words[{names[3]}] : memref<?xi32>",
        ]


def call(number, run, arguments):
    """A call of the function of that number, as lines."""
    names = [f"%r{run}_{i}" for i in range(4 + len(arguments))]
    values = [run * STRIDE] + [first for first, _ in p.ARRAYS.values()]
    lines = [
        f"{name} = arith.constant {value} : index"
        for name, value in zip(names, values)
    ]
    lines += [
        f"{name} = arith.constant {value} : i32"
        for name, value in zip(names[4:], arguments)
    ]
    types = "memref<?xi32>" + ", index" * 4 + ", i32" * len(arguments)
    args = ", ".join(["%words"] + names)
    return lines + [f"call @k{number}({args}) : ({types}) -> ()"]


def caller(programs):
    """A main that runs each program with each of its arguments and prints all
    words."""
    calls, runs = [], 0
    for number, program in enumerate(programs):
        for arguments in program.arguments:
            passed = [
                value
                for name, value in zip(p.VARYING, arguments)
                if name not in program.fixed
            ]
            calls += call(number, runs, passed)
            runs += 1
    size = runs * STRIDE
    return "\n".join(
        [
            "func.func private @printMemrefI32(memref<*xi32>)"
            " attributes {llvm.emit_c_interface}",
            "func.func @main() {",
            f"%all = memref.alloc() : memref<{size}xi32>",
            "%none = arith.constant 0 : i32",
            "%first = arith.constant 0 : index",
            "%next = arith.constant 1 : index",
            f"%end = arith.constant {size} : index",
            "scf.for %i = %first to %end step %next {",
            f"memref.store %none, %all[%i] : memref<{size}xi32>",
            "}",
            f"%words = memref.cast %all : memref<{size}xi32> to memref<?xi32>",
            *calls,
            f"%print = memref.cast %all : memref<{size}xi32> to memref<*xi32>",
            "call @printMemrefI32(%print) : (memref<*xi32>) -> ()",
            "return",
            "}",
        ]
    )


# ---- Running ---------------------------------------------------------------


def compile_all(tools, programs):
    """For each program its kernel as `tt`, or the compiler's error, with a
    word that says which."""

    def compile_(text):
        stage = "tt" if tools.is_optimised else "mlir"
        done = tools.run([tools.cm2tt, "-", "--emit=" + stage], text)
        if done.returncode == 0 and not tools.is_optimised:
            opt = [tools.cm2tt + "-opt", "-", "-cm2tt-cm-to-tt"]
            done = tools.run(opt, done.stdout)
        if done.returncode == 0:
            return "tt", done.stdout
        return "error", f"exit {done.returncode}\n{done.stderr}"

    try:
        texts = tools.models(programs)
    except front_end.Failed as failed:
        return [("error", str(failed))] * len(programs)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(compile_, texts))


def execute(tools, programs, kernels):
    """The words of each run, all runs of a program after another."""
    translator = Translator()
    parts = [
        translator.translate(text, f"k{i}") for i, text in enumerate(kernels)
    ]
    text = "\n".join(parts + [caller(programs)])
    lowered = tools.run([tools.opt, "-"] + PASSES, text)
    if lowered.returncode:
        raise ToolFailed(f"mlir-opt: {lowered.stderr[:2000]}")
    command = [tools.runner, "-", "--entry-point-result=void"]
    command += ["-O0", "--shared-libs=" + ",".join(tools.libraries)]
    done = tools.run(command, lowered.stdout)
    if done.returncode:
        raise ToolFailed(f"mlir-runner: exit {done.returncode} {done.stderr[:500]}")
    data = done.stdout[done.stdout.index("data =") + 6 :]
    words = [int(word) for word in re.findall(r"-?\d+", data)]
    return [
        words[i : i + p.BUFFER_WORDS] for i in range(0, len(words), STRIDE)
    ]
