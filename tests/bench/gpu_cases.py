# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gpu.py measures: the types of workloads, of their tuning spaces and data; sums,
softmax, normalisation.

Not here: matrix products (gpu_matmuls.py, gpu_products.py), attention
(gpu_attention.py), gradients and other kernels of training (gpu_training.py), tiles
(gpu_tiles.py), kernels of JAX (gpu_jax.py).
"""

import dataclasses
import os
import typing

import torch
import triton

import gpu_kernels as kernels

# Data-sheet peaks of Hopper (SXM, dense), in units of 10^12 operations a second.
PEAKS = {"fp16": 989.4, "bf16": 989.4, "tf32": 494.7, "fp8": 1978.9,
         "int8": 1978.9}  # fmt: skip
FP8 = torch.float8_e4m3fn


COMPILERS = ("cm2tt", "triton")
# The speed that is aimed at on Hopper, as a multiple of the best peer's: at least, and
# the aim.
BARS = {"large": (1.0, 1.05), "small": (0.97, 1.05), "tf32": (0.95, 1.0),
        "fp8": (0.97, 1.05), "int8": (1.0, 1.2), "attention": (0.97, 1.05),
        "gradients": (0.9, 1.0), "memory": (1.0, 1.1), "decode": (0.95, 1.1)}  # fmt: skip
MOST_IN_THREAD = 64  # numbers of rows that a thread has
# Forms of kernels by pointers: of which sums are split; of several rows a program; of
# rows that have as many columns as a block.
SPLIT, SEVERAL_ROWS, WHOLE_ROWS = "split", "rows", "whole"
CHOSEN = ("--num-warps=0", "--num-stages=0")  # by cm2tt
GIVEN = "CM2TT_BENCH_FLAGS"  # --flags, for processes that compile and measure


def with_given_flags(workload):
    """The workload with a configuration more for each list of options that --flags
    gives, and each configuration."""
    given = [tuple(part.split()) for part in os.environ.get(GIVEN, "").split(";")]
    more = [c.with_flags(f) for f in given if f for c in workload.configs]
    workload.configs = [*workload.configs, *more]
    return workload


@dataclasses.dataclass
class Config:
    """One point of a tuning space."""

    constants: dict
    warps: int
    stages: int = 3
    flags: tuple = ()  # options of cm2tt, which alone compiles such a point
    form: str = ""  # which of the workload's kernels

    def __str__(self):
        sizes = "x".join(
            str(v) for k, v in self.constants.items() if k in SHOWN
        )
        more = "".join(f" {flag.lstrip('-')}" for flag in self.flags)
        form = f"{self.form} " if self.form else ""
        return f"{form}{sizes}/{self.warps}w{self.stages}s{more}"

    def compilers(self):
        return ("cm2tt",) if self.flags else COMPILERS

    def with_flags(self, flags):
        return dataclasses.replace(self, flags=tuple(flags))

    def untuned(self, compiler):
        """The same tile, with the warps and stages that a compiler takes if its user
        gives none: cm2tt chooses them, of Triton they are 4 and 3."""
        if compiler == "cm2tt":
            return dataclasses.replace(self, flags=(*self.flags, *CHOSEN))
        return dataclasses.replace(self, warps=4, stages=3)

    def entrant(self, compiler):
        """The name in the tables of the best of these points. Kernels by pointers
        are one."""
        if self.form in (SPLIT, SEVERAL_ROWS, WHOLE_ROWS):
            return compiler
        return f"{compiler} {self.form}".rstrip()

    def options(self):
        return {**self.constants, "num_warps": self.warps,
                "num_stages": self.stages}  # fmt: skip

    def kernel(self, workload):
        return workload.forms[self.form][0] if self.form else workload.kernel

    def arguments(self, holder):
        """The arguments of a Workload or Prepared for this point."""
        given = holder.forms[self.form][-1] if self.form else holder.arguments
        return given(self.constants) if callable(given) else given

    def grid(self, prepared):
        grid = prepared.forms[self.form][0] if self.form else prepared.grid
        return grid(self.constants)


SHOWN = ("BLOCK", "ROWS", "COLUMNS", "BM", "BN", "BK", "GROUP", "KEYS", "QUERIES",
         "SPLITS", "HEADS", "ADD")  # fmt: skip


@dataclasses.dataclass
class Workload:
    """A kernel on data of one size. `prepare()` gives a Prepared; `arguments`
    are as the kernel's, dtypes instead of arrays, and suffice to compile; or they
    are a function of a configuration's constants.
    """

    name: str
    kernel: object
    configs: list
    arguments: typing.Union[list, typing.Callable]
    prepare: typing.Callable
    work: float  # operations, or bytes, of a run
    unit: str  # "TFLOP/s" or "GB/s"
    ceiling: typing.Union[float, str]  # in that unit; "copy": as measured
    bar: str = ""  # of BARS
    # Other kernels for the same result: name to kernel and arguments.
    forms: dict = dataclasses.field(default_factory=dict)
    jax: tuple = ()  # what gpu_jax.py is asked for


@dataclasses.dataclass
class Prepared:
    """Data on the GPU: arguments as of a Workload, grid of a configuration, the outputs
    to poison, a check that raises, PyTorch's function or None."""

    arguments: typing.Union[list, typing.Callable]
    grid: typing.Callable
    outputs: list
    check: typing.Callable
    torch: typing.Optional[typing.Callable]
    # Other kernels: name to grid and arguments.
    forms: dict = dataclasses.field(default_factory=dict)
    # Other peers by name: functions that return the one that is timed.
    peers: dict = dataclasses.field(default_factory=dict)
    # Raises if the results of a peer, in the order of `outputs`, are wrong.
    compare: typing.Optional[typing.Callable] = None


class Several:
    """Kernels that follow each other and count as one. A step is a kernel, the indices
    of its arguments among those of all, and functions from the constants and options
    of a configuration to its grid, and to its own constants and options, or to None if
    the configuration does without the step."""

    def __init__(self, name, *steps):
        self.__name__ = name
        self.steps = steps

    def __getitem__(self, _):
        return self.run

    def run(self, *arguments, **options):
        made = [
            kernel[grid(options)](*(arguments[i] for i in indices), **mine)
            for kernel, indices, grid, mine in self.chosen(options)
        ]
        return max(made, key=lambda kernel: (kernel.n_spills, kernel.n_regs))

    def warmup(self, *arguments, grid, **options):
        return [
            kernel.warmup(*(arguments[i] for i in indices), grid=grid, **mine)
            for kernel, indices, _, mine in self.chosen(options)
        ]

    def chosen(self, options):
        """The steps of a configuration, with their own constants and options."""
        steps = [(*step[:3], step[3](options)) for step in self.steps]
        return [step for step in steps if step[3] is not None]


def close(actual, expected, absolute, relative):
    """Raises if a value is off, or NaN."""
    expected = expected.double()
    error = (actual.double() - expected).abs()
    limit = absolute + relative * expected.abs()
    bad = ~(error <= limit)
    if bool(bad.any()):
        worst = float((error / limit).nan_to_num(nan=float("inf")).max())
        raise ValueError(
            f"{int(bad.sum())} of {bad.numel()} values wrong, up to"
            f" {worst:.3g} times the bound"
        )


def poison(tensor):
    if tensor.dtype.is_floating_point:
        tensor.fill_(float("nan"))
    else:
        tensor.fill_(-77)


def compiled(function):
    """By PyTorch's own compiler, in this process. It forgets what it compiled before,
    since it gives up after a few variants of a function; and it keeps inputs of
    gradients, which are computed several times."""
    import torch._functorch.config

    os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")
    torch._dynamo.reset()
    torch._functorch.config.donated_buffer = False
    return torch.compile(function, dynamic=False)


def vector_add(n):
    def prepare():
        x, y = torch.randn(2, n, device="cuda")
        out = torch.empty_like(x)

        def check():
            if not torch.equal(out, x + y):
                raise ValueError("not PyTorch's bits")

        return Prepared(
            [x, y, out, n], lambda c: (triton.cdiv(n, c["BLOCK"]),), [out],
            check, lambda: torch.add(x, y, out=out),
        )  # fmt: skip

    configs = [
        Config({"BLOCK": b}, w)
        for b, w in ((1024, 4), (1024, 8), (2048, 8), (4096, 8))
    ]
    f32 = torch.float32
    return Workload(
        f"vector add 2^{n.bit_length() - 1}", kernels.add, configs,
        [f32, f32, f32, n], prepare, 12 * n, "GB/s", "copy",
    )  # fmt: skip


def softmax(rows, columns):
    def prepare():
        x = torch.randn(rows, columns, device="cuda")
        out = torch.empty_like(x)

        def compare(y):
            # exp by an approximation: up to 16 units in the last place.
            close(y, torch.softmax(x.double(), 1), 1e-9, 20 * 2**-23)

        several = [out, x, columns, columns, rows, columns]
        return Prepared(
            [out, x, columns, columns, columns], lambda c: (rows,), [out],
            lambda: compare(out), lambda: torch.softmax(x, 1), compare=compare,
            peers={"compile": lambda: compiled(lambda: torch.softmax(x, 1))},
            forms={SEVERAL_ROWS: (lambda c: (triton.cdiv(rows, c["ROWS"]),), several),
                   WHOLE_ROWS: (lambda c: (rows // c["ROWS"],), [out, x])},
        )  # fmt: skip

    block = triton.next_power_of_2(columns)
    configs = [Config({"BLOCK": block}, w) for w in (4, 8, 16)]
    configs += [
        Config({"ROWS": at_once, "BLOCK": block}, w, form=SEVERAL_ROWS)
        for at_once, w in ((2, 4), (2, 8), (4, 4), (4, 8)) if at_once * block <= 8192
    ]  # fmt: skip
    configs += [
        Config({"ROWS": at_once, "BLOCK": block}, w, form=WHOLE_ROWS)
        for at_once in (1, 2, 4) for w in (1, 2, 4, 8, 16)
        if block == columns and 8 <= at_once * block // (32 * w) <= MOST_IN_THREAD
    ]  # fmt: skip
    f32 = torch.float32
    return Workload(
        f"softmax {rows}x{columns}", kernels.softmax, configs,
        [f32, f32, columns, columns, columns], prepare, 8 * rows * columns,
        "GB/s", "copy", bar="memory",
        forms={SEVERAL_ROWS: (kernels.softmax_rows,
                              [f32, f32, columns, columns, rows, columns]),
               WHOLE_ROWS: (kernels.softmax_whole, [f32, f32])},
    )  # fmt: skip


def layer_norm(rows, columns):
    f16, f32, eps = torch.float16, torch.float32, 1e-5

    def prepare():
        x = torch.randn(rows, columns, device="cuda", dtype=f16)
        weight, bias = torch.randn(2, columns, device="cuda", dtype=f16)
        y = torch.empty_like(x)
        mean, scale = torch.empty(2, rows, device="cuda")
        function = torch.nn.functional.layer_norm

        def check():
            want = function(
                x.double(), (columns,), weight.double(), bias.double(), eps
            )
            close(y, want, 1e-4, 2**-10)
            close(mean, x.double().mean(1), 1e-5, 1e-5)

        return Prepared(
            [x, y, weight, bias, mean, scale, columns, columns, eps],
            lambda c: (rows,), [y, mean, scale], check,
            lambda: function(x, (columns,), weight, bias, eps),
        )  # fmt: skip

    configs = [
        Config({"BLOCK": b}, w) for b in (1024, 2048, 4096) for w in (4, 8)
    ]
    return Workload(
        f"layer norm {rows}x{columns}", kernels.layer_norm, configs,
        [f16, f16, f16, f16, f32, f32, columns, columns, eps], prepare,
        4 * rows * columns, "GB/s", "copy",
    )  # fmt: skip


def workloads(quick):
    """All of them, in the order of the table."""
    yield vector_add(1 << 27)
    for columns in (1024, 4096, 16384) if quick else (
        1024, 2048, 4096, 8192, 16384):  # fmt: skip
        yield softmax((1 << 26) // max(columns, 4096), columns)
    yield layer_norm(8192, 4096)
    yield layer_norm(4096, 8192)
