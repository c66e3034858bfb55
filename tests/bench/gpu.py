#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels on one GPU by cm2tt, by Triton and by PyTorch, in one run.

    CM2TT=build/bin/cm2tt gpu.py [--only=matmul,softmax] [--filter=REGEX]
        [--quick] [--rows] [--json=FILE]

The same functions in Python Triton (gpu_kernels.py, gpu_product_kernels.py), with the
same arguments, launcher and tuning space (gpu_cases.py, gpu_products.py, gpu_tiles.py),
are compiled by cm2tt through examples/triton-backend and by Triton 3.6. Everything is
compiled first, in parallel. Then each configuration runs on poisoned outputs, is
checked against a reference and timed; the best of each compiler and PyTorch's function
are timed again, alternating. Times are medians, with the L2 cache flushed before each
run.

With CM2TT_WARP_SPECIALIZE=on in the environment, cm2tt specialises the warps of
matrix products by descriptors.

`--list` prints the names, of which `--filter` selects those that a regular expression
matches: '^descriptors host', '^descriptors kernel', '^persistent', '^scaled', '^sort',
'^topk', '^(uniform|normal|fill)', '^transpose' are groups that run alone. All of them
together need a larger `--time-limit`.

A process of its own runs the kernels; when it crashes or hangs, that is noted,
and a new one goes on with the next configuration. The tables come last:
speed, registers and memory, and how long `tt` takes to PTX. A figure whose best
configuration spills registers is marked: it says what the compiler makes of this
kernel in this tuning space, not what it can do.
"""

import argparse
import collections
import concurrent.futures
import json
import multiprocessing
import os
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "examples", "triton-backend"))
sys.path.insert(0, HERE)

COMPILERS = ("cm2tt", "triton")
SILENCE = 90  # seconds after which a kernel hangs
ROUNDS = 5  # how often the best are timed again
WIDTH = 34  # of the column of names
COMPILED = {  # whose compile times are shown, in which configuration
    "vector add": 0, "softmax": 1, "layer norm": 0, "matmul": 0, "attention": 22,
}  # fmt: skip


def every_workload(quick):
    import gpu_cases
    import gpu_products
    import gpu_tiles

    for module in (gpu_cases, gpu_products, gpu_tiles):
        yield from module.workloads(quick)


def chosen(options):
    wanted = [w for w in options.only.split(",") if w]
    return [
        w
        for w in every_workload(options.quick)
        if re.search(options.filter, w.name)
        and (not wanted or any(text in w.name for text in wanted))
    ]


def scope(compiler):
    import cm2tt_triton

    return cm2tt_triton.enabled(compiler == "cm2tt")


# -- Compiling in parallel


def compile_one(job):
    """Fills Triton's cache on disk; runs in a pool's process."""
    name, index, compiler, quick = job
    if not hasattr(compile_one, "known"):
        compile_one.known = {w.name: w for w in every_workload(quick)}
    workload = compile_one.known[name]
    config = workload.configs[index]
    try:
        with scope(compiler):
            workload.kernel.warmup(
                *config.arguments(workload), grid=(1,), **config.options()
            )
    except Exception as error:
        return job, str(error)[:300] or repr(error)
    return job, None


def kind_of(argument):
    """The properties of an argument that a compiled kernel depends on."""
    if isinstance(argument, int):
        return argument == 1, argument % 16 == 0
    if hasattr(argument, "block_shape"):  # a tensor descriptor
        return str(argument.base.dtype), tuple(argument.block_shape)
    return str(argument)


def compile_all(workloads, options):
    """The number of kernels, and errors by (workload, configuration,
    compiler). Sizes that Triton does not tell apart are compiled once."""
    same = collections.defaultdict(list)
    for workload in workloads:
        for index, config in enumerate(workload.configs):
            kinds = tuple(kind_of(a) for a in config.arguments(workload))
            for compiler in COMPILERS:
                constants = str(config.options())
                key = (workload.kernel.__name__, constants, compiler, kinds)
                same[key].append((workload.name, index, compiler))
    jobs = [(*names[0], options.quick) for names in same.values()]
    alike = {names[0]: names for names in same.values()}
    errors = {}
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(options.jobs, context) as pool:
        for job, error in pool.map(compile_one, jobs):
            if error:
                errors |= {name: error for name in alike[job[:3]]}
    return len(jobs), errors


# -- Measuring, in a process of its own


def tell(**event):
    print(json.dumps(event), file=tell.pipe, flush=True)


def facts(kernel):
    """The properties of a kernel that ptxas and the driver report."""
    return {"registers": kernel.n_regs, "spills": kernel.n_spills,
            "shared": kernel.metadata.shared}  # fmt: skip


def launcher(workload, data, config):
    grid, options = data.grid(config.constants), config.options()
    arguments = config.arguments(data)
    return lambda: workload.kernel[grid](*arguments, **options)


def try_config(workload, data, config, compiler, rep):
    """Runs, checks and times one configuration."""
    import torch
    from triton.testing import do_bench

    import gpu_cases

    for out in data.outputs:
        gpu_cases.poison(out)
    run = launcher(workload, data, config)
    with scope(compiler):
        kernel = run()
        torch.cuda.synchronize()
        data.check()
        ms = do_bench(run, warmup=10, rep=rep, return_mode="median")
    return {"ms": ms, **facts(kernel)}


def leave_if_lost(error):
    """Ends the process if the GPU's context does not survive the error."""
    import torch

    try:
        torch.cuda.synchronize()
    except Exception:
        tell(event="fatal", error=error)
        os._exit(1)


def final_rounds(workload, data, best, rep):
    """The best of each compiler and PyTorch, alternating."""
    from triton.testing import do_bench

    entrants = {
        compiler: launcher(workload, data, workload.configs[index])
        for compiler, index in best.items()
    }
    try:
        if data.torch:
            data.torch()
            entrants["torch"] = data.torch
    except Exception as error:
        tell(event="note", text=f"{workload.name}: PyTorch: {error}"[:200])
    samples = collections.defaultdict(list)
    for _ in range(ROUNDS):
        for name, run in entrants.items():
            with scope(name):
                samples[name].append(
                    do_bench(run, warmup=10, rep=rep, return_mode="median")
                )
    return {name: statistics.median(s) for name, s in samples.items()}


def measure(workload, skip, rep):
    import torch

    torch.manual_seed(0)
    data = workload.prepare()
    rows, best = [], {}
    for index, config in enumerate(workload.configs):
        for compiler in COMPILERS:
            row = {"config": str(config), "by": compiler}
            rows.append(row)
            key = [workload.name, index, compiler]
            if skip.get(json.dumps(key)):
                row["error"] = skip[json.dumps(key)]
                continue
            tell(event="begin", key=key)
            try:
                row.update(try_config(workload, data, config, compiler, rep))
            except Exception as error:
                row["error"] = str(error)[:300] or repr(error)
                leave_if_lost(row["error"])
                continue
            if compiler not in best or row["ms"] < rows[best[compiler][1]]["ms"]:
                best[compiler] = (index, len(rows) - 1)
    indices = {compiler: place[0] for compiler, place in best.items()}
    tell(event="begin", key=[workload.name, -1, "final"])
    final = final_rounds(workload, data, indices, 2 * rep)
    winners = {c: rows[place[1]] for c, place in best.items()}
    return {"rows": rows, "final": final, "best": winners}


def copy_speed():
    import torch
    from triton.testing import do_bench

    x = torch.empty(1 << 31, dtype=torch.uint8, device="cuda")
    y = torch.empty_like(x)
    ms = do_bench(lambda: y.copy_(x), return_mode="median")
    return 2 * x.numel() / ms / 1e6


def compile_times(workload, index):
    """Milliseconds from `tt` to PTX, of both, alone on the machine; for cm2tt
    the process with its start, and what it says of itself."""
    from triton import knobs

    times, config = {}, workload.configs[index]
    for compiler in COMPILERS:
        samples, holder = [], {}

        def listen(src, metadata, metadata_group, times, cache_hit, to=samples):
            to.append(dict(times.lowering_stages))

        knobs.compilation.listener = listen
        knobs.compilation.always_compile = True
        try:
            for _ in range(5):
                workload.kernel.device_caches.clear()
                with scope(compiler):
                    holder["kernel"] = workload.kernel.warmup(
                        *config.arguments(workload), grid=(1,),
                        **config.options(),
                    )
        except Exception as error:
            times[compiler] = str(error)[:100]
            continue
        finally:
            knobs.compilation.listener = None
            knobs.compilation.always_compile = False
            workload.kernel.device_caches.clear()
        stages = ("ttgir", "llir", "ptx")
        times[compiler] = statistics.median(
            sum(s.get(stage, 0) for stage in stages) / 1e3 for s in samples
        )
        times[f"{compiler} ptxas"] = statistics.median(
            s["cubin"] / 1e3 for s in samples
        )
        if compiler == "cm2tt":
            times |= inner_times(holder["kernel"].asm["ttir"], config)
    return times


def inner_times(text, config):
    """One process by hand, in milliseconds: whole; by --timing, without its
    start; and the start alone."""
    import cm2tt_triton

    wall, inside, start = [], [], []
    with tempfile.NamedTemporaryFile("w", suffix=".ttir") as file:
        file.write(text)
        file.flush()
        command = [
            cm2tt_triton.program(), file.name, "-o", os.devnull, "--emit=ptx",
            f"--target={cm2tt_triton.target_name(90)}",
            f"--num-warps={config.warps}", f"--num-stages={config.stages}",
        ]  # fmt: skip
        for _ in range(7):
            wall.append(seconds_of(command)[0])
            start.append(seconds_of([command[0], "--version"])[0])
            report = seconds_of([*command, "--timing"])[1]
            totals = [x for x in report.splitlines() if "Total Execution" in x]
            if totals:
                inside.append(float(totals[0].split()[3]))
    figures = {"process": wall, "inside": inside, "start": start}
    return {
        f"cm2tt {name}": 1e3 * statistics.median(values)
        for name, values in figures.items()
        if values
    }


def seconds_of(command):
    begin = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return time.perf_counter() - begin, done.stderr


def introduce(workloads):
    """Tells of the device, and how long a kernel of each kind compiles."""
    import torch
    import triton

    tell(event="device", name=torch.cuda.get_device_name(),
         torch=torch.__version__, triton=triton.__version__,
         copy=copy_speed())  # fmt: skip
    timed = set()
    for workload in workloads:
        families = (f for f in COMPILED if workload.name.startswith(f))
        family = next(families, None)
        if family and family not in timed:
            timed.add(family)
            index = COMPILED[family]
            config = workload.configs[index]
            name = f"{workload.name} {config}"
            times = compile_times(workload, index)
            tell(event="times", name=name, times=times)


def worker(options):
    """Measures the workloads from `--begin` on; events go to the parent."""
    tell.pipe = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import torch

    with open(options.skip) as file:
        skip = json.load(file)
    workloads = chosen(options)
    if not options.again:
        introduce(workloads)
    for place, workload in enumerate(workloads):
        if place < options.begin:
            continue
        if time.time() > options.deadline:
            tell(event="note", text=f"{workload.name}: no time left")
            continue
        try:
            result = measure(workload, skip, 20 if options.quick else 40)
        except Exception as error:
            leave_if_lost(str(error))
            tell(event="note", text=f"{workload.name}: {error!r}"[:300])
            result = {"rows": [], "final": {}, "best": {}}
        figures = {"unit": workload.unit, "work": workload.work,
                   "ceiling": workload.ceiling}  # fmt: skip
        tell(event="done", place=place, name=workload.name, **figures, **result)
        torch.cuda.empty_cache()
    tell(event="end")


class Bench:
    """The parent: starts workers, keeps what they tell."""

    def __init__(self, options, errors):
        self.options, self.begin = options, 0
        self.results = {"device": {}, "times": {}, "cases": [], "notes": []}
        self.skip = {json.dumps(k): e for k, e in errors.items()}

    def run(self):
        while self.run_worker():
            pass

    def run_worker(self):
        """One process; whether another one is needed."""
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(self.skip, file)
            file.flush()
            process = subprocess.Popen(
                [sys.executable, os.path.abspath(__file__), "--worker",
                 f"--only={self.options.only}",
                 f"--filter={self.options.filter}", f"--begin={self.begin}",
                 f"--skip={file.name}", f"--deadline={self.options.deadline}",
                 *(["--quick"] if self.options.quick else []),
                 *(["--again"] if self.results["device"] else [])],
                stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            key, why = None, ""
            while True:
                ready, _, _ = select.select([process.stdout], [], [], SILENCE)
                line = process.stdout.readline() if ready else ""
                if not line:
                    break
                event = json.loads(line)
                if event["event"] == "end":
                    process.wait()
                    return False
                if event["event"] == "begin":
                    key = event["key"]
                why = event.get("error", why)
                self.keep(event)
            if ready:
                time.sleep(2)  # it is ending by itself
            code = process.poll()
            process.kill()
            process.wait()
        return self.after_crash(key, why or (
            f"crashed ({code})" if ready else f"hangs ({SILENCE} s)"))

    def after_crash(self, key, why):
        note = f"{key}: {why}" if key else f"before any kernel: {why}"
        self.results["notes"].append(note)
        print("#", note, flush=True)
        if key is None or json.dumps(key) in self.skip:
            self.begin += 1  # not again, for any failure
        else:
            self.skip[json.dumps(key)] = why
        return self.begin < self.options.count

    def keep(self, event):
        kind = event.pop("event")
        if kind == "device":
            self.results["device"] = event
        elif kind == "times":
            self.results["times"][event["name"]] = event["times"]
        elif kind == "note":
            self.results["notes"].append(event["text"])
        elif kind == "done":
            self.begin = event.pop("place") + 1
            self.results["cases"].append(event)
            print(f"# {event['name']}: {event['final']}", flush=True)
            if self.options.json:
                with open(self.options.json, "w") as file:
                    json.dump(self.results, file, indent=1)


# -- Tables


def speed(case, milliseconds):
    """In the case's unit."""
    scale = 1e9 if case["unit"] == "TFLOP/s" else 1e6
    return case["work"] / milliseconds / scale


def show(value, digits=1):
    return "-" if value is None else f"{value:.{digits}f}"


def spills(case, compiler):
    """Registers that the best configuration of a compiler spills."""
    return case["best"].get(compiler, {}).get("spills", 0)


def marked(case, compiler, value):
    """A figure, with an asterisk where the configuration spills."""
    return show(value) + ("*" if value and spills(case, compiler) else " ")


def print_speeds(results):
    copy = results["device"].get("copy")
    print(
        f"{'':{WIDTH}}{'unit':8}{'cm2tt':>8} {'Triton':>8} {'PyTorch':>8}"
        f"{'ceiling':>8}{'/Triton':>8}{'/PyT.':>7}{'/ceil.':>7}"
    )
    for case in results["cases"]:
        speeds = {k: speed(case, ms) for k, ms in case["final"].items()}
        ours = speeds.get("cm2tt")
        ceiling = copy if case["ceiling"] == "copy" else case["ceiling"]
        others = [speeds.get("triton"), speeds.get("torch"), ceiling]
        ratios = [ours / o if ours and o else None for o in others]
        print(
            f"{case['name']:{WIDTH}}{case['unit']:8}{marked(case, 'cm2tt', ours):>9}"
            f"{marked(case, 'triton', others[0]):>9}"
            + "".join(f"{show(o):>8}" for o in others[1:])
            + f"{show(ratios[0], 3):>8}{show(ratios[1], 3):>7}"
            f"{show(ratios[2], 3):>7}"
        )
    print_caveats(results)


def print_caveats(results):
    """Which of the figures are of configurations that spill registers."""
    for case in results["cases"]:
        for compiler, name in zip(COMPILERS, ("cm2tt", "Triton")):
            if spills(case, compiler):
                rows = [r for r in case["rows"] if r["by"] == compiler and "ms" in r]
                lean = sum(not r["spills"] for r in rows)
                print(
                    f"* {case['name']}: {name}'s best of {len(rows)} configurations"
                    f" ({case['best'][compiler]['config']}) spills"
                    f" {spills(case, compiler)} registers; {lean} do not spill"
                )


def print_sizes(results):
    print(
        f"\n{'best configuration':{WIDTH}}{'cm2tt':24}{'regs':>5}{'spill':>6}"
        f"{'shared':>8}  {'Triton':24}{'regs':>5}{'spill':>6}{'shared':>8}"
    )
    for case in results["cases"]:
        line = f"{case['name']:{WIDTH}}"
        for compiler in COMPILERS:
            row = case["best"].get(compiler)
            if row is None:
                line += f"{'-':24}{'-':>5}{'-':>6}{'-':>8}  "
                continue
            line += (
                f"{row['config']:24}{row['registers']:>5}{row['spills']:>6}"
                f"{row['shared']:>8}  "
            )
        print(line.rstrip())


def print_rows(results):
    """The speed, registers and spills of each configuration."""
    for case in results["cases"]:
        for row in case["rows"]:
            if "ms" in row:
                print(
                    f"{case['name']:{WIDTH}}{row['config']:24}{row['by']:8}"
                    f"{speed(case, row['ms']):8.1f} {case['unit']:8}"
                    f"{row['registers']:5} registers, {row['spills']} spilled"
                )


def print_times(results):
    if not results["times"]:
        return
    print(f"\n{'ms from tt to PTX':44}{'cm2tt':>8}{'inside':>8}{'start':>7}"
          f"{'Triton':>8}{'ratio':>7}{'ptxas':>8}{'(Tr.)':>8}")  # fmt: skip
    for name, times in results["times"].items():
        ours, theirs = (
            None if isinstance(times[c], str) else times[c] for c in COMPILERS
        )
        ratio = theirs / ours if ours and theirs else None
        row = [ours, times.get("cm2tt inside"), times.get("cm2tt start"),
               theirs, ratio, times.get("cm2tt ptxas"),
               times.get("triton ptxas")]  # fmt: skip
        widths = (8, 8, 7, 8, 7, 8, 8)
        print(f"{name:44}" + "".join(
            f"{show(v):>{w}}" for v, w in zip(row, widths)))  # fmt: skip


def print_errors(results):
    """Equal errors of a case in one line."""
    groups = collections.Counter()
    for case in results["cases"]:
        for row in case["rows"]:
            if "error" in row:
                text = " ".join(row["error"].split())[:110]
                groups[case["name"], row["by"], text] += 1
    for (name, compiler, text), count in groups.most_common(25):
        print(f"# {name}, {compiler}, {count} configurations: {text}")
    for note in results["notes"][:20]:
        print("#", note[:150])


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", default="", help="parts of names, by commas")
    parser.add_argument("--filter", default="", metavar="REGEX",
                        help="found in the names")  # fmt: skip
    parser.add_argument("--rows", action="store_true",
                        help="show the speed of each configuration")  # fmt: skip
    parser.add_argument("--quick", action="store_true", help="fewer sizes")
    parser.add_argument("--json", help="where all figures go")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only-compile", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--time-limit", type=float, default=520,
                        help="seconds after which no case is begun")  # fmt: skip
    for flag in ("--worker", "--again"):
        parser.add_argument(flag, action="store_true", help="internal")
    for name, kind in (("--begin", int), ("--deadline", float), ("--skip", str)):
        parser.add_argument(name, type=kind, help="internal")
    return parser.parse_args()


def main():
    options = parse_arguments()
    if options.worker:
        return worker(options)
    start = time.time()
    options.deadline = start + options.time_limit
    workloads = chosen(options)
    options.count = len(workloads)
    if options.list:
        for workload in workloads:
            print(f"{workload.name}: {' '.join(map(str, workload.configs))}")
        return 0
    count, errors = compile_all(workloads, options)
    print(f"# {count} kernels compiled in {time.time() - start:.1f} s, "
          f"{len(errors)} failed", flush=True)  # fmt: skip
    bench = Bench(options, errors)
    if options.only_compile:
        for key, error in errors.items():
            print(key, error)
        return 0
    bench.run()
    results = bench.results
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)
    print_errors(results)
    device = results["device"]
    print(f"{device.get('name')}, PyTorch {device.get('torch')}, Triton"
          f" {device.get('triton')}, copy {show(device.get('copy'))} GB/s")  # fmt: skip
    if options.rows:
        print_rows(results)
    print_times(results)
    print_sizes(results)
    print()
    print_speeds(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
