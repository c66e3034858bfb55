#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Vector addition by cm2tt, Triton and PyTorch on one GPU, in one run.

    vector_add.py build/bin/cm2tt examples/babylon/vector-add/model.json [--out FILE]

The model's kernel takes (x, y, out, n, BLOCK). Three cases: n = 2^27 floats,
n = 2^27 - 37, and pointers that are offset by one element. For each, every block
size from 256 to 4096 with 1 to 16 warps is compiled, checked and timed with
cm2tt and with Triton; the best of each and torch.add are then timed again, alternating,
and the table shows the median of these. Both are launched on
PyTorch's stream under the same harness, triton.testing.do_bench.

Checked means: the output is poisoned, the kernel runs, every element is bit for
bit PyTorch's, and not one beside them has changed. It takes about two minutes.

--check-ttir FILE (any number of times) has Triton read and compile a .ttir that
cm2tt printed. It needs no GPU, and alone it needs neither cm2tt nor a model.
"""

import argparse
import ctypes
import json
import os
import statistics
import subprocess
import sys
import tempfile

import triton

from cuda_driver import Cuda
import gpu_kernels

BLOCKS = (256, 512, 1024, 2048, 4096)
WARPS = (1, 2, 4, 8, 16)
GUARD = 64  # Elements around each array that must not be accessed.
ROUNDS = 7  # How often the best are timed again.
LARGE = 1 << 27


class Case:
    """Arrays of n floats that start `offset` elements after an aligned address,
    with a guard on both sides of the output."""

    def __init__(self, torch, name, n, offset):
        self.torch, self.name, self.n, self.offset = torch, name, n, offset
        size = n + offset + 2 * GUARD
        begin, end = GUARD + offset, GUARD + offset + n
        generator = torch.Generator(device="cuda").manual_seed(n + offset)
        self.x, self.y = (
            torch.randn(size, device="cuda", generator=generator)[begin:end]
            for _ in range(2)
        )
        self.whole = torch.empty(size, device="cuda")
        self.out = self.whole[begin:end]
        self.poison = torch.full_like(self.whole[:GUARD], float("nan"))
        self.expected = torch.add(self.x, self.y)

    def signature(self, block):
        """A value is marked divisible by 16 only where it is."""
        pointers = [
            "*fp32:16" if array.data_ptr() % 16 == 0 else "*fp32"
            for array in (self.x, self.y, self.out)
        ]
        count = "i32:16" if self.n % 16 == 0 else "i32"
        return ",".join([*pointers, count, str(block)])

    def check(self, launch):
        """Raises unless one launch gives PyTorch's bits and nothing else."""
        torch = self.torch
        self.whole.fill_(float("nan"))
        launch()
        torch.cuda.synchronize()
        bits = self.out.view(torch.int32)
        if not torch.equal(bits, self.expected.view(torch.int32)):
            wrong = bits != self.expected.view(torch.int32)
            raise RuntimeError(
                f"{int(wrong.sum())} of {self.n} elements differ, the first"
                f" at {int(wrong.nonzero().flatten()[0])}"
            )
        begin = GUARD + self.offset
        poison = self.poison.view(torch.int32)
        for guard in (
            self.whole[begin - GUARD : begin],
            self.whole[begin + self.n :][:GUARD],
        ):
            if not torch.equal(guard.view(torch.int32), poison):
                raise RuntimeError("elements beside the output were written")

    def gigabytes_per_second(self, milliseconds):
        return 3 * 4 * self.n / milliseconds / 1e6


def compile_with_cm2tt(options, signature, warps):
    """PTX and metadata from one run of cm2tt."""
    with tempfile.TemporaryDirectory() as folder:
        ptx = os.path.join(folder, "kernel.ptx")
        metadata = os.path.join(folder, "kernel.json")
        command = [
            options.cm2tt,
            options.model,
            "-o",
            ptx,
            f"--signature={signature}",
            f"--num-warps={warps}",
            f"--target={options.target}",
            f"--metadata={metadata}",
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(
                f"cm2tt: exit code {done.returncode}: {done.stderr.strip()}"
            )
        with open(ptx, "rb") as code, open(metadata) as facts:
            return code.read(), json.load(facts)


def cm2tt_launcher(cuda, options, case, block, warps):
    """A function that launches our kernel on PyTorch's stream; its arguments
    are packed once."""
    image, metadata = compile_with_cm2tt(options, case.signature(block), warps)
    shared = metadata["sharedBytes"]
    function = cuda.load(image, metadata.get("symbol", metadata["name"]), shared)
    given = [case.x.data_ptr(), case.y.data_ptr(), case.out.data_ptr(), case.n]
    values = []
    for parameter in metadata["parameters"]:
        kind = ctypes.c_uint64 if parameter["type"][0] == "*" else ctypes.c_int32
        values.append(kind(given[parameter["index"]]))
    pointers = (ctypes.c_void_p * len(values))(
        *(ctypes.addressof(value) for value in values)
    )
    grid, threads = triton.cdiv(case.n, block), 32 * metadata["numWarps"]
    stream = case.torch.cuda.current_stream().cuda_stream
    call = cuda.library.cuLaunchKernel

    def launch(keep=values):  # The pointers point into the values.
        result = call(
            function, grid, 1, 1, threads, 1, 1, shared, stream, pointers, None
        )
        cuda.check(result, "cuLaunchKernel")

    return launch


def triton_launcher(case, block, warps):
    """A function that launches Triton's kernel of the same shape."""
    kernel = gpu_kernels.add[(triton.cdiv(case.n, block),)]
    x, y, out, n = case.x, case.y, case.out, case.n
    return lambda: kernel(x, y, out, n, BLOCK=block, num_warps=warps)


def bench(launch, rep):
    return triton.testing.do_bench(
        launch, warmup=10, rep=rep, return_mode="median"
    )


def sweep(case, make_launcher):
    """Every configuration: milliseconds, or what went wrong. And the best."""
    results, best = [], None
    for block in BLOCKS:
        for warps in WARPS:
            row = {"block": block, "warps": warps}
            results.append(row)
            try:
                launch = make_launcher(block, warps)
                case.check(launch)
                row["ms"] = bench(launch, rep=30)
            except Exception as error:  # All errors are reported.
                row["error"] = str(error)
                continue
            if best is None or row["ms"] < best[0]["ms"]:
                best = (row, launch)
    return results, best


def measure(case, cuda, options):
    """One case as data: the sweeps and, from the rounds, the final figures."""
    sweeps, entrants = {}, {}
    makers = {
        "cm2tt": lambda b, w: cm2tt_launcher(cuda, options, case, b, w),
        "triton": lambda b, w: triton_launcher(case, b, w),
    }
    for name, maker in makers.items():
        sweeps[name], best = sweep(case, maker)
        if best is not None:
            entrants[name] = best
    x, y, out, add = case.x, case.y, case.out, case.torch.add
    torch_launch = lambda: add(x, y, out=out)
    case.check(torch_launch)
    entrants["torch"] = ({"block": None, "warps": None}, torch_launch)

    samples = {name: [] for name in entrants}
    for _ in range(ROUNDS):
        for name, (_, launch) in entrants.items():
            samples[name].append(bench(launch, rep=60))
    final = {}
    for name, (row, _) in entrants.items():
        milliseconds = statistics.median(samples[name])
        final[name] = {
            "block": row["block"],
            "warps": row["warps"],
            "ms": milliseconds,
            "GBs": case.gigabytes_per_second(milliseconds),
            "spread": max(samples[name]) / min(samples[name]) - 1,
        }
    return {"case": case.name, "n": case.n, "best": final, "sweep": sweeps}


def print_table(results):
    for result in results:
        for name, rows in result["sweep"].items():
            failed = [row for row in rows if "error" in row]
            for row in failed:
                print(
                    f"{result['case']}: {name} {row['block']}/{row['warps']}"
                    f" failed: {row['error']}"
                )
    print(
        f"\n{'case':22} {'by':7} {'block':>5} {'warps':>5} {'ms':>8}"
        f" {'GB/s':>7} {'spread':>7} {'cm2tt is':>9}"
    )
    for result in results:
        ours = result["best"].get("cm2tt")
        for name, row in result["best"].items():
            # The speed of cm2tt relative to this row.
            ratio = f"{row['ms'] / ours['ms']:8.3f}x" if ours else "-"
            print(
                f"{result['case']:22} {name:7} {row['block'] or '':>5}"
                f" {row['warps'] or '':>5} {row['ms']:8.4f} {row['GBs']:7.1f}"
                f" {row['spread']:7.2%} {ratio:>9}"
            )


def check_ttir(path):
    """Whether Triton reads and compiles a file; says so."""
    from triton.backends.compiler import GPUTarget

    target = GPUTarget("cuda", 90, 32)
    try:
        kernel = triton.compile(path, target=target)
    except Exception as error:
        print(f"triton does not take {path}: {error}")
        return False
    print(f"triton compiles {path}: {len(kernel.asm['ptx'])} bytes of PTX")
    return True


def run_benchmark(options):
    import torch

    if not torch.cuda.is_available():
        print("no CUDA device: nothing was measured")
        return 1
    torch.cuda.init()
    cuda = Cuda()
    cases = (
        ("n = 2^27", LARGE, 0),
        ("n = 2^27 - 37", LARGE - 37, 0),
        ("n = 2^27, unaligned", LARGE, 1),
    )
    results = []
    for name, n, offset in cases:
        results.append(measure(Case(torch, name, n, offset), cuda, options))
        torch.cuda.empty_cache()
    device = torch.cuda.get_device_name()
    if options.out:
        with open(options.out, "w") as file:
            json.dump({"device": device, "results": results}, file, indent=1)
    print(f"{device}, PyTorch {torch.__version__}, Triton {triton.__version__}")
    print_table(results)
    complete = all("cm2tt" in result["best"] for result in results)
    return 0 if complete else 1


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("cm2tt", nargs="?", help="the program")
    parser.add_argument("model", nargs="?", help="the model of the kernel")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--out", help="also write every figure as JSON")
    parser.add_argument("--check-ttir", action="append", default=[])
    options = parser.parse_args()
    if options.cm2tt and not options.model:
        parser.error("which model?")
    if not options.cm2tt and not options.check_ttir:
        parser.error("nothing to do: name cm2tt and a model, or --check-ttir")
    taken = [check_ttir(path) for path in options.check_ttir]
    code = run_benchmark(options) if options.cm2tt else 0
    return code if all(taken) else 1


if __name__ == "__main__":
    sys.exit(main())
