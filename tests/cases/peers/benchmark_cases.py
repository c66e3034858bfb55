# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cases of FlagGems' own benchmark: operators, types and shapes.

pytest collects FlagGems' `benchmark` folder and runs each function up to
`Benchmark.run`, which here keeps the object instead of measuring. The object then
yields the inputs of one shape at a time, so that large shapes can come first.

Three things differ from FlagGems, alike for both compilers: random integers come from
the GPU and samples without repetition from `random`, as the CPU takes seconds for 2^30
numbers; operators of vLLM are cases though vLLM is absent, as only its result would be
compared. Needs PyTorch, pytest, PyYAML and FlagGems; no GPU.
"""

import dataclasses
import functools
import importlib
import math
import os
import random
import re
import sys
import types

TYPES = ("bfloat16", "float32", "int32", "complex64")  # if there is no preferred one
VLLM = {"vllm": (), "vllm._custom_ops": ("topk_softmax",),
        "vllm.vllm_flash_attn": (), "vllm.vllm_flash_attn.flash_attn_interface": (
            "flash_attn_varlen_func", "get_scheduler_metadata")}  # fmt: skip
POPULATION = 1 << 16  # above this, samples without repetition are drawn by `random`


@dataclasses.dataclass
class Case:
    """The input of this number that a benchmark yields for one of its shapes."""

    benchmark: str  # the test's name
    operator: str
    type: str
    shape: object  # None if the benchmark does not use `shapes`
    index: int = 0

    def size(self):
        """A number that grows with the work; comparable within a benchmark."""
        return product(self.shape)

    def shape_text(self):
        if self.shape is None:
            return f"#{self.index}"
        return re.sub(r",?\)", "]", str(self.shape).replace("(", "[")).replace(" ", "")

    def facts(self):
        """The case for the driver, as JSON. Names are unique."""
        return {"name": f"{self.benchmark}|{self.type}|{self.shape_text()}",
                "benchmark": self.benchmark, "operator": self.operator,
                "type": self.type, "shape": self.shape_text(),
                "size": self.size()}  # fmt: skip


def product(shape):
    """The product of the first group of numbers in nested sequences."""
    if isinstance(shape, (list, tuple)):
        if shape and isinstance(shape[0], (list, tuple)):
            return product(shape[0])
        return math.prod(n for n in shape if isinstance(n, int))
    return shape if isinstance(shape, int) else 0


def stand_in_for_vllm():
    """Modules with the names that FlagGems' benchmark imports from vLLM."""
    for name, attributes in VLLM.items():
        module = types.ModuleType(name)
        for attribute in attributes:
            setattr(module, attribute, lambda *_, **__: None)
        sys.modules[name] = module


def generate_tensor_input(shape, dtype, device):
    """As FlagGems' function of this name, on the GPU."""
    import torch

    if dtype == torch.bool:
        return torch.randint(0, 2, shape, device=device).to(dtype)
    if dtype.is_floating_point or dtype.is_complex:
        return torch.randn(shape, dtype=dtype, device=device)
    limits = torch.iinfo(dtype)
    return torch.randint(limits.min, limits.max, shape, dtype=dtype, device=device)


def replace_choice():
    """Lets numpy.random.choice draw from a large range without a permutation of it."""
    import numpy

    choice = numpy.random.choice

    def choose(a, size=None, replace=True, p=None):
        if replace or p is not None or size is None or len(a) <= POPULATION:
            return choice(a, size, replace, p)
        places = random.sample(range(len(a)), math.prod(size))
        return a[numpy.array(places)].reshape(size)

    numpy.random.choice = choose


class Collector:
    """A plugin of pytest that keeps the benchmarks by the names of their tests."""

    def __init__(self):
        self.benchmarks = {}

    def pytest_sessionstart(self):
        performance = importlib.import_module("benchmark.performance_utils")
        performance.generate_tensor_input = generate_tensor_input
        performance.SkipVersion = lambda *_: False
        load = functools.lru_cache(None)(performance.yaml.safe_load)
        performance.yaml = types.SimpleNamespace(
            safe_load=lambda file: load(file.read()), YAMLError=Exception)
        found = self.benchmarks

        def keep(benchmark):
            test = os.environ["PYTEST_CURRENT_TEST"].rsplit(" (", 1)[0]
            benchmark.set_shapes(performance.Config.shape_file)
            found[test.split("::", 1)[-1]] = benchmark

        performance.Benchmark.run = keep


def collect(folder, words=None):
    """Benchmarks by name, of the FlagGems in a folder; words as for pytest's -k. Its
    modules are on the path; pytest prints to standard output."""
    import pytest

    stand_in_for_vllm()
    replace_choice()
    collector, before = Collector(), os.getcwd()
    os.chdir(folder)
    try:
        pytest.main(
            ["benchmark", "--level=core", "-q", "-p", "no:cacheprovider", "-p",
             "no:xdist", "--rootdir=.", "--confcutdir=.", "--tb=line",
             *(["-k", words] if words else [])], plugins=[collector])  # fmt: skip
    finally:
        os.chdir(before)
        for name in VLLM:
            del sys.modules[name]
    return collector.benchmarks


def type_of(benchmark, preferred):
    """The preferred type, or another one that the operator has; its name."""
    names = [str(dtype).rsplit(".", maxsplit=1)[-1] for dtype in benchmark.dtypes]
    return next((n for n in (preferred, *TYPES) if n in names), names[0])


def uses_shapes(benchmark, dtype):
    """Whether the benchmark has no inputs if it has no shapes."""
    shapes, benchmark.shapes = benchmark.shapes, []
    try:
        return next(iter(benchmark.get_input_iter(dtype)), None) is None
    finally:
        benchmark.shapes = shapes


def cases_of(name, benchmark, preferred, fixed=5):
    """The cases of a benchmark, the largest first; `fixed` of one that does not use
    shapes, of which the later ones are taken for the larger."""
    import torch

    chosen = type_of(benchmark, preferred)
    if not uses_shapes(benchmark, getattr(torch, chosen)):
        return [Case(name, benchmark.op_name, chosen, None, i)
                for i in reversed(range(fixed))]  # fmt: skip
    cases = [Case(name, benchmark.op_name, chosen, shape) for shape in benchmark.shapes]
    return sorted(cases, key=Case.size, reverse=True)


def seed(number=0):
    """The same inputs in each process."""
    import numpy
    import torch

    torch.manual_seed(number)
    random.seed(number)
    numpy.random.seed(number)


def inputs(benchmark, case):
    """Positional and named arguments of a case; None if there are none."""
    import torch

    seed()
    shapes = benchmark.shapes
    benchmark.shapes = shapes if case.shape is None else [case.shape]
    try:
        given = benchmark.get_input_iter(getattr(torch, case.type))
        for _ in range(case.index + 1):
            found = next(given, None)
    finally:
        benchmark.shapes = shapes
    return found and benchmark.unpack_to_args_kwargs(found)
