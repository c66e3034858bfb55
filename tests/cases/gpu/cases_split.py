# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops with masked products, or loads with masks, that are split (split-loops), in
programs that start in reverse order (order-programs).

For each iteration, a program adds the products of its rows with a block For each iteration, a program adds the products of its rows with a block of columns
where the mask is true, and a number that tells iterations apart elsewhere; or it
loads, adds and stores elements where the mask is true. Values are small integers, so
that sums are exact. Indices wrap as in the kernel."""

import dataclasses
import itertools

import numpy as np

import formats
from case import EXACT_VALUE, Array, Case, Scalar
from cases_blocks import constants, module
from options import only

OPTIONS = only("split-loops", "order-programs")
INT_MAX = 2**31 - 1
M, N, D = 64, 32, 16  # rows and columns of a block, and what is summed

# Masks of the rows %rows and the columns %cols, both [M, N].
MASKS = {
    "causal": lambda rows, cols, n, window: rows >= cols,
    "anticausal": lambda rows, cols, n, window: cols > rows,
    "window": lambda rows, cols, n, window: (
        (rows >= cols) & (wrap(rows - cols) < window)
    ),
    "bound": lambda rows, cols, n, window: cols < n,
    "both": lambda rows, cols, n, window: (rows >= cols) & (cols < n),
    "rest": lambda rows, cols, n, window: wrap(cols - window) < wrap(n - window),
}
TEXTS = {
    "causal": "%mask = arith.cmpi sge, %rows, %cols : @I@",
    "anticausal": "%mask = arith.cmpi sgt, %cols, %rows : @I@",
    "window": """%m0 = arith.cmpi sge, %rows, %cols : @I@
%apart = arith.subi %rows, %cols : @I@
%m1 = arith.cmpi slt, %apart, %windows : @I@
%mask = arith.andi %m0, %m1 : @B@""",
    "bound": "%mask = arith.cmpi slt, %cols, %ns : @I@",
    "both": """%m0 = arith.cmpi sge, %rows, %cols : @I@
%m1 = arith.cmpi slt, %cols, %ns : @I@
%mask = arith.andi %m0, %m1 : @B@""",
    "rest": """%left = arith.subi %cols, %windows : @I@
%right = arith.subi %ns, %windows : @I@
%mask = arith.cmpi slt, %left, %right : @I@""",
}

# The first and the last column are parameters, or the last is that of the row.
BODY = """%zero = arith.constant dense<0.0> : tensor<@M@x@N@xf32>
%at_m = tt.make_range {start = 0 : i32, end = @M@ : i32} : tensor<@M@xi32>
%at_n = tt.make_range {start = 0 : i32, end = @N@ : i32} : tensor<@N@xi32>
%at_d = tt.make_range {start = 0 : i32, end = @D@ : i32} : tensor<@D@xi32>
%wide = arith.constant dense<@D@> : tensor<@M@x1xi32>
%deep = arith.constant dense<@D@> : tensor<1x@N@xi32>
%stride = arith.constant dense<@N@> : tensor<@M@x1xi32>
%g = tt.get_program_id x : i32
%first = arith.muli %g, %c32_@M@ : i32
%firsts = tt.splat %first : i32 -> tensor<@M@xi32>
%place = arith.addi %firsts, %at_m : tensor<@M@xi32>
%place1 = tt.expand_dims %place {axis = 1 : i32} : tensor<@M@xi32> -> tensor<@M@x1xi32>
%d0 = tt.expand_dims %at_d {axis = 0 : i32} : tensor<@D@xi32> -> tensor<1x@D@xi32>
%d1 = tt.expand_dims %at_d {axis = 1 : i32} : tensor<@D@xi32> -> tensor<@D@x1xi32>
%q0 = arith.muli %place1, %wide : tensor<@M@x1xi32>
%q1 = tt.broadcast %q0 : tensor<@M@x1xi32> -> tensor<@M@x@D@xi32>
%q2 = tt.broadcast %d0 : tensor<1x@D@xi32> -> tensor<@M@x@D@xi32>
%q3 = arith.addi %q1, %q2 : tensor<@M@x@D@xi32>
%q4 = tt.splat %q : !tt.ptr<f16> -> tensor<@M@x@D@x!tt.ptr<f16>>
%q5 = tt.addptr %q4, %q3 : tensor<@M@x@D@x!tt.ptr<f16>>, tensor<@M@x@D@xi32>
%x = tt.load %q5 : tensor<@M@x@D@x!tt.ptr<f16>>
%shifts = tt.splat %shift : i32 -> tensor<@M@xi32>
%row = arith.addi %place, %shifts : tensor<@M@xi32>
%row1 = tt.expand_dims %row {axis = 1 : i32} : tensor<@M@xi32> -> tensor<@M@x1xi32>
%rows32 = tt.broadcast %row1 : tensor<@M@x1xi32> -> tensor<@M@x@N@xi32>
%ns32 = tt.splat %n : i32 -> tensor<@M@x@N@xi32>
%windows32 = tt.splat %window : i32 -> tensor<@M@x@N@xi32>
%lowers = tt.splat %lower : i32 -> tensor<@N@xi32>
%init = arith.addi %lowers, %at_n : tensor<@N@xi32>
%steps = arith.constant dense<@STEP@> : tensor<@N@xi32>
%limit = arith.addi %first, %upper : i32
%r:3 = scf.for %l = %lower to %@END@ step %c32_@STEP@ iter_args(%s = %zero, %number = %c32_0, %carried = %init) -> (tensor<@M@x@N@xf32>, i32, tensor<@N@xi32>) : i32 {
  %ls = tt.splat %l : i32 -> tensor<@N@xi32>
  %col_counted = arith.addi %ls, %at_n : tensor<@N@xi32>
  %col1 = tt.expand_dims %@FORM@ {axis = 0 : i32} : tensor<@N@xi32> -> tensor<1x@N@xi32>
  %cols32 = tt.broadcast %col1 : tensor<1x@N@xi32> -> tensor<@M@x@N@xi32>
  @WIDEN@
  @MASK@
  %k0 = arith.muli %number, %c32_@N@ : i32
  %k1 = tt.splat %k0 : i32 -> tensor<@N@xi32>
  %k2 = arith.addi %k1, %at_n : tensor<@N@xi32>
  %k3 = tt.expand_dims %k2 {axis = 0 : i32} : tensor<@N@xi32> -> tensor<1x@N@xi32>
  %k4 = arith.muli %k3, %deep : tensor<1x@N@xi32>
  %k5 = tt.broadcast %k4 : tensor<1x@N@xi32> -> tensor<@D@x@N@xi32>
  %k6 = tt.broadcast %d1 : tensor<@D@x1xi32> -> tensor<@D@x@N@xi32>
  %k7 = arith.addi %k5, %k6 : tensor<@D@x@N@xi32>
  %k8 = tt.splat %k : !tt.ptr<f16> -> tensor<@D@x@N@x!tt.ptr<f16>>
  %k9 = tt.addptr %k8, %k7 : tensor<@D@x@N@x!tt.ptr<f16>>, tensor<@D@x@N@xi32>
  %y = tt.load %k9 : tensor<@D@x@N@x!tt.ptr<f16>>
  %p = tt.dot %x, %y, %zero : tensor<@M@x@D@xf16> * tensor<@D@x@N@xf16> -> tensor<@M@x@N@xf32>
  %next_number = arith.addi %number, %c32_1 : i32
  %mark = arith.sitofp %next_number : i32 to f32
  %marks = tt.splat %mark : f32 -> tensor<@M@x@N@xf32>
  %chosen = arith.select %mask, %p, %marks : tensor<@M@x@N@xi1>, tensor<@M@x@N@xf32>
  %sum = arith.addf %s, %chosen : tensor<@M@x@N@xf32>
  %next = arith.addi %carried, %steps : tensor<@N@xi32>
  scf.yield %sum, %next_number, %next : tensor<@M@x@N@xf32>, i32, tensor<@N@xi32>
}
%o0 = arith.muli %place1, %stride : tensor<@M@x1xi32>
%o1 = tt.broadcast %o0 : tensor<@M@x1xi32> -> tensor<@M@x@N@xi32>
%o2 = tt.expand_dims %at_n {axis = 0 : i32} : tensor<@N@xi32> -> tensor<1x@N@xi32>
%o3 = tt.broadcast %o2 : tensor<1x@N@xi32> -> tensor<@M@x@N@xi32>
%o4 = arith.addi %o1, %o3 : tensor<@M@x@N@xi32>
%o5 = tt.splat %out : !tt.ptr<f32> -> tensor<@M@x@N@x!tt.ptr<f32>>
%o6 = tt.addptr %o5, %o4 : tensor<@M@x@N@x!tt.ptr<f32>>, tensor<@M@x@N@xi32>
tt.store %o6, %r#0 : tensor<@M@x@N@x!tt.ptr<f32>>"""

PARAMETERS = ("%q: !tt.ptr<f16> {tt.divisibility = 16 : i32}, "
              "%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, "
              "%out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, "
              "%lower: i32, %upper: i32, %n: i32, %window: i32, %shift: i32")  # fmt: skip


def wrap(values):
    """Values as numbers of 32 bits have them."""
    return (np.asarray(values, np.int64) + 2**31) % 2**32 - 2**31


@dataclasses.dataclass(frozen=True)
class Masked:
    """The loop from lower to upper; with `grows`, to upper and the first row."""

    mask: str
    lower: int = 0
    upper: int = 4 * N
    step: int = N
    n: int = 70
    window: int = 40
    shift: int = 0  # of rows
    grows: bool = False
    form: str = "col_counted"  # or "carried"
    bits: int = 32
    programs: int = 3
    stages: int = 3

    @property
    def name(self):
        words = [self.mask, self.lower, self.upper, self.step, self.n, self.window,
                 self.shift, f"i{self.bits}"]  # fmt: skip
        words += ["grows"] * self.grows + ["carried"] * (self.form == "carried")
        return "split/" + "-".join(str(word).replace("-", "m") for word in words)

    def ends(self):
        """The upper bound of each program."""
        more = M * np.arange(self.programs) if self.grows else np.zeros(self.programs)
        return [int(end) for end in wrap(self.upper + more.astype(np.int64))]

    def text(self, symbol):
        index, word = f"tensor<{M}x{N}xi{self.bits}>", f"tensor<{M}x{N}xi32>"
        names = ("rows", "cols", "ns", "windows")
        widen = (
            "\n".join(f"%{x} = arith.extsi %{x}32 : {word} to {index}" for x in names)
            if self.bits == 64 else ""
        )  # fmt: skip
        mask = TEXTS[self.mask]
        if self.bits == 32:
            for name in names:
                mask = mask.replace(f"%{name},", f"%{name}32,")
                mask = mask.replace(f"%{name} ", f"%{name}32 ")
        body = BODY
        for name, value in (
            ("WIDEN", widen), ("MASK", mask), ("I", index), ("M", M), ("N", N), ("D", D),
            ("B", f"tensor<{M}x{N}xi1>"), ("STEP", self.step), ("FORM", self.form),
            ("END", "limit" if self.grows else "upper"),
        ):  # fmt: skip
            body = body.replace(f"@{name}@", str(value))
        lines = [constants(0, 1, M, N, self.step), body]
        return module(symbol, PARAMETERS, "\n".join(lines))

    def make(self, rng):
        most = max([1, *(-(-(end - self.lower) // self.step) for end in self.ends())])
        q = rng.integers(-2, 3, (M * self.programs, D)).astype(np.float64)
        k = rng.integers(-2, 3, (N * most, D)).astype(np.float64)
        result = np.zeros((M * self.programs, N))
        for program, end in enumerate(self.ends()):
            part = slice(M * program, M * (program + 1))
            rows = wrap(np.arange(part.start, part.stop) + self.shift)[:, None]
            for number, at in enumerate(range(self.lower, end, self.step)):
                cols = wrap(at + np.arange(N))[None, :]
                mask = self.evaluate(rows, cols)
                product = q[part] @ k[N * number : N * (number + 1)].T
                result[part] += np.where(mask, product, number + 1)
        numbers = (self.lower, self.upper, self.n, self.window, self.shift)
        return [Array("f16", formats.encode(q, "f16")),
                Array("f16", formats.encode(k, "f16")),
                Array("f32", np.full_like(result, 7, np.float32), result, EXACT_VALUE),
                *(Scalar("i32", x) for x in numbers)]  # fmt: skip

    def evaluate(self, rows, cols):
        """The mask; differences of 64 bits do not wrap."""
        if self.bits == 32:
            return MASKS[self.mask](rows, cols, self.n, self.window)
        if self.mask == "window":
            return (rows >= cols) & (rows - cols < self.window)
        if self.mask == "rest":
            return cols < self.n
        return MASKS[self.mask](rows, cols, self.n, self.window)

    def case(self):
        return Case(self.name, self.text, self.make, warps=4, stages=self.stages,
                    grid=(self.programs, 1, 1), options=OPTIONS)  # fmt: skip


def masked():
    # All iterations, some, and none in the part without masks; steps that are not
    # powers of two, and bounds that are no multiples of them.
    for mask, form, bits in itertools.product(
        MASKS, ("col_counted", "carried"), (32, 64)
    ):
        yield Masked(mask, form=form, bits=bits, grows=mask in ("causal", "both"))
        yield Masked(mask, form=form, bits=bits, step=12, lower=-29, upper=101)
    for mask in MASKS:
        yield Masked(mask, upper=0)
        yield Masked(mask, lower=50, upper=-50)
        yield Masked(mask, upper=1)
        yield Masked(mask, n=1000, shift=1000, window=5000)
        yield Masked(mask, n=-5, shift=-1000, window=-3)
        yield Masked(mask, lower=-64, upper=190, step=1 if mask == "window" else 3)
        yield Masked(mask, window=100, upper=300, step=16)
    # Indices that wrap: in the columns, in the rows, in the differences.
    for mask, form in itertools.product(MASKS, ("col_counted", "carried")):
        yield Masked(mask, lower=INT_MAX - 100, upper=INT_MAX - 7, n=INT_MAX - 50,
                     step=7, shift=INT_MAX - 90, form=form)  # fmt: skip
        # A pipelined loop subtracts steps from its bound: 200 for these.
        yield Masked(mask, lower=-INT_MAX + 200, upper=-INT_MAX + 300, n=-INT_MAX + 250,
                     shift=-INT_MAX - 1, form=form)  # fmt: skip
        yield Masked(mask, shift=INT_MAX - 70, window=INT_MAX - 100, form=form)
        yield Masked(mask, shift=-INT_MAX + 20, window=-INT_MAX, form=form)
        yield Masked(mask, lower=INT_MAX - 70, upper=INT_MAX - 16, step=16,
                     n=INT_MAX, shift=-INT_MAX, form=form)  # fmt: skip


# -- Loops without products

WIDTH = 512  # elements of a block
OTHER = -3  # what a load returns where its mask is false

LOADS = """%zero = arith.constant dense<0.0> : tensor<@W@xf32>
%other = arith.constant dense<@OTHER@.0> : tensor<@W@xf32>
%at = tt.make_range {start = 0 : i32, end = @W@ : i32} : tensor<@W@xi32>
%g = tt.get_program_id x : i32
%first = arith.muli %g, %size : i32
%ns = tt.splat %n : i32 -> tensor<@W@xi32>
%r:2 = scf.for %l = %lower to %upper step %c32_@STEP@ iter_args(%s = %zero, %number = %c32_0) -> (tensor<@W@xf32>, i32) : i32 {
  %ls = tt.splat %l : i32 -> tensor<@W@xi32>
  %col = arith.addi %ls, %at : tensor<@W@xi32>
  %mask = arith.cmpi @OP@, %col, %ns : tensor<@W@xi32>
  %k0 = arith.muli %number, %c32_@W@ : i32
  %k1 = arith.addi %first, %k0 : i32
  %k2 = tt.splat %k1 : i32 -> tensor<@W@xi32>
  %k3 = arith.addi %k2, %at : tensor<@W@xi32>
  %x0 = tt.splat %x : !tt.ptr<f32> -> tensor<@W@x!tt.ptr<f32>>
  %x1 = tt.addptr %x0, %k3 : tensor<@W@x!tt.ptr<f32>>, tensor<@W@xi32>
  %v = tt.load %x1, %mask, %other : tensor<@W@x!tt.ptr<f32>>
  %twice = arith.addf %v, %v : tensor<@W@xf32>
  %y0 = tt.splat %y : !tt.ptr<f32> -> tensor<@W@x!tt.ptr<f32>>
  %y1 = tt.addptr %y0, %k3 : tensor<@W@x!tt.ptr<f32>>, tensor<@W@xi32>
  tt.store %y1, %twice, %mask : tensor<@W@x!tt.ptr<f32>>
  %sum = arith.addf %s, %v : tensor<@W@xf32>
  %next = arith.addi %number, %c32_1 : i32
  scf.yield %sum, %next : tensor<@W@xf32>, i32
}
%o0 = arith.muli %g, %c32_@W@ : i32
%o1 = tt.splat %o0 : i32 -> tensor<@W@xi32>
%o2 = arith.addi %o1, %at : tensor<@W@xi32>
%o3 = tt.splat %out : !tt.ptr<f32> -> tensor<@W@x!tt.ptr<f32>>
%o4 = tt.addptr %o3, %o2 : tensor<@W@x!tt.ptr<f32>>, tensor<@W@xi32>
tt.store %o4, %r#0 : tensor<@W@x!tt.ptr<f32>>"""

LOAD_PARAMETERS = ("%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, "
                   "%y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, "
                   "%out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, "
                   "%size: i32 {tt.divisibility = 16 : i32}, "
                   "%lower: i32, %upper: i32, %n: i32 {tt.divisibility = 16 : i32}")  # fmt: skip

COMPARISONS = {"slt": np.less, "sge": np.greater_equal}


@dataclasses.dataclass(frozen=True)
class Loaded:
    """The loop from lower to upper, whose accesses a comparison with n masks."""

    comparison: str
    lower: int = 0
    upper: int = 4 * WIDTH
    step: int = WIDTH
    n: int = 1296
    programs: int = 2

    @property
    def name(self):
        words = [self.comparison, self.lower, self.upper, self.step, self.n]
        return "split/loads-" + "-".join(str(word).replace("-", "m") for word in words)

    def text(self, symbol):
        body = LOADS
        for name, value in (("W", WIDTH), ("OTHER", OTHER), ("STEP", self.step),
                            ("OP", self.comparison)):  # fmt: skip
            body = body.replace(f"@{name}@", str(value))
        lines = [constants(0, 1, WIDTH, self.step), body]
        return module(symbol, LOAD_PARAMETERS, "\n".join(lines))

    def make(self, rng):
        starts = range(self.lower, self.upper, self.step)
        shape = (self.programs, max(len(starts), 1), WIDTH)
        x = rng.integers(-4, 5, shape).astype(np.float32)
        y, sums = np.full_like(x, 7), np.zeros((self.programs, WIDTH), np.float32)
        for number, start in enumerate(starts):
            columns = wrap(start + np.arange(WIDTH))
            mask = COMPARISONS[self.comparison](columns, self.n)
            value = np.where(mask, x[:, number], np.float32(OTHER))
            sums += value
            y[:, number] = np.where(mask, 2 * value, 7)
        numbers = (shape[1] * WIDTH, self.lower, self.upper, self.n)
        return [Array("f32", x),
                Array("f32", np.full_like(y, 7), y, EXACT_VALUE),
                Array("f32", np.full_like(sums, 7), sums, EXACT_VALUE),
                *(Scalar("i32", number) for number in numbers)]  # fmt: skip

    def case(self):
        return Case(self.name, self.text, self.make, warps=4,
                    grid=(self.programs, 1, 1), options=OPTIONS)  # fmt: skip


def loaded():
    for comparison in COMPARISONS:
        for n in (1296, 2048, 16, 0, -16, 4096):
            yield Loaded(comparison, n=n)
        yield Loaded(comparison, lower=-160, upper=1296, step=96, n=1296)
        yield Loaded(comparison, lower=-64, upper=200, step=3, n=320)
        yield Loaded(comparison, upper=0)
        yield Loaded(comparison, lower=INT_MAX - 700, upper=INT_MAX - 100, step=96,
                     n=INT_MAX - 15)  # fmt: skip
        yield Loaded(comparison, lower=-INT_MAX + 600, upper=-INT_MAX + 2000,
                     n=-INT_MAX + 1200 - 1)  # fmt: skip


def cases():
    seen = set()
    for one in itertools.chain(masked(), loaded()):
        if one.name not in seen:
            seen.add(one.name)
            yield one.case()
