"""Writes kernels that combine edge constants, such as the least number, 0 and
-1, by every operation on integers, and compiles them: no constant that an
analysis or a fold computes with may stop the compiler.

    edge_constants.py CM2TT FIRST COUNT    kernels of seeds FIRST, FIRST + 1, ...
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

BINARY = ("addi subi muli divsi divui remsi remui ceildivsi ceildivui floordivsi shli shrsi shrui andi ori xori minsi "
          "minui maxsi maxui").split()
WIDTHS = (8, 16, 32, 64)
TARGETS = {"cpu": "o", "sm_80": "ptx", "sm_90a": "ptx"}


def edges(bits):
    """The constants of a width, in the order of their size."""
    top = 1 << bits - 1
    numbers = {0, 1, 2, 3, 7, 16, -1, -2, bits - 1, bits, bits + 1, -bits, top - 1, -top, 1 - top, top // 2, -top // 2}
    return sorted(number for number in numbers if -top <= number < top)


class Kernel:
    """A kernel whose values are numbers, or tiles of 16 numbers."""

    def __init__(self, seed, is_tile):
        self.random = random.Random(seed)
        self.is_tile = is_tile
        self.lines = []
        self.values = {}
        self.count = 0
        for bits in WIDTHS:
            self.add_sources(bits)

    def type(self, bits):
        return f"tensor<16xi{bits}>" if self.is_tile else f"i{bits}"

    def add(self, text):
        """Appends an operation; returns the name of its result."""
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"{name} = {text}")
        return name

    def add_sources(self, bits):
        pointer = f"%a{bits}"
        if self.is_tile:
            pointers = f"tensor<16x!tt.ptr<i{bits}>>"
            all_of = self.add(f"tt.splat {pointer} : !tt.ptr<i{bits}> -> {pointers}")
            steps = self.add("tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>")
            pointer = self.add(f"tt.addptr {all_of}, {steps} : {pointers}, tensor<16xi32>")
        loaded = self.add(f"tt.load {pointer} : {self.pointer_type(bits)}")
        zero = self.add(f"arith.subi {loaded}, {loaded} : {self.type(bits)}")
        constants = []
        for number in edges(bits):
            text = f"dense<{number}>" if self.is_tile else number
            constants.append(self.add(f"arith.constant {text} : {self.type(bits)}"))
        self.values[bits] = [loaded, zero, *constants]
        setattr(self, f"p{bits}", pointer)

    def pointer_type(self, bits):
        return f"tensor<16x!tt.ptr<i{bits}>>" if self.is_tile else f"!tt.ptr<i{bits}>"

    def any(self, bits):
        """A value of a width, often one that was computed last."""
        values = self.values[bits]
        return self.random.choice(values[-4:] if self.random.random() < 0.4 else values)

    def add_binary(self, bits):
        name = "muli" if self.random.random() < 0.4 else self.random.choice(BINARY)
        left, right = self.any(bits), self.any(bits)
        choice = self.random.random()
        if choice < 0.2:
            right = left
        elif choice < 0.4:
            right = self.values[bits][2]  # the least number
        return self.add(f"arith.{name} {left}, {right} : {self.type(bits)}")

    def add_choice(self, bits):
        truth = "tensor<16xi1>, " if self.is_tile else ""
        order = self.random.choice("eq ne slt sle ult uge".split())
        holds = self.add(f"arith.cmpi {order}, {self.any(bits)}, {self.any(bits)} : {self.type(bits)}")
        one = self.values[bits][2] if self.random.random() < 0.5 else self.any(bits)  # the least number
        return self.add(f"arith.select {holds}, {one}, {self.any(bits)} : {truth}{self.type(bits)}")

    def add_cast(self, bits):
        other = self.random.choice([width for width in WIDTHS if width != bits])
        name = "trunci" if other > bits else self.random.choice(["extsi", "extui"])
        return self.add(f"arith.{name} {self.any(other)} : {self.type(other)} to {self.type(bits)}")

    def add_loop(self, bits):
        if self.is_tile:
            return self.add_binary(bits)
        bounds = [self.any(bits) for _ in range(3)]
        name = self.add(f"scf.for %i{self.count} = {bounds[0]} to {bounds[1]} step {bounds[2]} iter_args("
                        f"%k{self.count} = {self.any(bits)}) -> (i{bits}) : i{bits} {{")
        index = name[2:]
        self.lines.append(f"  %n{index} = arith.{self.random.choice(BINARY)} %k{index}, %i{index} : i{bits}")
        self.lines.append(f"  scf.yield %n{index} : i{bits}\n}}")
        return name

    def add_steps(self, count):
        steps = [self.add_binary] * 12 + [self.add_choice] * 4 + [self.add_cast] * 2 + [self.add_loop]
        for _ in range(count):
            bits = self.random.choice((8, 16, 32, 32, 64, 64, 64))
            value = self.random.choice(steps)(bits)
            self.values[bits].append(value)
            pointer = getattr(self, f"p{bits}")
            self.lines.append(f"tt.store {pointer}, {value} : {self.pointer_type(bits)}")
            if bits >= 32:
                moved = self.add(f"tt.addptr {self.p32}, {value} : {self.pointer_type(32)}, {self.type(bits)}")
                self.lines.append(f"tt.store {moved}, {self.values[32][0]} : {self.pointer_type(32)}")

    def text(self):
        parameters = ", ".join(f"%a{bits}: !tt.ptr<i{bits}> {{tt.divisibility = 16 : i32}}" for bits in WIDTHS)
        body = "\n".join(self.lines)
        return f"tt.func public @k({parameters}) {{\n{body}\ntt.return\n}}\n"


def main():
    compiler, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    compiled = 0
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "kernel.ttir")
        for seed in range(first, first + count):
            for is_tile in (False, True):
                kernel = Kernel(seed, is_tile)
                kernel.add_steps(60)
                source.write_text(kernel.text())
                for target, suffix in TARGETS.items():
                    run = subprocess.run([compiler, source, f"--target={target}", "-o", Path(folder, f"k.{suffix}")],
                                         capture_output=True, text=True)
                    if run.returncode != 0:
                        sys.exit(f"seed {seed}, {'tiles' if is_tile else 'numbers'}, {target}: {run.stderr}")
                    compiled += 1
    print(f"{compiled} kernels were compiled")


if __name__ == "__main__":
    main()
