# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of programs.py and results.py; check_peers.py runs them. The tensors are
numpy's, in a class that has what results.py uses of PyTorch's."""

import os
import sys
import tempfile

import numpy as np

import libraries
import results

HEAD = '''
import os, numpy as np
__ours = os.environ["CM2TT_PEERS_COMPILER"] == "cm2tt"

class Tensor:
    is_leaf, grad = True, None
    def __init__(self, values, dtype="float32"):
        self.values, self.dtype = np.array(values, "float32"), "torch." + dtype
    def detach(self):
        return self
    def float(self):
        return self
    def cpu(self):
        return self.values
'''
# The rest of each program, and how its results differ.
PROGRAMS = {
    "same": ("def test():\n    return {'x': [Tensor([1, 2])]}\nr = test()", None),
    "seeded": ("x = Tensor(np.random.rand(4))", None),
    "rounded": ("x = Tensor([1, 2 + __ours * 1e-3])", None),
    "rounded_bf16": ("x = Tensor([1, 1 + __ours / 128], 'bfloat16')", None),
    "variable": ("x = Tensor([1, 2 + __ours])", "x: 1 of 2 differ, by at most 1: 3"),
    "nested": ("def test():\n    return {'case': (0, Tensor([__ours]))}\nr = test()",
               "r['case'][1]: 1 of 1 differ"),
    "dropped": ("def test():\n    return Tensor([__ours])\ntest()", "returned_1: 1 of 1"),
    "main": ("if __name__ == '__main__':\n    print(Tensor([1]))\n    Tensor([__ours])",
             "returned_2: 1 of 1"),
    "printed": ("print('x', Tensor([__ours]))", "printed[0][1]: 1 of 1 differ"),
    "module": ("import types; torch = types.ModuleType('torch')\n"
               "torch.detach = torch.dtype = min; x = Tensor([1]); T = Tensor", None),
    "number": ("x = 1.5 + __ours", "x: 1 of 1 differ"),
    "gradient": ("x = Tensor([1]); x.grad = Tensor([__ours])", "x.grad: 1 of 1"),
    "shape": ("x = Tensor([1] * (2 + __ours))", "x: shape (3,), stock (2,)"),
    "nan": ("x = Tensor([np.nan, np.nan if __ours else 1])", "x: infinities or NaNs"),
    "more": ("x = Tensor([1])\nif __ours: y = Tensor([1])", "2 results, stock has 1"),
    "undefined": ("x = Tensor([__ours])", "x: 1 of 1 differ"),
}
FAILING = {"nothing": "x = None", "raises": "assert False, 'a wrong result'"}
# Pairs of ours and stock's, type, and how they differ.
PAIRS = [
    ([1.0], [1.0], "float32", None),
    ([], [], "float32", None),
    ([1e-9, 1], [-1e-9, 1], "float32", None),  # relatively to the others
    ([1e-9, 2e-9], [-1e-9, 2e-9], "float32", "1 of 2 differ"),
    ([0.0], [1e-30], "float32", "1 of 1 differ"),
    ([1, 1.01], [1, 1], "float16", "1 of 2 differ"),
    ([1, 1.01], [1, 1], "bfloat16", None),
    ([1, 1.125], [1, 1], "float8_e4m3fn", None),
    ([1, 1.25], [1, 1], "float8_e4m3fn", "1 of 2 differ"),
    ([1 + 1e-4], [1], "float64", "1 of 1 differ"),
    ([np.inf], [np.inf], "float32", None),
    ([np.inf], [-np.inf], "float32", "infinities or NaNs differ"),
    ([np.inf], [1.0], "float32", "infinities or NaNs where stock's are finite"),
    ([1.0], [np.nan], "float32", "infinities or NaNs differ"),
    ([1 + 1j], [1 + 2j], "complex64", "1 of 1 differ"),
    ([1, 2], [1, 3], "int32", "1 of 2 integers differ, by at most 1"),
    ([True], [False], "bool", "1 of 1 integers differ"),
    ([1, 2], [1, 3], "int8", "1 of 2 integers differ"),
    ([0] * 1999 + [2], [0] * 1999 + [1], "int8", None),
    ([0] * 1999 + [2], [0] * 1999 + [1], "int16", "1 of 2000 integers differ"),
    ([0] * 1999 + [3], [0] * 1999 + [1], "int8", "by at most 2"),
    ([0] * 1999 + [2], [0] * 1999 + [1], "uint8", None),
    ([255], [0], "uint8", "by at most 255"),
]


def check_pairs(expect):
    for ours, theirs, kind, wanted in PAIRS:
        own = {"float16": "float16", "float64": "float64", "complex64": "complex64",
               "bfloat16": "float32", "float8_e4m3fn": "float32"}.get(kind, kind)
        found = results.compare(*([("x", kind, np.array(side, own))]
                                  for side in (ours, theirs)))  # fmt: skip
        expect(found is None if wanted is None else wanted in (found or ""),
               f"{ours[-2:]} and {theirs[-2:]} of {kind}: {wanted}", found)


def check_values(expect):
    """flatten() finds tensors and numbers, and nothing else."""
    array = np.array([1.0])
    loop = [array]
    loop.append(loop)
    found = results.flatten({"a": array, "b": loop, "c": "text", "d": np, "e": True,
                             "f": np.array([None]), "g": {1: 2}, "h": None})
    paths = [path for path, _, _ in found]
    expect(paths == ["a", "b[0]", "e", "g[1]"], "tensors and numbers are found", paths)
    expect(results.compare(found, found[:-1]) is not None, "a missing one differs")


def check_zero_memory(expect):
    """Memory of PyTorch's functions is 0 inside, and has no values again after it."""
    import contextlib
    import types

    os.environ.update(CM2TT_PEERS_RESULTS="")
    import programs

    class Tensor:
        def __init__(self, value=7):
            self.value = value

        def zero_(self):
            self.value = 0
            return self

        def new_empty(self, *_):
            return Tensor()

    torch = types.SimpleNamespace(
        Tensor=Tensor, empty=lambda *_, **__: Tensor(), no_grad=contextlib.nullcontext)
    before = sys.modules.get("torch")
    sys.modules["torch"] = torch
    try:
        with programs.zero_memory():
            inside = [torch.empty(1, dtype=0).value, torch.Tensor(5).new_empty(1).value]
        after = [torch.empty(1).value, torch.Tensor(5).new_empty(1).value]
    finally:
        del sys.modules["torch"]
        if before:
            sys.modules["torch"] = before
    expect(inside == [0, 0] and after == [7, 7], "memory is 0", (inside, after))


def check_runs(folder, call, expect):
    """Programs by both compilers, and the comparison."""
    clone = os.path.join(folder, "clone")
    os.makedirs(os.path.join(clone, "data"))
    bodies = {**{name: body for name, (body, _) in PROGRAMS.items()}, **FAILING}
    for name, body in bodies.items():
        with open(os.path.join(clone, "data", f"{name}.py"), "w") as file:
            file.write(f"{HEAD}\n{body}\n")
    libraries.LIBRARIES["programs"] = libraries.Library(
        "", "", ["data"], ["."],
        [libraries.Known(r"/(undefined)\.py::program ", "not defined")], programs=True)
    given = [f"--out={os.path.join(folder, 'out')}", "--jobs=2"]
    for compiler, failed in (("cm2tt", 2), ("triton", 2)):
        code, text = call("programs", clone, *given, f"--compiler={compiler}")
        expect(code == 1 and f"'failed': {failed}" in text
               and f"'passed': {len(PROGRAMS)}" in text
               and "no result: the program keeps, prints and returns none" in text,
               "programs run, those without results fail", text)  # fmt: skip
    code, text = call("programs", "--compare", *given)
    wrong = [name for name, (_, how) in PROGRAMS.items() if how and name != "undefined"]
    expect(f"results of {len(PROGRAMS)} programs compared; {len(wrong) + 1} differ, "
           f"{len(wrong)} of them unexpected" in text, "programs are compared", text)
    for name in wrong:
        expect(f"  data/{name}.py::program: {PROGRAMS[name][1]}" in text,
               f"{name} differs", text)  # fmt: skip
    expect(code == 1, "a difference is an error", text)


def check(call, expect):
    check_pairs(expect)
    check_values(expect)
    check_zero_memory(expect)
    with tempfile.TemporaryDirectory() as folder:
        check_runs(folder, call, expect)
